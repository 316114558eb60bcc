// Browsers start no worker for a page from the disk. The search of Material and of Zensical asks for one, and gets
// the same script in a frame of the page.
(() => {
  "use strict";
  if (location.protocol !== "file:") return;

  // What a worker has and a page has not, in the words of the worker's script.
  const surroundings = () => {
    globalThis.postMessage = (data) => frameElement.dispatchEvent(new CustomEvent("answer", { detail: structuredClone(data) }));
    const load = (url) => new Promise((done, failed) => {
      const script = Object.assign(document.createElement("script"), { src: url, onload: done, onerror: failed });
      document.body.append(script);
    });
    globalThis.importScripts = async (...urls) => {
      for (const url of urls) await load(url);
    };
  };

  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = Object.assign(document.createElement("iframe"), { hidden: true, title: "search" });
      const address = String(url).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
      this.frame.srcdoc = `<body><script>(${surroundings})()</script><script src="${address}"></script>`;
      this.addEventListener("message", (event) => this.onmessage?.(event));
      this.frame.addEventListener("answer", ({ detail }) => this.dispatchEvent(new MessageEvent("message", { data: detail })));
      this.isReady = new Promise((ready) => { this.frame.onload = ready; });
      document.body.append(this.frame);
    }

    async postMessage(data) {
      // A worker gets a copy: that of Zensical changes what it is asked, and the page would forget the letters typed.
      const copy = structuredClone(data);
      await this.isReady;
      this.frame.contentWindow.dispatchEvent(new MessageEvent("message", { data: copy }));
    }

    terminate() {
      this.frame.remove();
    }
  };
  window.Worker = window.IFrameWorker;
})();
