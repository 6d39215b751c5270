import { fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { quantityBounds } from "#form/defaults.ts";
import type { FilledForm } from "#form/filled-form.ts";
import { linesOf, type FormLine, type WorkflowValues } from "#form/form-values.ts";
import { editLine, withQuantity, type LinePath } from "#form/line-path.ts";
import { workflowScope } from "#form/line-scope.ts";
import { topLine } from "#form/places.ts";
import type { IndexedPriceBook, QuantityBounds } from "#price-book/index-price-book.ts";
import { addUp } from "#rounding.ts";
import { writeQuantity } from "./calculated.ts";
import { INSTALL_PITCH, installPitchField, LOWEST_PITCH, PITCH_TOTAL } from "./install-pitch.ts";
import {
  enteredSteps,
  quantityOfSteps,
  stepsIn,
  toMeasured,
  toStored,
  writtenSteps,
  type WasteScale,
} from "./measured-squares.ts";
import type { FormContext, FormEdit } from "./state-context.ts";
import { storiesOf, STORY_ROWS, storyOfRow } from "./stories.ts";

/*
 * The rows of measured squares: roofing's pitches and stories. Lines store squares with waste; screens show and take squares as measured.
 * Measured squares stay the same when the area or waste changes, and are stored again.
 */

/** Square feet, measured on the slope. */
export const ROOF_AREA = "totalRoofArea";
const WASTE = "wasteFactorForMaterial";
const SQUARE_FEET = 100;
const PERCENT = 100;

interface MeasuredRow {
  readonly field: FieldDefinition;
  /** Null if nothing is entered yet. */
  readonly line: FormLine | null;
  /** Whether the house has this story; stories above the last do not count. */
  readonly isOpen: boolean;
}

/** Rows that share the measured squares of a roof. */
export interface MeasuredGroup {
  readonly kind: "stories" | "pitches";
  readonly rows: readonly MeasuredRow[];
  /** The preset row: the first story, the lowest pitch; -1 without one. */
  readonly presetIndex: number;
  /** The preset row's steps, given the sum of the other rows. */
  readonly presetBeside: (others: number) => number;
  readonly step: number;
  /** The measured squares of the roof in steps; 0 without an area. */
  readonly total: number;
  readonly scale: WasteScale;
  readonly steps: readonly number[];
}

const quantityOf = (values: WorkflowValues, key: string): number => topLine(values, key)?.quantity ?? 0;

const isStory = (key: string): boolean => storyOfRow(key) !== null;

/** Whether a field's quantity is shown and entered without waste. */
export const isMeasuredField = (workflowId: number, key: string): boolean =>
  installPitchField(workflowId) !== undefined && (key === INSTALL_PITCH || isStory(key));

/** The top-level properties whose rows share squares with a field's rows. */
export const measuredBeside = (workflowId: number, key: string): readonly string[] =>
  !isMeasuredField(workflowId, key) ? [] : key === INSTALL_PITCH ? [INSTALL_PITCH] : STORY_ROWS;

/** A quantity without meaning: cleared, or invalid (the field shows the error). */
const isNoSquares = (quantity: number | null | undefined): boolean => !(typeof quantity === "number" && quantity >= 0);

export const besideRow = ({ steps }: Pick<MeasuredGroup, "steps">, index: number): number =>
  addUp(steps) - (steps[index] ?? 0);

function groupOf(
  { values, book }: FilledForm,
  { kind, rows, presetIndex }: Pick<MeasuredGroup, "kind" | "rows" | "presetIndex">,
): MeasuredGroup | null {
  const field = rows[0]?.field;
  if (!field) return null;
  const { step } = quantityBounds(book, field);
  const total = stepsIn(quantityOf(values, ROOF_AREA) / SQUARE_FEET, step);
  const stored = stepsIn(quantityOf(values, PITCH_TOTAL), step);
  // Without an area, squares are stored with the waste factor only.
  const scale =
    total > 0 && stored > 0
      ? { measured: total, stored }
      : { measured: PERCENT, stored: PERCENT + quantityOf(values, WASTE) };
  return {
    kind,
    rows,
    presetIndex,
    step,
    total,
    scale,
    // The first story takes the rest; the lowest pitch takes all squares while no other pitch is entered.
    presetBeside: (others) => (kind === "stories" ? Math.max(0, total - others) : others === 0 ? total : 0),
    steps: toMeasured(
      rows.map(({ line }) => (isNoSquares(line?.quantity) ? 0 : stepsIn(line?.quantity ?? 0, step))),
      scale,
    ),
  };
}

function storyGroup(context: FilledForm): MeasuredGroup | null {
  const { workflowId, values } = context;
  const stories = storiesOf(workflowId, values);
  const rows = STORY_ROWS.flatMap((key, index): MeasuredRow[] => {
    const field = fieldByKey(workflowId, key);
    return field ? [{ field, line: topLine(values, key) ?? null, isOpen: index < stories }] : [];
  });
  return groupOf(context, { kind: "stories", rows, presetIndex: 0 });
}

function pitchGroup(context: FilledForm): MeasuredGroup | null {
  const field = installPitchField(context.workflowId);
  if (!field) return null;
  const rows = linesOf(context.values, INSTALL_PITCH).map((line) => ({ field, line, isOpen: true }));
  const presetIndex = rows.findIndex(({ line }) => line.value === LOWEST_PITCH);
  return groupOf(context, { kind: "pitches", rows, presetIndex });
}

/** The groups of a workflow; only roofing has some. */
export const measuredGroups = (context: FilledForm): readonly MeasuredGroup[] =>
  installPitchField(context.workflowId)
    ? [storyGroup(context), pitchGroup(context)].filter((group) => group !== null)
    : [];

const groupOfField = (context: FilledForm, key: string): MeasuredGroup | null => {
  if (!isMeasuredField(context.workflowId, key)) return null;
  return key === INSTALL_PITCH ? pitchGroup(context) : storyGroup(context);
};

interface MeasuredLine {
  readonly key: string;
  readonly lineId: FormLine["id"];
}

const indexOfLine = ({ rows }: MeasuredGroup, lineId: FormLine["id"]): number =>
  rows.findIndex(({ line }) => line?.id === lineId);

/** A line's squares without waste, as shown; undefined for fields that are shown as stored. */
export function measuredSquares(context: FilledForm, { key, lineId }: MeasuredLine): number | null | undefined {
  const group = groupOfField(context, key);
  const index = group ? indexOfLine(group, lineId) : -1;
  if (!group || index < 0) return undefined;
  const quantity = group.rows[index]?.line?.quantity ?? null;
  return isNoSquares(quantity) ? quantity : quantityOfSteps(group.steps[index] ?? 0, group.step);
}

const leftBeside = (group: MeasuredGroup, index: number): number => Math.max(0, group.total - besideRow(group, index));

/**
 * The squares that a typed number is entered as, on the row's step: 26.33 is 26.333. A number between two steps becomes what the other rows
 * leave over, if that is one of the two.
 */
export function enteredSquares(context: FilledForm, { key, lineId }: MeasuredLine, typed: number): number {
  const group = groupOfField(context, key);
  if (!group || isNoSquares(typed)) return typed;
  // A preset row makes room for what is entered.
  const steps = isPresetKept(group)
    ? group.steps.map((each, at) => (at === group.presetIndex ? 0 : each))
    : group.steps;
  const leftOver = leftBeside({ ...group, steps }, indexOfLine(group, lineId));
  return quantityOfSteps(enteredSteps(typed, group.step, leftOver), group.step);
}

/** The displayed bounds of a field: a measured row's maximum includes waste. */
export function shownBounds(context: FilledForm, field: FieldDefinition): QuantityBounds {
  const bounds = quantityBounds(context.book, field);
  const group = groupOfField(context, field.key);
  if (!group) return bounds;
  const { measured, stored } = group.scale;
  const steps = Math.floor((stepsIn(bounds.max, group.step) * measured) / stored);
  return { ...bounds, max: quantityOfSteps(steps, group.step) };
}

/** The quantity that a typed number is entered as in other fields: a third with two decimals becomes that third. */
export function enteredQuantity(book: IndexedPriceBook, field: FieldDefinition, typed: number): number {
  const { step } = quantityBounds(book, field);
  const written = step > 0 ? writtenSteps(typed, step) : null;
  return written === null ? typed : quantityOfSteps(written, step);
}

/** Whether the preset row still has its preset, so that it keeps following. */
function isPresetKept(group: MeasuredGroup): boolean {
  const { rows, presetIndex, steps } = group;
  const row = rows[presetIndex];
  if (!row || row.line?.quantity === null) return false;
  return steps[presetIndex] === group.presetBeside(besideRow(group, presetIndex));
}

/** Whether a pitch's row has the form's preset, not an entered quantity. */
export function isPresetRow(context: FilledForm, lineId: FormLine["id"]): boolean {
  const group = pitchGroup(context);
  return group !== null && indexOfLine(group, lineId) === group.presetIndex && isPresetKept(group);
}

function withPreset(group: MeasuredGroup, steps: readonly number[]): readonly number[] {
  const others = besideRow({ steps }, group.presetIndex);
  return group.presetIndex < 0 ? steps : steps.with(group.presetIndex, group.presetBeside(others));
}

/** Stores measured steps; a line that has them already keeps its identity, however its thirds are written. */
function writeSteps(group: MeasuredGroup, steps: readonly number[], { book, nextId, ...context }: FormContext) {
  const stored = toStored(steps, group.scale);
  return group.rows.reduce((values, { field, line }, index) => {
    const share = stored[index] ?? 0;
    const held = line?.quantity;
    if (share === 0 && isNoSquares(held)) return values;
    if (!isNoSquares(held) && stepsIn(held ?? 0, group.step) === share) return values;
    const place = { field, line, outer: workflowScope(values) };
    return writeQuantity({ values, place, quantity: quantityOfSteps(share, group.step), book, nextId });
  }, context.values);
}

/** Enters measured squares in a row; other rows keep theirs, except the preset one. Null clears the row. */
export function setMeasuredSquares({
  path,
  squares,
  ...context
}: FormContext & { readonly path: LinePath; readonly squares: number | null }): WorkflowValues {
  const { property = "", id = 0 } = path[0] ?? {};
  const group = groupOfField(context, property);
  const index = group ? indexOfLine(group, id) : -1;
  const setRaw = (values: WorkflowValues, quantity: number | null): WorkflowValues =>
    editLine({ values, path, edit: (line) => withQuantity(line, quantity) });
  if (!group || index < 0) return setRaw(context.values, squares);
  const isNone = squares === null || isNoSquares(squares);
  const entered = group.steps.with(index, isNone ? 0 : stepsIn(squares, group.step));
  const steps = isPresetKept(group) && index !== group.presetIndex ? withPreset(group, entered) : entered;
  const values = writeSteps(group, steps, context);
  // 0 and empty are stored as the same steps; the line's quantity distinguishes them.
  return isNone || squares === 0 ? setRaw(values, squares) : values;
}

/** A missing quantity is 0; a cleared one is null. */
const heldBy = (line: FormLine | null | undefined): number | null => (line ? line.quantity : 0);

/** The measured steps after an edit: unchanged for rows that were not edited, whatever they are with waste. */
function stepsAfter(
  group: MeasuredGroup,
  before: MeasuredGroup,
  entered: ReadonlySet<string> | undefined,
): readonly number[] {
  const formerIndex = group.rows.map(({ line }) => (line ? indexOfLine(before, line.id) : -1));
  const isUntouched = ({ field, line }: MeasuredRow, index: number): boolean =>
    line !== null &&
    !entered?.has(field.property) &&
    before.rows[formerIndex[index] ?? -1]?.line?.quantity === line.quantity;
  const kept = group.rows.map(
    (row, index) =>
      (isUntouched(row, index) ? before.steps[formerIndex[index] ?? -1] : undefined) ?? group.steps[index] ?? 0,
  );
  // A row that had the whole roof keeps the whole roof.
  const used = before.steps.flatMap((steps, index) => (steps > 0 ? [index] : []));
  const [sole = -1] = used;
  const isWhole = used.length === 1 && before.steps[sole] === before.total && group.total > 0;
  const whole = isWhole
    ? group.rows.findIndex((row, index) => formerIndex[index] === sole && isUntouched(row, index))
    : -1;
  const steps = whole >= 0 && whole !== group.presetIndex ? kept.with(whole, group.total) : kept;

  const preset = group.rows[group.presetIndex];
  const formerPreset = before.rows[before.presetIndex]?.line;
  const isPresetUntouched =
    preset !== undefined && !entered?.has(preset.field.property) && heldBy(preset.line) === heldBy(formerPreset);
  return isPresetUntouched && isPresetKept(before) ? withPreset(group, steps) : steps;
}

const isSameGroup = (one: MeasuredGroup, other: MeasuredGroup): boolean =>
  one.total === other.total &&
  one.scale.measured === other.scale.measured &&
  one.scale.stored === other.scale.stored &&
  one.rows.length === other.rows.length &&
  one.rows.every(({ line }, index) => line?.quantity === other.rows[index]?.line?.quantity);

/** Measured rows after any edit: the same measured squares with the current waste, and the preset row recalculated. */
export function followMeasuredRows({ before, ...edit }: FormEdit): WorkflowValues {
  const former = measuredGroups({ ...edit, values: before });
  return measuredGroups(edit).reduce((values, group) => {
    const formerGroup = former.find(({ kind }) => kind === group.kind);
    // Store again only if needed: an older estimate may have distributed thirds differently.
    if (!formerGroup || isSameGroup(group, formerGroup)) return values;
    return writeSteps(group, stepsAfter(group, formerGroup, edit.entered), { ...edit, values });
  }, edit.values);
}

/**
 * Fills the preset rows of an opened form: a 0 is never saved, so a line with 0 was not entered. A story without a line is filled only in
 * values that were never saved. Stored squares stay.
 */
export function fillMeasuredRows({ wasSaved = false, ...context }: FormContext & { readonly wasSaved?: boolean }) {
  return measuredGroups(context).reduce((values, group) => {
    const row = group.rows[group.presetIndex];
    if (!row || (row.line ? row.line.quantity !== 0 : wasSaved)) return values;
    if (group.presetBeside(besideRow(group, group.presetIndex)) === 0) return values;
    const others = group.rows
      .filter((each) => each !== row)
      .map(({ line }) => stepsIn(line?.quantity ?? 0, group.step));
    const quantity = quantityOfSteps(Math.max(0, group.scale.stored - addUp(others)), group.step);
    const place = { field: row.field, line: row.line, outer: workflowScope(values) };
    return writeQuantity({ ...context, values, place, quantity });
  }, context.values);
}
