import { addOnServiceFields } from "#catalogue/building-blocks/add-on-services.ts";
import { dumpsterFields } from "#catalogue/building-blocks/dumpster.ts";
import { deliveryDistanceField, permitField } from "#catalogue/building-blocks/job-extras.ts";
import { paintFields } from "#catalogue/building-blocks/paint.ts";
import {
  chimneyFlashingFields,
  flashingColor,
  flashingLength,
  flashingRow,
  flashingType,
  pipeBootFields,
} from "#catalogue/building-blocks/roof-flashing.ts";
import { roofVentilationFields } from "#catalogue/building-blocks/roof-ventilation.ts";
import { skylightFields } from "#catalogue/building-blocks/skylight.ts";
import { trimCoilFields } from "#catalogue/building-blocks/trim-coil.ts";
import { closingFields } from "#catalogue/closing-fields.ts";
import { defineFields } from "#catalogue/define-fields.ts";
import { fieldIdsFrom } from "#catalogue/field-ids.ts";

const ids = (firstNumber: number) => fieldIdsFrom({ workflowId: 5, firstNumber });

/**
 * Repairs (2.§3.3). Labor is either a line's own labor cost or its hours (conversion 3), which `totalLaborHours` sums and charges; never
 * both.
 */
export const repairWorkflowFields = defineFields(5, {
  // Roof
  replaceShingles: {
    id: "5.1",
    label: "Replace shingles",
    dataType: "number",
    unit: "SQ",
    description: "Shingles only. The shingles themselves are chosen below.",
  },
  replaceShinglesUnderlayment: {
    id: "5.2",
    label: "Replace shingles and underlayment",
    dataType: "number",
    unit: "SQ",
  },
  replaceShinglesUnderlaymentDecking: {
    id: "5.3",
    label: "Replace shingles, underlayment, decking",
    dataType: "number",
    unit: "SQ",
  },
  replaceRidge: { id: "5.4", label: "Replace ridge", dataType: "number", unit: "FT" },
  replaceValley: { id: "5.5", label: "Replace valley", dataType: "number", unit: "FT" },
  replaceButterflyValley: { id: "5.6", label: "Replace butterfly valley", dataType: "number", unit: "FT" },
  replaceDormerIntersection: { id: "5.7", label: "Replace dormer intersection", dataType: "number", unit: "FT" },
  replaceRoofToWallIntersection: {
    id: "5.8",
    label: "Replace roof-to-wall intersection",
    dataType: "number",
    unit: "FT",
  },
  package: { id: "5.10", label: "Shingle type", dataType: "dropdown", unit: "SQ", allowQuantityChange: true },
  shingleColor: { id: "5.11", label: "Shingle color", dataType: "dropdown" },
  replaceDeckBoards: {
    id: "5.12",
    label: "Replace deck boards",
    dataType: "dropdown",
    unit: "FT",
    allowMultiple: true,
    allowQuantityChange: true,
  },
  decking: {
    id: "5.13",
    label: "Decking",
    dataType: "number",
    unit: "SH",
    allowMultiple: true,
    children: {
      deckingType: { id: "5.14", label: "Type", dataType: "dropdown" },
      deckingArea: { id: "5.15", label: "Area", dataType: "number", unit: "SQ FT" },
    },
  },
  iceBarrier: { id: "5.16", label: "Ice barrier", dataType: "dropdown", unit: "RL", allowQuantityChange: true },
  underlayment: { id: "5.17", label: "Underlayment", dataType: "dropdown", unit: "RL", allowQuantityChange: true },
  starters: { id: "5.18", label: "Starters", dataType: "dropdown", unit: "BND", allowQuantityChange: true },
  hipRidge: { id: "5.19", label: "Hip and ridge", dataType: "dropdown", unit: "BND", allowQuantityChange: true },

  // Flashing
  dripEdge: flashingRow({
    id: "5.25",
    label: "Drip edge",
    unit: "PC",
    children: {
      dripEdgeType: flashingType("5.27"),
      dripEdgeColor: flashingColor("5.26"),
      dripEdgeLength: flashingLength("5.28"),
    },
  }),
  gutterFlashing: flashingRow({
    id: "5.30",
    label: "Gutter flashing",
    unit: "PC",
    children: {
      gutterFlashingType: flashingType("5.32"),
      gutterFlashingColor: flashingColor("5.31"),
      gutterFlashingLength: flashingLength("5.33"),
    },
  }),
  valleyFlashing: flashingRow({
    id: "5.35",
    label: "Valley flashing",
    unit: "PC",
    children: {
      valleyFlashingType: flashingType("5.37"),
      valleyFlashingColor: flashingColor("5.36"),
      valleyFlashingLength: flashingLength("5.38"),
    },
  }),
  headFlashing: flashingRow({
    id: "5.40",
    label: "Head flashing",
    unit: "FT",
    children: { headFlashingType: flashingType("5.42"), headFlashingColor: flashingColor("5.41") },
  }),
  stepFlashing: flashingRow({
    id: "5.45",
    label: "Step flashing",
    unit: "PC",
    children: {
      stepFlashingType: flashingType("5.47"),
      stepFlashingColor: flashingColor("5.46"),
      stepFlashingLength: flashingLength("5.48"),
    },
  }),
  counterFlashing: flashingRow({
    id: "5.50",
    label: "Counter flashing",
    unit: "FT",
    children: { counterFlashingType: flashingType("5.52"), counterFlashingColor: flashingColor("5.51") },
  }),
  ...pipeBootFields(ids(55)),
  kitchenExhaustFlashing: { id: "5.58", label: "Kitchen exhaust flashing", dataType: "number", unit: "EA" },
  bathExhaustFlashing: { id: "5.59", label: "Bath exhaust flashing", dataType: "number", unit: "EA" },

  // Chimney
  ...chimneyFlashingFields(ids(65)),
  chimneyChaseCap: {
    id: "5.67",
    label: "Chimney chase cap",
    dataType: "dropdown",
    unit: "EA",
    allowQuantityChange: true,
  },
  tuckPointChimney: { id: "5.68", label: "Tuck-point chimney", dataType: "number", unit: "EA" },
  chimneyMasonrySealer: { id: "5.69", label: "Chimney masonry sealer", dataType: "number", unit: "EA" },

  // Flat roof
  flatRoof: {
    id: "5.75",
    label: "Flat roof",
    dataType: "number",
    unit: "SQ",
    allowMultiple: true,
    children: {
      flatRoofType: { id: "5.76", label: "Type", dataType: "dropdown" },
      flatRoofColor: { id: "5.77", label: "Color", dataType: "dropdown" },
    },
  },
  tearOff: {
    id: "5.79",
    label: "Tear-off",
    dataType: "dropdown",
    unit: "SQ",
    allowMultiple: true,
    allowQuantityChange: true,
    toWaste: true,
  },
  terminationBars: {
    id: "5.81",
    label: "Termination bars",
    dataType: "number",
    unit: "PC",
    children: { terminationBarLength: { id: "5.82", label: "Length", dataType: "number", unit: "FT" } },
  },
  metalEdgeNarrow: {
    id: "5.84",
    label: "Metal edge, narrow",
    dataType: "number",
    unit: "PC",
    children: { metalEdgeNarrowLength: { id: "5.85", label: "Length", dataType: "number", unit: "FT" } },
  },
  metalEdgeWide: {
    id: "5.87",
    label: "Metal edge, wide",
    dataType: "number",
    unit: "PC",
    children: { metalEdgeWideLength: { id: "5.88", label: "Length", dataType: "number", unit: "FT" } },
  },
  penetrations: { id: "5.90", label: "Penetrations", dataType: "number", unit: "EA" },
  insulation: {
    id: "5.91",
    label: "Flat roof insulation",
    dataType: "number",
    unit: "SH",
    allowMultiple: true,
    children: {
      insulationType: { id: "5.92", label: "Type", dataType: "dropdown" },
      insulationArea: { id: "5.93", label: "Area", dataType: "number", unit: "SQ FT" },
    },
  },
  drainsReUse: { id: "5.95", label: "Drains, re-use", dataType: "number", unit: "EA" },
  drainsNew: { id: "5.96", label: "Drains, new", dataType: "number", unit: "EA" },
  railingSections: {
    id: "5.97",
    label: "Railing sections",
    dataType: "number",
    unit: "EA",
    description: "Taken off and put back.",
  },
  railingPosts: {
    id: "5.98",
    label: "Railing posts",
    dataType: "number",
    unit: "EA",
    description: "Taken off, flashed and put back.",
  },

  ...skylightFields(ids(105)),
  ...roofVentilationFields(ids(120)),
  ...paintFields(ids(130)),

  // Extras
  initialSetUp: { id: "5.140", label: "Initial set-up", dataType: "boolean", toWaste: true },
  highRoof: { id: "5.141", label: "High roof", dataType: "boolean", toWaste: true },
  steepRoof: { id: "5.142", label: "Steep roof", dataType: "boolean", toWaste: true },
  ...permitField(ids(143), "Repair permit"),
  ...dumpsterFields(ids(145)),
  roofingCement: {
    id: "5.155",
    label: "Roofing cement",
    dataType: "dropdown",
    unit: "TB",
    allowMultiple: true,
    allowQuantityChange: true,
  },
  caulk: {
    id: "5.156",
    label: "Caulk",
    dataType: "dropdown",
    unit: "TB",
    allowMultiple: true,
    allowQuantityChange: true,
  },
  ...trimCoilFields(ids(158)),
  ...deliveryDistanceField(ids(162)),
  totalLaborHours: {
    id: "5.165",
    label: "Labor hours",
    dataType: "number",
    unit: "EA",
    toWaste: true,
    description: "Hours of the crew for the lines above that carry no labor of their own.",
  },
  ...addOnServiceFields(ids(170)),
  ...closingFields(5),
});
