import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/** As Linux calls the processes of pages; it cuts a name to 15 letters. */
const PAGE_PROCESS = { webkit: /^\d+ \(WebKitWebProces\)/, chromium: /^\d+ \(/ };
const IS_RENDERER = "--type=renderer";
const KB_IN_MB = 1024;

/** @param {number | string} id @param {string} file */
function readOf(id, file) {
  try {
    return readFileSync(`/proc/${id}/${file}`, "utf8");
  } catch {
    // It has ended meanwhile.
    return "";
  }
}

/** Processes that this one has started, itself or through others. */
function descendants() {
  const stats = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((id) => readOf(id, "stat"));
  const parents = new Map(
    stats.map((stat) => /^(\d+) \(.*\) \S (\d+)/s.exec(stat)).map((found) => [found?.[1], found?.[2]]),
  );
  /** @param {string | undefined} id @returns {boolean} */
  const isOurs = (id) => id !== undefined && (parents.get(id) === String(process.pid) || isOurs(parents.get(id)));
  return stats.filter((stat) => isOurs(/^\d+/.exec(stat)?.[0]));
}

/**
 * The memory of the page's process while something runs, as Linux notes it: all that it has in memory, libraries included.
 *
 * @template Result
 * @param {"webkit" | "chromium"} engine the only browser of it that this process has started
 * @param {() => Promise<Result>} work
 * @returns {Promise<{ result: Result, before: number, peak: number }>} megabytes
 */
export async function watchPageMemory(engine, work) {
  const ids = descendants()
    .filter((stat) => PAGE_PROCESS[engine].test(stat))
    .map((stat) => Number.parseInt(stat, 10))
    .filter((id) => engine !== "chromium" || readOf(id, "cmdline").includes(IS_RENDERER));
  if (ids.length === 0) throw new Error(`No page of ${engine} runs.`);
  const most = (/** @type {string} */ name) =>
    Math.max(...ids.map((id) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readOf(id, "status"))?.[1] ?? 0))) /
    KB_IN_MB;
  // Forgets the peak so far (man 5 proc).
  for (const id of ids) writeFileSync(`/proc/${id}/clear_refs`, "5");
  const before = most("VmRSS");
  const result = await work();
  return { result, before, peak: most("VmHWM") };
}
