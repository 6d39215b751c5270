import { addOnServiceFields } from "#catalogue/building-blocks/add-on-services.ts";
import { deliveryDistanceField, permitField } from "#catalogue/building-blocks/job-extras.ts";
import { closingFields } from "#catalogue/closing-fields.ts";
import { defineFields, type FieldKeyOf, type FieldSpecification } from "#catalogue/define-fields.ts";
import { fieldIdsFrom } from "#catalogue/field-ids.ts";

const ids = (firstNumber: number) => fieldIdsFrom({ workflowId: 3, firstNumber });

/** The homeowner's answers about the house and the old windows, and the visit that measures them for the order. */
const questionnaireFields = {
  yearsInHome: { id: "3.70", label: "Years in home", dataType: "number" },
  ageOfWindows: { id: "3.71", label: "Age of windows", dataType: "number", description: "In years." },
  stormWindows: { id: "3.72", label: "Storm windows", dataType: "dropdown" },
  productInterest: { id: "3.73", label: "Product interest", dataType: "dropdown" },
  energyEfficiency: { id: "3.74", label: "Energy efficiency", dataType: "dropdown" },
  preferredTimeline: { id: "3.75", label: "Preferred timeline", dataType: "dropdown" },
  decidingFactor: { id: "3.76", label: "Deciding factor", dataType: "dropdown" },
  warranty: { id: "3.77", label: "Warranty", dataType: "dropdown" },
  windowStyle: {
    id: "3.78",
    label: "Window style",
    dataType: "dropdown",
    description: "The style that the homeowner has in mind; each window has its own type.",
  },
  finalMeasurement: {
    id: "3.79",
    label: "Final measurement",
    dataType: "boolean",
    description: "An installer measures every opening before the windows are ordered.",
  },
  windowProblemMaintenance: { id: "3.80", label: "Maintenance", dataType: "boolean" },
  windowProblemRotten: { id: "3.81", label: "Rotten", dataType: "boolean" },
  windowProblemNonFunctional: { id: "3.82", label: "Don't function", dataType: "boolean" },
  windowProblemDamagedSills: { id: "3.83", label: "Damaged sills", dataType: "boolean" },
  windowProblemNeedsPainting: { id: "3.84", label: "Don't want to paint", dataType: "boolean" },
} as const satisfies Record<string, FieldSpecification>;

/**
 * A window, or several equal ones by its quantity (3.§3 "Window entity"). The type is priced by size; other choices add to it. The window's
 * own trims say what goes where but have no price: the Trim step orders them in pieces.
 */
const windowField = {
  window: {
    id: "3.1",
    label: "Window",
    dataType: "number",
    unit: "EA",
    allowMultiple: true,
    description: "How many of this window.",
    children: {
      roomName: { id: "3.2", label: "Room name", dataType: "dropdown" },
      roomDetails: { id: "3.3", label: "Room details", dataType: "string" },
      width: { id: "3.4", label: "Width", dataType: "number", unit: "IN", allowNull: false },
      height: { id: "3.5", label: "Height", dataType: "number", unit: "IN", allowNull: false },
      ui: { id: "3.6", label: "UI", dataType: "number", unit: "IN", description: "United inches: width + height." },
      windowStyle: { id: "3.7", label: "Window type", dataType: "dropdown", allowNull: false },
      windowStyleDetails: { id: "3.8", label: "Type details", dataType: "string" },
      windowModel: {
        id: "3.9",
        label: "Model",
        dataType: "dropdown",
        description: "A window with a model of its own is left out of the package's united inches.",
      },
      installType: { id: "3.10", label: "Install type", dataType: "dropdown" },
      hardware: { id: "3.11", label: "Hardware", dataType: "dropdown" },
      screen: { id: "3.12", label: "Screen", dataType: "dropdown" },
      swing: { id: "3.13", label: "Swing", dataType: "dropdown", description: "Seen from outside." },
      operatingSash: {
        id: "3.14",
        label: "Operating sash",
        dataType: "dropdown",
        description: "Seen from outside; X opens, O is fixed.",
      },
      obscureSash: { id: "3.15", label: "Obscure sash", dataType: "dropdown" },
      jambDepth: { id: "3.16", label: "Jamb depth", dataType: "dropdown" },
      blinds: { id: "3.17", label: "Blinds", dataType: "dropdown" },
      weld: { id: "3.18", label: "Weld", dataType: "dropdown", description: "Units joined into one." },
      roofOption: { id: "3.19", label: "Roof option", dataType: "dropdown" },
      footLock: { id: "3.20", label: "Foot lock", dataType: "boolean" },
      glassType: { id: "3.21", label: "Glass", dataType: "dropdown" },
      grid: {
        id: "3.22",
        label: "Grid",
        dataType: "number",
        allowMultiple: true,
        defaultOne: true,
        children: {
          gridSize: { id: "3.23", label: "Size", dataType: "dropdown" },
          gridPattern: { id: "3.24", label: "Pattern", dataType: "dropdown" },
          gridColor: { id: "3.25", label: "Color", dataType: "dropdown" },
        },
      },
      interiorColor: { id: "3.26", label: "Interior color", dataType: "dropdown" },
      interiorBoxFinished: { id: "3.27", label: "Finished box interior", dataType: "boolean" },
      interiorTrim: {
        id: "3.28",
        label: "Interior trim",
        dataType: "number",
        allowMultiple: true,
        defaultOne: true,
        children: {
          interiorTrimType: { id: "3.29", label: "Type", dataType: "dropdown" },
          interiorTrimColor: { id: "3.30", label: "Color", dataType: "dropdown" },
          interiorTrimLength: { id: "3.31", label: "Length", dataType: "number", unit: "FT" },
        },
      },
      exteriorColor: { id: "3.32", label: "Exterior color", dataType: "dropdown" },
      exteriorTrim: {
        id: "3.33",
        label: "Exterior trim",
        dataType: "number",
        allowMultiple: true,
        defaultOne: true,
        children: {
          exteriorTrimType: { id: "3.34", label: "Type", dataType: "dropdown" },
          exteriorTrimColor: { id: "3.35", label: "Color", dataType: "dropdown" },
          exteriorTrimLength: { id: "3.36", label: "Length", dataType: "number", unit: "FT" },
        },
      },
    },
  },
} as const satisfies Record<string, FieldSpecification>;

