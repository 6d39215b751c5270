import { fieldByKey, fieldById, requireField } from "#catalogue/catalogue.ts";
import type { FieldDefinition, FieldId } from "#catalogue/define-fields.ts";
import { explain, type Explanation, type Given } from "#expressions/explain.ts";
import {
  add,
  constant,
  divide,
  input,
  operandsOf,
  roundToStep,
  subtract,
  type Expression,
} from "#expressions/expression.ts";
import { quantityBounds } from "#form/defaults.ts";
import { linesOf, type FormLine, type WorkflowValues } from "#form/form-values.ts";
import { workflowScope } from "#form/line-scope.ts";
import { fieldState } from "#form/states/field-state.ts";
import { INSTALL_PITCH, installPitchField } from "#form/states/install-pitch.ts";
import type { FilledForm } from "#form/filled-form.ts";
import { isPresetRow, measuredSquares } from "#form/states/measured-rows.ts";
import { topLine } from "#form/places.ts";
import { roundToStep as toStep } from "#rounding.ts";
import { FIELD_FORMULAS } from "./field-formulas.ts";
import type { MeasuredPitch, MeasuredWindow, MeasurementSet } from "./measurement-set.ts";
import { isMeasurementName, MEASUREMENTS } from "./measurements.ts";
import { readPitch } from "./read-pitch.ts";

/** A measured number that a formula used, stored with the result to explain it later. */
interface TakenGiven {
  /** The measurement's name, or "pitch 8", or "pitch 4 of 1.43.1" if another pitch's row takes what that one leaves over. */
  readonly name: string;
  readonly value: number;
  readonly path: string;
}

interface RowBase {
  /** Unique and stable among a workflow's rows: "1.58", "1.43.2", "W-101". */
  readonly id: string;
  readonly label: string;
  /** What would have to be measured, in words: "gutters and eaves"; shown if it was not. */
  readonly missing: readonly string[];
  /** Why it cannot be taken although it was measured; null if it can. */
  readonly obstacle: string | null;
  readonly givens: readonly TakenGiven[];
}

/** A number field, or the row of a roof's pitch. */
export interface MeasuredField extends RowBase {
  readonly kind: "field";
  readonly field: FieldDefinition;
  /** The pitch's option; null for a field. */
  readonly optionId: string | null;
  /** The entered quantity; null if empty. */
  readonly now: number | null;
  /** On the field's step; null if it was not measured. */
  readonly quantity: number | null;
  readonly explanation: Explanation | null;
}

/** A window of the list, matched by its name in the room details. */
export interface MeasuredWindowRow extends RowBase {
  readonly kind: "window";
  readonly window: MeasuredWindow;
  readonly lineId: number | null;
  /** The type of a new window; null leaves it open. */
  readonly styleId: string | null;
  readonly now: { readonly width: number | null; readonly height: number | null } | null;
}

export type MeasuredRow = MeasuredField | MeasuredWindowRow;

const WINDOWS_WORKFLOW = 3;
const WINDOW = "window";
export const ROOM_DETAILS = "roomDetails";
const ROOF_AREA = "roofArea";
const PITCH = "pitch ";
/** Separates a pitch and the option of its row, in the name of what another row leaves over. */
const OF_ROW = " of ";
const SQUARE_FEET_PER_SQUARE = constant("Square feet per square", 100);

const inputsOf = (expression: Expression): readonly string[] =>
  expression.kind === "input" ? [expression.name] : operandsOf(expression).flatMap(inputsOf);

/** "Rake edge length"; for a child field "Outside corner post, length". */
function labelOf({ label, ancestors }: FieldDefinition): string {
  const [top] = ancestors;
  return top === undefined ? label : `${fieldById(top).label}, ${label.toLowerCase()}`;
}

function givenOf({ name, value, path }: TakenGiven, by: string): Given {
  const measured = isMeasurementName(name) ? MEASUREMENTS[name] : null;
  return {
    operation: "given",
    label: measured?.label ?? `Roof area at ${riseOf(name)}/12`,
    unit: measured?.unit ?? "SQ FT",
    value,
    source: { kind: "measured", by, path },
  };
}

