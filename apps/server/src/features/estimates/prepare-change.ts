import { isDeepStrictEqual } from "node:util";
import {
  bodyToSlices,
  calculateEstimate,
  copiesOf,
  copyOfSlice,
  enteredItems,
  ESTIMATE_MEMBERS,
  greatestPromotion,
  isSameTerm,
  itemsSlice,
  joinSlices,
  NO_TERM,
  offerOf,
  Problem,
  readSliceKey,
  sliceValue,
  summaryKey,
  type BodyWithMembers,
  type BodyWithParts,
  type Estimate,
  type EstimateCopy,
  type EstimateMember,
  type EstimateMembers,
  type EstimateSlices,
  type FieldErrors,
  type SettingsFields,
  type StoredEstimateItem,
} from "@ridgebook/contract";
import { PAYMENT_OPTIONS, rebuildItems, unpricedIn, type IndexedPriceBook } from "@ridgebook/estimating";
import { storable } from "#database/storable.ts";
import { checkCopies, checkDuplicates, comparisonKey, type BodyPlaces } from "./check-parts.ts";
import { checkCopy, checkPercents } from "./check-prices.ts";

/*
 * From what somebody sends to what is stored, without a database: rebuilding the lines, putting taken slices into the estimate,
 * checking the whole against the price book, and giving ids.
 */

/** What an estimate consists of, apart from what follows from it. */
type EstimateContent = EstimateMembers & Pick<Estimate, "items" | "comparisons" | "workflowSummaries">;

/** The slices that a body wants, their lines rebuilt: what counts for nothing is dropped (3.§4, estimating.md §3a). */
export function wantedSlices(body: BodyWithParts & BodyWithMembers): EstimateSlices {
  return Object.fromEntries(
    Object.entries(bodyToSlices(storable(body))).map(([key, value]) => {
      const slice = readSliceKey(key);
      if (slice?.kind !== "items" || value === null) return [key, value];
      const rebuilt = rebuildItems({
        current: [],
        fieldIds: [slice.fieldId],
        items: value as StoredEstimateItem[],
        workflowEstimateId: slice.workflowEstimateId,
        keepsOrder: true,
      });
      return [key, rebuilt.length > 0 ? rebuilt : null];
    }),
  );
}

/** Lines without a price whose place an item has taken, or whose parent is gone, are nobody's any more. */
function withoutStaleUnpriced(slices: EstimateSlices): EstimateSlices {
  const keys = Object.keys(slices).filter((key) => readSliceKey(key)?.kind === "unpricedItems");
  if (keys.length === 0) return slices;
  const estimate = joinSlices(slices);
  const kept = keys.map((key): [string, unknown] => {
    const { workflowId, workflowEstimateId } = copyOfSlice(key) as EstimateCopy;
    return [key, sliceValue(key, unpricedIn(enteredItems(estimate, { workflowId, workflowEstimateId })))];
  });
  return { ...slices, ...Object.fromEntries(kept) };
}

const isOf = (slice: EstimateCopy, copies: ReadonlySet<string>): boolean => copies.has(summaryKey(slice));

/**
 * The estimate's slices after a change. Whatever belongs to a workflow copy that the estimate does not hold any more goes with
 * it.
 */
export function applySlices(current: EstimateSlices, taken: EstimateSlices): EstimateSlices {
  const merged = withoutStaleUnpriced({ ...current, ...taken });
  const copies = new Set(copiesOf(membersOf(merged)).map(summaryKey));
  return Object.fromEntries(
    Object.entries(merged).filter(([key, value]) => {
      const slice = readSliceKey(key);
      return slice !== undefined && value !== null && (slice.kind === "member" || isOf(slice, copies));
    }),
  );
}

const membersOf = (slices: EstimateSlices): EstimateMembers =>
  // A slice of a member holds what the contract parsed for that member.
  Object.fromEntries(ESTIMATE_MEMBERS.map((member) => [member, slices[member]])) as EstimateMembers;

export const contentOf = (slices: EstimateSlices): EstimateContent => {
  const { items, comparisons, workflowSummaries } = joinSlices(slices);
  return { ...membersOf(slices), items, comparisons, workflowSummaries };
};

export interface Prepared {
  /** Slices before and after, lines under the ids that the caller gave. */
  readonly before: EstimateSlices;
  readonly after: EstimateSlices;
  /** What of the change is taken. */
  readonly taken: EstimateSlices;
}

const isTaken = ({ taken }: Prepared, member: EstimateMember): boolean => taken[member] !== undefined;

