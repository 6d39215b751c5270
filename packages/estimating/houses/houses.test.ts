import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { FIELDS, fieldByKey, findField, SECTIONS } from "#catalogue/catalogue.ts";
import type { SectionDefinition } from "#catalogue/define-sections.ts";
import { replay } from "#expressions/explain.ts";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { priceFile, type PricedWorkflow } from "#price-file/price-file.ts";
import { starterPriceBook } from "#starter-price-book/index.ts";
import { roundMoney } from "#rounding.ts";
import { WORKFLOWS } from "#workflows.ts";

/*
 * Sample houses: what an estimator types for a real job, and what comes of it, calculated by hand in each file's notes.
 */

interface House {
  readonly name: string;
  readonly notes: readonly string[];
  readonly expected: {
    readonly recommendations?: { readonly [workflow: string]: { readonly [path: string]: number } };
    readonly totals?: { readonly [workflow: string]: { readonly [member: string]: number } };
    readonly total?: number;
    readonly totalCost?: number;
    readonly monthlyPayment?: number;
  };
}

/** Every number that an estimator types of a house, at any depth; recommendations are words. */
const numbersIn = (json: unknown): readonly number[] =>
  typeof json === "number"
    ? [json]
    : typeof json === "object" && json !== null
      ? Object.values(json).flatMap((each) => numbersIn(each))
      : [];

const FOLDER = import.meta.dirname;
const houses = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".json"))
  .map((file) => ({ file, house: JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as House }));
const book = indexPriceBook(starterPriceBook);

/** Steps that only ask questions: nothing that a form asks there is sold. */
const STEPS_WITHOUT_PRICES: readonly string[] = [];

const wordsOf = (name: string): string => name.toLowerCase().split(" ")[0] ?? "";
const workflowNamed = (workflows: readonly PricedWorkflow[], name: string): PricedWorkflow | undefined =>
  workflows.find(({ workflow }) => wordsOf(workflow) === wordsOf(name));

function priced(house: House): readonly PricedWorkflow[] {
  const { priced: result, problems } = priceFile(house, book);
  expect(problems).toEqual([]);
  return result?.workflows ?? [];
}

const topLevelKeys = (section: SectionDefinition): readonly string[] =>
  section.groups.flatMap(({ rows }) =>
    rows.flatMap((row) => (typeof row === "string" ? [row] : "field" in row ? [row.field] : [])),
  );

/** Whether the starter price book can ask money for anything in a step. */
const hasPrices = (section: SectionDefinition): boolean =>
  topLevelKeys(section).some((key) => {
    const top = fieldByKey(section.workflowId, key);
    const fields = top ? FIELDS.filter(({ id, ancestors }) => id === top.id || ancestors.includes(top.id)) : [];
    return fields.some((field) => {
      const { entry } = book.entryOf(field);
      return [entry, ...entry.variants, ...entry.variants.flatMap(({ tiers = [] }) => tiers)].some(
        ({ materialCost, laborCost }) => materialCost + laborCost > 0,
      );
    });
  });

test("there are at least twelve houses, at least one for each workflow", () => {
  expect(houses.length).toBeGreaterThanOrEqual(12);
  const covered = new Set(houses.flatMap(({ house }) => priced(house).map(({ workflowId }) => workflowId)));
  expect([...covered].sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test("every step that sells something is named as such", () => {
  const silent = SECTIONS.filter((section) => section.order > 0 && !hasPrices(section));
  expect(silent.map(({ workflowId, name }) => `${workflowId} ${name}`)).toEqual(STEPS_WITHOUT_PRICES);
});

describe("measurement sheets, with which a person walks through a workflow", () => {
  const sheets = readdirSync(FOLDER).filter((name) => name.endsWith(".md"));

  test("there is one for each workflow", () => {
    expect(sheets).toHaveLength(7);
  });

  test.each(sheets)("%s names every number that is typed", (sheet) => {
    const house = JSON.parse(readFileSync(join(FOLDER, sheet.replace(".md", ".json")), "utf8")) as {
      readonly workflows?: readonly unknown[];
      readonly values?: unknown;
      readonly discount?: number;
      readonly promotion?: number;
    };
    const { workflows = [], values, discount, promotion } = house;
    const named = new Set(
      readFileSync(join(FOLDER, sheet), "utf8")
        .match(/\d+(?:\.\d+)?/g)
        ?.map(Number),
    );
    const typed = numbersIn([workflows, values, discount, promotion]).filter((number) => number !== 0);
    expect(typed.filter((number) => !named.has(number))).toEqual([]);
  });
});

describe.each(houses)("$file", ({ house }) => {
  test("its arithmetic is written down", () => {
    expect(house.name).not.toBe("");
    expect(house.notes.length).toBeGreaterThan(3);
  });

  test("its quantities are those calculated by hand", () => {
    const workflows = priced(house);
    for (const [name, paths] of Object.entries(house.expected.recommendations ?? {})) {
      const recommendations = workflowNamed(workflows, name)?.recommendations ?? [];
      const found = Object.fromEntries(recommendations.map(({ path, recommended }) => [path, recommended]));
      expect(Object.fromEntries(Object.keys(paths).map((path) => [path, found[path]]))).toEqual(paths);
    }
  });

  test("its totals are those calculated by hand", () => {
    const { priced: result } = priceFile(house, book);
    for (const [name, totals] of Object.entries(house.expected.totals ?? {}))
      expect(workflowNamed(result?.workflows ?? [], name)?.summary).toMatchObject(totals);
    const { total, totalCost, monthlyPayment } = house.expected;
    if (total !== undefined) expect(result?.totals.total).toBe(total);
    if (totalCost !== undefined) expect(result?.totals.totalCost).toBe(totalCost);
    if (monthlyPayment !== undefined) expect(result?.payment?.monthlyPayment).toBe(monthlyPayment);
  });

  test("nothing in it is without a price or could not be saved, and every recommendation replays to its number", () => {
    for (const { warnings, validation, recommendations } of priced(house)) {
      expect(warnings).toEqual([]);
      expect(validation).toEqual([]);
      for (const { path, recommended, explanation } of recommendations)
        expect(replay(explanation), path).toBe(recommended);
    }
  });

  test("every step that sells something holds a priced line", () => {
    for (const { workflowId, items } of priced(house)) {
      const sold = new Set(
        items
          .filter((item) => roundMoney(item.materialPrice + item.laborPrice) * item.quantity > 0)
          .flatMap(({ fieldId }) => findField(fieldId)?.key.split(".")[0] ?? []),
      );
      const empty = SECTIONS.filter(
        (section) =>
          section.workflowId === workflowId &&
          section.order > 0 &&
          hasPrices(section) &&
          !topLevelKeys(section).some((key) => sold.has(key)),
      );
      const name = WORKFLOWS.find(({ id }) => id === workflowId)?.name ?? "";
      expect(empty.map((section) => `${name} ${section.order} ${section.name}`)).toEqual([]);
    }
  });
});
