import { addOnServiceFields, addOnServiceGroup } from "#catalogue/building-blocks/add-on-services.ts";
import { deliveryDistanceField, permitField } from "#catalogue/building-blocks/job-extras.ts";
import { recommendPieces } from "#catalogue/building-blocks/recommend-pieces.ts";
import { closingFields } from "#catalogue/closing-fields.ts";
import { defineFields, type FieldKeyOf } from "#catalogue/define-fields.ts";
import { defineSections } from "#catalogue/define-sections.ts";
import { fieldIdsFrom } from "#catalogue/field-ids.ts";
import { add, conversion, divide, quantityOf, wholePieces } from "#expressions/expression.ts";
import { defineRecommendations } from "#catalogue/define-recommendations.ts";

const ids = (firstNumber: number) => fieldIdsFrom({ workflowId: 6, firstNumber });

/**
 * Insulation (2.§2.3, 2.§3.2). Blown insulation and batts are bought in bags, boards in sheets: each group has square feet and a product,
 * and its quantity is the order.
 */
export const insulationWorkflowFields = defineFields(6, {
  yearsInHome: { id: "6.1", label: "Years in home", dataType: "number" },
  ageOfInsulation: { id: "6.2", label: "Age of insulation", dataType: "number", description: "In years." },
  decidingFactor: { id: "6.3", label: "Deciding factor", dataType: "dropdown" },
  preferredTimeline: { id: "6.4", label: "Preferred timeline", dataType: "dropdown" },
  mold: { id: "6.5", label: "Mold", dataType: "dropdown" },
  ventilation: { id: "6.6", label: "Ventilation", dataType: "dropdown" },
  existingRValue: { id: "6.7", label: "Existing R-value", dataType: "dropdown" },
  existingInsulationType: { id: "6.8", label: "Existing insulation type", dataType: "dropdown" },
  recentlyAddedInsulation: { id: "6.9", label: "Recently added insulation", dataType: "dropdown" },
  moisturePresent: { id: "6.10", label: "Moisture present", dataType: "dropdown" },
  existingAirSealing: { id: "6.11", label: "Existing air sealing", dataType: "dropdown" },
  previousInsulationProviders: {
    id: "6.12",
    label: "Previous provider",
    dataType: "string",
    allowMultiple: true,
  },
  removeExistingInsulation: {
    id: "6.13",
    label: "Remove existing insulation",
    dataType: "number",
    unit: "SQ FT",
    toWaste: true,
    description: "What is wet, moldy or chewed comes out first.",
  },

  homeEnergyAssessments: { id: "6.20", label: "Home energy assessment", dataType: "string", allowMultiple: true },
  blowerDoorTest: {
    id: "6.21",
    label: "Blower door test",
    dataType: "number",
    description: "One before the work; a second one shows what it brought.",
  },
  infraredScan: { id: "6.22", label: "Infrared scan", dataType: "number" },
  combustionSafetyTest: {
    id: "6.23",
    label: "Combustion safety test",
    dataType: "number",
    description: "Where a furnace, boiler or water heater takes its air from the house.",
  },

  airSealingPackage: {
    id: "6.30",
    label: "Air sealing package",
    dataType: "dropdown",
    description: "Seals what a home of that size usually has; the rows below are for what it does not cover.",
  },
  atticAccess: { id: "6.31", label: "Attic access", dataType: "dropdown", allowQuantityChange: true },
  sealRecessedLightIcRated: { id: "6.32", label: "Seal recessed light, IC rated", dataType: "number" },
  sealRecessedLightNotIcRated: { id: "6.33", label: "Seal recessed light, not IC rated", dataType: "number" },
  sealDroppedSoffits: { id: "6.34", label: "Seal dropped soffits", dataType: "number" },
  sealTopPlates: { id: "6.35", label: "Seal top plates", dataType: "number", unit: "FT" },
  sealKneeWallFloorLine: { id: "6.36", label: "Seal knee wall floor line", dataType: "number", unit: "FT" },
  sealBasementBoxStill: { id: "6.37", label: "Seal basement box sill", dataType: "number", unit: "FT" },
  airSealingFoam: {
    id: "6.38",
    label: "Air sealing foam",
    dataType: "number",
    unit: "PC",
    description: "Cans for the feet above.",
  },

  openJoistInsulation: {
    id: "6.50",
    label: "Open joist insulation",
    dataType: "number",
    unit: "PC",
    allowMultiple: true,
    children: {
      openJoistInsulationType: { id: "6.51", label: "Type", dataType: "dropdown" },
      openJoistInsulationArea: { id: "6.52", label: "Area", dataType: "number", unit: "SQ FT" },
    },
  },
  kneeWallInsulation: {
    id: "6.55",
    label: "Knee wall insulation",
    dataType: "number",
    unit: "PC",
    allowMultiple: true,
    children: {
      kneeWallInsulationType: { id: "6.56", label: "Type", dataType: "dropdown" },
      kneeWallInsulationArea: { id: "6.57", label: "Area", dataType: "number", unit: "SQ FT" },
    },
  },
  houseWrap: {
    id: "6.60",
    label: "House wrap",
    dataType: "number",
    unit: "RL",
    allowMultiple: true,
    children: {
      houseWrapType: { id: "6.61", label: "Type", dataType: "dropdown" },
      houseWrapArea: { id: "6.62", label: "Area", dataType: "number", unit: "SQ FT" },
    },
  },
  densePackWallExteriorInsulation: {
    id: "6.65",
    label: "Dense pack walls, from outside",
    dataType: "number",
    unit: "PC",
    allowMultiple: true,
    children: {
      densePackWallExteriorType: { id: "6.66", label: "Type", dataType: "dropdown" },
      densePackWallExteriorSiding: {
        id: "6.67",
        label: "Siding",
        dataType: "dropdown",
        description: "What is opened and closed again.",
      },
      densePackWallExteriorArea: { id: "6.68", label: "Area", dataType: "number", unit: "SQ FT" },
    },
  },
  densePackWallInteriorInsulation: {
    id: "6.70",
    label: "Dense pack walls, from inside",
    dataType: "number",
    unit: "PC",
    allowMultiple: true,
    children: {
      densePackWallInteriorType: { id: "6.71", label: "Type", dataType: "dropdown" },
      densePackWallInteriorFinish: {
        id: "6.72",
        label: "Wall finish",
        dataType: "dropdown",
        description: "What is drilled and patched.",
      },
      densePackWallInteriorArea: { id: "6.73", label: "Area", dataType: "number", unit: "SQ FT" },
    },
  },
  closedFloorInsulation: {
    id: "6.75",
    label: "Closed floor insulation",
    dataType: "number",
    unit: "PC",
    allowMultiple: true,
    children: {
      closedFloorInsulationType: { id: "6.76", label: "Type", dataType: "dropdown" },
      closedFloorInsulationArea: { id: "6.77", label: "Area", dataType: "number", unit: "SQ FT" },
    },
  },

  kitchenExhaustVent: { id: "6.90", label: "Kitchen exhaust vent", dataType: "dropdown", allowQuantityChange: true },
  bathExhaustVent: { id: "6.91", label: "Bath exhaust vent", dataType: "dropdown", allowQuantityChange: true },
  ...deliveryDistanceField(ids(92)),
  // The specification's spelling.
  insulationAccesories: {
    id: "6.93",
    label: "Accessories",
    dataType: "dropdown",
    unit: "PC",
    allowMultiple: true,
    allowQuantityChange: true,
  },
  ...permitField(ids(100)),
  ...addOnServiceFields(ids(101)),
  ...closingFields(6),
});

