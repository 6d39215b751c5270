import { lightingFields } from "#catalogue/building-blocks/exterior-lighting.ts";
import { gutterDetailFields, gutterFields } from "#catalogue/building-blocks/gutters.ts";
import { fieldIdsFrom } from "#catalogue/field-ids.ts";
import { sidingWorkflowFields } from "#catalogue/siding/siding-fields.ts";
import { ALUMINUM_COLORS } from "./colors.ts";
import { defineStarter, type StarterOption } from "./define-starter.ts";
import { lentBy } from "./lent-fields.ts";
import {
  INSTALLATION_OPTIONS,
  OFFERED_BY_MATERIAL,
  PACKAGE_OPTIONS,
  REVEALS,
  SIDING_COLORS,
  SIDING_MATERIALS,
} from "./siding-materials.ts";
import { BOARD_COLORS, BOARD_OPTIONS, BOARD_SIZES, boardVariants } from "./trim-boards.ts";

/** Siding squares have two decimals: cartons hold half squares and less. */
const SQUARES = [0, 1_000, 0.01] as const;
/** A number starts at its minimum: 10 % by default. */
const WASTE = [10, 40, 1] as const;

const LENT_BY_ROOFING = { sameAsIn: 1 } as const;
const gutterIds = fieldIdsFrom({ workflowId: 4, firstNumber: 1 });

/** Channels and strips of siding, in pieces of 12.5 ft. */
const channels = (material: number, labor: number): readonly StarterOption[] => [
  { name: "Vinyl, 12.5 ft", material, labor, conversions: [12.5] },
  { name: "Vinyl, wide, 12.5 ft", material: material + 2, labor, conversions: [12.5] },
  { name: "Aluminum, 12 ft", material: material + 4, labor, conversions: [12] },
];

const ACCENTS = [
  { name: "Vinyl shakes", material: 295, labor: 255 },
  { name: "Vinyl scallops", material: 340, labor: 270 },
  { name: "Vinyl board and batten", material: 235, labor: 240 },
  { name: "Fiber cement shingles", material: 420, labor: 390 },
  { name: "Fiber cement board and batten", material: 330, labor: 370 },
  { name: "White cedar shingles", material: 480, labor: 420 },
  { name: "Manufactured stone", material: 980, labor: 640 },
] as const;

const HOUSE_WRAPS = [
  { name: "Woven house wrap, 9 x 150 ft", material: 13.5 },
  { name: "Non-woven house wrap, 9 x 150 ft", material: 19 },
  { name: "Drainable house wrap, 9 x 125 ft", material: 29 },
] as const;

const HOUSE_INSULATION = [
  { name: "Fan-fold foam, 1/4 in", material: 19, labor: 18 },
  { name: "Fan-fold foam, 3/8 in", material: 26, labor: 18 },
  { name: "EPS board, 1 in", material: 62, labor: 26 },
  { name: "XPS board, 1 in", material: 105, labor: 26 },
  { name: "Polyiso board, 1 in", material: 98, labor: 26 },
] as const;

const namesOf = (options: readonly { readonly name: string }[]): readonly string[] => options.map(({ name }) => name);

