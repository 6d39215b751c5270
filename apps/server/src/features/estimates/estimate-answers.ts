import { isDeepStrictEqual } from "node:util";
import {
  EMPTY_ESTIMATE,
  mapSliceItemIds,
  Problem,
  sliceValue,
  splitEstimate,
  type BodyWithParts,
  type Estimate,
  type EstimateId,
  type EstimateInput,
  type EstimateSlices,
  type SavedEstimate,
  formerValuesOf,
} from "@ridgebook/contract";
import type { IndexedPriceBook } from "@ridgebook/estimating";
import { hasLead } from "#database/has-lead.ts";
import type { CompanyScope } from "#database/company-scope.ts";
import { readSettings } from "#database/company-settings.ts";
import { postgresCode } from "#database/database.ts";
import { missingRecord } from "#database/deleted-record.ts";
import { conflictWithAuthors } from "#database/field-authors.ts";
import { inCompany } from "#http/handlers.ts";
import { orNotFound } from "#http/or-not-found.ts";
import { checkParts, type BodyPlaces } from "./check-parts.ts";
import { toEstimate } from "./estimate-presenter.ts";
import {
  findEstimates,
  holdEstimate,
  insertEstimate,
  listEstimates,
  readSectionOrders,
  removeEstimate,
  takeItemIds,
  updateEstimate,
  writeComparisons,
  writeItems,
  writeSummaries,
  type EstimateValues,
} from "./estimate-repository.ts";
import { settleLines } from "./settle-lines.ts";
import { isProgressContested, membersWithoutFormer, mergeEstimateChange } from "./merge-estimate-change.ts";
import {
  applySlices,
  checkAgainstBook,
  checkIds,
  checkMembers,
  completeContent,
  itemDifference,
  refuse,
  unknownIds,
  wantedSlices,
  withLenderFee,
  type Prepared,
} from "./prepare-change.ts";

const FOREIGN_KEY_VIOLATION = "23503";

export interface PriceBooksOfEstimates {
  newestVersion(scope: CompanyScope): Promise<number>;
  find(scope: CompanyScope, version: number): Promise<IndexedPriceBook | undefined>;
}

interface EstimateParts {
  /** The clock of created and modified times. */
  readonly now: () => Date;
  readonly priceBooks: PriceBooksOfEstimates;
}

/** A change with everything derived from it, ready to be written. */
interface Settled {
  readonly prepared: Prepared;
  /** Ids of lines that the server added, unknown to the caller. */
  readonly addedIds: ReadonlySet<number>;
}

/**
 * Settles the estimate's calculated numbers and stale prices (settle-lines.ts), and checks what the contract cannot: lines, prices,
 * members.
 */
async function settleAndCheck(
  scope: CompanyScope,
  {
    prepared: merged,
    isOvertaken,
    body,
    places,
    priceBooks,
  }: {
    prepared: Prepared;
    isOvertaken: boolean;
    body: BodyWithParts;
    places: BodyPlaces;
    priceBooks: PriceBooksOfEstimates;
  },
): Promise<Settled> {
  const { values: settings } = await readSettings(scope);
  const prepared = withLenderFee(merged, settings);
  refuse({ ...checkMembers(prepared, { body, settings }), ...checkIds(prepared, places) });
  const version = Number(prepared.after["priceBookVersion"]);
  const book = await priceBooks.find(scope, version);
  if (!book)
    throw new Problem("validation", { errors: { priceBookVersion: ["There is no such price book version."] } });
  const { after, changed, addedIds } = settleLines(prepared, { book, places, isOvertaken });
  refuse(checkAgainstBook({ ...prepared, after }, book, places));
  return { prepared: { ...prepared, after, taken: { ...prepared.taken, ...changed } }, addedIds };
}

const toValues = ({
  items: _items,
  comparisons: _comparisons,
  workflowSummaries: _summaries,
  ...values
}: ReturnType<typeof completeContent>) => values;

/** Stores an estimate's changed content. */
async function writeContent(
  scope: CompanyScope,
  id: EstimateId,
  { before, after }: { before: EstimateSlices; after: EstimateSlices },
  former: Pick<Estimate, "comparisons" | "workflowSummaries">,
): Promise<void> {
  const { comparisons, workflowSummaries } = completeContent(after);
  await writeItems(scope, id, itemDifference(before, after));
  if (!isDeepStrictEqual(comparisons, former.comparisons)) await writeComparisons(scope, id, comparisons);
  if (!isDeepStrictEqual(workflowSummaries, former.workflowSummaries))
    await writeSummaries(scope, id, Object.values(workflowSummaries));
}

/**
 * Slices whose author is the saver: changed slices of the change, and those that appeared or disappeared with it. Recalculated numbers and
 * prices have no author.
 */
const slicesChangedBy = ({ before, taken, after }: Prepared): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((key) => {
    const [was, is] = [sliceValue(key, before[key]), sliceValue(key, after[key])];
    const isTouched = Object.hasOwn(taken, key) || was === null || is === null;
    return isTouched && !isDeepStrictEqual(was, is);
  });

/** New line ids by the caller's ids. */
async function giveItemIds(
  scope: CompanyScope,
  prepared: Prepared,
  known: ReadonlyMap<number, number>,
): Promise<Map<number, number>> {
  const unknown = unknownIds(prepared, known);
  const taken = await takeItemIds(scope, unknown.length);
  return new Map([...known, ...unknown.map((id, index): [number, number] => [id, taken[index] ?? id])]);
}

const toSaved = (
  estimate: Estimate,
  itemIds: ReadonlyMap<number, number>,
  addedIds: ReadonlySet<number> = new Set(),
): SavedEstimate => ({
  ...estimate,
  itemIds: Object.fromEntries(
    [...itemIds].filter(([id]) => !addedIds.has(id)).map(([id, given]) => [String(id), given]),
  ),
});

