// Notes in the fragment of an address: compressed, and nothing that a server sees.
export const MOST = 8 * 1024;
const MOST_TEXT = 400_000;
const PREFIX = "#notes=";

const through = async (bytes, stream, most = Infinity) => {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    // A few bytes can unfold to many.
    if (size > most) { await reader.cancel(); throw new RangeError("too long"); }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
};

export const pack = async (files) => {
  const bytes = await through(new TextEncoder().encode(JSON.stringify([...files])), new CompressionStream("deflate-raw"));
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return PREFIX + btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};

export const isLink = (fragment) => fragment.startsWith(PREFIX);

export const unpack = async (fragment) => {
  const text = fragment.slice(PREFIX.length);
  if (text.length > 2 * MOST) throw new RangeError("too long");
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const files = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"), MOST_TEXT)));
  if (!Array.isArray(files) || !files.every((file) => Array.isArray(file) && file.length === 2 && file.every((part) => typeof part === "string"))) throw new TypeError("no files");
  return files;
};
