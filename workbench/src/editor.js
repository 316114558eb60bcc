// The editor of notes: colours of BML, folding by indentation, completion, search, findings below their words.
import { autocompletion, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyField, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, codeFolding, foldGutter, foldKeymap, foldService, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { SEARCH, say } from "./words.js";

// ---------------------------------------------------------------- the language

const CALL = /^\(?(?:[1-7](?:NT|[CDHSNMmRWXo]+)|Pass|P|D|R|X|XX)\)?(?=[-!;:\s]|$)/;
const bml = StreamLanguage.define({
  name: "bml",
  startState: () => ({ isRow: false }),
  token(stream, state) {
    if (stream.sol()) {
      state.isRow = false;
      if (stream.match(/^\s*\/\/.*/)) return "comment";
      if (stream.match(/^\*+ .*/)) return "heading";
      if (stream.match(/^#\+?[A-Za-z]\w*:?/)) { stream.skipToEnd(); return "meta"; }
      if (stream.eatSpace()) return null;
    }
    if (!state.isRow && stream.match(CALL)) {
      if (stream.match(/^-+(?=\()|^-+(?=[\w(])/)) return "keyword";
      state.isRow = !/[-;]/.test(stream.peek() ?? "");
      return "keyword";
    }
    state.isRow = true;
    if (stream.match(/^\{[^}]*\}?/)) return "string";
    if (stream.match(/^!h|^♥/)) return "hearts";
    if (stream.match(/^!d|^♦/)) return "diamonds";
    if (stream.match(/^!s|^♠/)) return "spades";
    if (stream.match(/^!c|^♣/)) return "clubs";
    if (stream.match(/^\d+(?:-{1,2}\d+|\+)?/)) return "number";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "//" } },
  tokenTable: { hearts: tags.special(tags.string), diamonds: tags.special(tags.number), spades: tags.special(tags.name), clubs: tags.special(tags.keyword) },
});
const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--quiet)" },
  { tag: tags.heading, color: "var(--accent)", fontWeight: "bold" },
  { tag: tags.meta, color: "var(--meta)" },
  { tag: tags.keyword, color: "var(--call)", fontWeight: "bold" },
  { tag: tags.string, color: "var(--meta)" },
  { tag: tags.number, color: "var(--number)" },
  { tag: tags.special(tags.string), color: "var(--hearts)" },
  { tag: tags.special(tags.number), color: "var(--diamonds)" },
  { tag: tags.special(tags.name), color: "var(--spades)" },
  { tag: tags.special(tags.keyword), color: "var(--clubs)" },
]);

// ---------------------------------------------------------------- folding

const indentOf = (text) => text.length - text.trimStart().length;
const levelOf = (text) => /^\*+(?= )/.exec(text)?.[0].length ?? 0;

// A heading holds all up to the next one of its level, a row the lines that are further to the right.
const folding = foldService.of((state, start) => {
  const line = state.doc.lineAt(start);
  if (!line.text.trim()) return null;
  const level = levelOf(line.text);
  let end = null;
  for (let number = line.number + 1; number <= state.doc.lines; number++) {
    const below = state.doc.line(number);
    if (!below.text.trim()) continue;
    const other = levelOf(below.text);
    if (level ? other && other <= level : indentOf(below.text) <= indentOf(line.text)) break;
    end = below.to;
  }
  return end === null ? null : { from: line.to, to: end };
});

// ---------------------------------------------------------------- completion

