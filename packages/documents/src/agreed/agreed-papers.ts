import { roundMoney } from "@ridgebook/estimating";
import { sumOf } from "#lines/copy-figures.ts";
import { agreedValue, type AddedValue } from "./agreed-value.ts";
import { inSigningOrder, knows, type SignedPaper } from "./signed-papers.ts";

/*
 * Decides which signed documents of an estimate are agreed, when some were signed without knowledge of others. Devices, the server and the
 * documents themselves all use this code, so that they cannot disagree.
 */

/** An agreed contract and its agreed change orders, in the order in which they build on each other. */
interface AgreedWork<Paper extends SignedPaper = SignedPaper> {
  readonly contract: Paper;
  readonly changeOrders: readonly Paper[];
}

const isOfSameWork = (one: Pick<SignedPaper, "workflows">, other: Pick<SignedPaper, "workflows">): boolean =>
  one.workflows.some((key) => other.workflows.includes(key));

const isReceived = ({ id }: SignedPaper): boolean => id >= 0;

const byReceipt = <Paper extends SignedPaper>(papers: readonly Paper[]): Paper[] => [
  ...papers.filter(isReceived).toSorted((one, other) => one.id - other.id),
  ...inSigningOrder(papers.filter((paper) => !isReceived(paper))),
];

/** Of several contracts for the same work, the first received one is agreed, unless it was superseded. */
function standingAmong<Paper extends SignedPaper>(contracts: readonly Paper[]): Paper[] {
  const standing: Paper[] = [];
  for (const contract of byReceipt(contracts))
    if (contract.supersededById === null && !standing.some((other) => isOfSameWork(other, contract)))
      standing.push(contract);
  return standing;
}

/** The contract that a change order is based on, followed by the contracts that superseded it; empty if it was deleted. */
function contractsSince<Paper extends SignedPaper>(basedOnId: number | undefined, papers: readonly Paper[]): Paper[] {
  const find = (id: number | null | undefined) => papers.find((paper) => paper.id === id);
  const contracts: Paper[] = [];
  for (let next = find(basedOnId); next && !contracts.includes(next); next = find(next.supersededById))
    contracts.push(next);
  return contracts;
}

/**
 * The agreed contract that a change order belongs to, or undefined if the order is not agreed. An order on a superseded contract belongs to
 * the latest successor, unless a successor already includes the order. An order on a contract that was never agreed, because another one
 * for the same work is, is not agreed either, unless the successor was signed beside another one too.
 */
function contractOf<Paper extends SignedPaper>(
  order: Paper,
  { papers, standing }: { papers: readonly Paper[]; standing: readonly Paper[] },
): Paper | undefined {
  const [base, ...successors] = contractsSince(order.basedOnId, papers);
  const last = successors.at(-1) ?? base;
  if (!base || !last || !standing.includes(last)) return undefined;
  const isBesideOther = base.isBesideAnother && standing.some((other) => other !== last && isOfSameWork(other, base));
  if (isBesideOther && !last.isBesideAnother) return undefined;
  return successors.some((contract) => knows(contract, order)) ? undefined : last;
}

function worksOf<Paper extends SignedPaper>(
  standing: readonly Paper[],
  papers: readonly Paper[],
): readonly AgreedWork<Paper>[] {
  const counted = papers
    .filter(({ kind, supersededById }) => kind === "changeOrder" && supersededById === null)
    .map((order) => ({ order, contract: contractOf(order, { papers, standing }) }));
  return standing.map((contract) => ({
    contract,
    changeOrders: inSigningOrder(counted.flatMap((each) => (each.contract === contract ? [each.order] : []))),
  }));
}

/**
 * The agreed contracts, in the order in which they were received, with their change orders. A superseded contract is not agreed. A
 * contract that was signed beside another document for the same work is agreed only after the office has deleted the others.
 */
function worksAmong<Paper extends SignedPaper>(papers: readonly Paper[]): readonly AgreedWork<Paper>[] {
  const contracts = papers.filter(({ kind }) => kind === "contract");
  const beside = contracts.filter(({ isBesideAnother }) => isBesideAnother);
  const first = contracts.filter(({ isBesideAnother }) => !isBesideAnother);
  const works = worksOf(standingAmong(first), papers);
  if (beside.length === 0) return works;
  const others = [...first, ...works.flatMap(({ changeOrders }) => changeOrders)];
  const alone = beside.filter((contract) => !others.some((other) => isOfSameWork(other, contract)));
  return worksOf([...works.map(({ contract }) => contract), ...standingAmong(alone)], papers);
}

