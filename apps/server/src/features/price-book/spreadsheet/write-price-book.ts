import { setImmediate as nextTurn } from "node:timers/promises";
import {
  emptyEntry,
  FIELDS,
  fieldById,
  findField,
  WORKFLOWS,
  type Conversions,
  type FieldDefinition,
  type FieldId,
  type PriceBook,
  type PriceBookEntry,
  type UnitAmounts,
} from "@ridgebook/estimating";
import { optionNames, PRICING_LABELS, toEntriesById, variantTitle } from "#features/price-book/describe-changes.ts";
import type { AMOUNT_COLUMNS } from "./price-book-sheets.ts";
import {
  COMPANY_LABEL,
  FIELD_COLUMNS,
  FORMAT_LABEL,
  NO,
  README_SHEET,
  SHEETS,
  VERSION_LABEL,
  WORKBOOK_FORMAT,
  WORKFLOW_SHEETS,
  YES,
} from "./price-book-sheets.ts";
import { writeWorkbook } from "./hucre-workbook.ts";
import type { CellContent, Column, SheetToWrite } from "./workbook.ts";

type RowOf<Columns> = { readonly [Key in keyof Columns]?: CellContent };

/** A sheet with rows by column key; missing cells are empty. */
function sheetOf<Columns extends Readonly<Record<string, Column>>>(
  { name, columns }: { name: string; columns: Columns },
  rows: readonly RowOf<Columns>[],
): SheetToWrite {
  const keys = Object.keys(columns);
  return {
    name,
    columns: Object.values(columns),
    rows: rows.map((row: Readonly<Record<string, CellContent | undefined>>) => keys.map((key) => row[key] ?? null)),
    frozenColumns: 2,
  };
}

const yesOrNo = (value: boolean): string => (value ? YES : NO);
const amountsOf = ({
  materialCost,
  laborCost,
  materialPrice,
  laborPrice,
}: UnitAmounts): RowOf<typeof AMOUNT_COLUMNS> => ({
  materialCost,
  laborCost,
  materialPrice,
  laborPrice,
});
const conversionsOf = (conversions: Conversions | undefined) =>
  conversions && {
    recommendedConversion1: conversions.recommendedConversion1,
    recommendedConversion2: conversions.recommendedConversion2,
    recommendedConversion3: conversions.recommendedConversion3,
  };

const FLAG_NAMES = {
  allowQuantityChange: "quantity",
  allowPriceChange: "own prices",
  allowMultiple: "repeatable",
  isComparison: "package",
  excludeFromDiscount: "no discount",
  toWaste: "waste",
} as const satisfies { readonly [Flag in keyof FieldDefinition]?: string };
const flagsOf = (field: FieldDefinition): string =>
  (Object.entries(FLAG_NAMES) as [keyof typeof FLAG_NAMES, string][])
    .filter(([flag]) => field[flag])
    .map(([, name]) => name)
    .join(", ");

/** "Gutter, Type": a field below its parents. */
const labelOf = (id: FieldId): string => {
  const field = findField(id);
  if (!field) return "";
  return [...field.ancestors.map((ancestor) => fieldById(ancestor).label), field.label].join(", ");
};

const INSTRUCTIONS = [
  "This is your price book. Change costs, prices, conversions and texts, add rows, and import the file again.",
  "Nothing is changed until you have seen what the import would change, and published it.",
  "",
  "Each work category has a sheet with its fields. Options, prices by choice (Variants) and by size (Tiers) have their own sheets.",
  "Ids say what a row is about; names beside them are for reading. Ids never get another meaning.",
  "A new option: add a row to Options with the field's id and a text, and leave its id empty. Its price: a row in Variants.",
  "A field's own costs and prices count where it has no variants.",
  "A row that you delete is gone from the price book, and old estimates keep what they have.",
  "Of a cell with a formula, the value that was last calculated is taken. No price or cost may be empty: enter 0 where there is none.",
  "",
];

function readMe({ version, companyId }: { version: number; companyId: number | undefined }): SheetToWrite {
  const lines: CellContent[][] = INSTRUCTIONS.map((line) => [line]);
  return {
    name: README_SHEET,
    columns: [],
    rows: [
      ["Price book"],
      ...lines,
      [VERSION_LABEL, version],
      [COMPANY_LABEL, companyId ?? null],
      [FORMAT_LABEL, WORKBOOK_FORMAT],
    ],
  };
}

