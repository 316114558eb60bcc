// The page: files on the left, what becomes of them on the right.
import { Asking } from "./asking.js";
import { Editor } from "./editor.js";
import { MOST as MOST_LINK, isLink, pack, unpack } from "./link.js";
import { Storage } from "./storage.js";
import { LANGUAGES, choose, language, say, translate } from "./words.js";

const MB = 1_000_000;
const MOST_BYTES = 4 * MB, MOST_FILES = 60;
const PAUSE = 80, KEEP_PAUSE = 400;
// A whole check that takes longer than this waits until nothing was typed for a while.
const LONG = 100, LONG_PAUSE = 1000;
const BUDGETS = { read: 20, check: 30, page: 20, box: 40, bid: 15, often: 40, sample: 40, unread: 30, save: 40, practice: 60, import: 30, mend: 40 };
const VIEWS = ["notes", "box", "page", "findings", "bid", "often", "sample", "unread"];
const STARTER = ["notes.bml", "#+TITLE: Our system\n\n* Openings\n\n1C  3+!c, 11--21 hcp\n1D  4+!d, 11--21 hcp\n1H  5+!h, 11--21 hcp\n  1N  6--9 hcp\n  2H  3+!h, 6--9 hcp\n  4H  5+!h, weak\n1S  5+!s, 11--21 hcp\n1N  15--17 hcp, balanced\n  2C  Stayman\n    2D  No four-card major\n    2H  4!h\n    2S  4!s, not 4!h\n  2D  Transfer, 5+!h\n  2H  Transfer, 5+!s\n2C  22+ hcp, forcing\n"];
const $ = (selector) => document.querySelector(selector);
const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
};

// Our texts and those of notes are text here, never markup; suits have their colours.
const SUITS = { "♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs" };
const signed = (text) => text.replace(/!([cdhs])/g, (_, letter) => ({ c: "♣", d: "♦", h: "♥", s: "♠" })[letter]).replace(/(?<=\d)--(?=\d)/g, "–");
const inColours = (text) => signed(text).split(/([♠♥♦♣])/).map((part) => (SUITS[part] ? make("span", { class: SUITS[part] }, part) : part));
const callText = (call) => inColours(String(call).replace(/^([1-7])([CDHS])$/, (_, level, suit) => level + { C: "♣", D: "♦", H: "♥", S: "♠" }[suit]));

// ---------------------------------------------------------------- state

const files = new Map(); // name → text
const states = new Map(); // name → state of the editor, of those that are not shown
let active = "";
let view = "box";
let findings = [];
let version = 0;
const shownAt = {}; // view → version of the notes that it shows
let known = { meanings: [], examples: {} };
const storage = new Storage();
let keeps = "noStorage";
let isKept = true;

// ---------------------------------------------------------------- messages

const messages = $("#messages");
const tell = (key, values = {}) => {
  const text = key in values ? values[key] : say(key, values);
  if ([...messages.children].some((each) => each.firstChild.textContent === text)) return;
  while (messages.children.length > 3) messages.firstChild.remove();
  const shown = make("p", {}, make("span", {}, text), make("button", { type: "button", "aria-label": "✕", click: () => shown.remove() }, "✕"));
  messages.append(shown);
};

const status = (key) => { const element = $("#status"); element.dataset.say = key; element.textContent = say(key); };

const dialog = $("#dialog");
const askUser = (text, { value, placeholder = "" } = {}) => new Promise((resolve) => {
  const [line, input] = [dialog.querySelector("p"), dialog.querySelector("input")];
  line.textContent = text;
  line.id = "dialog-text";
  dialog.setAttribute("aria-labelledby", "dialog-text");
  input.hidden = value === undefined;
  input.value = value ?? "";
  input.setAttribute("aria-labelledby", "dialog-text");
  input.placeholder = placeholder;
  dialog.returnValue = "";
  dialog.onclose = () => resolve(dialog.returnValue === "yes" ? (value === undefined ? true : input.value.trim()) : null);
  dialog.showModal();
  if (value === undefined) dialog.querySelector(".main").focus();
});
// Enter in a field is the answer, not the first button.
dialog.querySelector("input").addEventListener("keydown", (event) => {
  if (event.key === "Enter") { event.preventDefault(); dialog.close("yes"); }
});

// ---------------------------------------------------------------- asking

const asking = new Asking({ onState: (state) => {
  status(state === "noWasm" || state === "failed" ? state : state !== "ready" ? "loading" : asking.current ? "working" : "ready");
  if (state === "noWasm" || state === "failed") tell(state);
  document.body.dataset.state = state;
} });

