import { addOnServiceGroup } from "#catalogue/building-blocks/add-on-services.ts";
import { dumpsterGroup } from "#catalogue/building-blocks/dumpster.ts";
import { lightingGroups } from "#catalogue/building-blocks/exterior-lighting.ts";
import { fasciaGroups } from "#catalogue/building-blocks/fascia.ts";
import { gutterDetailGroup, gutterGroups } from "#catalogue/building-blocks/gutters.ts";
import { roofVentilationGroups } from "#catalogue/building-blocks/roof-ventilation.ts";
import { skylightGroups } from "#catalogue/building-blocks/skylight.ts";
import { soffitGroups } from "#catalogue/building-blocks/soffit.ts";
import { trimCoilGroup } from "#catalogue/building-blocks/trim-coil.ts";
import { defineSections } from "#catalogue/define-sections.ts";
import { roofingWorkflowFields } from "./roofing-fields.ts";

/** The 14 steps of roofing (2.§2.1). Exterior Lighting and Gutters are the optional pair 146 and 147 (1.§4). */
export const roofingSections = defineSections(roofingWorkflowFields, [
  {
    id: 101,
    name: "Questionnaire",
    component: "roofing-questionnaire",
    groups: [
      { title: "Area of work", rows: ["roofingAreaOfWork", "numberOfStories"] },
      { title: "The roof today", rows: ["ageOfRoof", "roofLeaks", "measurementReport"] },
      { title: "What matters", rows: ["preferredTimeline", "decidingFactor"] },
      { title: "Previous roofing providers", rows: ["previousRoofingProviders"] },
    ],
  },
  {
    id: 102,
    name: "Details",
    component: "roofing-details",
    groups: [
      {
        title: "Structure height",
        rows: ["squaresOnStory1", "squaresOnStory2", "squaresOnStory3", "squaresOnStory4"],
        hasTotal: true,
      },
      { title: "Tear-off", rows: ["tearOff"], hasTotal: true },
      { title: "Material type", rows: ["materialType"] },
      {
        title: "Install and waste calculations",
        rows: [
          "totalRoofArea",
          "wasteFactorForMaterial",
          "wasteFactorForLabor",
          "totalSquaresForMaterial",
          "totalSquaresForLabor",
        ],
      },
      dumpsterGroup,
      { title: "Pitch details", rows: ["installPitch", { text: "pitchSquares" }], hasTotal: true },
    ],
  },
  {
    id: 103,
    name: "Decking & Underlayment",
    component: "decking-and-underlayment",
    groups: [
      {
        title: "Lengths",
        rows: [
          "eaveLength",
          "rakeEdgeLength",
          "hipRidgeLength",
          "valleyLength",
          "roofToWallFlashingLength",
          "flashingLength",
        ],
      },
      { title: "Ice barrier", rows: ["iceBarrierRows", "iceBarrier"], hasTotal: true },
      { title: "Decking", rows: ["decking", "replaceDeckBoards"], hasTotal: true },
    ],
  },
  {
    id: 104,
    name: "Flashing",
    component: "flashing",
    groups: [
      { title: "Drip edge", rows: ["dripEdge"], hasTotal: true },
      { title: "Gutter apron", rows: ["gutterFlashing"], hasTotal: true },
      { title: "Valleys", rows: ["valleyFlashing"], hasTotal: true },
      { title: "Step flashing", rows: ["stepFlashing"], hasTotal: true },
      { title: "Head flashing", rows: ["headFlashing"], hasTotal: true },
      { title: "Roof-to-wall trim", rows: ["roofToWallTrim"], hasTotal: true },
      { title: "Counter flashing", rows: ["counterFlashing"], hasTotal: true },
      { title: "PVC pipe flashing", rows: ["pvcBoot"] },
      { title: "Lead pipe flashing", rows: ["leadBoot"] },
      { title: "Zipper pipe flashing", rows: ["zipperBoot"] },
    ],
  },
  {
    id: 105,
    name: "Chimneys",
    component: "chimneys",
    groups: [
      { title: "Flashing", rows: ["chimneyFlashing", "chimneyFlashingColor"], hasTotal: true },
      { title: "Remove chimney", rows: ["removeChimney"], hasTotal: true },
    ],
  },
  { id: 106, name: "Skylight", component: "skylight", groups: skylightGroups },
  { id: 107, name: "Ventilation", component: "roof-ventilation", groups: roofVentilationGroups },
  {
    id: 108,
    name: "Flat Roof",
    component: "flat-roof",
    groups: [
      { title: "Membrane", rows: ["membrane"], hasTotal: true },
      { title: "Insulation", rows: ["insulation"], hasTotal: true },
      { title: "Edge detail", rows: ["edgeDetail"], hasTotal: true },
      { title: "Plates and screws", rows: ["plate", "screws"], hasTotal: true },
    ],
  },
  { id: 109, name: "Soffit", component: "soffit", groups: soffitGroups },
  { id: 110, name: "Fascia", component: "fascia", groups: fasciaGroups },
  { id: 146, name: "Exterior Lighting", component: "exterior-lighting", optional: true, groups: lightingGroups },
  { id: 147, name: "Gutters", component: "gutters", optional: true, groups: [gutterDetailGroup, ...gutterGroups] },
  {
    id: 113,
    name: "Extras",
    component: "roofing-extras",
    groups: [
      {
        title: "Materials and protection",
        rows: ["gutterIceBarrier", "atticBaffles", "permit", "tarpAttic", "caulk", "roofingCement", "fasteners"],
        hasTotal: true,
      },
      { title: "Cornice returns", rows: ["corniceReturns"] },
      { title: "Delivery distance", rows: ["deliveryDistance"] },
      { title: "Hand loading", rows: ["handLoading"] },
      trimCoilGroup,
      addOnServiceGroup,
    ],
  },
  {
    id: 114,
    name: "Package",
    component: "roofing-package",
    groups: [
      {
        title: "Package",
        rows: [
          { text: "packageNotApplicable" },
          { field: "package", control: "cards" },
          { field: "shingleColor", control: "swatches" },
          "roofingInstallation",
          "underlayment",
        ],
        hasTotal: true,
      },
      { title: "Starters, hips and ridges", rows: ["starters", "hipRidge"], hasTotal: true },
    ],
  },
]);
