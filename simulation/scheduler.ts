import type { SeededRandom } from "@ridgebook/testing/seeded-random";

/**
 * Decides what happens next.
 *
 * Everything that takes time anywhere in the simulated world (a transaction of a device, a request or an answer on its way, a statement of
 * the server, a timer) is a task. One task runs at a time, chosen at random from all that can run. The next is chosen only after everything
 * that the task caused has settled. The same seed chooses the same tasks.
 */
export interface Scheduler {
  /** Epoch milliseconds of the simulated world. */
  now(): number;
  /** Adds a task that may be chosen from now on. The returned function removes it if it has not run. */
  add(label: string, run: () => void): () => void;
  /** Adds a task that may be chosen once `delayMs` have passed. */
  addTimer(timer: { label: string; run: () => void; delayMs: number }): () => void;
  advance(ms: number): void;
  /** Runs up to `count` tasks; fewer if none is left. */
  run(count: number): Promise<void>;
  /** Runs all tasks that can run without time passing. Throws if they never end. */
  runAll(): Promise<void>;
  /** Advances the time to the next timer. Returns false, and leaves the time, if no timer is due within `atMostMs`. */
  advanceToNextTimer(options: { atMostMs: number }): boolean;
  note(line: string): void;
  /** What happened, one line for each task and note. */
  readonly trace: readonly string[];
}

interface Task {
  label: string;
  /** The label without the database's ids, which differ from run to run. In labels, such an id follows a slash. */
  name: string;
  run: () => void;
  /** The step in which it was added. */
  step: number;
}

interface Timer extends Task {
  at: number;
}

const nameOf = (label: string): string => label.replaceAll(/\/\d+/g, "");

/**
 * Sorts tasks by step, and tasks of one step by name. If two requests wait for one lock, PostgreSQL's speed decides which of them adds its task
 * first, and what a seed chooses must not depend on that.
 */
const compareTasks = (one: Task, other: Task): number =>
  one.step - other.step || (one.name < other.name ? -1 : Number(one.name > other.name));

const START_TIME = Date.UTC(2040, 4, 14, 8);
/** The most tasks of one `runAll`, far more than any schedule needs: reaching it means an endless loop. */
const MAX_TASKS_OF_RUN = 20_000;
/** `waitForOutside` takes about 20 ms, so this is a minute of real time. */
const MAX_WAITS_OUTSIDE = 3_000;

/** Thrown when the simulated world does not settle. */
export class EndlessRun extends Error {
  override readonly name = "EndlessRun";
}

export function createScheduler({
  random,
  untilQuiet,
  waitForOutside,
}: {
  random: SeededRandom;
  /** Resolves when everything has settled. */
  untilQuiet: () => Promise<void>;
  /** Called when no task is left. Waits for what runs outside (PostgreSQL); resolves with false if nothing does. */
  waitForOutside: () => Promise<boolean>;
}): Scheduler {
  const tasks: Task[] = [];
  const timers: Timer[] = [];
  const trace: string[] = [];
  let time = START_TIME;
  let stepCount = 0;

  const note = (line: string): void => {
    trace.push(line);
  };

  const add: Scheduler["add"] = (label, run) => {
    const task: Task = { label, name: nameOf(label), run, step: stepCount };
    tasks.push(task);
    return () => {
      remove(tasks, task);
    };
  };

  const step = async (): Promise<boolean> => {
    for (let waits = 0; tasks.length === 0; waits += 1) {
      if (!(await waitForOutside())) return false;
      await untilQuiet();
      // For example if a request waits on one connection for a lock that it holds on another.
      if (waits >= MAX_WAITS_OUTSIDE)
        throw new EndlessRun(`Nothing outside continues; the last tasks: ${trace.slice(-12).join(", ")}`);
    }
    tasks.sort(compareTasks);
    const [task] = tasks.splice(random.below(tasks.length), 1);
    if (!task) return false;
    stepCount += 1;
    note(task.label);
    task.run();
    await untilQuiet();
    return true;
  };

  const advance = (ms: number): void => {
    time += ms;
    // `compareTasks` sorts tasks of one step by name, so this order decides between timers of the same name.
    const due = timers.filter(({ at }) => at <= time).sort((one, other) => one.at - other.at);
    for (const timer of due) {
      remove(timers, timer);
      timer.step = stepCount;
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
      const timer: Timer = { label, name: nameOf(label), run, at: time + delayMs, step: stepCount };
      timers.push(timer);
      return () => {
        remove(timers, timer);
        // It may be due already, and be among the tasks.
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
      for (let done = 0; done < MAX_TASKS_OF_RUN; done += 1) if (!(await step())) return;
      throw new EndlessRun(`Still busy after ${MAX_TASKS_OF_RUN} tasks; the last ones: ${trace.slice(-12).join(", ")}`);
    },
  };
}

function remove<Item>(items: Item[], item: Item): void {
  const index = items.indexOf(item);
  if (index >= 0) items.splice(index, 1);
}
