import { setImmediate as nextTurn } from "node:timers/promises";
import { estimateField, type SpreadsheetProblem } from "@ridgebook/contract";
import {
  emptyEntry,
  fieldByKey,
  FIELDS,
  findField,
  PRICING_MODES,
  WORKFLOWS,
  type Conversions,
  type FieldDefinition,
  type FieldId,
  type MaterialTypeLink,
  type OptionId,
  type PriceBookEntry,
  type PriceBookOption,
  type PriceBookVariant,
  type PriceTier,
  type UnitAmounts,
} from "@ridgebook/estimating";
import { findEntryProblems, type EntryProblem } from "#features/price-book/check-entry.ts";
import { PRICING_LABELS } from "#features/price-book/describe-changes.ts";
import { suggestNames } from "#features/price-book/suggest-names.ts";
import { readWorkbook } from "./hucre-workbook.ts";
import {
  AMOUNT_COLUMNS,
  COMPANY_LABEL,
  FIELD_COLUMNS,
  FORMAT_LABEL,
  README_SHEET,
  SHEET_NAMES,
  SHEETS,
  VERSION_LABEL,
  WORKBOOK_FORMAT,
  WORKFLOW_SHEETS,
} from "./price-book-sheets.ts";
import { MAX_SHEET_ROWS, newWorkbookNotes, rowsOf, type Row } from "./sheet-rows.ts";
import { UnreadableWorkbook, type Column, type SheetRead } from "./workbook.ts";

/*
 * Reads a workbook back into a price book. Nothing is taken of a workbook with a problem; all problems are named at once, by
 * sheet and cell. The rows are gone through in slices, between which the server answers others.
 */

const ROWS_OF_A_SLICE = 500;
/** Share of the work that is done once the sheets are read from the file. */
const PROGRESS_WHEN_READ = 50;

export interface WorkbookReading {
  /** The version that the workbook was exported from; undefined when it does not say. */
  readonly exportedFrom: number | undefined;
  /** The company that exported it. */
  readonly companyId: number | undefined;
  /** Every entry of the workbook, in the catalogue's order; of no use when there are problems. */
  readonly entries: readonly PriceBookEntry[];
  /** The first of them; `problemCount` counts all. */
  readonly problems: readonly SpreadsheetProblem[];
  readonly problemCount: number;
  /** Cells whose calculated value was taken. */
  readonly formulas: readonly SpreadsheetProblem[];
  /** Where each option is named, for what there is to ask about it. */
  readonly optionCells: ReadonlyMap<OptionId, { readonly sheet: string; readonly cell: string }>;
}

/** Calls for each row, and lets others have a turn after each slice. */
async function forEachRow<Key extends string>(rows: readonly Row<Key>[], work: (row: Row<Key>) => void): Promise<void> {
  for (const [index, row] of rows.entries()) {
    work(row);
    if (index % ROWS_OF_A_SLICE === ROWS_OF_A_SLICE - 1) await nextTurn();
  }
}

const CONVERSION_KEYS = ["recommendedConversion1", "recommendedConversion2", "recommendedConversion3"] as const;
type AmountKey = keyof UnitAmounts;
type ConversionKey = (typeof CONVERSION_KEYS)[number];

/** The member's own rules of the contract; what they say goes to the cell. undefined for a value that was refused, here or before. */
function checked<Key extends keyof typeof estimateField.shape>(
  row: { refuse(key: NoInfer<Key>, message: string): void },
  key: Key,
  value: number | null | undefined,
): number | null | undefined {
  if (value === null || value === undefined) return value;
  const result = estimateField.shape[key].safeParse(value);
  if (result.success) return value;
  row.refuse(key, result.error.issues[0]?.message ?? "This value is not valid.");
  return undefined;
}

const AMOUNT_KEYS = Object.keys(AMOUNT_COLUMNS) as AmountKey[];

