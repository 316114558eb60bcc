// Boards to bid on one page: the box answers for partner from the notes, or two players share one phone.
(() => {
  "use strict";

  const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣" };
  const CLASSES = { S: "bml-spades", H: "bml-hearts", D: "bml-diamonds", C: "bml-clubs" };
  const STRAINS = ["C", "D", "H", "S", "N"];
  const SEATS = ["N", "E", "S", "W"];
  const NAMES = { N: "North", E: "East", S: "South", W: "West" };
  const ACTIONS = { P: "Pass", D: "Double", R: "Redouble" };

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
  const shown = (call) => {
    if (ACTIONS[call]) return [ACTIONS[call]];
    return call[1] === "N" ? [`${call[0]}NT`] : [call[0], sign(call[1])];
  };

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
      this.boards = JSON.parse(element.querySelector("script").textContent);
      this.number = 0;
      this.isShared = false;
      this.text = make("div", {});
      const mode = make("select", { "aria-label": "Who bids" },
        make("option", { value: "" }, "The notes bid for partner"), make("option", { value: "shared" }, "Two players, one phone"));
      mode.addEventListener("change", () => {
        this.isShared = Boolean(mode.value);
        this.start();
      });
      this.choice = make("select", { "aria-label": "Board" }, ...this.boards.map(
        (board, number) => make("option", { value: number }, `Board ${board.number}`)));
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
      this.mine = this.number % 4 < 2 ? "N" : "S";
      this.isHidden = this.isShared;
      this.isStopped = false;
      this.go();
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
      else if (this.isHidden) parts.push(button(`${NAMES[this.seat]}: show my hand`, () => {
        this.isHidden = false;
        this.draw();
      }));
      else parts.push(this.hand(this.seat), this.box());
      this.text.replaceChildren(...parts);
    }

    hand(seat) {
      const suits = ["S", "H", "D", "C"].map((suit, index) =>
        make("span", {}, sign(suit), ` ${this.board.hands[seat][index] || "—"}`));
      return make("p", { class: "bml-bid-hand" }, make("b", {}, NAMES[seat]), ...suits);
    }

    auction() {
      const head = make("tr", {}, ...["W", "N", "E", "S"].map((seat) => make("th", { scope: "col" }, NAMES[seat])));
      const cells = Array.from({ length: (SEATS.indexOf(this.board.dealer) + 1) % 4 }, () => make("td", {}));
      for (const call of this.calls) cells.push(make("td", {}, ...shown(call)));
      if (!isOver(this.calls)) cells.push(make("td", {}, "?"));
      const rows = [];
      while (cells.length) rows.push(make("tr", {}, ...cells.splice(0, 4)));
      return make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows));
    }

    box() {
      const calls = ["P", "D", "R"].map((call) => [call, "bml-bid-action"]);
      for (let level = 1; level <= 7; level += 1) for (const strain of STRAINS) calls.push([`${level}${strain}`, "bml-bid-bid"]);
      return make("div", { class: "bml-bid-box", role: "group", "aria-label": "Your call" }, ...calls.map(([call, name]) => {
        const made = button(shown(call), () => this.call(call), { class: name });
        made.disabled = !isLegal(this.calls, call);
        return made;
      }));
    }

    end() {
      const { notes } = this.board;
      const parts = [];
      if (this.isStopped) parts.push(make("p", {}, "The notes do not say for certain what partner bids here."));
      const at = notes.findIndex(([call], index) => call !== this.calls[index]);
      const differs = at >= 0 && at < this.calls.length;
      parts.push(make("p", { role: "status" }, differs ? "The notes bid it otherwise, from the call that is marked." : "This is how the notes bid it."));
      parts.push(make("ol", {}, ...notes.map(([call, text], index) =>
        make("li", differs && index === at ? { class: "bml-bid-other" } : {}, make("b", {}, ...shown(call)), text ? `  ${text}` : ""))));
      parts.push(this.hand("N"), this.hand("S"));
      const next = this.number + 1 < this.boards.length ? [button("Next board", () => this.open(this.number + 1))] : [];
      parts.push(make("p", { class: "bml-bid-bar" }, ...next, button("Bid it again", () => this.start())));
      return parts;
    }
  }

  document.addEventListener("DOMContentLoaded", () => {
    for (const element of document.querySelectorAll(".bml-bid")) new Table(element);
  });
})();