// What took too long once is not asked again by itself, before there is less of it.
const tooMuch = {};
const UNASKED = new Set(["read", "check", "page"]);
const ask = async (key, run, wanted = []) => {
  const size = [...files.values()].reduce((sum, text) => sum + text.length, 0);
  if (asking.dead || (UNASKED.has(key) && size >= tooMuch[key])) return null;
  status(asking.isReady ? "working" : "loading");
  try {
    const answer = await asking.ask(key, files, run, { wanted, once: UNASKED.has(key), budget: BUDGETS[key] * 1000 });
    if (!asking.current) status("ready");
    return answer;
  } catch (error) {
    if (error.reason === "late") { tell("late", { seconds: error.seconds }); tooMuch[key] = size; }
    else if (error.reason === "crashed") tell("crashed");
    return null;
  }
};

// All notes together: the file alone, or the folder.
const target = () => (files.size === 1 ? active : ".");
const bytes = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
const textOf = (base64) => new TextDecoder().decode(bytes(base64));
// Messages of a command, without its name.
const reason = (ran) => ran.messages.trim().split("\n").filter((line) => line && !line.startsWith("usage:") && !line.startsWith("  ")).map((line) => line.replace(/^(bml [a-z -]+: (error: )?|[^\s:]+:1:1: \w+ BML\d+: )/, "")).join(" ");

// ---------------------------------------------------------------- files

const editor = new Editor($("#editor"), { onEdit: () => edited(), meanings: () => known.meanings });

let pause = 0;
const edited = () => {
  files.set(active, editor.text);
  version += 1;
  keepSoon();
  clearTimeout(pause);
  pause = setTimeout(refresh, PAUSE);
};

const freeName = (name) => {
  if (!files.has(name)) return name;
  const [, stem, ending] = /^(.*?)(\.\w+)?$/.exec(name);
  for (let number = 2; ; number++) if (!files.has(`${stem}-${number}${ending ?? ""}`)) return `${stem}-${number}${ending ?? ""}`;
};

// A name that leads into the folder of the notes and is no option of a command.
const safeName = (name) => name.split(/[\\/]/).map((part) => part.replace(/[\u0000-\u001f\u007f]/g, "").replace(/^[-.~]+/, "")).filter(Boolean).join("/").slice(-100) || "notes.bml";

const show = (name) => {
  if (files.has(active) && active !== name) states.set(active, editor.view.state);
  active = name;
  const state = states.get(name);
  editor.show(state?.toJSON ? state : state ? editor.unpacked(state, files.get(name)) : editor.state(files.get(name)));
  states.delete(name);
  listFiles();
  underline();
  version += 1;
  refresh();
  keepSoon();
};

const listFiles = () => {
  const made = [...files.keys()].map((name) => make("span", {},
    make("button", { type: "button", "aria-pressed": String(name === active), click: () => show(name) }, name),
    make("button", { type: "button", "aria-label": say("close", { name }), click: () => close(name) }, "✕")));
  $("#files").replaceChildren(...made);
};

const close = async (name) => {
  if (files.get(name).trim() && !(await askUser(say("closeAsk", { name })))) return;
  files.delete(name);
  states.delete(name);
  if (!files.size) files.set("notes.bml", "");
  if (name === active) { active = ""; show(files.keys().next().value); } else { version += 1; listFiles(); refresh(); keepSoon(); }
};

// Open files beside those that are there, or in place of an untouched beginning.
const add = (texts, { replaces = false } = {}) => {
  const [only] = files;
  if (replaces || (files.size === 1 && (!only[1].trim() || only[1] === STARTER[1]))) { files.clear(); states.clear(); active = ""; }
  let first = "";
  for (const [name, text] of texts) {
    const held = files.get(name) === text ? name : freeName(name);
    files.set(held, text);
    first ||= held;
  }
  if (first) show(first);
};

const fresh = async (kind) => {
  if (kind === "empty") add([["notes.bml", ""]]);
  else if (kind === "starter") add([STARTER]);
  else add(known.examples[kind] ?? []);
};

// ---------------------------------------------------------------- files that are opened

const AS_THEY_ARE = /\.(bml|md|markdown|rst)$/i, DEALS = /\.(pbn|lin)$/i, WORD = /\.(docx?|odt)$/i;
const ROW_OF_BML = /^\s*\(?[1-7](?:NT?|[CDHSMm])\)?!? {2,}\S/m;

