import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { deflateRawSync } from "node:zlib";
import { estimateField, type SpreadsheetProblem } from "@ridgebook/contract";
import {
  emptyEntry,
  fieldByKey,
  FIELDS,
  PRICING_MODES,
  takesSetting,
  type FieldDefinition,
  type FieldId,
  type OptionId,
  type PriceBook,
  type PriceBookEntry,
  type PriceBookOption,
  type PriceBookVariant,
  type PriceTier,
} from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import * as fc from "fast-check";
import { writeXlsx, type Cell, type MergeRange, type WriteSheet } from "hucre/xlsx";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkArchive, MAX_UNZIPPED_BYTES } from "./check-archive.ts";
import { readWorkbook, writeWorkbook } from "./hucre-workbook.ts";
import { SHEET_NAMES, WORKFLOW_SHEETS } from "./price-book-sheets.ts";
import { readPriceBook, readPriceBookSheets } from "./read-price-book.ts";
import { MAX_SHEET_ROWS } from "./sheet-rows.ts";
import { priceBookSheets, writePriceBook } from "./write-price-book.ts";
import type { CellContent, ReadCell, SheetRead, SheetToWrite } from "./workbook.ts";

/** Sheets as if they had been written to a file and read. */
const asRead = (sheets: readonly SheetToWrite[]): SheetRead[] =>
  sheets.map(({ name, columns, rows }) => ({
    name,
    rows: columns.length > 0 ? [columns.map(({ title }) => title), ...rows] : rows,
  }));

const placeById = new Map<string, number>(FIELDS.map(({ id }, index) => [id, index]));
const inOrder = (entries: readonly PriceBookEntry[]): PriceBookEntry[] =>
  entries.toSorted((left, right) => (placeById.get(left.id) ?? 0) - (placeById.get(right.id) ?? 0));
/** A reading with a price book that has nothing about the other fields. */
const stated = (entries: readonly PriceBookEntry[]): PriceBookEntry[] => {
  const empty = new Map(FIELDS.map(({ id }) => [id, JSON.stringify(emptyEntry(id))]));
  return entries.filter((entry) => JSON.stringify(entry) !== empty.get(entry.id));
};

const DROPDOWNS = FIELDS.filter(({ dataType }) => dataType === "dropdown");

const text = fc
  .oneof(
    fc.constantFrom(
      "=1+1",
      "+5",
      "-10 ft",
      "@here",
      "'=quoted",
      "''",
      "_x0041_",
      '5" K-style',
      "<b>&amp;</b>",
      "007",
      "TRUE",
      "1e5",
    ),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }),
  )
  .filter((value) => estimateField.shape.defaultValue.safeParse(value).success && value.trim() === value);
const money = fc.integer({ min: 0, max: 100_000_000_000 }).map((cents) => cents / 100);
const amounts = fc.record({ materialCost: money, laborCost: money, materialPrice: money, laborPrice: money });
const measure = fc.oneof(
  fc.constant(0),
  fc.integer({ min: 0, max: 100_000 }),
  fc.double({ min: 0, max: 1e6, noNaN: true }).map(Math.abs),
);
const conversions = fc.record({
  recommendedConversion1: measure,
  recommendedConversion2: measure,
  recommendedConversion3: measure,
});

const unitedTiers = fc
  .tuple(
    fc.integer({ min: 0, max: 50 }),
    fc.array(fc.tuple(fc.integer({ min: 1, max: 40 }), amounts), { minLength: 1, maxLength: 4 }),
  )
  .map(([start, parts]): PriceTier[] => {
    let from = start;
    return parts.map(([size, amount]) => {
      const min = from;
      from += size;
      return { min, max: from, ...amount };
    });
  });
const sizeTiers = amounts.map((amount): PriceTier[] => [
  { minWidth: 0, maxWidth: 30.5, minHeight: 0, maxHeight: 40, ...amount },
  { minWidth: 30.5, maxWidth: 60, minHeight: 0, maxHeight: 40, ...amount },
]);

/** One of a list, by a number that fast-check chose. */
const pick = <Item>(items: readonly Item[], number: number): Item | undefined =>
  items[number % Math.max(1, items.length)];

const optionParts = fc.record(
  { value: text, conversions, description: text, imageUrl: fc.constant("data:image/png;base64,AA==") },
  { requiredKeys: ["value"] },
);
const variantParts = fc.record(
  {
    own: fc.option(fc.nat()),
    parents: fc.array(fc.nat(), { maxLength: 2 }),
    active: fc.boolean(),
    amounts,
    conversions,
    tiers: fc.oneof(
      fc.constant({ pricingMode: PRICING_MODES.standard }),
      fc.constant({ pricingMode: PRICING_MODES.uiMultipler }),
      unitedTiers.map((tiers) => ({ pricingMode: PRICING_MODES.uiTiers, tiers })),
      sizeTiers.map((tiers) => ({ pricingMode: PRICING_MODES.widthHeightTiers, tiers })),
    ),
  },
  { requiredKeys: ["own", "parents", "active", "amounts", "tiers"] },
);
const entryParts = fc.record({
  field: fc.nat(),
  amounts,
  conversions,
  options: fc.array(optionParts, { minLength: 1, maxLength: 5 }),
  variants: fc.array(variantParts, { maxLength: 4 }),
  bounds: fc.option(fc.tuple(measure, measure, fc.constantFrom(0.333, 1, 0.25))),
  valid: fc.option(fc.tuple(fc.nat(), fc.nat())),
  material: fc.option(fc.nat()),
  showProductTypes: fc.boolean(),
  waste: fc.constantFrom(0, 2.5, 10, 100),
  includesValleys: fc.boolean(),
  hasDefault: fc.boolean(),
});

