import {
  calculateEstimate,
  copiesOf,
  DOCUMENT_TYPES,
  summaryKey,
  type DocumentData,
  type DocumentFinding,
  type DocumentId,
  type DocumentKind,
  type EstimateMembers,
} from "@ridgebook/contract";
import {
  agreedElsewhere,
  agreedWorks,
  basisOf,
  buildDocument,
  checkPaper,
  compareAmounts,
  documentDataOf,
  initialChoices,
  papersNotBuiltOn,
  papersToBuildOn,
  signedPaperOf,
  workflowKeysOf,
  type ChangeOrderChoices,
  type ContractChoices,
  type DocumentBasis,
  type DocumentModel,
  type DocumentSource,
  type EstimateOfDocument,
  type SignedPaper,
  type SignedWork,
  type WeighedPaper,
} from "@ridgebook/documents";
import { sampleEstimate, sampleSource } from "@ridgebook/documents/testing/sample-source";
import { changedBy } from "#features/documents/check-signed.ts";
import { findingsAfterDeletion, findPlaceAmong } from "#features/documents/place-among-papers.ts";
import { findSameNumber, othersOfNumber } from "#features/documents/receive-signed.ts";

/*
 * A model of two devices with two tabs each and a server, which sign papers of one estimate. The code that builds, checks, places, counts
 * and marks papers is the product's.
 */

const ZONE = "America/New_York";
const MINUTE = 60_000;

/* The estimate: gutters and siding, one line of work each. */

const house = sampleEstimate(["gutters-cape", "siding-ranch"]);
/** houses/gutters-cape.json: old gutters off, $2 a foot. */
const gutterLine = house.items.find(({ fieldId, quantity }) => fieldId === "4.5" && quantity === 150);
/** houses/siding-ranch.json: $125 of labor a piece. */
const sidingLine = house.items.find(({ fieldId, laborPrice }) => fieldId === "2.80" && laborPrice === 125);

/** A device's work on the estimate. */
export interface Work {
  /** Feet of old gutters; 0 is none. */
  readonly gutters: number;
  /** Pieces of siding work; 0 is none. */
  readonly siding: number;
  /** Dollars. */
  readonly promotion: number;
}

const estimates = new Map<string, EstimateOfDocument>();

function estimateOf(work: Work): EstimateOfDocument {
  const key = JSON.stringify(work);
  const known = estimates.get(key);
  if (known) return known;
  if (!gutterLine || !sidingLine) throw new Error("The sample houses have other lines.");
  const items = [
    ...(work.gutters > 0 ? [{ ...gutterLine, quantity: work.gutters }] : []),
    ...(work.siding > 0 ? [{ ...sidingLine, quantity: work.siding }] : []),
  ];
  const workflowIds = house.workflowIds.filter((id) => (id === 4 ? work.gutters > 0 : work.siding > 0));
  const members: Partial<EstimateMembers> = { promotion: work.promotion, workflowIds };
  const { totals: _totals, ...calculated } = calculateEstimate({ ...house, ...members, items });
  const estimate = { ...house, ...members, items, ...calculated };
  estimates.set(key, estimate);
  return estimate;
}

/* Papers */

/** A signed document, as a device or the server holds it. */
export interface Paper {
  readonly id: number;
  readonly type: (typeof DOCUMENT_TYPES)[DocumentKind];
  readonly workflows: readonly string[];
  readonly createdTime: string;
  readonly data: DocumentData;
  /** A valid contract with its change orders, as papers build on it. */
  readonly basedOnId: number | undefined;
  readonly sourceId: number | undefined;
  readonly model: DocumentModel;
  readonly choices: ContractChoices | ChangeOrderChoices;
  readonly basis: DocumentBasis;
  readonly supersededById: number | null;
  readonly findings: readonly DocumentFinding[];
}

export const fingerprintOfPaper = ({ data }: Paper): string => data["fingerprint"] ?? "";
export const numberOfPaper = ({ data }: Paper): string => data["number"] ?? "";
export const isMarked = ({ findings }: Paper): boolean =>
  findings.some(({ kind }) => kind === "supersededBase" || kind === "deletedBase");

const signed = (paper: Paper): SignedPaper[] => {
  const { workflows, findings, ...rest } = paper;
  const read = signedPaperOf({ ...rest, workflows: [...workflows], findings: [...findings] }, paper);
  return read ? [read] : [];
};

const addendumOf = ({ choices }: Paper): number =>
  choices.kind === "changeOrder" ? choices.additionalWorkTotalBroughtFromAddendum : 0;

