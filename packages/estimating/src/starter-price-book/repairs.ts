import { paintFields } from "#catalogue/building-blocks/paint.ts";
import { trimCoilFields } from "#catalogue/building-blocks/trim-coil.ts";
import { fieldIdsFrom } from "#catalogue/field-ids.ts";
import { repairWorkflowFields } from "#catalogue/repairs/repairs-fields.ts";
import { defineStarter, type StarterOption } from "./define-starter.ts";
import { lentBy } from "./lent-fields.ts";
import { flashingStarter } from "./roof-flashing.ts";
import {
  colorsOf,
  DECK_BOARDS,
  DECKING,
  DELIVERY_DISTANCES,
  DUMPSTER_LOCATIONS,
  DUMPSTERS,
  HIP_AND_RIDGE,
  ICE_BARRIERS,
  ROOF_CAULK,
  ROOF_CEMENT,
  ROOF_INSULATION,
  SHINGLE_COLORS,
  SHINGLE_PACKAGES,
  soldInRepairs,
  STARTERS,
  UNDERLAYMENTS,
} from "./shingles.ts";

/** Products whose labor is in the hours of the row that replaces them. */
const withoutLabor = (options: readonly StarterOption[]): readonly StarterOption[] =>
  options.map(({ labor: _, ...option }) => option);

/** The packages that repairs use; tile and slate are add-on services. */
const REPAIR_PACKAGES = SHINGLE_PACKAGES.slice(0, 5);

const sidingIds = fieldIdsFrom({ workflowId: 2, firstNumber: 1 });

/**
 * Repairs. Conversion 3 is crew hours per unit, which `totalLaborHours` charges. Skylights, vents and paint have labor costs instead of
 * hours.
 */
