import { addOnServiceGroup } from "#catalogue/building-blocks/add-on-services.ts";
import { dumpsterGroup } from "#catalogue/building-blocks/dumpster.ts";
import { paintGroups } from "#catalogue/building-blocks/paint.ts";
import { roofVentilationGroups } from "#catalogue/building-blocks/roof-ventilation.ts";
import { skylightGroups } from "#catalogue/building-blocks/skylight.ts";
import { trimCoilGroup } from "#catalogue/building-blocks/trim-coil.ts";
import { defineSections } from "#catalogue/define-sections.ts";
import { repairWorkflowFields } from "./repairs-fields.ts";

/** The 8 steps of repairs (2.§2.1, 2.§2.3). */
export const repairSections = defineSections(repairWorkflowFields, [
  {
    id: 501,
    name: "Roof",
    component: "repair-roof",
    groups: [
      {
        title: "Replace",
        rows: [
          "replaceShingles",
          "replaceShinglesUnderlayment",
          "replaceShinglesUnderlaymentDecking",
          "replaceRidge",
          "replaceValley",
          "replaceButterflyValley",
          "replaceDormerIntersection",
          "replaceRoofToWallIntersection",
        ],
        hasTotal: true,
      },
      {
        title: "Materials",
        rows: [
          "package",
          { field: "shingleColor", control: "swatches" },
          "replaceDeckBoards",
          "decking",
          "iceBarrier",
          "underlayment",
          "starters",
          "hipRidge",
        ],
        hasTotal: true,
      },
    ],
  },
  {
    id: 502,
    name: "Flashing",
    component: "repair-flashing",
    groups: [
      { title: "Drip edge", rows: ["dripEdge"], hasTotal: true },
      { title: "Gutter flashing", rows: ["gutterFlashing"], hasTotal: true },
      { title: "Valley flashing", rows: ["valleyFlashing"], hasTotal: true },
      { title: "Head flashing", rows: ["headFlashing"], hasTotal: true },
      { title: "Step flashing", rows: ["stepFlashing"], hasTotal: true },
      { title: "Counter flashing", rows: ["counterFlashing"], hasTotal: true },
      {
        title: "Pipe and exhaust flashing",
        rows: ["pvcBoot", "leadBoot", "zipperBoot", "kitchenExhaustFlashing", "bathExhaustFlashing"],
        hasTotal: true,
      },
    ],
  },
  {
    id: 503,
    name: "Chimney",
    component: "repair-chimney",
    groups: [
      { title: "Chimney flashing", rows: ["chimneyFlashing", "chimneyFlashingColor"], hasTotal: true },
      {
        title: "Chimney repairs",
        rows: ["chimneyChaseCap", "tuckPointChimney", "chimneyMasonrySealer"],
        hasTotal: true,
      },
    ],
  },
  {
    id: 504,
    name: "Flat Roof",
    component: "repair-flat-roof",
    groups: [
      { title: "Flat roof", rows: ["flatRoof"], hasTotal: true },
      { title: "Tear-off", rows: ["tearOff"], hasTotal: true },
      { title: "Edges", rows: ["terminationBars", "metalEdgeNarrow", "metalEdgeWide"], hasTotal: true },
      { title: "Insulation", rows: ["insulation"], hasTotal: true },
      {
        title: "Penetrations, drains and railings",
        rows: ["penetrations", "drainsReUse", "drainsNew", "railingSections", "railingPosts"],
        hasTotal: true,
      },
    ],
  },
  { id: 505, name: "Skylight", component: "skylight", groups: skylightGroups },
  { id: 506, name: "Ventilation", component: "roof-ventilation", groups: roofVentilationGroups },
  { id: 507, name: "Paint", component: "paint", groups: paintGroups },
  {
    id: 508,
    name: "Extras",
    component: "repair-extras",
    groups: [
      { title: "Job", rows: ["initialSetUp", "highRoof", "steepRoof", "permit", "deliveryDistance"], hasTotal: true },
      dumpsterGroup,
      { title: "Roofing cement", rows: ["roofingCement"] },
      { title: "Caulk", rows: ["caulk"] },
      trimCoilGroup,
      { title: "Labor hours", rows: ["totalLaborHours"] },
      addOnServiceGroup,
    ],
  },
]);
