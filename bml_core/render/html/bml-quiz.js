// A quiz: one question at a time, answered by a click or by the keys 1 to 5, and Enter for the next one.
// Without this script every question is on the page, and its answer opens below it.
(() => {
  "use strict";

  const tools = (window.bmlTools ??= {});
  if (tools.quizzes) return;
  // Pages in other languages bring these words along.
  const WORDS = {
    score: "{right} of {asked} right, {streak} in a row",
    left: "{number} to go",
    next: "Next",
    right: "Right.",
    wrong: "No. It comes again.",
    done: "All are answered.",
    again: "Ask all again",
    forget: "Forget what I know ({number})",
    link: "Link to this quiz",
  };
  const STORE = "bml-quiz";
  const quizzes = new Map();

  const make = (tag, attributes, ...children) => {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
  };
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

  // ---------------------------------------------------------------- what the reader knows, in this browser alone

  const read = () => {
    try {
      return new Set(JSON.parse(localStorage.getItem(STORE)) ?? []);
    } catch {
      return new Set();
    }
  };
  const keep = (known) => {
    try {
      localStorage.setItem(STORE, JSON.stringify([...known]));
    } catch {
      // Where nothing may be kept, the quiz forgets with the page.
    }
  };

  // ---------------------------------------------------------------- a quiz

  class Question {
    constructor(element, choose) {
      this.element = element;
      this.details = element.querySelector(".bml-answer");
      this.head = element.querySelector("p");
      this.head.tabIndex = -1;
      this.right = Number(/bml-right-(\d+)/.exec(element.className)?.[1]) - 1;
      this.buttons = [...element.querySelector("ol").children].map((item, number) => {
        const inner = [...item.childNodes].flatMap((node) => (node.tagName === "P" ? [...node.childNodes] : [node]));
        const button = make("button", { type: "button" }, make("kbd", {}, String(number + 1)), make("span", {}, ...inner));
        for (const link of button.querySelectorAll("a")) link.replaceWith(...link.childNodes);
        button.addEventListener("click", () => choose(number));
        item.replaceChildren(button);
        return button;
      });
    }

    // The same question may be in several quizzes.
    get key() {
      return this.element.id.slice(-12);
    }

    show(isShown) {
      this.element.hidden = !isShown;
      this.details.hidden = true;
      this.details.open = false;
      for (const button of this.buttons) button.className = "";
    }

    answer(number) {
      this.buttons[this.right].className = "bml-is-right";
      if (number !== this.right) this.buttons[number].className = "bml-is-wrong";
      this.details.hidden = false;
      this.details.open = true;
    }
  }

  class Quiz {
    constructor(element) {
      this.element = element;
      this.words = { ...WORDS, ...JSON.parse(element.dataset.words ?? "{}") };
      this.questions = [...element.querySelectorAll(".bml-question")].map(
        (each) => new Question(each, (number) => this.choose(number)),
      );
      const button = (word, run) => {
        const made = make("button", { type: "button" }, word);
        made.addEventListener("click", run);
        return made;
      };
      this.score = make("p", { class: "bml-quiz-score" });
      this.verdict = make("span", { role: "status" });
      this.next = button(this.words.next, () => this.ask());
      this.again = button(this.words.again, () => this.start(this.questions));
      this.forget = button("", () => {
        const known = read();
        for (const each of this.questions) known.delete(each.key);
        keep(known);
        this.start(this.questions);
      });
      const link = make("a", { href: `#${element.id}` }, this.words.link);
      this.bar = make("p", { class: "bml-quiz-bar" }, this.next, this.verdict);
      this.foot = make("p", { class: "bml-quiz-foot" }, this.again, this.forget, link);
      element.prepend(this.score);
      element.append(this.foot);
      element.classList.add("bml-quiz-open");
      const known = read();
      this.start(this.questions.filter((each) => !known.has(each.key)), false);
    }

    start(questions, isAsked = true) {
      this.queue = [...questions];
      this.asked = this.right = this.streak = 0;
      this.missed = new Set();
      this.ask(isAsked);
    }

    ask(isAsked = true) {
      for (const each of this.questions) each.show(false);
      this.question = this.queue.shift() ?? null;
      this.isAnswered = false;
      this.verdict.textContent = this.question ? "" : this.words.done;
      if (this.question) {
        this.question.show(true);
        this.question.details.before(this.bar);
        if (isAsked) this.question.head.focus({ preventScroll: true });
      } else {
        this.score.after(this.bar);
      }
      this.tell();
    }

    choose(number) {
      if (this.isAnswered || !this.question || number >= this.question.buttons.length) return;
      const { key } = this.question;
      const isRight = number === this.question.right;
      this.isAnswered = true;
      this.asked += 1;
      this.right += isRight ? 1 : 0;
      this.streak = isRight ? this.streak + 1 : 0;
      const known = read();
      if (!isRight) {
        known.delete(key);
        this.missed.add(key);
        this.queue.push(this.question);
      } else if (!this.missed.has(key)) {
        known.add(key);
      }
      keep(known);
      this.question.answer(number);
      this.verdict.textContent = isRight ? this.words.right : this.words.wrong;
      this.tell();
      this.next.focus({ preventScroll: true });
    }

    tell() {
      const { right, asked, streak } = this;
      const number = this.queue.length + (this.question && !this.isAnswered ? 1 : 0);
      const known = read();
      const knows = this.questions.filter((each) => known.has(each.key)).length;
      const score = asked ? `${filled(this.words.score, { right, asked, streak })} · ` : "";
      this.score.textContent = `${score}${filled(this.words.left, { number })}`;
      this.next.disabled = !this.isAnswered;
      this.next.hidden = !this.question;
      this.again.hidden = Boolean(this.question);
      this.forget.hidden = !knows;
      this.forget.textContent = filled(this.words.forget, { number: knows });
    }
  }

  // The quiz that keys are for: the one with the focus, or the only one in sight.
  const active = () => {
    const all = [...quizzes.values()].filter((each) => each.element.isConnected);
    const focused = all.find((each) => each.element.contains(document.activeElement));
    const inSight = all.filter((each) => {
      const { top, bottom } = each.element.getBoundingClientRect();
      return top < innerHeight && bottom > 0;
    });
    const isFree = !document.activeElement || document.activeElement === document.body;
    return focused ?? (isFree && inSight.length === 1 ? inSight[0] : null);
  };
  document.addEventListener("keydown", (event) => {
    const isTyped = event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
    if (isTyped || event.ctrlKey || event.altKey || event.metaKey) return;
    const quiz = active();
    if (!quiz) return;
    if (/^[1-5]$/.test(event.key)) {
      event.preventDefault();
      quiz.choose(Number(event.key) - 1);
    } else if (event.key === "Enter" && quiz.isAnswered && !event.target.closest?.("button, a, summary")) {
      event.preventDefault();
      quiz.ask();
    }
  });

  const start = () => {
    for (const element of document.querySelectorAll(".bml-quiz")) {
      if (!quizzes.has(element)) quizzes.set(element, new Quiz(element));
    }
  };
  tools.quizzes = { start };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