/** Any price book that keeps the rules: some dropdowns with options, variants, tiers and what depends on other choices. */
const priceBook: fc.Arbitrary<PriceBook> = fc
  .tuple(fc.integer({ min: 1, max: 1_000 }), fc.array(entryParts, { minLength: 1, maxLength: 6 }))
  .map(([version, parts]) => {
    const byField = new Map<FieldDefinition, (typeof parts)[number]>();
    for (const part of parts) {
      const field = pick(DROPDOWNS, part.field);
      if (field) byField.set(field, part);
    }
    const optionsOf = ({ id }: FieldDefinition, part: (typeof parts)[number]): PriceBookOption[] =>
      part.options.map((option, index) => ({ ...option, id: `${id}.${index + 1}` }));
    /** Options of other fields in the same workflow. */
    const around = (field: FieldDefinition): OptionId[] =>
      [...byField].flatMap(([other, part]) =>
        other.id !== field.id && other.workflowId === field.workflowId
          ? optionsOf(other, part).map(({ id }) => id)
          : [],
      );
    const entries = [...byField].map(([field, part]): PriceBookEntry => {
      const options = optionsOf(field, part);
      const parents = around(field);
      const [min, size, step] = part.bounds ?? [];
      const parentOfValid = part.valid && pick(parents, part.valid[0]);
      const fields = FIELDS.filter(({ workflowId }) => workflowId === field.workflowId);
      const materialField = part.material === null ? undefined : pick(fields, part.material);
      return {
        ...emptyEntry(field.id),
        ...part.amounts,
        ...part.conversions,
        defaultValue: part.hasDefault ? (options.at(-1)?.id ?? null) : null,
        ...(min !== undefined && size !== undefined && step !== undefined && { min, max: min + size, step }),
        options,
        variants: part.variants.map(
          ({ own, parents: chosen, amounts: unit, tiers, active, conversions: factors }, index): PriceBookVariant => ({
            id: index * 3 + 1,
            active,
            optionId: own === null ? null : (pick(options, own)?.id ?? null),
            parentOptionIds: [...new Set(chosen.flatMap((number) => pick(parents, number) ?? []))],
            ...tiers,
            ...unit,
            ...(factors && { conversions: factors }),
          }),
        ),
        validOptions: parentOfValid
          ? { [parentOfValid]: options.slice(0, (part.valid?.[1] ?? 0) % 3).map(({ id }) => id) }
          : {},
        materialTypes:
          materialField && options[0]
            ? [{ fieldId: field.id, optionId: options[0].id, materialFieldId: materialField.id }]
            : [],
        showProductTypes: part.showProductTypes,
        ...(part.waste > 0 && takesSetting(field, "wastePercent") && { wastePercent: part.waste }),
        ...(part.includesValleys && takesSetting(field, "includesValleys") && { includesValleys: true }),
      };
    });
    return { version, entries: inOrder(entries) };
  });

describe("[API-24] a price book as a workbook", () => {
  test("the starter comes back as it went", async () => {
    const reading = await readPriceBook(await writePriceBook(starterPriceBook, { companyId: 7 }));
    expect(reading.problems).toEqual([]);
    expect(reading).toMatchObject({ exportedFrom: 1, companyId: 7, entries: inOrder(starterPriceBook.entries) });
  });

  test("any price book comes back as it went: sheets", async () => {
    await fc.assert(
      fc.asyncProperty(priceBook, async (book) => {
        const reading = await readPriceBookSheets(asRead(priceBookSheets(book)));
        expect(reading.problems).toEqual([]);
        expect(stated(reading.entries)).toEqual(stated(book.entries));
        expect(reading.exportedFrom).toBe(book.version);
      }),
      { seed: 3, numRuns: 100 },
    );
  });

  test("any price book comes back as it went: files", async () => {
    await fc.assert(
      fc.asyncProperty(priceBook, async (book) => {
        const reading = await readPriceBook(await writePriceBook(book));
        expect(reading.problems).toEqual([]);
        expect(stated(reading.entries)).toEqual(stated(book.entries));
      }),
      { seed: 4, numRuns: 8 },
    );
  });

  test("any texts come back from a file as they went, and none is live", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 50 }), async (texts) => {
        const bytes = await writeWorkbook([
          { name: "Texts", columns: [{ title: "Text", width: 9 }], rows: texts.map((each) => [each]) },
        ]);
        const [sheet] = await readWorkbook(bytes, { sheetNames: ["Texts"] });
        expect(sheet?.rows.slice(1).map(([cell]) => cell)).toEqual(texts);
      }),
      { seed: 5, numRuns: 10 },
    );
  });

  test("columns that were moved are found by their titles; a new option gets a number that none ever had", async () => {
    const [field] = DROPDOWNS;
    if (!field) throw new Error("no dropdown");
    const options = [{ id: `${field.id}.1` as OptionId, value: "Old" }];
    const sheets = asRead(priceBookSheets({ version: 1, entries: [{ ...emptyEntry(field.id), options }] })).map(
      (sheet) =>
        sheet.name === "Options"
          ? { ...sheet, rows: [...sheet.rows, [field.id, null, null, "New"]].map((row) => [...row].reverse()) }
          : sheet,
    );
    // The added row is shorter than the others; reversed, its cells would stand under other titles.
    const width = sheets.find(({ name }) => name === "Options")?.rows[0]?.length ?? 0;
    const padded = sheets.map((sheet) => ({
      ...sheet,
      rows:
        sheet.name === "Options"
          ? sheet.rows.map((row) => [...Array<null>(width - row.length).fill(null), ...row])
          : sheet.rows,
    }));
    const { entries, problems } = await readPriceBookSheets(padded, { usedOptionNumbers: new Map([[field.id, 41]]) });
    expect(problems).toEqual([]);
    expect(stated(entries)[0]?.options).toEqual([...options, { id: `${field.id}.42`, value: "New" }]);
  });
});

