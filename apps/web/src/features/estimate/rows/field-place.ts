import {
  linesOf,
  type AmountName,
  type FieldPlace,
  type FieldProblem,
  type LineStep,
  type WorkflowValues,
} from "@ridgebook/estimating";
import type { RowsPlace } from "#features/estimate/form/workflow-form.ts";

/** The way to a line and on to what is below it. */
export const pathBelow = ({ outer, property }: RowsPlace, lineId: number): readonly LineStep[] => [
  ...outer,
  { property, id: lineId },
];

export const isSamePlace = (one: FieldPlace, other: FieldPlace): boolean =>
  one === other ||
  (one.property === other.property &&
    one.lineId === other.lineId &&
    one.outer.length === other.outer.length &&
    one.outer.every((step, index) => {
      const that = other.outer[index];
      return that !== undefined && step.property === that.property && step.id === that.id;
    }));

/** What is entered beside a field's own entry. */
type FieldMember = "quantity" | AmountName;

const stepName = ({ property, id }: LineStep): string => `${property}-${String(id)}`;

/**
 * The element that is focused for a place: its choice, its text, or its number. `member` names the number beside a choice, or a cost.
 * Fields that are not repeatable go without their line's id, which they may not have yet.
 */
export const fieldDomId = ({ outer, property, lineId }: FieldPlace, member?: FieldMember): string =>
  [
    "field",
    ...outer.map(stepName),
    lineId === null ? property : stepName({ property, id: lineId }),
    ...(member ? [member] : []),
  ].join("-");

/**
 * Puts the focus where a place is entered and brings it into view; false while the place is not on screen. Where the row that it is
 * in stands for all that is below it, as in a list of windows, that row has the focus.
 */
export function focusField(place: FieldPlace, member?: FieldMember): boolean {
  const ids = [place, { ...place, lineId: null }].flatMap((each) => [
    ...(member ? [fieldDomId(each, member)] : []),
    fieldDomId(each),
    fieldDomId(each, "quantity"),
  ]);
  const [row] = place.outer;
  if (row) ids.push(fieldDomId({ outer: [], property: row.property, lineId: row.id }));
  const found = ids.map((id) => document.getElementById(id)).find((element) => element !== null);
  if (!found) return false;
  found.focus({ preventScroll: true });
  found.scrollIntoView({ block: "center" });
  return true;
}

interface PlaceOfProblem {
  readonly place: FieldPlace;
  readonly member: "value" | FieldMember;
  /** Number of the innermost repeated row that it stands in, from 1; null where no list has two rows. */
  readonly row: number | null;
}

/**
 * Where a problem stands, from its path ("gutter.0.gutterType.0.value"). Null for what belongs to no field: the comparison.
 * Places of fields that cannot be repeated carry no line id, as rows are drawn.
 */
export function placeOfProblem(
  { path, fieldId }: Pick<FieldProblem, "path" | "fieldId">,
  values: WorkflowValues,
  isRepeatable: (key: string) => boolean,
): PlaceOfProblem | null {
  if (fieldId === null) return null;
  const steps = path.split(".");
  const outer: LineStep[] = [];
  let lines: WorkflowValues | undefined = values;
  let row: number | null = null;
  for (let at = 0; at < steps.length; at += 2) {
    const property = steps[at] ?? "";
    const index = steps[at + 1];
    // A rule about all rows of a list names the list alone.
    if (index === undefined) return { place: { outer, property, lineId: null }, member: "quantity", row: null };
    const rows = linesOf(lines, property);
    const line = rows[Number(index)];
    const key = [...outer.map((step) => step.property), property].join(".");
    if (rows.length > 1) row = Number(index) + 1;
    if (at + 2 >= steps.length - 1) {
      const member = (steps[at + 2] ?? "value") as PlaceOfProblem["member"];
      return { place: { outer, property, lineId: isRepeatable(key) ? (line?.id ?? null) : null }, member, row };
    }
    if (!line) return null;
    outer.push({ property, id: line.id });
    lines = line.children;
  }
  return null;
}
