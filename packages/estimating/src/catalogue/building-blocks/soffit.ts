import type { FieldSpecification, KeyOf } from "#catalogue/define-fields.ts";
import type { FormGroup } from "#catalogue/define-sections.ts";
import type { FieldIds } from "#catalogue/field-ids.ts";
import {
  add,
  constant,
  conversion,
  conversionOf,
  divide,
  multiply,
  quantityOf,
  round,
  sumOver,
  wholePieces,
  withWaste,
  type Expression,
} from "#expressions/expression.ts";
import type { Recommendation } from "#catalogue/define-recommendations.ts";
import { recommendPieces } from "./recommend-pieces.ts";

/*
 * Soffit (3.§2, 3.§9): the eaves and porches to cover, each with its depth, length and color, determine the panels of each color to buy.
 * Used by the Soffit steps of siding, trim and roofing.
 */

/** Uses id offsets 0 to 28. */
export const soffitFields = (id: FieldIds) =>
  ({
    standardSoffit: {
      id: id(0),
      label: "Standard soffit",
      dataType: "number",
      unit: "FT",
      allowMultiple: true,
      description: "Eaves with solid and vented panels: about one panel in five is vented.",
      children: {
        depth: { id: id(1), label: "Depth", dataType: "number", unit: "IN" },
        length: { id: id(2), label: "Length", dataType: "number", unit: "FT" },
        color: { id: id(3), label: "Color", dataType: "string" },
        labor: { id: id(4), label: "Labor", dataType: "dropdown", unit: "FT", toWaste: true },
      },
    },
    hiddenVentSoffit: {
      id: id(5),
      label: "Hidden vent soffit",
      dataType: "number",
      unit: "FT",
      allowMultiple: true,
      children: {
        depth: { id: id(6), label: "Depth", dataType: "number", unit: "IN" },
        length: { id: id(7), label: "Length", dataType: "number", unit: "FT" },
        color: { id: id(8), label: "Color", dataType: "string" },
        labor: { id: id(9), label: "Labor", dataType: "dropdown", unit: "FT", toWaste: true },
      },
    },
    porchSoffit: {
      id: id(10),
      label: "Porch soffit",
      dataType: "number",
      unit: "SQ FT",
      allowMultiple: true,
      description: "Porch ceilings, depth times length.",
      children: {
        depth: { id: id(11), label: "Depth", dataType: "number", unit: "FT" },
        length: { id: id(12), label: "Length", dataType: "number", unit: "FT" },
        color: { id: id(13), label: "Color", dataType: "string" },
        labor: { id: id(14), label: "Labor", dataType: "dropdown", unit: "SQ FT", toWaste: true },
      },
    },
    soffit: {
      id: id(15),
      label: "Soffit",
      dataType: "number",
      unit: "PC",
      allowMultiple: true,
      description: "Panels to buy of one type and color.",
      children: {
        soffitType: { id: id(16), label: "Type", dataType: "dropdown" },
        soffitColor: { id: id(17), label: "Color", dataType: "dropdown" },
      },
    },
    jChannelTrim: {
      id: id(18),
      label: "J channel",
      dataType: "dropdown",
      unit: "PC",
      allowMultiple: true,
      allowQuantityChange: true,
      description: "Receives the soffit panels along the wall.",
    },
    compositeSoffit: {
      id: id(20),
      label: "Composite soffit",
      dataType: "number",
      unit: "PC",
      allowMultiple: true,
      children: {
        depth: { id: id(21), label: "Depth", dataType: "number", unit: "IN" },
        length: { id: id(22), label: "Length", dataType: "number", unit: "FT" },
        labor: { id: id(23), label: "Labor", dataType: "dropdown", unit: "PC", toWaste: true },
        type: { id: id(24), label: "Type", dataType: "dropdown" },
        color: { id: id(25), label: "Color", dataType: "dropdown" },
      },
    },
    cutSoffitVent: {
      id: id(28),
      label: "Cut soffit vent",
      dataType: "dropdown",
      unit: "EA",
      allowMultiple: true,
      allowQuantityChange: true,
    },
  }) as const satisfies Record<string, FieldSpecification>;

export type SoffitKey = KeyOf<ReturnType<typeof soffitFields>>;

