import type { StarterField, StarterOption } from "./define-starter.ts";
import { metalColorsOf, ROOF_METAL_COLORS, type RoofProduct } from "./shingles.ts";

/* Flashing, its colors and pipe boots: the same products in roofing and repairs. */

/** Conversion 1: feet of one piece. */
const DRIP_EDGES: readonly RoofProduct[] = [
  { name: "Aluminum, 10 ft", material: 9.5, labor: 11, hours: 0.25, conversions: [10] },
  { name: "Galvanized steel, 10 ft", material: 8.6, labor: 11, hours: 0.25, conversions: [10] },
  { name: "Aluminum, heavy gauge, 10 ft", material: 14, labor: 11, conversions: [10] },
  { name: "Copper, 10 ft", material: 58, labor: 16, hours: 0.35, conversions: [10] },
];

/** Conversion 1: feet of one piece. */
const GUTTER_FLASHINGS: readonly RoofProduct[] = [
  { name: "Aluminum apron, 10 ft", material: 11, labor: 11, hours: 0.25, conversions: [10] },
  { name: "Galvanized apron, 10 ft", material: 9.8, labor: 11, conversions: [10] },
  { name: "Copper apron, 10 ft", material: 66, labor: 16, hours: 0.35, conversions: [10] },
];

/** Conversion 1: feet of one piece. */
const VALLEY_FLASHINGS: readonly RoofProduct[] = [
  { name: "W-valley, painted steel, 10 ft", material: 26, labor: 30, hours: 0.3, conversions: [10] },
  { name: "W-valley, aluminum, 10 ft", material: 29, labor: 30, hours: 0.3, conversions: [10] },
  { name: "W-valley, copper, 10 ft", material: 145, labor: 38, hours: 0.4, conversions: [10] },
  { name: "Roll valley, aluminum 24 in, 50 ft", material: 88, labor: 150, conversions: [50] },
];

/** Conversion 1: feet of slope per piece, the exposure of its course. */
const STEP_FLASHINGS: readonly RoofProduct[] = [
  { name: "Aluminum, 5 in exposure", material: 1.1, labor: 1.9, hours: 0.04, conversions: [0.417] },
  { name: "Aluminum, 5 5/8 in exposure", material: 1.2, labor: 2.1, hours: 0.04, conversions: [0.469] },
  { name: "Copper, 5 5/8 in exposure", material: 5.6, labor: 2.4, hours: 0.05, conversions: [0.469] },
];

/** Bent from trim coil: conversion 1 is the fraction of the coil's width; the material is fasteners and sealant. */
const HEAD_FLASHINGS: readonly RoofProduct[] = [
  { name: "Aluminum, bent, 8 in wide", material: 0.4, labor: 4, hours: 0.08, conversions: [0.333] },
  { name: "Aluminum, bent, 12 in wide", material: 0.4, labor: 4.4, hours: 0.08, conversions: [0.5] },
  { name: "Copper, 8 in wide", material: 9.5, labor: 6, hours: 0.1, conversions: [0.333] },
];

/** Conversion 1: the fraction of the coil's width. */
const COUNTER_FLASHINGS: readonly RoofProduct[] = [
  { name: "Aluminum, surface-mounted", material: 0.6, labor: 7, hours: 0.12, conversions: [0.25] },
  { name: "Aluminum, cut into the joint", material: 0.9, labor: 9, hours: 0.16, conversions: [0.25] },
  { name: "Lead, cut into the joint", material: 8, labor: 11, hours: 0.2, conversions: [0.25] },
  { name: "Copper, cut into the joint", material: 11, labor: 12, hours: 0.2, conversions: [0.25] },
];

/** Conversion 1: the fraction of the coil's width. */
const CHIMNEY_FLASHINGS: readonly RoofProduct[] = [
  { name: "Brick chimney, aluminum", material: 6, labor: 18, hours: 0.35, conversions: [0.5] },
  { name: "Sided chimney, aluminum", material: 4, labor: 12, hours: 0.25, conversions: [0.333] },
  { name: "Brick chimney, lead", material: 14, labor: 22, hours: 0.4, conversions: [0.5] },
  { name: "Brick chimney, copper", material: 19, labor: 24, hours: 0.4, conversions: [0.5] },
];

const PVC_BOOTS: readonly RoofProduct[] = [
  { name: "1 1/2 to 3 in pipe", material: 14, labor: 35, hours: 0.75 },
  { name: "3 to 4 in pipe", material: 18, labor: 35, hours: 0.75 },
];

const LEAD_BOOTS: readonly RoofProduct[] = [
  { name: "2 in pipe", material: 48, labor: 35, hours: 0.75 },
  { name: "3 in pipe", material: 55, labor: 35, hours: 0.75 },
  { name: "4 in pipe", material: 66, labor: 40, hours: 1 },
];

const ZIPPER_BOOTS: readonly RoofProduct[] = [
  { name: "1 to 4 in pipe or mast", material: 45, labor: 40, hours: 1 },
  { name: "4 to 10 in pipe", material: 68, labor: 45, hours: 1 },
];

/** The options: types, or the colors of a type. */
type OfferedMetal = Pick<StarterField, "options" | "offeredFor">;

const metalColors = (typeKey: string, types: readonly StarterOption[]): OfferedMetal => ({
  options: ROOF_METAL_COLORS,
  offeredFor: { [typeKey]: metalColorsOf(types) },
});

type MetalRow<Name extends string> = {
  readonly [Key in `${Name}.${Name}Type` | `${Name}.${Name}Color`]: OfferedMetal;
};

const metalRow = <Name extends string>(name: Name, types: readonly StarterOption[]): MetalRow<Name> => {
  const typeKey = `${name}.${name}Type`;
  return {
    [typeKey]: { options: types },
    [`${name}.${name}Color`]: metalColors(typeKey, types),
  } as MetalRow<Name>;
};

/** A workflow's flashing entries; `sold` converts products to its options. */
export const flashingStarter = (sold: (products: readonly RoofProduct[]) => readonly StarterOption[]) => ({
  ...metalRow("dripEdge", sold(DRIP_EDGES)),
  ...metalRow("gutterFlashing", sold(GUTTER_FLASHINGS)),
  ...metalRow("valleyFlashing", sold(VALLEY_FLASHINGS)),
  ...metalRow("stepFlashing", sold(STEP_FLASHINGS)),
  ...metalRow("headFlashing", sold(HEAD_FLASHINGS)),
  ...metalRow("counterFlashing", sold(COUNTER_FLASHINGS)),
  pvcBoot: { options: sold(PVC_BOOTS) },
  leadBoot: { options: sold(LEAD_BOOTS) },
  zipperBoot: { options: sold(ZIPPER_BOOTS) },
  chimneyFlashing: { options: sold(CHIMNEY_FLASHINGS) },
  chimneyFlashingColor: metalColors("chimneyFlashing", sold(CHIMNEY_FLASHINGS)),
});
