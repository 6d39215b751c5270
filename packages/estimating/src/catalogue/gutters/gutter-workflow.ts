import { addOnServiceFields, addOnServiceGroup } from "#catalogue/building-blocks/add-on-services.ts";
import { lightingFields, lightingGroups } from "#catalogue/building-blocks/exterior-lighting.ts";
import {
  gutterDetailFields,
  gutterDetailGroup,
  gutterFields,
  gutterGroups,
  gutterRecommendations,
} from "#catalogue/building-blocks/gutters.ts";
import { permitField } from "#catalogue/building-blocks/job-extras.ts";
import { closingFields } from "#catalogue/closing-fields.ts";
import { defineFields } from "#catalogue/define-fields.ts";
import { defineSections } from "#catalogue/define-sections.ts";
import { fieldIdsFrom } from "#catalogue/field-ids.ts";
import { conversionOf, divide, quantityOf, wholePieces } from "#expressions/expression.ts";
import { defineRecommendations } from "#catalogue/define-recommendations.ts";

const ids = (firstNumber: number) => fieldIdsFrom({ workflowId: 4, firstNumber });

/** Gutters (2.§2.3, 2.§3.1). */
export const gutterWorkflowFields = defineFields(4, {
  gutterAreaOfWork: { id: "4.1", label: "Area of work", dataType: "dropdown" },
  ...gutterDetailFields(ids(2)),
  removeGutters: { id: "4.5", label: "Remove existing gutters", dataType: "number", unit: "FT", toWaste: true },
  ...gutterFields(ids(10)),
  ...lightingFields(ids(40)),
  woodReplacement: {
    id: "4.50",
    label: "Wood replacement",
    dataType: "number",
    unit: "PC",
    allowMultiple: true,
    children: {
      woodReplacementArea: { id: "4.51", label: "Length", dataType: "number", unit: "FT" },
      woodReplacementMaterial: { id: "4.52", label: "Material", dataType: "dropdown" },
    },
  },
  gutterAccessories: {
    id: "4.55",
    label: "Accessories",
    dataType: "dropdown",
    unit: "PC",
    allowMultiple: true,
    allowQuantityChange: true,
  },
  ...permitField(ids(60)),
  ...addOnServiceFields(ids(61)),
  ...closingFields(4),
});

export const gutterSections = defineSections(gutterWorkflowFields, [
  {
    id: 401,
    name: "Details",
    component: "gutter-details",
    groups: [
      { title: "Area of work", rows: ["gutterAreaOfWork"] },
      gutterDetailGroup,
      { title: "Removal", rows: ["removeGutters"] },
    ],
  },
  { id: 402, name: "Gutters", component: "gutters", groups: gutterGroups },
  { id: 403, name: "Exterior Lighting", component: "exterior-lighting", groups: lightingGroups },
  {
    id: 404,
    name: "Extras",
    component: "gutter-extras",
    groups: [
      { title: "Wood replacement", rows: ["woodReplacement"], hasTotal: true },
      { title: "Accessories", rows: ["gutterAccessories"], hasTotal: true },
      { title: "Permit", rows: ["permit"] },
      addOnServiceGroup,
    ],
  },
]);

export const gutterWorkflowRecommendations = defineRecommendations(gutterWorkflowFields, [
  ...gutterRecommendations,
  {
    field: "woodReplacement",
    use: "recommended",
    source: "2.§9.3",
    quantity: wholePieces(
      divide(
        quantityOf("woodReplacement.woodReplacementArea"),
        conversionOf("woodReplacement.woodReplacementMaterial", 1, "Feet of one board"),
      ),
    ),
  },
]);
