import { readFileSync } from "node:fs";
import path from "node:path";
import {
  childFields,
  fieldByKey,
  fromItems,
  indexPriceBook,
  isMeasuredField,
  linesOf,
  measuredSquares,
  packageFields,
  priceFile,
  SECTIONS,
  type EstimateItem,
  type FieldDefinition,
  type FormLine,
  type SectionDefinition,
  type WorkflowTotals,
} from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import type { Locator, Page } from "playwright-core";
import type { BarFigures } from "./estimates.ts";
import { eventually } from "./journey.ts";
import { check, press as pressAt } from "./press.ts";

/*
 * Enters a sample house as a person does who has only its measurement sheet: step by step, in the order of the forms, with clicks, choices and keys, and
 * counts the effort.
 */

const HOUSES = path.join(import.meta.dirname, "../../packages/estimating/houses");
const book = indexPriceBook(starterPriceBook);

type Json = unknown;
type JsonObject = Readonly<Record<string, Json>>;

/** A house with one workflow (docs/price-files.md). */
export interface SampleHouse {
  readonly file: string;
  readonly workflowId: number;
  /** "Windows & Doors" */
  readonly workflow: string;
  readonly values: JsonObject;
  /** In percent. */
  readonly discount: number;
  readonly margin: number;
  /** In dollars. */
  readonly promotion: number;
  /** What `npm run price` gives for its workflow with the starter price book. */
  readonly summary: WorkflowTotals;
  readonly items: readonly EstimateItem[];
  /** Before discount, margin on top and promotion. */
  readonly beforeDiscount: BarFigures;
  /** Calculated by hand. */
  readonly expected: { readonly total: number; readonly totalCost: number };
}

interface HouseFile {
  readonly workflow?: string;
  readonly values?: JsonObject;
  readonly discount?: number;
  readonly margin?: number;
  readonly workflows?: readonly HouseFile[];
  readonly promotion?: number;
  readonly expected: { readonly total: number; readonly totalCost: number };
}

/** The data of a house that entering needs. */
type EnteredHouse = Pick<SampleHouse, "file" | "workflowId" | "workflow" | "values">;

/** Reads a house by its file's name without ".json". */
export function readHouse(file: string): SampleHouse {
  const json = JSON.parse(readFileSync(path.join(HOUSES, `${file}.json`), "utf8")) as HouseFile;
  const { priced, problems } = priceFile(json, book);
  if (!priced) throw new Error(`${file}: ${problems.map(({ path: at, text }) => `${at} ${text}`).join(" ")}`);
  const [only, ...others] = json.workflows ?? [json];
  const [summary] = priced.workflows;
  if (!only || !summary || others.length > 0) throw new Error(`${file} is not one workflow's house.`);
  const plain = priceFile({ workflow: only.workflow, values: only.values }, book).priced?.totals;
  if (!plain) throw new Error(`${file} has no price without its discount.`);
  return {
    file,
    workflowId: summary.workflowId,
    workflow: summary.workflow,
    values: only.values ?? {},
    discount: only.discount ?? 0,
    margin: only.margin ?? 0,
    promotion: json.promotion ?? 0,
    summary: summary.summary,
    items: summary.items,
    beforeDiscount: { total: plain.total, cost: plain.totalCost, margin: plain.margin },
    expected: json.expected,
  };
}

/** The effort of entering a house. An entry is one action of a person: a press, a choice, a number or a text. */
interface EntryCount {
  /** Presses of buttons and boxes: rows added, recommendations used, steps saved, questions answered. */
  presses: number;
  choices: number;
  numbers: number;
  texts: number;
  /** The number of keys for numbers. */
  keys: number;
  /** Where a person would hesitate, with the step. */
  readonly hesitations: string[];
  /** The entries as text, for tests that expect none: "Gutter quantity: 80". */
  readonly done: string[];
}

export const entriesOf = ({ presses, choices, numbers, texts }: EntryCount): number =>
  presses + choices + numbers + texts;