/** The trim of the whole job: pieces by type and color for all windows together (3.§2, step Trim). */
const trimFields = {
  interiorTrimMaterial: {
    id: "3.50",
    label: "Interior trim",
    dataType: "number",
    unit: "PC",
    allowMultiple: true,
    children: {
      type: { id: "3.51", label: "Type", dataType: "dropdown" },
      color: { id: "3.52", label: "Color", dataType: "dropdown" },
      length: { id: "3.53", label: "Length", dataType: "number", unit: "FT" },
    },
  },
  exteriorTrimMaterial: {
    id: "3.55",
    label: "Exterior trim",
    dataType: "number",
    unit: "PC",
    allowMultiple: true,
    children: {
      type: { id: "3.56", label: "Type", dataType: "dropdown" },
      color: { id: "3.57", label: "Color", dataType: "dropdown" },
      length: { id: "3.58", label: "Length", dataType: "number", unit: "FT" },
    },
  },
} as const satisfies Record<string, FieldSpecification>;

const projectFields = {
  leadSafeRemoval: {
    id: "3.100",
    label: "Lead safe removal",
    dataType: "number",
    toWaste: true,
    description: "Openings in a home built before 1978.",
  },
  secondStoryWindows: { id: "3.101", label: "Second story windows", dataType: "number", toWaste: true },
  trimNails: { id: "3.102", label: "Trim nails", dataType: "number", unit: "PC", description: "Boxes." },
  sprayFoam: { id: "3.103", label: "Spray foam", dataType: "number", unit: "PC", description: "Cans." },
  caulk: { id: "3.104", label: "Caulk", dataType: "dropdown", unit: "TB", allowQuantityChange: true },
  ...deliveryDistanceField(ids(105)),
  ...permitField(ids(110), "Windows & Doors permit"),
  setupFeeStainPaint: {
    id: "3.111",
    label: "Stain / paint set up fee",
    dataType: "boolean",
    excludeFromDiscount: true,
    description: "The factory charges it once for each order.",
  },
  setupFeeStainPaintCustom: {
    id: "3.112",
    label: "Custom stain / paint set up fee",
    dataType: "boolean",
    excludeFromDiscount: true,
    description: "The factory charges it once for each color that it has to match.",
  },
  smallJobFee: {
    id: "3.113",
    label: "Small job fee",
    dataType: "boolean",
    excludeFromDiscount: true,
    description: "Fewer than three openings.",
  },
  ...addOnServiceFields(ids(120)),
} as const satisfies Record<string, FieldSpecification>;

/**
 * Good, better or best: model line and glass of every window without its own model (checklist OP-39). Its quantity is their united
 * inches, so that better glass costs more for a large window.
 */
const packageFields = {
  windowPackage: {
    id: "3.140",
    label: "Window package",
    dataType: "dropdown",
    unit: "IN",
    allowQuantityChange: true,
    isComparison: true,
    description: "Priced by the united inches of all windows whose model is that of the package.",
  },
} as const satisfies Record<string, FieldSpecification>;

/** Windows & Doors (3.§2 "Window steps", 3.§3 "Window entity"). */
export const windowWorkflowFields = defineFields(3, {
  ...questionnaireFields,
  ...windowField,
  ...trimFields,
  ...projectFields,
  ...packageFields,
  ...closingFields(3),
});

export type WindowKey = FieldKeyOf<typeof windowWorkflowFields>;