describe("errors of a workbook are reported by sheet and cell, all at once", () => {
  const [one, two] = DROPDOWNS.filter(({ workflowId }) => workflowId === 4) as [FieldDefinition, FieldDefinition];
  const elsewhere = DROPDOWNS.find(({ workflowId, key }) => workflowId === 1 && !fieldByKey(4, key));
  if (!elsewhere) throw new Error("no dropdown that only roofing has");
  const option = (field: { id: FieldId }, number: number): OptionId => `${field.id}.${number}`;
  const variant = (id: number, optionId: OptionId): PriceBookVariant => ({
    id,
    active: true,
    optionId,
    parentOptionIds: [],
    pricingMode: PRICING_MODES.standard,
    materialCost: 1,
    laborCost: 2,
    materialPrice: 3,
    laborPrice: 4,
  });
  const book: PriceBook = {
    version: 1,
    entries: [
      {
        ...emptyEntry(one.id),
        options: [
          { id: option(one, 1), value: "Red" },
          { id: option(one, 2), value: "Blue" },
        ],
        variants: [variant(1, option(one, 1)), variant(2, option(one, 2))],
      },
      { ...emptyEntry(two.id), options: [{ id: option(two, 1), value: "Tall" }] },
      { ...emptyEntry(elsewhere.id), options: [{ id: option(elsewhere, 1), value: "Slate" }] },
    ],
  };
  const original = priceBookSheets(book);
  /** The book's sheets with one cell changed, found by its column's title and its row, counted from 0 below the head. */
  const withCell = (
    name: string,
    { title, row, value }: { title: string; row: number; value: ReadCell },
  ): SheetRead[] =>
    asRead(original).map((sheet) => {
      if (sheet.name !== name) return sheet;
      const column = (sheet.rows[0] ?? []).indexOf(title);
      return {
        name,
        rows: sheet.rows.map((cells, index) =>
          index === row + 1 ? cells.map((cell, place) => (place === column ? value : cell)) : cells,
        ),
      };
    });
  const rowOf = (name: string, id: string): number =>
    original.find((sheet) => sheet.name === name)?.rows.findIndex(([cell]) => cell === id) ?? -1;

  /** The first row of the first field's options; other fields' are above it. */
  const firstRow = (name: string): number => (name === "Options" ? rowOf(name, one.id) : 0);

  test.each<{
    what: string;
    sheet: string;
    title: string;
    row: number;
    value: ReadCell;
    cell: string;
    message: string;
  }>([
    {
      what: "a field id that there is not",
      sheet: "Gutters",
      title: "Field id",
      row: 0,
      value: "4.99x",
      cell: "A2",
      message: "There is no field 4.99x. Did you mean",
    },
    {
      what: "a negative price",
      sheet: "Variants",
      title: "Material price",
      row: 1,
      value: -1,
      cell: "L3",
      message: "Material price must be at least 0.",
    },
    {
      what: "a price above a billion",
      sheet: "Variants",
      title: "Labor cost",
      row: 0,
      value: 1e9 + 1,
      cell: "K2",
      message: "Labor cost must be at most 1000000000.",
    },
    {
      what: "half a cent",
      sheet: "Variants",
      title: "Material cost",
      row: 0,
      value: 1.005,
      cell: "J2",
      message: "Material cost must be in whole cents.",
    },
    {
      what: "a text for a number",
      sheet: "Variants",
      title: "Material cost",
      row: 0,
      value: "ten",
      cell: "J2",
      message: '"ten" is not a number.',
    },
    {
      what: "commas of nothing",
      sheet: "Variants",
      title: "Material cost",
      row: 0,
      value: "0,12,5",
      cell: "J2",
      message: '"0,12,5" is not a number.',
    },
    {
      what: "a formula that was never calculated",
      sheet: "Variants",
      title: "Material cost",
      row: 0,
      value: { formula: "J3*1.1", result: null },
      cell: "J2",
      message: "This cell holds a formula without its value. Paste the value instead.",
    },
    {
      what: "a date",
      sheet: "Variants",
      title: "Material cost",
      row: 0,
      value: { date: new Date(0) },
      cell: "J2",
      message: "This cell holds a date.",
    },
    {
      what: "an option id that there is not",
      sheet: "Variants",
      title: "Option id",
      row: 0,
      value: `${one.id}.11`,
      cell: "E2",
      message: `${one.id}.11 is not an option of the field. Did you mean ${one.id}.1`,
    },
    {
      what: "a parent option that there is not",
      sheet: "Variants",
      title: "With option ids",
      row: 0,
      value: `${two.id}.9`,
      cell: "G2",
      message: `There is no option ${two.id}.9. Did you mean`,
    },
    {
      what: "a parent option that is not around",
      sheet: "Variants",
      title: "With option ids",
      row: 0,
      value: `${elsewhere.id}.1`,
      cell: "G2",
      message: "which is not chosen around this field",
    },
    {
      what: "a variant twice",
      sheet: "Variants",
      title: "Variant",
      row: 1,
      value: 1,
      cell: "C3",
      message: "The variant 1 is there twice.",
    },
    {
      what: "tiers that are missing",
      sheet: "Variants",
      title: "Pricing",
      row: 0,
      value: "By united inches",
      cell: "I2",
      message: "Prices by size need tiers; there is none.",
    },
    {
      what: "a pricing that is misspelt",
      sheet: "Variants",
      title: "Pricing",
      row: 0,
      value: "Eech",
      cell: "I2",
      message: '"Eech" is not in the list. Did you mean Each?',
    },
    {
      what: "an option twice",
      sheet: "Options",
      title: "Option id",
      row: 1,
      value: `${one.id}.1`,
      cell: "C3",
      message: `The option ${one.id}.1 is there twice.`,
    },
    {
      what: "an option without a text",
      sheet: "Options",
      title: "Option",
      row: 0,
      value: " ",
      cell: "D2",
      message: "Option",
    },
    {
      what: "an option of another field",
      sheet: "Options",
      title: "Option id",
      row: 0,
      value: `${two.id}.7`,
      cell: "C2",
      message: `The option's id must begin with ${one.id}.`,
    },
    {
      what: "a picture from elsewhere",
      sheet: "Options",
      title: "Picture",
      row: 0,
      value: "https://x.test/a.png",
      cell: "H2",
      message: "Picture must be an uploaded file or a small image.",
    },
    {
      what: "neither yes nor no",
      sheet: "Variants",
      title: "Active",
      row: 0,
      value: "perhaps",
      cell: "D2",
      message: "This must be yes or no.",
    },
    {
      what: "a maximum below the minimum",
      sheet: "Gutters",
      title: "Maximum",
      row: 0,
      value: -2,
      cell: "I2",
      message: "Maximum must be at least 0.",
    },
    {
      what: "a field of another category",
      sheet: "Gutters",
      title: "Field id",
      row: 0,
      value: "1.58",
      cell: "A2",
      message: "The field 1.58 belongs to another work category.",
    },
  ])("$what", async ({ sheet, title, row, value, cell, message }) => {
    const { problems } = await readPriceBookSheets(withCell(sheet, { title, row: row + firstRow(sheet), value }));
    expect(problems).toContainEqual({
      sheet,
      cell: cell.replace(/\d+$/, (number) => String(Number(number) + firstRow(sheet))),
      message: expect.stringContaining(message) as string,
    });
  });

  test("one bad cell is one problem, also where other rows name its option", async () => {
    const cells = { title: "Option", row: firstRow("Options"), value: "" };
    const { problems } = await readPriceBookSheets(withCell("Options", cells));
    expect(problems.map(({ sheet, message }) => `${sheet}: ${message}`)).toEqual(["Options: Option is required."]);
  });

  test("steps, defaults and bounds that do not fit together", async () => {
    const row = rowOf("Gutters", one.id);
    const problems = async (title: string, value: ReadCell) =>
      (await readPriceBookSheets(withCell("Gutters", { title, row, value }))).problems.map(({ message }) => message);
    expect(await problems("Step", 0)).toEqual(["The step must be more than 0."]);
    expect(await problems("Default", "Green")).toEqual(["The default Green is not an option of the field."]);
    expect(await problems("Default", "Blue")).toEqual([]);
    expect(await problems("Same as in", "Gutters")).toEqual(["This is the field's own workflow."]);
  });

  const tiersOf = async (
    tiers: readonly PriceTier[],
    mode: PriceBookVariant["pricingMode"] = PRICING_MODES.uiTiers,
  ) => {
    const [entry, ...others] = book.entries;
    if (!entry) throw new Error("no entry");
    const variants = [{ ...variant(1, option(one, 1)), pricingMode: mode, tiers }];
    const sheets = priceBookSheets({ version: 1, entries: [{ ...entry, variants }, ...others] });
    return (await readPriceBookSheets(asRead(sheets))).problems;
  };
  const price = { materialCost: 1, laborCost: 1, materialPrice: 1, laborPrice: 1 };

  test("tiers that overlap, leave a gap or end before they begin", async () => {
    expect(
      await tiersOf([
        { min: 0, max: 50, ...price },
        { min: 50, max: 90, ...price },
      ]),
    ).toEqual([]);
    expect(
      await tiersOf([
        { min: 0, max: 51, ...price },
        { min: 50, max: 90, ...price },
      ]),
    ).toEqual([{ sheet: "Tiers", cell: "C3", message: "This tier overlaps the one of 0 to 51." }]);
    expect(
      await tiersOf([
        { min: 60, max: 90, ...price },
        { min: 0, max: 50, ...price },
      ]),
    ).toEqual([{ sheet: "Tiers", cell: "C2", message: "There is no tier for 50 to 60." }]);
    expect(await tiersOf([{ min: 9, max: 9, ...price }])).toEqual([
      { sheet: "Tiers", cell: "C2", message: "A tier must end above where it begins." },
    ]);
    const sizes = (maxWidth: number): PriceTier[] => [
      { minWidth: 0, maxWidth, minHeight: 0, maxHeight: 40, ...price },
      { minWidth: 30, maxWidth: 60, minHeight: 0, maxHeight: 40, ...price },
    ];
    expect(await tiersOf(sizes(30), PRICING_MODES.widthHeightTiers)).toEqual([]);
    expect(await tiersOf(sizes(31), PRICING_MODES.widthHeightTiers)).toHaveLength(1);
    expect(await tiersOf(sizes(30))).toMatchObject([{ sheet: "Tiers", cell: "C2:C3" }]);
  });

  test("[PRI-09] a workbook without the columns of waste and valleys is read as before they were there", async () => {
    const former = asRead(original).map((sheet) => {
      const added = ["Waste %", "For valleys"].map((title) => sheet.rows[0]?.indexOf(title) ?? -1);
      return { ...sheet, rows: sheet.rows.map((row) => row.filter((_cell, column) => !added.includes(column))) };
    });
    const { entries, problems } = await readPriceBookSheets(former);
    expect(problems).toEqual([]);
    expect(stated(entries)).toEqual(stated(inOrder(book.entries)));
  });

  test("[PRI-09] waste and valleys where no formula reads them, and more than 100 %", async () => {
    const iceBarrier = fieldByKey(1, "iceBarrier")?.id ?? "";
    const withNeed = (id: string, need: object) =>
      readPriceBookSheets(
        asRead(priceBookSheets({ version: 1, entries: [{ ...emptyEntry(id as FieldId), ...need }] })),
      );
    expect((await withNeed(iceBarrier, { wastePercent: 12.5, includesValleys: true })).entries).toContainEqual(
      expect.objectContaining({ id: iceBarrier, wastePercent: 12.5, includesValleys: true }),
    );
    const messages = async (...of: Parameters<typeof withNeed>) =>
      (await withNeed(...of)).problems.map(({ sheet, message }) => `${sheet}: ${message}`);
    expect(await messages(iceBarrier, { wastePercent: 101 })).toEqual(["Roofing: Waste must be at most 100 %."]);
    expect(await messages(one.id, { wastePercent: 5, includesValleys: true })).toEqual([
      expect.stringMatching(/: No quantity of this field is counted with waste; leave it empty\.$/),
      expect.stringMatching(/: This field is not counted for valleys; leave it empty\.$/),
    ]);
  });

  test("a sheet, a column and a row that are missing", async () => {
    const sheets = asRead(original);
    const without = await readPriceBookSheets(sheets.filter(({ name }) => name !== "Tiers"));
    expect(without.problems).toEqual([{ sheet: "Tiers", cell: "", message: "This sheet is missing." }]);
    const renamed = await readPriceBookSheets(
      sheets.map((sheet) =>
        sheet.name === "Options" ? { ...sheet, rows: [["Field id"], ...sheet.rows.slice(1)] } : sheet,
      ),
    );
    expect(renamed.problems).toContainEqual({
      sheet: "Options",
      cell: "A1",
      message: 'The column "Option id" is missing.',
    });
  });

  test("the list of problems is capped and their number is reported", async () => {
    const sheets = asRead(original).map((sheet) =>
      sheet.name === "Options"
        ? { ...sheet, rows: [...sheet.rows, ...Array.from({ length: 900 }, (_, index) => [`9.${String(index)}`])] }
        : sheet,
    );
    const { problems, problemCount } = await readPriceBookSheets(sheets);
    expect([problems.length, problemCount]).toEqual([200, 900]);
  });

  test("a sheet of too many rows is refused", async () => {
    const sheets = asRead(original).map((sheet) =>
      sheet.name === "Options"
        ? { ...sheet, rows: [...sheet.rows, ...Array.from({ length: MAX_SHEET_ROWS }, () => [one.id])] }
        : sheet,
    );
    expect((await readPriceBookSheets(sheets)).problems[0]?.message).toBe(
      `A sheet has at most ${MAX_SHEET_ROWS} rows.`,
    );
  });
});

