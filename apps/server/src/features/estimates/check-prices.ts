import {
  amountLabel,
  enteredItems,
  type Estimate,
  type EstimateCopy,
  type FieldErrors,
  type StoredEstimateItem,
} from "@ridgebook/contract";
import {
  AMOUNT_NAMES,
  FIELDS,
  findField,
  fraction,
  fractionToPercent,
  fromItems,
  isUnpriced,
  itemsWithPackage,
  packageFields,
  priceWorkflow,
  rebuildItems,
  toItems,
  validateWorkflow,
  withoutUnpriced,
  type EnteredItem,
  type EstimateItem,
  type FieldProblemCode,
  type IndexedPriceBook,
} from "@ridgebook/estimating";

/*
 * Checks against the price book: choices are its options, quantities are within bounds, and lines cost what it says. The browser runs the
 * same engine, so a form never sends what is rejected here.
 */

/**
 * Problems rejected from any sender, since they decide what is sold at what price. The others are temporary: a step is saved before another
 * is filled (`required`, `incompleteSoffit`), the pitches of a roof are entered before its squares (`pitchTotal`), packages are compared
 * later (`comparison`). Rejecting those would lose offline work.
 */
const REFUSED: ReadonlySet<FieldProblemCode> = new Set([
  "invalidOption",
  "tooSmall",
  "tooLarge",
  "offStep",
  "priceOutOfRange",
]);

/** Unpriced lines are not sold: they are not checked, and others are priced beside them. */
type CheckedItem = EnteredItem<StoredEstimateItem>;

/** A copy to check, with its paths in the body. */
interface CheckedCopy {
  readonly copy: EstimateCopy;
  /** The copy's entries after the change. */
  readonly items: readonly CheckedItem[];
  /** The copy's entries before the change, whose differences are not the caller's; undefined if every line is repriced. */
  readonly formerItems: readonly CheckedItem[] | undefined;
  readonly isSent: (item: StoredEstimateItem) => boolean;
  readonly comparisons: readonly { readonly comparison: Estimate["comparisons"][number]; readonly path: string }[];
  /** Top-level fields with new or changed lines. */
  readonly fieldIds: ReadonlySet<string>;
  readonly book: IndexedPriceBook;
  /** A line's path: "items.3", "parts.0.items.3", or "items:1:1.58" for an unsent one. */
  readonly placeOf: (item: StoredEstimateItem) => string;
}

const report = (errors: FieldErrors, path: string, message: string): void => {
  const messages = (errors[path] ??= []);
  if (!messages.includes(message)) messages.push(message);
};

const labelOf = ({ fieldId, value }: EstimateItem): string => {
  const label = findField(fieldId)?.label ?? fieldId;
  return value ? `${label} (${value})` : label;
};

const money = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Options must be from the company's price book. */
function checkOptions(
  items: readonly StoredEstimateItem[],
  book: IndexedPriceBook,
  { placeOf, errors }: { placeOf: (item: StoredEstimateItem) => string; errors: FieldErrors },
): void {
  for (const item of items) {
    const field = findField(item.fieldId);
    if (!field || item.fieldOptionId === null) continue;
    if (field.dataType === "dropdown" && book.entryOf(field).optionById.has(item.fieldOptionId)) continue;
    report(
      errors,
      `${placeOf(item)}.fieldOptionId`,
      `${field.label}: ${item.fieldOptionId} is not an option of version ${String(book.version)} of the price book.`,
    );
  }
}

/** The engine's lines by id, without lines that cost nothing because nothing is chosen. */
function priceItems(
  items: readonly StoredEstimateItem[],
  { workflowId, workflowEstimateId }: EstimateCopy,
  book: IndexedPriceBook,
) {
  const values = fromItems({ workflowId, items, workflowEstimateId });
  return toItems({ lines: priceWorkflow({ workflowId, book }, values), book, workflowEstimateId });
}

/** Reports each difference from the price book with the line and both amounts. */
function comparePrices(
  item: StoredEstimateItem,
  priced: EstimateItem,
  { version, errors }: { version: number; errors: FieldErrors },
): void {
  const label = labelOf(item);
  for (const name of AMOUNT_NAMES)
    if (item[name] !== priced[name])
      report(
        errors,
        name,
        `${label}: ${amountLabel(name).toLowerCase()} ${money.format(item[name])} differs from ${money.format(priced[name])} of version ${String(version)} of the price book.`,
      );
}

