import { addOnServiceFields } from "#catalogue/building-blocks/add-on-services.ts";
import { dumpsterFields } from "#catalogue/building-blocks/dumpster.ts";
import { lightingFields } from "#catalogue/building-blocks/exterior-lighting.ts";
import { fasciaFields } from "#catalogue/building-blocks/fascia.ts";
import { gutterDetailFields, gutterFields } from "#catalogue/building-blocks/gutters.ts";
import { deliveryDistanceField, permitField, setupFeeField } from "#catalogue/building-blocks/job-extras.ts";
import { paintFields } from "#catalogue/building-blocks/paint.ts";
import { soffitFields } from "#catalogue/building-blocks/soffit.ts";
import { customWrapFields, trimCoilFields } from "#catalogue/building-blocks/trim-coil.ts";
import { closingFields } from "#catalogue/closing-fields.ts";
import { defineFields, type FieldSpecification } from "#catalogue/define-fields.ts";
import { fieldIdsFrom } from "#catalogue/field-ids.ts";

const ids = (firstNumber: number) => fieldIdsFrom({ workflowId: 2, firstNumber });

/** Bought in pieces of the type's length: the feet to cover, and the type. */
const lengthOfType = (firstNumber: number, label: string) => {
  const id = ids(firstNumber);
  return {
    id: id(0),
    label,
    dataType: "number",
    unit: "PC",
    children: {
      length: { id: id(1), label: "Length", dataType: "number", unit: "FT" },
      type: { id: id(2), label: "Type", dataType: "dropdown" },
    },
  } as const satisfies FieldSpecification;
};

const cornerPost = (firstNumber: number, label: string) => {
  const id = ids(firstNumber);
  return {
    id: id(0),
    label,
    dataType: "number",
    unit: "PC",
    children: {
      length: { id: id(1), label: "Length", dataType: "number", unit: "FT" },
      type: { id: id(2), label: "Type", dataType: "dropdown" },
      color: { id: id(3), label: "Color", dataType: "dropdown" },
    },
  } as const satisfies FieldSpecification;
};

/** The casing of an opening, wrapped in coil of the chosen color. */
const wrappedCasing = (firstNumber: number, label: string) => {
  const id = ids(firstNumber);
  return {
    id: id(0),
    label,
    dataType: "number",
    unit: "EA",
    children: {
      type: { id: id(1), label: "Type", dataType: "dropdown" },
      color: { id: id(2), label: "Color", dataType: "dropdown" },
    },
  } as const satisfies FieldSpecification;
};

/** A product that is chosen and counted, with a row for each. */
const countedProducts = <const Id extends `2.${number}`>(id: Id, label: string, unit: "EA" | "PC" | "TB" | "RL") =>
  ({
    id,
    label,
    dataType: "dropdown",
    unit,
    allowMultiple: true,
    allowQuantityChange: true,
  }) as const satisfies FieldSpecification;