export const soffitGroups: readonly FormGroup<SoffitKey>[] = [
  { title: "Standard soffit", rows: ["standardSoffit"], hasTotal: true },
  { title: "Hidden vent soffit", rows: ["hiddenVentSoffit"], hasTotal: true },
  { title: "Porch soffit", rows: ["porchSoffit"], hasTotal: true },
  { title: "Soffit", rows: [{ text: "soffitMaterialNeeded" }, "soffit"], hasTotal: true },
  { title: "J channel", rows: ["jChannelTrim"], hasTotal: true },
  { title: "Composite soffit", rows: ["compositeSoffit"], hasTotal: true },
  { title: "Cut soffit vent", rows: ["cutSoffitVent"], hasTotal: true },
];

/** The meaning of a soffit panel's conversion 1. */
export type SoffitPanelMeasure =
  /** Square feet covered by one panel: siding and roofing. */
  | "area"
  /** Exposed width in feet: the trim category, whose areas are also divided by the panel's length of 12 ft (3.§9). */
  | "exposedWidth";

type SoffitGroup = "standardSoffit" | "hiddenVentSoffit" | "porchSoffit";

/** The area of one row in square feet. The depth is in inches for eaves, in feet for porches. */
const rowArea = (group: SoffitGroup): Expression<SoffitKey> => {
  const length = quantityOf<SoffitKey>(`${group}.length`);
  const depth = quantityOf<SoffitKey>(`${group}.depth`);
  return group === "porchSoffit"
    ? multiply(length, depth)
    : multiply(length, divide(depth, constant("Inches per foot", 12)));
};

/** Panels of the soffit line's color; each kind is rounded up separately (estimating.md §3a). */
export function soffitPanels(
  measure: SoffitPanelMeasure,
): readonly { readonly kind: string; readonly panels: Expression<SoffitKey> }[] {
  const panelsOf = (group: SoffitGroup): Expression<SoffitKey> => {
    const area = sumOver<SoffitKey>(group, rowArea(group), {
      counted: `${group}.color`,
      asking: "soffit.soffitColor",
    });
    const need = measure === "area" ? area : divide(area, constant("Feet of a panel", 12));
    const label = measure === "area" ? "Square feet of one panel" : "Exposed width of one panel, in feet";
    return divide(need, conversionOf("soffit.soffitType", 1, label));
  };
  const standard = panelsOf("standardSoffit");
  const standardWaste = constant("With 10 % waste", 1.1);
  const otherWaste = constant("With 5 % waste", 1.05);
  return [
    {
      kind: "solid",
      panels: wholePieces(multiply(multiply(standard, constant("Share of solid panels", 0.75)), standardWaste)),
    },
    {
      kind: "vented",
      panels: wholePieces(multiply(multiply(standard, constant("Share of vented panels", 0.2)), standardWaste)),
    },
    { kind: "hidden vent", panels: wholePieces(multiply(panelsOf("hiddenVentSoffit"), otherWaste)) },
    { kind: "porch", panels: wholePieces(multiply(panelsOf("porchSoffit"), otherWaste)) },
  ];
}

/** Use `soffitRecommendations("area")`, or "exposedWidth" in the trim category. */
export function soffitRecommendations(measure: SoffitPanelMeasure): readonly Recommendation<SoffitKey>[] {
  const [first = constant("No panels", 0), ...rest] = soffitPanels(measure).map(({ panels }) => panels);
  return [
    {
      field: "standardSoffit",
      use: "calculated",
      source: "3.§9",
      quantity: quantityOf("standardSoffit.length"),
    },
    {
      field: "hiddenVentSoffit",
      use: "calculated",
      source: "3.§9",
      quantity: quantityOf("hiddenVentSoffit.length"),
    },
    { field: "porchSoffit", use: "calculated", source: "3.§9", quantity: round(3, rowArea("porchSoffit")) },
    { field: "soffit", use: "recommended", source: "3.§9", quantity: add(first, ...rest) },
    {
      field: "jChannelTrim",
      use: "recommended",
      source: "3.§9",
      quantity: wholePieces(
        divide(
          withWaste(add(quantityOf("standardSoffit.length"), quantityOf("hiddenVentSoffit.length"))),
          conversion(1, "Feet of one piece"),
        ),
      ),
    },
    recommendPieces({
      field: "compositeSoffit",
      need: "compositeSoffit.length",
      type: "compositeSoffit.type",
      conversionLabel: "Feet of one board",
      takesWaste: true,
    }),
  ];
}

/** A composite soffit row is marked if it has a length without pieces, or pieces without a length (3.§5). */
export const isCompositeSoffitIncomplete = ({ length, quantity }: { length: number; quantity: number }): boolean =>
  length > 0 !== quantity > 0;
