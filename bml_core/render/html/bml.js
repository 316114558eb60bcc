// Bidding tables, made handier: open and close everything, filter rows, open what an address points to.
// Everything works without this script.
(() => {
  "use strict";

  // A theme that exchanges pages runs the script of each, and the first one sees to them all.
  if (window.hasBmlTools) return;
  window.hasBmlTools = true;

  const MANY_ROWS = 12;
  const MANY_ROWS_OF_A_TREE = 7;
  // Tables in other languages bring these words along.
  const WORDS = { open: "Open all", close: "Close all", filter: "Filter rows", matches: "{count} of {all} rows" };
  const SIGNS = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };
  const WAIT = 120;
  const tables = new WeakMap();

  const make = (tag, attributes, text = "") => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    return element;
  };

  // Players write 1♥, 1!h or 1h for the text "1H".
  const plain = (text) =>
    text.toLowerCase().replace(/[♣♦♥♠]\ufe0e?/g, (sign) => SIGNS[sign[0]]).replace(/!(?=[cdhs])/g, "")
      .replace(/\s+/g, " ").trim();

  const rowText = (row) => {
    const line = row.matches("tr") ? row : row.querySelector(":scope > .bml-row, :scope > details > .bml-row");
    const parts = line ? line.querySelectorAll(".bml-call, .bml-text") : [];
    return plain(Array.from(parts, (part) => part.textContent).join(" "));
  };

  const parentOf = (row) => row.parentElement.closest(".bml-table li");

  class Table {
    constructor(element) {
      this.words = { ...WORDS, ...element.dataset };
      this.branches = Array.from(element.querySelectorAll("details"));
      this.rows = Array.from(element.querySelectorAll("li, tbody > tr"));
      this.texts = null;
      this.before = null;
      // Beside a few rows that can all be seen, buttons would only be in the way.
      const many = this.branches.length ? MANY_ROWS_OF_A_TREE : MANY_ROWS;
      const isPartlyHidden = this.branches.some((branch) => !branch.open);
      if (isPartlyHidden || this.rows.length > many) element.prepend(this.tools());
    }

    tools() {
      const { open, close, filter } = this.words;
      const tools = make("div", { class: "bml-tools", role: "group", "aria-label": filter });
      if (this.branches.length) {
        for (const [word, state] of [[open, true], [close, false]]) {
          const button = make("button", { type: "button" }, word);
          button.addEventListener("click", () => this.setAll(state));
          tools.append(button);
        }
      }
      this.input = make("input", { type: "search", placeholder: filter, "aria-label": filter, autocomplete: "off" });
      this.status = make("span", { role: "status" });
      let timer = 0;
      this.input.addEventListener("input", () => {
        clearTimeout(timer);
        timer = setTimeout(() => this.filter(this.input.value), WAIT);
      });
      this.input.addEventListener("keydown", (event) => {
        if (event.key !== "Escape" || !this.input.value) return;
        event.preventDefault();
        this.clear();
      });
      tools.append(this.input, this.status);
      return tools;
    }

    setAll(state) {
      for (const branch of this.branches) branch.open = state;
    }

    clear() {
      if (!this.input) return;
      this.input.value = "";
      this.filter("");
    }

    filter(value) {
      const wanted = plain(value);
      if (!wanted) {
        this.showAll();
        return;
      }
      this.texts ||= this.rows.map(rowText);
      this.before ||= this.branches.map((branch) => branch.open);
      const matching = new Set(this.rows.filter((_, number) => this.texts[number].includes(wanted)));
      const above = new Set();
      for (const row of matching) {
        for (let up = parentOf(row); up && !above.has(up); up = parentOf(up)) above.add(up);
      }
      const shown = new Set();
      // Rows come before their sub-bids, so that these find out whether the one above them is a match.
      for (const row of this.rows) {
        const parent = parentOf(row);
        const below = parent !== null && shown.has(parent);
        if (matching.has(row) || below) shown.add(row);
        row.hidden = !(shown.has(row) || above.has(row));
        row.classList.toggle("bml-match", matching.has(row));
        const branch = row.querySelector(":scope > details");
        if (branch) branch.open = above.has(row);
      }
      const numbers = { count: matching.size, all: this.rows.length };
      this.status.textContent = this.words.matches.replace(/\{(count|all)\}/g, (_, name) => numbers[name]);
    }

    showAll() {
      if (!this.before) return;
      for (const row of this.rows) {
        row.hidden = false;
        row.classList.remove("bml-match");
      }
      this.branches.forEach((branch, number) => { branch.open = this.before[number]; });
      this.before = null;
      this.status.textContent = "";
    }
  }

  const enhance = (root) => {
    for (const element of root.querySelectorAll(".bml-table")) {
      if (!tables.has(element)) tables.set(element, new Table(element));
    }
  };

  const pointedAt = () => {
    const ident = location.hash.slice(1);
    try {
      return document.getElementById(decodeURIComponent(ident));
    } catch {
      // Not every "%" begins a code.
      return document.getElementById(ident);
    }
  };

  const follow = () => {
    const target = pointedAt();
    const table = target && target.closest(".bml-table");
    if (!table) return;
    if (target.closest("[hidden]")) tables.get(table)?.clear();
    const own = target.querySelector(":scope > details");
    if (own) own.open = true;
    for (let branch = target.closest("details"); branch; branch = branch.parentElement.closest("details")) branch.open = true;
    target.scrollIntoView();
  };

  const start = () => {
    enhance(document);
    // What was put in above it has moved the place that the address leads to.
    pointedAt()?.scrollIntoView();
    follow();
    addEventListener("hashchange", follow);
    // Following the same link again changes no address.
    document.addEventListener("click", (event) => {
      const link = event.target instanceof Element && event.target.closest("a.bml-link");
      if (link && link.hash === location.hash) follow();
    });
    // Some themes exchange the page without loading a new one.
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (node instanceof Element && node.parentElement) enhance(node.parentElement);
        }
      }
    }).observe(document.body, { childList: true, subtree: true });
  };

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
