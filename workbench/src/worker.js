// Python in a worker: one question at a time, each with the number that its answer has.
import { loadPyodide } from "./pyodide.mjs";

/* global ENV, LOCK */
const FOLDER = "/notes", PACKAGES = "/lib/python3.13/site-packages";

const unfolded = async (name) => {
  const response = await fetch(name);
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  return new Uint8Array(await new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
};

// With a memory in which nearly all is loaded.
const runtime = () => loadPyodide({ indexURL: "./", lockFileContents: LOCK, env: ENV, _loadSnapshot: unfolded("./snapshot.bin") });

let collect;

const start = async () => {
  const [python, packages] = await Promise.all([runtime(), unfolded("./python.bin")]);
  const length = new DataView(packages.buffer).getUint32(0, true);
  let at = 4 + length;
  for (const [name, size] of JSON.parse(new TextDecoder().decode(packages.subarray(4, at)))) {
    const path = PACKAGES + name;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, packages.subarray(at, at + size), { canOwn: true });
    at += size;
  }
  python.FS.mkdirTree(FOLDER);
  python.FS.chdir(FOLDER);
  // The files are others than when the memory was kept, and nobody has its random numbers.
  python.runPython("import random, sys; [finder.invalidate_caches() for finder in sys.path_importer_cache.values() if finder]; random.seed()");
  const { answer } = python.pyimport("bml_core.commands.workbench");
  // While no file changes, questions that change none read each of them once.
  let filesRead;
  collect = python.pyimport("gc").collect;
  return ({ once, key, ...question }) => {
    if (Object.keys(question.files ?? {}).length || !once) { filesRead?.destroy(); filesRead = undefined; }
    if (once) filesRead ??= python.runPython("{}");
    return answer(JSON.stringify(question), filesRead);
  };
};

const started = start().then(
  (answer) => { postMessage({ ready: true }); return answer; },
  (error) => { postMessage({ failed: String(error) }); throw error; },
);
started.catch(() => {});

onmessage = async ({ data: { id, question } }) => {
  try {
    const answer = await started;
    postMessage({ id, answer: answer(question) });
    // What commands leave behind goes after a whole check, which nobody types beside.
    if (question.key === "check") setTimeout(() => collect());
  } catch (error) {
    // What the runtime cannot go on after, such as an empty memory, is the end of this worker.
    postMessage({ id, failed: String(error).split("\n").filter(Boolean).pop() ?? "" });
  }
};
