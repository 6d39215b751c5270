import { comparableText } from "#comparable-text.ts";
import { childFields, topLevelFields } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { AMOUNT_NAMES, NO_AMOUNTS, type FormLine, type UnitAmounts, type WorkflowValues } from "#form/form-values.ts";
import type { IndexedPriceBook } from "#price-book/index-price-book.ts";
import { isObject, type JsonObject } from "#is-object.ts";
import { nearestNames } from "./nearest-names.ts";

/* Converts a file's values by property name to form lines. Reports everything that does not fit at once, with its place. */

export interface FilePlace {
  /** The place: "values.gutter[0].gutterType". */
  readonly path: string;
  readonly text: string;
}

/** The lines, and which quantities to take from the recommendations. */
interface ReadValues {
  readonly values: WorkflowValues;
  /** Ids of lines whose quantity is "recommended" in the file. */
  readonly recommendedLines: ReadonlySet<number>;
  readonly problems: readonly FilePlace[];
}

const RECOMMENDED = "recommended";

const OWN_MEMBERS = new Set<string>(["value", "quantity", "children", ...AMOUNT_NAMES]);

/** Reads the values of one workflow. `nextId` generates temporary line ids. */
export function readValues({
  workflowId,
  json,
  book,
  nextId,
  path,
}: {
  workflowId: number;
  json: unknown;
  book: IndexedPriceBook;
  nextId: () => number;
  path: string;
}): ReadValues {
  const problems: FilePlace[] = [];
  const recommendedLines = new Set<number>();
  const report = (at: string, text: string): null => {
    problems.push({ path: at, text });
    return null;
  };

  function readOption(field: FieldDefinition, text: string, at: string): string | null {
    const { entry, optionById } = book.entryOf(field);
    if (optionById.has(text)) return text;
    const wanted = comparableText(text);
    const offered = entry.options.filter(({ retired }) => !retired);
    const found = offered.find(({ value }) => comparableText(value) === wanted);
    if (found) return found.id;
    const texts = offered.map(({ value }) => value);
    const names = nearestNames(text, texts);
    return report(
      at,
      `"${text}" is not an option of ${field.label}.${names.length > 0 ? ` Nearest: ${names.map((name) => `"${name}"`).join(", ")}.` : " It offers no options."}`,
    );
  }

  function readValue(field: FieldDefinition, value: unknown, at: string): string | null {
    if (value === undefined || value === null) return null;
    if (field.dataType === "boolean")
      return typeof value === "boolean" ? String(value) : report(at, `${field.label} must be true or false.`);
    if (field.dataType === "number") return report(at, `${field.label} is a number; give it as quantity.`);
    if (typeof value !== "string" && typeof value !== "number") return report(at, `${field.label} must be a text.`);
    return field.dataType === "dropdown" ? readOption(field, String(value), at) : String(value);
  }

  function readQuantity(field: FieldDefinition, quantity: unknown, id: number, at: string): number | null {
    if (quantity === undefined || quantity === null) return null;
    if (quantity === RECOMMENDED) {
      recommendedLines.add(id);
      return null;
    }
    if (typeof quantity === "number" && Number.isFinite(quantity)) return quantity;
    return report(at, `The quantity of ${field.label} must be a number or "${RECOMMENDED}".`);
  }

  function readAmounts(field: FieldDefinition, json: JsonObject, at: string): UnitAmounts | undefined {
    if (!field.allowPriceChange) {
      const given = AMOUNT_NAMES.filter((name) => name in json);
      if (given.length > 0)
        report(at, `${field.label} takes its prices from the price book; remove ${given.join(", ")}.`);
      return undefined;
    }
    const read = (name: (typeof AMOUNT_NAMES)[number]): number => {
      const amount = json[name] ?? 0;
      if (typeof amount === "number" && Number.isFinite(amount)) return amount;
      report(`${at}.${name}`, `${name} must be a number.`);
      return 0;
    };
    return { ...NO_AMOUNTS, materialCost: read("materialCost"), laborCost: read("laborCost") };
  }

  function readLine(field: FieldDefinition, json: unknown, at: string): FormLine {
    const id = nextId();
    if (!isObject(json)) {
      return field.dataType === "number"
        ? { id, value: null, quantity: readQuantity(field, json, id, at) }
        : { id, value: readValue(field, json, at), quantity: null };
    }
    const { children = {}, ...rest } = json;
    if (!isObject(children)) report(`${at}.children`, "children must be an object.");
    const below = Object.fromEntries(Object.entries(rest).filter(([name]) => !OWN_MEMBERS.has(name)));
    const given = { ...below, ...(isObject(children) && children) };
    const amounts = readAmounts(field, rest, at);
    const lines = readLines(childFields(field), given, at, field.label);
    return {
      id,
      value: readValue(field, rest.value, `${at}.value`),
      quantity: readQuantity(field, rest.quantity, id, `${at}.quantity`),
      ...(amounts && { amounts }),
      ...(Object.keys(lines).length > 0 && { children: lines }),
    };
  }

  function readLines(fields: readonly FieldDefinition[], json: JsonObject, at: string, owner: string): WorkflowValues {
    const byProperty = new Map(fields.map((field) => [field.property, field]));
    const lines: Record<string, readonly FormLine[]> = {};
    for (const [property, value] of Object.entries(json)) {
      const field = byProperty.get(property);
      const here = `${at}.${property}`;
      if (!field) {
        const names = nearestNames(property, [...byProperty.keys()]);
        report(
          here,
          `${owner} has no property "${property}".${names.length > 0 ? ` Nearest: ${names.join(", ")}.` : ""}`,
        );
      } else if (Array.isArray(value)) {
        if (!field.allowMultiple && value.length > 1) report(here, `${field.label} cannot be repeated.`);
        lines[property] = value.map((each, index) => readLine(field, each, `${here}[${index}]`));
      } else if (value !== null) {
        lines[property] = [readLine(field, value, here)];
      }
    }
    return lines;
  }

  if (!isObject(json)) report(path, "values must be an object of property names.");
  const values = isObject(json) ? readLines(topLevelFields(workflowId), json, path, "The workflow") : {};
  return { values, recommendedLines, problems };
}