const opened = async (file) => {
  const name = safeName(file.webkitRelativePath || file.name);
  if (file.size > MOST_BYTES) { tell("tooLarge", { name, size: (file.size / MB).toFixed(1), most: MOST_BYTES / MB }); return null; }
  const data = new Uint8Array(await file.arrayBuffer());
  const isPacked = data[0] === 0x50 && data[1] === 0x4b;
  // UTF-16 has zeros, and a mark at its beginning.
  const isWide = (data[0] === 0xff && data[1] === 0xfe) || (data[0] === 0xfe && data[1] === 0xff);
  if (!(WORD.test(name) && isPacked) && data.subarray(0, 65_536).includes(0) && !isWide) { tell("binary", { name }); return null; }
  const text = readText(data, isWide);
  if (!WORD.test(name) && (AS_THEY_ARE.test(name) || (/\.txt$/i.test(name) && ROW_OF_BML.test(text)))) return [name, text];
  let binary = "";
  for (const byte of data) binary += String.fromCharCode(byte);
  const source = `import-${name.replaceAll("/", "-")}`, made = "import-made.bml";
  const words = DEALS.test(name) ? ["deals", source, "--to", "bml", "-o", made] : ["import", source, "-o", made];
  const answer = await asking.ask("import", new Map([[source, [btoa(binary)]]]), [words], { wanted: [made, source], budget: BUDGETS.import * 1000 }).catch((error) => ({ failed: error.reason }));
  asking.sent.clear();
  if (!asking.current && !asking.dead) status("ready");
  const stem = name.replace(/\.\w+$/, "");
  if (answer.files?.[made] && textOf(answer.files[made]).trim()) return [`${stem}.bml`, textOf(answer.files[made])];
  if (answer.failed) tell(answer.failed in { late: 1, crashed: 1 } ? answer.failed : "nothingRead", { name, why: "", seconds: BUDGETS.import });
  else if (/\.txt$/i.test(name)) return [name, text];
  else tell("nothingRead", { name, why: reason(answer.ran[0]).replaceAll(source, name).slice(0, 300) });
  return null;
};

const readText = (data, isWide) => {
  if (isWide) return new TextDecoder(data[0] === 0xff ? "utf-16le" : "utf-16be").decode(data);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch {
    return new TextDecoder("windows-1252").decode(data);
  }
};

const openAll = async (list) => {
  const chosen = [...list];
  if (chosen.length > MOST_FILES) tell("tooMany", { most: MOST_FILES });
  const texts = [];
  for (const file of chosen.slice(0, MOST_FILES)) {
    try {
      const found = await opened(file);
      if (found) texts.push(found);
    } catch (error) {
      tell("nothingRead", { name: file.name, why: String(error.message ?? error) });
    }
  }
  // A folder that was dropped is the folder of the notes.
  const folder = texts.length ? texts[0][0].split("/")[0] : "";
  const inside = texts.length && texts.every(([name]) => name.startsWith(`${folder}/`));
  add(inside ? texts.map(([name, text]) => [name.slice(folder.length + 1), text]) : texts);
};

// ---------------------------------------------------------------- what the browser keeps

let keepPause = 0;
const keepSoon = () => { isKept = false; clearTimeout(keepPause); keepPause = setTimeout(keep, KEEP_PAUSE); };
const keep = async () => {
  clearTimeout(keepPause);
  if (keeps !== "ours") return;
  const at = version;
  const packed = [...files].map(([name, text]) => {
    const state = name === active ? editor.view.state : states.get(name);
    return { name, text, state: state?.toJSON ? Editor.packed(state) : (state ?? null) };
  });
  try {
    await storage.write({ files: packed, active });
    if (version === at) isKept = true;
  } catch {
    try {
      // The text counts for more than its undo.
      await storage.write({ files: packed.map((each) => ({ ...each, state: null })), active });
      if (version === at) isKept = true;
    } catch {
      tell("fullStorage");
    }
  }
};
addEventListener("pagehide", keep);
document.addEventListener("visibilitychange", () => { if (document.hidden) keep(); });
addEventListener("beforeunload", (event) => {
  const hasText = [...files].some(([, text]) => text.trim() && text !== STARTER[1]);
  if (!isKept && hasText && keeps !== "ours") event.preventDefault();
});

// ---------------------------------------------------------------- findings

let whole = Infinity; // what the last whole check took, in milliseconds
let checked = new Map(); // the files as they were then
const isOfCheck = (found) => found.code.startsWith("BML9");
const orderOf = (found) => [...files.keys()].indexOf(found.file) * 1_000_000 + found.line;

const CHECK = (...options) => ["check", "--format", "json", ...options, target()];

// What is wrong as it is read comes first, beside what was found in lines that have not changed since the last check.
const read = async () => {
  if (whole < LONG) return;
  const at = version, kept = checked;
  const answer = await ask("read", [CHECK("--no-checks")]);
  if (!answer || at !== version || kept !== checked) return;
  findings = [...diagnosed(answer.ran[0]), ...inPlace(findings.filter(isOfCheck))].sort((one, other) => orderOf(one) - orderOf(other));
  underline();
  showFindings();
};

