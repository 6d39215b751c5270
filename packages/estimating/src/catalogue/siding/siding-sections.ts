import { addOnServiceGroup } from "#catalogue/building-blocks/add-on-services.ts";
import { dumpsterGroup } from "#catalogue/building-blocks/dumpster.ts";
import { lightingGroups } from "#catalogue/building-blocks/exterior-lighting.ts";
import { fasciaGroups } from "#catalogue/building-blocks/fascia.ts";
import { gutterDetailGroup, gutterGroups } from "#catalogue/building-blocks/gutters.ts";
import { paintGroups } from "#catalogue/building-blocks/paint.ts";
import { soffitGroups } from "#catalogue/building-blocks/soffit.ts";
import { customWrapGroup, trimCoilGroup } from "#catalogue/building-blocks/trim-coil.ts";
import { defineSections } from "#catalogue/define-sections.ts";
import { sidingWorkflowFields } from "./siding-fields.ts";

/** The seventeen steps of siding (3.§2); Exterior Lighting and Gutters are optional. */
export const sidingSections = defineSections(sidingWorkflowFields, [
  {
    id: 201,
    name: "Questionnaire",
    component: "siding-questionnaire",
    groups: [
      { title: "The house", rows: ["sidingAreaOfWork", "numberOfStories"] },
      { title: "Measuring", rows: ["measurementReport"] },
    ],
  },
  {
    id: 202,
    name: "Details",
    component: "siding-details",
    groups: [
      { title: "Existing siding", rows: ["existingSidingStyle", "sidingInstallType"] },
      { title: "Previous siding providers", rows: ["previousSidingProviders"] },
      dumpsterGroup,
      { title: "Material type", rows: ["materialType"] },
      {
        title: "Waste calculations",
        rows: [
          "totalSidingArea",
          { text: "totalAccentArea" },
          "wasteFactorForMaterial",
          "wasteFactorForLabor",
          "totalSquaresForMaterial",
          "totalSquaresForLabor",
        ],
      },
      { title: "Tear off", rows: ["tearOff"], hasTotal: true },
      { title: "Sheathing", rows: ["sheathing"], hasTotal: true },
      { title: "Boards", rows: ["boards"], hasTotal: true },
    ],
  },
  {
    id: 203,
    name: "House Wrap",
    component: "house-wrap",
    groups: [
      { title: "House wrap", rows: ["houseWrap"], hasTotal: true },
      { title: "House insulation", rows: ["houseInsulation"], hasTotal: true },
    ],
  },
  {
    id: 204,
    name: "Accessories",
    component: "siding-accessories",
    groups: [
      { title: "J channel", rows: ["jChannel"] },
      { title: "F channel", rows: ["fChannel"] },
      { title: "Utility channel", rows: ["utilityChannel"] },
      { title: "Starters", rows: ["starters"] },
      {
        title: "Blocks",
        rows: ["masterBlocks", "splitBlocks", "dryerExhaustBlock", "mountingBlockColor"],
        hasTotal: true,
      },
    ],
  },
  {
    id: 205,
    name: "Corners",
    component: "siding-corners",
    groups: [
      { title: "Outside corner post", rows: ["outsideCornerPost"] },
      { title: "Inside corner post", rows: ["insideCornerPost"] },
    ],
  },
  {
    id: 206,
    name: "Wraps",
    component: "siding-wraps",
    groups: [
      { title: "Window casing", rows: ["windowCasing"] },
      { title: "Garage doors", rows: ["garageDoorCasing", "garageDoorJamb"], hasTotal: true },
      { title: "Service door casing", rows: ["serviceDoorCasing"] },
      { title: "Wall flashing", rows: ["wallFlashing"] },
      customWrapGroup,
    ],
  },
  { id: 207, name: "Soffit", component: "soffit", groups: soffitGroups },
  { id: 208, name: "Fascia", component: "fascia", groups: fasciaGroups },
  {
    id: 209,
    name: "Trim",
    component: "siding-trim",
    groups: [{ title: "Trim", rows: ["trim"], hasTotal: true }, trimCoilGroup],
  },
  {
    id: 210,
    name: "Shutters",
    component: "shutters",
    groups: [{ title: "Shutters", rows: ["shutters", "shutterInstallType"], hasTotal: true }],
  },
  {
    id: 211,
    name: "Accents",
    component: "siding-accents",
    groups: [
      { title: "Gable accents", rows: ["gableAccents", "totalAccentArea"], hasTotal: true },
      { title: "Gable vent", rows: ["gableVent"], hasTotal: true },
      { title: "Posts", rows: ["posts"], hasTotal: true },
    ],
  },
  {
    id: 212,
    name: "Doors",
    component: "doors",
    groups: [
      { title: "Garage doors", rows: ["garageDoors"], hasTotal: true },
      { title: "Garage door opener", rows: ["garageDoorOpener"], hasTotal: true },
      { title: "Service doors", rows: ["serviceDoors"], hasTotal: true },
    ],
  },
  { id: 213, name: "Painting", component: "paint", groups: paintGroups },
  { id: 144, name: "Exterior Lighting", component: "exterior-lighting", groups: lightingGroups, optional: true },
  {
    id: 145,
    name: "Gutters",
    component: "gutters",
    groups: [gutterDetailGroup, ...gutterGroups],
    optional: true,
  },
  {
    id: 216,
    name: "Extras",
    component: "siding-extras",
    groups: [
      { title: "Setup fee", rows: ["setupFee"], hasTotal: true },
      { title: "Tape", rows: ["houseWrapTape", "windowFlashingTape"], hasTotal: true },
      { title: "Nails", rows: ["nails"], hasTotal: true },
      { title: "Caulk", rows: ["caulk"], hasTotal: true },
      { title: "Delivery distance", rows: ["deliveryDistance"], hasTotal: true },
      { title: "Permit", rows: ["permit"] },
      addOnServiceGroup,
    ],
  },
  {
    id: 217,
    name: "Package",
    component: "siding-package",
    groups: [
      {
        title: "Package squares",
        rows: [{ text: "packageNotApplicable" }, "totalSquaresForMaterialPackage", "totalSquaresForLaborPackage"],
      },
      {
        title: "Package",
        rows: [
          "sidingPackageInstallation",
          { field: "sidingPackage", control: "cards" },
          { field: "sidingColor", control: "swatches" },
          "sidingReveal",
        ],
        hasTotal: true,
      },
    ],
  },
]);