/** Siding. Costs per unit of the field; a conversion is what one piece covers unless said otherwise. */
export const sidingStarter = defineStarter(sidingWorkflowFields, {
  // Questionnaire
  sidingAreaOfWork: {
    options: ["Whole house", "Front only", "Back only", "Left side", "Right side", "Gables", "Garage", "Addition"],
  },
  numberOfStories: { range: [1, 4, 1] },
  measurementReport: {
    options: [
      { name: "Measured by hand", labor: 60 },
      { name: "Photo measurement report", material: 59 },
    ],
  },

  // Details
  existingSidingStyle: {
    options: ["Vinyl", "Aluminum", "Wood lap", "Wood shingles", "Fiber cement", "Stucco", "Brick", "New construction"],
  },
  sidingInstallType: { options: ["Tear off and replace", "Over existing siding", "Over new sheathing"] },
  "dumpster.dumpsterLocation": LENT_BY_ROOFING,
  "dumpster.dumpsterType": LENT_BY_ROOFING,
  dumpsterLabor: { range: SQUARES, cost: { labor: 5 } },
  materialType: {
    options: namesOf(SIDING_MATERIALS),
    materialIn: Object.fromEntries(SIDING_MATERIALS.map(({ name }) => [name, "sidingPackage"] as const)),
  },
  wasteFactorForMaterial: { range: WASTE },
  wasteFactorForLabor: { range: WASTE },
  totalSquaresForMaterial: { range: SQUARES },
  totalSquaresForLabor: { range: SQUARES },
  // Conversion 1: pounds per square.
  tearOff: {
    range: SQUARES,
    options: [
      { name: "Vinyl", labor: 55, conversions: [60] },
      { name: "Aluminum", labor: 55, conversions: [50] },
      { name: "Wood lap", labor: 65, conversions: [150] },
      { name: "Wood shingles", labor: 75, conversions: [200] },
      { name: "Fiber cement", labor: 85, conversions: [300] },
      { name: "Stucco", labor: 190, conversions: [1_000] },
    ],
  },
  "sheathing.sheathingType": {
    options: [
      { name: "OSB 7/16 in, 4 x 8", material: 24, labor: 38, conversions: [32] },
      { name: "Plywood 1/2 in, 4 x 8", material: 42, labor: 38, conversions: [32] },
      { name: "Sealed wall panel 7/16 in, 4 x 8", material: 46, labor: 42, conversions: [32] },
    ],
  },
  "boards.boardType": {
    options: [
      { name: "1 x 6 pine, 16 ft", material: 38.4, labor: 57.6, conversions: [16] },
      { name: "1 x 8 pine, 16 ft", material: 48, labor: 57.6, conversions: [16] },
      { name: "2 x 4 framing, 8 ft", material: 6, labor: 28, conversions: [8] },
      { name: "2 x 6 framing, 8 ft", material: 9.5, labor: 32, conversions: [8] },
    ],
  },

  // House Wrap
  "houseWrap.houseWrapType": { options: namesOf(HOUSE_WRAPS) },
  "houseWrap.houseWrapMaterial": {
    range: SQUARES,
    variants: HOUSE_WRAPS.map(({ name, material }) => ({ when: { "houseWrap.houseWrapType": name }, material })),
  },
  "houseWrap.houseWrapLabor": { range: SQUARES, cost: { labor: 28 } },
  "houseInsulation.houseInsulationType": { options: namesOf(HOUSE_INSULATION) },
  "houseInsulation.material": {
    range: SQUARES,
    variants: HOUSE_INSULATION.map(({ name, material }) => ({
      when: { "houseInsulation.houseInsulationType": name },
      material,
    })),
  },
  "houseInsulation.labor": {
    range: SQUARES,
    variants: HOUSE_INSULATION.map(({ name, labor }) => ({
      when: { "houseInsulation.houseInsulationType": name },
      labor,
    })),
  },

  // Accessories
  "jChannel.type": { options: channels(9, 11.25) },
  "fChannel.type": { options: channels(12, 11.25) },
  "utilityChannel.type": { options: channels(8.5, 11.25) },
  "starters.type": {
    options: [
      { name: "Vinyl starter, 10 ft", material: 7, labor: 6, conversions: [10] },
      { name: "Steel starter, 10 ft", material: 9, labor: 6, conversions: [10] },
      { name: "Fiber cement starter, 12 ft", material: 11, labor: 7, conversions: [12] },
    ],
  },
  masterBlocks: { cost: { material: 16, labor: 12 } },
  splitBlocks: { cost: { material: 14, labor: 12 } },
  dryerExhaustBlock: { cost: { material: 26, labor: 12 } },
  mountingBlockColor: { options: SIDING_COLORS },

  // Corners
  "outsideCornerPost.type": {
    options: [
      { name: "Vinyl, 10 ft", material: 32, labor: 14, conversions: [10] },
      { name: "Vinyl, 20 ft", material: 61, labor: 24, conversions: [20] },
      { name: "Insulated vinyl, 10 ft", material: 48, labor: 16, conversions: [10] },
      { name: "Fiber cement boards, 12 ft", material: 52, labor: 42, conversions: [12] },
      { name: "PVC one-piece, 10 ft", material: 84, labor: 34, conversions: [10] },
    ],
  },
  "outsideCornerPost.color": { options: SIDING_COLORS },
  "insideCornerPost.type": {
    options: [
      { name: "Vinyl, 10 ft", material: 22, labor: 14, conversions: [10] },
      { name: "Vinyl, 20 ft", material: 42, labor: 24, conversions: [20] },
      { name: "Fiber cement board, 12 ft", material: 26, labor: 30, conversions: [12] },
      { name: "PVC, 12 ft", material: 38, labor: 26, conversions: [12] },
    ],
  },
  "insideCornerPost.color": { options: SIDING_COLORS },

  // Wraps. Conversion 1 of casings: feet of coil that one opening takes; of custom wraps: feet of coil per foot.
  "windowCasing.type": {
    options: [
      { name: "Casing up to 4 in", labor: 75, conversions: [16] },
      { name: "Casing up to 6 in, with sill", labor: 95, conversions: [20] },
      { name: "Double window", labor: 110, conversions: [24] },
    ],
  },
  "windowCasing.color": { options: ALUMINUM_COLORS },
  "garageDoorCasing.type": {
    options: [
      { name: "Single door", labor: 130, conversions: [24] },
      { name: "Double door", labor: 160, conversions: [32] },
    ],
  },
  "garageDoorCasing.color": { options: ALUMINUM_COLORS },
  garageDoorJamb: {
    options: [
      { name: "PVC jamb and stop, single door", material: 96, labor: 75 },
      { name: "PVC jamb and stop, double door", material: 128, labor: 95 },
      { name: "Wrap existing jamb", material: 22, labor: 60 },
    ],
  },
  "serviceDoorCasing.type": {
    options: [
      { name: "Single door", labor: 85, conversions: [17] },
      { name: "Door with sidelights", labor: 120, conversions: [24] },
      { name: "Sliding patio door", labor: 105, conversions: [20] },
    ],
  },
  "serviceDoorCasing.color": { options: ALUMINUM_COLORS },
  "customWrap.type": {
    options: [
      { name: "Frieze or band up to 8 in", labor: 6, conversions: [0.333] },
      { name: "Beam up to 12 in", labor: 7, conversions: [0.5] },
      { name: "Porch post, four sides", labor: 11, conversions: [1] },
    ],
  },
  "customWrap.color": { options: ALUMINUM_COLORS },
  // Conversion 1: feet of one prefabricated piece. The first type is bent on site and needs none.
  "wallFlashing.wallFlashingType": {
    options: [
      { name: "Bent on site, per foot", material: 3, labor: 3 },
      { name: "Prefabricated Z flashing, 10 ft", labor: 3, conversions: [10] },
      { name: "Prefabricated drip cap, 10 ft", labor: 3, conversions: [10] },
    ],
  },
  "wallFlashing.wallFlashingQuantity": {
    variants: [
      { when: { "wallFlashing.wallFlashingType": "Prefabricated Z flashing, 10 ft" }, material: 22 },
      { when: { "wallFlashing.wallFlashingType": "Prefabricated drip cap, 10 ft" }, material: 14 },
    ],
  },
  "wallFlashing.wallFlashingColor": { options: ALUMINUM_COLORS },

  // Soffit. Labor of eaves per foot, of porches per square foot.
  "standardSoffit.labor": {
    options: [
      { name: "Over open rafters", labor: 5.5 },
      { name: "Over existing soffit", labor: 4.5 },
      { name: "Remove existing and install", labor: 7.5 },
    ],
  },
  "hiddenVentSoffit.labor": {
    options: [
      { name: "Over open rafters", labor: 7 },
      { name: "Over existing soffit, vent strip cut in", labor: 8 },
      { name: "Remove existing and install", labor: 9 },
    ],
  },
  "porchSoffit.labor": {
    options: [
      { name: "Over open joists", labor: 3.2 },
      { name: "Over existing ceiling", labor: 2.8 },
      { name: "Remove existing and install", labor: 4.4 },
    ],
  },
  // Conversion 1: square feet that one panel covers; the trim category counts the panel's width instead.
  "soffit.soffitType": {
    conversions: [12],
    options: [
      { name: "Vinyl, 12 in x 12 ft", material: 13.5, conversions: [12] },
      { name: "Vinyl, 16 in x 12 ft", material: 18, conversions: [16] },
      { name: "Vinyl hidden vent, 12 in x 12 ft", material: 19, conversions: [12] },
      { name: "Aluminum, 12 in x 12 ft", material: 21, conversions: [12] },
      { name: "Aluminum, 16 in x 12 ft", material: 28, conversions: [16] },
      { name: "Vinyl beaded porch ceiling, 8 in x 12 ft", material: 14, conversions: [8] },
    ],
  },
  "soffit.soffitColor": { options: ALUMINUM_COLORS },
  jChannelTrim: {
    options: [
      { name: "J channel, 12.5 ft", material: 9, labor: 11.25, conversions: [12.5] },
      { name: "F channel, 12.5 ft", material: 12, labor: 11.25, conversions: [12.5] },
      { name: "Aluminum F channel, 12 ft", material: 16, labor: 10.8, conversions: [12] },
    ],
  },
  // Pieces carry the labor of their length.
  "compositeSoffit.labor": {
    options: [
      { name: "Install, piece of 12 ft", labor: 108 },
      { name: "Install, piece of 16 ft", labor: 144 },
      { name: "Remove existing and install, piece of 12 ft", labor: 132 },
    ],
  },
  "compositeSoffit.type": {
    options: [
      { name: "Vented composite, 12 in x 12 ft", material: 38, conversions: [12] },
      { name: "Vented composite, 16 in x 12 ft", material: 46, conversions: [12] },
      { name: "Vented composite, 24 in x 12 ft", material: 66, conversions: [12] },
      { name: "Solid composite, 16 in x 16 ft", material: 58, conversions: [16] },
    ],
  },
  "compositeSoffit.color": { options: BOARD_COLORS },
  cutSoffitVent: {
    options: [
      { name: "Rectangular vent, 8 x 16 in", material: 6, labor: 18 },
      { name: "Round vent, 4 in", material: 3, labor: 14 },
      { name: "Continuous strip, 8 ft", material: 9, labor: 24 },
    ],
  },

  // Fascia. Conversion 1 of a wrap: feet of 24 in coil per foot.
  "fasciaWrap.width": {
    options: [
      { name: "6 in", labor: 5.5, conversions: [0.25] },
      { name: "8 in", labor: 6, conversions: [0.333] },
      { name: "12 in", labor: 7, conversions: [0.5] },
    ],
  },
  "fasciaWrap.color": { options: ALUMINUM_COLORS },
  "fascia.fasciaType": {
    options: [
      { name: "Primed pine 1 x 6, 16 ft", material: 29, labor: 80, conversions: [16] },
      { name: "Primed pine 1 x 8, 16 ft", material: 38, labor: 80, conversions: [16] },
      { name: "PVC 1 x 6, 18 ft", material: 55.5, labor: 90, conversions: [18] },
      { name: "PVC 1 x 8, 18 ft", material: 75, labor: 90, conversions: [18] },
      { name: "Composite 1 x 8, 16 ft", material: 59, labor: 80, conversions: [16] },
    ],
  },
  "fascia.fasciaColor": { options: BOARD_COLORS },

  // Trim
  "trim.trimType": { options: BOARD_OPTIONS, variants: boardVariants("trim.trimSize") },
  "trim.trimSize": { options: BOARD_SIZES },
  "trim.trimColor": { options: BOARD_COLORS },
  "trimCoil.trimCoilColor": { options: ALUMINUM_COLORS },
  "trimCoil.trimCoilType": {
    options: [
      { name: "Aluminum .019 in, 24 in x 50 ft", material: 128, conversions: [50] },
      { name: "PVC-coated aluminum .019 in, 24 in x 50 ft", material: 146, conversions: [50] },
      { name: "Aluminum .024 in, 24 in x 50 ft", material: 172, conversions: [50] },
    ],
  },

  // Shutters
  "shutters.shutterType": {
    options: [
      { name: "Vinyl louvered", material: 62, labor: 45 },
      { name: "Vinyl raised panel", material: 64, labor: 45 },
      { name: "Vinyl board and batten", material: 78, labor: 45 },
      { name: "Composite board and batten", material: 165, labor: 55 },
      { name: "Remove and reset existing", labor: 38 },
    ],
  },
  "shutters.shutterColor": {
    options: [
      { name: "White", swatch: "#f5f5f2" },
      { name: "Black", swatch: "#1d1d1b" },
      { name: "Forest green", swatch: "#2f4a3a" },
      { name: "Midnight blue", swatch: "#24304a" },
      { name: "Burgundy", swatch: "#5c1f2a" },
      { name: "Musket brown", swatch: "#3d3129" },
      { name: "Paintable", swatch: "#e9e7df" },
    ],
  },
  shutterInstallType: {
    options: [
      { name: "Into siding", labor: 40 },
      { name: "Into brick or stone", labor: 120 },
      { name: "On hinges", material: 90, labor: 160 },
    ],
  },

  // Accents
  "gableAccents.type": { range: SQUARES, options: ACCENTS.map(({ name, material }) => ({ name, material })) },
  "gableAccents.color": { options: SIDING_COLORS },
  "gableAccents.wasteFactorForMaterial": { range: WASTE },
  "gableAccents.wasteFactorForLabor": { range: WASTE },
  "gableAccents.labor": {
    range: SQUARES,
    variants: ACCENTS.map(({ name, labor }) => ({ when: { "gableAccents.type": name }, labor })),
  },
  gableVent: {
    options: [
      { name: "Octagon, 22 in", material: 48, labor: 65 },
      { name: "Round, 22 in", material: 46, labor: 65 },
      { name: "Rectangle, 18 x 24 in", material: 44, labor: 60 },
      { name: "Triangle", material: 88, labor: 90 },
    ],
  },
  posts: {
    options: [
      { name: "PVC wrap, 5 x 5 in, 8 ft", material: 120, labor: 140 },
      { name: "PVC wrap, 8 x 8 in, 8 ft", material: 175, labor: 150 },
      { name: "Structural column, 8 in, 8 ft", material: 310, labor: 260 },
    ],
  },

  // Doors
  garageDoors: {
    options: [
      { name: "Steel, insulated, 9 x 7 ft", material: 980, labor: 380 },
      { name: "Steel, insulated, 16 x 7 ft", material: 1_620, labor: 520 },
      { name: "Carriage style, 9 x 7 ft", material: 1_480, labor: 420 },
      { name: "Carriage style, 16 x 7 ft", material: 2_450, labor: 560 },
    ],
  },
  garageDoorOpener: {
    options: [
      { name: "Belt drive, 1/2 hp", material: 310, labor: 160 },
      { name: "Belt drive, 3/4 hp, battery backup", material: 395, labor: 160 },
      { name: "Wall mounted", material: 520, labor: 210 },
    ],
  },
  serviceDoors: {
    options: [
      { name: "Steel, insulated, 36 x 80 in", material: 480, labor: 420 },
      { name: "Steel with half glass, 36 x 80 in", material: 640, labor: 420 },
      { name: "Fiberglass, 36 x 80 in", material: 860, labor: 440 },
      { name: "Storm door", material: 330, labor: 140 },
    ],
  },

  // Painting
  laborType: {
    options: [
      { name: "Two coats, siding or soffit", labor: 1.6 },
      { name: "Primer and two coats", labor: 2.3 },
      { name: "Solid stain, one coat", labor: 1.1 },
    ],
  },
  additionalLaborType: {
    options: [
      { name: "Trim up to 6 in wide", labor: 2.1 },
      { name: "Trim up to 12 in wide", labor: 2.9 },
      { name: "Caulk and fill joints", labor: 0.85 },
    ],
  },
  paintExtras: {
    options: [
      { name: "Power wash, whole house", labor: 320 },
      { name: "Front door, both sides", material: 18, labor: 130 },
      { name: "Garage door", material: 24, labor: 150 },
      { name: "Shutters, per pair", material: 6, labor: 55 },
    ],
  },
  // Conversion 1: square feet per gallon: two coats of paint at 350 (on rough wood 250) per coat, one of primer or stain.
  paintMaterialType: {
    options: [
      { name: "Exterior acrylic, 1 gal", material: 52, conversions: [175] },
      { name: "Exterior acrylic on rough wood, 1 gal", material: 52, conversions: [125] },
      { name: "Bonding primer, 1 gal", material: 38, conversions: [250] },
      { name: "Solid stain, 1 gal", material: 48, conversions: [300] },
    ],
  },

  // Exterior Lighting and Gutters
  ...lentBy(4, { ...lightingFields(gutterIds), ...gutterDetailFields(gutterIds), ...gutterFields(gutterIds) }),

  // Extras
  setupFee: {
    options: [
      { name: "Set-up and protection", labor: 250 },
      { name: "Pump jacks, up to two stories", material: 180, labor: 220 },
      { name: "Lift, per week", material: 950, labor: 120 },
      { name: "Small job", labor: 250 },
    ],
  },
  // Conversion 1: squares of house wrap that one roll of tape closes.
  houseWrapTape: {
    options: [
      { name: "House wrap tape, 2 in x 165 ft", material: 15, conversions: [10] },
      { name: "House wrap tape, 3 in x 165 ft", material: 21, conversions: [10] },
    ],
  },
  // Conversion 1: openings that one roll flashes.
  windowFlashingTape: {
    options: [
      { name: "Flashing tape, 4 in x 75 ft", material: 28, conversions: [4] },
      { name: "Flashing tape, 6 in x 75 ft", material: 41, conversions: [4] },
    ],
  },
  // Conversion 1: squares that one box fastens, a pound per square.
  nails: {
    options: [
      { name: "Roofing nails 1-1/2 in, 50 lb box", material: 95, conversions: [50] },
      { name: "Stainless siding nails 2-1/2 in, 5 lb box", material: 58, conversions: [5] },
      { name: "Coil siding nails 2-1/4 in, box", material: 64, conversions: [12] },
    ],
  },
  // Conversion 1: feet of trim for one tube; conversion 2: squares of siding for twelve.
  caulk: {
    options: [
      { name: "Siding sealant, color matched", material: 7, conversions: [40, 10] },
      { name: "Polyurethane sealant", material: 9, conversions: [40, 10] },
      { name: "Clear sealant", material: 8, conversions: [40, 20] },
    ],
  },
  deliveryDistance: LENT_BY_ROOFING,
  permit: { cost: { material: 75 } },
  // Conversions 1 and 2: the factors of material and labor cost.
  custom: { conversions: [1.667, 1.667] },

  // Package
  totalSquaresForMaterialPackage: { range: SQUARES },
  totalSquaresForLaborPackage: { range: SQUARES },
  sidingPackageInstallation: {
    range: SQUARES,
    options: INSTALLATION_OPTIONS,
    offeredFor: { materialType: OFFERED_BY_MATERIAL.installation },
  },
  sidingPackage: {
    range: SQUARES,
    options: PACKAGE_OPTIONS,
    offeredFor: { materialType: OFFERED_BY_MATERIAL.packages },
    showProductTypes: true,
  },
  sidingColor: { options: SIDING_COLORS, offeredFor: { materialType: OFFERED_BY_MATERIAL.colors } },
  sidingReveal: { options: REVEALS, offeredFor: { materialType: OFFERED_BY_MATERIAL.reveals } },
  margin: { range: [0, 100, 0.5] },
  discount: { range: [0, 10, 0.5] },
});