/** A value of the file, in the format of its rows. */
interface Given {
  readonly value: string | boolean | null;
  readonly quantity: number | "recommended" | null;
  /** Dollars of one unit, if they are entered. */
  readonly amounts: Readonly<Record<string, number>>;
  readonly children: JsonObject;
}

const isObject = (json: Json): json is JsonObject => typeof json === "object" && json !== null && !Array.isArray(json);

function readGiven({ dataType }: FieldDefinition, json: Json): Given {
  if (!isObject(json))
    return dataType === "number"
      ? { value: null, quantity: json as Given["quantity"], amounts: {}, children: {} }
      : { value: json as Given["value"], quantity: null, amounts: {}, children: {} };
  const { value = null, quantity = null, materialCost, laborCost, children = {}, ...others } = json;
  const amounts = Object.fromEntries(
    Object.entries({ materialCost, laborCost }).filter((entry): entry is [string, number] => entry[1] !== undefined),
  );
  return {
    value: value as Given["value"],
    quantity: quantity as Given["quantity"],
    amounts,
    children: { ...(children as JsonObject), ...others },
  };
}

/** The name of an option in the price book. */
function optionText(field: FieldDefinition, written: string): string {
  const wanted = written.trim().toLowerCase();
  const { entry } = book.entryOf(field);
  const found = entry.options.find(({ id, value }) => id === written || value.trim().toLowerCase() === wanted);
  if (!found) throw new Error(`${field.key} offers no "${written}".`);
  return found.value;
}

const quantityIn = (json: Json): Json => (isObject(json) ? json["quantity"] : json);

/** A house's values as a person types them: price files have squares with waste, forms take the measured ones. */
function measuredValues({ file, workflowId, values }: EnteredHouse): JsonObject {
  const { priced, problems } = priceFile({ workflow: String(workflowId), values }, book);
  const [workflow] = priced?.workflows ?? [];
  if (!workflow) throw new Error(`${file}: ${problems.map(({ path: at, text }) => `${at} ${text}`).join(" ")}`);
  const stored = fromItems({ workflowId, items: workflow.items });
  const measure = (key: string, line: FormLine | undefined, json: Json): Json => {
    if (!line || typeof quantityIn(json) !== "number") return json;
    const squares = measuredSquares({ workflowId, values: stored, book }, { key, lineId: line.id }) ?? 0;
    return isObject(json) ? { ...json, quantity: squares } : squares;
  };
  return Object.fromEntries(
    Object.entries(values).map(([key, json]) => {
      if (!isMeasuredField(workflowId, key)) return [key, json];
      const lines = linesOf(stored, key);
      if (!Array.isArray(json)) return [key, measure(key, lines[0], json)];
      const field = fieldByKey(workflowId, key);
      const chosen = (each: Json): string => (field && isObject(each) ? optionText(field, String(each["value"])) : "");
      const nameOf = ({ value }: FormLine): string => (field && value ? optionText(field, value) : "");
      return [
        key,
        json.map((each: Json) =>
          measure(
            key,
            lines.find((line) => nameOf(line) === chosen(each)),
            each,
          ),
        ),
      ];
    }),
  );
}

/** A row on the way to a field: the `row`th of its list, from 0; 0 for what is not repeated. */
interface RowStep {
  readonly property: string;
  readonly row: number;
}

interface Place {
  readonly outer: readonly RowStep[];
  readonly property: string;
  /** Null for a single field. */
  readonly row: number | null;
}

/** What the page shows for a field or a choice. */
interface Seen {
  /** The element's id; "" while the row does not exist. */
  readonly id: string;
  /** The number of rows in the list. */
  readonly rows: number;
  /** "INPUT", "SELECT", "BUTTON" …; null while it is not on screen. */
  readonly tag: string | null;
  /** Its accessible name. */
  readonly name: string;
  /** The text of an input, the label of a choice. */
  readonly text: string;
  /** The on-screen keyboard that an input requests; "" for none. */
  readonly keyboard: string;
  readonly isChecked: boolean;
  readonly isDisabled: boolean;
}

