import { addOnServiceFields, addOnServiceGroup } from "#catalogue/building-blocks/add-on-services.ts";
import { lightingFields, lightingGroups } from "#catalogue/building-blocks/exterior-lighting.ts";
import {
  fasciaFields,
  fasciaGroups,
  fasciaRecommendations,
  fasciaWrapCoil,
} from "#catalogue/building-blocks/fascia.ts";
import {
  gutterDetailFields,
  gutterDetailGroup,
  gutterFields,
  gutterGroups,
  gutterRecommendations,
} from "#catalogue/building-blocks/gutters.ts";
import { deliveryDistanceField, permitField } from "#catalogue/building-blocks/job-extras.ts";
import { paintFields, paintGroups, paintRecommendations } from "#catalogue/building-blocks/paint.ts";
import { recommendPieces } from "#catalogue/building-blocks/recommend-pieces.ts";
import { soffitFields, soffitGroups, soffitRecommendations } from "#catalogue/building-blocks/soffit.ts";
import {
  customWrapCoil,
  customWrapFields,
  customWrapGroup,
  recommendTrimCoil,
  trimCoilFields,
  trimCoilGroup,
} from "#catalogue/building-blocks/trim-coil.ts";
import { closingFields } from "#catalogue/closing-fields.ts";
import { defineFields, type FieldKeyOf } from "#catalogue/define-fields.ts";
import { defineSections } from "#catalogue/define-sections.ts";
import { fieldIdsFrom } from "#catalogue/field-ids.ts";
import { add, conversion, divide, quantityOf, wholePieces, type Expression } from "#expressions/expression.ts";
import { defineRecommendations } from "#catalogue/define-recommendations.ts";

const ids = (firstNumber: number) => fieldIdsFrom({ workflowId: 7, firstNumber });

/** Trim (3.§2): soffit, fascia, boards and wraps as a separate job. */
export const trimWorkflowFields = defineFields(7, {
  trimAreaOfWork: { id: "7.1", label: "Area of work", dataType: "dropdown" },
  measurementReport: {
    id: "7.5",
    label: "Measurement report",
    dataType: "dropdown",
    description: "What the measurements come from, where somebody is paid for it.",
  },
  ...soffitFields(ids(10)),
  ...fasciaFields(ids(50)),
  compositeTrim: {
    id: "7.70",
    label: "Composite trim",
    dataType: "number",
    unit: "PC",
    allowMultiple: true,
    children: {
      trimType: { id: "7.71", label: "Type", dataType: "dropdown" },
      trimSize: { id: "7.72", label: "Size", dataType: "dropdown" },
      trimColor: { id: "7.73", label: "Color", dataType: "dropdown" },
      trimLength: { id: "7.74", label: "Length", dataType: "number", unit: "FT" },
    },
  },
  ...customWrapFields(ids(80)),
  ...trimCoilFields(ids(85)),
  ...paintFields(ids(90)),
  ...lightingFields(ids(100)),
  ...gutterDetailFields(ids(105)),
  ...gutterFields(ids(110)),
  caulk: {
    id: "7.140",
    label: "Caulk",
    dataType: "dropdown",
    unit: "TB",
    allowMultiple: true,
    allowQuantityChange: true,
  },
  nails: {
    id: "7.141",
    label: "Nails",
    dataType: "dropdown",
    unit: "PC",
    allowMultiple: true,
    allowQuantityChange: true,
  },
  ...deliveryDistanceField(ids(142)),
  ...permitField(ids(143), "Trim permit"),
  ...addOnServiceFields(ids(150)),
  ...closingFields(7),
});

/** The nine steps of trim (3.§2). */
export const trimSections = defineSections(trimWorkflowFields, [
  {
    id: 701,
    name: "Details",
    component: "trim-details",
    groups: [
      { title: "Area of work", rows: ["trimAreaOfWork"] },
      { title: "Measuring", rows: ["measurementReport"] },
    ],
  },
  { id: 702, name: "Soffit", component: "soffit", groups: soffitGroups },
  { id: 703, name: "Fascia", component: "fascia", groups: fasciaGroups },
  {
    id: 704,
    name: "Composite Trim",
    component: "composite-trim",
    groups: [{ title: "Composite trim", rows: ["compositeTrim"], hasTotal: true }],
  },
  { id: 705, name: "Wraps", component: "trim-wraps", groups: [customWrapGroup, trimCoilGroup] },
  { id: 706, name: "Paint", component: "paint", groups: paintGroups },
  { id: 707, name: "Exterior Lighting", component: "exterior-lighting", groups: lightingGroups },
  { id: 708, name: "Gutters", component: "gutters", groups: [gutterDetailGroup, ...gutterGroups] },
  {
    id: 709,
    name: "Extras",
    component: "trim-extras",
    groups: [
      { title: "Caulk", rows: ["caulk"], hasTotal: true },
      { title: "Nails", rows: ["nails"], hasTotal: true },
      { title: "Delivery distance", rows: ["deliveryDistance"], hasTotal: true },
      { title: "Permit", rows: ["permit"] },
      addOnServiceGroup,
    ],
  },
]);

/** Feet of all boards, which need nails and caulk. */
const boardFeet: Expression<FieldKeyOf<typeof trimWorkflowFields>> = add(
  quantityOf("compositeTrim.trimLength"),
  quantityOf("fascia.fasciaLength"),
);

/** Trim's formulas (3.§9). */
export const trimWorkflowRecommendations = defineRecommendations(trimWorkflowFields, [
  ...soffitRecommendations("exposedWidth"),
  ...fasciaRecommendations,
  recommendPieces({
    field: "compositeTrim",
    need: "compositeTrim.trimLength",
    type: "compositeTrim.trimType",
    conversionLabel: "Feet of one board",
    takesWaste: true,
  }),
  recommendTrimCoil<FieldKeyOf<typeof trimWorkflowFields>>(customWrapCoil, fasciaWrapCoil),
  ...paintRecommendations,
  ...gutterRecommendations,
  {
    field: "caulk",
    use: "recommended",
    source: "3.§9",
    quantity: wholePieces(divide(boardFeet, conversion(1, "Feet of boards for one tube"))),
  },
  {
    field: "nails",
    use: "recommended",
    source: "3.§9",
    quantity: wholePieces(divide(boardFeet, conversion(1, "Feet of boards for one box"))),
  },
]);
