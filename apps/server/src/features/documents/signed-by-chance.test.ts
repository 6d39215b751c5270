import { agreedElsewhere, agreedWorks, buildsOnOf, valueOf, valueOfWork } from "@ridgebook/documents";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  Device,
  fingerprintOfPaper,
  isMarked,
  numberOfPaper,
  Server,
  weighed,
  type Copies,
  type Paper,
} from "./testing/signed-world.ts";

/*
 * Papers of one estimate that are signed by chance on two devices with two tabs each, in any order, with and without a signal, while the
 * office deletes. `SIGNED_SCHEDULES` sets how many.
 */

const SCHEDULES = Number(process.env["SIGNED_SCHEDULES"] ?? 500);
const SEED = Number(process.env["SIGNED_SEED"] ?? 1);
/** Steps of a schedule at most; fewer in the gate. */
const LENGTH = SCHEDULES > 500 ? 30 : 18;
/** One in this many schedules computes the amounts of all papers again, as the server does at receipt. */
const COMPARED = 20;
const BEGIN = Date.UTC(2026, 4, 14, 12);
const MINUTE = 60_000;

const device = fc.nat({ max: 1 });
const tab = fc.nat({ max: 1 });
const mostly = (value: number, others: readonly number[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("begin" as const),
      device,
      tab,
      isAnew: fc.boolean(),
      copies: fc.constantFrom<Copies[]>("all", "all", "4", "2"),
      which: fc.nat({ max: 5 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("sign" as const),
      device,
      tab,
      // Few, so that numbers meet.
      number: fc.constantFrom("2026-0514-A", "2026-0514-B", "2026-0514-C", "2026-0514-D"),
      hasSignal: fc.boolean(),
      looks: fc.boolean(),
      insists: fc.boolean(),
      additionalCost: mostly(0, [75.5, -20]),
      addendum: mostly(0, [120, 80]),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("work" as const),
      device,
      gutters: fc.constantFrom(0, 50, 125, 250, 375, 600),
      siding: fc.constantFrom(0, 0, 2, 4, 7),
      // A promotion above the price is nothing to sign.
      promotion: mostly(0, [100, 450]),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("sync" as const), device }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("send" as const), device }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("deleteEstimate" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("deletePaper" as const), index: fc.nat({ max: 9 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

class World {
  readonly server: Server;
  readonly devices: readonly [Device, Device];
  readonly signed: Paper[] = [];
  readonly deleted = new Set<string>();
  #time = BEGIN;

  constructor({ comparesAmounts }: { comparesAmounts: boolean }) {
    this.server = new Server(comparesAmounts);
    // The clock of the second one was never compared. No two papers are of one moment.
    this.devices = [new Device(this.server, 0), new Device(this.server, -45.5)];
  }

  run(steps: readonly Step[]): void {
    for (const one of steps) this.take(one);
  }

  take(one: Step): void {
    this.#time += MINUTE;
    if (one.do === "deleteEstimate") this.server.deleteEstimate();
    else if (one.do === "deletePaper") {
      const paper = this.server.deletePaper(one.index);
      if (paper) this.deleted.add(fingerprintOfPaper(paper));
    } else this.#takeOn(one.device === 0 ? this.devices[0] : this.devices[1], one);
  }

  #takeOn(here: Device, one: Extract<Step, { device: number }>): void {
    if (one.do === "begin") here.begin(one.tab, one);
    else if (one.do === "sync") here.sync();
    else if (one.do === "send") here.send();
    else if (one.do === "work") here.work = { gutters: one.gutters, siding: one.siding, promotion: one.promotion };
    else {
      const paper = here.sign(one.tab, one, this.#time);
      if (paper) this.signed.push(paper);
    }
  }

  /** The next change order of a contract on a device that knows everything. */
  next(contractId: number): Paper | undefined {
    this.#time += MINUTE;
    return this.devices[0].changeOrderOf(contractId, `2026-0514-NEXT${String(this.#time)}`, this.#time);
  }
}

const cents = (dollars: number): number => Math.round(dollars * 100);
const knows = (later: Paper, other: Paper): boolean =>
  buildsOnOf(later.data)?.includes(fingerprintOfPaper(other)) === true;
const isOfSameWork = (one: Paper, other: Paper): boolean => one.workflows.some((key) => other.workflows.includes(key));

/**
 * An independent calculation of what was agreed, from the order of receipt: a contract is agreed unless it fails to name other agreed
 * papers of its work; it takes over from the one that it was made from, with the change orders that it knew, and every other
 * change order of an agreed contract is added.
 */
function sumOfSigned(papers: readonly Paper[]): number {
  let works: { contract: Paper; former: readonly number[]; orders: readonly Paper[] }[] = [];
  for (const paper of papers) {
    if (paper.choices.kind === "changeOrder") {
      works = works.map((work) =>
        paper.basedOnId !== undefined && [work.contract.id, ...work.former].includes(paper.basedOnId)
          ? { ...work, orders: [...work.orders, paper] }
          : work,
      );
      continue;
    }
    const source = works.find(({ contract }) => contract.id === paper.sourceId);
    const unknown = works
      .filter((work) => work !== source)
      .flatMap(({ contract, orders }) => [contract, ...orders])
      .filter((other) => isOfSameWork(other, paper) && !knows(paper, other));
    if (unknown.length > 0) continue;
    works = [
      ...works.filter((work) => work !== source),
      {
        contract: paper,
        former: source ? [source.contract.id, ...source.former] : [],
        orders: (source?.orders ?? []).filter((order) => !knows(paper, order)),
      },
    ];
  }
  return works
    .flatMap(({ contract, orders }) => [contract, ...orders])
    .reduce((sum, { model }) => sum + cents(model.total ?? 0), 0);
}

const hasAddendum = ({ choices }: Paper): boolean =>
  choices.kind === "changeOrder" && choices.additionalWorkTotalBroughtFromAddendum !== 0;

/** Every signed paper arrives, once, and none says less than nothing. */
function checkArrival({ server, signed, deleted }: World): void {
  const wanted = signed.map(fingerprintOfPaper).filter((each) => !deleted.has(each));
  expect(server.papers.map(fingerprintOfPaper).sort()).toEqual(wanted.sort());
  for (const { model } of server.papers)
    expect(model.kind === "contract" ? model.total : model.runningTotal).toBeGreaterThanOrEqual(0);
  expect(server.differences).toEqual([]);
}

/** No two have the same number without a notice. What one made from another says sets them apart. */
function checkNumbers({ server: { papers } }: World): void {
  const isTold = (paper: Paper): boolean => paper.findings.some(({ kind }) => kind === "sameNumber");
  for (const paper of papers)
    for (const other of papers)
      if (other.id < paper.id && numberOfPaper(other) === numberOfPaper(paper) && paper.sourceId !== other.id)
        expect([isTold(paper), isTold(other)]).toEqual([true, true]);
}

/** The last sentence that says whether a paper is counted. */
const lastSaid = (text: string): string => text.match(/[^.]*\bcounted\b[^.]*\./g)?.at(-1) ?? "";

/** No work is agreed twice unmarked, and a paper that does not count says so, or another one stands in its place or was made with it. */
function checkCounted({ server: { papers } }: World): void {
  const works = agreedWorks(weighed(papers));
  const counted = new Set(
    works.flatMap(({ contract, changeOrders }) => [contract, ...changeOrders].map(({ id }) => id)),
  );
  const byId = new Map(papers.map((paper) => [paper.id, paper]));
  const successorsOf = (id: number | undefined): readonly Paper[] => {
    const paper = byId.get(id ?? 0);
    return paper ? [paper, ...successorsOf(paper.supersededById ?? undefined)] : [];
  };
  for (const paper of papers) {
    const isIncluded = successorsOf(paper.basedOnId).some((contract) => knows(contract, paper));
    if (paper.supersededById !== null || isIncluded) continue;
    const text = paper.findings.find(({ kind }) => kind === "supersededBase")?.text;
    // What was last written of a paper that was signed beside another is true.
    if (text !== undefined) expect([text, !/not counted/.test(lastSaid(text))]).toEqual([text, counted.has(paper.id)]);
    else if (!counted.has(paper.id)) expect(isMarked(paper)).toBe(true);
  }
  for (const [index, { contract }] of works.entries())
    for (const other of works.slice(index + 1))
      expect(contract.workflows.filter((key) => other.contract.workflows.includes(key))).toEqual([]);
}

/** What is agreed stands on the next paper of each contract: made with all that was signed, it says the price, and that is agreed then. */
function checkNext(world: World): void {
  const { server, devices } = world;
  const [first, second] = devices;
  first.pull();
  for (const { contract } of agreedWorks(weighed(server.papers))) {
    const known = weighed(server.papers);
    const before = cents(valueOf(known));
    const next = world.next(contract.id);
    if (!next) continue;
    first.sync();
    const arrived = server.papers.find((paper) => fingerprintOfPaper(paper) === fingerprintOfPaper(next));
    // Where all work of the contract itself is gone, only the subject of another contract is left to choose, and once chosen it is marked.
    const elsewhere = agreedElsewhere(contract.id, known);
    if (!next.workflows.some((key) => elsewhere.includes(key))) expect(arrived?.findings).toEqual([]);
    const after = cents(valueOf(weighed(server.papers)));
    expect(after - before).toBe(cents(next.model.total ?? 0));
    const work = agreedWorks(weighed(server.papers)).find((each) => each.contract.id === contract.id);
    expect(cents(next.model.runningTotal ?? 0)).toBe(work && cents(valueOfWork(work)));
  }
  second.sync();
}

/** A device that knows all that was signed says before it sends what the server says after. */
function checkForecast({ server, devices }: World): void {
  for (const here of devices) {
    here.pull();
    const forecast = cents(valueOf(weighed(here.papers)));
    here.sync();
    expect(cents(valueOf(weighed(server.papers)))).toBe(forecast);
  }
}

test(
  `[SIGN-25] [SIGN-28] [SIGN-75] in ${String(SCHEDULES)} schedules by chance every signed paper arrives, and what is agreed is the sum of what was signed`,
  () => {
    const seen = { papers: 0, beside: 0, sameNumber: 0, broughtBack: 0, deletedBase: 0, next: 0 };
    let run = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 8, maxLength: LENGTH }), (steps) => {
        const world = new World({ comparesAmounts: run++ % COMPARED === 0 });
        world.run(steps);
        checkForecast(world);
        checkArrival(world);
        checkNumbers(world);
        checkCounted(world);
        const { papers } = world.server;
        // Deletions of the office reduce the amounts.
        if (world.deleted.size === 0) {
          if (!papers.some(hasAddendum)) expect(cents(valueOf(weighed(papers)))).toBe(sumOfSigned(papers));
          expect(world.server.otherWords).toEqual([]);
          checkNext(world);
          seen.next += world.server.papers.length - papers.length;
        }
        seen.papers += papers.length;
        for (const { findings } of papers)
          for (const { kind } of findings) {
            if (kind === "supersededBase") seen.beside += 1;
            if (kind === "sameNumber") seen.sameNumber += 1;
            if (kind === "broughtBack") seen.broughtBack += 1;
            if (kind === "deletedBase") seen.deletedBase += 1;
          }
      }),
      { numRuns: SCHEDULES, seed: SEED },
    );
    console.log(`${String(SCHEDULES)} schedules: ${JSON.stringify(seen)}`);
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
  },
  60_000 + SCHEDULES * 500,
);