/** Dollars; a spreadsheet program's calculations leave noise far below a cent. An empty cell is no price, not even 0. */
function readAmounts(row: Row<AmountKey>): UnitAmounts {
  const read = AMOUNT_KEYS.map((key) => ({ key, value: checked(row, key, row.number(key, { isDollars: true })) }));
  const empty = read.filter(({ value }) => value === null).map(({ key }) => key);
  const [first] = empty;
  if (first) {
    const titles = empty.map((key) => AMOUNT_COLUMNS[key].title);
    const named =
      titles.length > 1 ? `${titles.slice(0, -1).join(", ")} and ${titles.at(-1) ?? ""} are` : `${titles[0] ?? ""} is`;
    row.refuse(first, `${named} empty. Enter 0 where there is none.`);
  }
  const amounts = read.map(({ key, value }) => [key, Math.round((value ?? 0) * 100) / 100]);
  return Object.fromEntries(amounts) as Record<AmountKey, number>;
}

/** undefined when all three are empty. */
function readConversions(row: Row<ConversionKey>): Conversions | undefined {
  const values = CONVERSION_KEYS.map((key) => checked(row, key, row.number(key)));
  if (values.every((value) => value === null)) return undefined;
  const [first, second, third] = values;
  return {
    recommendedConversion1: first ?? 0,
    recommendedConversion2: second ?? 0,
    recommendedConversion3: third ?? 0,
  };
}

/** How a need is counted: members that are left out where they are 0 or off. */
function readNeed(
  row: Row<"wastePercent" | "includesValleys">,
): Pick<PriceBookEntry, "wastePercent" | "includesValleys"> {
  const waste = checked(row, "wastePercent", row.number("wastePercent", { isPercent: true })) ?? 0;
  return {
    ...(waste > 0 && { wastePercent: waste }),
    ...(row.yesOrNo("includesValleys") === true && { includesValleys: true }),
  };
}

/** An entry while its parts come from several sheets, with the row that each part came from. */
interface Draft {
  readonly field: FieldDefinition;
  entry: PriceBookEntry;
  fieldRow: Row<keyof typeof FIELD_COLUMNS> | undefined;
  readonly options: { option: PriceBookOption; row: Row<keyof typeof SHEETS.options.columns> }[];
  readonly variants: {
    variant: PriceBookVariant;
    row: Row<keyof typeof SHEETS.variants.columns>;
    tiers: { tier: PriceTier; row: Row<keyof typeof SHEETS.tiers.columns> }[];
  }[];
  readonly validOptions: Map<OptionId, { ids: OptionId[]; rows: Row<keyof typeof SHEETS.validOptions.columns>[] }>;
  readonly materialTypes: { link: MaterialTypeLink; row: Row<keyof typeof SHEETS.materialTypes.columns> }[];
}

const OPTION_NUMBER = /\.(\d{1,6})$/;
const WORKFLOW_NAMES = WORKFLOWS.map(({ name }) => name);
const FIELD_IDS = FIELDS.map(({ id }) => id);