export const weighed = (papers: readonly Paper[]): WeighedPaper[] =>
  papers.flatMap((paper) =>
    signed(paper).map((each) => ({ ...each, total: paper.model.total ?? 0, addendum: addendumOf(paper) })),
  );

const stored = ({ id, type, data, createdTime }: Paper) => ({ type, data, createdTime, id: id as DocumentId });

/** The signed work of a contract that counts, as papers are built from it. */
function signedWork(contractId: number, papers: readonly Paper[]): SignedWork | undefined {
  const byId = new Map(papers.map((paper) => [paper.id, stored(paper)]));
  const work = agreedWorks(papers.flatMap(signed)).find(({ contract }) => contract.id === contractId);
  const contract = byId.get(contractId);
  return work && contract && { contract, changeOrders: work.changeOrders.flatMap(({ id }) => byId.get(id) ?? []) };
}

/* The server */

export class Server {
  readonly comparesAmounts: boolean;
  papers: Paper[] = [];
  isEstimateThere = true;
  /** Unexpected differences in received amounts. */
  readonly differences: string[] = [];
  /** Change orders whose stated previous agreement was wrong. */
  readonly otherWords: string[] = [];
  #lastId = 0;

  /** Recalculating each paper's amounts takes most of the time. */
  constructor(comparesAmounts: boolean) {
    this.comparesAmounts = comparesAmounts;
  }

  /** Returns the id of the stored paper. */
  receive(paper: Paper): number {
    const there = this.papers.find((each) => fingerprintOfPaper(each) === fingerprintOfPaper(paper));
    if (there) return there.id;
    const findings: DocumentFinding[] = [];
    if (!this.isEstimateThere) findings.push({ kind: "broughtBack", text: "" });
    this.isEstimateThere = true;
    if (this.comparesAmounts) this.#compare(paper);
    const { model, data, workflows, createdTime, type } = paper;
    const others = othersOfNumber(
      this.papers
        .filter((other) => numberOfPaper(other) === model.number)
        .map((other) => ({ ...other, createdTime: new Date(other.createdTime) })),
      data,
    );
    const place = findPlaceAmong(
      weighed(this.papers),
      {
        body: {
          type,
          createdTime,
          workflows: [...workflows],
          additionalWorkTotalBroughtFromAddendum: addendumOf(paper),
        },
        data,
        total: model.total ?? 0,
      },
      ZONE,
    );
    findings.push(...place.findings, ...findSameNumber(others, { number: model.number, timeZone: ZONE }));
    this.#lastId += 1;
    const id = this.#lastId;
    const isOther = new Set(others.map((other) => other.id));
    this.papers = this.papers.map((other) => ({
      ...other,
      ...(place.replacedIds.includes(other.id) && { supersededById: id }),
      ...(isOther.has(other.id) && { findings: [...other.findings, { kind: "sameNumber", text: "" }] }),
    }));
    this.papers.push({ ...paper, id, findings, supersededById: null });
    return id;
  }

  #compare({ model, choices, basis, data, createdTime }: Paper): void {
    const { settings, book } = sampleSource(house);
    const changed = changedBy({ kind: model.kind, data, createdTime }, this.papers.map(stored));
    const found = compareAmounts({ model, choices, basis, data, settings, book, changed, createdTime });
    this.differences.push(
      ...checkPaper({ model, choices, basis }, { isReceived: true }).map(({ message }) => message),
      ...found.differences,
    );
    this.otherWords.push(...found.otherWords);
  }

  deleteEstimate(): void {
    if (this.papers.length === 0) this.isEstimateThere = false;
  }

  /** Deletes a paper as the office may: not one with change orders. Returns the deleted paper. */
  deletePaper(index: number): Paper | undefined {
    const paper = this.papers[index % Math.max(1, this.papers.length)];
    if (!paper || this.papers.some(({ basedOnId }) => basedOnId === paper.id)) return undefined;
    const before = weighed(this.papers);
    this.papers = this.papers
      .filter((other) => other !== paper)
      .map((other) => (other.supersededById === paper.id ? { ...other, supersededById: paper.supersededById } : other));
    const changed = findingsAfterDeletion(
      { before, remaining: weighed(this.papers) },
      (id) => this.papers.find((other) => other.id === id)?.findings ?? [],
      "It was deleted",
    );
    this.papers = this.papers.map((other) => ({ ...other, findings: changed.get(other.id) ?? other.findings }));
    return paper;
  }
}

/* A device */

