import { estimateField } from "@ridgebook/contract";
import {
  emptyEntry,
  fieldByKey,
  FIELDS,
  findField,
  WORKFLOWS,
  type FieldDefinition,
  type FieldId,
  type MaterialTypeLink,
  type OptionId,
  type PriceBookEntry,
  type PriceBookOption,
  type PriceBookVariant,
  type PriceTier,
} from "@ridgebook/estimating";
import { findEntryProblems, type EntryProblem } from "#features/price-book/check-entry.ts";
import { PRICING_LABELS } from "#features/price-book/describe-changes.ts";
import { suggestNames } from "#features/price-book/suggest-names.ts";
import { forEachInSlices } from "./in-slices.ts";
import type { FIELD_COLUMNS, SHEETS } from "./price-book-sheets.ts";
import {
  checked,
  readAmounts,
  readConversions,
  readNeed,
  readTier,
  toOptionColumn,
  toPricingMode,
} from "./read-cells.ts";
import type { Row } from "./sheet-rows.ts";

/** An entry under construction, with the row that each part came from. */
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

/**
 * Collects entries from the rows of all sheets, read in an order in which references point backwards: fields, options, dependents. `finish`
 * returns the entries after checking each as a whole.
 */
export class PriceBookReader {
  readonly #drafts = new Map<string, Draft>();
  readonly #usedNumbers: Map<string, number>;
  readonly #optionIds = new Set<string>();
  readonly #optionCells = new Map<OptionId, { sheet: string; cell: string }>();
  /** Fields and work categories with a bad row: problems of rows that refer to them are follow-ups. */
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

  /** Some options of the field could not be read, so a missing one is no problem. */
  #breakOptions(fieldId: string): void {
    this.#broken.options.add(fieldId);
  }

  /** None of the work category's fields could be read. */
  breakWorkflow(workflowId: number): void {
    this.#broken.workflows.add(workflowId);
  }

  /** Finds an option by its id, or by its text if the id is empty; null if both are empty. */
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
          `${id} is not an option of the field.${suggestNames(
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

  /** Numbers that the field ever used are not reused. */
  #newOptionId(fieldId: FieldId): OptionId {
    const number = (this.#usedNumbers.get(fieldId) ?? 0) + 1;
    this.#usedNumbers.set(fieldId, number);
    return `${fieldId}.${number}`;
  }

  /** Reserves the workbook's ids before new ones are assigned. */
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
        // New options are numbered once all existing ids are known.
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
    const tier = readTier(row);
    if (tier) variant.tiers.push({ row, tier });
    else this.#broken.variants.add(draft.field.id);
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

  get optionCells(): ReadonlyMap<OptionId, { readonly sheet: string; readonly cell: string }> {
    return this.#optionCells;
  }

  /** Whether an option or tier is only missing because its row was rejected. */
  #followsFromBroken(fieldId: FieldId, { member }: { member: string }): boolean {
    return (
      (member === "pricing" && this.#broken.variants.has(fieldId)) ||
      (member === "defaultValue" && this.#broken.options.has(fieldId))
    );
  }

  async finish({ isWhole }: { isWhole: boolean }): Promise<PriceBookEntry[]> {
    const entries: PriceBookEntry[] = [];
    await forEachInSlices(FIELDS, ({ id }) => {
      const draft = this.#drafts.get(id);
      if (!draft) return;
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
      // Members are named like their sheets' columns. Without a whole sheet, its content would be missing everywhere.
      if (isWhole)
        for (const { member, message, ...place } of findEntryProblems(entry, { hasOption }))
          if (!this.#followsFromBroken(id, { member })) rowOf(draft, place)?.refuse(member, message);
      entries.push(entry);
    });
    return entries;
  }
}

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
