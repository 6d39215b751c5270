import { addOnServiceGroup } from "#catalogue/building-blocks/add-on-services.ts";
import { defineSections } from "#catalogue/define-sections.ts";
import { windowWorkflowFields } from "./window-fields.ts";

export const windowSections = defineSections(windowWorkflowFields, [
  {
    id: 301,
    name: "Questionnaire",
    component: "window-questionnaire",
    groups: [
      {
        title: "About the home",
        rows: [
          "yearsInHome",
          "ageOfWindows",
          "stormWindows",
          "productInterest",
          "energyEfficiency",
          "preferredTimeline",
          "decidingFactor",
          "warranty",
          "windowStyle",
        ],
      },
      { title: "Measuring", rows: ["finalMeasurement"] },
      {
        title: "Window Problems",
        rows: [
          "windowProblemMaintenance",
          "windowProblemRotten",
          "windowProblemNonFunctional",
          "windowProblemDamagedSills",
          "windowProblemNeedsPainting",
        ],
      },
    ],
  },
  {
    id: 302,
    name: "Window Details",
    component: "window-details",
    groups: [{ title: "Windows", rows: [{ text: "totalWindows" }, "window"], hasTotal: true }],
  },
  {
    id: 303,
    name: "Trim",
    component: "window-trim",
    groups: [
      { title: "Interior Trim", rows: [{ text: "interiorTrimNeed" }, "interiorTrimMaterial"], hasTotal: true },
      { title: "Exterior Trim", rows: [{ text: "exteriorTrimNeed" }, "exteriorTrimMaterial"], hasTotal: true },
    ],
  },
  {
    id: 304,
    name: "Project Specifications",
    component: "window-project-specifications",
    groups: [
      {
        title: "Project specs",
        rows: ["leadSafeRemoval", "secondStoryWindows", "trimNails", "sprayFoam", "caulk", "deliveryDistance"],
        hasTotal: true,
      },
      {
        title: "Permit and fees",
        rows: ["permit", "setupFeeStainPaint", "setupFeeStainPaintCustom", "smallJobFee"],
        hasTotal: true,
      },
      addOnServiceGroup,
    ],
  },
  {
    id: 305,
    name: "Window List",
    component: "window-packages",
    groups: [
      {
        title: "Packages",
        rows: [{ text: "totalWindows" }, { field: "windowPackage", control: "cards" }],
        hasTotal: true,
      },
    ],
  },
]);
