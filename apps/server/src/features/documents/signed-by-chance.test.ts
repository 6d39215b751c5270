import { DOCUMENT_TYPES, type DocumentFinding } from "@ridgebook/contract";
import {
  buildsOnOf,
  canonicalJson,
  PAPER_RULES,
  valueOf,
  type DocumentBasis,
  type DocumentChoices,
  type WeighedPaper,
} from "@ridgebook/documents";
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildModel } from "#testing/build-document.ts";
import { findSameNumber, othersOfNumber, placeAmong } from "./receive-signed.ts";

/*
 * Papers of one estimate that are signed by chance on two devices with two tabs each, in any order, with and without a signal, while the
 * office deletes. Devices and server are models; what finds, counts and checks papers is the real code. `SIGNED_SCHEDULES` sets how many.
 */

const SCHEDULES = Number(process.env["SIGNED_SCHEDULES"] ?? 500);
const SEED = Number(process.env["SIGNED_SEED"] ?? 1);
/** Few, so that numbers meet. */
const NUMBERS = ["A", "B", "C", "D"];
const ZONE = "America/New_York";
const NOT_NEGATIVE = PAPER_RULES.filter(({ id }) => id === "price-not-negative");

interface Paper {
  readonly fingerprint: string;
  readonly kind: "contract" | "changeOrder";
  readonly number: string;
  readonly createdTime: string;
  readonly total: number;
  readonly runningTotal: number;
  /** Fingerprints: on a device other papers may have no ids yet. */
  readonly source: string | undefined;
  readonly base: string | undefined;
  readonly buildsOn: readonly string[];
}

interface Stored extends Paper {
  readonly id: number;
  supersededById: number | null;
  findings: DocumentFinding[];
}

const body = ({ kind, createdTime }: Paper) => ({
  ...{ type: DOCUMENT_TYPES[kind], workflows: ["1"], createdTime },
  additionalWorkTotalBroughtFromAddendum: 0,
});

/** As the server does: the estimate comes back, findings are made, the source is superseded. */
class Server {
  papers: Stored[] = [];
  isEstimateThere = true;
  #lastId = 0;

  idOf = (fingerprint: string | undefined): number | undefined =>
    this.papers.find((paper) => paper.fingerprint === fingerprint)?.id;

  weighed(): WeighedPaper[] {
    return this.papers.map((paper) => ({
      ...paper,
      workflows: ["1"],
      addendum: 0,
      basedOnId: this.idOf(paper.base),
      isBesideAnother: paper.findings.some(({ kind }) => kind === "supersededBase"),
    }));
  }

  receive(paper: Paper): void {
    if (this.papers.some(({ fingerprint }) => fingerprint === paper.fingerprint)) return;
    const findings: DocumentFinding[] = [];
    if (!this.isEstimateThere) findings.push({ kind: "broughtBack", text: "" });
    this.isEstimateThere = true;
    const [sourceId, basedOnId] = [this.idOf(paper.source), this.idOf(paper.base)];
    const data = {
      ...{ number: paper.number, fingerprint: paper.fingerprint, buildsOn: canonicalJson(paper.buildsOn) },
      ...(sourceId !== undefined && { sourceId: String(sourceId) }),
      ...(basedOnId !== undefined && { basedOnId: String(basedOnId) }),
    };
    expect(buildsOnOf(data)).toEqual(paper.buildsOn);
    const numbered = this.papers
      .filter(({ number }) => number === paper.number)
      .map((other) => ({ ...other, ...body(other), createdTime: new Date(other.createdTime) }));
    const others = othersOfNumber(numbered, data);
    const place = placeAmong(this.weighed(), { body: body(paper), data, total: paper.total }, ZONE);
    findings.push(...place.findings);
    findings.push(...findSameNumber(others, { number: paper.number, timeZone: ZONE }));
    for (const { id } of others)
      this.papers.find((other) => other.id === id)?.findings.push({ kind: "sameNumber", text: "" });
    const stored = { ...paper, id: ++this.#lastId, supersededById: null, findings };
    for (const other of this.papers) if (place.replacedIds.includes(other.id)) other.supersededById = stored.id;
    this.papers.push(stored);
  }

  deleteEstimate(): void {
    if (this.papers.length === 0) this.isEstimateThere = false;
  }

  /** As the office may: not where change orders say what they change against it. */
  deletePaper(index: number): void {
    const paper = this.papers[index % Math.max(1, this.papers.length)];
    if (!paper || this.papers.some(({ base }) => base === paper.fingerprint)) return;
    this.papers = this.papers.filter((other) => other !== paper);
    for (const other of this.papers) if (other.supersededById === paper.id) other.supersededById = null;
  }
}

/** What a device knows: of the server as it last heard of it, and of its own papers. */
interface Device {
  known: readonly WeighedPaper[];
  unsent: Paper[];
  price: number;
}

const newDevice = (): Device => ({ known: [], unsent: [], price: 500 });

/** All papers as they are agreed as far as this device knows; its own follow the others. */
function papersOf({ known, unsent }: Device): WeighedPaper[] {
  const papers = [...known];
  for (const [index, paper] of unsent.entries()) {
    const idOf = (fingerprint: string | undefined): number | undefined =>
      papers.find((other) => other.fingerprint === fingerprint)?.id;
    const id = -1 - index;
    const place = papers.findIndex(({ fingerprint }) => fingerprint === paper.source);
    const source = papers[place];
    if (source?.supersededById === null) papers[place] = { ...source, supersededById: id };
    const basedOnId = idOf(paper.base);
    papers.push({
      ...paper,
      id,
      workflows: ["1"],
      addendum: 0,
      basedOnId,
      supersededById: null,
      isBesideAnother: false,
    });
  }
  return papers;
}

interface Draft {
  readonly kind: Paper["kind"];
  readonly knowledge: readonly WeighedPaper[];
}

const device = fc.nat({ max: 1 });
const tab = fc.nat({ max: 1 });
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant("begin" as const), device, tab, isAnew: fc.boolean() }) },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant("sign" as const), device, tab, number: fc.constantFrom(...NUMBERS) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("price" as const),
      device,
      cents: fc.integer({ min: -10_000, max: 200_000 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("sync" as const), device }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("deleteEstimate" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("deletePaper" as const), index: fc.nat({ max: 9 }) }) },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

