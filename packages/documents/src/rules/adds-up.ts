import type { DocumentKind } from "@ridgebook/contract";
import type { Block, DocumentModel, DocumentSection, TableRow } from "#model/document-model.ts";
import { formatMoney } from "#wording/numbers.ts";
import { parseAmount } from "#wording/parse-amount.ts";
import type { FoundFault } from "./paper-fault.ts";

/* Whether a paper's amounts add up to the cent, parsed from their printed texts. Sums that are not printed completely are skipped. */

type Table = Extract<Block, { kind: "table" }>;

const CENTS = 100;
const toCents = (dollars: number): number => Math.round(dollars * CENTS);
const isSame = (one: number, other: number): boolean => toCents(one) === toCents(other);
const sum = (amounts: readonly number[]): number => amounts.reduce((total, cents) => total + toCents(cents), 0) / CENTS;

const tableOf = ({ blocks }: DocumentSection): Table | undefined => blocks.find((block) => block.kind === "table");

/** A required amount; NaN, which equals nothing, if it is unreadable. */
const amountIn = (text: string | undefined): number => parseAmount(text ?? "") ?? Number.NaN;
const lastOf = ({ cells }: TableRow): number => amountIn(cells.at(-1));

/** Compares amounts of one section, and reports mismatches. */
class Sums {
  readonly faults: FoundFault[] = [];
  readonly #place: string;

  constructor(place: string) {
    this.#place = place;
  }

  expect(what: string, printed: number, added: number): void {
    if (isSame(printed, added)) return;
    const say = (amount: number): string => (Number.isNaN(amount) ? "not a number" : formatMoney(amount));
    this.faults.push({
      place: this.#place,
      message: `${what} does not add up: ${say(printed)} is printed, and its parts come to ${say(added)}.`,
    });
  }
}

const nameOf = ({ cells }: TableRow): string => cells.find((cell) => cell !== "")?.trim() ?? "A row";

/** Price, steps and total of each copy, and of all: rows add up across, columns down. Without steps a row is its total. */
function checkPriceTable(sums: Sums, { rows, totals, columns }: Table): void {
  const [result] = totals;
  if (!result) return;
  for (const row of [...rows, ...totals])
    if (columns.length > 2)
      sums.expect(nameOf(row), lastOf(row), sum(row.cells.slice(1, -1).map((cell) => amountIn(cell))));
  for (const [index, { label }] of columns.entries())
    if (index > 0)
      sums.expect(label, amountIn(result.cells[index]), sum(rows.map(({ cells }) => amountIn(cells[index]))));
}

/** Rows add up to the first total; further totals are steps to the last one. */
function checkSteps(sums: Sums, { rows, totals }: Table): void {
  const [first, ...others] = totals;
  if (!first) return;
  sums.expect(nameOf(first), lastOf(first), sum(rows.map(lastOf)));
  const last = others.at(-1);
  if (last) sums.expect(nameOf(last), lastOf(last), sum([first, ...others.slice(0, -1)].map(lastOf)));
}

const LABOR_TOTAL = "Labor total";

/** Labor, extras, and the total; for a final bill also payments and the balance. */
function checkBill(sums: Sums, { rows, totals }: Table): void {
  const end = totals.findLastIndex(({ cells }) => cells[0] === LABOR_TOTAL);
  const laborTotal = totals[end];
  // With several copies each table ends with its own sum.
  if (!laborTotal) {
    checkSteps(sums, { kind: "table", columns: [], rows, totals, note: "" });
    return;
  }
  const labor = sum(rows.map(lastOf));
  const [first] = totals;
  if (first && end > 0) sums.expect(nameOf(first), lastOf(first), labor);
  sums.expect(LABOR_TOTAL, lastOf(laborTotal), sum([labor, ...totals.slice(1, end).map(lastOf)]));
  const balance = totals.at(-1);
  if (balance && end < totals.length - 1)
    sums.expect(nameOf(balance), lastOf(balance), sum([lastOf(laborTotal), ...totals.slice(end + 1, -1).map(lastOf)]));
}

/** Before, now and difference of each copy of a change order, an additional cost, and this change. */
function checkDifferences(sums: Sums, { rows, totals }: Table): void {
  for (const row of rows) {
    const [, before = "", now = ""] = row.cells;
    if (before !== "" || now !== "") sums.expect(nameOf(row), lastOf(row), sum([amountIn(now), -amountIn(before)]));
  }
  for (const total of totals) sums.expect(nameOf(total), lastOf(total), sum(rows.map(lastOf)));
}

/** Lines of a cost estimate: material and labor are the cost; the last column continues from the lines to the total. */
function checkCosts(sums: Sums, { rows, totals }: Table): void {
  const [material, labor, cost, price] = [4, 5, 6, 7];
  const [lines, ...steps] = totals;
  const result = steps.at(-1);
  if (!lines || !result) return;
  for (const row of rows)
    sums.expect(
      nameOf(row),
      amountIn(row.cells[cost]),
      sum([amountIn(row.cells[material]), amountIn(row.cells[labor])]),
    );
  for (const index of [material, labor, cost, price])
    sums.expect(nameOf(lines), amountIn(lines.cells[index]), sum(rows.map(({ cells }) => amountIn(cells[index]))));
  sums.expect(nameOf(result), lastOf(result), sum([lines, ...steps.slice(0, -1)].map(lastOf)));
}

