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
 * How the catalogue's groups and fields are drawn. Nothing in here knows a workflow: what a field is, what is below it and
 * whether it can cost something decide.
 */

/** Whether the price book gives lines of the field an amount of their own. */
export function canCost(book: IndexedPriceBook, field: FieldDefinition): boolean {
  const { entry } = book.entryOf(field);
  return (
    field.allowPriceChange ||
    AMOUNT_NAMES.some((name) => entry[name] !== 0) ||
    entry.variants.some(({ active }) => active)
  );
}

/** Whether the field or anything below it can carry an amount. */
export const isAnyPriced = (book: IndexedPriceBook, field: FieldDefinition): boolean =>
  canCost(book, field) || childFields(field).some((child) => isAnyPriced(book, child));

/**
 * - `line`: everything in one line; up to two choices or measurements below the field share its choice column.
 * - `card`: what is below the field stands as labelled fields under its line.
 * - `rows`: what is below the field are lines of their own, because they are bought in quantities of their own.
 */
type FieldLayout = "line" | "card" | "rows";

/** As many fields as the choice column holds without becoming a form of its own. */
const MAX_CHOICES_IN_LINE = 2;

const isEnteredInLine = (field: FieldDefinition): boolean =>
  !field.allowMultiple &&
  field.childIds.length === 0 &&
  (field.dataType === "dropdown" ? !field.allowQuantityChange : field.dataType === "number") &&
  recommendationFor(field.workflowId, field.key) === undefined;

export function layoutOfField(book: IndexedPriceBook, field: FieldDefinition): FieldLayout {
  // Its four amounts are entered, and follow, below its line.
  if (field.allowPriceChange) return "card";
  const children = childFields(field);
  if (children.some((child) => child.allowQuantityChange && canCost(book, child))) return "rows";
  return children.length <= MAX_CHOICES_IN_LINE && children.every(isEnteredInLine) ? "line" : "card";
}

/** Whether a person enters how many of the field; the 1 of a group that only holds its children together is no entry. */
export const hasQuantity = (field: FieldDefinition): boolean => field.allowQuantityChange && !field.defaultOne;

/** Choosing rows of ice barrier sets their number (2.§4): it is shown beside the choice and not entered. */
const QUANTITY_OF_CHOICE: ReadonlySet<string> = new Set(["1.36"]);
export const isQuantityOfChoice = ({ id }: FieldDefinition): boolean => QUANTITY_OF_CHOICE.has(id);

interface FieldRowOfGroup {
  readonly field: FieldDefinition;
  readonly control: "swatches" | "cards" | null;
}

/** A group's row, looked up in its workflow. */
export type GroupRow = FieldRowOfGroup | { readonly text: DerivedTextName };

/** The rows of a group; keys that the workflow does not have are left out. */
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
 * - `strip`: measurements without a price, side by side with their labels above.
 * - `ticks`: boxes to tick, side by side.
 * - `plain`: lines without amounts, as nothing in them can cost anything.
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

/** Whether a group's plain rows are short enough for two beside each other: single choices, numbers and boxes. */
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

/** The list that a group consists of, texts aside: its title names it, and its head offers to add the first row. */
export function soleListOf(rows: readonly GroupRow[]): FieldDefinition | null {
  const [field, ...others] = fieldsOfRows(rows);
  return field?.allowMultiple && others.length === 0 ? field : null;
}

/** The single row that says what its group's title says, so that the title would be read twice. */
export function rowNamedAsGroup({ title }: FormGroup, rows: readonly GroupRow[]): FieldDefinition | null {
  const [row, ...others] = rows;
  if (!row || !("field" in row) || others.length > 0 || row.field.allowMultiple || row.control) return null;
  return row.field.label.toLowerCase() === title.toLowerCase() ? row.field : null;
}

/** Labels longer than this are set smaller (3.§5). */
const MAX_USUAL_LABEL = 40;
export const isLongLabel = (label: string): boolean => label.length > MAX_USUAL_LABEL;

/** Inside a sentence: "grid" of "Grid"; "PVC pipe flashing" and "J channel" keep their capitals. */
export const insideSentence = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;

/** Rows that are named after work: "Replace deck boards". */
const WORK = /^(Replace|Remove) (.+)$/;

/** "Add grid" (3.§2), "Add deck boards to replace". */
export function addLabel({ label }: Pick<FieldDefinition, "label">): string {
  const [, verb, object] = WORK.exec(label) ?? [];
  return verb && object ? `Add ${object} to ${verb.toLowerCase()}` : `Add ${insideSentence(label)}`;
}

/** What a field inside a line is called: "Drip edge 2 type". */
export const childName = (rowName: string, { label }: FieldDefinition): string => `${rowName} ${insideSentence(label)}`;

/**
 * A single text at the top of a form has several lines; the name of an add-on service is a phrase; texts of other rows and of
 * groups are a word or two.
 */
export function lengthOfText({ parentId, allowMultiple, allowPriceChange }: FieldDefinition): "word" | "name" | "text" {
  if (allowPriceChange) return "name";
  return parentId === null && !allowMultiple ? "text" : "word";
}

/** Whether a field's line can cost anything, with what is below it. */
export const isPricedLine = (book: IndexedPriceBook, field: FieldDefinition): boolean =>
  canCost(book, field) || childFields(field).some((child) => canCost(book, child));

/** "EA" says something only beside something that is bought. */
export const shownUnit = ({ unit }: FieldDefinition, isPriced: boolean): string =>
  unit === "EA" && !isPriced ? "" : unit;
