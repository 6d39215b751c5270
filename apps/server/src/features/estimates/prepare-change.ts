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
 * Turns a request into what is stored, without a database: rebuilds the lines, applies accepted slices, checks everything against the price
 * book, and assigns ids.
 */

/** An estimate's content without derived values. */
type EstimateContent = EstimateMembers & Pick<Estimate, "items" | "comparisons" | "workflowSummaries">;

/** The slices of a body, with rebuilt lines and without empty ones (3.§4, estimating.md §3a). */
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

/** Drops unpriced lines that an item has replaced, or whose parent is gone. */
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

/** The estimate's slices after a change, without those of removed workflow copies. */
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
  // A member's slice holds what the contract parsed for that member.
  Object.fromEntries(ESTIMATE_MEMBERS.map((member) => [member, slices[member]])) as EstimateMembers;

export const contentOf = (slices: EstimateSlices): EstimateContent => {
  const { items, comparisons, workflowSummaries } = joinSlices(slices);
  return { ...membersOf(slices), items, comparisons, workflowSummaries };
};

export interface Prepared {
  /** Slices before and after, with the caller's line ids. */
  readonly before: EstimateSlices;
  readonly after: EstimateSlices;
  readonly taken: EstimateSlices;
}

const isTaken = ({ taken }: Prepared, member: EstimateMember): boolean => taken[member] !== undefined;

/** Copies to check against the price book, with their new or changed top-level fields. */
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

/** The path of a sent line, or the slice of another. */
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

/** Checks the change against the price book: prices, choices, bounds, percents. */
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
        // An unchosen package keeps its lines and prices.
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
 * Sets the company's share of the dealer fee. A newly chosen payment plan takes it from the settings, whatever was sent: older callers send
 * none. A previously chosen one keeps it; an old estimate without a share gets it while the plan is offered on the same terms.
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

/** Rejects copies without a workflow, promotions above the total, and payment plans that are not offered. */
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
    // Checked on entry only: a later step that lowers the total must still be saved.
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

const idsOf = (slices: EstimateSlices): Set<number> =>
  new Set(
    Object.entries(slices).flatMap(([key, value]) =>
      value === null ? [] : itemsOfSlice(key, value).map(({ id }) => id),
    ),
  );

/** Accepted line ids that the estimate does not know: negative ids of a device, and old ids of restored lines. */
export function unknownIds({ before, after, taken }: Prepared, known: ReadonlyMap<number, number>): number[] {
  const ids = idsOf(before);
  const kept = Object.fromEntries(Object.entries(taken).filter(([key]) => after[key] !== undefined));
  return [...idsOf(kept)].filter((id) => !ids.has(id) && !known.has(id));
}

/** A line may occur once: reports duplicates with 400. */
export function checkIds({ after }: Prepared, { itemById }: BodyPlaces): FieldErrors {
  const errors: FieldErrors = {};
  const seen = new Set<number>();
  for (const { id } of contentOf(after).items) {
    if (seen.has(id)) errors[`${itemById.get(id) ?? "items"}.id`] = ["This line is in another field as well."];
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

/** Rows to remove and to write; unchanged lines keep theirs. */
export function itemDifference(before: EstimateSlices, after: EstimateSlices): PlacedItems {
  const former = placeItems(before);
  const current = placeItems(after);
  return {
    removed: [...former.keys()].filter((id) => !current.has(id)),
    written: [...current.values()].filter((item) => !isDeepStrictEqual(item, former.get(item.id))),
  };
}

/** The whole estimate with derived values, and its line count. */
export function completeContent(after: EstimateSlices) {
  const content = contentOf(after);
  const { workflowSummaries, principal, monthlyRate, monthlyPayment } = calculateEstimate(content);
  const lineCount = content.items.length + content.comparisons.reduce((sum, { items }) => sum + items.length, 0);
  return { ...content, workflowSummaries, principal, monthlyRate, monthlyPayment, lineCount };
}

/** Enough for a reader; a broken body may have thousands of wrong lines. */
const MAX_ERRORS = 50;

/** Throws 400 if there are errors. */
export function refuse(errors: FieldErrors): void {
  const found = Object.entries(errors);
  if (found.length > 0) throw new Problem("validation", { errors: Object.fromEntries(found.slice(0, MAX_ERRORS)) });
}