/** A paper opened in a tab, with what was known then. */
interface Draft {
  readonly kind: "contract" | "changeOrder";
  readonly copies: Copies;
  readonly contractId: number | undefined;
  readonly papers: readonly Paper[];
  readonly work: Work;
}

/** The workflows of a contract: all, gutters or siding. */
export type Copies = "all" | "4" | "2";

export interface Signing {
  readonly number: string;
  readonly hasSignal: boolean;
  /** False if the check before the first signature ran when the tab was opened. */
  readonly looks: boolean;
  /** Signs a second contract of the same work despite the warning. */
  readonly insists: boolean;
  /** A change order's extra cost without a line. */
  readonly additionalCost: number;
  /** Earlier paper change orders, entered on the first one. */
  readonly addendum: number;
}

export class Device {
  /** As last received from the server, plus own acknowledged ones. */
  known: readonly Paper[] = [];
  unsent: readonly Paper[] = [];
  work: Work = { gutters: 250, siding: 4, promotion: 0 };
  readonly #drafts = new Map<number, Draft>();
  readonly #serverIds = new Map<number, number>();
  #lastLocalId = 0;

  readonly server: Server;
  /** Its clock's uncorrected offset in minutes. */
  readonly minutesAhead: number;

  constructor(server: Server, minutesAhead: number) {
    this.server = server;
    this.minutesAhead = minutesAhead;
  }

  get papers(): readonly Paper[] {
    return [...this.known, ...this.unsent.map((paper) => this.#named(paper))];
  }

  /** Replaces local ids of named documents by current ones. */
  #named<Named extends Pick<Paper, "basedOnId" | "sourceId">>(paper: Named): Named {
    const now = (id: number | undefined): number | undefined =>
      id === undefined ? undefined : (this.#serverIds.get(id) ?? id);
    return { ...paper, basedOnId: now(paper.basedOnId), sourceId: now(paper.sourceId) };
  }

  pull(): void {
    this.known = this.server.papers;
  }

  /** Sends the oldest unsent paper; only its own response comes back. */
  send(): void {
    const [paper, ...others] = this.unsent;
    if (!paper) return;
    const named = this.#named(paper);
    const data = {
      ...named.data,
      ...(named.basedOnId !== undefined && { basedOnId: String(named.basedOnId) }),
      ...(named.sourceId !== undefined && { sourceId: String(named.sourceId) }),
    };
    const id = this.server.receive({ ...named, data });
    this.#serverIds.set(paper.id, id);
    this.unsent = others;
    const answered = this.server.papers.find((each) => each.id === id);
    if (answered) this.known = [...this.known, answered];
  }

  sync(): void {
    while (this.unsent.length > 0) this.send();
    this.pull();
  }

  begin(tab: number, { isAnew, copies, which }: { isAnew: boolean; copies: Copies; which: number }): void {
    const { papers } = this;
    const contracts = agreedWorks(papers.flatMap(signed)).map(({ contract }) => contract);
    const contract = contracts[which % Math.max(1, contracts.length)];
    this.#drafts.set(tab, {
      kind: contract && !isAnew ? "changeOrder" : "contract",
      // A new contract starts from another one, or empty.
      contractId: which % 3 === 0 && isAnew ? undefined : contract?.id,
      copies,
      papers,
      work: this.work,
    });
  }

