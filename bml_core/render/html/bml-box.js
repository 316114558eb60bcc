// The notes as a bidding box. It is loaded by bml.js where a page has one, and takes the place of the index there.
(() => {
  "use strict";

  const LEVELS = [1, 2, 3, 4, 5, 6, 7];
  const STRAINS = ["C", "D", "H", "S", "N"];
  const ACTIONS = ["P", "D", "R"];
  const SEATS = ["north", "east", "south", "west"];
  const VULNERABLE = { none: [false, false], we: [true, false], they: [false, true], both: [true, true] };
  const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
  const SIGNS = { "♣": "C", "♦": "D", "♥": "H", "♠": "S" };
  const MOST_RESULTS = 40;
  const MOST_WORDS = 500;
  const WAIT = 150;
  const ALERTED = 1, DESCRIBED = 2;
  const { plain, pattern } = window.bmlTools;

  // ---------------------------------------------------------------- calls, and what is legal

  const rank = (call) => (/^[1-7]/.test(call) ? (call[0] - 1) * 5 + STRAINS.indexOf(call[1]) : -1);
  const isBid = (call) => rank(call) >= 0;
  const callsOf = (code) => code.match(/[1-7][CDHSN]|[PDR]/g) ?? [];
  const passesBefore = (calls) => {
    const first = calls.findIndex((call) => call !== "P");
    return first < 0 ? calls.length : first;
  };

  const isOver = (calls) => {
    const needed = calls.some(isBid) ? 3 : 4;
    return calls.length >= needed && calls.slice(-needed).every((call) => call === "P");
  };

  const isLegal = (calls, call) => {
    if (isOver(calls)) return false;
    const at = calls.findLastIndex(isBid);
    if (isBid(call)) return at < 0 || rank(call) > rank(calls[at]);
    if (call === "P") return true;
    const own = (calls.length - at) % 2 === 0;
    const doubling = calls.slice(at + 1).findLast((other) => other !== "P");
    if (at < 0) return false;
    return call === "D" ? !own && !doubling : own && doubling === "D";
  };

  // A word as a call: 1n, 1NT, 2♥, X, pass; "" for another word.
  const readCall = (word) => {
    const text = word.toLowerCase().replace(/[♣♦♥♠]/g, (sign) => SIGNS[sign].toLowerCase()).replace("!", "");
    if (/^[1-7]([cdhs]|nt?)$/.test(text)) return text.slice(0, 2).toUpperCase();
    const names = { P: ["p", "pass"], D: ["d", "x", "dbl", "double"], R: ["r", "xx", "rdbl", "redouble"] };
    return ACTIONS.find((call) => names[call].includes(text)) ?? "";
  };

  // Whether each pass before an opening is theirs, as bml_core.bridge.passing_sides has it.
  const passingSides = (theirs, theyOpen, inTurn) => (theirs.some(Boolean) || (theirs.length === 1 && !theyOpen && !inTurn)
    ? theirs : theirs.map((_, number) => ((theirs.length - number) % 2 === 1) !== theyOpen));

  // An auction as players write it, with whose calls they are; null if a word is not a call.
  const readAuction = (text) => {
    const words = text.replace(/[\u00ad‐-―−-]+/g, " ").match(/\([^()]*\)|[^\s,;()]+|[()]/g) ?? [];
    const written = words.map((word) => {
      const theirs = /^\(.*\)$/.test(word);
      return { call: readCall(theirs ? word.slice(1, -1).trim() : word), theirs };
    });
    if (!written.length || written.some(({ call }) => !call)) return null;
    const first = written.findIndex(({ call }) => call !== "P");
    const opening = first < 0 ? written.length : first;
    const inTurn = first < 0 || written.slice(opening + 1, -1)
      .some(({ call, theirs }, number) => call === "P" && !theirs && !written[opening + number].theirs);
    const passes = written.slice(0, opening).map(({ theirs }) => theirs && first >= 0);
    const sides = passingSides(passes, Boolean(written[opening]?.theirs), inTurn);
    const every = [];
    written.forEach(({ call, theirs }, number) => {
      const last = every.at(-1);
      const later = number > opening && call === "P" && !theirs ? !last.theirs : theirs;
      const side = number < opening ? sides[number] : later;
      if (last?.theirs === side) every.push({ call: "P", theirs: !side });
      every.push({ call, theirs: side });
    });
    const calls = every.map(({ call }) => call);
    const illegal = calls.find((call, number) => !isLegal(calls.slice(0, number), call)) ?? "";
    const at = passesBefore(calls);
    return { calls, illegal, weDeal: (at % 2 === 0) !== Boolean(every[at]?.theirs) };
  };

  // An auction as an address of the notes has it.
  const writeAuction = (calls, weDeal) => {
    const opening = passesBefore(calls);
    const isOurs = (number) => (number % 2 === 0) === weDeal;
    const later = calls.map((call, number) => ({ call, ours: isOurs(number) })).slice(opening);
    const isSilent = later.every(({ call, ours }) => (call === "P") !== ours);
    return [
      ...(opening === 1 && later[0]?.ours ? ["(P)"] : calls.slice(0, opening)),
      ...later.filter(({ ours }, number) => ours || !isSilent || number === later.length - 1)
        .map(({ call, ours }) => (ours ? call : `(${call})`)),
    ].join("-");
  };

  // ---------------------------------------------------------------- the data of a system

  class Notes {
    constructor(element) {
      this.data = element.dataset;
      this.inside = element.querySelector(":scope > script[type='application/json']");
      this.rows = {};
      this.steps = {};
      this.hands = {};
      this.loading = new Map();
      this.names = new Set();
      this.isWhole = false;
    }

    async open() {
      if (this.inside) {
        const { parts, ...head } = JSON.parse(this.inside.textContent);
        this.take(head);
        parts.forEach((part) => this.take(part));
        this.isWhole = true;
      } else {
        await this.load("openings");
      }
    }

    take({ rows = {}, steps = {}, hands = {}, pages, scopes, names }) {
      Object.assign(this.rows, rows);
      Object.assign(this.steps, steps);
      Object.assign(this.hands, hands);
      if (pages) Object.assign(this, { pages, scopes, names: new Set(names) });
    }

    // Pages from the disk may not ask for files, yet their scripts may be anywhere beside them.
    load(name) {
      if (!this.loading.has(name)) {
        this.loading.set(name, new Promise((resolve, reject) => {
          const key = `${this.data.key}/${name}`;
          const finish = () => {
            if (!window.bmlBox?.[key]) return reject(new Error(key));
            this.take(window.bmlBox[key]);
            resolve();
          };
          const script = document.createElement("script");
          script.src = `${this.data.source}${encodeURIComponent(name)}.js?${this.data.version}`;
          script.addEventListener("load", finish);
          script.addEventListener("error", () => reject(new Error(key)));
          document.head.append(script);
        }));
      }
      return this.loading.get(name);
    }

    // Load what follows the beginnings of an auction.
    async prepare(calls, weDeal) {
      if (this.isWhole) return;
      const opening = passesBefore(calls);
      const theirs = (opening % 2 === 0) !== weDeal;
      const path = calls.slice(opening);
      if (path.length && theirs) path[0] = `they-${path[0]}`;
      const beginnings = path.map((_, number) => path.slice(0, number + 1).join("-"));
      await Promise.all(beginnings.filter((name) => this.names.has(name)).map((name) => this.load(name)));
    }

    async prepareAll() {
      await Promise.all([...this.names].map((name) => this.load(name)));
      this.isWhole = true;
    }

    isReady(calls, weDeal) {
      return [...this.keys(calls, weDeal)].some((key) => this.rows[key] || this.steps[key]);
    }

    // How notes may write what comes before a call: without the opening passes, or with them.
    * keys(calls, weDeal) {
      const passes = passesBefore(calls);
      for (const skipped of new Set([passes, 0])) {
        const ours = (skipped % 2 === 0) === weDeal;
        yield (ours ? "" : "*") + calls.slice(skipped).join("");
      }
    }

    scopeOf(row) {
      const [positions, we, they, words] = this.scopes[row[5] ?? 0];
      return { positions, we, they, words };
    }

    // The rows for the next call, one for each call: as the library finds them.
    meanings(calls, weDeal, vulnerability) {
      const [we, they] = VULNERABLE[vulnerability];
      const position = passesBefore(calls) + 1;
      const rows = new Map();
      const others = new Map();
      const holds = (scope) => scope.positions.includes(position)
        && (scope.we === null || scope.we === we) && (scope.they === null || scope.they === they);
      const weight = (row) => {
        const scope = this.scopeOf(row);
        const sides = (scope.we !== null) + (scope.they !== null);
        return (row[4] & DESCRIBED ? 100 : 0) + sides - scope.positions.length;
      };
      for (const key of this.keys(calls, weDeal)) {
        for (const row of this.rows[key] ?? []) {
          const [call] = row;
          if (holds(this.scopeOf(row))) {
            if (!rows.has(call) || weight(row) > weight(rows.get(call))) rows.set(call, row);
          } else if (!others.has(call)) {
            others.set(call, row);
          }
        }
      }
      const found = new Map([...rows].map(([call, row]) => [call, { row, elsewhere: "" }]));
      for (const [call, row] of others) {
        if (!found.has(call)) found.set(call, { row, elsewhere: this.scopeOf(row).words });
      }
      return found;
    }

    // The calls that rows go on behind, though none describes them.
    stepsAfter(calls, weDeal) {
      return new Set([...this.keys(calls, weDeal)].flatMap((key) => this.steps[key] ?? []));
    }

    // What is known of hands: that is worked out for a dealer who opens, nobody vulnerable.
    numbers(calls, weDeal, vulnerability) {
      const bare = calls.slice(passesBefore(calls));
      const isTheirs = !bare.length && (calls.length % 2 === 0) !== weDeal;
      if (isTheirs || (bare.length && bare.length < calls.length)) return null;
      const key = (weDeal || !bare.length ? "" : "*") + bare.join("");
      const isSame = [...bare, ""].every((_, number) => {
        const here = this.meanings(bare.length ? bare.slice(0, number) : calls, weDeal, vulnerability);
        const usual = this.meanings(bare.slice(0, number), weDeal || !bare.length, "none");
        return [...here].every(([call, { row }]) => usual.get(call)?.row === row) && here.size === usual.size;
      });
      return (isSame && this.hands[key]) || null;
    }

    // Rows that have every word, with the auctions they stand for; the shortest auctions first.
    search(typed) {
      this.index ??= Object.entries(this.rows).flatMap(([key, rows]) => rows.map((row) => {
        const calls = [...callsOf(key), row[0]];
        const auction = writeAuction(calls, !key.startsWith("*"));
        return { key, row, calls, auction, text: plain(`${auction} ${row[0]} ${row[1]}`) };
      })).sort((one, other) => one.calls.length - other.calls.length);
      const asked = readAuction(typed) ? null : window.bmlField?.readPattern(typed);
      if (asked?.calls.length && !asked.rest) return this.index.filter((entry) => this.selects(asked, entry));
      const words = plain(typed).split(/[\s,;]+/).filter(Boolean).map(pattern);
      return words.length ? this.index.filter(({ row, text }) => row[4] & DESCRIBED && words.every((word) => word.test(text))) : [];
    }

    // Whether a pattern such as 1M-2M, as the auction field reads it, selects a row.
    selects({ calls: wanted, seat }, { key, row, calls }) {
      const passes = passesBefore(calls);
      const theirs = (number) => ((number + passes) % 2 === 0) === key.startsWith("*");
      const isTaken = window.bmlField.taken(wanted, { calls: calls.slice(passes), theirs }) > 0;
      return isTaken && row[4] & DESCRIBED && (!seat || this.scopeOf(row).positions.includes(seat));
    }
  }

  // ---------------------------------------------------------------- words on the page

  const make = (tag, attributes = {}, ...content) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...content);
    return element;
  };

  const symbols = (prefix, suit) =>
    make("i", { class: `bml-${SUITS[suit]}`, ...(prefix && { "data-n": prefix }) }, make("u", {}, prefix + suit));

  // Text with suits as the tables show them: letters to be heard and copied, signs to be seen.
  const rich = (text) => text.split(/([1-7]?[♣♦♥♠])/).filter(Boolean).map((part) => {
    const suit = SIGNS[part.at(-1)];
    return suit && part.length <= 2 ? symbols(part.slice(0, -1), suit) : part;
  });

  const fill = (text, values) => text.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);

  // A text of ours in which a place is an element.
  const around = (text, name, element) => {
    const [before, behind = ""] = text.split(`{${name}}`);
    return [before, element, behind];
  };

  let boxes = 0;

  class Box {
    constructor(element) {
      this.element = element;
      this.words = JSON.parse(element.dataset.words);
      this.notes = new Notes(element);
      this.ident = `bml-box-${(boxes += 1)}`;
      this.state = { calls: [], dealer: 0, vulnerability: "none", silent: true };
    }

    async start() {
      await this.notes.open();
      this.draw();
      for (const index of this.element.querySelectorAll(":scope > .bml-box-index")) index.remove();
      this.element.append(this.tools);
      this.element.classList.add("bml-box-open");
      const start = this.element.dataset.start ?? "";
      if (!(await this.go(start))) {
        // The auctions of a pattern, to choose from.
        await this.go("");
        this.field.value = start;
        await this.search();
      }
      await this.follow();
      this.isStarted = true;
      addEventListener("hashchange", () => this.element.isConnected && this.follow());
    }

    get weDeal() {
      return this.state.dealer % 2 === 0;
    }

    // The calls so far, with the pass of an opponent that goes without saying.
    get calls() {
      const { calls, silent } = this.state;
      return silent && !this.isOurs(calls.length) && !isOver(calls) ? [...calls, "P"] : calls;
    }

    isOurs(number) {
      return (number % 2 === 0) === this.weDeal;
    }

    // ------------------------------------------------------------ what readers do

    call(code) {
      const calls = this.calls;
      if (!isLegal(calls, code)) return this.say(fill(this.words.illegal, { call: this.name(code) }));
      return this.change({ calls: [...calls, code] }, true);
    }

    undo() {
      const withoutPasses = (calls) => {
        const isUnderstood = this.state.silent && calls.at(-1) === "P" && !this.isOurs(calls.length - 1);
        return isUnderstood ? calls.slice(0, -1) : calls;
      };
      const calls = withoutPasses(withoutPasses(this.state.calls).slice(0, -1));
      // The browser goes back by the same steps.
      if (calls.length && history.state?.bmlBefore === this.addressOf({ ...this.state, calls })) return history.back();
      return this.change({ calls });
    }

    // Go to an auction as written; return whether it is one.
    async go(text, more = {}) {
      if (!text) {
        await this.change({ calls: [], ...more });
        return true;
      }
      const found = readAuction(text);
      if (!found || found.illegal) {
        if (found) this.say(fill(this.words.illegal, { call: this.name(found.illegal) }));
        return false;
      }
      const { calls, weDeal } = found;
      const wanted = more.dealer ?? this.state.dealer;
      const isPossible = (wanted % 2 === 0) === weDeal || !calls.some(isBid);
      const dealer = isPossible ? wanted : Number(!weDeal);
      await this.change({ ...more, calls, dealer });
      return true;
    }

    // Going back undoes a change that ``isStep``.
    async change(state, isStep = false) {
      this.state = { ...this.state, ...state };
      const shown = this.state;
      if (!this.notes.isWhole) {
        const { calls, weDeal } = this;
        if (calls.length && !this.notes.isReady(calls, weDeal)) this.say(this.words.loading);
        try {
          await this.notes.prepare(calls, weDeal);
        } catch {
          return this.say(this.words.failed);
        }
      }
      // Readers may be faster than what they asked for.
      if (shown === this.state) this.show(isStep);
      return undefined;
    }

    // ------------------------------------------------------------ the address

    addressOf({ calls, dealer, vulnerability }) {
      const written = writeAuction(calls, this.weDeal);
      const system = document.querySelectorAll(".bml-box").length > 1 ? `${encodeURIComponent(this.element.dataset.system)}:` : "";
      const scope = vulnerability === "none" ? "" : `@${vulnerability}`;
      // Passes alone do not say whose they are.
      const usual = calls.length && !calls.some(isBid) ? -1 : Number(!this.weDeal);
      return `#auction=${system}${written}${scope}${dealer === usual ? "" : `&dealer=${"NESW"[dealer]}`}`;
    }

    // Show what the address of the page asks for, if it asks this box.
    async follow() {
      if (!location.hash && this.isStarted && this.shownAddress !== this.firstAddress) return this.go(this.element.dataset.start ?? "");
      const found = /^#auction=([^&]*)(?:&dealer=([NESW]))?$/.exec(location.hash);
      let text = found?.[1] ?? "";
      try {
        text = decodeURIComponent(text);
      } catch {
        // Not every "%" begins a code.
      }
      const [, system, auction, scope] = /^(?:([^:]*):)?([^@]*)(?:@(.*))?$/s.exec(text) ?? [];
      const all = [...document.querySelectorAll(".bml-box")];
      const own = system ? system === this.element.dataset.system : true;
      const first = all.find((box) => !system || box.dataset.system === system);
      if (!found || !own || first !== this.element || location.hash === this.shownAddress) return;
      const words = (scope ?? "").split("@");
      const vulnerability = words.find((word) => VULNERABLE[word]) ?? (words.includes("vul") ? "we" : "none");
      const seat = Number(words.find((word) => /^[1-4](st|nd|rd|th)$/.test(word))?.[0] ?? 1);
      const dealer = found[2] ? "NESW".indexOf(found[2]) : 0;
      const isShown = await this.go(`${"P ".repeat(seat - 1)}${auction}`, { vulnerability, dealer });
      if (!isShown && !readAuction(auction)) this.say(this.words.nothing);
    }

    // ------------------------------------------------------------ the parts of the box

    draw() {
      const { words, ident } = this;
      const button = (text, act, more = {}) => {
        const made = make("button", { type: "button", ...more }, text);
        made.addEventListener("click", act);
        return made;
      };
      const select = (label, options, value, change) => {
        const made = make("select", { "aria-label": label },
          ...options.map(([name, text]) => make("option", { value: name, ...(name === value && { selected: "" }) }, text)));
        made.addEventListener("change", () => change(made.value));
        return made;
      };
      this.field = make("input", {
        type: "search", id: `${ident}-field`, placeholder: words.help, autocomplete: "off", autocapitalize: "off",
        spellcheck: "false", enterkeyhint: "go", maxlength: MOST_WORDS,
      });
      this.results = make("ul", { class: "bml-box-results", hidden: "" });
      this.status = make("p", { class: "bml-box-status", role: "status" });
      this.dealer = select(fill(words.dealer, { seat: "" }).trim(),
        SEATS.map((seat, number) => [String(number), fill(words.dealer, { seat: words[seat] })]), "0",
        (value) => this.change({ dealer: Number(value) }));
      this.vulnerability = select(words.vulnerability,
        [["none", words.neither_vulnerable], ["we", words.only_we_vulnerable], ["they", words.only_they_vulnerable], ["both", words.both_vulnerable]]
          .map(([name, text]) => [name, text[0].toUpperCase() + text.slice(1)]),
        "none", (value) => this.change({ vulnerability: value }));
      this.silent = make("input", { type: "checkbox", checked: "" });
      this.silent.addEventListener("change", () => this.change({ silent: this.silent.checked }));
      this.auction = make("table", { class: "bml-auction bml-box-auction" });
      this.path = make("ol", { class: "bml-box-path" });
      this.hand = make("div", { class: "bml-box-hand", hidden: "" });
      this.next = make("ul", { class: "bml-box-next" });
      this.notices = make("div", { class: "bml-box-notes" });
      this.link = make("a", { class: "bml-box-link" }, words.link);
      this.grid = this.drawGrid();
      this.tools = make("div", { class: "bml-box-tools", role: "group", "aria-label": words.box },
        make("div", { class: "bml-box-ask" }, make("label", { for: `${ident}-field` }, words.field), this.field),
        this.results,
        make("div", { class: "bml-box-sides" },
          make("div", { class: "bml-box-told" }, this.auction, this.path, this.status, this.hand),
          make("div", { class: "bml-box-calls" },
            make("div", { class: "bml-box-acts" },
              button(words.undo, () => this.undo()),
              button(words.new, () => this.change({ calls: [] }, true)),
              this.link),
            this.grid),
          make("div", { class: "bml-box-known-calls" }, this.next, this.notices)),
        make("div", { class: "bml-box-set" }, this.dealer, this.vulnerability, make("label", {}, this.silent, ` ${words.silent}`)));
      this.listen();
    }

    drawGrid() {
      const rows = [...LEVELS.map((level) => STRAINS.map((strain) => `${level}${strain}`)), ACTIONS];
      this.buttons = new Map();
      const grid = make("div", { class: "bml-box-grid", role: "group", "aria-label": this.words.box });
      rows.forEach((row, y) => row.forEach((code, x) => {
        const kind = isBid(code) ? "" : ` bml-box-${{ P: "pass", D: "double", R: "redouble" }[code]}`;
        const made = make("button", { type: "button", class: `bml-box-call${kind}`, "data-call": code, tabindex: "-1" });
        made.addEventListener("click", () => this.call(code));
        made.addEventListener("focus", () => this.rove(made));
        made.addEventListener("keydown", (event) => {
          const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
          if (!step) return;
          event.preventDefault();
          const line = rows[(y + step[1] + rows.length) % rows.length];
          const column = (Math.min(x, line.length - 1) + step[0] + line.length) % line.length;
          this.buttons.get(line[column]).focus();
        });
        this.buttons.set(code, made);
        grid.append(made);
      }));
      this.buttons.get("1C").tabIndex = 0;
      return grid;
    }

    // One stop of the tab key for all calls; arrows lead from one to the other.
    rove(button) {
      for (const each of this.buttons.values()) each.tabIndex = each === button ? 0 : -1;
    }

    listen() {
      let timer = 0;
      this.field.addEventListener("input", () => {
        clearTimeout(timer);
        timer = setTimeout(() => this.search(), WAIT);
      });
      this.field.addEventListener("keydown", async (event) => {
        if (event.isComposing || (event.key !== "Enter" && event.key !== "Escape")) return;
        event.preventDefault();
        clearTimeout(timer);
        if (event.key === "Escape") return this.clear();
        const text = this.field.value;
        if (readAuction(text)) {
          if (await this.go(text)) this.clear();
          return;
        }
        await this.search();
        this.results.querySelector("button")?.focus();
      });
    }

    clear() {
      this.field.value = "";
      this.results.replaceChildren();
      this.results.hidden = true;
    }

    async search() {
      const text = this.field.value;
      if (!text.trim()) return this.clear();
      try {
        await this.notes.prepareAll();
      } catch {
        return this.say(this.words.failed);
      }
      if (text !== this.field.value) return undefined;
      const asked = readAuction(text);
      const words = asked && !asked.illegal ? writeAuction(asked.calls, asked.weDeal) : text;
      const found = this.notes.search(words);
      this.results.replaceChildren(...found.slice(0, MOST_RESULTS).map((each) => this.result(each)));
      this.results.hidden = !found.length;
      return this.say(found.length ? fill(this.words.found, { count: found.length }) : this.words.nothing);
    }

    result({ key, row, calls, auction }) {
      const scope = this.notes.scopeOf(row);
      const made = make("button", { type: "button" }, make("b", {}, ...this.inWords(calls, !key.startsWith("*"))), " ",
        make("bdi", {}, ...rich(row[1])), ...(scope.words ? [` (${scope.words})`] : []));
      made.addEventListener("click", () => {
        const passes = passesBefore(calls) ? 0 : Math.min(...scope.positions) - 1;
        const sides = [scope.we ?? false, scope.they ?? false];
        const vulnerability = Object.keys(VULNERABLE).find((name) => String(VULNERABLE[name]) === String(sides));
        this.clear();
        this.go(`${passes === 1 && auction[0] !== "(" ? "(P) " : "P ".repeat(passes)}${auction}`, { vulnerability });
        this.grid.querySelector("[tabindex='0']").focus({ preventScroll: true });
      });
      return make("li", {}, made);
    }

    // ------------------------------------------------------------ what the box shows

    name(code) {
      const words = { P: this.words.passed, D: this.words.double, R: this.words.redouble };
      const sign = Object.keys(SIGNS).find((each) => SIGNS[each] === code[1]);
      return words[code] ?? (sign ? code[0] + sign : `${code[0]}NT`);
    }

    shown(code, isOurs = true) {
      const call = make("span", { class: isOurs ? "bml-call" : "bml-call bml-theirs" }, ...rich(this.name(code)));
      if (!isOurs) {
        call.prepend("(");
        call.append(")");
      }
      return call;
    }

    inWords(calls, weDeal) {
      return calls.flatMap((call, number) => {
        const isOurs = (number % 2 === 0) === weDeal;
        return call === "P" && !isOurs ? [] : [...(number ? ["–"] : []), this.shown(call, isOurs)];
      });
    }

    say(text) {
      this.status.replaceChildren(...rich(text));
    }

    rowLink(row, name) {
      const page = this.notes.pages[row[2]];
      if (typeof page !== "string" || !row[3]) return [];
      const label = fill(this.words.link_to, { row: name });
      return [" ", make("a", { href: `${this.element.dataset.top}${page}#${row[3]}`, "aria-label": label, title: label }, "↗")];
    }

    text(found) {
      const { row, elsewhere } = found;
      const parts = [make("bdi", { class: "bml-text" }, ...rich(row[1]))];
      if (row[4] & ALERTED) parts.unshift(make("span", { class: "bml-alert", title: this.words.alert }, "!"), " ");
      if (elsewhere) parts.push(make("span", { class: "bml-box-elsewhere" }, ` ${fill(this.words.elsewhere, { scope: elsewhere })}`));
      return parts;
    }

    share(value) {
      const text = value < 1 ? fill(this.words.at_most, { share: "1\u00a0%" }) : `${Math.round(value)}\u00a0%`;
      return make("span", { class: "bml-box-share" }, text);
    }

    show(isStep) {
      const { calls, weDeal } = this;
      const { vulnerability } = this.state;
      const over = isOver(calls);
      const known = over ? new Map() : this.notes.meanings(calls, weDeal, vulnerability);
      const steps = over ? new Set() : this.notes.stepsAfter(calls, weDeal);
      const numbers = over ? null : this.notes.numbers(calls, weDeal, vulnerability);
      this.dealer.value = String(this.state.dealer);
      this.vulnerability.value = vulnerability;
      this.silent.checked = this.state.silent;
      this.showAuction(calls);
      const told = this.showPath(calls);
      this.showGrid(calls, known, steps);
      this.showNext(calls, known, steps, numbers);
      this.showHand(calls);
      const count = this.next.children.length;
      let next = count > 1 ? fill(this.words.next, { count }) : this.words[count ? "next_one" : "none"];
      if (over) next = this.words.over;
      // The meaning of the last call stands in the list already.
      this.say(next);
      if (told) this.status.prepend(make("span", { class: "bml-box-heard" }, ...rich(told)), " ");
      const before = this.shownAddress;
      this.shownAddress = this.addressOf(this.state);
      this.firstAddress ??= this.shownAddress;
      this.link.setAttribute("href", this.shownAddress);
      // Before anybody has called, the address of the page may be for another box.
      if (this.isStarted && location.hash !== this.shownAddress) {
        try {
          if (isStep) history.pushState({ ...history.state, bmlBefore: before }, "", this.shownAddress);
          else history.replaceState(history.state, "", this.shownAddress);
        } catch {
          // Some browsers keep the addresses of files as they are.
        }
      }
    }

    showAuction(calls) {
      const { words, state } = this;
      const ours = fill(words.sides, { one: words.north, other: words.south });
      const head = SEATS.map((seat, number) => make("th", { scope: "col", class: number % 2 ? "" : "bml-box-ours" }, words[seat]));
      const cells = [...Array(state.dealer).fill(null), ...calls.map((call, number) => ({ call, number }))];
      if (!isOver(calls)) cells.push("?");
      const rows = [];
      for (let at = 0; at < cells.length; at += 4) {
        const row = cells.slice(at, at + 4).map((cell) => {
          if (!cell) return make("td");
          if (cell === "?") return make("td", { class: "bml-box-turn" }, "?");
          const understood = cell.number >= state.calls.length;
          return make("td", understood ? { class: "bml-box-understood" } : {}, this.shown(cell.call, this.isOurs(cell.number)));
        });
        while (row.length < 4) row.push(make("td"));
        rows.push(make("tr", {}, ...row));
      }
      this.auction.replaceChildren(make("caption", {}, ours), make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
    }

    // List the meaning of each call; return what is to be heard of the last one.
    showPath(calls) {
      const { words } = this;
      let told = "";
      const items = calls.map((call, number) => {
        const isOurs = this.isOurs(number);
        const before = calls.slice(0, number);
        const found = this.notes.meanings(before, this.weDeal, this.state.vulnerability).get(call);
        const isDescribed = found && found.row[1];
        if (call === "P" && !isDescribed) return null;
        const auction = writeAuction(calls.slice(0, number + 1), this.weDeal);
        const isMissing = !found && isOurs;
        const silent = isMissing ? words.missing : words.undescribed;
        const said = isDescribed ? found.row[1].replace(/\n/g, " ") : fill(silent, { call: this.name(call) });
        told = isDescribed ? `${this.name(call)}: ${said.slice(0, 200)}` : said;
        if (!/[.!?…]$/.test(told)) told += ".";
        return make("li", isMissing ? { class: "bml-box-missing" } : {}, this.shown(call, isOurs), " ",
          ...(isDescribed ? this.text(found) : [make("i", {}, ...rich(said))]),
          ...(found ? this.rowLink(found.row, auction) : []));
      });
      this.path.replaceChildren(...items.filter(Boolean));
      return told;
    }

    showGrid(calls, known, steps) {
      for (const [code, button] of this.buttons) {
        const legal = isLegal(calls, code);
        const found = legal ? known.get(code) : undefined;
        const isKnown = Boolean(found) || (legal && steps.has(code));
        button.setAttribute("aria-disabled", String(!legal));
        button.classList.toggle("bml-box-known", isKnown);
        button.classList.toggle("bml-box-faint", Boolean(found?.elsewhere));
        const short = found ? found.row[1].split("\n")[0].slice(0, 80) : "";
        const name = make("span", { class: "bml-box-name" }, ...rich(this.name(code)));
        button.replaceChildren(name, ...(short ? [" ", make("span", { class: "bml-box-short" }, ...rich(short))] : []));
      }
    }

    showNext(calls, known, steps, numbers) {
      const { words } = this;
      const isOurs = this.isOurs(calls.length);
      const items = [...new Set([...known.keys(), ...steps])].filter((call) => isLegal(calls, call))
        .sort((one, other) => rank(one) - rank(other))
        .map((call) => {
          const found = known.get(call);
          const button = make("button", { type: "button", class: "bml-box-take" }, this.shown(call, isOurs));
          button.addEventListener("click", () => {
            this.call(call);
            this.grid.querySelector("[tabindex='0']").focus({ preventScroll: true });
          });
          const said = found?.row[1] ? this.text(found) : [make("i", {}, ...rich(fill(words.undescribed, { call: this.name(call) })))];
          const share = numbers?.shares?.[call];
          const auction = writeAuction([...calls, call], this.weDeal);
          const link = found ? this.rowLink(found.row, auction) : [];
          return make("li", found?.elsewhere ? { class: "bml-box-faint" } : {}, button, make("div", {}, ...said, ...link),
            ...(share === undefined ? [] : [this.share(share)]));
        });
      this.next.replaceChildren(...items);
      const uncounted = numbers?.uncounted ?? [];
      const left = uncounted.length === 1 ? words.one_left_out : words.left_out;
      const notes = numbers?.shares ? [words.shares] : [];
      if (uncounted.length) notes.push(fill(left, { count: uncounted.length, calls: uncounted.map((call) => this.name(call)).join(", ") }));
      this.notices.replaceChildren(...notes.map((text) => make("p", {}, ...rich(text))));
    }

    // An example hand for the last call of ours that has one.
    showHand(calls) {
      let last = calls.length - 1;
      while (last >= 0 && !this.isOurs(last)) last -= 1;
      const before = calls.slice(0, Math.max(last, 0));
      const numbers = last < 0 ? null : this.notes.numbers(before, this.weDeal, this.state.vulnerability);
      const hand = numbers?.hands?.[calls[last]];
      this.hand.hidden = !hand;
      if (!hand) return this.hand.replaceChildren();
      const cards = hand.map((cards, number) => make("span", {}, symbols("", "SHDC"[number]), ` ${cards || "—"}`));
      return this.hand.replaceChildren(
        make("span", { class: "bml-box-label" }, ...around(this.words.example, "call", this.shown(calls[last])), ": "), ...cards);
    }
  }

  const start = () => {
    for (const element of document.querySelectorAll(".bml-box")) {
      if (element.bmlBox) continue;
      element.bmlBox = new Box(element);
      // Without its data the index stays.
      element.bmlBox.start().catch(() => element.classList.add("bml-box-failed"));
    }
  };

  window.bmlTools.boxes = { start, isLegal, isOver, readAuction, writeAuction, callsOf };
  start();
})();