/** The members of a new document that refer to the documents before it. */
export type BuildingPaper = Pick<
  SignedPaper,
  "kind" | "workflows" | "basedOnId" | "sourceId" | "buildsOn" | "createdTime"
>;

function notBuiltOn<Paper extends SignedPaper>(paper: BuildingPaper, papers: readonly Paper[]): Paper[] {
  const works = worksAmong(papers);
  const isUnknown = (other: Paper): boolean => !knows(paper, other);
  if (paper.kind === "contract") {
    const same = works
      .filter(({ contract }) => contract.id !== paper.sourceId)
      // A change order may have added this work to a contract for other work.
      .flatMap(({ contract, changeOrders }) =>
        isOfSameWork(contract, paper) ? [contract] : changeOrders.filter((each) => isOfSameWork(each, paper)),
      );
    return same.filter(isUnknown);
  }
  const last = contractsSince(paper.basedOnId, papers).at(-1);
  const work =
    works.find(({ contract }) => contract === last) ??
    works.find(({ contract }) => last !== undefined && isOfSameWork(contract, last));
  return papers.filter(
    (other) =>
      isUnknown(other) &&
      (other.kind === "contract"
        ? other === work?.contract && other.id !== paper.basedOnId
        : other.basedOnId === paper.basedOnId || work?.changeOrders.includes(other) === true),
  );
}

/**
 * Whether a new paper replaces another: the one it was made from, and for a contract each named one whose work it covers, because the same
 * work is paid once. A paper that does not count replaces none that does.
 */
function replaces(
  paper: SignedPaper,
  other: SignedPaper,
  { standing }: { readonly standing: readonly SignedPaper[] },
): boolean {
  if (other.kind !== paper.kind || other.supersededById !== null) return false;
  if (paper.kind === "contract" && paper.isBesideAnother && standing.includes(other)) return false;
  if (other.id === paper.sourceId) return true;
  return (
    paper.kind === "contract" &&
    standing.includes(other) &&
    other.workflows.length > 0 &&
    (paper.buildsOn ?? []).includes(other.fingerprint) &&
    other.workflows.every((key) => paper.workflows.includes(key))
  );
}

/** Valid change orders of the replaced contract that a new one does not name: they count with it as well. */
function unknownChangesOf<Paper extends SignedPaper>(paper: BuildingPaper, papers: readonly Paper[]): Paper[] {
  if (paper.kind !== "contract") return [];
  const source = worksAmong(papers).find(({ contract }) => contract.id === paper.sourceId);
  return (source?.changeOrders ?? []).filter((order) => !knows(paper, order));
}

/** Keys of the copies that a contract and its change orders are about. */
const keysOfWork = ({ contract, changeOrders }: AgreedWork): readonly string[] =>
  [contract, ...changeOrders].flatMap(({ workflows }) => workflows);

/** A new signed paper's relation to the others of its estimate. */
interface Place<Paper> {
  /** Papers of the same work that it should have been built on and does not name. */
  readonly beside: readonly Paper[];
  /** Of a valid contract: change orders of the contract it replaces that it does not name. */
  readonly unknownChanges: readonly Paper[];
  readonly replacedIds: readonly number[];
}

function place<Paper extends SignedPaper>(paper: SignedPaper, papers: readonly Paper[]): Place<Paper> {
  const works = worksAmong(papers);
  const standing = works.map(({ contract }) => contract);
  const beside = new Set(notBuiltOn(paper, papers));
  if (paper.kind === "changeOrder") {
    const contracts = contractsSince(paper.basedOnId, papers);
    const last = contracts.at(-1);
    if (last && !standing.includes(last)) beside.add(last);
    // It may add work of another contract, which is reported once.
    const own = new Set(works.filter(({ contract }) => contract === last).flatMap(keysOfWork));
    const added = paper.workflows.filter((key) => !own.has(key));
    for (const contract of standing) if (last && isOfSameWork(contract, { workflows: added })) beside.add(contract);
  }
  const placed = { ...paper, isBesideAnother: beside.size > 0 };
  return {
    beside: [...beside],
    unknownChanges: beside.size > 0 ? [] : unknownChangesOf(paper, papers),
    replacedIds: papers.filter((other) => replaces(placed, other, { standing })).map(({ id }) => id),
  };
}