const cents = (dollars: number): number => Math.round(dollars * 100);

class World {
  readonly server = new Server();
  readonly devices = [newDevice(), newDevice()] as const;
  readonly drafts = new Map<string, Draft>();
  readonly signed: Paper[] = [];
  readonly deleted = new Set<string>();
  #count = 0;

  run(steps: readonly Step[]): void {
    for (const one of steps) {
      if (one.do === "begin") this.begin(one);
      if (one.do === "sign") this.sign(one);
      if (one.do === "price") this.device(one).price = one.cents / 100;
      if (one.do === "sync") this.sync(this.device(one));
      if (one.do === "deleteEstimate") this.server.deleteEstimate();
      if (one.do === "deletePaper") this.deletePaper(one.index);
    }
  }

  device({ device: index }: { device: number }): Device {
    const [first, second] = this.devices;
    return index === 0 ? first : second;
  }

  deletePaper(index: number): void {
    const before = this.server.papers;
    this.server.deletePaper(index);
    for (const { fingerprint } of before)
      if (!this.server.papers.some((paper) => paper.fingerprint === fingerprint)) this.deleted.add(fingerprint);
  }

  sync(here: Device): void {
    for (const paper of here.unsent) this.server.receive(paper);
    here.unsent = [];
    here.known = this.server.weighed();
  }

  /** A tab opens a new paper. It goes on with what it knew then, until it looks again before the first signature. */
  begin({ isAnew, ...place }: { device: number; tab: number; isAnew: boolean }): void {
    const knowledge = papersOf(this.device(place));
    const contract = knowledge.findLast(isStandingContract);
    this.drafts.set(`${String(place.device)}.${String(place.tab)}`, {
      ...{ kind: contract && !isAnew ? "changeOrder" : "contract", knowledge },
    });
  }

  /** People sign what a tab has opened: the other tab and the other device may have signed since. */
  sign({ number, ...place }: { device: number; tab: number; number: string }): void {
    const key = `${String(place.device)}.${String(place.tab)}`;
    const draft = this.drafts.get(key);
    this.drafts.delete(key);
    if (!draft) return;
    const here = this.device(place);
    const paper = this.write(draft, here, number);
    if (!paper) return;
    here.unsent.push(paper);
    this.signed.push(paper);
  }