const riseOf = (name: string): string => (name.split(OF_ROW)[0] ?? "").slice(PITCH.length);

/** The areas of pitches in squares, on the row's step. */
function squaresOf(names: readonly string[]): Expression {
  const [first = constant("No such pitch", 0), ...rest] = names.map((name) => input(name, name));
  return roundToStep(divide(rest.length > 0 ? add(first, ...rest) : first, SQUARE_FEET_PER_SQUARE));
}

/** The formula of a pitch's row: its own areas; or the whole roof's minus the other rows', so that rounding leaves no third over. */
function pitchFormula(names: readonly string[]): Expression {
  if (!names.includes(ROOF_AREA)) return squaresOf(names);
  const rowOf = (name: string): string | undefined => name.split(OF_ROW)[1];
  const others = new Set(names.flatMap((name) => rowOf(name) ?? []));
  const rest = [...others].reduce<Expression>(
    (left, row) => subtract(left, squaresOf(names.filter((name) => rowOf(name) === row))),
    squaresOf([ROOF_AREA]),
  );
  return roundToStep(rest);
}

function explainGivens(
  { workflowId, values, book }: FilledForm,
  {
    field,
    formula,
    givens,
    by,
  }: { field: FieldDefinition; formula: Expression; givens: readonly TakenGiven[]; by: string },
): Explanation {
  const inputs = Object.fromEntries(givens.map((given) => [given.name, givenOf(given, by)]));
  return explain(formula, { workflowId, book, field, scope: workflowScope(values) }, inputs);
}

/** The line of a key, through lists with at most one row; "many" if a list has several. */
function lineOfKey(values: WorkflowValues, key: string): FormLine | null | "many" {
  let lines: WorkflowValues | undefined = values;
  let found: FormLine | null = null;
  for (const property of key.split(".")) {
    const rows = linesOf(lines, property);
    if (rows.length > 1) return "many";
    found = rows[0] ?? null;
    lines = found?.children;
  }
  return found;
}

/** The measured squares of a pitch's row; null if empty. */
const squaresOfRow = (context: FilledForm, row: FormLine | undefined): number | null =>
  row ? (measuredSquares(context, { key: INSTALL_PITCH, lineId: row.id }) ?? row.quantity) : null;

/** The quantity now entered where a measurement was taken; null if empty, or if there are several rows. */
export function quantityWhereTaken(context: FilledForm, { fieldId, of }: Pick<TakenMeasurement, "fieldId" | "of">) {
  const { values } = context;
  const field = fieldById(fieldId);
  if (field.key === WINDOW) {
    const children = windowOfName(values, of)?.children ?? {};
    const [width, height] = ["width", "height"].map((property) => topLine(children, property)?.quantity ?? 0);
    return (width ?? 0) + (height ?? 0);
  }
  const row = linesOf(values, field.property).find(({ value }) => value === of);
  if (of !== "") return squaresOfRow(context, row);
  const line = lineOfKey(values, field.key);
  return line === "many" ? null : (line?.quantity ?? null);
}

const windowOfName = (values: WorkflowValues, name: string): FormLine | undefined =>
  linesOf(values, WINDOW).find((line) => topLine(line.children ?? {}, ROOM_DETAILS)?.value?.trim() === name);

function obstacleOf({ workflowId, values, book }: FilledForm, field: FieldDefinition, quantity: number | null) {
  if (lineOfKey(values, field.key) === "many") return "There are several rows. Share the number between them yourself.";
  const { visible, disabled, readOnly } = fieldState({
    workflowId,
    book,
    key: field.key,
    scope: workflowScope(values),
  });
  if (!visible || disabled || readOnly) return "The field cannot be filled in at the moment.";
  const { min, max } = quantityBounds(book, field);
  if (quantity !== null && (quantity < min || quantity > max))
    return `The price book allows ${String(min)} to ${String(max)} here.`;
  return null;
}