/** The papers as they will be once the server has received this device's unsent ones. */
function settled<Paper extends SignedPaper>(papers: readonly Paper[]): Paper[] {
  let known = papers.filter(isReceived);
  for (const paper of inSigningOrder(papers.filter((each) => !isReceived(each)))) {
    const { beside, replacedIds } = place(paper, known);
    known = known.map((other) => (replacedIds.includes(other.id) ? { ...other, supersededById: paper.id } : other));
    known.push({ ...paper, isBesideAnother: beside.length > 0 });
  }
  return known;
}

/** The agreement of an estimate: its valid contracts in the order of receipt, with their change orders. */
export const agreedWorks = <Paper extends SignedPaper>(papers: readonly Paper[]): readonly AgreedWork<Paper>[] =>
  worksAmong(settled(papers));

/** Keys of the copies that only other contracts, with their change orders, cover. */
export function agreedElsewhere(contractId: number, papers: readonly SignedPaper[]): readonly string[] {
  const works = agreedWorks(papers);
  const keysOf = (isOwn: boolean): readonly string[] =>
    works.filter(({ contract }) => (contract.id === contractId) === isOwn).flatMap(keysOfWork);
  const own = new Set(keysOf(true));
  return [...new Set(keysOf(false))].filter((key) => !own.has(key));
}

/** The papers whose amounts are agreed. */
export const papersThatCount = <Paper extends SignedPaper>(papers: readonly Paper[]): Paper[] =>
  agreedWorks(papers).flatMap(({ contract, changeOrders }) => [contract, ...changeOrders]);

/**
 * Signed papers that a paper should be built on and does not name: for a contract, other contracts of the same work; for a change order,
 * its contract's other change orders and the contract's valid replacement.
 */
export const papersNotBuiltOn = <Paper extends SignedPaper>(paper: BuildingPaper, papers: readonly Paper[]): Paper[] =>
  notBuiltOn(paper, settled(papers));

/** Of a contract: change orders of the contract it replaces that it does not name. */
export const changesNotKnown = <Paper extends SignedPaper>(paper: BuildingPaper, papers: readonly Paper[]): Paper[] =>
  unknownChangesOf(paper, settled(papers));

/** A new signed paper's relation to the others: which of them it does not know, and which it replaces. */
export const placeAmong = <Paper extends SignedPaper>(paper: SignedPaper, papers: readonly Paper[]): Place<Paper> =>
  place(paper, settled(papers));

/**
 * The papers that a new one is built on, oldest first: the contract that it changes or replaces, with its change orders. Other contracts of
 * the same work are excluded: the server marks a contract signed besides one.
 */
export function papersToBuildOn<Paper extends SignedPaper>(
  { kind, basedOnId, sourceId }: Pick<SignedPaper, "kind" | "basedOnId" | "sourceId">,
  papers: readonly Paper[],
): Paper[] {
  const contractId = kind === "contract" ? sourceId : basedOnId;
  const work = agreedWorks(papers).find(({ contract }) => contract.id === contractId);
  if (work) return [work.contract, ...work.changeOrders];
  return inSigningOrder(
    papers.filter((paper) => (paper.kind === "contract" ? paper.id : paper.basedOnId) === contractId),
  );
}

/** `total` is a contract's price; `addendum` is 0 for a contract. */
export interface WeighedPaper extends SignedPaper, AddedValue {}

/** Dollars that a contract is worth with what changes it. */
export const valueOfWork = ({ contract, changeOrders }: AgreedWork<WeighedPaper>): number =>
  agreedValue(contract.total, changeOrders);

/** Dollars that are agreed, to the cent. */
export const valueOf = (papers: readonly WeighedPaper[]): number => roundMoney(sumOf(agreedWorks(papers), valueOfWork));
