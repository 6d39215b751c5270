import { readdirSync, readFileSync, writeFileSync } from "node:fs";

/** Linux's name of the processes of pages; it cuts a name to 15 letters. */
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

/** The processes that this one has started, directly or indirectly. */
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
 * The id of the page's process: the largest, because WebKit's service worker has one too.
 *
 * @param {"webkit" | "chromium"} engine the only browser of it that this process has started
 */
export function findPageProcess(engine) {
  const [largest] = descendants()
    .filter((stat) => PAGE_PROCESS[engine].test(stat))
    .map((stat) => Number.parseInt(stat, 10))
    .filter((id) => engine !== "chromium" || readOf(id, "cmdline").includes(IS_RENDERER))
    .sort((one, other) => megabytes(other, "VmRSS") - megabytes(one, "VmRSS"));
  if (largest === undefined) throw new Error(`No page of ${engine} runs.`);
  return largest;
}

/** @param {number} id @param {string} name of a line in /proc/ID/status */
const megabytes = (id, name) =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readOf(id, "status"))?.[1] ?? 0) / KB_IN_MB;

/**
 * The most memory of a process while something runs, by Linux' count: `resident` is all that is in memory, `own` is that without the
 * parts of files, which are the code of the browser's libraries and shared by every program that uses them.
 *
 * @template Result
 * @param {number} id
 * @param {() => Promise<Result>} work
 * @returns {Promise<{ result: Result, ownBefore: number, own: number, resident: number }>} megabytes
 */
export async function watchMemory(id, work) {
  // Forgets the peak so far (man 5 proc).
  writeFileSync(`/proc/${id}/clear_refs`, "5");
  const ofFiles = megabytes(id, "RssFile");
  const ownBefore = megabytes(id, "VmRSS") - ofFiles;
  const result = await work();
  const resident = megabytes(id, "VmHWM");
  return { result, ownBefore, own: resident - ofFiles, resident };
}
