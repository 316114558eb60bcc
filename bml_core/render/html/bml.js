// Bidding tables, made handier: open and close everything, filter rows, open what an address points to.
// Everything works without this script.
(() => {
  "use strict";

  // A theme that exchanges pages runs the script of each, and the first one sees to them all.
  if (window.bmlTools) return;
  window.bmlTools = {};
  const ownAddress = document.currentScript?.src;

  const MANY_ROWS = 12;
  const MANY_ROWS_OF_A_TREE = 7;
  const LEVELS = [2, 3];
  // Tables in other languages bring these words along.
  const WORDS = {
    open: "Open all",
    close: "Close all",
    filter: "Filter rows",
    help: "Words in any order, or an auction: hearts 17, 1N-2C",
    matches: "{count} of {all} rows",
    nothing: "No row fits. Try fewer words, or an auction such as 1N-2C.",
    link_to: "Link to {row}",
    level: "Open to level {level}",
    copy: "Copy",
    copied: "Copied",
    share: "Send",
    signs: "Signs",
    known: "!: alert; ( ): calls of opponents; M: a major; m: a minor; oM: the other major; om: the other minor; X: any suit",
  };
  const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
  const SUIT_NAMES = [
    ["♣", /\b(clubs?|treffs?|trefles?|kreuz|klaver(en)?)\b/g],
    ["♦", /\b(diamonds?|karos?|carreaux?|ruiten)\b/g],
    ["♥", /\b(hearts?|herz|coeurs?|harten)\b/g],
    ["♠", /\b(spades?|piks?|piques?|schoppen)\b/g],
  ];
  const NUMBERS = [
    "zero|null", "one", "two|zwei|deux|twee", "three|drei|trois|drie", "four|vier|quatre", "five|funf|cinq|vijf",
    "six|sechs|zes", "seven|sieben|sept|zeven", "eight|acht|huit", "nine|neun|neuf|negen", "ten|zehn|dix|tien",
    "eleven|elf|onze", "twelve|zwolf|douze|twaalf", "thirteen|dreizehn|treize|dertien",
  ].map((names, number) => [String(number), new RegExp(`\\b(?:${names})\\b`, "g")]);
  const ACTIONS = [
    ["p", /^(p|pass|passe|pas)$/],
    ["x", /^(x|d|dbl|dble|double|kontra|contre|doublet)$/],
    ["xx", /^(xx|r|rdbl|redouble|rekontra|surcontre|redoublet)$/],
  ];
  const BID = /^[1-7][a-z♣♦♥♠]{1,3}$/;
  const WAIT = 120;
  const tables = new WeakMap();

  const make = (tag, attributes, text = "") => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    return element;
  };

  const makeButton = (text, act, attributes = {}) => {
    const button = make("button", { type: "button", ...attributes }, text);
    button.addEventListener("click", act);
    return button;
  };

  // ---------------------------------------------------------------- what rows say, and what readers type

  // One spelling of what players write in many: 1♥, 1!h, 1h; hearts, ♥; six, 6; 1NT, 1N; 15–17, 15 - 17.
  const plain = (text) => {
    let found = text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/œ/g, "oe");
    for (const [sign, names] of [...SUIT_NAMES, ...NUMBERS]) found = found.replace(names, sign);
    return found
      .replace(/(\d)(?:-card)? or (?:more|longer)\b/g, "$1+")
      .replace(/!([cdhs])/g, (_, letter) => SUITS[letter])
      .replace(/(\d[+-]?)([cdhs])(?![a-z])/g, (_, number, letter) => number + SUITS[letter])
      .replace(/\b([1-7])(?:nt?|sa| ?no[- ]?trumps?)(?![a-z])/g, "$1nt")
      .replace(/\s*[-‐-―−]+\s*/g, "-")
      .replace(/\s+/g, " ")
      .trim();
  };

  // The text of an element, with suits as signs.
  const textOf = (element) => {
    if (element.matches(".bml-responses")) return "";
    if (element.matches("i, .bml-symbols")) return element.textContent.replace(/[CDHS]/g, (letter) => SUITS[letter.toLowerCase()]);
    return Array.from(element.childNodes, (node) => (node instanceof Element ? textOf(node) : node.textContent)).join("");
  };

  const callName = (text) => ACTIONS.find(([, names]) => names.test(text))?.[0] ?? text;

  // A call of the notes: the names it has, more than one for 1M or 1C/1D.
  const callOf = (element) => {
    const meanings = Array.from(element.querySelectorAll("abbr[title]"), (part) => part.title).join(" ");
    const written = plain(textOf(element)).replace(/[()!]/g, "").split("/");
    const meant = plain(meanings).match(/[1-7](nt|[♣♦♥♠])/g) ?? [];
    return { names: [...written.map(callName), ...meant], theirs: element.matches(".bml-theirs") };
  };

  // The calls of a word such as 1n-(2c)-x; null for other words.
  const typedCalls = (word) => {
    const calls = word.split("-").filter(Boolean).map((part) => {
      const theirs = /^\(.*\)$/.test(part);
      return { name: callName(theirs ? part.slice(1, -1) : part), theirs };
    });
    return calls.every(({ name }) => BID.test(name) || ACTIONS.some(([action]) => action === name)) ? calls : null;
  };

  // Whether an auction ends with the calls. Notes leave out passes that readers may type, and the other way round.
  const endsWith = (auction, calls) => {
    let at = auction.length - 1;
    for (const { name, theirs } of [...calls].reverse()) {
      const fits = () => auction[at]?.names.includes(name) && (!theirs || auction[at].theirs);
      while (name !== "p" && at < auction.length - 1 && auction[at]?.names.includes("p")) at -= 1;
      if (fits()) at -= 1;
      else if (name !== "p") return false;
    }
    return at < auction.length - 1;
  };

  const holds = (auction, calls) => auction.some((_, number) => endsWith(auction.slice(0, number + 1), calls));

  // 17 is not part of 117, and a single letter is a word: a suit, or a call such as X.
  const pattern = (word) => {
    if (SUITS[word]) return new RegExp(SUITS[word]);
    // 5-card is also 5 cards, 5+ and 5♥.
    const length = word.match(/^(\d+\+?)-cards?$/);
    if (length) return new RegExp(`(?<!\\d)${length[1].replace("+", "\\+")}(?:[- ]card|\\+|[♣♦♥♠])`);
    const escaped = word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    const edge = word.length === 1 ? "\\p{L}" : "";
    const before = /^\d/.test(word) ? "\\d" : edge;
    const behind = /\d$/.test(word) ? "\\d" : edge;
    return new RegExp((before && `(?<!${before})`) + escaped + (behind && `(?!${behind})`), "u");
  };

  // What a reader typed as a question to rows: every word in any order, or the auction up to a row.
  const question = (typed) => {
    const words = plain(typed).split(/[\s,;]+/).filter(Boolean);
    const parts = words.map((word) => ({ says: pattern(word), calls: typedCalls(word) }));
    const saysAll = (row) => parts.every(({ says }) => says.test(row.text));
    if (parts.every(({ calls }) => calls)) {
      const calls = parts.flatMap((part) => part.calls);
      const isAuction = calls.length > 1 && calls.some(({ name }) => BID.test(name));
      return (row) => saysAll(row) || (isAuction && endsWith(row.auction, calls));
    }
    return (row) => parts.every(({ says, calls }) =>
      says.test(row.text) || (calls?.some(({ name }) => BID.test(name)) && holds(row.auction, calls)));
  };

  // ---------------------------------------------------------------- tables

  class Table {
    constructor(element) {
      this.element = element;
      this.words = { ...WORDS, ...JSON.parse(element.dataset.words ?? "{}") };
      this.branches = Array.from(element.querySelectorAll("details"));
      this.lines = Array.from(element.querySelectorAll("li, tbody > tr"));
      // Beside a few rows that can all be seen, buttons would only be in the way.
      const many = this.branches.length ? MANY_ROWS_OF_A_TREE : MANY_ROWS;
      this.isLarge = this.branches.some((branch) => !branch.open) || this.lines.length > many;
      this.read = null;
      this.before = null;
      // Without this script, rows can do without a link to themselves, and pages are a fifth smaller.
      for (const line of this.lines) {
        if (!line.id) continue;
        const label = this.words.link_to.replace("{row}", line.id);
        const link = make("a", { class: "bml-link", href: `#${line.id}`, "aria-label": label });
        if (line.matches("tr")) line.lastElementChild.append(link);
        else line.prepend(link);
      }
    }

    // Open what has fewer rows above it.
    openTo(level) {
      for (const branch of this.branches) branch.open = depthOf(branch.parentElement) < level - 1;
    }

    addTools() {
      if (this.input) return;
      const { open, close, filter, help, level } = this.words;
      const tools = make("div", { class: "bml-tools", role: "group", "aria-label": filter });
      if (this.branches.length && this.isLarge) {
        const deepest = Math.max(...this.branches.map((branch) => depthOf(branch.parentElement)));
        tools.append(makeButton(open, () => this.openTo(Infinity)), makeButton(close, () => this.openTo(1)));
        for (const number of LEVELS.filter((each) => each < deepest + 2)) {
          const label = level.replace("{level}", number);
          tools.append(makeButton(number, () => this.openTo(number), { title: label, "aria-label": label }));
        }
      }
      this.input = make("input", {
        type: "search", placeholder: filter, "aria-label": filter, title: help, autocomplete: "off", enterkeyhint: "search",
      });
      this.status = make("span", { role: "status" });
      let timer = 0;
      this.input.addEventListener("input", () => {
        clearTimeout(timer);
        timer = setTimeout(() => filterPage(this.input.value, this), WAIT);
      });
      this.input.addEventListener("keydown", (event) => {
        if (event.isComposing || !this.input.value) return;
        if (event.key !== "Enter" && event.key !== "Escape") return;
        clearTimeout(timer);
        event.preventDefault();
        filterPage(event.key === "Enter" ? this.input.value : "", this);
        if (event.key === "Enter") goToMatch(this.input);
      });
      this.first = make("a", { class: "bml-first", hidden: "" });
      tools.append(this.input, this.status, this.first);
      this.tools = tools;
      this.element.prepend(tools);
    }

    // The rows with what they say, the auction up to them, and the row above.
    get rows() {
      if (this.read) return this.read;
      const history = Array.from(this.element.querySelectorAll(".bml-history .bml-call"), callOf);
      const above = [];
      const meanings = abbreviations();
      this.read = this.lines.map((line) => {
        const own = line.matches("tr") ? line : line.querySelector(":scope > .bml-row, :scope > details > .bml-row");
        const parts = Array.from(own?.querySelectorAll(".bml-call, .bml-text") ?? []);
        above.length = depthOf(line);
        const parent = above.at(-1) ?? null;
        const call = parts.length && parts[0].matches(".bml-call") ? callOf(parts[0]) : { names: [], theirs: false };
        const said = parts.map(textOf).join(" ");
        const meant = Array.from(new Set(said.match(/[\p{L}\d]+/gu)), (word) => meanings.get(word) ?? "");
        const words = plain(said);
        const joined = words.replace(/(\d[+-]?) (?=[♣♦♥♠])/g, "$1");
        const text = [words, joined, ...call.names, plain(meant.join(" "))].join(" ");
        const row = { line, text, parent, auction: [...(parent?.auction ?? history), call] };
        above.push(row);
        return row;
      });
      return this.read;
    }

    // Show the rows that fit, those above them, and below them what can be opened; return how many fit.
    filter(fits) {
      this.before ??= this.branches.map((branch) => branch.open);
      const matching = new Set(this.rows.filter(fits));
      const above = new Set();
      for (const row of matching) {
        for (let up = row.parent; up && !above.has(up); up = up.parent) above.add(up);
      }
      const shown = new Set();
      // Rows come before their responses, so that these find out whether the one above them fits.
      for (const row of this.rows) {
        if (matching.has(row) || shown.has(row.parent)) shown.add(row);
        row.line.hidden = !(shown.has(row) || above.has(row));
        row.line.classList.toggle("bml-match", matching.has(row));
        const branch = row.line.querySelector(":scope > details");
        if (branch) branch.open = above.has(row);
      }
      this.element.classList.toggle("bml-nothing", !matching.size);
      return matching.size;
    }

    showAll() {
      if (!this.before) return;
      for (const line of this.lines) {
        line.hidden = false;
        line.classList.remove("bml-match");
      }
      this.branches.forEach((branch, number) => { branch.open = this.before[number]; });
      this.before = null;
      this.element.classList.remove("bml-nothing");
    }
  }

  // What GF stands for, also where a table uses it again without saying so.
  const abbreviations = () => new Map(
    Array.from(document.querySelectorAll(".bml-table .bml-text abbr[title]"), (part) => [part.textContent, part.title]));

  // The rows from the top of a table down to one.
  const pathTo = (line) => {
    const path = [line];
    if (line.matches("tr")) {
      for (let up = line; up && depthOf(path[0]); up = up.previousElementSibling) if (depthOf(up) < depthOf(path[0])) path.unshift(up);
    } else {
      for (let up = line; (up = up.parentElement.closest(".bml-table, li")).matches("li");) path.unshift(up);
    }
    return path;
  };

  const depthOf = (line) => (line.matches("tr")
    ? (line.querySelector(".bml-path")?.textContent.match(/ – /g) ?? []).length : pathTo(line).length - 1);

  // ---------------------------------------------------------------- the page

  const tablesOfPage = () => Array.from(document.querySelectorAll(".bml-table"), (element) => tables.get(element)).filter(Boolean);

  // Filter every table of the page. The field that a reader types in stays where it is in the window.
  const filterPage = (typed, table) => {
    const all = tablesOfPage();
    const top = table.input.getBoundingClientRect().top;
    const isAsking = Boolean(plain(typed));
    const fits = question(typed);
    let count = 0;
    for (const each of all) {
      if (isAsking) count += each.filter(fits);
      else each.showAll();
      if (!each.input) continue;
      if (each !== table || !isAsking) each.input.value = isAsking ? typed : "";
      // Heard once, however many fields there are.
      if (each !== table) each.status.textContent = "";
      each.tools.classList.toggle("bml-asking", each === table);
      each.first.hidden = true;
    }
    const numbers = { count, all: all.reduce((sum, each) => sum + each.lines.length, 0) };
    const { matches, nothing } = table.words;
    const said = count ? matches.replace(/\{(count|all)\}/g, (_, name) => numbers[name]) : nothing;
    table.status.textContent = isAsking ? said : "";
    if (isAsking) leadFrom(table);
    scrollBy({ top: table.input.getBoundingClientRect().top - top, behavior: "instant" });
  };

  // The first row below a field that fits, or the first of the page.
  const firstMatch = (input) => {
    const found = Array.from(document.querySelectorAll(".bml-match"));
    return found.find((row) => input.compareDocumentPosition(row) & Node.DOCUMENT_POSITION_FOLLOWING) ?? found[0];
  };

  const goToMatch = (input) => {
    const row = firstMatch(input);
    row?.scrollIntoView({ block: "center" });
    row?.querySelector("summary, a.bml-link")?.focus({ preventScroll: true });
  };

  // Where a table has no row that fits, its field says which one is the first elsewhere, as a link.
  const leadFrom = ({ element, input, first }) => {
    const row = firstMatch(input);
    const link = row && !element.contains(row) && row.querySelector(":scope > a.bml-link, :scope > td > a.bml-link");
    if (!link) return;
    first.hidden = false;
    first.textContent = row.id;
    first.setAttribute("href", link.getAttribute("href"));
    first.setAttribute("aria-label", link.getAttribute("aria-label"));
  };

  // Bidding boxes and quizzes each have a script and a style of their own, beside these.
  const APPS = { boxes: "bml-box", quizzes: "bml-quiz" };
  const styles = new Map();
  const openApp = (app, name) => {
    if (window.bmlTools[app]) window.bmlTools[app].start();
    // A theme that exchanges pages takes the style of the last one out of the head.
    if (styles.has(app) && !styles.get(app).isConnected) document.head.append(styles.get(app));
    if (window.bmlTools[app] || styles.has(app) || !ownAddress) return;
    const script = make("script", { src: new URL(`${name}.js`, ownAddress) });
    const style = make("link", { rel: "stylesheet", href: new URL(`${name}.css`, ownAddress) });
    styles.set(app, style);
    script.addEventListener("error", () => {
      for (const element of document.querySelectorAll(`.${name}`)) element.classList.add(`${name}-failed`);
    });
    for (const event of ["load", "error"]) style.addEventListener(event, () => document.head.append(script), { once: true });
    document.head.append(style);
  };

  // The signs and abbreviations of a page: nobody can point at them on a phone.
  const addSigns = ({ words, element, tools = make("div", { class: "bml-tools" }) }) => {
    const calls = new Set(Array.from(document.querySelectorAll(".bml-table .bml-call abbr"), (call) => call.textContent.slice(1)));
    for (const [sign, mark] of [["!", ".bml-alert"], ["( )", ".bml-theirs"]]) if (document.querySelector(`.bml-table ${mark}`)) calls.add(sign);
    const known = words.known.split("; ").map((each) => each.split(": ")).filter(([sign]) => calls.has(sign));
    const list = make("dl", {});
    for (const [sign, meaning] of [...known, ...abbreviations()]) list.append(make("dt", {}, sign), make("dd", {}, meaning));
    if (!list.children.length) return;
    const signs = make("details", { class: "bml-signs" });
    signs.append(make("summary", {}, words.signs), list);
    tools.append(signs);
    if (!tools.isConnected) element.prepend(tools);
  };

  // ---------------------------------------------------------------- where a reader is: the auction up to a row

  // At the foot of the window: no theme has its menus there, and a thumb reaches it.
  const here = make("nav", { class: "bml-here", hidden: "" });
  let touched = null;

  const isSeen = (line) => {
    const { top, bottom } = line.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };

  // The row that a reader has touched, or the one in the upper part of the window.
  const rowInView = () => {
    if (touched?.isConnected && isSeen(touched)) return touched;
    touched = null;
    const at = innerHeight / 5;
    for (const { element } of tablesOfPage()) {
      const { top, bottom, right } = element.getBoundingClientRect();
      const line = top < at && bottom > at && document.elementFromPoint(right - 30, at)?.closest("li, tr");
      if (line && element.contains(line)) return line;
    }
    return null;
  };

  let shownRow = null;
  const showHere = () => {
    const line = rowInView();
    const path = line ? pathTo(line) : [];
    const history = line?.closest(".bml-table").querySelector(".bml-auction-so-far");
    // While the beginning of the auction is seen, nobody needs it twice.
    here.hidden = !line || (line !== touched && (history ?? path[0]).getBoundingClientRect().top >= 0);
    if (here.hidden || line === shownRow) return;
    shownRow = line;
    const { words } = tables.get(line.closest(".bml-table"));
    const calls = path.map((each) => {
      const link = make("a", { href: `#${each.id}` });
      link.append(...Array.from(each.querySelector(".bml-call").childNodes, (node) => node.cloneNode(true)));
      return link;
    });
    if (history) calls.unshift(history.cloneNode(true));
    const auction = make("span", {});
    calls.forEach((call, number) => auction.append(number ? " – " : "", call));
    const says = line.querySelector(".bml-row > .bml-text, :scope > td > .bml-text");
    const text = [calls.map(textOf).join("–").replace(/ – /g, "–"), says ? textOf(says).trim() : ""].filter(Boolean).join(": ");
    const url = new URL(`#${line.id}`, location.href).href;
    here.setAttribute("aria-label", text.split(":")[0]);
    here.replaceChildren(auction);
    if (navigator.clipboard) {
      here.append(makeButton(words.copy, async ({ target }) => {
        await navigator.clipboard.writeText(`${text}\n${url}`);
        target.textContent = words.copied;
      }));
    }
    if (navigator.share) here.append(makeButton(words.share, () => navigator.share({ title: document.title, text, url }).catch(() => {})));
  };

  const addHere = () => {
    document.body.append(here);
    let frame = 0;
    const soon = () => { frame ||= requestAnimationFrame(() => { frame = 0; showHere(); }); };
    for (const name of ["scroll", "resize", "toggle"]) addEventListener(name, soon, { capture: true, passive: true });
    document.addEventListener("click", ({ target }) => {
      const line = target instanceof Element && target.closest(".bml-row, .bml-flat tr")?.closest(".bml-table li, .bml-table tr");
      if (line?.id) touched = line;
      if (line) soon();
    });
  };

  // ---------------------------------------------------------------- what was open, when somebody comes back

  const MEMORY = "bml-open";
  let isBack = ["back_forward", "reload"].includes(performance.getEntriesByType("navigation")[0]?.type);

  const remembered = () => {
    try {
      return JSON.parse(sessionStorage.getItem(MEMORY)) ?? {};
    } catch {
      return {};
    }
  };

  const branchesOfPage = () => tablesOfPage().flatMap(({ branches, before }) => (before ? [] : branches));

  const remember = () => {
    const states = branchesOfPage().map(({ open }) => Number(open)).join("");
    try {
      sessionStorage.setItem(MEMORY, JSON.stringify({ ...remembered(), [location.pathname]: states }));
    } catch {
      // Some browsers store nothing for files.
    }
  };

  const restore = () => {
    const states = isBack ? remembered()[location.pathname] : "";
    const branches = branchesOfPage();
    if (states?.length === branches.length) branches.forEach((branch, number) => { branch.open = states[number] === "1"; });
  };

  const addMemory = () => {
    let timer = 0;
    addEventListener("toggle", () => {
      clearTimeout(timer);
      timer = setTimeout(remember);
    }, true);
    addEventListener("popstate", () => { isBack = true; });
    addEventListener("click", () => { isBack = false; }, true);
  };

  // Give large tables their tools, and the first one a field where many rows are in small ones.
  const enhance = () => {
    const fresh = Array.from(document.querySelectorAll(".bml-table")).filter((element) => !tables.has(element));
    for (const element of fresh) tables.set(element, new Table(element));
    if (fresh.length) restore();
    const all = tablesOfPage();
    const isLong = all.reduce((sum, table) => sum + table.lines.length, 0) > MANY_ROWS;
    all.forEach((table, number) => {
      if (table.isLarge || (number === 0 && isLong)) table.addTools();
    });
    const first = all.find(({ tools }) => tools) ?? all.find(({ element }) => element.querySelector("abbr[title], .bml-alert, .bml-theirs"));
    if (first && !document.querySelector(".bml-signs")) addSigns(first);
    for (const [app, name] of Object.entries(APPS)) if (document.querySelector(`.${name}`)) openApp(app, name);
  };

  // ---------------------------------------------------------------- what a row says, before anybody goes there

  // One box for all links: it comes to the mouse after a moment, to the keyboard at once, and to a finger with
  // the first tap; the second one follows the link. Escape takes it away. Without it the title says the same.
  const MOMENT = 150;
  const EDGE = 8;
  // Browsers that can do so keep the box beside its link themselves, above all else; in others it is put there.
  const IS_ANCHORED = "popover" in HTMLElement.prototype && CSS.supports("position-area: block-end")
    && CSS.supports("justify-self: anchor-center");
  const box = make("div", { class: "bml-preview", role: "tooltip", id: "bml-preview", ...(IS_ANCHORED && { popover: "manual" }) });
  let leading = null;
  let wait = 0;
  let isTouch = false;

  const wayOf = ({ target }) => (target instanceof Element ? target.closest("a.bml-way") : null);

  const hide = () => {
    clearTimeout(wait);
    if (!leading) return;
    leading.title = box.textContent;
    leading.removeAttribute("aria-describedby");
    leading.style.removeProperty("anchor-name");
    leading = null;
    box.remove();
  };

  const putBox = () => {
    const at = leading.getClientRects()[0] ?? leading.getBoundingClientRect();
    // The link may still be on its way into the window.
    box.style.visibility = at.bottom < 0 || at.top > innerHeight ? "hidden" : "visible";
    const below = at.bottom + 4;
    const { width, height } = box.getBoundingClientRect();
    const left = Math.max(EDGE, Math.min(at.left, document.documentElement.clientWidth - width - EDGE));
    box.style.left = `${left}px`;
    box.style.top = `${below + height > innerHeight && at.top > height + 4 ? at.top - height - 4 : below}px`;
  };

  const show = (link) => {
    clearTimeout(wait);
    if (link === leading) return;
    hide();
    if (!link.title || !link.isConnected) return;
    leading = link;
    box.textContent = link.title;
    // The browser would show a second box.
    link.removeAttribute("title");
    link.setAttribute("aria-describedby", box.id);
    document.body.append(box);
    if (IS_ANCHORED) {
      link.style.setProperty("anchor-name", "--bml-way");
      box.showPopover();
    } else putBox();
  };

  const later = (action) => {
    clearTimeout(wait);
    wait = setTimeout(action, MOMENT);
  };

  const addPreviews = () => {
    document.addEventListener("pointerover", (event) => {
      const link = wayOf(event);
      if (event.pointerType === "touch") return;
      if (link) later(() => show(link));
      else if (box.contains(event.target)) clearTimeout(wait);
      // What the keyboard has asked for stays, though the page moves below the mouse.
      else if (leading && leading !== document.activeElement) later(hide);
      else clearTimeout(wait);
    });
    document.addEventListener("focusin", (event) => {
      const link = wayOf(event);
      if (link?.matches(":focus-visible")) show(link);
    });
    document.addEventListener("focusout", hide);
    document.addEventListener("pointerdown", (event) => {
      isTouch = event.pointerType === "touch";
      if (leading && wayOf(event) !== leading && !box.contains(event.target)) hide();
    }, true);
    document.addEventListener("click", (event) => {
      const link = wayOf(event);
      if (link && isTouch && link !== leading && link.title) {
        event.preventDefault();
        event.stopImmediatePropagation();
        show(link);
      } else if (link) hide();
    }, true);
    document.addEventListener("keydown", (event) => {
      isTouch = false;
      if (event.key !== "Escape" || !leading) return;
      event.stopPropagation();
      hide();
    }, true);
    for (const name of ["scroll", "resize"]) addEventListener(name, () => leading && !IS_ANCHORED && putBox(), { capture: true, passive: true });
    for (const name of ["hashchange", "pagehide"]) addEventListener(name, hide);
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

  let followed = null;

  const follow = () => {
    const target = pointedAt();
    followed = target;
    const table = target && target.closest(".bml-table");
    if (!table) return;
    if (target.closest("[hidden]")) {
      for (const each of tablesOfPage()) if (each.input?.value) filterPage("", each);
    }
    touched = target;
    const own = target.querySelector(":scope > details");
    if (own) own.open = true;
    for (let branch = target.closest("details"); branch; branch = branch.parentElement.closest("details")) branch.open = true;
    target.scrollIntoView();
  };

  // ---------------------------------------------------------------- paper: answers are at its end

  const printAnswers = () => {
    const answers = Array.from(document.querySelectorAll("details.bml-printed-end"));
    if (!answers.length) return;
    const end = make("div", { class: "bml-printed-answers" });
    const moved = answers.map((answer, index) => {
      const number = make("span", {}, ` ${index + 1}`);
      const name = answer.querySelector("summary");
      name.append(number);
      const see = make("p", {}, name.textContent);
      answer.replaceWith(see);
      end.append(answer);
      return () => {
        number.remove();
        see.replaceWith(answer);
      };
    });
    (document.querySelector("article, [role=main], main") ?? document.body).append(end);
    addEventListener("afterprint", () => {
      for (const putBack of moved) putBack();
      end.remove();
    }, { once: true });
  };

  const start = () => {
    enhance();
    addHere();
    addMemory();
    addEventListener("beforeprint", printAnswers);
    // What was put in above it has moved the place that the address leads to.
    pointedAt()?.scrollIntoView();
    follow();
    addEventListener("hashchange", follow);
    addPreviews();
    // Following the same link again changes no address.
    document.addEventListener("click", (event) => {
      const link = event.target instanceof Element && event.target.closest("a.bml-link, a.bml-first");
      if (link && link.hash === location.hash) follow();
    });
    // Some themes exchange the page without loading a new one.
    new MutationObserver((changes) => {
      if (changes.some(({ addedNodes }) => Array.from(addedNodes).some((node) => node instanceof Element && node !== box && !here.contains(node)))) {
        enhance();
        // The row that the address led to may have been exchanged with its page.
        if (pointedAt() !== followed) follow();
      }
      if (leading && !leading.isConnected) hide();
    }).observe(document.body, { childList: true, subtree: true });
  };

  Object.assign(window.bmlTools, { plain, pattern });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
