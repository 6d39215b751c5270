import {
  AMOUNT_NAMES,
  childFields,
  fieldByKey,
  recommendationFor,
  type DerivedTextName,
  type FieldDefinition,
  type FormGroup,
  type FormRow,
  type IndexedPriceBook,
} from "@ridgebook/estimating";

/*
 * How the catalogue's groups and fields are laid out. Depends only on a field's definition, its children and its prices, never on the
 * workflow.
 */

/** Whether the field's own lines can have a price. */
export function canCost(book: IndexedPriceBook, field: FieldDefinition): boolean {
  const { entry } = book.entryOf(field);
  return (
    field.allowPriceChange ||
    AMOUNT_NAMES.some((name) => entry[name] !== 0) ||
    entry.variants.some(({ active }) => active)
  );
}

/** Whether the field or any descendant can have a price. */
export const isAnyPriced = (book: IndexedPriceBook, field: FieldDefinition): boolean =>
  canCost(book, field) || childFields(field).some((child) => isAnyPriced(book, child));

/**
 * - `line`: everything on one line; up to two choices or measurements below the field share its choice column.
 * - `card`: children are labelled fields under the line.
 * - `rows`: children have separate lines, because they are bought in separate quantities.
 */
type FieldLayout = "line" | "card" | "rows";

/** More would not fit in the choice column. */
const MAX_CHOICES_IN_LINE = 2;

const isEnteredInLine = (field: FieldDefinition): boolean =>
  !field.allowMultiple &&
  field.childIds.length === 0 &&
  (field.dataType === "dropdown" ? !field.allowQuantityChange : field.dataType === "number") &&
  recommendationFor(field.workflowId, field.key) === undefined;

export function layoutOfField(book: IndexedPriceBook, field: FieldDefinition): FieldLayout {
  // Its four amounts are shown below its line.
  if (field.allowPriceChange) return "card";
  const children = childFields(field);
  if (children.some((child) => child.allowQuantityChange && canCost(book, child))) return "rows";
  return children.length <= MAX_CHOICES_IN_LINE && children.every(isEnteredInLine) ? "line" : "card";
}

/** Whether a person enters the field's quantity; the constant 1 of a group of children does not count. */
export const hasQuantity = (field: FieldDefinition): boolean => field.allowQuantityChange && !field.defaultOne;

/** Choosing rows of ice barrier sets the quantity (2.§4), which is shown but not entered. */
const QUANTITY_OF_CHOICE: ReadonlySet<string> = new Set(["1.36"]);
export const isQuantityOfChoice = ({ id }: FieldDefinition): boolean => QUANTITY_OF_CHOICE.has(id);

interface FieldRowOfGroup {
  readonly field: FieldDefinition;
  readonly control: "swatches" | "cards" | null;
}

export type GroupRow = FieldRowOfGroup | { readonly text: DerivedTextName };

/** The rows of a group, without keys that the workflow does not have. */
export function rowsOfGroup(workflowId: number, { rows }: FormGroup): readonly GroupRow[] {
  return rows.flatMap((row: FormRow): readonly GroupRow[] => {
    if (typeof row === "object" && "text" in row) return [row];
    const { field: key, control = null } = typeof row === "string" ? { field: row } : row;
    const field = fieldByKey(workflowId, key);
    return field ? [{ field, control }] : [];
  });
}

export const fieldsOfRows = (rows: readonly GroupRow[]): readonly FieldDefinition[] =>
  rows.flatMap((row) => ("field" in row ? [row.field] : []));

/**
 * - `strip`: measurements without a price, side by side with labels above.
 * - `ticks`: checkboxes side by side.
 * - `plain`: lines without amounts, because nothing in them can have a price.
 * - `table`: lines with all seven columns.
 */
export type GroupLayout = "strip" | "ticks" | "plain" | "table";

export function layoutOfGroup(
  book: IndexedPriceBook,
  fields: readonly FieldDefinition[],
  hasTotal: boolean,
): GroupLayout {
  if (hasTotal || fields.some((field) => isAnyPriced(book, field))) return "table";
  const isSingle = (field: FieldDefinition) => !field.allowMultiple && field.childIds.length === 0;
  if (fields.length > 0 && fields.every((field) => field.dataType === "number" && isSingle(field))) return "strip";
  if (fields.length > 1 && fields.every(({ dataType }) => dataType === "boolean")) return "ticks";
  return "plain";
}

/** Whether the rows of a plain group are short enough for two columns: single choices, numbers and checkboxes. */
export const standsInColumns = (rows: readonly GroupRow[]): boolean =>
  rows.length > 1 &&
  rows.every(
    (row) =>
      "field" in row &&
      row.control === null &&
      row.field.dataType !== "string" &&
      !row.field.allowMultiple &&
      row.field.childIds.length === 0,
  );

/** The repeatable field that a group consists of, apart from texts: the group's title names it and its header adds the first row. */
export function soleListOf(rows: readonly GroupRow[]): FieldDefinition | null {
  const [field, ...others] = fieldsOfRows(rows);
  return field?.allowMultiple && others.length === 0 ? field : null;
}

/** The single row with the same label as its group's title, which must not be shown twice. */
export function rowNamedAsGroup({ title }: FormGroup, rows: readonly GroupRow[]): FieldDefinition | null {
  const [row, ...others] = rows;
  if (!row || !("field" in row) || others.length > 0 || row.field.allowMultiple || row.control) return null;
  return row.field.label.toLowerCase() === title.toLowerCase() ? row.field : null;
}

/** Longer labels are set smaller (3.§5). */
const MAX_USUAL_LABEL = 40;
export const isLongLabel = (label: string): boolean => label.length > MAX_USUAL_LABEL;

/** A label within a sentence: "grid" for "Grid"; "PVC pipe flashing" and "J channel" keep their capitals. */
export const insideSentence = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

/** Rows named after work: "Replace deck boards". */
const WORK = /^(Replace|Remove) (.+)$/;

/** "Add grid" (3.§2), "Add deck boards to replace". */
export function addLabel({ label }: Pick<FieldDefinition, "label">): string {
  const [, verb, object] = WORK.exec(label) ?? [];
  return verb && object ? `Add ${object} to ${verb.toLowerCase()}` : `Add ${insideSentence(label)}`;
}

/** The name of a field within a line: "Drip edge 2 type". */
export const childName = (rowName: string, { label }: FieldDefinition): string => `${rowName} ${insideSentence(label)}`;

/** The length of a text field: several lines for a single top-level text, a phrase for an add-on service's name, else a word or two. */
export function lengthOfText({ parentId, allowMultiple, allowPriceChange }: FieldDefinition): "word" | "name" | "text" {
  if (allowPriceChange) return "name";
  return parentId === null && !allowMultiple ? "text" : "word";
}

/** Whether the field or a direct child can have a price. */
export const isPricedLine = (book: IndexedPriceBook, field: FieldDefinition): boolean =>
  canCost(book, field) || childFields(field).some((child) => canCost(book, child));

/** "EA" is shown only for things that are bought. */
export const shownUnit = ({ unit }: FieldDefinition, isPriced: boolean): string =>
  unit === "EA" && !isPriced ? "" : unit;