/** Cost, total and margin of each copy; behind the share, a lender's fee and the margin with it. */
function checkMargins(sums: Sums, { columns, rows, totals }: Table): void {
  const hasLenderFee = columns.length > 5;
  for (const row of [...rows, ...totals]) {
    const [cost, total, fee] = [1, 2, 5].map((index) => amountIn(row.cells[index]));
    sums.expect(nameOf(row), amountIn(row.cells[3]), sum([total ?? 0, -(cost ?? 0), hasLenderFee ? -(fee ?? 0) : 0]));
    if (hasLenderFee) sums.expect(nameOf(row), amountIn(row.cells[6]), sum([total ?? 0, -(cost ?? 0)]));
  }
  for (const total of totals)
    for (const index of hasLenderFee ? [1, 2, 3, 5, 6] : [1, 2, 3])
      sums.expect(nameOf(total), amountIn(total.cells[index]), sum(rows.map(({ cells }) => amountIn(cells[index]))));
}

interface TableCheck {
  readonly kinds: readonly DocumentKind[];
  readonly isOf: (sectionId: string) => boolean;
  readonly check: (sums: Sums, table: Table) => void;
}

const is = (id: string) => (sectionId: string) => sectionId === id;
const begins = (start: string) => (sectionId: string) => sectionId.startsWith(start);

/** The tables with amounts of each kind of paper. */
const TABLES: readonly TableCheck[] = [
  { kinds: ["contract", "itemizedEstimate"], isOf: is("price"), check: checkPriceTable },
  { kinds: ["itemizedEstimate"], isOf: begins("items-"), check: checkSteps },
  { kinds: ["changeOrder"], isOf: is("price"), check: checkDifferences },
  { kinds: ["changeOrder"], isOf: is("value"), check: checkSteps },
  { kinds: ["purchaseOrder"], isOf: begins("materials-"), check: checkSteps },
  { kinds: ["purchaseOrder"], isOf: is("order-total"), check: checkSteps },
  { kinds: ["laborBill", "finalLaborBill"], isOf: begins("labor-"), check: checkBill },
  { kinds: ["costEstimate"], isOf: begins("cost-"), check: checkCosts },
  { kinds: ["costEstimate"], isOf: is("margin"), check: checkMargins },
];

const LOAN =
  /amount financed (\S+), finance charge (\S+), total of payments (\S+?)(?:, the last of them (\S+?))?\.(?=\s|$)/g;
/** "Total $20,693.90, balance at completion": the row's amount is the balance. Previous releases printed the total as the amount. */
const TOTAL_OF_WAY = /\btotal (\S+), balance at completion/i;
const INSTALMENTS = /^(\S+) × (\S+)$/;

/** Amount financed and finance charge are each loan's payments; the note lists loans in row order. */
function checkLoans(sums: Sums, { rows, note }: Extract<Block, { kind: "options" }>): void {
  const told = [...note.matchAll(LOAN)];
  const loans = rows.flatMap(({ name, amount }) => {
    const [, months, payment] = INSTALMENTS.exec(amount) ?? [];
    return months === undefined ? [] : [{ name, months: Number(months.replaceAll(",", "")), payment }];
  });
  // Previous releases disclosed less.
  if (told.length !== loans.length) return;
  for (const [index, { name, months, payment }] of loans.entries()) {
    const [, financed, charge, total, last] = told[index] ?? [];
    sums.expect(name, amountIn(total), sum([amountIn(financed), amountIn(charge)]));
    const equal = ((months - 1) * toCents(amountIn(payment))) / CENTS;
    sums.expect(name, amountIn(total), sum([equal, amountIn(last ?? payment)]));
  }
}

/** Down payment and balance of a contract are its price; previous releases called the balance of a loan "amount financed". */
function checkSchedule({ kind, keyFigures, sections, total }: DocumentModel): readonly FoundFault[] {
  if (kind !== "contract" || total === null) return [];
  const sums = new Sums("keyFigures");
  const amounts = keyFigures.map(({ lines }) => lines.map(parseAmount));
  for (const [index, [down, rest]] of amounts.entries()) {
    const caption = keyFigures[index]?.caption ?? "";
    if (typeof down === "number" && typeof rest === "number") sums.expect(caption, total, sum([down, rest]));
  }
  const payment = sections.find(({ id }) => id === "payment");
  const ways = payment?.blocks.find((block) => block.kind === "options");
  if (!ways) return sums.faults;
  const inPayment = new Sums("sections.payment");
  checkLoans(inPayment, ways);
  for (const { chosen, name, detail, amount, middle } of ways.rows) {
    const down = middle === "" ? 0 : amountIn(middle.replace(/ down$/, ""));
    const named = TOTAL_OF_WAY.exec(detail)?.[1];
    if (named !== undefined) inPayment.expect(name, amountIn(named), sum([down, amountIn(amount)]));
    if (!chosen) continue;
    const whole = named === undefined ? parseAmount(amount) : amountIn(named);
    if (whole !== null) inPayment.expect(name, whole, total);
    const financed = /Amount financed (\S+?)\.(?:\s|$)/.exec(ways.note)?.[1];
    if (financed !== undefined) inPayment.expect(name, total, sum([amountIn(financed), down]));
  }
  return [...sums.faults, ...inPayment.faults];
}

/** Sums of a paper that differ from their parts. */
export const findWrongSums = (model: DocumentModel): readonly FoundFault[] => [
  ...model.sections.flatMap((section) => {
    const table = tableOf(section);
    if (!table) return [];
    const sums = new Sums(`sections.${section.id}`);
    for (const { kinds, isOf, check } of TABLES) if (kinds.includes(model.kind) && isOf(section.id)) check(sums, table);
    return sums.faults;
  }),
  ...checkSchedule(model),
];

/** A table's printed result; undefined if the paper has no such table. */
export function resultOf({ sections }: DocumentModel, sectionId: string): number | undefined {
  const section = sections.find(({ id }) => id === sectionId);
  const result = section && tableOf(section)?.totals.at(-1);
  return result && lastOf(result);
}