type InsulationKey = FieldKeyOf<typeof insulationWorkflowFields>;

export const insulationSections = defineSections(insulationWorkflowFields, [
  {
    id: 601,
    name: "Questionnaire",
    component: "insulation-questionnaire",
    groups: [
      {
        title: "About the home",
        rows: [
          "yearsInHome",
          "ageOfInsulation",
          "decidingFactor",
          "preferredTimeline",
          "mold",
          "ventilation",
          "existingRValue",
          "existingInsulationType",
          "recentlyAddedInsulation",
          "moisturePresent",
          "existingAirSealing",
        ],
      },
      { title: "Previous providers", rows: ["previousInsulationProviders"] },
      { title: "Removal", rows: ["removeExistingInsulation"] },
    ],
  },
  {
    id: 602,
    name: "Pre-Test",
    component: "insulation-pre-test",
    groups: [
      { title: "Home energy assessments", rows: ["homeEnergyAssessments"] },
      { title: "Tests", rows: ["blowerDoorTest", "infraredScan", "combustionSafetyTest"], hasTotal: true },
    ],
  },
  {
    id: 603,
    name: "Air Seal",
    component: "insulation-air-seal",
    groups: [
      { title: "Air sealing package", rows: ["airSealingPackage"] },
      {
        title: "Air seal",
        rows: [
          "atticAccess",
          "sealRecessedLightIcRated",
          "sealRecessedLightNotIcRated",
          "sealDroppedSoffits",
          "sealTopPlates",
          "sealKneeWallFloorLine",
          "sealBasementBoxStill",
          "airSealingFoam",
        ],
        hasTotal: true,
      },
    ],
  },
  {
    id: 604,
    name: "Details",
    component: "insulation-details",
    groups: [
      { title: "Open joist", rows: ["openJoistInsulation"], hasTotal: true },
      { title: "Knee wall", rows: ["kneeWallInsulation"], hasTotal: true },
      { title: "House wrap", rows: ["houseWrap"], hasTotal: true },
      {
        title: "Dense pack",
        rows: ["densePackWallExteriorInsulation", "densePackWallInteriorInsulation"],
        hasTotal: true,
      },
      { title: "Closed floor", rows: ["closedFloorInsulation"], hasTotal: true },
    ],
  },
  {
    id: 605,
    name: "Extras",
    component: "insulation-extras",
    groups: [
      { title: "Exhaust vents", rows: ["kitchenExhaustVent", "bathExhaustVent"], hasTotal: true },
      { title: "Delivery distance", rows: ["deliveryDistance"] },
      { title: "Accessories", rows: ["insulationAccesories"], hasTotal: true },
      { title: "Permit", rows: ["permit"] },
      addOnServiceGroup,
    ],
  },
]);

