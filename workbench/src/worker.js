// Python in a worker: one question at a time, each with the number that its answer has.
import { loadPyodide } from "./pyodide.mjs";

/* global LOCK */
const FOLDER = "/notes";

const start = async () => {
  const [python, packages] = await Promise.all([
    loadPyodide({ indexURL: "./", lockFileContents: LOCK, env: { HOME: "/home", XDG_CACHE_HOME: "/cache", COLUMNS: "80" } }),
    fetch("./python.zip").then((response) => {
      if (!response.ok) throw new Error(`python.zip: ${response.status}`);
      return response.arrayBuffer();
    }),
  ]);
  python.unpackArchive(packages, "zip", { extractDir: "/lib/python3.13/site-packages" });
  python.FS.mkdirTree(FOLDER);
  python.FS.chdir(FOLDER);
  return python.pyimport("bml_core.commands.workbench").answer;
};

const started = start().then(
  (answer) => { postMessage({ ready: true }); return answer; },
  (error) => { postMessage({ failed: String(error) }); throw error; },
);
started.catch(() => {});

onmessage = async ({ data: { id, question } }) => {
  try {
    const answer = await started;
    postMessage({ id, answer: answer(JSON.stringify(question)) });
  } catch (error) {
    // What the runtime cannot go on after, such as an empty memory, is the end of this worker.
    postMessage({ id, failed: String(error).split("\n").filter(Boolean).pop() ?? "" });
  }
};
