import { lightingFields } from "#catalogue/building-blocks/exterior-lighting.ts";
import { fasciaFields } from "#catalogue/building-blocks/fascia.ts";
import { gutterDetailFields, gutterFields } from "#catalogue/building-blocks/gutters.ts";
import { roofVentilationFields } from "#catalogue/building-blocks/roof-ventilation.ts";
import { skylightFields } from "#catalogue/building-blocks/skylight.ts";
import { soffitFields } from "#catalogue/building-blocks/soffit.ts";
import { trimCoilFields } from "#catalogue/building-blocks/trim-coil.ts";
import { fieldIdsFrom } from "#catalogue/field-ids.ts";
import { roofingWorkflowFields } from "#catalogue/roofing/roofing-fields.ts";
import { defineStarter, type StarterVariant } from "./define-starter.ts";
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
  STARTERS,
  UNDERLAYMENTS,
} from "./shingles.ts";

const PITCHES = ["Up to 6/12", "7/12 to 9/12", "10/12 to 12/12", "Over 12/12"] as const;

/** Additional labor per square by pitch and installed material, in pitch order. "Roofing installation" has the cost of a walkable roof. */
const PITCH_LABOR = {
  "Asphalt shingles": [0, 35, 60, 95],
  Cedar: [0, 40, 70, 110],
  "Standing seam metal": [0, 45, 80, 120],
  Slate: [0, 60, 105, 160],
  Tile: [0, 55, 95, 150],
  "Composite slate": [0, 40, 65, 100],
} as const;

const pitchVariants: readonly StarterVariant<"materialType">[] = Object.entries(PITCH_LABOR).flatMap(
  ([materialType, labors]) =>
    labors.map((labor, index) => ({ option: PITCHES[index] ?? "", when: { materialType }, labor })),
);

const sidingIds = fieldIdsFrom({ workflowId: 2, firstNumber: 1 });
const gutterIds = fieldIdsFrom({ workflowId: 4, firstNumber: 1 });
const repairIds = fieldIdsFrom({ workflowId: 5, firstNumber: 1 });