/** Compares a line's quantity and choice text. */
function compareContent(item: StoredEstimateItem, priced: EstimateItem, errors: FieldErrors): void {
  if (item.quantity !== priced.quantity)
    report(
      errors,
      "quantity",
      `${labelOf(item)}: quantity ${String(item.quantity)} must be ${String(priced.quantity)}.`,
    );
  if (item.value !== priced.value)
    report(errors, "value", `${labelOf(item)}: the value must be "${priced.value ?? ""}".`);
  if (item.fieldOptionId !== priced.fieldOptionId)
    report(errors, "fieldOptionId", `${labelOf(item)}: this option does not fit.`);
}

const isOfCopy = ({ workflowId, workflowEstimateId }: EstimateCopy) => {
  return (item: EstimateItem): boolean =>
    item.workflowEstimateId === workflowEstimateId && findField(item.fieldId)?.workflowId === workflowId;
};

/** A copy's problems by line: messages by member, "" for the line itself. */
function findDifferences(
  items: readonly CheckedItem[],
  { copy, book }: Pick<CheckedCopy, "copy" | "book">,
): Map<StoredEstimateItem, FieldErrors> {
  const { workflowId, workflowEstimateId } = copy;
  const { items: priced, warnings } = priceItems(items, copy, book);
  const rebuilt = rebuildItems({
    current: [],
    fieldIds: FIELDS.flatMap((field) => (field.workflowId === workflowId && field.parentId === null ? [field.id] : [])),
    items: priced,
    workflowEstimateId,
    keepsOrder: true,
  });
  const pricedById = new Map(rebuilt.map((item) => [item.id, item]));
  const found = new Map<StoredEstimateItem, FieldErrors>();
  for (const item of withoutUnpriced(items.filter(isOfCopy(copy)))) {
    const errors: FieldErrors = {};
    const expected = pricedById.get(item.id);
    if (expected) {
      comparePrices(item, expected, { version: book.version, errors });
      compareContent(item, expected, errors);
    } else {
      const warning = warnings.find(
        ({ fieldId, optionId }) => fieldId === item.fieldId && optionId === item.fieldOptionId,
      );
      errors[""] = [warning?.text ?? `${labelOf(item)}: nothing is chosen here.`];
    }
    if (Object.keys(errors).length > 0) found.set(item, errors);
  }
  return found;
}

const join = (place: string, member: string): string => (member === "" ? place : `${place}.${member}`);

/**
 * Checks every line, because one line's choice affects another's price. An unsent line that was already wrong (an older program priced it)
 * does not block an unrelated change.
 */
function checkLines(checked: CheckedCopy, errors: FieldErrors): void {
  const { copy, items, formerItems, isSent, book, placeOf, fieldIds } = checked;
  const { workflowId, workflowEstimateId } = copy;
  const differences = findDifferences(items, checked);
  let known: ReadonlySet<number> | undefined;
  for (const [item, messages] of differences) {
    if (formerItems && !isSent(item)) {
      known ??= new Set([...findDifferences(formerItems, checked).keys()].map(({ id }) => id));
      if (known.has(item.id)) continue;
    }
    for (const [member, texts] of Object.entries(messages))
      for (const text of texts) report(errors, join(placeOf(item), member), text);
  }

  const itemById = new Map(items.map((item) => [item.id, item]));
  const problems = validateWorkflow({
    workflowId,
    values: fromItems({ workflowId, items, workflowEstimateId }),
    book,
    keys: FIELDS.flatMap(({ id, key }) => (fieldIds.has(id) ? [key] : [])),
    refusesHidden: true,
  });
  for (const { code, lineId, path, text } of problems) {
    if (!REFUSED.has(code)) continue;
    const item = lineId === null ? undefined : itemById.get(lineId);
    if (item && isUnpriced(item)) continue;
    const member = path.slice(path.lastIndexOf(".") + 1);
    report(errors, item ? `${placeOf(item)}.${member}` : path, text);
  }
}