/** Copies about which the price book is asked, and the top-level fields of each that are new or other. */
export function touchedCopies(prepared: Prepared): { copy: EstimateCopy; fieldIds: Set<string> }[] {
  const { after, taken } = prepared;
  const fieldIdsByCopy = new Map<string, Set<string>>();
  const isRepriced = isTaken(prepared, "priceBookVersion");
  for (const key of Object.keys(isRepriced ? after : taken)) {
    const slice = readSliceKey(key);
    if (slice?.kind !== "items" && slice?.kind !== "comparisons") continue;
    const fieldIds = fieldIdsByCopy.get(summaryKey(slice)) ?? new Set<string>();
    if (slice.kind === "items") fieldIds.add(slice.fieldId);
    fieldIdsByCopy.set(summaryKey(slice), fieldIds);
  }
  return copiesOf(membersOf(after)).flatMap((copy) => {
    const fieldIds = fieldIdsByCopy.get(summaryKey(copy));
    return fieldIds ? [{ copy, fieldIds }] : [];
  });
}

/** Names a line by its path in the body, and one that the caller did not send by its slice. */
function namePlaces(items: readonly StoredEstimateItem[], { itemById }: BodyPlaces) {
  const parentById = new Map(items.map((item) => [item.id, item]));
  return (item: StoredEstimateItem): string => {
    const sent = itemById.get(item.id);
    if (sent !== undefined) return sent;
    let root = item;
    for (let parent = item.parentItemId; parent !== null;) {
      const found = parentById.get(parent);
      if (!found) break;
      root = found;
      parent = found.parentItemId;
    }
    return itemsSlice(root);
  };
}

/** What the price book says against the change: prices, choices, bounds, percents. */
export function checkAgainstBook(prepared: Prepared, book: IndexedPriceBook, places: BodyPlaces): FieldErrors {
  const errors: FieldErrors = {};
  const content = contentOf(prepared.after);
  const { items, comparisons } = content;
  const before = contentOf(prepared.before);
  const isRepriced = isTaken(prepared, "priceBookVersion");
  const placeOf = namePlaces(items, places);
  for (const { copy, fieldIds } of touchedCopies(prepared)) {
    const isOwn = (each: Estimate["comparisons"][number]) => summaryKey(each) === summaryKey(copy);
    const known = before.comparisons.filter(isOwn);
    Object.assign(
      errors,
      checkCopy({
        copy,
        items: enteredItems(content, copy),
        formerItems: isRepriced ? undefined : enteredItems(before, copy),
        isSent: ({ id }) => places.itemById.has(id),
        fieldIds,
        book,
        placeOf,
        // A package that is not chosen keeps the lines and prices of the time when it was.
        comparisons: comparisons
          .filter(isOwn)
          .filter((each) => isRepriced || !known.some((former) => isDeepStrictEqual(former, each)))
          .map((comparison) => ({
            comparison,
            path:
              places.comparisonOf.get(comparisonKey(copy, comparison.fieldOptionId)) ??
              `comparisons:${summaryKey(copy)}`,
          })),
      }),
    );
  }
  for (const copy of copiesOf(membersOf(prepared.after))) {
    const decidedOf = (member: "discountPercent" | "marginPercent") => {
      const value = prepared.taken[`${member}:${summaryKey(copy)}`];
      return value === undefined ? {} : { [member]: Number(value) };
    };
    Object.assign(
      errors,
      checkPercents(copy, {
        decided: { ...decidedOf("discountPercent"), ...decidedOf("marginPercent") },
        book,
        path: (member) => `${places.partOf(copy, member)}${member}`,
      }),
    );
  }
  return errors;
}

/**
 * The change with the company's own part of the dealer fee as the server knows it. Of a way to pay that is chosen now, it is what the
 * company's settings say, whatever was sent: older callers send none. One that was chosen before keeps it; an estimate from before there
 * was such a part gets it while the plan is offered in the same terms.
 */
