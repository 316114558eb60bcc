// A field that finds auctions, on every page of a site: an auction as players type it, a pattern of several, or words.
// Its data is loaded when somebody uses it; everything else works without this script.
(() => {
  "use strict";

  // A theme that exchanges pages runs the script of each, and the first one sees to them all.
  if (window.bmlField) return;
  window.bmlField = {};
  const ownAddress = document.currentScript?.src;
  const TOP = ownAddress && new URL("../", ownAddress);

  // Sites in other languages bring these words along.
  const WORDS = {
    label: "Find an auction",
    help: "1N-2C, (1N) X, P-P-1S, 1M-2M, or words: smolen",
    nothing: "No auction fits.",
    failed: "The list of auctions cannot be loaded.",
    any_seat: "any seat",
    ...JSON.parse(document.currentScript.dataset.words || "{}"),
  };
  const CONTENTS = [".md-content__inner", ".bd-article", "[role=main]", "main", "article", "body"];
  const MOST = 40;
  const FIRST = 5;
  const MOST_POINTS = 1e9;
  const WAIT = 60;
  const SIGNS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };
  const PRINTED = { C: "♣", D: "♦", H: "♥", S: "♠", N: "NT" };
  const PRINTED_ACTIONS = { D: "X", R: "XX" };
  const SUIT_CLASS = { C: "bml-clubs", D: "bml-diamonds", H: "bml-hearts", S: "bml-spades" };
  const ACTIONS = { pass: "P", p: "P", redouble: "R", rdbl: "R", xx: "R", r: "R", double: "D", dbl: "D", x: "D", d: "D" };
  const DASHES = "\\u00ad‐-―−﹘﹣－-";

  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };

  // ---------------------------------------------------------------- patterns, as bml_core.bridge.patterns reads them

  const CALL = `[1-7](?:oM|om|NT|!?[CDHS♣♦♥♠]\\ufe0f?|N|[MmxXyYzZ*])|\\*|${Object.keys(ACTIONS).join("|")}`;
  const IS_ACTION = new RegExp(`^(?:${Object.keys(ACTIONS).join("|")})(?![a-z])`, "i");
  const WORD = new RegExp(
    `(\\(?)\\s*((?:${CALL})!?(?:\\s*/\\s*(?:${CALL})!?)*)\\s*(\\)?)|[\\s,;${DASHES}]+`, "iy");
  const GROUPS = { M: "HS", oM: "HS", m: "CD", om: "CD", x: "CDHS", y: "CDHS", z: "CDHS" };
  const OTHERS = { H: "S", S: "H", C: "D", D: "C" };

  const spelled = (written) => {
    const word = written.trim().replace(/!$/, "").replace(/\ufe0f/g, "");
    if (word === "*") return word;
    const action = ACTIONS[word.toLowerCase()];
    if (action) return action;
    const strain = word.slice(1).replace("!", "");
    if (strain !== "m" && /^(?:nt?|[cdhs♣♦♥♠])$/i.test(strain)) return word[0] + (SIGNS[strain] ?? strain[0].toUpperCase());
    return word[0] + (/^[xyz]$/i.test(strain) ? strain.toLowerCase() : strain.replace("O", "o"));
  };

  // The calls of a text, and what remains of it where it goes on with something else.
  const readPattern = (text) => {
    const calls = [];
    WORD.lastIndex = 0;
    let end = 0;
    for (let found = WORD.exec(text); found; found = WORD.exec(text)) {
      const [whole, open, words, close] = found;
      if (words) {
        // "(1N" is still being typed; of "spades", the s is no call, and of "pass or 2H" the pass; those of "p p 1S" are.
        if (close && !open) break;
        const next = text.slice(WORD.lastIndex);
        if (/^[a-z♣♦♥♠]*[a-z]$/i.test(words) && /^[a-z]/i.test(next) && !(/\s$/.test(whole) && IS_ACTION.test(next))) break;
        calls.push({ words: words.split("/").map(spelled), theirs: Boolean(open) });
      }
      end = WORD.lastIndex;
      if (!whole) break;
    }
    const rest = text.slice(end).trim();
    const first = calls.findIndex(({ words }) => words.join() !== "P");
    if (first < 0) return { calls, seat: 0, rest };
    // "1N-P-2C": the pass is made in turn, by the opponents; of "1N-P" it is responder's.
    const after = calls.slice(first);
    const isOwnPass = ({ words, theirs }) => words.join() === "P" && !theirs;
    const inTurn = after.slice(1, -1).some((call, index) => isOwnPass(call) && !after[index].theirs);
    after.slice(1, inTurn ? undefined : -1).forEach((call, index) => {
      if (isOwnPass(call)) call.theirs = !after[index].theirs;
    });
    // A single pass before an opening of ours is partner's, others are made in turn: bml_core.bridge.passing_sides.
    const sides = calls.slice(0, first).map(({ theirs }) => theirs);
    const theyOpen = after[0].theirs;
    const isWritten = sides.some(Boolean) || (first === 1 && !theyOpen && !inTurn);
    const silent = isWritten ? sides.filter((theirs, index) => theirs === (sides[index + 1] ?? theyOpen)).length : 0;
    return { calls: after, seat: first ? Math.min(first + silent + 1, 4) : 0, rest };
  };

  const matched = (word, call, suits) => {
    if (word === "*") return call === "P" ? null : suits;
    const group = word.slice(1);
    if (!/^[1-7]/.test(word) || !(GROUPS[group] || group === "*")) return word === call ? suits : null;
    if (call[0] !== word[0] || call.length < 2) return null;
    if (group === "*") return suits;
    let suit = call[1];
    if (!GROUPS[group].includes(suit)) return null;
    let name = group;
    if (group[0] === "o") [name, suit] = [group[1], OTHERS[suit]];
    if (suits[name]) return suits[name] === suit ? suits : null;
    if ("xyz".includes(name) && ["x", "y", "z"].some((other) => suits[other] === suit)) return null;
    return { ...suits, [name]: suit };
  };

  // How many calls of a row a pattern takes, 0 if it does not select the row.
  const taken = (pattern, row) => {
    let suits = {};
    let at = 0;
    for (const { words, theirs } of pattern) {
      if (theirs === undefined) while (row.calls[at] === "P" && words.join() !== "P") at += 1;
      else if (at > 0 && at < row.calls.length && (row.theirs(at)) !== theirs) {
        if (theirs && row.calls[at] !== "P") return 0;
        at += 1;
      }
      if (at >= row.calls.length || row.theirs(at) !== (theirs ?? row.theirs(at))) return 0;
      const call = row.calls[at];
      const known = words.map((word) => matched(word, call, suits)).find(Boolean);
      if (!known) return 0;
      suits = known;
      at += 1;
    }
    return at;
  };

  // ---------------------------------------------------------------- the auctions of the site

  const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "")
    .replace(/!([cdhs])/g, (_, letter) => PRINTED[letter.toUpperCase()]);

  // The calls of an address with all passes: 1N-2C → 1N P 2C.
  const rowOf = ([name, page, ident, meaning, system], data) => {
    const [auction, ...scope] = name.split("@");
    const words = auction.split("-").map((word) => ({ call: word.replace(/[()]/g, ""), theirs: word[0] === "(" }));
    const opening = Math.max(0, words.findIndex(({ call }) => call !== "P"));
    const every = words.slice(opening, opening + 1);
    for (const { call, theirs } of words.slice(opening + 1)) {
      const side = call === "P" && !theirs ? !every.at(-1).theirs : theirs;
      if (every.at(-1).theirs === side) every.push({ call: "P", theirs: !side });
      every.push({ call, theirs: side });
    }
    const theyOpen = every[0]?.theirs ?? false;
    // "jacoby 2NT", "X takeout"
    const calls = every.map(({ call }) => PRINTED_ACTIONS[call] ?? call.replace("N", "NT")).join(" ");
    return {
      name, meaning, scope, system,
      seat: scope.find((word) => /^\d/.test(word)) ?? (opening ? String(opening + 1) : ""),
      calls: every.map(({ call }) => call),
      theirs: (index) => (index % 2 === 0) === theyOpen,
      written: words.length,
      says: plain(`${meaning} ${calls}`),
      text: plain(`${meaning} ${calls} ${data.titles[page]}`),
      title: data.titles[page],
      address: new URL(`${data.pages[page]}#${encodeURIComponent(ident || name)}`, TOP).href,
    };
  };

  const fitsSeat = (row, seat) => !seat || !row.seat || row.seat.split("/").some((word) => Number.parseInt(word, 10) === seat);

  // "1 nt 2 spades": 1nt 2s
  const joined = (text) => text.replace(/([1-7])\s*(no ?trump|club|diamond|heart|spade)s?\b/gi, (_, level, name) => level + name[0])
    .replace(/([1-7])\s+(?=(?:nt?|[cdhs♣♦♥♠])(?![\p{L}\d]))/giu, "$1");

  // The rows that a text finds: its calls, or else its words, of which "4NT" may be one. Where no call is said to be
  // theirs, "1H X" is (1H)-X as well.
  const find = (typed, rows) => {
    const read = readPattern(joined(typed));
    const reads = [read, readPattern(typed)];
    if (!typed.includes("(")) {
      reads.push({ ...read, calls: read.calls.map(({ words }) => ({ words })) });
      if (read.calls.length < 2) reads.push({ calls: [], seat: 0, rest: typed.replace(/[♣♦♥♠]/g, (sign) => SIGNS[sign]) });
    }
    return reads.map((each) => fitting(each, rows)).find((found) => found.length) ?? [];
  };

  // The rows that fit a pattern, the nearest first, each with whether it is the auction itself.
  const fitting = ({ calls, seat, rest }, rows) => {
    // "1N 2" and "1n st": a call that is still being typed, and words.
    const level = /^[1-7]$/.test(rest) ? rest : "";
    const words = level ? [] : plain(rest).split(/[\s,;()]+/).filter(Boolean)
      .map((word) => PRINTED_ACTIONS[ACTIONS[word]]?.toLowerCase() ?? word);
    const found = [];
    rows.forEach((row, number) => {
      const end = calls.length ? taken(calls, row) : 0;
      if ((calls.length && !end) || !fitsSeat(row, seat) || (level && row.calls[end + 1]?.[0] !== level)) return;
      if (!words.every((word) => row.text.includes(word))) return;
      const isExact = end === row.calls.length;
      const isNamed = words.length && words.every((word) => row.text.split(/[^\p{L}\p{N}]+/u).includes(word));
      // The auction itself, in the seat that is asked for, with opponents who are silent; then what is nearest.
      const rank = [isExact ? 0 : 1, isNamed ? 0 : 1, seat && !row.seat ? 1 : 0, row.calls.length, row.written, number];
      const isSaid = words.every((word) => row.says.includes(word));
      found.push({ row, rank, isElsewhere: Boolean(seat && !row.seat), isSaid });
    });
    found.sort((one, other) => one.rank.map((part, index) => part - other.rank[index]).find((part) => part) ?? 0);
    return found;
  };

  // ---------------------------------------------------------------- the field

  let loading = null;
  const load = () => {
    loading ??= new Promise((resolve, reject) => {
      const script = make("script", { src: new URL("bml-auctions.js", ownAddress) });
      script.addEventListener("error", reject);
      script.addEventListener("load", () => {
        const data = window.bmlAuctions;
        resolve(data.rows.map((row) => rowOf(row, data)));
      });
      document.head.append(script);
    });
    return loading;
  };

  const printedCall = (word) => {
    const [, open, level, strain, close] = word.match(/^(\(?)([1-7]?)([A-Z]+)(\)?)$/) ?? [null, word, "", "", ""];
    const shown = PRINTED_ACTIONS[strain];
    if (!level) return [`${open}${shown ?? strain}${close}`];
    const suit = SUIT_CLASS[strain] ? make("span", { class: SUIT_CLASS[strain] }, PRINTED[strain]) : PRINTED[strain];
    return [open, level, suit, close];
  };

  const printed = (name) => {
    const [auction, ...scope] = name.split("@");
    const parts = auction.split("-").flatMap((word, index) => (index ? ["–", ...printedCall(word)] : printedCall(word)));
    // Enter in the search of Material goes to what has most points.
    return make("b", { "data-md-score": MOST_POINTS }, ...parts, ...scope.map((word) => ` @${word}`));
  };

  const entryOf = ({ row, isElsewhere }) => {
    const seat = isElsewhere ? ` (${WORDS.any_seat})` : "";
    const about = [row.system, row.title].filter(Boolean).join(": ");
    return [printed(row.name), `${seat} `, make("span", {}, row.meaning), " ", make("small", {}, about)];
  };

  class Field {
    constructor() {
      this.input = make("input", {
        type: "search", role: "combobox", "aria-expanded": "false", "aria-controls": "bml-field-list", "aria-autocomplete": "list",
        "aria-label": WORDS.label, placeholder: WORDS.label, title: WORDS.help, autocomplete: "off", autocapitalize: "off",
        autocorrect: "off", spellcheck: "false", enterkeyhint: "go",
      });
      this.list = make("div", { id: "bml-field-list", role: "listbox", "aria-label": WORDS.label, hidden: "" });
      this.status = make("p", { role: "status" });
      this.element = make("div", { class: "bml-field" }, this.input, this.list, this.status);
      this.links = [];
      this.chosen = -1;
      let timer = 0;
      this.input.addEventListener("focus", () => { load().catch(() => {}); });
      this.input.addEventListener("input", () => {
        clearTimeout(timer);
        timer = setTimeout(() => this.show(), WAIT);
      });
      this.input.addEventListener("keydown", (event) => this.press(event));
      this.element.addEventListener("focusout", ({ relatedTarget }) => {
        if (!this.element.contains(relatedTarget)) this.close();
      });
      // A click on an entry shall not close the list before it is followed.
      this.list.addEventListener("pointerdown", (event) => event.preventDefault());
      this.list.addEventListener("click", (event) => {
        const entry = event.target instanceof Element && event.target.closest("a");
        if (entry) this.close();
      });
    }

    async show() {
      const typed = this.input.value;
      let rows;
      try {
        rows = await load();
      } catch {
        this.status.textContent = WORDS.failed;
        return;
      }
      if (typed !== this.input.value) return;
      const found = typed.trim() ? find(typed, rows) : [];
      this.links = found.slice(0, MOST).map((each, index) => this.entry(each, index));
      this.list.replaceChildren(...this.links);
      this.list.hidden = !this.links.length;
      this.status.textContent = typed.trim() && !this.links.length ? WORDS.nothing : "";
      this.input.setAttribute("aria-expanded", String(Boolean(this.links.length)));
      this.choose(this.links.length ? 0 : -1);
    }

    entry(each, index) {
      const attributes = { href: each.row.address, role: "option", id: `bml-field-${index}`, "aria-selected": "false", tabindex: "-1" };
      return make("a", attributes, ...entryOf(each));
    }

    choose(index) {
      this.links[this.chosen]?.setAttribute("aria-selected", "false");
      this.chosen = index;
      const entry = this.links[index];
      entry?.setAttribute("aria-selected", "true");
      entry?.scrollIntoView({ block: "nearest" });
      if (entry) this.input.setAttribute("aria-activedescendant", entry.id);
      else this.input.removeAttribute("aria-activedescendant");
    }

    press(event) {
      if (event.isComposing) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step && this.links.length) this.choose((this.chosen + step + this.links.length) % this.links.length);
      else if (event.key === "Enter" && this.links.length) this.links[this.chosen].click();
      else if (event.key === "Escape" && this.input.value) {
        this.input.value = "";
        this.close();
      } else if (event.key === "Escape") this.input.blur();
      else return;
      event.preventDefault();
      event.stopPropagation();
    }

    close() {
      this.list.hidden = true;
      this.list.replaceChildren();
      this.links = [];
      this.status.textContent = "";
      this.input.setAttribute("aria-expanded", "false");
      this.choose(-1);
      this.element.classList.remove("bml-field-above");
    }

    // By a key, from anywhere on the page.
    open() {
      const { top, bottom } = this.element.getBoundingClientRect();
      this.element.classList.toggle("bml-field-above", bottom < 0 || top > innerHeight);
      this.input.focus({ preventScroll: true });
      this.input.select();
    }

    // Themes differ in what is around the text of a page, and each has one of these.
    place() {
      const content = CONTENTS.map((each) => document.querySelector(each)).find(Boolean);
      if (content && !content.contains(this.element)) content.prepend(this.element);
    }
  }

  // ---------------------------------------------------------------- the search of the site

  // The searches of hosts know pages, and each reads words in its own way. Above what they list stand the rows that
  // the field would find: before the first of these, for what is typed into the second.
  const SEARCHES = [
    ["#search-results", "#search-results input"],
    ["#mkdocs-search-results", "#mkdocs-search-query"],
    [".md-search-result__meta", ".md-search__input"],
  ];

  const rowsFound = make("ul", {});
  const found = make("div", { class: "bml-found" }, rowsFound);
  let asked = "";

  const showFound = async (typed, place) => {
    asked = typed;
    const rows = typed.trim() ? find(typed, await load()).filter(({ isSaid }) => isSaid).slice(0, FIRST) : [];
    if (typed !== asked) return;
    rowsFound.replaceChildren(...rows.map((each) => make("li", {}, make("a", { href: each.row.address }, ...entryOf(each)))));
    found.hidden = !rows.length;
    if (place.previousSibling !== found) place.before(found);
  };

  // Zensical has its search in a tree of its own, where no style of the page holds.
  const placeFor = (input) => {
    const root = input.getRootNode();
    if (root === document) return document.querySelector(SEARCHES.find(([, field]) => input.matches(field))?.[0] ?? "html:empty");
    const place = root.querySelector("[role=status]");
    if (place && found.children.length < 2) found.prepend(make("link", { rel: "stylesheet", href: new URL("bml-field.css", ownAddress) }));
    return place;
  };

  const helpSearches = () => {
    document.addEventListener("input", (event) => {
      const [input] = event.composedPath();
      const place = input instanceof HTMLInputElement && placeFor(input);
      if (place) showFound(input.value, place).catch(() => {});
    }, true);
    const typed = new URLSearchParams(location.search).get("q");
    const place = typed && SEARCHES.map(([each]) => document.querySelector(each)).find(Boolean);
    if (place) showFound(typed, place).catch(() => {});
  };

  const start = () => {
    helpSearches();
    const field = new Field();
    field.place();
    addEventListener("keydown", (event) => {
      const isTyping = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
      const isOurs = event.ctrlKey && event.shiftKey && event.key.toLowerCase() === "k";
      // A theme that searches with the same key has taken it by now.
      const isFree = event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
      if (!isOurs && !isFree) return;
      event.preventDefault();
      field.open();
    });
    // Some themes exchange the page without loading a new one.
    new MutationObserver(() => {
      if (!field.element.isConnected) field.place();
    }).observe(document.body, { childList: true, subtree: true });
  };

  Object.assign(window.bmlField, { fitsSeat, rowOf, readPattern, taken });
  // A bidding box that is a page of its own reads patterns with this script, and has no list of auctions beside it.
  if (!ownAddress) return;
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