  /** The paper as its device writes it; undefined where the rules leave nothing to sign. */
  write({ kind, knowledge }: Draft, here: Device, number: string): Paper | undefined {
    const contract = knowledge.findLast(isStandingContract);
    if (kind === "changeOrder" && !contract) return undefined;
    const agreed = valueOf(knowledge);
    const total = kind === "contract" ? here.price : (cents(here.price) - cents(agreed)) / 100;
    const runningTotal = kind === "contract" ? total : here.price;
    const model = buildModel({ kind, number, total, runningTotal });
    // The other rules look at what stands on a paper, and these have none (packages/documents/proof/paper-rules.test.ts).
    const made = { model, choices: {} as DocumentChoices, basis: {} as DocumentBasis };
    if (NOT_NEGATIVE.some(({ find }) => find(made).length > 0)) return undefined;
    expect(runningTotal).toBeGreaterThanOrEqual(0);
    this.#count += 1;
    return {
      ...{ kind, number, total, runningTotal, fingerprint: `f${String(this.#count)}` },
      createdTime: new Date(Date.UTC(2026, 4, 14, 12, this.#count)).toISOString(),
      source: kind === "contract" ? contract?.fingerprint : undefined,
      base: kind === "changeOrder" ? contract?.fingerprint : undefined,
      buildsOn: knowledge.map(({ fingerprint }) => fingerprint),
    };
  }
}

const isStandingContract = ({ kind, supersededById, isBesideAnother }: WeighedPaper): boolean =>
  kind === "contract" && supersededById === null && !isBesideAnother;

/**
 * What was agreed, told anew from the order in which the papers arrived: one contract at most is agreed, a later one that names it
 * takes over with the change orders that it knew, and every other change order of it is added.
 */
function sumOfSigned(papers: readonly Stored[]): number {
  const agreed = { contracts: new Set<string>(), latest: undefined as Stored | undefined, orders: [] as Stored[] };
  for (const paper of papers) {
    const { latest } = agreed;
    if (paper.kind === "contract") {
      if (latest && !paper.buildsOn.includes(latest.fingerprint)) continue;
      agreed.orders = agreed.orders.filter(({ fingerprint }) => !paper.buildsOn.includes(fingerprint));
      agreed.contracts.add(paper.fingerprint);
      agreed.latest = paper;
    } else if (paper.base !== undefined && agreed.contracts.has(paper.base)) agreed.orders.push(paper);
  }
  return [agreed.latest, ...agreed.orders].reduce((sum, paper) => sum + cents(paper?.total ?? 0), 0);
}

test(`[SIGN-25] [SIGN-28] in ${String(SCHEDULES)} schedules by chance every signed paper arrives, and what is agreed is the sum of what was signed`, () => {
  const seen = { papers: 0, beside: 0, sameNumber: 0, broughtBack: 0 };
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), (steps) => {
      const world = new World();
      world.run(steps);
      const [first, second] = world.devices;
      for (const each of [first, second, first]) world.sync(each);
      const { papers } = world.server;
      const kindsOf = ({ findings }: Stored): string[] => findings.map(({ kind }) => kind);

      // Every signed paper arrives, once.
      const wanted = world.signed.map(({ fingerprint }) => fingerprint).filter((each) => !world.deleted.has(each));
      expect(papers.map(({ fingerprint }) => fingerprint).sort()).toEqual(wanted.sort());

      // No two have one number and nobody knows. One that was made from the other is told from it by what it says.
      for (const paper of papers)
        for (const other of papers)
          if (other.id < paper.id && other.number === paper.number && paper.source !== other.fingerprint)
            expect([kindsOf(paper), kindsOf(other)]).toEqual([
              expect.arrayContaining(["sameNumber"]),
              expect.arrayContaining(["sameNumber"]),
            ]);

      // Deleting a contract leaves those that were signed beside it to the office.
      if (world.deleted.size === 0) {
        expect(cents(valueOf(world.server.weighed()))).toBe(sumOfSigned(papers));
        // And it stands on the next paper: made with all that was signed, it says the price, and the price is agreed then.
        const next = world.write({ kind: "changeOrder", knowledge: papersOf(first) }, first, "NEXT");
        if (next) {
          world.server.receive(next);
          expect(world.server.papers.at(-1)?.findings).toEqual([]);
          expect(cents(valueOf(world.server.weighed()))).toBe(cents(next.runningTotal));
        }
      }
      seen.papers += papers.length;
      for (const kinds of papers.map(kindsOf)) {
        if (kinds.includes("supersededBase")) seen.beside += 1;
        if (kinds.includes("sameNumber")) seen.sameNumber += 1;
        if (kinds.includes("broughtBack")) seen.broughtBack += 1;
      }
    }),
    { numRuns: SCHEDULES, seed: SEED },
  );
  console.log(`${String(SCHEDULES)} schedules: ${JSON.stringify(seen)}`);
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
});
