// Boards to bid on one page: the box answers for partner from the notes, or two players share one phone.
(() => {
  "use strict";

  const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
  const CLASSES = { S: "bml-spades", H: "bml-hearts", D: "bml-diamonds", C: "bml-clubs" };
  const STRAINS = ["C", "D", "H", "S", "N"];
  const SEATS = ["N", "E", "S", "W"];
  const NAMES = { N: "north", E: "east", S: "south", W: "west" };
  const ACTIONS = { P: "passed", D: "double", R: "redouble" };
  // Pages in other languages bring these words along.
  const WORDS = {
    north: "North",
    east: "East",
    south: "South",
    west: "West",
    passed: "Pass",
    double: "Dbl",
    redouble: "Rdbl",
    board: "Board {number}",
    choose: "Choose a board",
    who: "Who bids",
    notes: "The notes bid for partner",
    shared: "Two players, one phone",
    show: "{seat}: show my hand",
    call: "Your call",
    unknown: "The notes do not say for certain what partner bids here.",
    other: "The notes bid it otherwise, from the call that is marked.",
    same: "This is how the notes bid it.",
    next: "Next board",
    again: "Bid it again",
  };

  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const button = (label, run, attributes = {}) => {
    const made = make("button", { type: "button", ...attributes }, ...[label].flat());
    made.addEventListener("click", run);
    return made;
  };
  const sign = (suit) => make("span", { class: CLASSES[suit] }, SUITS[suit]);
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  // ---------------------------------------------------------------- the laws

  const isBid = (call) => /^[1-7]/.test(call);
  const rank = (call) => Number(call[0]) * 5 + STRAINS.indexOf(call[1]);
  const isOver = (calls) => {
    const passes = calls.length - 1 - calls.findLastIndex((call) => call !== "P");
    return passes >= (calls.some(isBid) ? 3 : 4);
  };
  const isLegal = (calls, call) => {
    if (call === "P") return true;
    const last = calls.findLastIndex((each) => each !== "P");
    const theirs = (calls.length - last) % 2 === 1;
    if (call === "D") return last >= 0 && isBid(calls[last]) && theirs;
    if (call === "R") return last >= 0 && calls[last] === "D" && theirs;
    const bid = calls.findLast(isBid);
    return !bid || rank(call) > rank(bid);
  };

  // ---------------------------------------------------------------- the page

  class Table {
    constructor(element) {
      this.element = element;
      this.words = { ...WORDS, ...JSON.parse(element.dataset.words ?? "{}") };
      this.boards = JSON.parse(element.querySelector("script").textContent);
      this.number = 0;
      this.isShared = false;
      this.text = make("div", {});
      const mode = make("select", { "aria-label": this.words.who },
        make("option", { value: "" }, this.words.notes), make("option", { value: "shared" }, this.words.shared));
      mode.addEventListener("change", () => {
        this.isShared = Boolean(mode.value);
        this.start();
      });
      this.choice = make("select", { "aria-label": this.words.choose }, ...this.boards.map(
        (board, index) => make("option", { value: index }, filled(this.words.board, board))));
      this.choice.addEventListener("change", () => this.open(Number(this.choice.value)));
      element.append(make("p", { class: "bml-bid-bar" }, this.choice, mode), this.text);
      this.open(0);
    }

    open(number) {
      this.number = number;
      this.choice.value = number;
      this.start();
    }

    start() {
      this.board = this.boards[this.number];
      this.calls = [];
      // Both partners are the reader in turn.
      this.mine = this.board.reader;
      this.isHidden = this.isShared;
      this.isStopped = false;
      this.go();
    }

    name(seat) {
      return this.words[NAMES[seat]];
    }

    shown(call) {
      if (ACTIONS[call]) return [this.words[ACTIONS[call]]];
      return call[1] === "N" ? [`${call[0]}NT`] : [call[0], sign(call[1])];
    }

    get seat() {
      return SEATS[(SEATS.indexOf(this.board.dealer) + this.calls.length) % 4];
    }

    // Calls of everybody but the reader.
    go() {
      while (!isOver(this.calls) && !this.isStopped) {
        const { seat } = this;
        const isOurs = seat === "N" || seat === "S";
        if (isOurs && (this.isShared || seat === this.mine)) break;
        const call = isOurs ? this.board.answers[this.calls.join("-")] : this.board.theirs[this.calls.join("-")] ?? "P";
        if (call) this.calls.push(call);
        else this.isStopped = true;
      }
      this.draw();
    }

    call(call) {
      this.calls.push(call);
      this.isHidden = this.isShared;
      this.go();
    }

    draw() {
      const isDone = isOver(this.calls) || this.isStopped;
      const parts = [this.auction()];
      if (isDone) parts.push(...this.end());
      else if (this.isHidden) parts.push(button(filled(this.words.show, { seat: this.name(this.seat) }), () => {
        this.isHidden = false;
        this.draw();
      }));
      else parts.push(this.hand(this.seat), this.box());
      this.text.replaceChildren(...parts);
    }

    hand(seat) {
      const suits = ["S", "H", "D", "C"].map((suit, index) =>
        make("span", {}, sign(suit), ` ${this.board.hands[seat][index] || "—"}`));
      return make("p", { class: "bml-bid-hand" }, make("b", {}, this.name(seat)), ...suits);
    }

    auction() {
      const head = make("tr", {}, ...["W", "N", "E", "S"].map((seat) => make("th", { scope: "col" }, this.name(seat))));
      const cells = Array.from({ length: (SEATS.indexOf(this.board.dealer) + 1) % 4 }, () => make("td", {}));
      for (const call of this.calls) cells.push(make("td", {}, ...this.shown(call)));
      if (!isOver(this.calls)) cells.push(make("td", {}, "?"));
      const rows = [];
      while (cells.length) rows.push(make("tr", {}, ...cells.splice(0, 4)));
      return make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows));
    }

    box() {
      const calls = ["P", "D", "R"].map((call) => [call, "bml-bid-action"]);
      for (let level = 1; level <= 7; level += 1) for (const strain of STRAINS) calls.push([`${level}${strain}`, "bml-bid-bid"]);
      return make("div", { class: "bml-bid-box", role: "group", "aria-label": this.words.call }, ...calls.map(([call, name]) => {
        const made = button(this.shown(call), () => this.call(call), { class: name });
        made.disabled = !isLegal(this.calls, call);
        return made;
      }));
    }

    end() {
      const { notes } = this.board;
      const parts = [];
      const at = notes.findIndex(([call], index) => call !== this.calls[index]);
      const differs = at >= 0 && at < this.calls.length;
      // Partner knows some answers to other calls, not all that the notes have.
      if (this.isStopped && !differs) parts.push(make("p", {}, this.words.unknown));
      parts.push(make("p", { role: "status" }, differs ? this.words.other : this.words.same));
      parts.push(make("ol", {}, ...notes.map(([call, text], index) =>
        make("li", differs && index === at ? { class: "bml-bid-other" } : {}, make("b", {}, ...this.shown(call)), text ? `  ${text}` : ""))));
      parts.push(this.hand("N"), this.hand("S"));
      const next = this.number + 1 < this.boards.length ? [button(this.words.next, () => this.open(this.number + 1))] : [];
      parts.push(make("p", { class: "bml-bid-bar" }, ...next, button(this.words.again, () => this.start())));
      return parts;
    }
  }

  document.addEventListener("DOMContentLoaded", () => {
    for (const element of document.querySelectorAll(".bml-bid")) new Table(element);
  });
})();
