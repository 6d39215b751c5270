/* Runs in the page, in every engine. Arguments and results are sent as JSON. */

/**
 * The milliseconds from the next press to the painted frame in which an address is shown, a heading says something, or a text is there.
 * Starts watching at once; `takeTimed` waits for the end.
 *
 * @param {{ path?: string, heading?: string, text?: string }} until
 */
export function watchPress(until) {
  const { paintOf } = /** @type {any} */ (window).bench;
  const isThere = () =>
    (until.path === undefined || new RegExp(until.path).test(location.pathname + location.search)) &&
    (until.heading === undefined || document.querySelector("h1")?.textContent?.includes(until.heading) === true) &&
    (until.text === undefined || document.body.innerText.includes(until.text));
  /** @type {any} */ (window).timed = new Promise((resolve, reject) => {
    window.addEventListener(
      "click",
      ({ timeStamp }) => void paintOf(isThere).then((/** @type {number} */ time) => resolve(time - timeStamp), reject),
      { capture: true, once: true },
    );
  });
}

/** @returns {Promise<number>} */
export const takeTimed = () => /** @type {any} */ (window).timed;

/**
 * Waits until a store has this many records, read without the app.
 *
 * @param {{ store: string, key?: string, isEnough: "atLeast" | "none", count?: number }} wanted all records of the store, or the one with the key
 * @returns {Promise<number>} when, by the page's clock
 */
export async function waitForRecords({ store, key, isEnough, count = 1 }) {
  const ASK_EVERY_MS = 25;
  const PATIENCE_MS = 300_000;
  const answerOf = (/** @type {IDBRequest} */ request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const isMade = (await indexedDB.databases()).some(({ name }) => name === "ridgebook");
    if (isMade) {
      const database = await answerOf(indexedDB.open("ridgebook"));
      try {
        if (database.objectStoreNames.contains(store)) {
          const found = await answerOf(database.transaction(store).objectStore(store).count(key));
          if (isEnough === "none" ? found === 0 : found >= count) return performance.now();
        }
      } finally {
        database.close();
      }
    }
    if (performance.now() > giveUpAt) throw new Error(`"${store}" does not hold what was waited for.`);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
}

/** Waits until the page has this many elements. @param {{ selector: string, count: number }} wanted */
export async function waitForElements({ selector, count }) {
  const LOOK_EVERY_MS = 25;
  const PATIENCE_MS = 300_000;
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (document.querySelectorAll(selector).length < count) {
    if (performance.now() > giveUpAt) throw new Error(`There are not ${count} of ${selector}.`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/**
 * Makes leads with nothing but a last name, through the app's own pages: one after the other, each from the list of leads and back to it.
 *
 * @param {{ count: number, lastName: string }} leads
 * @returns {Promise<number[]>} milliseconds of each from Save to its page
 */
export async function makeLeads({ count, lastName }) {
  const { paintOf } = /** @type {any} */ (window).bench;
  const find = (/** @type {string} */ selector, /** @type {RegExp} */ text) =>
    [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(selector))].find((element) =>
      text.test(element.textContent?.trim() ?? ""),
    );
  const field = () =>
    [...document.querySelectorAll("input")].find((input) =>
      [...(input.labels ?? [])].some((label) => label.textContent?.startsWith("Last name")),
    );
  const press = async (/** @type {string} */ selector, /** @type {RegExp} */ text) => {
    await paintOf(() => find(selector, text) !== undefined);
    find(selector, text)?.click();
  };
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
  const times = [];
  for (let number = 1; number <= count; number += 1) {
    const name = `${lastName} ${number}`;
    await press("a", /^New lead$/);
    await paintOf(() => field() !== undefined);
    setValue?.call(field(), name);
    field()?.dispatchEvent(new Event("input", { bubbles: true }));
    await paintOf(() => find("button", /^Save$/) !== undefined);
    const beganAt = performance.now();
    find("button", /^Save$/)?.click();
    const isShown = () => location.pathname.endsWith("/details") && document.querySelector("h1")?.textContent === name;
    times.push((await paintOf(isShown)) - beganAt);
    await press("a", /^Leads$/);
    await paintOf(() => find("a", /^New lead$/) !== undefined);
  }
  return times;
}

/** Records from now on the times in which the page was blocked. */
export function watchGaps() {
  const SHORTEST_MS = 20;
  /** @type {{ isOn: boolean, gaps: { from: number, to: number }[] }} */
  const state = { isOn: true, gaps: [] };
  let last = performance.now();
  const tick = () => {
    const now = performance.now();
    if (now - last >= SHORTEST_MS) state.gaps.push({ from: last, to: now });
    last = now;
    if (state.isOn) setTimeout(tick, 0);
  };
  tick();
  /** @type {any} */ (window).watchedGaps = state;
}

/** @returns {{ from: number, to: number }[]} by the clock of `Date.now()` */
export function takeGaps() {
  const state = /** @type {any} */ (window).watchedGaps;
  state.isOn = false;
  return state.gaps.map(({ from, to }) => ({ from: performance.timeOrigin + from, to: performance.timeOrigin + to }));
}

/** Records each key in the search box from now on: from the key to the painted frame with new rows. */
export function watchSearch() {
  const PATIENCE_MS = 1_500;
  const { paintOf } = /** @type {any} */ (window).bench;
  const firstRows = () =>
    [...document.querySelectorAll("tbody tr")]
      .slice(0, 8)
      .map((row) => row.textContent)
      .join("|");
  /** @type {any} */ (window).searchKeys = [];
  window.addEventListener(
    "keydown",
    ({ timeStamp }) => {
      const was = firstRows();
      const isOver = () => performance.now() - timeStamp > PATIENCE_MS;
      const painted = paintOf(() => firstRows() !== was || isOver()).then((/** @type {number} */ time) =>
        firstRows() === was ? null : time - timeStamp,
      );
      /** @type {any} */ (window).searchKeys.push(painted);
    },
    { capture: true },
  );
}

/** @returns {Promise<number | null>} of the last key, in milliseconds; null for one that found the same rows */
export const takeSearchKey = () => /** @type {any} */ (window).searchKeys.at(-1);