/** Roofing. Costs per unit of the field; a conversion is what one piece covers unless said otherwise. */
export const roofingStarter = defineStarter(roofingWorkflowFields, {
  // Questionnaire
  roofingAreaOfWork: {
    options: ["Whole roof", "Front slope", "Back slope", "Garage", "Porch", "Addition", "Dormers"],
  },
  ageOfRoof: { range: [0, 150, 1] },
  numberOfStories: { range: [1, 4, 1] },
  decidingFactor: { options: ["Price", "Warranty", "Look", "Timing", "Trust in the contractor"] },
  preferredTimeline: { options: ["As soon as possible", "Within a month", "Within three months", "This year"] },
  measurementReport: {
    options: [
      { name: "Measured by hand", labor: 45 },
      { name: "Aerial measurement report", material: 38 },
      { name: "Photo measurement report", material: 49 },
    ],
  },

  // Details: a high roof costs more labor for each square
  squaresOnStory2: { cost: { labor: 18 } },
  squaresOnStory3: { cost: { labor: 30 } },
  squaresOnStory4: { cost: { labor: 45 } },
  // Conversion 1: how often the weight of one layer counts.
  "tearOff.tearOffLayer": {
    options: [
      { name: "1 layer", labor: 55, conversions: [1] },
      { name: "2 layers", labor: 85, conversions: [2] },
      { name: "3 layers", labor: 115, conversions: [3] },
    ],
  },
  "tearOff.tearOffPitch": {
    options: [
      { name: PITCHES[0], labor: 0 },
      { name: PITCHES[1], labor: 10 },
      { name: PITCHES[2], labor: 18 },
      { name: PITCHES[3], labor: 28 },
    ],
  },
  // Conversion 1: pounds of one square of one layer.
  "tearOff.tearOffMaterial": {
    options: [
      { name: "Three-tab asphalt", labor: 0, conversions: [250] },
      { name: "Architectural asphalt", labor: 2, conversions: [300] },
      { name: "Designer asphalt", labor: 6, conversions: [480] },
      { name: "Cedar", labor: 15, conversions: [300] },
      { name: "Metal", labor: 12, conversions: [150] },
      { name: "Slate", labor: 60, conversions: [900] },
      { name: "Tile", labor: 50, conversions: [1000] },
      { name: "Roll roofing", labor: 0, conversions: [100] },
      { name: "Single-ply membrane", labor: 8, conversions: [100] },
      { name: "Built-up with gravel", labor: 30, conversions: [600] },
    ],
  },
  materialType: {
    options: ["Asphalt shingles", "Cedar", "Standing seam metal", "Slate", "Tile", "Composite slate"],
    materialIn: {
      "Asphalt shingles": "package",
      Cedar: "package",
      "Standing seam metal": "package",
      Slate: "package",
      Tile: "package",
      "Composite slate": "package",
    },
  },
  // A number starts at its minimum: 10 % by default.
  wasteFactorForMaterial: { range: [10, 30, 1] },
  wasteFactorForLabor: { range: [10, 30, 1] },
  "dumpster.dumpsterLocation": { options: DUMPSTER_LOCATIONS },
  "dumpster.dumpsterType": { options: DUMPSTERS },
  dumpsterLabor: { cost: { labor: 6 } },
  installPitch: {
    options: PITCHES.map((name, index) => ({ name, labor: PITCH_LABOR["Asphalt shingles"][index] ?? 0 })),
    variants: pitchVariants,
  },

  // Decking & Underlayment
  // The options are the specification's: 1.36.1 to 1.36.4 stand for 0 to 3 rows.
  iceBarrierRows: { range: [0, 3, 1], options: ["No ice barrier", "1 row", "2 rows", "3 rows"] },
  iceBarrier: { options: ICE_BARRIERS },
  "decking.deckingType": { options: DECKING },
  replaceDeckBoards: { options: DECK_BOARDS },

  // Flashing and Chimneys
  ...flashingStarter((products) => products),
  "roofToWallTrim.roofToWallTrimType": {
    options: [
      { name: "PVC 1 x 6, 18 ft", material: 56, labor: 90, conversions: [18] },
      { name: "PVC 1 x 8, 18 ft", material: 75, labor: 94, conversions: [18] },
      { name: "Pine 1 x 6, primed, 16 ft", material: 28, labor: 80, conversions: [16] },
    ],
  },
  removeChimney: {
    options: [
      { name: "Brick, to below the roof, up to 6 ft", material: 95, labor: 650 },
      { name: "Brick, to below the roof, over 6 ft", material: 140, labor: 1100 },
      { name: "Framed chase", material: 80, labor: 420 },
    ],
  },

  // Skylight and Ventilation
  ...lentBy(5, { ...skylightFields(repairIds), ...roofVentilationFields(repairIds) }),

  // Flat roof: the area carries the labor, by what is laid
  "membrane.membraneArea": {
    variants: [
      { when: { "membrane.membraneType": "EPDM 60 mil, 10 x 50 ft" }, labor: 260 },
      { when: { "membrane.membraneType": "EPDM 60 mil, 10 x 100 ft" }, labor: 250 },
      { when: { "membrane.membraneType": "TPO 60 mil, 10 x 50 ft" }, labor: 270 },
      { when: { "membrane.membraneType": "PVC 60 mil, 10 x 50 ft" }, labor: 280 },
      { when: { "membrane.membraneType": "Modified bitumen, 1 SQ roll" }, labor: 230 },
      { labor: 260 },
    ],
  },
  // Conversion 1: squares of one roll.
  "membrane.membraneType": {
    options: [
      { name: "EPDM 60 mil, 10 x 50 ft", material: 650, conversions: [5] },
      { name: "EPDM 60 mil, 10 x 100 ft", material: 1260, conversions: [10] },
      { name: "TPO 60 mil, 10 x 50 ft", material: 700, conversions: [5] },
      { name: "PVC 60 mil, 10 x 50 ft", material: 880, conversions: [5] },
      { name: "Modified bitumen, 1 SQ roll", material: 105, conversions: [1] },
    ],
  },
  "insulation.insulationType": { options: ROOF_INSULATION },
  "edgeDetail.edgeDetailType": {
    options: [
      { name: "Metal edge, 4 in face, 10 ft", material: 22, labor: 35, conversions: [10] },
      { name: "Metal edge, 6 in face, 10 ft", material: 34, labor: 35, conversions: [10] },
      { name: "Two-piece gravel stop, 10 ft", material: 48, labor: 42, conversions: [10] },
      { name: "Termination bar, 10 ft", material: 12, labor: 25, conversions: [10] },
    ],
  },
  // Conversion 1: pieces for one square foot, six for a sheet of 4 x 8 ft.
  plate: {
    options: [
      { name: "Insulation plate, 3 in", material: 0.25, labor: 0.35, conversions: [0.1875] },
      { name: "Barbed seam plate, 2 3/8 in", material: 0.45, labor: 0.35, conversions: [0.1875] },
    ],
  },
  screws: {
    options: [
      { name: "No. 12 screw, 2 in", material: 0.2, conversions: [0.1875] },
      { name: "No. 12 screw, 3 in", material: 0.27, conversions: [0.1875] },
      { name: "No. 14 screw, 5 in", material: 0.44, conversions: [0.1875] },
    ],
  },

  // Soffit and Fascia
  ...lentBy(2, { ...soffitFields(sidingIds), ...fasciaFields(sidingIds) }),

  // Exterior Lighting and Gutters
  ...lentBy(4, { ...lightingFields(gutterIds), ...gutterDetailFields(gutterIds), ...gutterFields(gutterIds) }),

  // Extras
  // Conversion 1: feet of eave that one roll covers.
  gutterIceBarrier: { cost: { material: 95, labor: 44 }, conversions: [66] },
  // Conversion 1: feet of eave for each baffle, one for every bay of 24 inches.
  atticBaffles: { cost: { material: 3, labor: 5 }, conversions: [2] },
  permit: { cost: { material: 150 } },
  tarpAttic: { cost: { material: 18, labor: 65 } },
  caulk: { options: ROOF_CAULK },
  roofingCement: { options: ROOF_CEMENT },
  // Conversion 1: boxes of 7,200 nails for one square.
  fasteners: {
    options: [
      { name: "Coil nails, 4 per shingle", material: 55, conversions: [0.0445] },
      { name: "Coil nails, 6 per shingle", material: 55, conversions: [0.0667] },
      { name: "Stainless ring-shank nails", material: 165, conversions: [0.0667] },
      { name: "Copper slating nails", material: 190, conversions: [0.05] },
      { name: "Concealed clips and screws", material: 84, conversions: [0.2] },
    ],
  },
  corniceReturns: { cost: { material: 22, labor: 85 } },
  deliveryDistance: { options: DELIVERY_DISTANCES },
  handLoading: { cost: { labor: 12 } },
  ...lentBy(2, trimCoilFields(sidingIds)),
  // Conversions 1 and 2: the factors of material and labor cost.
  custom: { conversions: [1.667, 1.667] },

  // Package
  package: {
    options: SHINGLE_PACKAGES,
    showProductTypes: true,
    offeredFor: {
      materialType: {
        "Asphalt shingles": ["Good: three-tab", "Better: architectural", "Best: designer"],
        Cedar: ["Cedar shingles, 16 inch", "Cedar shakes, hand-split"],
        "Standing seam metal": ["Standing seam steel, 24 gauge", "Standing seam aluminum"],
        Slate: ["Natural slate"],
        Tile: ["Concrete tile", "Clay tile"],
        "Composite slate": ["Composite slate"],
      },
    },
  },
  shingleColor: {
    options: SHINGLE_COLORS,
    offeredFor: { package: colorsOf(SHINGLE_PACKAGES.map(({ name }) => name)) },
  },
  roofingInstallation: {
    options: [
      { name: "Asphalt shingles, 4 nails", labor: 105 },
      { name: "Asphalt shingles, 6 nails, high wind", labor: 118 },
      { name: "Cedar, interlaid", labor: 275 },
      { name: "Standing seam metal", labor: 400 },
      { name: "Slate, copper nails", labor: 750 },
      { name: "Tile, on battens", labor: 600 },
      { name: "Composite slate", labor: 240 },
    ],
    offeredFor: {
      materialType: {
        "Asphalt shingles": ["Asphalt shingles, 4 nails", "Asphalt shingles, 6 nails, high wind"],
        Cedar: ["Cedar, interlaid"],
        "Standing seam metal": ["Standing seam metal"],
        Slate: ["Slate, copper nails"],
        Tile: ["Tile, on battens"],
        "Composite slate": ["Composite slate"],
      },
    },
  },
  underlayment: { options: UNDERLAYMENTS },
  starters: { options: STARTERS },
  hipRidge: { options: HIP_AND_RIDGE },
  margin: { range: [0, 100, 0.5] },
  discount: { range: [0, 10, 0.5] },
});
