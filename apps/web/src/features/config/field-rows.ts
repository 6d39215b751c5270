import { foldedWords, searchableText } from "@ridgebook/contract";
import {
  FIELDS,
  SECTIONS,
  type FieldDefinition,
  type FieldId,
  type PriceBookEntry,
  type UnitAmounts,
} from "@ridgebook/estimating";
import type { LocalPriceBook } from "#local-data/price-book/price-book.ts";
import { settingsOfField } from "./field-form/field-form-values.ts";
import { lenderOf, offeredEntry } from "./lent-fields.ts";
import { fieldName, type AmountRange } from "./config-texts.ts";

/** A field of the catalogue with its data of the price book, as a row of the list. */
export interface FieldRow {
  readonly id: string;
  readonly workflowId: number;
  /** The step of its form. */
  readonly step: string;
  readonly name: string;
  readonly unit: string;
  readonly optionCount: number;
  /** The field whose page edits it: itself, or the one that it borrows from; undefined if nothing is editable. */
  readonly changedAt: FieldId | undefined;
  /** The work category of the field that it borrows from. */
  readonly lenderId: number | undefined;
  readonly material: AmountRange | null;
  readonly labor: AmountRange | null;
  /** The text that a search looks in, in lower case. */
  readonly searched: string;
}

/** Which fields are listed. */
export const FIELD_FILTERS = ["all", "options", "prices"] as const;
type FieldFilter = (typeof FIELD_FILTERS)[number];

const OUTSIDE_THE_STEPS = "Other";

type StepOf = (field: FieldDefinition) => string;

/** The step of each field: that of the row that contains it, or the group around it. */
function findSteps(): StepOf {
  const stepByKey = new Map<string, string>();
  for (const { workflowId, name, groups } of SECTIONS)
    for (const { rows } of groups)
      for (const row of rows) {
        const key = typeof row === "string" ? row : "field" in row ? row.field : undefined;
        if (key !== undefined) stepByKey.set(`${String(workflowId)}:${key}`, name);
      }
  return ({ workflowId, key }) => {
    const parts = key.split(".");
    for (let length = parts.length; length > 0; length -= 1) {
      const step = stepByKey.get(`${String(workflowId)}:${parts.slice(0, length).join(".")}`);
      if (step !== undefined) return step;
    }
    return OUTSIDE_THE_STEPS;
  };
}

/** The price range of one unit: of the variants in use and their tiers, or of the field if it has none. */
function priceRange(entry: PriceBookEntry, name: "materialPrice" | "laborPrice"): AmountRange | null {
  const active = entry.variants.filter((variant) => variant.active);
  const priced: readonly UnitAmounts[] =
    entry.variants.length === 0
      ? [entry]
      : active.flatMap((variant): readonly UnitAmounts[] => variant.tiers ?? [variant]);
  if (priced.length === 0) return null;
  const found = priced.map((amounts) => amounts[name]);
  return { lowest: Math.min(...found), highest: Math.max(...found) };
}

/** All fields in the catalogue's order. */
export function listFieldRows(book: Pick<LocalPriceBook, "entryById">): FieldRow[] {
  const stepOf = findSteps();
  return FIELDS.map((field): FieldRow => {
    const lender = lenderOf(field, book);
    const source = lender ?? field;
    const entry = offeredEntry(field, book);
    const name = fieldName(field);
    const step = stepOf(field);
    const options = entry?.options ?? [];
    return {
      id: field.id,
      workflowId: field.workflowId,
      step,
      name,
      unit: field.unit,
      optionCount: options.length,
      changedAt: options.length > 0 || settingsOfField(source, entry) !== undefined ? source.id : undefined,
      lenderId: lender?.workflowId,
      material: entry ? priceRange(entry, "materialPrice") : null,
      labor: entry ? priceRange(entry, "laborPrice") : null,
      searched: searchableText([field.id, name, step, ...options.map(({ value }) => value)].join(" ")),
    };
  });
}

const isPriced = ({ material, labor }: FieldRow): boolean => Boolean(material?.highest) || Boolean(labor?.highest);

/** The rows that contain every searched word in their name, step, id or options. */
export function findFieldRows({
  rows,
  searchText,
  filter,
}: {
  rows: readonly FieldRow[];
  searchText: string;
  filter: FieldFilter;
}): FieldRow[] {
  const words = foldedWords(searchText);
  return rows.filter(
    (row) =>
      (filter === "all" || (filter === "options" ? row.optionCount > 0 : isPriced(row))) &&
      words.every((word) => row.searched.includes(word)),
  );
}

/** Rows by step, in the order in which the steps first appear. */
export function groupByStep(rows: readonly FieldRow[]): { step: string; rows: FieldRow[] }[] {
  const groups = new Map<string, FieldRow[]>();
  for (const row of rows) {
    const group = groups.get(row.step);
    if (group) group.push(row);
    else groups.set(row.step, [row]);
  }
  return [...groups].map(([step, rowsOfStep]) => ({ step, rows: rowsOfStep }));
}