const STRAINS = ["C", "D", "H", "S", "N"];
const rank = (call) => (Number(call[0]) - 1) * 5 + STRAINS.indexOf(call[1]);
const bidIn = (text) => /^\s*(?:[^\s]*[-;])?\(?([1-7][CDHSN])/.exec(text)?.[1];

// At the beginning of a row the bids above that of the row it answers; in its words the usual meanings.
const completing = (meanings) => (context) => {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  const begun = /^(\s*)([1-7]?[A-Za-z]?)$/.exec(before);
  if (begun) {
    if (!begun[2] && !context.explicit) return null;
    let least = -1;
    for (let number = line.number - 1; number > 0 && begun[1]; number--) {
      const above = context.state.doc.line(number).text;
      if (!above.trim() || indentOf(above) >= begun[1].length) continue;
      const bid = bidIn(above);
      if (bid) least = rank(bid);
      break;
    }
    const bids = [];
    for (let level = 1; level <= 7; level++) {
      for (const strain of STRAINS) if (rank(`${level}${strain}`) > least) bids.push({ label: `${level}${strain}`, apply: `${level}${strain}  `, type: "keyword" });
    }
    return { from: line.from + begun[1].length, options: bids, validFor: /^[1-7]?[A-Za-z]?$/ };
  }
  const word = /^\s*\S+\s+(?:.*[\s,(])?([A-Za-z][\w -]{1,30})$/.exec(before) ?? /([A-Za-z]\w+)$/.exec(before);
  if (!word || /^\s*(\/\/|\*|#)/.test(before)) return null;
  const last = /[A-Za-z]\w*$/.exec(before)?.[0] ?? "";
  if (last.length < 2 && !context.explicit) return null;
  return { from: context.pos - last.length, options: meanings().map((name) => ({ label: name, type: "text" })), validFor: /^[\w -]*$/ };
};

// ---------------------------------------------------------------- the editor

const FIELDS = { history: historyField };

export class Editor {
  constructor(parent, { onEdit, meanings }) {
    this.labels = new Compartment();
    this.onEdit = onEdit;
    this.extensions = [
      lineNumbers(), foldGutter(), codeFolding(), lintGutter(), highlightSpecialChars(), history(), drawSelection(), highlightActiveLine(),
      highlightSelectionMatches(), search({ top: true }), EditorState.allowMultipleSelections.of(true), indentUnit.of("  "),
      bml, syntaxHighlighting(colours), folding, EditorView.lineWrapping,
      autocompletion({ override: [completing(meanings)] }),
      // Escape and Tab leave the editor for those who use the keyboard alone.
      keymap.of([...completionKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap, ...defaultKeymap, indentWithTab]),
      this.labels.of(this.attributes()),
      EditorView.updateListener.of((update) => { if (update.docChanged) this.onEdit(); }),
    ];
    this.view = new EditorView({ parent, state: this.state("") });
  }

  attributes() {
    return [
      EditorView.contentAttributes.of({ "aria-label": say("editor"), spellcheck: "false", autocapitalize: "off" }),
      EditorState.phrases.of(Object.fromEntries(SEARCH.map((word) => [word, say(word)]))),
    ];
  }

  relabel() {
    this.view.dispatch({ effects: this.labels.reconfigure(this.attributes()) });
  }

  state(text) {
    return EditorState.create({ doc: text, extensions: this.extensions });
  }

  // The state with its undo, as plain values, and back again; what cannot be read is the text alone.
  static packed(state) {
    return state.toJSON(FIELDS);
  }

  unpacked(json, text) {
    try {
      const state = EditorState.fromJSON(json, { extensions: this.extensions }, FIELDS);
      if (state.doc.toString() === text) return state;
    } catch {
      // An older version wrote it.
    }
    return this.state(text);
  }

  show(state) {
    this.view.setState(state);
    this.relabel();
  }

  get text() {
    return this.view.state.doc.toString();
  }

  // Edits by line and column, as findings have them, in one step that can be undone.
  edit(edits) {
    const { doc } = this.view.state;
    const changes = edits.map(({ line, column, length, text }) => {
      const from = offset(doc, line, column);
      return { from, to: Math.min(doc.length, from + length), insert: text };
    });
    this.view.dispatch({ changes, scrollIntoView: true });
  }

  replaceAll(text) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  goTo(line, column = 1) {
    const at = offset(this.view.state.doc, line, column);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }

  underline(findings, act) {
    const { doc } = this.view.state;
    const shown = findings.map((found) => {
      const from = offset(doc, found.line, found.column);
      const line = doc.lineAt(from);
      const word = /^\S+/.exec(line.text.slice(from - line.from))?.[0].length ?? 0;
      const to = found.fix.length ? offset(doc, found.fix[0].line, found.fix[0].column) + found.fix[0].length : from + word;
      const actions = found.fix.length ? [{ name: say("fix"), apply: () => act(found) }] : [];
      return {
        from, to: Math.max(from, Math.min(to, line.to)), severity: found.severity, source: found.code,
        message: [found.message, found.hint].filter(Boolean).join(" "), actions,
      };
    });
    this.view.dispatch(setDiagnostics(this.view.state, shown.sort((one, other) => one.from - other.from)));
  }
}

const offset = (doc, line, column) => {
  const found = doc.line(Math.max(1, Math.min(line, doc.lines)));
  // Columns count letters, as Python does; strings here count halves of rare ones.
  const isPlain = !/[\ud800-\udfff]/.test(found.text);
  const units = isPlain ? Math.min(column - 1, found.length) : Array.from(found.text).slice(0, column - 1).join("").length;
  return found.from + units;
};