describe("a workbook as spreadsheet programs leave it", () => {
  const iceBarrier = fieldByKey(1, "iceBarrier")?.id as FieldId;
  const discount = fieldByKey(1, "discount")?.id as FieldId;
  const type = DROPDOWNS.find(({ workflowId }) => workflowId === 4)?.id as FieldId;
  const variantsOf = (count: number): PriceBookVariant[] =>
    Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      active: true,
      optionId: `${type}.1`,
      parentOptionIds: [],
      pricingMode: PRICING_MODES.standard,
      materialCost: 1,
      laborCost: 2,
      materialPrice: 3,
      laborPrice: 4,
    }));
  const sheets = priceBookSheets({
    version: 1,
    entries: [
      { ...emptyEntry(iceBarrier), wastePercent: 1 },
      { ...emptyEntry(discount), max: 50, min: 0, step: 1 },
      { ...emptyEntry(type), options: [{ id: `${type}.1`, value: "Steel" }], variants: variantsOf(160) },
    ],
  });

  interface Edit {
    readonly sheet: string;
    /** Of the row's first cell, or a row counted from 0 below the head. */
    readonly row: string | number;
    readonly column: string;
    readonly cell: Partial<Cell>;
  }
  interface Change {
    readonly edits?: readonly Edit[];
    readonly merges?: Readonly<Record<string, MergeRange[]>>;
    readonly rows?: (name: string, rows: CellContent[][]) => CellContent[][];
    readonly without?: string;
  }
  /** Sheets as we write them, with cells as a spreadsheet program writes them. */
  const change = ({ edits = [], merges = {}, rows = (_name, same) => same, without }: Change): WriteSheet[] =>
    sheets
      .filter(({ name }) => name !== without)
      .map(({ name, columns, rows: written }) => {
        const below = rows(
          name,
          written.map((row) => [...row]),
        );
        const cells = new Map<string, Partial<Cell>>();
        for (const { sheet, row, column, cell } of edits) {
          if (sheet !== name) continue;
          const at = typeof row === "number" ? row : below.findIndex(([first]) => first === row);
          const place = columns.findIndex(({ title }) => title === column);
          const target = below[at];
          if (!target) throw new Error(`${sheet} has no row ${String(row)}`);
          target[place] = (cell.value ?? null) as CellContent;
          cells.set(`${String(at + 1)},${String(place)}`, cell);
        }
        const head = columns.map(({ title }) => title);
        return { name, rows: head.length > 0 ? [head, ...below] : below, cells, merges: merges[name] ?? [] };
      });
  const textsOf = (problems: readonly SpreadsheetProblem[]): string[] =>
    problems.map(({ sheet, cell, message }) => `${sheet} ${cell}: ${message}`);
  const readChanged = async (changed: Change) => readPriceBook(await writeXlsx({ sheets: change(changed) }));
  const entryOf = ({ entries }: { entries: readonly PriceBookEntry[] }, id: FieldId) =>
    entries.find((entry) => entry.id === id);
  const percent = (value: number) => ({ value, style: { numFmt: "0%" } });

  test("[PRI-11] a cell that shows 15 % is 15 where the unit is percent; formulas give their value, and are named", async () => {
    const read = await readChanged({
      edits: [
        { sheet: "Roofing", row: iceBarrier, column: "Waste %", cell: percent(0.15) },
        { sheet: "Roofing", row: discount, column: "Maximum", cell: { value: 0.07, style: { numFmt: '0.0"%" %' } } },
        // A text beside a number is no percentage.
        { sheet: "Roofing", row: discount, column: "Step", cell: { value: 0.5, style: { numFmt: '0.0" %"' } } },
        { sheet: "Roofing", row: discount, column: "Minimum", cell: { value: "2.5 %" } },
        {
          sheet: "Variants",
          row: 0,
          column: "Material cost",
          cell: { formula: "J3*1.1", formulaResult: 12.35, value: 12.35 },
        },
        {
          sheet: "Variants",
          row: 1,
          column: "Material cost",
          cell: { formula: "J4*1.1", formulaResult: 13, value: 13 },
        },
      ],
      // Formatted, or blanked: nothing is in them.
      rows: (name, rows) => (name === "Options" ? [...rows, ...Array.from({ length: 60_000 }, () => [" "])] : rows),
    });
    expect(read.problems).toEqual([]);
    expect(entryOf(read, iceBarrier)?.wastePercent).toBe(15);
    expect(entryOf(read, discount)).toMatchObject({ min: 2.5, max: 7, step: 0.5 });
    expect(
      entryOf(read, type)
        ?.variants.slice(0, 3)
        .map(({ materialCost }) => materialCost),
    ).toEqual([12.35, 13, 1]);
    expect(read.formulas).toEqual([
      { sheet: "Variants", cell: "J2:J3", message: "This is a formula. Its calculated value is taken." },
    ]);
  });

  test("[PRI-12] a price that was emptied, merged away, came out as an error or shows a percentage is named, and never 0", async () => {
    const read = await readChanged({
      edits: [
        { sheet: "Variants", row: 0, column: "Material price", cell: { value: null } },
        { sheet: "Variants", row: 1, column: "Material price", cell: { value: null } },
        { sheet: "Variants", row: 9, column: "Material cost", cell: { value: null } },
        { sheet: "Variants", row: 9, column: "Labor cost", cell: { value: " " } },
        { sheet: "Variants", row: 5, column: "Labor price", cell: { value: "#DIV/0!", type: "error" } },
        { sheet: "Variants", row: 12, column: "Labor price", cell: percent(0.15) },
      ],
      // L4:L5: one price that two rows seem to have.
      merges: { Variants: [{ startRow: 3, endRow: 4, startCol: 11, endCol: 11 }] },
    });
    expect(textsOf(read.problems)).toEqual([
      "Variants L2:L3: Material price is empty. Enter 0 where there is none.",
      "Variants L5: This cell is merged with L4. Split the cells and fill in each.",
      "Variants M7: This cell shows the error #DIV/0!.",
      "Variants J11: Material cost and Labor cost are empty. Enter 0 where there is none.",
      "Variants M14: This cell shows 15 %. Enter dollars.",
    ]);
  });

  test.each<{ fault: string; changed: Change; problem: string }>([
    { fault: "a sheet that is missing", changed: { without: "Options" }, problem: "Options : This sheet is missing." },
    {
      fault: "a work category's sheet that is missing",
      changed: { without: "Gutters" },
      problem: "Gutters : This sheet is missing.",
    },
    {
      fault: "a work category without rows",
      changed: { rows: (name, rows) => (name === "Gutters" ? [] : rows) },
      problem: `Options A2: The field ${type} has no row in the sheet of its work category. 160 more rows name it.`,
    },
    {
      fault: "a field's id that was overwritten",
      changed: { edits: [{ sheet: "Gutters", row: type, column: "Field id", cell: { value: "gutter" } }] },
      problem: "Gutters A2: There is no field gutter. Did you mean",
    },
    {
      fault: "an option's id that was overwritten",
      changed: { edits: [{ sheet: "Options", row: type, column: "Option id", cell: { value: "steel" } }] },
      problem: "Options C2: ",
    },
    {
      fault: "an option whose row was deleted",
      changed: { rows: (name, rows) => (name === "Options" ? [] : rows) },
      problem: `Variants E2: ${type}.1 is not an option of the field. 159 more rows name it.`,
    },
  ])("[PRI-13] one fault, one message: $fault, which 160 prices name", async ({ changed, problem }) => {
    const { problems, problemCount } = await readPriceBookSheets(change(changed) as SheetRead[]);
    expect(textsOf(problems)).toEqual([expect.stringContaining(problem)]);
    expect(problemCount).toBe(1);
  });
});

