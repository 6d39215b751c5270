import { amountLabel, MAX_PRICE } from "@ridgebook/contract";
import { WORKFLOWS } from "@ridgebook/estimating";
import { PRICING_LABELS } from "#features/price-book/describe-changes.ts";
import type { Column } from "./workbook.ts";

/*
 * A price book's layout as a workbook: a sheet per workflow with its fields, and sheets for what belongs to fields. Every row starts with
 * an id, which counts, next to a name for the reader. Columns are found by title, so they may be moved.
 */

export const README_SHEET = "Read me";
export const FORMAT_LABEL = "Format";
export const VERSION_LABEL = "Version";
/** The company: another company's version number is meaningless. */
export const COMPANY_LABEL = "Company number";
/** The written format. Increment it if older workbooks would be misread. */
export const WORKBOOK_FORMAT = 1;

/** Sheets of the workflows under their names in the product. */
export const WORKFLOW_SHEETS: readonly { readonly workflowId: number; readonly name: string }[] = WORKFLOWS.map(
  ({ id, name }) => ({ workflowId: id, name }),
);
export const YES = "yes";
export const NO = "no";
const YES_OR_NO = [YES, NO];

const info = (title: string, width: number): Column => ({
  title,
  width,
  note: "For reading. Changes here are not taken over.",
});
const FIELD_ID: Column = { title: "Field id", width: 9, note: "Which field the row belongs to. Ids never change." };
const FIELD_NAME = info("Field", 34);

const money = (title: string): Column => ({
  title,
  width: 13,
  format: "money",
  note: `${title} of one unit in dollars, 0 to ${MAX_PRICE.toLocaleString("en-US")}, in whole cents. 0 where there is none.`,
});
export const AMOUNT_COLUMNS = {
  materialCost: money(amountLabel("materialCost")),
  laborCost: money(amountLabel("laborCost")),
  materialPrice: money(amountLabel("materialPrice")),
  laborPrice: money(amountLabel("laborPrice")),
};

const conversion = (number: number, whenEmpty: string): Column => ({
  title: `Conversion ${number}`,
  width: 12,
  format: "number",
  note: `Most often: how much of the need one piece covers. ${whenEmpty}`,
});
const conversionColumns = (whenEmpty: string) => ({
  recommendedConversion1: conversion(1, whenEmpty),
  recommendedConversion2: conversion(2, whenEmpty),
  recommendedConversion3: conversion(3, whenEmpty),
});

export const FIELD_COLUMNS = {
  id: FIELD_ID,
  name: FIELD_NAME,
  property: info("Property", 30),
  dataType: info("Type", 10),
  unit: info("Unit", 7),
  flags: info("Properties", 30),
  defaultValue: {
    title: "Default",
    width: 14,
    note: 'What the field begins with: an option\'s id or text, "true", or "max" for a number that begins at its maximum.',
  },
  min: { title: "Minimum", width: 10, format: "number", note: "The least quantity. Empty: no bounds." },
  max: { title: "Maximum", width: 10, format: "number", note: "The greatest quantity. Empty: no bounds." },
  step: {
    title: "Step",
    width: 8,
    format: "number",
    note: "The quantity is the minimum or any number of steps more. .333 stands for thirds.",
  },
  ...AMOUNT_COLUMNS,
  ...conversionColumns("Empty is 0, which recommends nothing."),
  wastePercent: {
    title: "Waste %",
    width: 9,
    format: "number",
    isOptional: true,
    note: "Linear goods and insulation: percent that is added to what was measured. Empty is 0.",
  },
  includesValleys: {
    title: "For valleys",
    width: 11,
    choices: YES_OR_NO,
    isOptional: true,
    note: "Ice barrier: the valleys get a row as well. Empty is no.",
  },
  showProductTypes: {
    title: "Shows products",
    width: 15,
    choices: YES_OR_NO,
    note: "Packages: the card lists the products.",
  },
  secondaryWorkflow: {
    title: "Same as in",
    width: 18,
    choices: WORKFLOWS.map(({ name }) => name),
    note: "Options, prices and conversions are those of the same field of this workflow.",
  },
} as const satisfies Record<string, Column>;

const OPTION_ID: Column = { title: "Option id", width: 11 };
const OPTION_NAME: Column = { title: "Option", width: 34 };

