/**
 * Runs in a page before its own scripts, of the product and of a peer alike: `window.bench` tells when a user's action was painted,
 * by the page's own clock. A frame counts as painted when a task that was queued in its animation callback runs:
 * style, layout and paint come before it. The screen itself is later by the same time for both.
 */
export function watchPage() {
  const PATIENCE_MS = 60_000;
  const later = new MessageChannel();
  /** @type {((time: number) => void)[]} */
  const waiting = [];
  later.port1.onmessage = () => {
    const now = performance.now();
    for (const tell of waiting.splice(0)) tell(now);
  };

  /**
   * Checks every frame until a condition holds, and returns when that frame was painted.
   *
   * @param {() => boolean} isThere
   * @returns {Promise<number>}
   */
  const paintOf = (isThere) =>
    new Promise((resolve, reject) => {
      const giveUpAt = performance.now() + PATIENCE_MS;
      const look = () => {
        if (isThere()) {
          waiting.push(resolve);
          later.port2.postMessage(null);
        } else if (performance.now() > giveUpAt) reject(new Error("What was waited for was never painted."));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });

  /** @type {{ value: number, hadRecentInput: boolean, at: number, what: string }[]} */
  const shifts = [];
  /**
   * The spans during which an opened page is left alone, from its first fields to the next click or key: a shift then is unexpected, even if it comes
   * soon after the click that opened the page.
   *
   * @type {{ from: number, to: number }[]}
   */
  const standing = [];
  for (const type of ["keydown", "pointerdown"])
    window.addEventListener(type, ({ timeStamp }) => endStanding(timeStamp), { capture: true });
  const endStanding = (/** @type {number} */ at) => {
    const last = standing.at(-1);
    if (last?.to === Infinity) last.to = at;
  };
  const describe = (/** @type {any} */ { node, previousRect: from, currentRect: to }) => {
    const element = node?.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    const name = element ? `${element.localName}.${String(element.className).split(" ")[0]}` : "something gone";
    return `${name} ${from.x},${from.y} ${from.width}x${from.height} to ${to.x},${to.y} ${to.width}x${to.height}`;
  };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, startTime, sources } of /** @type {any[]} */ (list.getEntries()))
      shifts.push({ value, hadRecentInput, at: startTime, what: sources.map(describe).join("; ") });
  }).observe({ type: "layout-shift", buffered: true });

  const FIELD_TAGS = ["input", "select", "textarea"];
  // The browser maintains these lists: reading them in every frame costs the page next to nothing.
  const countFields = () => {
    const main = document.getElementsByTagName("main")[0];
    return FIELD_TAGS.reduce((sum, tag) => sum + (main?.getElementsByTagName(tag).length ?? 0), 0);
  };

  /** @type {Promise<{ firstMs: number, allMs: number }> | undefined} */
  let opening;
  /** @type {Promise<number>[]} milliseconds */
  let strokes = [];
  /** @type {AbortController | undefined} */
  let typing;

  /** @type {any} */ (window).bench = {
    countFields,
    paintOf,

    /**
     * From the next click to the first painted frame with the page's title and a field, and to the one with all fields.
     *
     * @param {{ title: string, fieldCount: number }} page
     */
    watchOpening({ title, fieldCount }) {
      const isOpen = () => document.querySelector("main h1")?.textContent === title && countFields() > 0;
      opening = new Promise((resolve, reject) => {
        const handleClick = async (/** @type {MouseEvent} */ { timeStamp }) => {
          try {
            const first = await paintOf(isOpen);
            standing.push({ from: first, to: Infinity });
            // Checked from the same frame on: a short page is complete in it.
            const isComplete = countFields() >= fieldCount;
            const all = isComplete ? first : await paintOf(() => countFields() >= fieldCount);
            resolve({ firstMs: first - timeStamp, allMs: all - timeStamp });
          } catch (error) {
            reject(error);
          }
        };
        window.addEventListener("click", handleClick, { capture: true, once: true });
      });
    },
    opened: () => opening,

    /**
     * Each keystroke from now on that changes an input: from the key to the painted frame in which a figure has changed.
     *
     * @param {HTMLElement} figure
     */
    watchTyping(figure) {
      typing?.abort();
      typing = new AbortController();
      strokes = [];
      let pressedAt = 0;
      const listen = (/** @type {string} */ type, /** @type {(event: Event) => void} */ handle) =>
        window.addEventListener(type, handle, { capture: true, signal: typing?.signal });
      listen("keydown", ({ timeStamp }) => (pressedAt = timeStamp));
      listen("input", () => {
        const beganAt = pressedAt;
        const was = figure.textContent;
        strokes.push(paintOf(() => figure.textContent !== was).then((time) => time - beganAt));
      });
    },
    typed: () => Promise.all(strokes),

    /** The layout shifts since the last call; those within 500 ms of an input are expected, unless the page is left alone. */
    takeShifts: () =>
      shifts.splice(0).map(({ at, hadRecentInput, ...shift }) => ({
        ...shift,
        isExpected: hadRecentInput && !standing.some(({ from, to }) => from < at && at < to),
      })),
  };
}
