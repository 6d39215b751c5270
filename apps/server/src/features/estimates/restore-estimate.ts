import {
  EMPTY_ESTIMATE,
  mapSliceItemIds,
  splitEstimate,
  workflowId,
  type Estimate,
  type EstimateCopy,
  type EstimateId,
  type EstimateMembers,
  type EstimateSlices,
  type LeadId,
} from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { storable } from "#database/storable.ts";
import { removeTombstone } from "#database/tombstones.ts";
import type { PriceBooksOfEstimates } from "./estimate-answers.ts";
import {
  insertFormerEstimate,
  takeItemIds,
  writeComparisons,
  writeItems,
  writeSummaries,
} from "./estimate-repository.ts";
import { applySlices, completeContent, itemDifference, unknownIds } from "./prepare-change.ts";

/** An estimate as stored in a signed paper. */
type EstimateOfPaper = Pick<Estimate, "items" | "comparisons" | "workflowSummaries"> & Partial<EstimateMembers>;

interface FormerEstimate {
  readonly id: EstimateId;
  readonly revision: number;
  readonly leadId: LeadId;
  readonly name: string;
  readonly time: Date;
  /** The paper's workflow copies: all that is known of an estimate without content. */
  readonly copies: readonly EstimateCopy[];
}

/**
 * Restores a deleted estimate under its old id, with the content of the signed paper that needs it. Lines and prices are not checked: they
 * were signed. Without content, or if the database rejects it, it is restored empty. A no-op if it already exists. Returns whether the
 * content was restored.
 */
export async function restoreEstimate(
  scope: CompanyScope,
  former: FormerEstimate,
  { content, priceBooks }: { content: EstimateOfPaper | undefined; priceBooks: PriceBooksOfEstimates },
): Promise<boolean> {
  const isWhole = content !== undefined && (await attempt(scope, () => insert(scope, former, { content, priceBooks })));
  if (!isWhole) await insert(scope, former, { content: emptyOf(former.copies), priceBooks });
  await removeTombstone(scope, { store: "estimates", id: former.id });
  return isWhole;
}

/** An estimate with empty copies; skips unknown workflows. */
const emptyOf = (copies: readonly EstimateCopy[]): EstimateOfPaper => {
  const known = copies.flatMap(({ workflowId: id, workflowEstimateId }) => {
    const read = workflowId.safeParse(id);
    return read.success ? [{ workflowId: read.data, workflowEstimateId }] : [];
  });
  return {
    items: [],
    comparisons: [],
    workflowSummaries: {},
    workflowIds: [...new Set(known.map((copy) => copy.workflowId))],
    duplicateWorkflows: known.flatMap((copy) => (copy.workflowEstimateId > 1 ? [{ ...copy, name: "" }] : [])),
  };
};

/** Returns whether the work succeeded; rolls it back otherwise. */
async function attempt(scope: CompanyScope, work: () => Promise<void>): Promise<boolean> {
  await scope.db.execute(sql`savepoint bring_back`);
  try {
    await work();
    return true;
  } catch {
    await scope.db.execute(sql`rollback to savepoint bring_back`);
    return false;
  }
}

async function insert(
  scope: CompanyScope,
  { id, revision, leadId, name, time }: FormerEstimate,
  { content, priceBooks }: { content: EstimateOfPaper; priceBooks: PriceBooksOfEstimates },
): Promise<void> {
  const given: EstimateSlices = { ...EMPTY_ESTIMATE, ...splitEstimate(storable({ ...content, name })) };
  const version = Number(given["priceBookVersion"]);
  const isKnown = (await priceBooks.find(scope, version)) !== undefined;
  const priceBookVersion = isKnown ? version : await priceBooks.newestVersion(scope);
  const slices = applySlices({}, { ...given, priceBookVersion });
  const after = mapSliceItemIds(slices, await idsOfUnsentLines(scope, slices));
  const { items: _items, comparisons, workflowSummaries, ...values } = completeContent(after);
  const isNew = await insertFormerEstimate(scope, id, {
    ...values,
    revision,
    leadId,
    createdTime: time,
    modifiedTime: time,
    modifiedBy: scope.userId ?? null,
  });
  if (!isNew) return;
  await writeItems(scope, id, itemDifference({}, after));
  await writeComparisons(scope, id, comparisons);
  await writeSummaries(scope, id, Object.values(workflowSummaries));
}

/** New ids for lines with a device's ids, or ids that the server would assign later. */
async function idsOfUnsentLines(scope: CompanyScope, slices: EstimateSlices): Promise<Map<number, number>> {
  const [newest = 0] = await takeItemIds(scope, 1);
  const unsent = unknownIds({ before: {}, after: slices, taken: slices }, new Map()).filter(
    (id) => id < 1 || id >= newest,
  );
  const taken = await takeItemIds(scope, unsent.length);
  return new Map(unsent.map((id, index): [number, number] => [id, taken[index] ?? id]));
}