export const estimateAnswers = ({ now, priceBooks }: EstimateParts) =>
  inCompany({
    async listEstimates({ query: { leadId }, scope }) {
      if (!(await hasLead(scope, leadId))) throw new Problem("notFound");
      return (await listEstimates(scope, leadId)).map(toEstimate);
    },

    async getEstimate({ params, scope }) {
      return toEstimate(orNotFound((await findEstimates(scope, [params.id]))[0]));
    },

    createEstimate: ({ body, scope }) => createEstimate(scope, body, { now, priceBooks }),

    async updateEstimate({ params, body, scope }) {
      const { places, errors } = checkParts(body);
      const held = await holdEstimate(scope, params.id);
      if (!held) throw await missingRecord(scope, { store: "estimates", id: params.id });
      const current = toEstimate(held.rows);
      const wanted = wantedSlices(body);
      for (const member of body.former ? membersWithoutFormer(wanted, body.former) : [])
        errors[`former.${member}`] = ["The former value is missing."];
      refuse(errors);

      const before = splitEstimate(current);
      const former = formerValuesOf(body, { revision: current.revision, values: before });
      const isContested = isProgressContested(before, wanted, former);
      const orders = isContested ? await readSectionOrders(scope) : undefined;
      const hasMovedOn = body.revision !== undefined && body.revision !== current.revision;
      const found = mergeEstimateChange({ current: before, wanted, former, hasMovedOn, ...(orders && { orders }) });
      const { lastSave, fieldAuthors } = held;
      if (found.conflicts) {
        const { conflicts, causes } = found;
        throw await conflictWithAuthors(scope, { conflicts, causes, fieldAuthors, lastSave });
      }
      const { values: taken, knownIds, isOvertaken: isMergedWithOthers } = found;
      if (Object.keys(taken).length === 0) return toSaved(current, knownIds);

      const merged = { before, taken, after: applySlices(before, taken) };
      // The caller's prices are based on the caller's version.
      const isOvertaken = isMergedWithOthers || hasMovedOn;
      const { prepared, addedIds } = await settleAndCheck(scope, {
        prepared: merged,
        isOvertaken,
        body,
        places,
        priceBooks,
      });
      if (isDeepStrictEqual(prepared.after, before)) return toSaved(current, knownIds);
      const itemIds = await giveItemIds(scope, prepared, knownIds);
      const after = mapSliceItemIds(prepared.after, itemIds);
      await writeContent(scope, params.id, { before, after }, current);
      const complete = completeContent(after);
      // Last: it takes the change number, whose lock all saves of the company wait for.
      const time = now();
      const modifiedBy = scope.userId ?? null;
      const row = await updateEstimate(
        scope,
        params.id,
        { ...toValues(complete), revision: current.revision + 1, modifiedTime: time, modifiedBy },
        {
          fields: slicesChangedBy({ before, taken, after }),
          save: { by: modifiedBy, at: time.toISOString() },
          lastSave,
        },
      );
      return toSaved(toEstimateOf(row, complete, current.documents), itemIds, addedIds);
    },

    async deleteEstimate({ params, scope }) {
      orNotFound(await holdEstimate(scope, params.id));
      try {
        await removeEstimate(scope, params.id);
      } catch (error) {
        // Documents refer to their estimate and are not deleted with it.
        if (postgresCode(error) === FOREIGN_KEY_VIOLATION) throw new Problem("inUse");
        throw error;
      }
    },
  });

/** Combines the estimate's row with its written content. */
function toEstimateOf(
  row: Parameters<typeof toEstimate>[0]["row"],
  { items, comparisons, workflowSummaries }: ReturnType<typeof completeContent>,
  documents: Estimate["documents"],
): Estimate {
  return toEstimate({
    row,
    documents,
    items,
    comparisons: comparisons.map((comparison, position) => ({ ...comparison, position })),
    summaries: Object.values(workflowSummaries),
  });
}

/** Adds an estimate to a lead of the company, with the checks of a change. */
export async function createEstimate(
  scope: CompanyScope,
  body: EstimateInput,
  { now, priceBooks }: EstimateParts,
): Promise<SavedEstimate> {
  const { places, errors } = checkParts(body);
  if (!(await hasLead(scope, body.leadId))) errors["leadId"] = ["The lead must be one of the company's leads."];
  refuse(errors);
  const wanted = wantedSlices(body);
  const priceBookVersion =
    body.priceBookVersion === undefined || body.priceBookVersion === EMPTY_ESTIMATE.priceBookVersion
      ? await priceBooks.newestVersion(scope)
      : body.priceBookVersion;
  const taken: EstimateSlices = { ...EMPTY_ESTIMATE, ...wanted, priceBookVersion };
  const { prepared, addedIds } = await settleAndCheck(scope, {
    prepared: { before: {}, taken, after: applySlices({}, taken) },
    isOvertaken: false,
    body,
    places,
    priceBooks,
  });

  const itemIds = await giveItemIds(scope, prepared, new Map());
  const after = mapSliceItemIds(prepared.after, itemIds);
  const complete = completeContent(after);
  const time = now();
  const values: EstimateValues = {
    ...toValues(complete),
    leadId: body.leadId,
    createdTime: time,
    modifiedTime: time,
    modifiedBy: scope.userId ?? null,
  };
  const row = await insertEstimate(scope, values);
  await writeContent(scope, row.id as EstimateId, { before: {}, after }, { comparisons: [], workflowSummaries: {} });
  return toSaved(toEstimateOf(row, complete, []), itemIds, addedIds);
}