const OPTION_COLUMNS = {
  id: FIELD_ID,
  name: FIELD_NAME,
  optionId: { ...OPTION_ID, note: "Leave it empty for a new option. Never give an id to something else." },
  option: { ...OPTION_NAME, note: "What people choose. The rows' order is the order on screen." },
  ...conversionColumns("All three empty: those of the field."),
  imageUrl: { title: "Picture", width: 18, note: "Uploaded in the app. Empty: no picture." },
  description: { title: "Description", width: 40, note: "Rich text, shown with packages." },
} as const satisfies Record<string, Column>;

const VALID_OPTION_COLUMNS = {
  id: FIELD_ID,
  name: FIELD_NAME,
  parentId: {
    title: "When option id",
    width: 14,
    note: "While this option of another field is chosen, only the options of these rows are offered.",
  },
  parent: info("When option", 34),
  optionId: { ...OPTION_ID, note: "What is offered then. Empty, and no option beside it: nothing is." },
  option: { ...OPTION_NAME, note: "Read where the option's id is empty." },
} as const satisfies Record<string, Column>;

const VARIANT_COLUMNS = {
  id: FIELD_ID,
  name: FIELD_NAME,
  variant: {
    title: "Variant",
    width: 9,
    format: "number",
    note: "A number, once in each field; tiers name it. Empty: a new one. Of several that fit, the first row counts.",
  },
  active: {
    title: "Active",
    width: 8,
    choices: YES_OR_NO,
    note: "Switched off, it is as if it were not here. Empty is yes.",
  },
  optionId: { ...OPTION_ID, note: "The field's own option. Empty, and no option beside it: whatever is chosen." },
  option: { ...OPTION_NAME, note: "Read where the option's id is empty." },
  parentIds: {
    title: "With option ids",
    width: 22,
    note: "Options of other fields that must be chosen as well, parted by a semicolon.",
  },
  parents: info("With options", 34),
  pricing: {
    title: "Pricing",
    width: 20,
    choices: PRICING_LABELS,
    note: `How the amounts are meant. Empty: ${PRICING_LABELS[0] ?? ""}.`,
  },
  ...AMOUNT_COLUMNS,
  ...conversionColumns("All three empty: those of the option."),
} as const satisfies Record<string, Column>;

const bound = (title: string, note: string): Column => ({ title, width: 12, format: "number", note });
const UP_TO = "Inches; this size itself belongs to the next tier.";

const TIER_COLUMNS = {
  id: FIELD_ID,
  name: FIELD_NAME,
  variant: { title: "Variant", width: 9, format: "number", note: "The variant of the field that has these tiers." },
  for: info("For", 34),
  min: bound("United from", "Width plus height, inches."),
  max: bound("United to", UP_TO),
  minWidth: bound("Width from", "Inches."),
  maxWidth: bound("Width to", UP_TO),
  minHeight: bound("Height from", "Inches."),
  maxHeight: bound("Height to", UP_TO),
  ...AMOUNT_COLUMNS,
} as const satisfies Record<string, Column>;

const MATERIAL_COLUMNS = {
  id: FIELD_ID,
  name: FIELD_NAME,
  optionId: { ...OPTION_ID, note: "When this option is chosen, the material is chosen in the field named beside it." },
  option: { ...OPTION_NAME, note: "Read where the option's id is empty." },
  materialFieldId: { title: "Material field id", width: 16, note: "The package field that goes with the option." },
  materialField: info("Material field", 34),
} as const satisfies Record<string, Column>;

export const SHEETS = {
  options: { name: "Options", columns: OPTION_COLUMNS },
  validOptions: { name: "Valid options", columns: VALID_OPTION_COLUMNS },
  variants: { name: "Variants", columns: VARIANT_COLUMNS },
  tiers: { name: "Tiers", columns: TIER_COLUMNS },
  materialTypes: { name: "Material types", columns: MATERIAL_COLUMNS },
} as const satisfies Record<string, { name: string; columns: Readonly<Record<string, Column>> }>;

export const SHEET_NAMES: readonly string[] = [
  README_SHEET,
  ...WORKFLOW_SHEETS.map(({ name }) => name),
  ...Object.values(SHEETS).map(({ name }) => name),
];
