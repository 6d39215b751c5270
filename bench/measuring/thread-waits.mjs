import { readFileSync } from "node:fs";

const LOOK_EVERY_MS = 5;
const NS_IN_MS = 1e6;

/**
 * Notes how long the first thread of a process, which runs a page's scripts and draws it, was ready to run while the machine's processors
 * did something else (/proc/ID/task/ID/schedstat). Nothing that a page does makes this time longer.
 *
 * @param {number} id of the process
 * @returns {{ stop: () => (time: { from: number, to: number }) => number }} `stop` answers the milliseconds of such waiting within a time,
 *   whose ends are those of `Date.now()`; rather too few than too many
 */
export function watchThreadWaits(id) {
  /** @type {{ at: number, waited: number }[]} */
  const looks = [];
  const look = () => {
    const [, waited] = readFileSync(`/proc/${id}/task/${id}/schedstat`, "utf8").split(" ").map(Number);
    looks.push({ at: Date.now(), waited: waited / NS_IN_MS });
  };
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return ({ from, to }) => {
        const first = looks.find(({ at }) => at >= from);
        // Linux adds a wait when it ends, so a reading inside of the time misses it.
        const last = looks.find(({ at }) => at >= to) ?? looks.at(-1);
        if (!first || !last) return 0;
        return Math.max(0, last.waited - first.waited - Math.max(0, last.at - to));
      };
    },
  };
}
