import { lightingFields } from "#catalogue/building-blocks/exterior-lighting.ts";
import { fasciaFields } from "#catalogue/building-blocks/fascia.ts";
import { gutterDetailFields, gutterFields } from "#catalogue/building-blocks/gutters.ts";
import { paintFields } from "#catalogue/building-blocks/paint.ts";
import { soffitFields } from "#catalogue/building-blocks/soffit.ts";
import { customWrapFields, trimCoilFields } from "#catalogue/building-blocks/trim-coil.ts";
import { fieldIdsFrom } from "#catalogue/field-ids.ts";
import { trimWorkflowFields } from "#catalogue/trim/trim-workflow.ts";
import { defineStarter } from "./define-starter.ts";
import { lentBy } from "./lent-fields.ts";
import { BOARD_COLORS, BOARD_OPTIONS, BOARD_SIZES, boardVariants } from "./trim-boards.ts";

const sidingIds = fieldIdsFrom({ workflowId: 2, firstNumber: 1 });
const gutterIds = fieldIdsFrom({ workflowId: 4, firstNumber: 1 });

/** Trim: siding's steps of the same name, apart from panels, boards, caulk and nails. */
export const trimStarter = defineStarter(trimWorkflowFields, {
  trimAreaOfWork: {
    options: ["Whole house", "Front only", "Back only", "Left side", "Right side", "Garage", "Porch", "Dormers"],
  },
  measurementReport: { sameAsIn: 2 },

  // Soffit, Fascia, Wraps and Paint
  ...lentBy(2, {
    ...soffitFields(sidingIds),
    ...fasciaFields(sidingIds),
    ...customWrapFields(sidingIds),
    ...trimCoilFields(sidingIds),
    ...paintFields(sidingIds),
  }),
  // Conversion 1: exposed width of a 12 ft panel, in feet; siding counts the panel's square feet instead.
  "soffit.soffitType": {
    conversions: [1],
    options: [
      { name: "Vinyl, 12 in x 12 ft", material: 13.5, conversions: [1] },
      { name: "Vinyl, 16 in x 12 ft", material: 18, conversions: [1.333] },
      { name: "Vinyl hidden vent, 12 in x 12 ft", material: 19, conversions: [1] },
      { name: "Aluminum, 12 in x 12 ft", material: 21, conversions: [1] },
      { name: "Aluminum, 16 in x 12 ft", material: 28, conversions: [1.333] },
      { name: "Vinyl beaded porch ceiling, 8 in x 12 ft", material: 14, conversions: [0.667] },
    ],
  },

  // Composite Trim
  "compositeTrim.trimType": { options: BOARD_OPTIONS, variants: boardVariants("compositeTrim.trimSize") },
  "compositeTrim.trimSize": { options: BOARD_SIZES },
  "compositeTrim.trimColor": { options: BOARD_COLORS },

  // Exterior Lighting and Gutters
  ...lentBy(4, { ...lightingFields(gutterIds), ...gutterDetailFields(gutterIds), ...gutterFields(gutterIds) }),

  // Extras. Conversion 1: feet of boards for one tube, and for one box.
  caulk: {
    options: [
      { name: "Paintable sealant", material: 6, conversions: [40] },
      { name: "Polyurethane sealant", material: 9, conversions: [40] },
    ],
  },
  nails: {
    options: [
      { name: "Stainless trim nails, 1 lb box", material: 18, conversions: [150] },
      { name: "Trim screws with plugs, box", material: 46, conversions: [100] },
      { name: "Painted aluminum trim nails, 1/4 lb", material: 9, conversions: [200] },
    ],
  },
  deliveryDistance: { sameAsIn: 1 },
  permit: { cost: { material: 50 } },
  // Conversions 1 and 2: the factors of material and labor cost.
  custom: { conversions: [1.667, 1.667] },
  margin: { range: [0, 100, 0.5] },
  discount: { range: [0, 10, 0.5] },
});