function fieldRow(
  context: FilledForm,
  set: MeasurementSet,
  key: string,
  formulas: readonly Expression[],
): MeasuredField {
  const field = requireField(context.workflowId, key);
  const isWhole = (formula: Expression) =>
    inputsOf(formula).every((name) => isMeasurementName(name) && set.values.has(name));
  const formula = formulas.find(isWhole);
  const givens = [...new Set(formula ? inputsOf(formula) : [])].flatMap((name) => {
    const measured = isMeasurementName(name) ? set.values.get(name) : undefined;
    return measured ? [{ name, value: measured.value, path: measured.path }] : [];
  });
  const explanation = formula ? explainGivens(context, { field, formula, givens, by: set.source.label }) : null;
  const line = lineOfKey(context.values, key);
  const quantity = explanation?.value ?? null;
  const missing = formula ? [] : inputsOf(formulas[0] ?? constant("", 0)).filter(isMeasurementName);
  return {
    kind: "field",
    id: field.id,
    label: labelOf(field),
    missing: missing.filter((name) => !set.values.has(name)).map((name) => MEASUREMENTS[name].label.toLowerCase()),
    obstacle: obstacleOf(context, field, quantity),
    field,
    optionId: null,
    quantity,
    explanation,
    givens,
    now: line === "many" ? null : (line?.quantity ?? null),
  };
}

/** Groups pitches by the option whose name matches, in price book order; null if one matches none. */
function pitchesByOption(
  options: readonly { readonly id: string; readonly value: string }[],
  pitches: readonly MeasuredPitch[],
): ReadonlyMap<string, readonly MeasuredPitch[]> | null {
  const read = options.flatMap(({ id, value }) => {
    const pitch = readPitch(value);
    return pitch ? [{ id, pitch }] : [];
  });
  const byOption = new Map<string, MeasuredPitch[]>();
  for (const each of pitches) {
    const closed = read.find(({ pitch }) => !pitch.isOpen && each.rise <= pitch.rise);
    const option = closed ?? read.find(({ pitch }) => pitch.isOpen && each.rise >= pitch.rise);
    if (!option) return null;
    byOption.set(option.id, [...(byOption.get(option.id) ?? []), each]);
  }
  return byOption;
}

/** A row for each pitch, in squares without waste as the step shows them; the largest takes what the others leave over. */
function pitchRows(context: FilledForm, set: MeasurementSet): readonly MeasuredField[] {
  const { workflowId, values, book } = context;
  const field = installPitchField(workflowId);
  if (!field || set.pitches.length === 0) return [];
  const { options } = book.entryOf(field).entry;
  const byOption = pitchesByOption(options, set.pitches);
  if (!byOption) return [];
  const rows = linesOf(values, INSTALL_PITCH);
  const areaOf = (id: string): number => (byOption.get(id) ?? []).reduce((sum, { area }) => sum + area, 0);
  const largest = [...byOption.keys()].reduce((one, other) => (areaOf(other) > areaOf(one) ? other : one));
  const roof = set.values.get(ROOF_AREA);
  const givensOf = (id: string, suffix = ""): readonly TakenGiven[] =>
    (byOption.get(id) ?? []).map(({ rise, area }) => {
      return { name: `${PITCH}${String(rise)}${suffix}`, value: area, path: "roof.pitch" };
    });
  return options.flatMap(({ id, value }): MeasuredField[] => {
    const own = rows.filter((row) => row.value === id);
    // A preset counts as empty.
    const now = own[0] && isPresetRow(context, own[0].id) ? null : squaresOfRow(context, own[0]);
    if (!byOption.has(id) && !now) return [];
    const isRest = id === largest && byOption.size > 1 && roof !== undefined;
    const givens = isRest
      ? [
          { name: ROOF_AREA, value: roof.value, path: roof.path },
          ...[...byOption.keys()].filter((other) => other !== id).flatMap((other) => givensOf(other, OF_ROW + other)),
        ]
      : givensOf(id);
    const formula = pitchFormula(givens.map(({ name }) => name));
    const explanation = explainGivens(context, { field, formula, givens, by: set.source.label });
    return [
      {
        kind: "field",
        id,
        label: `${field.label}, ${value}`,
        missing: [],
        obstacle: own.length > 1 ? "There are several rows. Share the number between them yourself." : null,
        field,
        optionId: id,
        now,
        quantity: explanation.value,
        explanation,
        givens,
      },
    ];
  });
}