/** Packages must be options of the workflow's package field, and their lines cost what they would if chosen. */
function checkComparisons({ copy, items, comparisons, book }: CheckedCopy, errors: FieldErrors): void {
  const choice = packageFields(copy.workflowId)?.choice;
  const field = FIELDS.find(({ workflowId, key }) => workflowId === copy.workflowId && key === choice);
  for (const { comparison, path } of comparisons) {
    if (!field || !book.entryOf(field).optionById.has(comparison.fieldOptionId)) {
      report(
        errors,
        path.replace(/items$/, "fieldOptionId"),
        `${comparison.fieldOptionId} is not a package of version ${String(book.version)} of the price book.`,
      );
      continue;
    }
    const places = new Map(comparison.items.map(({ id }, index) => [id, `${path}.${String(index)}`]));
    const placeOf = ({ id }: StoredEstimateItem): string => places.get(id) ?? path;
    checkOptions(comparison.items, book, { placeOf, errors });
    const withPackage = itemsWithPackage(items, comparison) as readonly StoredEstimateItem[];
    const pricedById = new Map(priceItems(withPackage, copy, book).items.map((item) => [item.id, item]));
    for (const item of comparison.items) {
      const expected = pricedById.get(item.id);
      // Forms omit empty lines from a package; older apps still send them.
      if (expected) {
        const differences: FieldErrors = {};
        comparePrices(item, expected, { version: book.version, errors: differences });
        for (const [member, texts] of Object.entries(differences))
          for (const text of texts) report(errors, join(placeOf(item), member), text);
      } else if (item.quantity !== 0) report(errors, placeOf(item), `${labelOf(item)}: nothing is chosen here.`);
    }
  }
}

/** All problems of a copy, by the caller's paths. */
export function checkCopy(checked: CheckedCopy): FieldErrors {
  const errors: FieldErrors = {};
  const { items, book, placeOf } = checked;
  checkOptions(withoutUnpriced(items), book, { placeOf, errors });
  // With unknown options, other checks are meaningless.
  if (Object.keys(errors).length === 0) checkLines(checked, errors);
  checkComparisons(checked, errors);
  return errors;
}

const CLOSING = { discountPercent: "discount", marginPercent: "margin" } as const;

/** A newly set discount or margin must be within the bounds and on the step of fields 999 and 997 (SUM-09). */
export function checkPercents(
  { workflowId }: EstimateCopy,
  {
    decided,
    book,
    path,
  }: {
    decided: Partial<Record<keyof typeof CLOSING, number>>;
    book: IndexedPriceBook;
    path: (member: keyof typeof CLOSING) => string;
  },
): FieldErrors {
  const errors: FieldErrors = {};
  for (const member of Object.keys(CLOSING) as (keyof typeof CLOSING)[]) {
    const value = decided[member];
    if (value === undefined) continue;
    const key = CLOSING[member];
    const values = { [key]: [{ id: 0, value: null, quantity: fractionToPercent(fraction(value)) }] };
    for (const { text } of validateWorkflow({ workflowId, values, book, keys: [key] }))
      report(errors, path(member), text);
  }
  return errors;
}

/** A line whose amounts differ from the price book's, with the difference in words. */
interface OtherPrice {
  readonly item: StoredEstimateItem;
  readonly messages: readonly string[];
}

/** Lines of some copies whose amounts differ from the book's for their quantities and choices. */
export function findOtherPrices({
  estimate,
  copies,
  book,
}: {
  estimate: Pick<Estimate, "items" | "workflowSummaries">;
  copies: readonly EstimateCopy[];
  book: IndexedPriceBook;
}): OtherPrice[] {
  const unknown = estimate.items.flatMap((item): OtherPrice[] => {
    const errors: FieldErrors = {};
    checkOptions([item], book, { placeOf: () => "item", errors });
    return Object.keys(errors).length > 0 ? [{ item, messages: Object.values(errors).flat() }] : [];
  });
  // With unknown options, other checks are meaningless.
  if (unknown.length > 0) return unknown;
  return copies.flatMap((copy) =>
    [...findDifferences(enteredItems(estimate, copy), { copy, book })].flatMap(([item, errors]) => {
      const isWorth = AMOUNT_NAMES.some((name) => item[name] !== 0);
      const messages = Object.entries(errors).flatMap(([member, texts]) =>
        (AMOUNT_NAMES as readonly string[]).includes(member) || (member === "" && isWorth) ? texts : [],
      );
      return messages.length > 0 ? [{ item, messages }] : [];
    }),
  );
}