/** A zip archive of one part, whose stated size can be a lie. */
function archiveOf(content: Buffer, statedSize = content.length): Buffer {
  const packed = deflateRawSync(content);
  const name = Buffer.from("a.xml");
  const local = Buffer.alloc(30);
  local.writeUInt32LE(0x04034b50, 0);
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(packed.length, 18);
  local.writeUInt32LE(statedSize, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.writeUInt32LE(0x02014b50, 0);
  central.writeUInt16LE(8, 10);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(statedSize, 24);
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length + name.length, 12);
  end.writeUInt32LE(local.length + name.length + packed.length, 16);
  return Buffer.concat([local, name, packed, central, name, end]);
}

describe("a file that means harm", () => {
  test("a small archive that unpacks to gigabytes is refused before it is unpacked", async () => {
    const bomb = archiveOf(Buffer.alloc(MAX_UNZIPPED_BYTES + 1));
    expect(bomb.length).toBeLessThan(200_000);
    await expect(checkArchive(bomb)).rejects.toThrow("too large when it is unpacked");
    await expect(readPriceBook(bomb)).rejects.toThrow("too large when it is unpacked");
  });

  test("so is one that lies about its size, after no more than it states", async () => {
    await expect(checkArchive(archiveOf(Buffer.alloc(50_000_000), 1_000))).rejects.toThrow("too large");
    await expect(checkArchive(archiveOf(Buffer.alloc(1_000), 2_000))).rejects.toThrow("cannot be read");
  });

  test("a file that is no archive, truncated or points outside of itself is unreadable", async () => {
    const sound = archiveOf(Buffer.from("<a/>"));
    await checkArchive(sound);
    for (const broken of [Buffer.alloc(0), Buffer.from("id,name"), sound.subarray(0, 40), sound.subarray(10)])
      await expect(readPriceBook(broken)).rejects.toThrow("cannot be read as a spreadsheet");
    // An archive, but no workbook.
    await expect(readPriceBook(sound)).rejects.toThrow("cannot be read as a spreadsheet");
  });

  test("recognizes a workbook that is not a price book", async () => {
    const other = await writeWorkbook([{ name: "Sheet1", columns: [], rows: [["Hello"]] }]);
    await expect(readPriceBook(other)).rejects.toThrow("This is not a price book.");
  });

  test("no text of ours is live in the file: texts that look like formulas begin with an apostrophe", async () => {
    const rows: CellContent[][] = ["=HYPERLINK(A1)", "+1", "-1", "@SUM(1)", "\t=1", "'=1"].map((value) => [value]);
    const bytes = await writeWorkbook([{ name: "Texts", columns: [{ title: "Text", width: 9 }], rows }]);
    const folder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-sheet-"));
    try {
      const file = path.join(folder, "texts.xlsx");
      await writeFile(file, bytes);
      const parts = unpack(file);
      expect(parts).not.toMatch(/<f[ >]/);
      for (const shown of ["'=HYPERLINK(A1)", "'+1", "'-1", "'@SUM(1)", "''=1"])
        expect(parts).toContain(`>${shown.replaceAll("'", "'")}<`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

/** All XML of an archive as one text; unpacked with what Node has. */
function unpack(file: string): string {
  return execFileSync(process.execPath, ["-e", UNPACK, file], { maxBuffer: 50_000_000 }).toString();
}
const UNPACK = `
  const { readFileSync } = require("node:fs"), { inflateRawSync } = require("node:zlib");
  const zip = readFileSync(process.argv[1]);
  let at = zip.readUInt32LE(zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6])) + 16);
  while (zip.readUInt32LE(at) === 0x02014b50) {
    const [method, size, name, extra, comment, local] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20),
      zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32), zip.readUInt32LE(at + 42)];
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const part = zip.subarray(start, start + size);
    process.stdout.write(method === 8 ? inflateRawSync(part) : part);
    at += 46 + name + extra + comment;
  }`;

describe("20,000 rows", () => {
  /** Enough options and variants for 20,000 rows, distributed over all dropdowns. */
  const entries: PriceBookEntry[] = DROPDOWNS.map((field) => {
    const options = Array.from({ length: Math.ceil(10_000 / DROPDOWNS.length) }, (_, index): PriceBookOption => ({
      id: `${field.id}.${index + 1}`,
      value: `Option ${index + 1} of ${field.label}`,
    }));
    const variants = options.map(({ id }, index): PriceBookVariant => ({
      id: index + 1,
      active: true,
      optionId: id,
      parentOptionIds: [],
      pricingMode: PRICING_MODES.standard,
      materialCost: index + 0.25,
      laborCost: index,
      materialPrice: index * 2,
      laborPrice: index * 3,
    }));
    return { ...emptyEntry(field.id), options, variants };
  });

  test("are written and read within seconds, while the server keeps answering", async () => {
    expect(
      entries.reduce((rows, { options, variants }) => rows + options.length + variants.length, 0),
    ).toBeGreaterThanOrEqual(20_000);
    let last = performance.now();
    let longestPauseMs = 0;
    const watch = setInterval(() => {
      const now = performance.now();
      longestPauseMs = Math.max(longestPauseMs, now - last);
      last = now;
    }, 5);
    try {
      const start = performance.now();
      const bytes = await writePriceBook({ version: 1, entries });
      const reading = await readPriceBook(bytes);
      const read = performance.now();
      expect(reading.problemCount).toBe(0);
      expect(stated(reading.entries)).toEqual(inOrder(entries));
      // Seconds on the slowest machine that runs this; a pause as long as that would be the work itself.
      expect(read - start).toBeLessThan(30_000);
      expect(longestPauseMs).toBeLessThan((read - start) / 2);
    } finally {
      clearInterval(watch);
    }
  });
});

const SOFFICE = ["soffice", "libreoffice"].find((name) => {
  try {
    execFileSync(name, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
});

describe(`in LibreOffice (${SOFFICE === undefined ? "not installed here: this is not proven in this run" : "installed"})`, () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), "ridgebook-office-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("the workbook opens unharmed: every sheet, every row, and saved there it is still the same price book", async () => {
    if (SOFFICE === undefined) {
      console.warn("LibreOffice is not installed: whether it opens the workbook was not tested.");
      return;
    }
    const file = path.join(folder, "book.xlsx");
    await writeFile(file, await writePriceBook(starterPriceBook, { companyId: 7 }));
    const convert = (to: string): Promise<unknown> =>
      promisify(execFile)(
        SOFFICE,
        [
          `-env:UserInstallation=file://${folder}/profile`,
          "--headless",
          "--convert-to",
          to,
          "--outdir",
          path.join(folder, "out"),
          file,
        ],
        { timeout: 110_000 },
      );
    // One file for each sheet: separator, quotes, UTF-8, from line 1, cell contents as shown, all sheets.
    await convert("csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1");
    const sheets = (await readdir(path.join(folder, "out"))).map((name) => name.replace(/^book-(.*)\.csv$/, "$1"));
    expect(sheets.toSorted()).toEqual([...SHEET_NAMES].toSorted());
    const gutters = await readFile(path.join(folder, "out/book-Gutters.csv"), "utf8");
    const fieldCount = FIELDS.filter(({ workflowId }) => workflowId === 4).length;
    expect(gutters.trim().split("\n")).toHaveLength(1 + fieldCount);
    expect(gutters.split("\n")[0]).toContain("Field id,Field,Property");
    expect(WORKFLOW_SHEETS.every(({ name }) => sheets.includes(name))).toBe(true);

    await convert("xlsx:Calc MS Excel 2007 XML");
    const saved = new Uint8Array(await readFile(path.join(folder, "out/book.xlsx")));
    const reading = await readPriceBook(saved);
    expect(reading.problems).toEqual([]);
    expect(reading.entries).toEqual(inOrder(starterPriceBook.entries));
    expect(reading).toMatchObject({ exportedFrom: 1, companyId: 7 });
  });
});