const inPlace = (earlier) => {
  const edits = new Map([...checked].filter(([name]) => files.has(name)).map(([name, text]) => {
    const [old, now] = [text.split("\n"), files.get(name).split("\n")];
    let [head, tail] = [0, 0];
    while (head < old.length && head < now.length && old[head] === now[head]) head += 1;
    while (tail < old.length - head && tail < now.length - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
    return [name, { head, end: old.length - tail, step: now.length - old.length }];
  }));
  const moved = (found) => {
    const edit = edits.get(found.file);
    if (!edit || (found.line > edit.head && found.line <= edit.end)) return [];
    return [found.line <= edit.head ? found : { ...found, line: found.line + edit.step }];
  };
  return earlier.flatMap(moved);
};

const check = async () => {
  const at = version;
  if (whole >= LONG && whole < Infinity) {
    await new Promise((resolve) => { setTimeout(resolve, LONG_PAUSE); });
    if (at !== version) return;
  }
  const texts = new Map(files), begun = performance.now();
  const answer = await ask("check", [CHECK()]);
  if (!answer || at !== version) return;
  [findings, checked, whole] = [diagnosed(answer.ran[0]), texts, performance.now() - begun];
  underline();
  showFindings();
};

const diagnosed = (ran) => {
  try {
    return JSON.parse(ran.output).diagnostics;
  } catch {
    const why = reason(ran);
    // A folder without rows has nothing to find.
    const isSaid = why && [...files.values()].some((text) => text.trim());
    return isSaid ? [{ file: active, line: 1, column: 1, code: "", severity: "info", message: why, hint: "", fix: [] }] : [];
  }
};

const underline = () => editor.underline(findings.filter((found) => found.file === active), fix);

const fix = (found) => {
  if (found.file !== active) show(found.file);
  editor.edit(found.fix);
};

const fixAll = async () => {
  const names = [...files.keys()];
  const answer = await ask("mend", [["check", "--fix", ...names]], names);
  if (!answer) return;
  asking.sent.clear();
  for (const name of names) {
    const text = answer.files[name] === undefined ? files.get(name) : textOf(answer.files[name]);
    if (text === files.get(name)) continue;
    if (name !== active) show(name);
    editor.replaceAll(text);
  }
};

const place = (found) => make("button", { type: "button", class: "place", click: () => { if (files.has(found.file)) goTo(found); } },
  files.size > 1 ? `${found.file}:${found.line}` : say("line", { line: found.line }));
const goTo = ({ file, line, column }) => {
  if (file !== active) show(file);
  if (matchMedia("(max-width: 800px)").matches) select("notes");
  editor.goTo(line, column);
};

const MOST_SHOWN = 300;
const showFindings = () => {
  const panel = $("#panel-findings");
  const count = findings.length;
  const tab = $('#tabs [data-tab="findings"]');
  tab.textContent = count ? `${say("findings")} (${count})` : say("findings");
  if (view !== "findings") return;
  if (!count) { panel.replaceChildren(make("p", {}, say("nothing"))); return; }
  const list = findings.slice(0, MOST_SHOWN).map((found) => make("li", {},
    place(found),
    make("div", { class: "text" },
      make("strong", { class: found.severity }, `${say(found.severity)} `), ...inColours(found.message),
      ...(found.hint ? [make("small", {}, ...inColours(found.hint))] : []),
      ...(found.code ? [make("small", {}, found.code)] : [])),
    ...(found.fix?.length ? [make("button", { type: "button", click: () => fix(found) }, say("fix"))] : [])));
  const all = findings.some((found) => found.fix.length) ? [make("button", { type: "button", class: "main", click: fixAll }, say("fixAll"))] : [];
  panel.replaceChildren(make("p", {}, count === 1 ? say("oneFound") : say("found", { count }), " ", ...all), make("ul", { class: "found" }, ...list));
};

// ---------------------------------------------------------------- pages and boxes

// A page of notes runs nothing at all; a box runs the one script that the policy of this page names.
const frame = (panel, html, sandbox, title) => {
  const made = make("iframe", { sandbox, title, referrerpolicy: "no-referrer" });
  made.srcdoc = html;
  panel.replaceChildren(made);
  return made;
};

// Change what differs alone: the reader stays where he is, and what he closed stays closed.
const patch = (old, now) => {
  if (old.isEqualNode(now)) return;
  if (old.nodeType !== Node.ELEMENT_NODE || old.nodeName !== now.nodeName) { old.replaceWith(now); return; }
  for (const { name } of [...old.attributes]) if (name !== "open" && !now.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of now.attributes) if (name !== "open" && old.getAttribute(name) !== value) old.setAttribute(name, value);
  const [olds, nows] = [[...old.childNodes], [...now.childNodes]];
  while (olds.length && nows.length && olds[0].isEqualNode(nows[0])) { olds.shift(); nows.shift(); }
  let after = null;
  while (olds.length && nows.length && olds.at(-1).isEqualNode(nows.at(-1))) { after = olds.pop(); nows.pop(); }
  // A row that has moved is the one of its auction.
  const rows = new Map(olds.filter((each) => each.id).map((each) => [each.id, each]));
  const others = olds.filter((each) => !each.id);
  let at = olds[0] ?? after;
  for (const next of nows) {
    const same = next.id ? rows.get(next.id) : others.shift();
    rows.delete(next.id);
    if (same && same === at) at = at.nextSibling;
    else old.insertBefore(same ?? next, at);
    if (same) patch(same, next);
  }
  for (const each of [...rows.values(), ...others]) each.remove();
};

const showPage = async () => {
  const at = version, name = active;
  if (shownAt.page === at) return;
  shownAt.page = at;
  const answer = await ask("page", [["html", name, "-o", "-", "--language", language]]);
  if (at === version) drawPage(answer?.ran[0], name);
};

// Rows that are out of sight are not laid out.
const UNSEEN = ".bml-table > ul > li, .bml-table > ul > li > details > ul > li { content-visibility: auto; contain-intrinsic-height: auto 2rem; }";

const drawPage = (ran, name) => {
  const panel = $("#panel-page");
  if (!ran) {
    shownAt.page = undefined;
    if (tooMuch.page) panel.replaceChildren(make("p", {}, say("late", { seconds: BUDGETS.page })));
    return;
  }
  if (!ran.output) { panel.replaceChildren(make("p", {}, reason(ran))); return; }
  const read = new DOMParser().parseFromString(ran.output, "text/html");
  for (const script of read.querySelectorAll("script")) script.remove();
  const old = panel.querySelector("iframe");
  const inside = old?.contentDocument;
  if (inside?.body?.childElementCount && inside.documentElement.lang === read.documentElement.lang && old.dataset.name === name) {
    patch(inside.body, read.body);
    return;
  }
  const made = frame(panel, `<!DOCTYPE html>${read.documentElement.outerHTML}`, "allow-same-origin", say("page"));
  made.dataset.name = name;
  made.addEventListener("load", () => {
    const shown = made.contentDocument;
    const sheet = new made.contentWindow.CSSStyleSheet();
    sheet.replaceSync(UNSEEN);
    shown.adoptedStyleSheets = [sheet];
    shown.addEventListener("click", (event) => {
      const link = event.target.closest?.("a[href]");
      if (!link) return;
      event.preventDefault();
      const to = link.getAttribute("href");
      // Within the page; other addresses are for another tab, and only when the reader asks.
      if (to.startsWith("#")) shown.getElementById(decodeURIComponent(to.slice(1)))?.scrollIntoView();
      else if (/^https?:/i.test(link.href)) window.open(link.href, "_blank", "noopener,noreferrer");
    });
  });
};

const showBox = async () => {
  const at = version;
  if (shownAt.box === at) return;
  const answer = await ask("box", [["explore", target(), "-o", "~box.html", "--language", language]], ["~box.html"]);
  if (!answer || at !== version) return;
  shownAt.box = at;
  const panel = $("#panel-box");
  const html = answer.files["~box.html"];
  if (html === undefined) panel.replaceChildren(make("p", {}, reason(answer.ran[0])));
  else frame(panel, textOf(html), "allow-scripts", say("box"));
};

// ---------------------------------------------------------------- questions

const failedText = (ran) => make("p", { class: "error" }, ...inColours(reason(ran) || say("notKnown")));
const rowOf = (row, extra = "") => make("div", { class: "row" },
  make("strong", {}, ...callText(row.call), "  "), ...inColours(row.description),
  ...(row.condition && row.condition !== "any" ? [make("small", {}, `${say("readAs")}: `, ...inColours(row.condition))] : []),
  ...row.sources.map((text) => make("small", {}, ...inColours(text))),
  ...row.left.map((text) => make("small", {}, ...inColours(say("left", { what: text })))),
  ...(row.lacks.length ? [make("small", {}, say("lacks", { what: row.lacks.join(", ") }))] : []),
  ...(extra ? [make("small", {}, ...inColours(extra))] : []),
  make("small", {}, place(row.location)));

const HAND = /^[AKQJT2-9-]+( [AKQJT2-9-]+){3}$/;
const bidHand = async (form) => {
  const { hand, auction, vul } = Object.fromEntries(new FormData(form));
  const result = $("#panel-bid .result");
  const answer = await ask("bid", [["bid", target(), "--format", "json", `--hand=${hand}`, `--auction=${auction}`, "--vul", vul]]);
  if (!answer) return;
  const [ran] = answer.ran;
  if (!ran.output) { result.replaceChildren(failedText(ran)); return; }
  const found = JSON.parse(ran.output);
  const suits = HAND.test(found.hand) ? found.hand.split(" ").map((cards, at) => `${"♠♥♦♣"[at]} ${cards}`).join("   ") : found.hand;
  result.replaceChildren(
    make("p", { class: "call" }, found.certainty === "likely" ? `${say("probably")} ` : "", ...(found.call ? callText(found.call) : [say("notKnown")])),
    make("p", {}, ...inColours(`${suits}   ${found.hcp} hcp`)),
    ...(found.row ? [rowOf(found.row)] : []),
    ...(!found.row || !found.others.length ? [make("p", {}, ...inColours(found.why))] : []),
    ...(found.others.length ? [make("p", {}, say("fitsToo")), ...found.others.map((row) => rowOf(row, row.reason))] : []),
    ...(found.instead.length ? [make("p", {}, say("inTheWay")), ...found.instead.slice(0, 8).map((row) => rowOf(row))] : []));
};

const randomHand = () => {
  const deck = [..."SHDC"].flatMap((suit) => [..."AKQJT98765432"].map((rank) => [suit, rank]));
  const numbers = crypto.getRandomValues(new Uint32Array(deck.length));
  const drawn = deck.map((card, at) => [numbers[at], at, card]).sort((one, other) => one[0] - other[0]).slice(0, 13).sort((one, other) => one[1] - other[1]);
  return [..."SHDC"].map((suit) => drawn.filter(([, , card]) => card[0] === suit).map(([, , card]) => card[1]).join("") || "-").join(" ");
};

const percent = (share) => `${(100 * share).toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })} %`;
const countCalls = async (form) => {
  const { after, vul } = Object.fromEntries(new FormData(form));
  const result = $("#panel-often .result");
  const words = ["frequencies", target(), "--format", "json", "--vul", vul, "--seed", "1", ...(after.trim() ? [`--after=${after}`] : [])];
  const answer = await ask("often", [words]);
  if (!answer) return;
  const [ran] = answer.ran;
  if (!ran.output) { result.replaceChildren(failedText(ran)); return; }
  // A pattern such as 1M-2M has a table for each of its auctions.
  const tables = [JSON.parse(ran.output)].flat();
  result.replaceChildren(...tables.flatMap((found) => [...(tables.length > 1 ? [make("h2", {}, found.auction.join("-"))] : []), ...shareTable(found)]),
    ...(ran.messages.trim() ? [make("p", { class: "info" }, ...inColours(reason(ran)))] : []));
};
const shareTable = (found) => {
  const rows = [...found.rows.map((row) => [callText(row.call), row.share, inColours(row.description || row.condition)])];
  if (found.passing?.share) rows.push([callText(found.may_pass ? "P" : "—"), found.passing.share, [say("passing")]]);
  if (found.unknown?.share) rows.push([["?"], found.unknown.share, [say("unknown")]]);
  const line = ([call, share, text]) => make("tr", {}, make("th", { scope: "row" }, ...call), make("td", { class: "share" }, percent(share)),
    make("td", {}, make("meter", { min: 0, max: 1, value: share, "aria-hidden": "true" })), make("td", {}, ...text));
  const head = make("tr", {}, ...["call", "share"].map((key) => make("th", { scope: "col" }, say(key))), make("td"), make("th", { scope: "col" }, say("meaning")));
  return [make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows.map(line))),
    ...(found.samples ? [make("p", {}, say("estimated", { count: found.samples.toLocaleString(language) }))] : [])];
};

