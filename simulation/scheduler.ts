import type { SeededRandom } from "./seeded-random.ts";

/**
 * Decides what happens next.
 *
 * Everything that takes time anywhere in the simulated world (a transaction of a device, a request or an answer on its
 * way, a statement of the server, a timer) is a task. One task runs at a time, chosen by chance from all that could, and
 * the next is chosen only when everything that followed from it has come to rest. The same seed chooses the same tasks.
 */
export interface Scheduler {
  /** Epoch milliseconds of the simulated world. */
  now(): number;
  /** Something that can happen from now on; the result takes it back. */
  add(label: string, run: () => void): () => void;
  /** Something that can happen once `delayMs` have passed. */
  addTimer(timer: { label: string; run: () => void; delayMs: number }): () => void;
  advance(ms: number): void;
  /** Up to `count` tasks; less when nothing is left to do. */
  run(count: number): Promise<void>;
  /** Everything that can happen without time passing. Throws when it never ends. */
  runAll(): Promise<void>;
  /** Passes the time until the next timer; false when there is none. */
  advanceToNextTimer(options: { atMostMs: number }): boolean;
  note(line: string): void;
  /** What happened, one line for each task and note. */
  readonly trace: readonly string[];
}

interface Task {
  label: string;
  run: () => void;
}

interface Timer extends Task {
  at: number;
}

const START_TIME = Date.UTC(2040, 4, 14, 8);
/** More than any schedule needs by far: reaching it means that something goes round in circles. */
const MAX_TASKS_AT_ONCE = 20_000;

/** Raised when the world does not come to rest. */
export class NeverEnds extends Error {
  override readonly name = "NeverEnds";
}

export function createScheduler({
  random,
  untilQuiet,
  waitForOutside,
}: {
  random: SeededRandom;
  /** Resolves when everything has come to rest. */
  untilQuiet: () => Promise<void>;
  /** With nothing left to choose: waits for what runs outside (PostgreSQL); false when nothing does. */
  waitForOutside: () => Promise<boolean>;
}): Scheduler {
  const tasks: Task[] = [];
  const timers: Timer[] = [];
  const trace: string[] = [];
  let time = START_TIME;

  const note = (line: string): void => {
    trace.push(line);
  };

  const add: Scheduler["add"] = (label, run) => {
    const task = { label, run };
    tasks.push(task);
    return () => {
      remove(tasks, task);
    };
  };

  const step = async (): Promise<boolean> => {
    while (tasks.length === 0) if (!(await waitForOutside())) return false;
    const [task] = tasks.splice(random.below(tasks.length), 1);
    if (!task) return false;
    note(task.label);
    task.run();
    await untilQuiet();
    return true;
  };

  const advance = (ms: number): void => {
    time += ms;
    const due = timers.filter(({ at }) => at <= time).sort((one, other) => one.at - other.at);
    for (const timer of due) {
      remove(timers, timer);
      tasks.push(timer);
    }
  };

  return {
    now: () => time,
    add,
    note,
    trace,
    advance,
    addTimer: ({ label, run, delayMs }) => {
      if (delayMs <= 0) return add(label, run);
      const timer = { label, run, at: time + delayMs };
      timers.push(timer);
      return () => {
        remove(timers, timer);
        // Due, but not chosen yet.
        remove(tasks, timer);
      };
    },
    advanceToNextTimer: ({ atMostMs }) => {
      const next = Math.min(...timers.map(({ at }) => at));
      if (next - time > atMostMs) return false;
      advance(Math.max(0, next - time));
      return true;
    },
    run: async (count) => {
      await untilQuiet();
      for (let done = 0; done < count; done += 1) if (!(await step())) return;
    },
    runAll: async () => {
      await untilQuiet();
      for (let done = 0; done < MAX_TASKS_AT_ONCE; done += 1) if (!(await step())) return;
      throw new NeverEnds(`Still busy after ${MAX_TASKS_AT_ONCE} tasks; the last: ${trace.slice(-12).join(", ")}`);
    },
  };
}

function remove<Item>(items: Item[], item: Item): void {
  const index = items.indexOf(item);
  if (index >= 0) items.splice(index, 1);
}
