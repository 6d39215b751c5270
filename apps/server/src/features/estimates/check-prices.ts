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
 * What only the price book can tell: whether choices are its options, whether quantities are within its bounds, and whether
 * lines cost what it says. The same engine runs in the browser, so a form never sends what is refused here.
 */

/**
 * Problems that no estimate may have, whoever sends it: they decide what is sold and for how much. The others are a matter of
 * the form and of the moment. A salesperson saves one step before another is filled (`required`, `incompleteSoffit`), the pitches
 * of a roof are entered before its squares (`pitchTotal`), and packages are compared later (`comparison`); refusing those here
 * would lose what was entered offline.
 */
const REFUSED: ReadonlySet<FieldProblemCode> = new Set([
  "invalidOption",
  "tooSmall",
  "tooLarge",
  "offStep",
  "priceOutOfRange",
]);

/** Lines without a price are not sold: they are not checked, and others are priced beside them. */
type CheckedItem = EnteredItem<StoredEstimateItem>;

/** What of an estimate is checked, and where the caller's body has it. */
interface CheckedCopy {
  readonly copy: EstimateCopy;
  /** What is entered of the copy as it will be. */
  readonly items: readonly CheckedItem[];
  /** What is entered of it as it is, whose differences nobody introduces now; left out when every line is priced again. */
  readonly formerItems: readonly CheckedItem[] | undefined;
  readonly isSent: (item: StoredEstimateItem) => boolean;
  /** Comparisons of the copy whose lines are new or other. */
  readonly comparisons: readonly { readonly comparison: Estimate["comparisons"][number]; readonly path: string }[];
  /** Top-level fields whose lines are new or other. */
  readonly fieldIds: ReadonlySet<string>;
  readonly book: IndexedPriceBook;
  /** Where a line stands: "items.3", "parts.0.items.3", and "items:1:1.58" for one that the caller did not send. */
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

/** Options are those of the company's own price book. */
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

/** Lines as the engine prices them, by id; lines that cost nothing because nothing is chosen are not among them. */
function priceItems(
  items: readonly StoredEstimateItem[],
  { workflowId, workflowEstimateId }: EstimateCopy,
  book: IndexedPriceBook,
) {
  const values = fromItems({ workflowId, items, workflowEstimateId });
  return toItems({ lines: priceWorkflow({ workflowId, book }, values), book, workflowEstimateId });
}

/** Each difference between a line and what the price book makes of it names the line and both amounts. */
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

/** What a line says besides its amounts: its quantity, and the text of its choice. */
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

/** What is wrong with the lines of a copy as the price book sees them, by line: messages by member, "" for the line itself. */
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
 * Every line of the copy, because one line's choice decides about another's price. A line that was not sent and did not fit
 * before either (an older program priced it) does not stand in the way of a change that has nothing to do with it.
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

/** Packages are options of the workflow's package field, and their lines cost what they would cost if they were chosen. */
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
      // A form leaves lines of nothing out of a package; apps of earlier versions still send them.
      if (expected) {
        const differences: FieldErrors = {};
        comparePrices(item, expected, { version: book.version, errors: differences });
        for (const [member, texts] of Object.entries(differences))
          for (const text of texts) report(errors, join(placeOf(item), member), text);
      } else if (item.quantity !== 0) report(errors, placeOf(item), `${labelOf(item)}: nothing is chosen here.`);
    }
  }
}

/** Everything that the price book says against a copy, by the caller's paths. */
export function checkCopy(checked: CheckedCopy): FieldErrors {
  const errors: FieldErrors = {};
  const { items, book, placeOf } = checked;
  checkOptions(withoutUnpriced(items), book, { placeOf, errors });
  // Of options that there are not, nothing else can be said.
  if (Object.keys(errors).length === 0) checkLines(checked, errors);
  checkComparisons(checked, errors);
  return errors;
}

const CLOSING = { discountPercent: "discount", marginPercent: "margin" } as const;

/** Discount and margin within the bounds and on the step of fields 999 and 997 (SUM-09), where they are decided again. */
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

/** A line that costs something else than the price book says, with what is wrong in words. */
interface OtherPrice {
  readonly item: StoredEstimateItem;
  readonly messages: readonly string[];
}

/** The lines of some copies whose amounts are not those that the book gives for their quantities and choices. */
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
  // Of options that there are not, nothing else can be said.
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