const dealHands = async (form) => {
  const { auction } = Object.fromEntries(new FormData(form));
  const result = $("#panel-sample .result");
  const answer = await ask("sample", [["sample", target(), `--auction=${auction}`, "-n", "10"]]);
  if (!answer) return;
  const [ran] = answer.ran;
  result.replaceChildren(...(ran.output ? [make("div", { class: "hands" }, ...inColours(ran.output))] : [failedText(ran)]));
};

const showUnread = async () => {
  const at = version;
  const panel = $("#panel-unread");
  const answer = await ask("unread", [["explain", target(), "--reword", "--format", "json"]]);
  if (!answer || at !== version) return;
  shownAt.unread = at;
  const [ran] = answer.ran;
  if (!ran.output) { panel.replaceChildren(failedText(ran)); return; }
  const rows = JSON.parse(ran.output);
  if (!rows.length) { panel.replaceChildren(make("p", {}, say("allRead"))); return; }
  const list = rows.slice(0, MOST_SHOWN).map((row) => {
    const [first] = row.agreements;
    const left = first.left.map((each) => each.text.trim()).filter(Boolean);
    return make("li", {}, place(row), make("div", { class: "text" },
      make("strong", {}, ...callText(first.auction)), "  ", ...inColours(row.text),
      ...(left.length ? [make("small", {}, ...inColours(say("left", { what: left.join("; ") })))] : []),
      ...(first.lacks.length ? [make("small", {}, say("lacks", { what: first.lacks.join(", ") }))] : []),
      ...(row.write ? [make("small", {}, say("ifSo"), " ", make("button", { type: "button", click: () => writeBraces(row) }, ...inColours(say("write", { braces: row.write }))))] : [])));
  });
  panel.replaceChildren(make("ul", { class: "found" }, ...list));
};