/** Siding (3.§2, 3.§3). */
export const sidingWorkflowFields = defineFields(2, {
  sidingAreaOfWork: { id: "2.1", label: "Area of work", dataType: "dropdown" },
  numberOfStories: { id: "2.3", label: "Number of stories", dataType: "number", unit: "EA", allowNull: false },
  measurementReport: {
    id: "2.5",
    label: "Measurement report",
    dataType: "dropdown",
    description: "What the measurements of the walls come from, where somebody is paid for it.",
  },

  existingSidingStyle: { id: "2.43", label: "Existing siding style", dataType: "dropdown" },
  sidingInstallType: { id: "2.46", label: "Install type", dataType: "dropdown" },
  previousSidingProviders: {
    id: "2.44",
    label: "Previous siding provider",
    dataType: "string",
    allowMultiple: true,
  },
  ...dumpsterFields(ids(10)),
  materialType: {
    id: "2.45",
    label: "Material type",
    dataType: "dropdown",
    description: "Decides which packages and which installation are offered.",
  },
  totalSidingArea: {
    id: "2.25",
    label: "Total siding area",
    dataType: "number",
    unit: "SQ FT",
    description: "All walls that get siding, accents included, without waste.",
  },
  wasteFactorForMaterial: {
    id: "2.26",
    label: "Waste factor for material",
    dataType: "number",
    unit: "%",
    toWaste: true,
  },
  wasteFactorForLabor: {
    id: "2.27",
    label: "Waste factor for labor",
    dataType: "number",
    unit: "%",
    toWaste: true,
    description: "Always that of the material.",
  },
  totalSquaresForMaterial: { id: "2.28", label: "Total squares for material", dataType: "number", unit: "SQ" },
  totalSquaresForLabor: {
    id: "2.29",
    label: "Total squares for labor",
    dataType: "number",
    unit: "SQ",
    toWaste: true,
  },
  tearOff: {
    id: "2.35",
    label: "Tear off",
    dataType: "dropdown",
    unit: "SQ",
    allowMultiple: true,
    allowQuantityChange: true,
    toWaste: true,
  },
  sheathing: {
    id: "2.36",
    label: "Sheathing",
    dataType: "number",
    unit: "SH",
    allowMultiple: true,
    children: {
      sheathingType: { id: "2.37", label: "Type", dataType: "dropdown" },
      sheathingArea: { id: "2.38", label: "Area", dataType: "number", unit: "SQ FT" },
    },
  },
  boards: {
    id: "2.39",
    label: "Boards",
    dataType: "number",
    unit: "PC",
    allowMultiple: true,
    children: {
      boardType: { id: "2.40", label: "Type", dataType: "dropdown" },
      boardLength: { id: "2.41", label: "Length", dataType: "number", unit: "FT" },
    },
  },

  houseWrap: {
    id: "2.109",
    label: "House wrap",
    dataType: "number",
    unit: "EA",
    allowMultiple: true,
    defaultOne: true,
    children: {
      houseWrapType: { id: "2.110", label: "Type", dataType: "dropdown" },
      houseWrapMaterial: { id: "2.111", label: "Material", dataType: "number", unit: "SQ" },
      houseWrapLabor: { id: "2.112", label: "Labor", dataType: "number", unit: "SQ", toWaste: true },
    },
  },
  houseInsulation: {
    id: "2.113",
    label: "House insulation",
    dataType: "number",
    unit: "EA",
    allowMultiple: true,
    defaultOne: true,
    children: {
      houseInsulationType: { id: "2.114", label: "Type", dataType: "dropdown" },
      material: { id: "2.115", label: "Material", dataType: "number", unit: "SQ" },
      labor: { id: "2.116", label: "Labor", dataType: "number", unit: "SQ", toWaste: true },
    },
  },

  jChannel: lengthOfType(50, "J channel"),
  fChannel: lengthOfType(53, "F channel"),
  utilityChannel: lengthOfType(56, "Utility channel"),
  starters: lengthOfType(59, "Starters"),
  masterBlocks: { id: "2.65", label: "Mounting blocks", dataType: "number", unit: "EA" },
  splitBlocks: { id: "2.66", label: "Split blocks", dataType: "number", unit: "EA" },
  dryerExhaustBlock: { id: "2.67", label: "Dryer exhaust block", dataType: "number", unit: "EA" },
  mountingBlockColor: { id: "2.841", label: "Mounting block color", dataType: "dropdown" },

  outsideCornerPost: cornerPost(70, "Outside corner post"),
  insideCornerPost: cornerPost(75, "Inside corner post"),

  windowCasing: wrappedCasing(80, "Window casing"),
  garageDoorCasing: wrappedCasing(83, "Garage door casing"),
  serviceDoorCasing: wrappedCasing(86, "Service door casing"),
  garageDoorJamb: {
    id: "2.89",
    label: "Garage door jamb",
    dataType: "dropdown",
    unit: "EA",
    allowQuantityChange: true,
  },
  wallFlashing: {
    id: "2.95",
    label: "Wall flashing",
    dataType: "number",
    unit: "EA",
    defaultOne: true,
    children: {
      wallFlashingType: {
        id: "2.96",
        label: "Type",
        dataType: "dropdown",
        unit: "FT",
        allowQuantityChange: true,
        description: "Feet of wall that get flashing. The first type is bent on site and priced by the foot.",
      },
      wallFlashingQuantity: { id: "2.97", label: "Prefabricated pieces", dataType: "number", unit: "PC" },
      wallFlashingColor: { id: "2.98", label: "Color", dataType: "dropdown" },
    },
  },
  ...customWrapFields(ids(90)),

  ...soffitFields(ids(120)),
  ...fasciaFields(ids(155)),

  trim: {
    id: "2.170",
    label: "Trim",
    dataType: "number",
    unit: "PC",
    allowMultiple: true,
    children: {
      trimType: { id: "2.171", label: "Type", dataType: "dropdown" },
      trimSize: { id: "2.172", label: "Size", dataType: "dropdown" },
      trimColor: { id: "2.173", label: "Color", dataType: "dropdown" },
      trimLength: { id: "2.174", label: "Length", dataType: "number", unit: "FT" },
    },
  },
  ...trimCoilFields(ids(176)),

  shutters: {
    id: "2.180",
    label: "Shutters",
    dataType: "number",
    unit: "Sets",
    allowMultiple: true,
    description: "A set is the pair beside one window.",
    children: {
      shutterType: { id: "2.181", label: "Type", dataType: "dropdown" },
      shutterColor: { id: "2.182", label: "Color", dataType: "dropdown" },
    },
  },
  shutterInstallType: { id: "2.843", label: "Shutter installation", dataType: "dropdown", toWaste: true },

  gableAccents: {
    id: "2.190",
    label: "Gable accents",
    dataType: "number",
    unit: "EA",
    allowMultiple: true,
    defaultOne: true,
    children: {
      type: {
        id: "2.191",
        label: "Type",
        dataType: "dropdown",
        unit: "SQ",
        allowQuantityChange: true,
        description: "With the squares of material that the area and its waste make.",
      },
      color: { id: "2.192", label: "Color", dataType: "dropdown" },
      area: { id: "2.193", label: "Area", dataType: "number", unit: "SQ FT" },
      wasteFactorForMaterial: {
        id: "2.194",
        label: "Waste factor for material",
        dataType: "number",
        unit: "%",
        toWaste: true,
      },
      wasteFactorForLabor: {
        id: "2.195",
        label: "Waste factor for labor",
        dataType: "number",
        unit: "%",
        toWaste: true,
      },
      labor: { id: "2.196", label: "Labor", dataType: "number", unit: "SQ", toWaste: true },
    },
  },
  totalAccentArea: {
    id: "2.101",
    label: "Total accent area",
    dataType: "number",
    unit: "SQ FT",
    description: "What the accents take from the area of the package.",
  },
  gableVent: countedProducts("2.200", "Gable vent", "EA"),
  posts: countedProducts("2.201", "Posts", "EA"),

  garageDoors: countedProducts("2.210", "Garage doors", "EA"),
  garageDoorOpener: countedProducts("2.211", "Garage door opener", "EA"),
  serviceDoors: countedProducts("2.212", "Service doors", "EA"),

  ...paintFields(ids(220)),
  ...lightingFields(ids(250)),
  ...gutterDetailFields(ids(255)),
  ...gutterFields(ids(260)),

  ...setupFeeField(ids(230)),
  houseWrapTape: { id: "2.231", label: "House wrap tape", dataType: "dropdown", unit: "RL", allowQuantityChange: true },
  windowFlashingTape: {
    id: "2.232",
    label: "Window flashing tape",
    dataType: "dropdown",
    unit: "RL",
    allowQuantityChange: true,
  },
  nails: countedProducts("2.233", "Nails", "PC"),
  caulk: countedProducts("2.234", "Caulk", "TB"),
  ...deliveryDistanceField(ids(235)),
  ...permitField(ids(236), "Siding permit"),
  ...addOnServiceFields(ids(240)),

  totalSquaresForMaterialPackage: {
    id: "2.30",
    label: "Package squares for material",
    dataType: "number",
    unit: "SQ",
  },
  totalSquaresForLaborPackage: {
    id: "2.31",
    label: "Package squares for labor",
    dataType: "number",
    unit: "SQ",
    toWaste: true,
  },
  sidingPackageInstallation: {
    id: "2.100",
    label: "Installation labor",
    dataType: "dropdown",
    unit: "SQ",
    allowQuantityChange: true,
    isComparison: true,
    toWaste: true,
  },
  sidingPackage: {
    id: "2.844",
    label: "Package",
    dataType: "dropdown",
    unit: "SQ",
    allowQuantityChange: true,
    isComparison: true,
  },
  sidingColor: { id: "2.847", label: "Siding color", dataType: "dropdown", isComparison: true },
  sidingReveal: { id: "2.845", label: "Siding reveal", dataType: "dropdown", isComparison: true },
  ...closingFields(2),
});