/** Makers of the sheets, called one by one so that other requests are served in between. */
function sheetMakers(
  { version, entries }: PriceBook,
  { companyId }: { companyId?: number } = {},
): (() => SheetToWrite)[] {
  const byId = toEntriesById(entries);
  const names = optionNames(entries);
  const ordered: readonly PriceBookEntry[] = FIELDS.map(({ id }) => byId.get(id) ?? emptyEntry(id));
  const nameOf = (id: string | null): string | null => (id === null ? null : (names.get(id) ?? null));
  const workflowName = (id: number | null): string | null => WORKFLOWS.find((each) => each.id === id)?.name ?? null;

  const fieldRow = (field: FieldDefinition): RowOf<typeof FIELD_COLUMNS> => {
    const entry = byId.get(field.id) ?? emptyEntry(field.id);
    return {
      ...amountsOf(entry),
      ...conversionsOf(entry),
      id: field.id,
      name: labelOf(field.id),
      property: field.key,
      dataType: field.dataType,
      unit: field.unit,
      flags: flagsOf(field),
      defaultValue: entry.defaultValue,
      min: entry.min,
      max: entry.max,
      step: entry.step,
      wastePercent: entry.wastePercent ?? null,
      includesValleys: entry.includesValleys ? YES : null,
      showProductTypes: yesOrNo(entry.showProductTypes),
      secondaryWorkflow: workflowName(entry.secondaryWorkflowId),
    };
  };

  const labels = new Map<string, string>(FIELDS.map(({ id }) => [id, labelOf(id)]));
  const about = ({ id }: PriceBookEntry) => ({ id, name: labels.get(id) ?? "" });
  return [
    () => readMe({ version, companyId }),
    ...WORKFLOW_SHEETS.map(
      ({ workflowId, name }) =>
        () =>
          sheetOf(
            { name, columns: FIELD_COLUMNS },
            FIELDS.filter((field) => field.workflowId === workflowId).map(fieldRow),
          ),
    ),
    () =>
      sheetOf(
        SHEETS.options,
        ordered.flatMap((entry) =>
          entry.options.map(({ id, value, conversions, imageUrl, description }) => ({
            ...about(entry),
            ...conversionsOf(conversions),
            optionId: id,
            option: value,
            imageUrl: imageUrl ?? null,
            description: description ?? null,
          })),
        ),
      ),
    () =>
      sheetOf(
        SHEETS.validOptions,
        ordered.flatMap((entry) =>
          Object.entries(entry.validOptions).flatMap(([parentId, optionIds]) => {
            const row = { ...about(entry), parentId, parent: nameOf(parentId) };
            return optionIds.length === 0
              ? [row]
              : optionIds.map((id) => ({ ...row, optionId: id, option: nameOf(id) }));
          }),
        ),
      ),
    () =>
      sheetOf(
        SHEETS.variants,
        ordered.flatMap((entry) =>
          entry.variants.map((variant) => ({
            ...about(entry),
            ...amountsOf(variant),
            ...conversionsOf(variant.conversions),
            variant: variant.id,
            active: yesOrNo(variant.active),
            optionId: variant.optionId,
            option: nameOf(variant.optionId),
            parentIds: variant.parentOptionIds.join("; ") || null,
            parents: variant.parentOptionIds.map((id) => names.get(id) ?? id).join("; ") || null,
            pricing: PRICING_LABELS[variant.pricingMode] ?? null,
          })),
        ),
      ),
    () =>
      sheetOf(
        SHEETS.tiers,
        ordered.flatMap((entry) =>
          entry.variants.flatMap((variant) =>
            (variant.tiers ?? []).map((tier) => ({
              ...about(entry),
              ...tier,
              variant: variant.id,
              for: variantTitle(variant, names),
            })),
          ),
        ),
      ),
    () =>
      sheetOf(
        SHEETS.materialTypes,
        ordered.flatMap((entry) =>
          entry.materialTypes.map(({ optionId, materialFieldId }) => ({
            ...about(entry),
            optionId,
            option: nameOf(optionId),
            materialFieldId,
            materialField: labelOf(materialFieldId),
          })),
        ),
      ),
  ];
}

/** A price book's sheets; every catalogue field has a row, even without an entry. */
export const priceBookSheets = (book: PriceBook, from?: { companyId: number }): SheetToWrite[] =>
  sheetMakers(book, from).map((make) => make());

/** Writes a price book as a workbook that can be edited and read again (read-price-book.ts). */
export async function writePriceBook(book: PriceBook, from?: { companyId: number }): Promise<Uint8Array> {
  const sheets: SheetToWrite[] = [];
  for (const make of sheetMakers(book, from)) {
    sheets.push(make());
    await nextTurn();
  }
  return writeWorkbook(sheets);
}