// At the end of the line of the row.
const writeBraces = (row) => {
  if (row.file !== active) show(row.file);
  const line = editor.view.state.doc.line(row.line);
  const end = line.text.trimEnd().length;
  editor.edit([{ line: row.line, column: Array.from(line.text.slice(0, end)).length + 1, length: line.text.length - end, text: ` ${row.write}` }]);
};

// ---------------------------------------------------------------- views

const SHOW = { box: showBox, page: showPage, unread: showUnread };
const select = (name) => {
  view = name;
  document.body.dataset.view = name;
  for (const tab of document.querySelectorAll("#tabs button")) {
    const isIt = tab.dataset.tab === name;
    tab.setAttribute("aria-selected", String(isIt));
    tab.tabIndex = isIt ? 0 : -1;
  }
  for (const each of VIEWS) { const panel = $(`#panel-${each}`); if (panel) panel.hidden = each !== name; }
  if (name === "findings") showFindings();
  else if (name in SHOW && shownAt[name] !== version) SHOW[name]();
};

const refresh = async () => {
  if (view === "page") await showPage();
  await read();
  if (view === "unread") await showUnread();
  else if (view === "box" && shownAt.box === undefined) await showBox();
  else if (view === "box" && shownAt.box !== version) markStale();
  await check();
};