/** Runs in the page. Rows are found by their place in the list, as a person finds them: the ids of their lines change while a save is answered. */
function lookAt({ outer, property, row, member }: Place & { readonly member: string }): Seen {
  const idsBehind = (start: string, pattern: RegExp) => [
    ...new Set(
      [...document.querySelectorAll(`[id^="${start}"]`)].flatMap(
        ({ id }) => pattern.exec(id.slice(start.length))?.[1] ?? [],
      ),
    ),
  ];
  const linesOf = (begin: string): readonly string[] => {
    const rows = idsBehind(`row-${begin}-`, /^(-?\d+)$/);
    return rows.length > 0 ? rows : idsBehind(`${begin}-`, /^(-?\d+)(?:-|$)/);
  };
  const see = (id: string, rows: number): Seen => {
    const element = id === "" ? null : document.getElementById(id + member);
    const text =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
        ? element.value
        : element instanceof HTMLSelectElement
          ? (element.selectedOptions[0]?.label ?? "")
          : element?.role === "radiogroup"
            ? (element.querySelector("label:has(:checked)")?.textContent ?? "")
            : (element?.textContent ?? "");
    return {
      id: id + member,
      rows,
      tag: element?.tagName ?? null,
      name: element?.getAttribute("aria-label") ?? "",
      text,
      keyboard: element instanceof HTMLInputElement ? element.inputMode : "",
      isChecked: element instanceof HTMLInputElement && element.checked,
      isDisabled: element?.matches(":disabled") ?? false,
    };
  };
  let begin = "field";
  for (const step of outer) {
    const line = linesOf(`${begin}-${step.property}`)[step.row];
    if (line === undefined) return see("", 0);
    begin = `${begin}-${step.property}-${line}`;
  }
  const lines = linesOf(`${begin}-${property}`);
  if (row === null) return see(`${begin}-${property}`, lines.length);
  const line = lines[row];
  return see(line === undefined ? "" : `${begin}-${property}-${line}`, lines.length);
}

/** Runs in the page: how it answers a press that leads on, until it leads there. In one call, because it is asked often. */
function lookForAnswer(errors: string): "question" | "errors" | undefined {
  if (document.querySelector("[role=alertdialog]")?.checkVisibility()) return "question";
  const alerts = [...document.querySelectorAll("[role=alert]")];
  return alerts.some((alert) => alert.checkVisibility() && alert.textContent.includes(errors)) ? "errors" : undefined;
}

function checkKeyboard({ tag, name, keyboard }: Seen): void {
  if (tag === "INPUT" && keyboard !== "decimal")
    throw new Error(`${name} is a number, and brings the keyboard "${keyboard}".`);
}

const byId = (page: Page, id: string): Locator => page.locator(`[id="${id}"]`);
const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

const APPEARS_WITHIN_MS = 20_000;
const GOES_ON_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 25;
/** One recommendation may feed another; more rounds than any chain of the catalogue has. */
const MAX_ROUNDS = 6;

export const HAS_ERRORS = "The page has errors which must be fixed before saving";
export const UNUSED_RECOMMENDATIONS = "Recommended values not completed, do you still want to continue?";

/** Where a person may stop on a walk; called with the step's number. */
interface WalkPauses {
  /** Before any entry of a step. */
  readonly onStep?: (number: number) => Promise<void>;
  /** After all entries of a step, before it is saved. */
  readonly onEntered?: (number: number) => Promise<void>;
}

