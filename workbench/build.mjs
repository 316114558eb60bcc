// Builds the page: node build.mjs PYTHON OUT. PYTHON is a folder with the packages that the page runs.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";
import { say } from "./src/words.js";

const here = dirname(fileURLToPath(import.meta.url));
const top = dirname(here);
const [python, out] = process.argv.slice(2, 4).map((name) => resolve(name));
const PACKAGES = ["bml_core", "markdown_it", "mdurl", "mdit_py_plugins"];
const PYODIDE = ["pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm"];
const SITE = "/lib/python3.13/site-packages";
const STATIC = ["manifest.webmanifest", "icon.svg", "style.css"];

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

// ---------------------------------------------------------------- the packages, compiled, and what they know

// Compiled for the Python that runs them, since compiling takes longer than all else at the start.
const COMPILE = `
import importlib.util, json, pathlib, py_compile, shutil, tomllib
for name in json.loads(packages):
    shutil.copytree(f"/python/{name}", f"/made/{name}", ignore=shutil.ignore_patterns("__pycache__", "workbench_page", "quickstart"))
# Docstrings stay here. What is compiled is not read again, but for faces, which are asked what they offer.
for path in map(str, pathlib.Path("/made").rglob("*.py")):
    py_compile.compile(path, importlib.util.cache_from_source(path), path.removeprefix("/made"), doraise=True, optimize=2,
                       invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    if not path.endswith("__init__.py"):
        open(path, "w").close()
book = tomllib.load(open("/made/bml_core/hands/descriptions/words/usual_meanings.toml", "rb"))
json.dumps([entry["name"] for entry in book["meaning"]])
`;
const ENV = { HOME: "/home", XDG_CACHE_HOME: "/cache", COLUMNS: "80", PYTHONHASHSEED: "0" };
// Of what goes wrong there, the message is shown without the program around it.
process.on("uncaughtException", (error) => { console.log(String(error.message).slice(-1500)); process.exit(1); });
const compiler = await loadPyodide({ env: ENV });
compiler.FS.mkdirTree("/python");
compiler.FS.mount(compiler.FS.filesystems.NODEFS, { root: python }, "/python");
compiler.globals.set("packages", JSON.stringify(PACKAGES));
const meanings = JSON.parse(compiler.runPython(COMPILE));

// What the page brings along: names and bytes.
const packages = [];
const walk = (folder) => {
  for (const name of compiler.FS.readdir(folder).filter((each) => !/^\.\.?$/.test(each)).sort()) {
    const path = `${folder}/${name}`;
    if (compiler.FS.isDir(compiler.FS.stat(path).mode)) walk(path);
    else packages.push([path.slice("/made".length), compiler.FS.readFile(path)]);
  }
};
walk("/made");
// The last two levels take four times as long for a two-hundredth.
const folded = (parts) => gzipSync(Buffer.concat(parts), { level: 7 });

// The memory of Python after it has read and shown notes once: what begins with it has nothing to load.
const ASK = `
import json, os, sys
sys.path.append("/made")
os.makedirs("/notes")
os.chdir("/notes")
from bml_core.commands.workbench import answer
def ask(wanted, *run):
    notes = "#+TITLE: Ours\\n\\n1C  16+ hcp\\n1H  5+!h, 11--15 hcp\\n  1N  6--9 hcp\\n1N  15--17 hcp, balanced\\n  2C  Stayman\\n"
    asked = {"files": {"a.bml": notes}, "run": [words.split() for words in run], "wanted": [wanted]}
    return json.loads(answer(json.dumps(asked)))["files"][wanted]
`;
const runtime = await loadPyodide({ _makeSnapshot: true, env: ENV });
for (const [name, data] of packages) {
  const path = SITE + name;
  runtime.FS.mkdirTree(dirname(path));
  runtime.FS.writeFile(path, data);
}
runtime.runPython(`${ASK}
ask("page.html", "check --format json a.bml", "check --no-checks --format json a.bml", "html a.bml -o page.html")
os.remove("a.bml")
del ask
sys.path.remove("/made")
`);
const loaded = new Set(JSON.parse(runtime.runPython(`
import gc, json, sys
gc.collect()
json.dumps([module.__spec__.origin for module in sys.modules.values() if getattr(module, "__spec__", None)])
`)).map((path) => path?.replace(SITE, "")));
writeFileSync(join(out, "snapshot.bin"), folded([runtime.makeMemorySnapshot()]));