export const repairStarter = defineStarter(repairWorkflowFields, {
  // Roof: conversion 1 is the pounds of a square that comes off
  replaceShingles: { cost: { material: 12 }, conversions: [250, 0, 3.7] },
  replaceShinglesUnderlayment: { cost: { material: 14 }, conversions: [265, 0, 4.1] },
  replaceShinglesUnderlaymentDecking: { cost: { material: 20 }, conversions: [415, 0, 6] },
  replaceRidge: { cost: { material: 0.6 }, conversions: [0, 0, 0.14] },
  replaceValley: { cost: { material: 1 }, conversions: [0, 0, 0.25] },
  replaceButterflyValley: { cost: { material: 1.5 }, conversions: [0, 0, 0.34] },
  replaceDormerIntersection: { cost: { material: 4.5 }, conversions: [0, 0, 0.28] },
  replaceRoofToWallIntersection: { cost: { material: 4.5 }, conversions: [0, 0, 0.28] },
  package: { options: REPAIR_PACKAGES, showProductTypes: true },
  shingleColor: {
    options: SHINGLE_COLORS.slice(0, 12),
    offeredFor: { package: colorsOf(REPAIR_PACKAGES.map(({ name }) => name)) },
  },
  replaceDeckBoards: { options: soldInRepairs(DECK_BOARDS) },
  "decking.deckingType": { options: withoutLabor(DECKING) },
  iceBarrier: { options: withoutLabor(ICE_BARRIERS) },
  underlayment: { options: withoutLabor(UNDERLAYMENTS) },
  starters: { options: withoutLabor(STARTERS.slice(0, 3)) },
  hipRidge: { options: withoutLabor(HIP_AND_RIDGE.slice(0, 4)) },

  // Flashing and Chimney
  ...flashingStarter(soldInRepairs),
  kitchenExhaustFlashing: { cost: { material: 42 }, conversions: [0, 0, 1] },
  bathExhaustFlashing: { cost: { material: 32 }, conversions: [0, 0, 1] },
  chimneyChaseCap: {
    options: [
      { name: "Galvanized, painted", material: 320, conversions: [0, 0, 4] },
      { name: "Stainless steel", material: 480, conversions: [0, 0, 4] },
      { name: "Copper", material: 920, conversions: [0, 0, 4.5] },
    ],
  },
  tuckPointChimney: { cost: { material: 40 }, conversions: [0, 0, 6] },
  chimneyMasonrySealer: { cost: { material: 55 }, conversions: [0, 0, 2] },

  // Flat roof
  "flatRoof.flatRoofType": {
    options: [
      { name: "EPDM 60 mil", material: 130, conversions: [0, 0, 4] },
      { name: "TPO 60 mil", material: 140, conversions: [0, 0, 4.25] },
      { name: "Modified bitumen", material: 105, conversions: [0, 0, 3.5] },
      { name: "Silicone coating", material: 85, conversions: [0, 0, 1.5] },
    ],
  },
  "flatRoof.flatRoofColor": {
    options: [
      { name: "Black", swatch: "#1d1d1b" },
      { name: "White", swatch: "#f4f4f0" },
      { name: "Tan", swatch: "#c9b48f" },
      { name: "Gray", swatch: "#8b8d8c" },
    ],
    offeredFor: {
      "flatRoof.flatRoofType": {
        "EPDM 60 mil": ["Black", "White"],
        "TPO 60 mil": ["White", "Tan", "Gray"],
        "Modified bitumen": ["Black", "White", "Gray"],
        "Silicone coating": ["White", "Tan", "Gray"],
      },
    },
  },
  // Conversion 1: pounds of one square.
  tearOff: {
    options: [
      { name: "Single-ply membrane", material: 0, conversions: [100, 0, 0.9] },
      { name: "Modified bitumen", material: 0, conversions: [200, 0, 1.2] },
      { name: "Built-up with gravel", material: 0, conversions: [600, 0, 1.8] },
      { name: "Wet insulation", material: 0, conversions: [150, 0, 0.8] },
    ],
  },
  terminationBars: { cost: { material: 12 }, conversions: [10, 0, 0.4] },
  metalEdgeNarrow: { cost: { material: 22 }, conversions: [10, 0, 0.5] },
  metalEdgeWide: { cost: { material: 34 }, conversions: [10, 0, 0.5] },
  penetrations: { cost: { material: 35 }, conversions: [0, 0, 1] },
  "insulation.insulationType": { options: soldInRepairs(ROOF_INSULATION) },
  drainsReUse: { cost: { material: 45 }, conversions: [0, 0, 1.5] },
  drainsNew: { cost: { material: 210 }, conversions: [0, 0, 4.5] },
  railingSections: { cost: { material: 8 }, conversions: [0, 0, 0.75] },
  railingPosts: { cost: { material: 22 }, conversions: [0, 0, 1] },

  // Skylight: installed, labor included; roofing uses these too
  curbMountedReplace: {
    options: [
      { name: "22 1/2 x 22 1/2 in", material: 390, labor: 350 },
      { name: "22 1/2 x 46 1/2 in", material: 520, labor: 420 },
      { name: "46 1/2 x 46 1/2 in", material: 780, labor: 520 },
    ],
  },
  curbMountedReFlash: { cost: { material: 110, labor: 320 } },
  curbMountedCutIn: { cost: { material: 60, labor: 480 } },
  curbMountedSolarBlinds: { cost: { material: 280, labor: 90 } },
  buildCurb: { cost: { material: 60, labor: 160 } },
  deckMountedReplace: {
    options: [
      { name: "21 x 38 in, fixed", material: 480, labor: 450 },
      { name: "30 x 46 in, fixed", material: 610, labor: 450 },
      { name: "30 x 46 in, solar venting", material: 1480, labor: 520 },
      { name: "44 x 46 in, fixed", material: 760, labor: 520 },
    ],
  },
  deckMountedReFlash: { cost: { material: 110, labor: 320 } },
  deckMountedCutIn: { cost: { material: 60, labor: 480 } },
  deckMountedSolarBlinds: { cost: { material: 280, labor: 90 } },
  sunTunnelReplace: {
    options: [
      { name: "10 in, rigid", material: 330, labor: 350 },
      { name: "14 in, rigid", material: 390, labor: 370 },
      { name: "22 in, rigid", material: 560, labor: 420 },
    ],
  },

  // Ventilation: installed, labor included; roofing uses these too
  fasciaIntakeVent: { cost: { material: 6, labor: 4 } },
  edgeVent: { cost: { material: 6.5, labor: 4 } },
  louveredSoffitVentAluminum: {
    options: [
      { name: "16 x 4 in", material: 5, labor: 18 },
      { name: "16 x 8 in", material: 6, labor: 18 },
    ],
  },
  louveredSoffitVentWood: {
    options: [
      { name: "16 x 4 in", material: 12, labor: 22 },
      { name: "16 x 8 in", material: 15, labor: 22 },
    ],
  },
  ridgeExhaustVent: {
    options: [
      { name: "Rigid, under the caps", material: 3.5, labor: 3.5 },
      { name: "Roll, under the caps", material: 2.2, labor: 3 },
      { name: "Metal ridge vent", material: 6, labor: 4 },
    ],
  },
  boxExhaustVent: {
    options: [
      { name: "Box vent, 50 sq in", material: 28, labor: 45 },
      { name: "Slant-back vent, 60 sq in", material: 34, labor: 45 },
      { name: "Large box vent, 144 sq in", material: 58, labor: 55 },
    ],
  },
  powerExhaustVent: {
    options: [
      { name: "Electric, thermostat", material: 190, labor: 180 },
      { name: "Solar", material: 420, labor: 160 },
    ],
  },

  // Paint
  ...lentBy(2, paintFields(sidingIds)),

  // Extras
  initialSetUp: { cost: { labor: 250 } },
  highRoof: { cost: { labor: 95 } },
  steepRoof: { cost: { labor: 140 } },
  permit: { cost: { material: 75 } },
  "dumpster.dumpsterLocation": { options: DUMPSTER_LOCATIONS },
  "dumpster.dumpsterType": { options: DUMPSTERS },
  dumpsterLabor: { cost: { labor: 6 } },
  roofingCement: { options: ROOF_CEMENT },
  caulk: { options: ROOF_CAULK },
  ...lentBy(2, trimCoilFields(sidingIds)),
  deliveryDistance: { options: DELIVERY_DISTANCES },
  // One hour of the crew.
  totalLaborHours: { range: [0, 1_000, 1], cost: { labor: 65 } },
  // Conversions 1 and 2: the factors of material and labor cost.
  custom: { conversions: [1.667, 1.667] },
  margin: { range: [0, 100, 0.5] },
  discount: { range: [0, 10, 0.5] },
});