/** Enters one house on one page. */
export interface HouseEntry {
  readonly count: EntryCount;
  /** Presses "Add …" for the optional steps that the house uses. Works on any step of the workflow. */
  addOptionalSteps(): Promise<void>;
  /** Everything that the house has for the shown step. */
  enterStep(): Promise<void>;
  /** The fields of a window, on its page. */
  enterWindow(window: JsonObject): Promise<void>;
  /** Saves the shown step and waits for the next one, or for the estimate after the last. */
  saveAndNext(): Promise<void>;
  /** From the shown step to the end. */
  walk(pauses?: WalkPauses): Promise<void>;
  /** Properties of the house that no step has asked for so far. */
  leftOver(): readonly string[];
}

/**
 * What a person who checks the shown step against the sheet has to enter again, in words: empty if nothing is missing.
 *
 * @param window on the page of a saved window: which of the house it is, from 0
 */
export async function enterAgain(page: Page, house: EnteredHouse, window?: number): Promise<readonly string[]> {
  const { count, enterStep, enterWindow } = prepareEntry(page, house);
  const wanted = window === undefined ? undefined : windowsOf(house.values)[window];
  if (wanted) await enterWindow(wanted);
  else await enterStep();
  return count.done;
}

/** Contents that a page renders a frame after a key or a choice: recommendations, disabled states. */
const whatFollows = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1)
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  });

/** The number in the address of a step, with 2 for a window's. */
export const shownStep = (page: Page): number | undefined => {
  const number = /\/estimate\/-?\d+\/[a-z]+\/(\d+)/.exec(new URL(page.url()).pathname)?.[1];
  return number === undefined ? undefined : Number(number);
};

/** The address changes before its page is drawn. */
const waitForStep = async (page: Page): Promise<void> => {
  const number = shownStep(page);
  if (number !== undefined)
    await page.waitForFunction(
      (wanted) => document.querySelector("nav ol [aria-current=step]")?.textContent.startsWith(wanted),
      String(number),
    );
};