class PriceBookReader {
  readonly #drafts = new Map<string, Draft>();
  readonly #usedNumbers: Map<string, number>;
  readonly #optionIds = new Set<string>();
  readonly #optionCells = new Map<OptionId, { sheet: string; cell: string }>();
  /** Fields and work categories with a row that is wrong itself: what other rows say of them only follows from that. */
  readonly #broken = {
    workflows: new Set<number>(),
    fields: new Set<string>(),
    options: new Set<string>(),
    variants: new Set<string>(),
  };

  constructor(usedNumbers: ReadonlyMap<string, number>) {
    this.#usedNumbers = new Map(usedNumbers);
  }

  /** The field that a row of another sheet belongs to. */
  #draftOf(row: Row<"id">): Draft | undefined {
    const id = row.text("id");
    const draft = this.#drafts.get(id);
    if (draft) return draft;
    const field = findField(id);
    if (!field)
      row.refuse(
        "id",
        `There is no field ${id || "without an id"}.${suggestNames(id, FIELD_IDS)}`,
        id && `field ${id}`,
      );
    else if (!this.#broken.workflows.has(field.workflowId) && !this.#broken.fields.has(id))
      row.refuse("id", `The field ${id} has no row in the sheet of its work category.`, `field ${id}`);
    return undefined;
  }

  /** Rows of the field's options cannot all be read, so that one which is not found may be there. */
  #breakOptions(fieldId: string): void {
    this.#broken.options.add(fieldId);
  }

  /** No field of the work category can be read. */
  breakWorkflow(workflowId: number): void {
    this.#broken.workflows.add(workflowId);
  }

  /** An option of the field by its id, or where that is empty by its text; null where both are empty. */
  #optionOf(draft: Draft, row: Row<"optionId" | "option">): OptionId | null | undefined {
    const id = row.text("optionId");
    const name = row.text("option");
    const own = draft.options.map(({ option }) => option);
    if (id !== "") {
      const found = own.find((option) => option.id === id);
      if (found) return found.id;
      if (!this.#broken.options.has(draft.field.id))
        row.refuse(
          "optionId",
          `${id} is no option of the field.${suggestNames(
            id,
            own.map((option) => option.id),
          )}`,
          `option ${id} of ${draft.field.id}`,
        );
      return undefined;
    }
    if (name === "") return null;
    const named = own.filter(({ value }) => value === name);
    const [found] = named;
    if (found && named.length === 1) return found.id;
    const message =
      named.length > 1
        ? `The field has more than one option "${name}"; give its id.`
        : `The field has no option "${name}".${suggestNames(
            name,
            own.map(({ value }) => value),
          )}`;
    if (!this.#broken.options.has(draft.field.id)) row.refuse("option", message, `option ${name} of ${draft.field.id}`);
    return undefined;
  }

  /** An option of any field, by its id. */
  #parentOption<Key extends string>(row: Row<Key>, key: Key, id: string): OptionId | undefined {
    if (this.#optionIds.has(id)) return id as OptionId;
    const fieldId = id.replace(OPTION_NUMBER, "");
    const workflowId = findField(fieldId)?.workflowId ?? 0;
    if (!this.#broken.options.has(fieldId) && !this.#broken.workflows.has(workflowId))
      row.refuse(
        key,
        `There is no option ${id || "without an id"}.${suggestNames(id, this.#optionIds)}`,
        id && `option ${id}`,
      );
    return undefined;
  }

  readField(row: Row<keyof typeof FIELD_COLUMNS>, workflowId: number): void {
    const id = row.text("id");
    const field = findField(id);
    if (field?.workflowId !== workflowId) {
      const byProperty = fieldByKey(workflowId, row.text("property"));
      if (byProperty) this.#broken.fields.add(byProperty.id);
      else this.breakWorkflow(workflowId);
      if (field) {
        row.refuse("id", `The field ${id} belongs to another work category.`);
        return;
      }
      row.refuse("id", `There is no field ${id || "without an id"}.${suggestNames(byProperty?.id ?? id, FIELD_IDS)}`);
      return;
    }
    const known = this.#drafts.get(id)?.fieldRow;
    if (known) {
      row.refuse("id", `The field ${id} is there twice, also in row ${known.index + 1}.`);
      return;
    }
    const measure = (member: "min" | "max" | "step"): number | null =>
      checked(row, member, row.number(member, { isPercent: field.unit === "%" })) ?? null;
    const same = row.choice("secondaryWorkflow", WORKFLOW_NAMES);
    this.#drafts.set(id, {
      field,
      entry: {
        ...emptyEntry(field.id),
        min: measure("min"),
        max: measure("max"),
        step: measure("step"),
        ...readAmounts(row),
        ...readConversions(row),
        ...readNeed(row),
        showProductTypes: row.yesOrNo("showProductTypes") ?? false,
        secondaryWorkflowId: same === undefined ? null : (WORKFLOWS[same]?.id ?? null),
      },
      fieldRow: row,
      options: [],
      variants: [],
      validOptions: new Map(),
      materialTypes: [],
    });
  }

  readOption(row: Row<keyof typeof SHEETS.options.columns>): void {
    const draft = this.#draftOf(row);
    if (!draft) {
      this.#breakOptions(row.text("optionId").replace(OPTION_NUMBER, ""));
      return;
    }
    const id = (row.text("optionId") || this.#newOptionId(draft.field.id)) as OptionId;
    const conversions = readConversions(row);
    const written = {
      id,
      value: row.text("option"),
      ...(row.text("imageUrl") && { imageUrl: row.text("imageUrl") }),
      ...(row.text("description") && { description: row.text("description") }),
      ...(conversions && { conversions }),
    };
    const result = estimateField.shape.options.safeParse([written]);
    if (!result.success) {
      for (const { path, message } of result.error.issues) {
        const member = String(path[1]);
        row.refuse(member === "id" ? "optionId" : member === "value" ? "option" : toOptionColumn(member), message);
      }
      if (result.error.issues.some(({ path }) => path[1] === "id")) {
        this.#breakOptions(draft.field.id);
        return;
      }
    }
    // One bad cell is one problem: rows that name the option still find it. Nothing is published while there are problems.
    this.#optionIds.add(id);
    this.#optionCells.set(id, { sheet: row.sheet, cell: row.cell("option") });
    draft.options.push({ option: result.data?.[0] ?? written, row });
  }

  /** Numbers that an option of the field ever had are not given again. */
  #newOptionId(fieldId: FieldId): OptionId {
    const number = (this.#usedNumbers.get(fieldId) ?? 0) + 1;
    this.#usedNumbers.set(fieldId, number);
    return `${fieldId}.${number}`;
  }

  /** Ids that the workbook itself gives are taken before new ones are. */
  noteOptionId(row: Row<keyof typeof SHEETS.options.columns>): void {
    const fieldId = row.text("id");
    const number = Number(OPTION_NUMBER.exec(row.text("optionId"))?.[1] ?? 0);
    this.#usedNumbers.set(fieldId, Math.max(number, this.#usedNumbers.get(fieldId) ?? 0));
  }

  readVariant(row: Row<keyof typeof SHEETS.variants.columns>): void {
    const draft = this.#draftOf(row);
    if (!draft) return;
    const optionId = this.#optionOf(draft, row);
    const parentOptionIds = row
      .text("parentIds")
      .split(/[;,\s]+/)
      .filter((id) => id !== "")
      .map((id) => this.#parentOption(row, "parentIds", id));
    const id = row.number("variant");
    const isWrong = typeof id === "number" && (!Number.isInteger(id) || id < 1 || id > 1_000_000);
    if (isWrong) row.refuse("variant", "A variant's number is a whole number of 1 or more.");
    if (isWrong || id === undefined) {
      this.#broken.variants.add(draft.field.id);
      return;
    }
    const conversions = readConversions(row);
    draft.variants.push({
      row,
      tiers: [],
      variant: {
        // A new one gets its number when all that have one are known.
        id: id ?? 0,
        active: row.yesOrNo("active") ?? true,
        optionId: optionId ?? null,
        parentOptionIds: parentOptionIds.flatMap((parentId) => parentId ?? []),
        pricingMode: toPricingMode(row.choice("pricing", PRICING_LABELS)),
        ...readAmounts(row),
        ...(conversions && { conversions }),
      },
    });
  }

  numberVariants(): void {
    for (const { variants } of this.#drafts.values()) {
      let highest = variants.reduce((most, { variant }) => Math.max(most, variant.id), 0);
      for (const each of variants) if (each.variant.id === 0) each.variant = { ...each.variant, id: (highest += 1) };
    }
  }

  readTier(row: Row<keyof typeof SHEETS.tiers.columns>): void {
    const draft = this.#draftOf(row);
    if (!draft) return;
    const number = row.number("variant");
    const variant = draft.variants.find((each) => each.variant.id === number);
    if (!variant) {
      const isKnown = number === undefined || this.#broken.variants.has(draft.field.id);
      if (!isKnown)
        row.refuse(
          "variant",
          `The field has no variant ${number ?? "without a number"}.`,
          `variant ${String(number)} of ${draft.field.id}`,
        );
      this.#broken.variants.add(draft.field.id);
      return;
    }
    const tier = this.#readTierOf(row);
    if (tier) variant.tiers.push({ row, tier });
    else this.#broken.variants.add(draft.field.id);
  }

  /** undefined for one without a size, which is a problem. */
  #readTierOf(row: Row<keyof typeof SHEETS.tiers.columns>): PriceTier | undefined {
    const amounts = readAmounts(row);
    const bound = (
      key: "min" | "max" | "minWidth" | "maxWidth" | "minHeight" | "maxHeight",
    ): number | null | undefined => {
      const value = row.number(key);
      if (typeof value !== "number" || value >= 0) return value;
      row.refuse(key, "A size is 0 or more.");
      return undefined;
    };
    const united = [bound("min"), bound("max")];
    const sides = [bound("minWidth"), bound("maxWidth"), bound("minHeight"), bound("maxHeight")];
    if ([...united, ...sides].includes(undefined)) return undefined;
    const hasUnited = united.some((value) => value !== null);
    if (hasUnited === sides.some((value) => value !== null)) {
      row.refuse("min", "A tier has either united inches or width and height.");
      return undefined;
    }
    const isWhole = (size: readonly (number | null | undefined)[]): size is readonly number[] =>
      size.every((value) => typeof value === "number");
    const [min = 0, max = 0] = isWhole(united) ? united : [];
    const [minWidth = 0, maxWidth = 0, minHeight = 0, maxHeight = 0] = isWhole(sides) ? sides : [];
    if (isWhole(united)) return { min, max, ...amounts };
    if (isWhole(sides)) return { minWidth, maxWidth, minHeight, maxHeight, ...amounts };
    row.refuse(hasUnited ? "min" : "minWidth", "The size needs both ends.");
    return undefined;
  }

  readValidOption(row: Row<keyof typeof SHEETS.validOptions.columns>): void {
    const draft = this.#draftOf(row);
    if (!draft) return;
    const parentId = this.#parentOption(row, "parentId", row.text("parentId"));
    const optionId = this.#optionOf(draft, row);
    if (parentId === undefined || optionId === undefined) return;
    const known = draft.validOptions.get(parentId) ?? { ids: [], rows: [] };
    draft.validOptions.set(parentId, known);
    if (optionId === null) return;
    known.ids.push(optionId);
    known.rows.push(row);
  }

  readMaterialType(row: Row<keyof typeof SHEETS.materialTypes.columns>): void {
    const draft = this.#draftOf(row);
    if (!draft) return;
    const optionId = this.#optionOf(draft, row);
    const materialField = findField(row.text("materialFieldId"));
    if (optionId === null) row.refuse("optionId", "An option is needed here.");
    if (!materialField)
      row.refuse(
        "materialFieldId",
        `There is no field ${row.text("materialFieldId") || "without an id"}.${suggestNames(row.text("materialFieldId"), FIELD_IDS)}`,
      );
    if (!optionId || !materialField) return;
    draft.materialTypes.push({ row, link: { fieldId: draft.field.id, optionId, materialFieldId: materialField.id } });
  }

  /** The default can be an option's text. */
  #readDefault({ field, options, fieldRow }: Draft): string | null {
    const written = fieldRow?.text("defaultValue") ?? "";
    if (written === "") return null;
    if (field.dataType === "boolean") return written.toLowerCase();
    if (options.some(({ option }) => option.id === written)) return written;
    return options.find(({ option }) => option.value === written)?.option.id ?? written;
  }

  get optionCells(): WorkbookReading["optionCells"] {
    return this.#optionCells;
  }

  /** Whether an option or a tier is only missed because its row was refused. */
  #followsFromBroken(fieldId: FieldId, { member }: { member: string }): boolean {
    return (
      (member === "pricing" && this.#broken.variants.has(fieldId)) ||
      (member === "defaultValue" && this.#broken.options.has(fieldId))
    );
  }

  async finish({ isWhole }: { isWhole: boolean }): Promise<PriceBookEntry[]> {
    const entries: PriceBookEntry[] = [];
    for (const [index, { id }] of FIELDS.entries()) {
      const draft = this.#drafts.get(id);
      if (!draft) continue;
      const entry: PriceBookEntry = {
        ...draft.entry,
        defaultValue: this.#readDefault(draft),
        options: draft.options.map(({ option }) => option),
        variants: draft.variants.map(({ variant, tiers }) => ({
          ...variant,
          ...(tiers.length > 0 && { tiers: tiers.map(({ tier }) => tier) }),
        })),
        validOptions: Object.fromEntries([...draft.validOptions].map(([parentId, { ids }]) => [parentId, ids])),
        materialTypes: draft.materialTypes.map(({ link }) => link),
      };
      const hasOption = (optionId: string): boolean => this.#optionIds.has(optionId);
      // Members are named as the columns of their sheets are. Without a whole sheet, what is in it would be missed everywhere.
      if (isWhole)
        for (const { member, message, ...place } of findEntryProblems(entry, { hasOption }))
          if (!this.#followsFromBroken(id, { member })) rowOf(draft, place)?.refuse(member, message);
      entries.push(entry);
      if (index % ROWS_OF_A_SLICE === ROWS_OF_A_SLICE - 1) await nextTurn();
    }
    return entries;
  }
}

const toOptionColumn = (member: string): keyof typeof SHEETS.options.columns =>
  member === "imageUrl" || member === "description" ? member : "optionId";

const toPricingMode = (place: number | undefined): PriceBookVariant["pricingMode"] =>
  Object.values(PRICING_MODES)[place ?? 0] ?? PRICING_MODES.standard;

/** The row that a part of an entry came from. */
function rowOf(
  draft: Draft,
  { subject, index, tierIndex = 0, parentId }: Pick<EntryProblem, "subject" | "index" | "tierIndex" | "parentId">,
): Row<string> | undefined {
  switch (subject) {
    case "field":
      return draft.fieldRow;
    case "options":
      return draft.options[index]?.row;
    case "variants":
      return draft.variants[index]?.row;
    case "tiers":
      return draft.variants[index]?.tiers[tierIndex]?.row;
    case "validOptions":
      return draft.validOptions.get(parentId as OptionId)?.rows[index];
    case "materialTypes":
      return draft.materialTypes[index]?.row;
  }
}

/** What stands beside a label of the first sheet. */
function findBeside(sheet: SheetRead | undefined, label: string): number | undefined {
  const row = sheet?.rows.find(([first]) => first === label);
  const value = row?.[1];
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;
}

interface ReadingOptions {
  readonly usedOptionNumbers?: ReadonlyMap<string, number>;
  /** Hears how many percent are done. */
  readonly onProgress?: (percent: number) => Promise<void>;
}

/**
 * Reads a workbook as a price book.
 *
 * A field of the catalogue that has no row is not in the price book. `usedOptionNumbers` are the greatest that each field ever gave, so that a new option gets its own.
 * Raises UnreadableWorkbook for what is no workbook.
 */
export async function readPriceBook(bytes: Uint8Array, options: ReadingOptions = {}): Promise<WorkbookReading> {
  const sheets = await readWorkbook(bytes, {
    sheetNames: SHEET_NAMES,
    // These have columns of percents, or of dollars, in which a percentage is a mistake.
    formattedSheets: [...WORKFLOW_SHEETS, SHEETS.variants, SHEETS.tiers].map(({ name }) => name),
    maxFormattedRows: MAX_SHEET_ROWS,
  });
  await options.onProgress?.(PROGRESS_WHEN_READ);
  return readPriceBookSheets(sheets, options);
}

/** The same for sheets that are read from their file already. */
export async function readPriceBookSheets(
  sheets: readonly SheetRead[],
  { usedOptionNumbers = new Map(), onProgress }: ReadingOptions = {},
): Promise<WorkbookReading> {
  const byName = new Map(sheets.map((sheet) => [sheet.name, sheet]));
  const readMe = byName.get(README_SHEET);
  const format = findBeside(readMe, FORMAT_LABEL);
  if (sheets.every(({ name }) => name === README_SHEET))
    throw new UnreadableWorkbook("This is no price book. Export yours, change it, and import that file.");
  if (format !== undefined && format > WORKBOOK_FORMAT)
    throw new UnreadableWorkbook("This price book was exported by a newer version of the app.");

  const notes = newWorkbookNotes();
  const reader = new PriceBookReader(usedOptionNumbers);
  const rows = <Key extends string>(sheet: { name: string; columns: Readonly<Record<Key, Column>> }): Row<Key>[] =>
    rowsOf(byName.get(sheet.name), { ...sheet, notes });
  const isUnreadable = ({ name }: { name: string }): boolean => notes.unreadable.has(name);
  /** Rows that name rows of other sheets; of no use where those cannot be read. */
  const rowsBelow = <Key extends string>(
    sheet: { name: string; columns: Readonly<Record<Key, Column>> },
    ...named: readonly { name: string }[]
  ): Row<Key>[] => {
    const own = rows(sheet);
    return named.some(isUnreadable) ? [] : own;
  };

  const steps: (() => Promise<void>)[] = [
    async () => {
      for (const { workflowId, name } of WORKFLOW_SHEETS) {
        await forEachRow(rows({ name, columns: FIELD_COLUMNS }), (row) => reader.readField(row, workflowId));
        if (isUnreadable({ name })) reader.breakWorkflow(workflowId);
      }
    },
    async () => {
      const optionRows = rows(SHEETS.options);
      await forEachRow(optionRows, (row) => reader.noteOptionId(row));
      await forEachRow(optionRows, (row) => reader.readOption(row));
    },
    () => forEachRow(rowsBelow(SHEETS.validOptions, SHEETS.options), (row) => reader.readValidOption(row)),
    () => forEachRow(rowsBelow(SHEETS.variants, SHEETS.options), (row) => reader.readVariant(row)),
    async () => {
      reader.numberVariants();
      await forEachRow(rowsBelow(SHEETS.tiers, SHEETS.options, SHEETS.variants), (row) => reader.readTier(row));
    },
    () => forEachRow(rowsBelow(SHEETS.materialTypes, SHEETS.options), (row) => reader.readMaterialType(row)),
  ];
  for (const [index, step] of steps.entries()) {
    await step();
    await onProgress?.(
      PROGRESS_WHEN_READ + Math.round(((index + 1) / (steps.length + 1)) * (100 - PROGRESS_WHEN_READ)),
    );
  }
  const entries = await reader.finish({ isWhole: notes.unreadable.size === 0 });
  return {
    exportedFrom: findBeside(readMe, VERSION_LABEL),
    companyId: findBeside(readMe, COMPANY_LABEL),
    entries,
    problems: notes.problems.listed,
    problemCount: notes.problems.count,
    formulas: notes.formulas.listed,
    optionCells: reader.optionCells,
  };
}
