// Builds the page: node build.mjs PYTHON OUT. PYTHON is a folder with the packages that the page runs.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { loadPyodide } from "pyodide";

const here = dirname(fileURLToPath(import.meta.url));
const top = dirname(here);
const [python, out] = process.argv.slice(2, 4).map((name) => resolve(name));
const PACKAGES = ["bml_core", "markdown_it", "mdurl", "mdit_py_plugins"];
const PYODIDE = ["pyodide.mjs", "pyodide.asm.js", "pyodide.asm.wasm", "python_stdlib.zip"];
const STATIC = ["manifest.webmanifest", "icon.svg", "style.css"];

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });

// ---------------------------------------------------------------- the packages, compiled, and what they know

// Compiled for the Python that runs them, since compiling takes longer than all else at the start.
const COMPILE = `
import compileall, json, os, py_compile, shutil, sys, tomllib, zipfile
packages = json.loads(packages)
for name in packages:
    shutil.copytree(f"/python/{name}", f"/made/{name}", ignore=shutil.ignore_patterns("__pycache__", "workbench_page"))
compileall.compile_dir("/made", quiet=1, stripdir="/made", invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
with zipfile.ZipFile("/python.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
    for folder, folders, files in os.walk("/made"):
        folders.sort()
        for file in sorted(files):
            path = os.path.join(folder, file)
            archive.writestr(zipfile.ZipInfo(os.path.relpath(path, "/made"), (1980, 1, 1, 0, 0, 0)),
                             open(path, "rb").read(), zipfile.ZIP_DEFLATED)
book = tomllib.load(open("/made/bml_core/hands/descriptions/words/usual_meanings.toml", "rb"))
sys.path.insert(0, "/made")
os.environ["COLUMNS"] = "80"
os.makedirs("/notes")
os.chdir("/notes")
from bml_core.commands.workbench import answer
box = json.loads(answer(json.dumps({
    "files": {"a.bml": "1C  16+ hcp\\n"},
    "run": [["explore", "a.bml", "-o", "box.html"]], "wanted": ["box.html"]})))
json.dumps({"meanings": [entry["name"] for entry in book["meaning"]], "box": box["files"]["box.html"]})
`;
const runtime = await loadPyodide();
runtime.FS.mkdirTree("/python");
runtime.FS.mount(runtime.FS.filesystems.NODEFS, { root: python }, "/python");
runtime.globals.set("packages", JSON.stringify(PACKAGES));
const known = JSON.parse(runtime.runPython(COMPILE));
writeFileSync(join(out, "python.zip"), runtime.FS.readFile("/python.zip"));

// A bidding box is a page with one script, ours, which the policy of this page names by its hash.
const box = Buffer.from(known.box, "base64").toString("utf8");
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
writeFileSync(join(out, "known.json"), JSON.stringify({ meanings: known.meanings, examples }));

const lock = JSON.parse(readFileSync(join(here, "node_modules/pyodide/pyodide-lock.json"), "utf8"));
const options = {
  bundle: true, format: "esm", minify: true, target: "es2022", outdir: out, legalComments: "eof",
  external: ["./pyodide.mjs"], logLevel: "warning",
  define: { LOCK: JSON.stringify(JSON.stringify({ info: lock.info, packages: {} })) },
};
await build({ ...options, entryPoints: [join(here, "src/main.js"), join(here, "src/worker.js")] });
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
const page = readFileSync(join(here, "src/index.html"), "utf8").replace("POLICY", policy);
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
  const size = gzipSync(readFileSync(join(out, name)), { level: 9 }).length;
  packed += size;
  console.log(`${name.padEnd(22)} ${String(statSync(join(out, name)).size).padStart(10)} ${String(size).padStart(9)} packed`);
}
console.log(`${"together".padEnd(22)} ${String(packed).padStart(20)} packed`);