export function prepareEntry(page: Page, house: EnteredHouse): HouseEntry {
  const { workflowId } = house;
  const values = measuredValues(house);
  const count: EntryCount = { presses: 0, choices: 0, numbers: 0, texts: 0, keys: 0, hesitations: [], done: [] };
  const entered = new Set<string>();
  /** Quantities that the file leaves to the recommendation, on the shown step. */
  let toRecommend: { readonly place: Place; readonly member: string }[] = [];
  const choiceOfPackage = packageFields(workflowId)?.choice;

  const hesitate = (about: string): void => void count.hesitations.push(`step ${String(shownStep(page))}: ${about}`);
  const note = (kind: "presses" | "choices" | "numbers" | "texts", what: string): void => {
    count[kind] += 1;
    count.done.push(what);
  };
  const press = async (button: Locator): Promise<void> => {
    note("presses", await button.evaluate((element: HTMLElement) => element.ariaLabel ?? element.innerText));
    await pressAt(button);
  };

  const look = (place: Place, member = ""): Promise<Seen> => page.evaluate(lookAt, { ...place, member });

  /** Waits for a field to be on screen. */
  const find = async (place: Place, member = ""): Promise<Seen> => {
    const giveUpAt = performance.now() + APPEARS_WITHIN_MS;
    for (;;) {
      const seen = await look(place, member);
      if (seen.tag !== null) return seen;
      if (performance.now() > giveUpAt)
        throw new Error(`${page.url()} shows no ${JSON.stringify({ ...place, member })} (${house.file}).`);
      await page.waitForTimeout(LOOK_EVERY_MS);
    }
  };

  const type = async ({ id, name }: Pick<Seen, "id" | "name">, text: string): Promise<void> => {
    note("numbers", `${name}: ${text}`);
    count.keys += text.length;
    // Entering the field selects its text.
    await pressAt(byId(page, id));
    await page.keyboard.type(text);
  };

  const enterNumber = async (seen: Seen, wanted: number): Promise<void> => {
    const { id, tag, name, text, isDisabled } = seen;
    checkKeyboard(seen);
    const isThere = text !== "" && Number.parseFloat(text.replaceAll(",", "")) === wanted;
    if (isThere || (text === "" && wanted === 0)) return;
    if (isDisabled) throw new Error(`${name} is disabled, and is to be ${String(wanted)}.`);
    switch (tag) {
      case "SELECT":
        note("choices", `${name}: ${String(wanted)}`);
        await pressAt(byId(page, id), { only: "reach" });
        await byId(page, id).selectOption(String(wanted));
        break;
      case "INPUT":
        await type({ id, name }, String(wanted));
        break;
      default:
        throw new Error(`${name} is calculated, and is to be ${String(wanted)}.`);
    }
  };

  const enterValue = async (
    { id, tag, name, text: before, isChecked }: Seen,
    field: FieldDefinition,
    value: string | boolean,
  ): Promise<void> => {
    const entry = byId(page, id);
    if (typeof value === "boolean") {
      if (isChecked === value) return;
      note("presses", `${name}: ${value ? "on" : "off"}`);
      await check(entry, value);
    } else if (field.dataType === "string") {
      if (before === value) return;
      note("texts", `${name}: ${value}`);
      await pressAt(entry);
      await page.keyboard.type(value);
    } else {
      const text = optionText(field, value);
      const swatch = entry.getByRole("radio", { name: text, exact: true });
      if (tag === "SELECT" ? before === text : await swatch.isChecked()) return;
      note("choices", `${name}: ${text}`);
      if (tag === "SELECT") {
        await pressAt(entry, { only: "reach" });
        // Its options load on focus.
        await entry.focus();
        await entry.selectOption({ label: text });
      } else await check(swatch);
    }
  };

  const rowOf = async (place: Place): Promise<Locator> => byId(page, `row-${(await look(place)).id}`);

  /** "Add drip edge", if the list is empty. */
  const addButton = async ({ outer }: Place, { label }: FieldDefinition): Promise<Locator> => {
    const last = outer.at(-1);
    const row = last && (await rowOf({ outer: outer.slice(0, -1), property: last.property, row: last.row }));
    const inside = row && (await row.count()) > 0 ? row : page.locator("main");
    return inside.getByRole("button", { name: new RegExp(`^Add ${escaped(label)}$`, "i") }).first();
  };

  /** A page renders its lists a moment after its title: waits for the first line, and adds it if a button for that appears instead. */
  const addFirst = async (place: Place, field: FieldDefinition, isThere: () => Promise<boolean>): Promise<void> => {
    const button = await addButton(place, field);
    const giveUpAt = performance.now() + APPEARS_WITHIN_MS;
    for (let isPressed = false; !(await isThere());) {
      if (performance.now() > giveUpAt) throw new Error(`${page.url()} adds no ${field.label} (${house.file}).`);
      if (isPressed || (await button.count()) === 0) {
        await page.waitForTimeout(LOOK_EVERY_MS);
        continue;
      }
      await press(button);
      isPressed = true;
    }
  };

  const addRowsUpTo = async (place: Place, field: FieldDefinition, wanted: number): Promise<void> => {
    if (wanted === 0) return;
    await addFirst(place, field, async () => (await look(place)).rows > 0);
    for (let { rows } = await look(place); rows < wanted; rows += 1) {
      const last = await rowOf({ ...place, row: rows - 1 });
      await press(last.getByRole("button", { name: /^Add .+ after / }).first());
      // After a tap the row is drawn a moment later.
      await eventually(async () => (await look(place)).rows).toBeGreaterThan(rows);
      await byId(page, `row-${(await look({ ...place, row: rows })).id}`).waitFor();
    }
  };

  /** Choices that depend on another one are disabled; checked twice, as a page applies a choice with its next render. */
  const isWaiting = async (field: FieldDefinition, outer: readonly RowStep[]): Promise<boolean> => {
    if (field.dataType !== "dropdown" || field.allowMultiple) return false;
    const place = { outer, property: field.property, row: null };
    if (!(await look(place)).isDisabled) return false;
    await whatFollows(page);
    return (await look(place)).isDisabled;
  };

  /** The lines below a line, in order; those that depend on a later choice come after it. */
  const enterBelow = async (fields: readonly FieldDefinition[], outer: readonly RowStep[], json: JsonObject) => {
    const late: FieldDefinition[] = [];
    for (const field of fields)
      if (await isWaiting(field, outer)) late.push(field);
      else await enterField(field, outer, json[field.property]);
    for (const field of late) {
      hesitate(`${field.key} cannot be chosen before what stands behind it`);
      await enterField(field, outer, json[field.property]);
    }
  };

  const enterLine = async (field: FieldDefinition, place: Place, json: Json): Promise<void> => {
    const { value, quantity, amounts, children } = readGiven(field, json);
    if (value !== null) await enterValue(await find(place), field, value);
    const below = childFields(field).filter(({ property }) => property in children);
    const [first] = below;
    if (first) {
      const outer = [...place.outer, { property: field.property, row: place.row ?? 0 }];
      await addFirst(place, field, async () => (await look({ outer, property: first.property, row: null })).id !== "");
      await enterBelow(below, outer, children);
    }
    const member = field.dataType === "number" ? "" : "-quantity";
    if (quantity === "recommended") toRecommend.push({ place, member });
    // Rows of ice barrier: the choice is the number.
    else if (quantity !== null && field.key !== "iceBarrierRows")
      await enterNumber(await find(place, member), quantity);
    for (const [name, dollars] of Object.entries(amounts)) {
      const amount = await find(place, `-${name}`);
      checkKeyboard(amount);
      if (Number.parseFloat(amount.text.replaceAll(/[$,]/g, "")) !== dollars) await type(amount, String(dollars));
    }
  };

  const enterField = async (field: FieldDefinition, outer: readonly RowStep[], json: Json): Promise<void> => {
    const place: Place = { outer, property: field.property, row: null };
    if (!field.allowMultiple) return enterLine(field, place, json);
    const lines: readonly Json[] = Array.isArray(json) ? (json as Json[]) : [json];
    await addRowsUpTo({ ...place, row: 0 }, field, lines.length);
    for (const [row, line] of lines.entries()) await enterLine(field, { ...place, row }, line);
  };

  /** Presses `Use` behind a quantity; false where there is nothing to take over any more. */
  const useRecommended = async ({ place, member }: { place: Place; member: string }): Promise<boolean> => {
    const { id, tag, name } = await find(place, member);
    if (tag === "BUTTON" || tag === "OUTPUT") return false;
    const next = byId(page, id).locator("xpath=following::button[1]");
    const words = await next.evaluateAll(([button]) => button?.ariaLabel ?? "");
    const isOwn = [name, name.replace(/ quantity$/, "")].some((each) => words.endsWith(` for ${each}`));
    if (!words.startsWith("Use ") || !isOwn) return false;
    await press(next);
    return true;
  };

  const useRecommendations = async (): Promise<void> => {
    for (let round = 0; round < MAX_ROUNDS && toRecommend.length > 0; round += 1) {
      let used = 0;
      await whatFollows(page);
      for (const each of toRecommend) if (await useRecommended(each)) used += 1;
      if (used === 0) break;
    }
    toRecommend = [];
  };

  const choosePackage = async (field: FieldDefinition, json: Json): Promise<void> => {
    const { value } = readGiven(field, json);
    const text = optionText(field, String(value));
    const chosen = page.getByRole("button", { name: `Chosen ${text}`, exact: true });
    const choose = page.getByRole("button", { name: `Choose ${text}`, exact: true });
    // The cards appear a moment after the title of their page.
    await chosen.or(choose).waitFor();
    if ((await chosen.count()) > 0) return;
    note("choices", `package: ${text}`);
    await pressAt(choose);
    await chosen.waitFor();
  };

  const enterTop = async (key: string): Promise<void> => {
    const field = fieldByKey(workflowId, key);
    if (!field || entered.has(key) || !(key in values)) return;
    entered.add(key);
    if (key === choiceOfPackage) await choosePackage(field, values[key]);
    else await enterField(field, [], values[key]);
  };

  /** One window on its page, which shows no other. */
  const enterWindow = async (window: JsonObject): Promise<void> => {
    const field = fieldByKey(workflowId, WINDOW);
    if (!field) throw new Error("There are no windows in this catalogue.");
    const { quantity, children } = readGiven(field, window);
    const outer = [{ property: WINDOW, row: 0 }];
    for (const property of inEditorOrder(Object.keys(children))) {
      const child = fieldByKey(workflowId, `${WINDOW}.${property}`);
      if (!child) throw new Error(`A window has no ${property}.`);
      await enterField(child, outer, children[property]);
    }
    if (typeof quantity === "number") await enterNumber(await find({ outer: [], property: WINDOW, row: 0 }), quantity);
  };

  const enterWindows = async (): Promise<void> => {
    const windows = windowsOf(values);
    entered.add(WINDOW);
    for (const [index, window] of windows.entries()) {
      if (index > 0) await press(page.getByRole("button", { name: "Create window" }));
      await page.getByRole("heading", { level: 1, name: `${String(index + 1)} New window` }).waitFor();
      await enterWindow(window);
      await useRecommendations();
      await press(page.getByRole("button", { name: "Save window", exact: true }));
      await answerQuestions(() => /\/windows\/2\/(?!0\/)-?\d+\/0$/.test(new URL(page.url()).pathname));
    }
  };

  const enterStep = async (): Promise<void> => {
    const section = sectionShown();
    toRecommend = [];
    await page.getByRole("heading", { level: 1 }).waitFor();
    if (workflowId === 3 && section.order === WINDOW_STEP) return enterWindows();
    for (const { rows } of section.groups)
      for (const row of rows)
        if (typeof row === "string") await enterTop(row);
        else if ("field" in row) await enterTop(row.field);
    await useRecommendations();
  };

  const sectionShown = (): SectionDefinition => {
    const number = shownStep(page);
    const section = SECTIONS.find((each) => each.workflowId === workflowId && each.order === number);
    if (!section) throw new Error(`${page.url()} is no step of ${house.workflow}.`);
    return section;
  };

  /** Waits until `isThere`; answers questions on the way with Continue, and reports what is wrong. */
  const answerQuestions = async (isThere: () => boolean): Promise<void> => {
    const giveUpAt = performance.now() + GOES_ON_WITHIN_MS;
    const question = page.getByRole("alertdialog");
    while (!isThere()) {
      const shown = await page.evaluate(lookForAnswer, HAS_ERRORS);
      if (shown === "question") {
        const [title = "", message = ""] = await question.locator("h2, p").allInnerTexts();
        if (title !== UNUSED_RECOMMENDATIONS) throw new Error(`${page.url()} asks: ${title} ${message}`);
        hesitate(`asked about ${message.replaceAll("\n", "; ")}`);
        await press(question.getByRole("button", { name: "Continue" }));
        await question.waitFor({ state: "detached" });
      }
      if (shown === "errors") {
        const problems = await page.locator('[id$="-error"]').allInnerTexts();
        throw new Error(`${page.url()} does not save: ${problems.join(" ")}`);
      }
      if (performance.now() > giveUpAt)
        throw new Error(`${page.url()} does not go on: ${await page.locator("main").innerText()}`);
      await page.waitForTimeout(LOOK_EVERY_MS);
    }
  };

  let hasOptionalSteps = false;
  /** Numbers of this work's steps, in order. */
  const listedSteps = (): number[] =>
    SECTIONS.filter((each) => each.workflowId === workflowId && each.order > 0 && (!each.optional || hasOptionalSteps))
      .map(({ order }) => order)
      .toSorted((one, other) => one - other);

  /** "Save & next" skips steps without a hint: those are opened from the list. */
  const saveAndOpenUnneeded = async (next: number | undefined): Promise<boolean> => {
    // The button after the windows names the next step.
    if (workflowId === 3 && shownStep(page) === WINDOW_STEP) return false;
    const link = page.locator(`nav[aria-label^="Steps of"] a[aria-label^="${String(next)} "]`);
    if (next === undefined || (await link.and(page.locator("[data-unneeded]")).count()) === 0) return false;
    // Saving makes the step behind it current.
    let isSaved = false;
    const waiting = link
      .and(page.locator('[aria-label$=", current"]'))
      .waitFor()
      .then(() => (isSaved = true));
    await press(page.getByRole("button", { name: "Save", exact: true }));
    await answerQuestions(() => isSaved);
    await waiting;
    await press(link);
    await answerQuestions(() => shownStep(page) === next);
    await waitForStep(page);
    return true;
  };

  const saveAndNext = async (): Promise<void> => {
    const before = shownStep(page);
    const { pathname } = new URL(page.url());
    const isWindow = workflowId === 3 && before === WINDOW_STEP;
    const next = page.getByRole("button", { name: isWindow ? /^Next: / : /^Save & (next|finish)$/ });
    await press(next);
    // The next work may continue at the same number.
    const slugOf = (url: string): string | undefined => /\/estimate\/-?\d+\/([a-z]+)\//.exec(url)?.[1];
    await answerQuestions(() => shownStep(page) !== before || slugOf(page.url()) !== slugOf(pathname));
    await waitForStep(page);
    const filled = page.getByText(/^Filled in as recommended: /);
    for (const text of await filled.allInnerTexts()) hesitate(text);
  };

  return {
    count,
    enterStep,
    enterWindow,
    saveAndNext,
    leftOver: () => Object.keys(values).filter((key) => !entered.has(key)),
    addOptionalSteps: async () => {
      const optional = SECTIONS.filter((section) => section.workflowId === workflowId && section.optional);
      const isUsed = optional.some(({ groups }) =>
        groups.some(({ rows }) => rows.some((row) => typeof row === "string" && row in values)),
      );
      const button = page.getByRole("list", { name: "Optional steps" }).getByRole("button", { name: /^Add / });
      if (!isUsed || optional.length === 0) return;
      await press(button);
      hasOptionalSteps = true;
      await page
        .getByRole("list", { name: "Optional steps" })
        .getByRole("button", { name: /^Remove / })
        .waitFor();
    },
    walk: async ({ onStep, onEntered } = {}) => {
      for (let number = shownStep(page); number !== undefined;) {
        await onStep?.(number);
        await enterStep();
        await onEntered?.(number);
        const next = listedSteps().find((each) => each > (number ?? 0));
        if (!(await saveAndOpenUnneeded(next))) await saveAndNext();
        number = next;
      }
    },
  };
}

const WINDOW = "window";
export const WINDOW_STEP = 2;
const windowsOf = (values: JsonObject): readonly JsonObject[] => values[WINDOW] as readonly JsonObject[];

/** A window's fields as its page shows them. */
const WINDOW_FIELDS = [
  "roomName",
  "windowStyle",
  "windowModel",
  "width",
  "height",
  "roomDetails",
  "windowStyleDetails",
  "glassType",
  "screen",
  "hardware",
  "installType",
  "jambDepth",
  "operatingSash",
  "swing",
  "obscureSash",
  "blinds",
  "weld",
  "roofOption",
  "footLock",
  "grid",
  "exteriorColor",
  "interiorColor",
  "interiorBoxFinished",
  "exteriorTrim",
  "interiorTrim",
];

const inEditorOrder = (properties: readonly string[]): readonly string[] =>
  properties.toSorted((one, other) => WINDOW_FIELDS.indexOf(one) - WINDOW_FIELDS.indexOf(other));