// A box would lose its auction: the reader says when.
const markStale = () => {
  const panel = $("#panel-box");
  if (!panel.querySelector("iframe")) { showBox(); return; }
  if (panel.querySelector(".stale")) return;
  panel.prepend(make("p", { class: "stale" }, say("stale"), make("button", { type: "button", click: showBox }, say("again"))));
};

const buildTabs = () => {
  const tabs = VIEWS.map((name) => make("button", { type: "button", role: "tab", id: `tab-${name}`, "data-tab": name, "aria-controls": name === "notes" ? "left" : `panel-${name}`, click: () => select(name) }, say(name)));
  $("#tabs").replaceChildren(...tabs);
  for (const name of VIEWS.slice(1)) $(`#panel-${name}`).setAttribute("aria-labelledby", `tab-${name}`);
};
$("#tabs").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const tabs = [...document.querySelectorAll("#tabs button")].filter((tab) => tab.offsetParent);
  const next = tabs[(tabs.indexOf(document.activeElement) + step + tabs.length) % tabs.length];
  next.focus();
  select(next.dataset.tab);
});

// ---------------------------------------------------------------- out

const download = (name, content, type = "application/octet-stream") => {
  const url = URL.createObjectURL(new Blob([content], { type }));
  make("a", { href: url, download: name.split("/").pop() }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

const SAVES = { bss: ".bss", bboalert: ".bboalert.txt", html: ".html", explore: "-box.html" };
const save = async (kind) => {
  if (kind === "bml") { download(active, files.get(active)); isKept = true; return; }
  const stem = active.replace(/\.\w+$/, "");
  let words, made, name;
  if (kind === "practice") {
    const auction = await askUser(say("practiceAsk"), { value: "", placeholder: "1N-2C" });
    if (!auction) return;
    [made, name] = ["~practice", `${stem}-practice.zip`];
    words = ["practice", target(), `--auction=${auction}`, "-o", made];
  } else {
    [made, name] = [`~saved${SAVES[kind]}`, `${stem}${SAVES[kind]}`];
    words = [kind, kind === "html" ? active : target(), "-o", made, ...(kind === "html" || kind === "explore" ? ["--language", language] : [])];
  }
  const answer = await ask(kind === "practice" ? "practice" : "save", [words], [made]);
  if (!answer) return;
  if (answer.files[made]) download(name, bytes(answer.files[made]));
  else tell("text", { text: reason(answer.ran[0]) });
};

const makeLink = async () => {
  const fragment = await pack(files);
  if (fragment.length > MOST_LINK) { tell("linkLong", { size: (fragment.length / 1024).toFixed(1) }); return; }
  history.replaceState(null, "", fragment);
  await navigator.clipboard?.writeText(location.href).catch(() => {});
  tell("linkMade");
};

const followLink = async () => {
  if (!isLink(location.hash)) return;
  const fragment = location.hash;
  history.replaceState(null, "", location.pathname + location.search);
  try {
    add((await unpack(fragment)).slice(0, MOST_FILES).map(([name, text]) => [safeName(name), text]));
  } catch {
    tell("linkBad");
  }
};

const forget = async () => {
  if (!(await askUser(say("forgetAsk")))) return;
  shownAt.box = undefined;
  add([STARTER], { replaces: true });
  clearTimeout(keepPause);
  await storage.forget().catch(() => {});
};

// ---------------------------------------------------------------- the beginning

const relabel = () => {
  translate();
  for (const select of document.querySelectorAll(".vul")) {
    const chosen = select.value || "none";
    select.replaceChildren(...["none", "we", "they", "both"].map((name) => make("option", { value: name }, say(name))));
    select.value = chosen;
  }
  buildTabs();
  editor.relabel();
  listFiles();
  showFindings();
  select(view);
};

$("#language").append(...Object.entries(LANGUAGES).map(([name, text]) => make("option", { value: name, lang: name }, text)));
$("#language").addEventListener("change", (event) => {
  choose(event.target.value);
  try { localStorage.setItem("language", language); } catch { /* asked again next time */ }
  shownAt.page = shownAt.box = undefined;
  relabel();
});
$("#open").addEventListener("click", () => $("#chooser").click());
$("#chooser").addEventListener("change", (event) => { openAll(event.target.files); event.target.value = ""; });
$("#link").addEventListener("click", makeLink);
$("#forget").addEventListener("click", forget);
$("#random").addEventListener("click", () => { const form = $("#bid-form"); form.hand.value = randomHand(); form.requestSubmit(); });
for (const [id, run] of [["bid", bidHand], ["often", countCalls], ["sample", dealHands]]) {
  $(`#${id}-form`).addEventListener("submit", (event) => { event.preventDefault(); run(event.target); });
}
for (const button of document.querySelectorAll("[data-fresh]")) button.addEventListener("click", () => fresh(button.dataset.fresh));
for (const button of document.querySelectorAll("[data-save]")) button.addEventListener("click", () => save(button.dataset.save));
for (const menu of document.querySelectorAll(".menu")) {
  menu.addEventListener("click", (event) => { if (event.target.closest("li button")) menu.open = false; });
  menu.addEventListener("keydown", (event) => { if (event.key === "Escape") { menu.open = false; menu.querySelector("summary").focus(); } });
}
document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll(".menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});

const dropped = async (items) => {
  const found = [];
  const walk = async (entry, path) => {
    if (found.length > MOST_FILES) return;
    if (entry.isFile) {
      const file = await new Promise((resolve, reject) => entry.file(resolve, reject));
      found.push(new File([file], path + file.name));
    } else if (entry.isDirectory) {
      const reader = entry.createReader();
      const inside = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
      for (const each of inside) await walk(each, `${path}${entry.name}/`);
    }
  };
  for (const entry of items) await walk(entry, "");
  await openAll(found);
};
addEventListener("dragover", (event) => { if (event.dataTransfer.types.includes("Files")) { event.preventDefault(); $("#drop").hidden = false; } });
addEventListener("dragleave", (event) => { if (!event.relatedTarget) $("#drop").hidden = true; });
addEventListener("drop", (event) => {
  $("#drop").hidden = true;
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  const entries = [...event.dataTransfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length) dropped(entries);
  else openAll(event.dataTransfer.files);
}, true);
addEventListener("hashchange", followLink);
addEventListener("unhandledrejection", (event) => tell("text", { text: String(event.reason?.message ?? event.reason) }));

const begin = async () => {
  let wanted = navigator.language.slice(0, 2);
  try { wanted = localStorage.getItem("language") ?? wanted; } catch { /* as the browser says */ }
  choose(wanted);
  $("#language").value = language;
  if (!matchMedia("(max-width: 800px)").matches) view = "page";
  files.set(...STARTER);
  active = STARTER[0];
  editor.show(editor.state(STARTER[1]));
  relabel();
  // The page is seen before Python takes the processor.
  requestAnimationFrame(() => setTimeout(() => asking.start()));
  setTimeout(() => asking.start(), KEEP_PAUSE);
  fetch("./known.json").then((response) => response.json()).then((found) => { known = found; }).catch(() => {});
  keeps = await storage.begin();
  const held = await storage.read().catch(() => undefined);
  if (held?.files?.length) {
    files.clear();
    states.clear();
    for (const { name, text, state } of held.files) { files.set(name, text); if (state) states.set(name, state); }
    active = "";
    show(files.has(held.active) ? held.active : held.files[0].name);
  } else refresh();
  isKept = true;
  if (keeps !== "ours") tell(keeps);
  await followLink();
  if ("serviceWorker" in navigator && isSecureContext) navigator.serviceWorker.register("./service-worker.js").catch(() => {});
  document.body.dataset.begun = "";
};
begin();