export function withLenderFee(prepared: Prepared, settings: SettingsFields): Prepared {
  const { paymentOption, term } = contentOf(prepared.after);
  const isChosenNow = isTaken(prepared, "paymentOption") || isTaken(prepared, "term");
  if (!isChosenNow && term.lenderFeePercent > 0) return prepared;
  const lenderFeePercent = offerOf(settings, { paymentOption, term })?.term.lenderFeePercent ?? 0;
  return lenderFeePercent === term.lenderFeePercent
    ? prepared
    : { ...prepared, after: { ...prepared.after, term: { ...term, lenderFeePercent } } };
}

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** What the estimate's own members may not be: copies of nothing, more off than there is, a way to pay that is not offered. */
export function checkMembers(
  prepared: Prepared,
  { body, settings }: { body: BodyWithParts; settings: SettingsFields },
): FieldErrors {
  const content = contentOf(prepared.after);
  const { workflowIds, duplicateWorkflows, promotion, paymentOption, term } = content;
  const errors: FieldErrors = {
    ...checkDuplicates(duplicateWorkflows, workflowIds),
    ...checkCopies(body, copiesOf(content)),
  };
  if (isTaken(prepared, "promotion") && promotion > 0) {
    // Looked at when somebody enters it: a step that is saved later and lowers the total must not be lost for it.
    const most = greatestPromotion(content);
    if (promotion > most) errors["promotion"] = [`The promotion must be at most the total of ${money.format(most)}.`];
  }
  if (isTaken(prepared, "paymentOption") || isTaken(prepared, "term")) {
    const isNone = paymentOption === PAYMENT_OPTIONS.none && isSameTerm(term, NO_TERM);
    if (!isNone && !offerOf(settings, { paymentOption, term }))
      errors["paymentOption"] = ["This way to pay is not offered. Please choose another one."];
  }
  return errors;
}

const itemsOfSlice = (key: string, value: unknown): readonly Pick<StoredEstimateItem, "id">[] => {
  switch (readSliceKey(key)?.kind) {
    case "items":
    case "unpricedItems":
      return value as Pick<StoredEstimateItem, "id">[];
    case "comparisons":
      return (value as { items: StoredEstimateItem[] }[]).flatMap(({ items }) => items);
    default:
      return [];
  }
};

/** Every id that lines of these slices have, each once. */
const idsOf = (slices: EstimateSlices): Set<number> =>
  new Set(
    Object.entries(slices).flatMap(([key, value]) =>
      value === null ? [] : itemsOfSlice(key, value).map(({ id }) => id),
    ),
  );

/**
 * Ids in what was taken that the estimate does not know: lines that are new to it. A device calls them by negative ids; a line
 * that came back after it was deleted has its old one.
 */
export function unknownIds({ before, after, taken }: Prepared, known: ReadonlyMap<number, number>): number[] {
  const ids = idsOf(before);
  const kept = Object.fromEntries(Object.entries(taken).filter(([key]) => after[key] !== undefined));
  return [...idsOf(kept)].filter((id) => !ids.has(id) && !known.has(id));
}

/** Lines stand in one place: 400 names those that a change puts beside themselves. */
export function checkIds({ after }: Prepared, { itemById }: BodyPlaces): FieldErrors {
  const errors: FieldErrors = {};
  const seen = new Set<number>();
  for (const { id } of contentOf(after).items) {
    if (seen.has(id)) errors[`${itemById.get(id) ?? "items"}.id`] = ["This line stands in another field as well."];
    seen.add(id);
  }
  return errors;
}

interface PlacedItems {
  readonly removed: number[];
  readonly written: (StoredEstimateItem & { position: number })[];
}

/** The lines of slices with their positions. */
function placeItems(slices: EstimateSlices): Map<number, StoredEstimateItem & { position: number }> {
  const placed = new Map<number, StoredEstimateItem & { position: number }>();
  for (const [key, value] of Object.entries(slices))
    if (readSliceKey(key)?.kind === "items" && value !== null)
      for (const [position, item] of (value as StoredEstimateItem[]).entries())
        placed.set(item.id, { ...item, position });
  return placed;
}

/** Which rows a save removes and writes; lines that stay as they are keep theirs. */
export function itemDifference(before: EstimateSlices, after: EstimateSlices): PlacedItems {
  const former = placeItems(before);
  const current = placeItems(after);
  return {
    removed: [...former.keys()].filter((id) => !current.has(id)),
    written: [...current.values()].filter((item) => !isDeepStrictEqual(item, former.get(item.id))),
  };
}

/** The whole estimate with everything that follows from it, and how many lines it has. */
export function completeContent(after: EstimateSlices) {
  const content = contentOf(after);
  const { workflowSummaries, principal, monthlyRate, monthlyPayment } = calculateEstimate(content);
  const lineCount = content.items.length + content.comparisons.reduce((sum, { items }) => sum + items.length, 0);
  return { ...content, workflowSummaries, principal, monthlyRate, monthlyPayment, lineCount };
}

/** As many fields as a person reads; a broken body of thousands of lines is told in a few of them. */
const MAX_ERRORS = 50;

/** 400 with everything that is wrong, if anything is. */
export function refuse(errors: FieldErrors): void {
  const found = Object.entries(errors);
  if (found.length > 0) throw new Problem("validation", { errors: Object.fromEntries(found.slice(0, MAX_ERRORS)) });
}