  /** Signs a tab's draft like the app: checks again, and rebuilds what others have changed. */
  sign(tab: number, signing: Signing, time: number): Paper | undefined {
    // Open a paper first.
    if (!this.#drafts.has(tab)) this.begin(tab, { isAnew: false, copies: "all", which: 0 });
    const draft = this.#drafts.get(tab);
    this.#drafts.delete(tab);
    if (!draft) return undefined;
    if (!signing.looks) return this.#keep(draft, signing, time);
    if (signing.hasSignal) this.pull();
    const { papers } = this;
    const named = this.#named({ basedOnId: draft.contractId, sourceId: undefined });
    let next: Draft = { ...draft, papers, contractId: named.basedOnId, work: this.work };
    const beside = this.#beside(next, draft.papers);
    const contract = beside.findLast(({ kind }) => kind === "contract");
    if (beside.length > 0 && (next.kind === "changeOrder" || !signing.insists))
      next = { ...next, kind: "changeOrder", contractId: contract?.id ?? next.contractId };
    else if (beside.length > 0) next = { ...next, papers: draft.papers, contractId: draft.contractId };
    const isTaken = [...papers, ...(signing.hasSignal ? this.server.papers : [])].some(
      (paper) => numberOfPaper(paper) === signing.number,
    );
    const number = isTaken ? `2026-0514-N${String(time / MINUTE)}` : signing.number;
    return this.#keep(next, { ...signing, number }, time);
  }

  #beside({ kind, copies, contractId, papers, work }: Draft, builtOn: readonly Paper[]): readonly SignedPaper[] {
    const estimate = estimateOf(work);
    const keys = copiesOf(estimate)
      .map(summaryKey)
      .filter((key) => copies === "all" || kind === "changeOrder" || key === copies);
    const named = {
      basedOnId: kind === "changeOrder" ? contractId : undefined,
      sourceId: kind === "contract" ? contractId : undefined,
    };
    const own = builtOn.map((paper) => this.#named({ ...paper, id: this.#serverIds.get(paper.id) ?? paper.id }));
    const buildsOn = papersToBuildOn({ kind, ...named }, own.flatMap(signed)).map(({ fingerprint }) => fingerprint);
    return papersNotBuiltOn({ kind, ...named, workflows: keys, buildsOn, createdTime: "" }, papers.flatMap(signed));
  }

  #keep(draft: Draft, signing: Signing, time: number): Paper | undefined {
    const written = writePaper(draft, signing, { time: time + this.minutesAhead * MINUTE });
    if (!written) return undefined;
    this.#lastLocalId -= 1;
    const paper: Paper = { ...written, id: this.#lastLocalId };
    this.unsent = [...this.unsent, paper];
    return paper;
  }

  /** Drafts a contract's next change order from what this device knows. */
  changeOrderOf(contractId: number, number: string, time: number): Paper | undefined {
    const draft: Draft = { kind: "changeOrder", copies: "all", contractId, papers: this.papers, work: this.work };
    const signing = { number, hasSignal: true, looks: true, insists: false, additionalCost: 0, addendum: 0 };
    return this.#keep(draft, signing, time);
  }
}

/** Builds a device's paper; undefined if the rules leave nothing to sign. */
function writePaper(
  { kind, copies, contractId, papers, work }: Draft,
  { number, additionalCost, addendum }: Signing,
  { time }: { time: number },
): Omit<Paper, "id"> | undefined {
  const estimate = estimateOf(work);
  const now = new Date(time);
  const changed = kind === "changeOrder" && contractId !== undefined ? signedWork(contractId, papers) : undefined;
  if (kind === "changeOrder" && !changed) return undefined;
  const source: DocumentSource = sampleSource(estimate, {
    number,
    now,
    ...(changed && { changed, agreedElsewhere: agreedElsewhere(changed.contract.id, papers.flatMap(signed)) }),
  });
  const choices =
    kind === "contract" ? contractChoices(source, copies) : orderChoices(source, additionalCost, addendum);
  if (choices.copies.length === 0 && kind === "contract") return undefined;
  const model = buildDocument(source, choices);
  const basis = basisOf(estimate);
  if (checkPaper({ model, choices, basis }).length > 0) return undefined;
  const named = {
    sourceId: kind === "contract" ? contractId : undefined,
    basedOnId: kind === "changeOrder" ? contractId : undefined,
  };
  const buildsOn = papersToBuildOn({ kind, ...named }, papers.flatMap(signed)).map(({ fingerprint }) => fingerprint);
  const data = {
    ...documentDataOf({ model, choices, basis }),
    fingerprint: `paper of ${String(time)}`,
    buildsOn: JSON.stringify(buildsOn),
    lead: JSON.stringify(source.lead),
  };
  return {
    type: DOCUMENT_TYPES[kind],
    workflows: workflowKeysOf(choices),
    createdTime: now.toISOString(),
    data,
    ...named,
    model,
    choices,
    basis,
    supersededById: null,
    findings: [],
  };
}

function contractChoices(source: DocumentSource, copies: Copies): ContractChoices {
  const begun = initialChoices(source, "contract");
  return copies === "all" ? begun : { ...begun, copies: begun.copies.filter((copy) => summaryKey(copy) === copies) };
}

function orderChoices(source: DocumentSource, additionalCost: number, addendum: number): ChangeOrderChoices {
  const begun = initialChoices(source, "changeOrder");
  const isFirst = source.changed?.changeOrders.length === 0;
  return {
    ...begun,
    ...(additionalCost !== 0 && { showAdditionalCost: true, additionalCost }),
    ...(isFirst && addendum !== 0 && { additionalWorkTotalBroughtFromAddendum: addendum }),
  };
}
