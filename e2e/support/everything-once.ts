import {
  childFields,
  FIELDS,
  indexPriceBook,
  priceFile,
  topLevelFields,
  type EstimateItem,
  type FieldDefinition,
  type WorkflowId,
} from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";

/*
 * Houses that have every field of a workflow once, realistic or not: the first option of the price book, a tick, a text, and the same quantity
 * everywhere. Calculated values are left to the forms.
 */

const book = indexPriceBook(starterPriceBook);

type JsonObject = Readonly<Record<string, unknown>>;

const QUANTITY = 8;
const TEXT = "Beside the porch";
/** Discount, margin and notes are no lines of a house. */
const CLOSING_FIELD = /\.99[789]$/;

/** Values that the rules of the forms prescribe. */
const QUANTITIES: Readonly<Record<string, number>> = {
  numberOfStories: 4,
  wasteFactorForMaterial: 10,
  // 1000 sq ft with 10 % of waste are 11 squares, which the pitches share out.
  totalRoofArea: 1000,
  installPitch: 11,
  // More than the accents use.
  totalSidingArea: 1000,
};
/** Chosen before the first option: options that fit together, such as a package's colors. */
const FITTING = new Set([
  "Fiber cement",
  "Prefabricated Z flashing, 10 ft",
  "Better: architectural",
  "Charcoal",
  "Best: fiber cement lap and shingle, prefinished",
  "Fiber cement, two stories and higher",
  "Slate gray",
  "6 in",
]);

const WINDOWS_WORKFLOW = 3;
const WINDOW_KEY = "window";

/** Whether the forms calculate a field's quantity. */
type IsCalculated = (field: FieldDefinition) => boolean;

/** Whether a field is only a number that the forms calculate. */
const isFixed = (field: FieldDefinition, isCalculated: IsCalculated): boolean =>
  field.dataType === "number" && childFields(field).length === 0 && isCalculated(field);

function onceOf(field: FieldDefinition, isCalculated: IsCalculated): unknown {
  const { property, dataType } = field;
  const { options } = book.entryOf(field).entry;
  const option = options.find((each) => FITTING.has(each.value)) ?? options[0];
  const value = { dropdown: option?.value, boolean: true, string: TEXT, number: undefined }[dataType];
  const children = childFields(field).filter((child) => !isFixed(child, isCalculated));
  const line = {
    ...(value !== undefined && { value }),
    // A line that always exists, a dumpster or a grid, needs no quantity.
    ...(field.allowQuantityChange &&
      !field.defaultOne &&
      !isCalculated(field) && { quantity: QUANTITIES[property] ?? QUANTITY }),
    ...Object.fromEntries(children.map((child) => [child.property, onceOf(child, isCalculated)])),
  };
  return field.allowMultiple ? [line] : line;
}

type Priced = NonNullable<ReturnType<typeof priceFile>["priced"]>["workflows"][number];

const price = (workflowId: WorkflowId, values: JsonObject): Priced => {
  const { priced, problems } = priceFile({ workflow: String(workflowId), values }, book);
  const [workflow] = priced?.workflows ?? [];
  if (!workflow) throw new Error(JSON.stringify(problems));
  return workflow;
};

/** A window of each style that adds a choice to those before it: not every style swings, or has a roof. */
function windowsOnce(field: FieldDefinition, isCalculated: IsCalculated): readonly unknown[] {
  const style = childFields(field).find(({ property }) => property === "windowStyle");
  if (!style) throw new Error("Windows have no style.");
  const [whole] = onceOf(field, isCalculated) as readonly JsonObject[];
  const covered = new Set<string>();
  const windows: unknown[] = [];
  for (const { value } of book.entryOf(style).entry.options) {
    const window = { ...whole, windowStyle: value };
    const { validation } = price(WINDOWS_WORKFLOW, { [WINDOW_KEY]: [window] });
    const refused = new Set(validation.map(({ path }) => path.split(".")[2] ?? ""));
    const fitting = Object.fromEntries(Object.entries(window).filter(([property]) => !refused.has(property)));
    const isNew = Object.keys(fitting).some((property) => !covered.has(property));
    if (!isNew) continue;
    windows.push(fitting);
    for (const property of Object.keys(fitting)) covered.add(property);
  }
  return windows;
}

interface EverythingOnce {
  readonly workflowId: WorkflowId;
  readonly workflow: string;
  readonly values: JsonObject;
  readonly items: readonly EstimateItem[];
}

/** A house with values of our own. */
export const houseOf = (workflowId: WorkflowId, values: JsonObject): EverythingOnce => {
  const { workflow, items, validation } = price(workflowId, values);
  if (validation.length > 0) throw new Error(JSON.stringify(validation));
  return { workflowId, workflow, values, items };
};

export function everythingOnce(workflowId: WorkflowId): EverythingOnce {
  const fields = topLevelFields(workflowId).filter(({ id }) => !CLOSING_FIELD.test(id));
  const valuesWith = (isCalculated: IsCalculated): JsonObject =>
    Object.fromEntries(
      fields
        .filter((field) => !isFixed(field, isCalculated))
        .map((field) => [
          field.property,
          workflowId === WINDOWS_WORKFLOW && field.key === WINDOW_KEY
            ? windowsOnce(field, isCalculated)
            : onceOf(field, isCalculated),
        ]),
    );
  const { recommendations } = price(
    workflowId,
    valuesWith(() => false),
  );
  const calculated = new Set(recommendations.filter(({ use }) => use === "calculated").map(({ fieldId }) => fieldId));
  return houseOf(
    workflowId,
    valuesWith(({ id }) => calculated.has(id)),
  );
}

/** Fields of a workflow without a line of a house. */
export function missingFields({ workflowId, items }: EverythingOnce): readonly string[] {
  const held = new Set<string>(items.map(({ fieldId }) => fieldId));
  return FIELDS.filter(
    (field) => field.workflowId === workflowId && !CLOSING_FIELD.test(field.id) && !held.has(field.id),
  ).map(({ key }) => key);
}