export const insulationWorkflowRecommendations = defineRecommendations(insulationWorkflowFields, [
  {
    field: "airSealingFoam",
    use: "recommended",
    source: "2.§9.3",
    quantity: wholePieces(
      divide(
        add(quantityOf("sealTopPlates"), quantityOf("sealKneeWallFloorLine"), quantityOf("sealBasementBoxStill")),
        conversion(1, "Feet of gap that one can seals"),
      ),
    ),
  },
  recommendPieces<InsulationKey>({
    field: "openJoistInsulation",
    need: "openJoistInsulation.openJoistInsulationArea",
    type: "openJoistInsulation.openJoistInsulationType",
    conversionLabel: "Square feet that one piece covers",
    takesWaste: true,
  }),
  recommendPieces<InsulationKey>({
    field: "kneeWallInsulation",
    need: "kneeWallInsulation.kneeWallInsulationArea",
    type: "kneeWallInsulation.kneeWallInsulationType",
    conversionLabel: "Square feet that one piece covers",
    takesWaste: true,
  }),
  recommendPieces<InsulationKey>({
    field: "houseWrap",
    need: "houseWrap.houseWrapArea",
    type: "houseWrap.houseWrapType",
    conversionLabel: "Square feet of one roll",
    takesWaste: true,
  }),
  recommendPieces<InsulationKey>({
    field: "densePackWallExteriorInsulation",
    need: "densePackWallExteriorInsulation.densePackWallExteriorArea",
    type: "densePackWallExteriorInsulation.densePackWallExteriorType",
    conversionLabel: "Square feet that one piece covers",
    takesWaste: true,
  }),
  recommendPieces<InsulationKey>({
    field: "densePackWallInteriorInsulation",
    need: "densePackWallInteriorInsulation.densePackWallInteriorArea",
    type: "densePackWallInteriorInsulation.densePackWallInteriorType",
    conversionLabel: "Square feet that one piece covers",
    takesWaste: true,
  }),
  recommendPieces<InsulationKey>({
    field: "closedFloorInsulation",
    need: "closedFloorInsulation.closedFloorInsulationArea",
    type: "closedFloorInsulation.closedFloorInsulationType",
    conversionLabel: "Square feet that one piece covers",
    takesWaste: true,
  }),
]);
