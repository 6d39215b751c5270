import {
  linesOf,
  type AmountName,
  type FieldPlace,
  type FieldProblem,
  type LineStep,
  type WorkflowValues,
} from "@ridgebook/estimating";
import type { RowsPlace } from "#features/estimate/form/workflow-form.ts";

/** The path of a line's children. */
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

/** An input beside a field's own. */
type FieldMember = "quantity" | AmountName;

const stepName = ({ property, id }: LineStep): string => `${property}-${String(id)}`;

/**
 * The id of the element to focus for a place: its choice, text or number. `member` names the number beside a choice, or a cost. Fields that
 * are not repeatable have no line id in it, because their line may not exist yet.
 */
export const fieldDomId = ({ outer, property, lineId }: FieldPlace, member?: FieldMember): string =>
  [
    "field",
    ...outer.map(stepName),
    lineId === null ? property : stepName({ property, id: lineId }),
    ...(member ? [member] : []),
  ].join("-");

/**
 * Focuses a place's input and scrolls to it; returns false if it is not rendered. In a list of windows, focuses the window's row instead.
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
  /** The number, from 1, of the innermost row in a list of at least two; else null. */
  readonly row: number | null;
}

/**
 * The place of a problem, from its path ("gutter.0.gutterType.0.value"); null for the comparison, which has no field. Places of fields that
 * are not repeatable have no line id, as in rows.
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
    // A rule about a whole list names only the list.
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
