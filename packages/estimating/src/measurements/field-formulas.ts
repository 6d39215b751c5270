import type { FieldKeyOf } from "#catalogue/define-fields.ts";
import type { gutterWorkflowFields } from "#catalogue/gutters/gutter-workflow.ts";
import type { roofingWorkflowFields } from "#catalogue/roofing/roofing-fields.ts";
import type { sidingWorkflowFields } from "#catalogue/siding/siding-fields.ts";
import type { trimWorkflowFields } from "#catalogue/trim/trim-workflow.ts";
import { add, constant, divide, input, multiply, roundToStep, type Expression } from "#expressions/expression.ts";
import { MEASUREMENTS, type MeasurementName } from "./measurements.ts";

/*
 * Maps measurements to fields. Lengths and areas are rounded to the field's step in the price book. If a formula lacks a measurement, the
 * next one of its row is tried; if all do, the field is "not measured".
 */

interface FieldFormula<Key extends string = string> {
  /** A number field; below a group or a list with at most one row, that row's field. */
  readonly field: Key;
  readonly formulas: readonly Expression[];
}

const measured = (name: MeasurementName): Expression => input(name, MEASUREMENTS[name].label);
const fill = <Key extends string>(field: Key, ...formulas: readonly Expression[]): FieldFormula<Key> => ({
  field,
  formulas: formulas.map((formula) => roundToStep(formula)),
});

const eaves = measured("eaves");
const fascia = add(measured("eaveFascia"), measured("rakeFascia"));
const soffitLength = add(measured("levelFrieze"), measured("slopedFrieze"));
const soffitArea = add(measured("levelSoffitArea"), measured("slopedSoffitArea"));
const soffitDepth = multiply(divide(soffitArea, soffitLength), constant("Inches per foot", 12));

type BlockKey = "fasciaWrap" | "standardSoffit.length" | "standardSoffit.depth";
/** Soffit and Fascia of roofing, siding and trim. */
const roofEdge: readonly FieldFormula<BlockKey>[] = [
  fill("standardSoffit.length", soffitLength),
  fill("standardSoffit.depth", soffitDepth),
  fill("fasciaWrap", fascia, add(eaves, measured("rakes"))),
];
const gutterLength = fill("totalGutterLength", eaves);

const roofing: readonly FieldFormula<FieldKeyOf<typeof roofingWorkflowFields>>[] = [
  fill("totalRoofArea", measured("roofArea")),
  fill("eaveLength", eaves),
  fill("rakeEdgeLength", measured("rakes")),
  fill("hipRidgeLength", add(measured("ridges"), measured("hips")), measured("ridgesAndHips")),
  fill("valleyLength", measured("valleys")),
  fill("roofToWallFlashingLength", measured("stepFlashing")),
  fill("flashingLength", measured("flashing")),
  ...roofEdge,
  gutterLength,
];

const siding: readonly FieldFormula<FieldKeyOf<typeof sidingWorkflowFields>>[] = [
  fill("totalSidingArea", measured("sidingArea")),
  fill("jChannel.length", measured("openingsPerimeter")),
  fill("utilityChannel.length", add(measured("openingsSills"), measured("levelFrieze"))),
  fill("starters.length", measured("levelStarter")),
  fill("outsideCornerPost.length", measured("outsideCorners")),
  fill("insideCornerPost.length", measured("insideCorners")),
  ...roofEdge,
  fill("shutters", divide(measured("shutters"), constant("Shutters per set", 2))),
  gutterLength,
];

const gutters: readonly FieldFormula<FieldKeyOf<typeof gutterWorkflowFields>>[] = [gutterLength];
const trim: readonly FieldFormula<FieldKeyOf<typeof trimWorkflowFields>>[] = [...roofEdge, gutterLength];

/** By workflow, in step order. Roofing's squares by pitch and the windows are separate rows (`measured-rows.ts`). */
export const FIELD_FORMULAS: ReadonlyMap<number, readonly FieldFormula[]> = new Map<number, readonly FieldFormula[]>([
  [1, roofing],
  [2, siding],
  [4, gutters],
  [7, trim],
]);

/** Workflows that measurements can fill: those of the table, and Windows & Doors with its list. */
export const MEASURED_WORKFLOWS: ReadonlySet<number> = new Set([...FIELD_FORMULAS.keys(), 3]);
