// What the tests ask a page. Each is called by name from Python.
(() => {
  // Any colour a browser can compute, as four numbers: red, green, blue (0 to 255) and alpha (0 to 1).
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const painted = (text) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const colours = new Map();
  const colour = (text) => {
    if (!colours.has(text)) colours.set(text, painted(text));
    return [...colours.get(text)];
  };
  const over = (top, below) => [0, 1, 2].map((n) => top[n] * top[3] + below[n] * (1 - top[3])).concat(1);
  const background = (element) => {
    if (!element) return [255, 255, 255, 1];
    const own = colour(getComputedStyle(element).backgroundColor);
    return own[3] >= 0.999 ? own : over(own, background(element.parentElement));
  };
  const luminance = (rgb) => {
    const [r, g, b] = rgb.slice(0, 3).map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (one, other) => {
    const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  };
  const name = (element) => `${element.tagName.toLowerCase()}.${[...element.classList].join(".")}`;
  const isDrawn = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1;
  };

  const opacity = (element) =>
    element ? Number(getComputedStyle(element).opacity) * opacity(element.parentElement) : 1;
  const isLarge = (style) => {
    const pixels = Number.parseFloat(style.fontSize);
    return pixels >= 24 || (pixels >= 18.66 && Number(style.fontWeight) >= 700);
  };
  // What was open when the page had been loaded.
  let open = [];
  addEventListener("load", () => { open = [...document.querySelectorAll("details[open]")]; });

  window.probes = {
    // As when the page had been loaded.
    reset: () => {
      for (const field of document.querySelectorAll(".bml-tools input")) {
        field.value = "";
        field.dispatchEvent(new Event("input", { bubbles: true }));
      }
      for (const branch of document.querySelectorAll("details")) branch.open = open.includes(branch);
      document.activeElement?.blur();
      scrollTo({ top: 0, behavior: "instant" });
    },

    // How many texts of ours there are, and those that are hard to read; code and links in text are the theme's.
    texts: () => {
      const selector = '[class^="bml-"]:not(.bml-symbols, .bml-source), [class^="bml-"]:not(.bml-source) *';
      const texts = [...document.querySelectorAll(selector)].filter(
        (element) =>
          [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()) &&
          isDrawn(element) && !element.closest("svg, a:not(.bml-way, .bml-table a, .bml-field a), code, .bml-source, .bml-symbols > u, i > u"),
      );
      const weak = texts.flatMap((element) => {
        const style = getComputedStyle(element);
        const [text, ground] = [colour(style.color), background(element)];
        text[3] *= opacity(element);
        const ratio = contrast(over(text, ground), ground);
        return ratio < (isLarge(style) ? 3 : 4.5) ? [`${name(element)} ${ratio.toFixed(2)}`] : [];
      });
      return { number: texts.length, weak: [...new Set(weak)] };
    },

    // No colour is on its way to another one.
    // Chromium lists a transition that has ended for as long as its element is out of sight.
    isStill: () =>
      !document.getAnimations().some((each) => each instanceof CSSTransition && each.playState !== "finished"),

    isDark: () => luminance(background(document.querySelector("h1"))) < 0.1,

    suitContrasts: () => {
      const found = {};
      for (const suit of document.querySelectorAll("i:is(.bml-clubs, .bml-diamonds, .bml-hearts, .bml-spades)")) {
        const text = colour(getComputedStyle(suit, "::after").color);
        const ground = background(suit);
        const ratio = contrast(over(text, ground), ground);
        found[suit.className] = Math.min(found[suit.className] ?? 21, ratio);
      }
      return found;
    },

    // The least contrasts in charts: letters and signs, and bars.
    chartContrasts: () => {
      const least = (selector) =>
        Math.min(
          ...[...document.querySelectorAll(selector)].map((drawn) => {
            const ground = background(drawn.closest("svg").parentElement);
            return contrast(over(colour(getComputedStyle(drawn).fill), ground), ground);
          }),
        );
      return { text: least(".bml-chart text, .bml-chart tspan"), rect: least(".bml-chart rect") };
    },

    openAll: () => {
      for (const branch of document.querySelectorAll(".bml-table details, .bml-answer")) branch.open = true;
    },

    // What of our markup leaves the window sideways, and what leaves a frame of ours that cuts it off.
    overflowing: () => {
      const found = [];
      for (const element of document.querySelectorAll('[class*="bml-"], [class*="bml-"] *')) {
        if (!isDrawn(element) || element.closest(".bml-source, .bml-symbols > u, i > u, .md-typeset__table")) continue;
        const box = element.getBoundingClientRect();
        if (box.left < -1 || box.right > window.innerWidth + 1) found.push(name(element));
      }
      return found;
    },

    // The left edges of bids, and of descriptions that are beside theirs, for each list of rows.
    columns: () =>
      [...document.querySelectorAll(".bml-table ul")].map((list) => {
        const rows = [...list.children].map((item) => item.querySelector(".bml-row")).filter(isDrawn);
        const left = (row, selector) => {
          const found = row.querySelector(selector);
          return found ? Math.round(found.getBoundingClientRect().left) : null;
        };
        return { bids: rows.map((row) => left(row, ".bml-call")), texts: rows.map((row) => left(row, ".bml-text")) };
      }).filter((list) => list.bids.length),

    addStyleFirst: (text) => {
      const sheet = document.createElement("style");
      sheet.textContent = text;
      document.head.prepend(sheet);
    },

    leftEdges: () => {
      const left = (element) => Math.round(element.getBoundingClientRect().left);
      const blocks =
        ".bml-figure, .bml-table, .bml-deal, .bml-auction, .bml-caption, .bml-figure table, " +
        ".bml-frequencies, .bml-chart, .bml-shares, .bml-examples";
      const paragraph = document.querySelector("h1 ~ p, h1 + p");
      return {
        text: left(paragraph),
        blocks: [...document.querySelectorAll(blocks)]
          .filter((block) => isDrawn(block) && !block.closest(".bml-both, .bml-examples > *"))
          .map((block) => [name(block), left(block)]),
      };
    },

    boxes: (selector) =>
      [...document.querySelectorAll(selector)].map((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return { left, right, top, bottom };
      }),

    // Marks of themes on what is ours: frames, fills, shadows and signs of their own.
    dressed: () => {
      const found = [];
      for (const element of document.querySelectorAll(
        ".bml-table details, .bml-table summary, .bml-table ul, .bml-table li, .bml-auction tr, .bml-auction td, " +
          ".bml-shares td, .bml-shares th, .bml-shares caption, .bml-table td, .bml-table th, .bml-figure, .bml-deal",
      )) {
        const style = getComputedStyle(element);
        const marks = [style.boxShadow !== "none", colour(style.backgroundColor)[3] > 0.02, style.borderTopWidth !== "0px"];
        if (marks.some(Boolean)) found.push(`${name(element)} ${marks}`);
        const after = getComputedStyle(element, "::after").content;
        if (element.matches("summary") && !["none", "normal"].includes(after)) found.push(`${name(element)}::after`);
      }
      return found;
    },
  };
})();
