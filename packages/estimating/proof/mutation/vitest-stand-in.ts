/*
 * Replaces vitest during mutation: collects a file's tests as functions that can run a thousand times in one process. Supports what the
 * engine's tests use; a file that needs more fails before anything is mutated, and the command reports it.
 */

type Body = (...given: readonly unknown[]) => unknown;

interface Collected {
  readonly name: string;
  readonly run: () => Promise<void>;
}

interface Suite {
  readonly name: string;
  readonly before: Body[];
}

declare global {
  var mutationTests: Collected[];
  var mutationExpect: unknown;
}

export const expect = globalThis.mutationExpect;

const suites: Suite[] = [{ name: "", before: [] }];

const bodyOf = (args: readonly unknown[]): Body => {
  const body = args.find((each): each is Body => typeof each === "function");
  if (!body) throw new TypeError("A test without a function.");
  return body;
};

function collect(name: string, body: () => unknown): void {
  const before = suites.flatMap((suite) => suite.before);
  const path = [...suites.map((suite) => suite.name), name].filter((part) => part !== "").join(" > ");
  globalThis.mutationTests.push({
    name: path,
    run: async () => {
      for (const each of before) await each();
      await body();
    },
  });
}

/** A table row: an array's elements are passed separately, other values as they are. */
const withRow = (row: unknown, spread: boolean, body: Body) => (): unknown =>
  spread && Array.isArray(row) ? body(...(row as readonly unknown[])) : body(row);

const eachOf =
  (run: (name: string, body: () => unknown) => void, spread: boolean) =>
  (rows: readonly unknown[]) =>
  (name: string, ...args: readonly unknown[]): void =>
    rows.forEach((row, index) => run(`${name} #${index + 1}`, withRow(row, spread, bodyOf(args))));

function suite(name: string, body: () => unknown): void {
  suites.push({ name, before: [] });
  body();
  suites.pop();
}

export const test = Object.assign((name: string, ...args: readonly unknown[]): void => collect(name, bodyOf(args)), {
  each: eachOf(collect, true),
  for: eachOf(collect, false),
});
export const it = test;
export const describe = Object.assign((name: string, ...args: readonly unknown[]): void => suite(name, bodyOf(args)), {
  each: eachOf(suite, true),
  for: eachOf(suite, false),
});
export const beforeEach = (body: Body): void => {
  suites.at(-1)?.before.push(body);
};