// Of Python's library, too, only what is not in that memory.
compiler.FS.writeFile("/loaded.json", JSON.stringify([...loaded]));
const stdlib = compiler.runPython(`
import json, sys, zipfile
whole = next(name for name in sys.path if name.endswith(".zip"))
unused = {*json.load(open("/loaded.json"))}
with zipfile.ZipFile(whole) as old, zipfile.ZipFile("/stdlib.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new:
    for entry in old.infolist():
        if f"{whole}/{entry.filename}" not in unused:
            new.writestr(entry, old.read(entry))
`) ?? compiler.FS.readFile("/stdlib.zip");

// All that is not in that memory, as one file: how long its list is, the list of names and sizes, and the bytes.
// Faces are asked what they offer, so their text stays.
const isLoaded = (name) => !name.endsWith("/__init__.py") && loaded.has(name.replace("__pycache__/", "").replace(/\.cpython-\d+\.pyc$/, ".py"));
const rest = packages.filter(([name]) => !isLoaded(name));
const list = Buffer.from(JSON.stringify(rest.map(([name, data]) => [name, data.length])));
const length = Buffer.alloc(4);
length.writeUInt32LE(list.length);
writeFileSync(join(out, "python.bin"), folded([length, list, ...rest.map(([, data]) => data)]));

// A bidding box is a page with one script, ours, which the policy of this page names by its hash.
const box = Buffer.from(compiler.runPython(`${ASK}ask("box.html", "explore a.bml -o box.html")`), "base64").toString("utf8");
const hash = /script-src (?:'|&#x27;|&#39;)(sha256-[\w+/=]+)/.exec(box)?.[1];
if (!hash) throw new Error("The bidding box names no hash of its script.");

// ---------------------------------------------------------------- scripts and files

const texts = (folder, names) => names.map((name) => [name, readFileSync(join(top, folder, name), "utf8")]);
// A site has a title and an order of pages; here these are files of one folder.
const ofSite = ([name, text]) => [name, text.replace("@title@", "Our system").replace(/^#\+PAGES:.*\n/m, "")];
const examples = {
  club: texts("bml_core/commands/quickstart/templates/example",
    ["openings.bml", "majors.bml", "minors.bml", "notrump.bml", "competition.bml"]).map(ofSite),
  notrump: texts("demo_docs/system", ["one-notrump.bml", "stayman.bml", "transfers.bml", "transfer-core.bml", "keycard.bml"]),
};
writeFileSync(join(out, "known.json"), JSON.stringify({ meanings, examples }));

const lock = JSON.parse(readFileSync(join(here, "node_modules/pyodide/pyodide-lock.json"), "utf8"));
const options = {
  bundle: true, format: "esm", minify: true, target: "es2022", outdir: out, legalComments: "eof",
  external: ["./pyodide.mjs"], logLevel: "warning",
  define: { ENV: JSON.stringify(ENV), LOCK: JSON.stringify(JSON.stringify({ info: lock.info, packages: {} })) },
};
await build({ ...options, entryPoints: [join(here, "src/main.js"), join(here, "src/worker.js")] });
writeFileSync(join(out, "python_stdlib.zip"), stdlib);
for (const name of PYODIDE) cpSync(join(here, "node_modules/pyodide", name), join(out, name));
for (const name of STATIC) cpSync(join(here, "src", name), join(out, name));

const policy = [
  "default-src 'none'",
  `script-src 'self' 'wasm-unsafe-eval' '${hash}'`,
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
// Words are there before the script is, in English.
const page = readFileSync(join(here, "src/index.html"), "utf8").replace("POLICY", policy)
  .replace(/(data-say="(\w+)"[^>]*>)(?=<)/g, (_, tag, key) => tag + say(key));
writeFileSync(join(out, "index.html"), page);
writeFileSync(join(out, "policy.txt"), `${policy}\n`);
writeFileSync(join(out, "LICENSES.txt"), readFileSync(join(here, "src/LICENSES.txt"), "utf8"));

// ---------------------------------------------------------------- what a browser keeps for use without a network

const files = readdirSync(out).filter((name) => name !== "policy.txt").sort();
const digest = createHash("sha256");
for (const name of files) digest.update(name).update(readFileSync(join(out, name)));
const kept = { version: digest.digest("hex").slice(0, 16), files: ["./", ...files.filter((name) => name !== "index.html")] };
await build({ ...options, format: "iife", define: { KEPT: JSON.stringify(kept) }, entryPoints: [join(here, "src/service-worker.js")] });

let packed = 0;
for (const name of readdirSync(out).sort()) {
  const size = gzipSync(readFileSync(join(out, name))).length;
  packed += size;
  console.log(`${name.padEnd(22)} ${String(statSync(join(out, name)).size).padStart(10)} ${String(size).padStart(9)} packed`);
}
console.log(`${"together".padEnd(22)} ${String(packed).padStart(20)} packed`);