function windowRow({ values, book }: FilledForm, window: MeasuredWindow): MeasuredWindowRow {
  const line = windowOfName(values, window.name);
  const read = (property: string): number | null => topLine(line?.children ?? {}, property)?.quantity ?? null;
  const sizes = (["width", "height"] as const).map((property) => {
    const field = fieldByKey(WINDOWS_WORKFLOW, `${WINDOW}.${property}`);
    const { min, max, step } = field ? quantityBounds(book, field) : { min: 0, max: 0, step: 0 };
    const size = toStep(window[property], step);
    return { size, text: size < min || size > max ? `${property} ${String(min)} to ${String(max)} in` : null };
  });
  const [width, height] = sizes.map(({ size }) => size);
  const outside = sizes.flatMap(({ text }) => text ?? []);
  return {
    kind: "window",
    id: window.name,
    label: window.name,
    missing: [],
    obstacle: outside.length > 0 ? `The price book allows ${outside.join(", ")}.` : null,
    window: { ...window, width: width ?? window.width, height: height ?? window.height },
    lineId: line?.id ?? null,
    styleId: null,
    now: line ? { width: read("width"), height: read("height") } : null,
    givens: [
      { name: "width", value: window.width, path: window.path },
      { name: "height", value: window.height, path: window.path },
    ],
  };
}

/** The rows that a set of measurements would fill in one workflow copy: one for each field of the table, even if it was not measured. */
export function measuredRows(context: FilledForm, set: MeasurementSet): readonly MeasuredRow[] {
  if (context.workflowId === WINDOWS_WORKFLOW) return set.windows.map((window) => windowRow(context, window));
  const table = FIELD_FORMULAS.get(context.workflowId) ?? [];
  const [first, ...others] = table.map(({ field, formulas }) => fieldRow(context, set, field, formulas));
  return [...(first ? [first] : []), ...pitchRows(context, set), ...others];
}

/** Whether taking a row would change the entered value. */
export function isRowDifferent(row: MeasuredRow): boolean {
  if (row.kind === "field") return row.quantity !== null && row.quantity !== (row.now ?? 0);
  return row.now === null || row.now.width !== row.window.width || row.now.height !== row.window.height;
}

/** Whether a row can be taken: measured, different, and without an obstacle. */
export const isTakeable = (row: MeasuredRow): boolean => row.obstacle === null && isRowDifferent(row);

/**
 * Explains a number that was taken earlier, from the stored measurements. Null if the current table or price book no longer gives that
 * number.
 */
export function explainTaken(
  context: FilledForm,
  { fieldId, of, quantity, source, givens }: TakenMeasurement,
): Explanation | null {
  const field = fieldById(fieldId);
  const names = new Set(givens.map(({ name }) => name));
  const isPitch = of !== "" && field.key === INSTALL_PITCH;
  const formula = isPitch
    ? pitchFormula([...names])
    : FIELD_FORMULAS.get(context.workflowId)
        ?.find((each) => each.field === field.key)
        ?.formulas.find((each) => inputsOf(each).every((name) => names.has(name)));
  if (!formula) return null;
  const explanation = explainGivens(context, { field, formula, givens, by: source });
  return explanation.value === quantity ? explanation : null;
}

/** A taken measurement and its source, stored with the workflow copy. It applies while the field has the quantity. */
interface TakenMeasurement {
  readonly fieldId: FieldId;
  /** The pitch's option or the window's name; "" for other fields. */
  readonly of: string;
  /** As it was entered; for a window its united inches. */
  readonly quantity: number;
  /** The source: "Hover". */
  readonly source: string;
  readonly takenTime: string;
  readonly givens: readonly TakenGiven[];
}
