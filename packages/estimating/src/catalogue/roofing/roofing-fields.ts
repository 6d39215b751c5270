import { addOnServiceFields } from "#catalogue/building-blocks/add-on-services.ts";
import { dumpsterFields } from "#catalogue/building-blocks/dumpster.ts";
import { lightingFields } from "#catalogue/building-blocks/exterior-lighting.ts";
import { fasciaFields } from "#catalogue/building-blocks/fascia.ts";
import { gutterDetailFields, gutterFields } from "#catalogue/building-blocks/gutters.ts";
import { deliveryDistanceField, permitField } from "#catalogue/building-blocks/job-extras.ts";
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
import { soffitFields } from "#catalogue/building-blocks/soffit.ts";
import { trimCoilFields } from "#catalogue/building-blocks/trim-coil.ts";
import { closingFields } from "#catalogue/closing-fields.ts";
import { defineFields } from "#catalogue/define-fields.ts";
import { fieldIdsFrom } from "#catalogue/field-ids.ts";

const ids = (firstNumber: number) => fieldIdsFrom({ workflowId: 1, firstNumber });

/** Roofing (2.§2.3, 2.§3.5). */
export const roofingWorkflowFields = defineFields(1, {
  // Questionnaire
  roofingAreaOfWork: { id: "1.1", label: "Area of work", dataType: "dropdown" },
  ageOfRoof: { id: "1.2", label: "Age of roof in years", dataType: "number", unit: "EA" },
  numberOfStories: { id: "1.3", label: "Number of stories", dataType: "number", unit: "EA", allowNull: false },
  previousRoofingProviders: {
    id: "1.4",
    label: "Previous roofing providers",
    dataType: "string",
    allowMultiple: true,
  },
  decidingFactor: { id: "1.5", label: "Deciding factor", dataType: "dropdown" },
  preferredTimeline: { id: "1.6", label: "Preferred timeline", dataType: "dropdown" },
  roofLeaks: { id: "1.7", label: "Roof leaks now", dataType: "boolean" },
  measurementReport: {
    id: "1.8",
    label: "Measurement report",
    dataType: "dropdown",
    description: "What the roof's measurements come from, where somebody is paid for it.",
  },

  // Details
  squaresOnStory1: { id: "1.10", label: "Squares on story 1", dataType: "number", unit: "SQ", toWaste: true },
  squaresOnStory2: { id: "1.11", label: "Squares on story 2", dataType: "number", unit: "SQ", toWaste: true },
  squaresOnStory3: { id: "1.12", label: "Squares on story 3", dataType: "number", unit: "SQ", toWaste: true },
  squaresOnStory4: { id: "1.13", label: "Squares on story 4", dataType: "number", unit: "SQ", toWaste: true },
  tearOff: {
    id: "1.15",
    label: "Tear-off",
    dataType: "number",
    unit: "SQ",
    allowMultiple: true,
    toWaste: true,
    children: {
      tearOffLayer: { id: "1.16", label: "Layers", dataType: "dropdown", toWaste: true },
      tearOffPitch: { id: "1.17", label: "Pitch", dataType: "dropdown", toWaste: true },
      tearOffMaterial: { id: "1.18", label: "Material", dataType: "dropdown", toWaste: true },
    },
  },
  materialType: { id: "1.20", label: "Material type", dataType: "dropdown", allowNull: false },
  totalRoofArea: {
    id: "1.21",
    label: "Total roof area",
    dataType: "number",
    unit: "SQ FT",
    description: "Measured on the slope, without waste.",
  },
  wasteFactorForMaterial: {
    id: "1.22",
    label: "Waste factor for material",
    dataType: "number",
    unit: "%",
    toWaste: true,
  },
  wasteFactorForLabor: { id: "1.23", label: "Waste factor for labor", dataType: "number", unit: "%", toWaste: true },
  totalSquaresForMaterial: { id: "1.24", label: "Total squares for material", dataType: "number", unit: "SQ" },
  totalSquaresForLabor: {
    id: "1.25",
    label: "Total squares for labor",
    dataType: "number",
    unit: "SQ",
    toWaste: true,
    description: "Without the squares of a flat roof's membrane, which has labor of its own.",
  },
  ...dumpsterFields(ids(26)),
  installPitch: {
    id: "1.43",
    label: "Install pitch",
    dataType: "dropdown",
    unit: "SQ",
    allowMultiple: true,
    allowQuantityChange: true,
    toWaste: true,
  },

  // Decking & Underlayment
  eaveLength: { id: "1.58", label: "Eave length", dataType: "number", unit: "FT" },
  rakeEdgeLength: { id: "1.60", label: "Rake edge length", dataType: "number", unit: "FT" },
  hipRidgeLength: { id: "1.38", label: "Hip and ridge length", dataType: "number", unit: "FT" },
  valleyLength: { id: "1.37", label: "Valley length", dataType: "number", unit: "FT" },
  roofToWallFlashingLength: {
    id: "1.146",
    label: "Roof-to-wall flashing length",
    dataType: "number",
    unit: "FT",
    description: "Where a slope runs up along a wall: step flashing.",
  },
  flashingLength: {
    id: "1.189",
    label: "Flashing length",
    dataType: "number",
    unit: "FT",
    description: "Where the upper edge of a slope meets a wall: head flashing.",
  },
  iceBarrierRows: {
    id: "1.36",
    label: "Ice barrier rows",
    dataType: "dropdown",
    unit: "ROW",
    allowQuantityChange: true,
  },
  iceBarrier: { id: "1.68", label: "Ice barrier", dataType: "dropdown", unit: "RL", allowQuantityChange: true },
  decking: {
    id: "1.62",
    label: "Decking",
    dataType: "number",
    unit: "SH",
    allowMultiple: true,
    children: {
      deckingType: { id: "1.63", label: "Type", dataType: "dropdown" },
      deckingArea: { id: "1.64", label: "Area", dataType: "number", unit: "SQ FT" },
    },
  },
  replaceDeckBoards: {
    id: "1.66",
    label: "Replace deck boards",
    dataType: "dropdown",
    unit: "FT",
    allowMultiple: true,
    allowQuantityChange: true,
  },

  // Flashing
  dripEdge: flashingRow({
    id: "1.70",
    label: "Drip edge",
    unit: "PC",
    children: { dripEdgeType: flashingType("1.71"), dripEdgeColor: flashingColor("1.72") },
  }),
  gutterFlashing: flashingRow({
    id: "1.74",
    label: "Gutter apron",
    unit: "PC",
    children: { gutterFlashingType: flashingType("1.75"), gutterFlashingColor: flashingColor("1.76") },
  }),
  valleyFlashing: flashingRow({
    id: "1.78",
    label: "Valley",
    unit: "PC",
    children: { valleyFlashingType: flashingType("1.79"), valleyFlashingColor: flashingColor("1.80") },
  }),
  stepFlashing: flashingRow({
    id: "1.82",
    label: "Step flashing",
    unit: "PC",
    children: { stepFlashingType: flashingType("1.83"), stepFlashingColor: flashingColor("1.84") },
  }),
  headFlashing: flashingRow({
    id: "1.86",
    label: "Head flashing",
    unit: "FT",
    children: { headFlashingType: flashingType("1.87"), headFlashingColor: flashingColor("1.88") },
  }),
  roofToWallTrim: flashingRow({
    id: "1.90",
    label: "Roof-to-wall trim",
    unit: "PC",
    children: { roofToWallTrimType: flashingType("1.91"), roofToWallTrimArea: flashingLength("1.92") },
  }),
  counterFlashing: flashingRow({
    id: "1.94",
    label: "Counter flashing",
    unit: "FT",
    children: { counterFlashingType: flashingType("1.95"), counterFlashingColor: flashingColor("1.96") },
  }),
  ...pipeBootFields(ids(98)),

  // Chimneys
  ...chimneyFlashingFields(ids(105)),
  removeChimney: {
    id: "1.107",
    label: "Remove chimney",
    dataType: "dropdown",
    unit: "EA",
    allowMultiple: true,
    allowQuantityChange: true,
    toWaste: true,
  },

  ...skylightFields(ids(110)),
  ...roofVentilationFields(ids(122)),

  // Flat roof
  membrane: {
    id: "1.130",
    label: "Membrane",
    dataType: "number",
    unit: "EA",
    allowMultiple: true,
    defaultOne: true,
    description: "The area carries the labor, the type the rolls of material.",
    children: {
      membraneArea: { id: "1.131", label: "Area", dataType: "number", unit: "SQ" },
      membraneType: { id: "1.132", label: "Type", dataType: "dropdown", unit: "RL", allowQuantityChange: true },
    },
  },
  insulation: {
    id: "1.134",
    label: "Flat roof insulation",
    dataType: "number",
    unit: "SH",
    allowMultiple: true,
    children: {
      insulationType: { id: "1.135", label: "Type", dataType: "dropdown" },
      insulationArea: { id: "1.136", label: "Area", dataType: "number", unit: "SQ FT" },
    },
  },
  edgeDetail: {
    id: "1.138",
    label: "Edge detail",
    dataType: "number",
    unit: "PC",
    allowMultiple: true,
    children: {
      edgeDetailType: { id: "1.139", label: "Type", dataType: "dropdown" },
      edgeDetailLength: { id: "1.140", label: "Length", dataType: "number", unit: "FT" },
    },
  },
  plate: { id: "1.142", label: "Plates", dataType: "dropdown", unit: "EA", allowQuantityChange: true },
  screws: { id: "1.143", label: "Screws", dataType: "dropdown", unit: "EA", allowQuantityChange: true },

  ...soffitFields(ids(150)),
  ...fasciaFields(ids(180)),
  ...lightingFields(ids(195)),
  ...gutterDetailFields(ids(200)),
  ...gutterFields(ids(205)),

  // Extras
  gutterIceBarrier: { id: "1.230", label: "Gutter ice barrier", dataType: "number", unit: "RL" },
  atticBaffles: { id: "1.231", label: "Attic baffles", dataType: "number", unit: "EA" },
  ...permitField(ids(232), "Roofing permit"),
  tarpAttic: { id: "1.233", label: "Tarp attic", dataType: "number", unit: "EA", toWaste: true },
  caulk: {
    id: "1.234",
    label: "Caulk",
    dataType: "dropdown",
    unit: "TB",
    allowMultiple: true,
    allowQuantityChange: true,
  },
  roofingCement: {
    id: "1.235",
    label: "Roofing cement",
    dataType: "dropdown",
    unit: "TB",
    allowMultiple: true,
    allowQuantityChange: true,
  },
  fasteners: {
    id: "1.236",
    label: "Fasteners",
    dataType: "dropdown",
    unit: "PC",
    allowMultiple: true,
    allowQuantityChange: true,
    description: "Boxes of roofing nails.",
  },
  corniceReturns: { id: "1.237", label: "Cornice returns", dataType: "number", unit: "EA" },
  ...deliveryDistanceField(ids(238)),
  handLoading: { id: "1.239", label: "Hand loading", dataType: "number", unit: "SQ", toWaste: true },
  ...trimCoilFields(ids(240)),
  ...addOnServiceFields(ids(245)),

  // Package
  package: {
    id: "1.250",
    label: "Shingle type",
    dataType: "dropdown",
    unit: "SQ",
    allowQuantityChange: true,
    isComparison: true,
  },
  shingleColor: { id: "1.251", label: "Shingle color", dataType: "dropdown", isComparison: true },
  roofingInstallation: {
    id: "1.252",
    label: "Roofing installation",
    dataType: "dropdown",
    unit: "SQ",
    allowQuantityChange: true,
    isComparison: true,
    toWaste: true,
  },
  underlayment: {
    id: "1.253",
    label: "Underlayment",
    dataType: "dropdown",
    unit: "RL",
    allowQuantityChange: true,
    isComparison: true,
  },
  starters: {
    id: "1.254",
    label: "Starters",
    dataType: "dropdown",
    unit: "BND",
    allowQuantityChange: true,
    isComparison: true,
  },
  hipRidge: {
    id: "1.255",
    label: "Hip and ridge",
    dataType: "dropdown",
    unit: "BND",
    allowQuantityChange: true,
    isComparison: true,
  },
  ...closingFields(1),
});
