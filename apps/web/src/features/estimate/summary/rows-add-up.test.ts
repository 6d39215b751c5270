import {
  calculateEstimate,
  copiesOf,
  NO_TERM,
  summaryKey,
  type DocumentId,
  type DocumentKind,
  type EstimateCopy,
  type StoredEstimateItem,
  type WorkflowSummary,
} from "@ridgebook/contract";
import {
  basisOf,
  buildDocument,
  documentDataOf,
  initialChoices,
  type Block,
  type DocumentModel,
} from "@ridgebook/documents";
import { sampleBook, sampleEstimate, sampleSource } from "@ridgebook/documents/testing/sample-source";
import { roundMoney, roundTo, WORKFLOWS } from "@ridgebook/estimating";
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatAmount } from "#features/estimate/format.ts";
import { estimateFigures, type WorkflowRow } from "#features/estimate/summary/estimate-figures.ts";
import { itemSections } from "#features/estimate/summary/item-sections.ts";
import { homeownerModel } from "#features/estimate/homeowner/homeowner-model.ts";
import type { LocalWorkflow } from "#local-data/price-book/price-book.ts";

/*
 * Whatever an estimate holds: each row and footer on its page, its contract, itemized estimate and cost estimate adds up to the cent from
 * what is printed in it, each footer is the sum of its column, and all of them say the same.
 */

const workflows = WORKFLOWS.map(({ id, name }): LocalWorkflow => ({
  id,
  enabled: true,
  title: name,
  alias: "",
  sections: [],
}));

/** A roof, gutters and the gutters of another house, with lines that a discount leaves out. */
const HOUSE = sampleEstimate(["roofing-colonial", "gutters-cape", "gutters-colonial"]);
const COPIES = copiesOf(HOUSE);

/** Discount, fee of the way to pay, promotion: in tenths of a percent, and cents. */
const decisions = fc.record({
  copies: fc.tuple(
    ...COPIES.map(() =>
      fc.record({
        discountPercent: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 300 })),
        marginPercent: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 300 })),
        /** By what the prices of its lines differ from the sample's, in thousandths. */
        prices: fc.integer({ min: 500, max: 1_500 }),
      }),
    ),
  ),
  held: fc.subarray(COPIES, { minLength: 1 }),
  promotion: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 300_000 })),
  feePercent: fc.oneof(fc.constant(0), fc.integer({ min: -50, max: 120 })),
  shows: fc.record({ showDiscountsOnContract: fc.boolean(), showPromotionsOnContract: fc.boolean() }),
});
type Decisions = typeof decisions extends fc.Arbitrary<infer Value> ? Value : never;

const isOf = (copy: EstimateCopy) => (each: EstimateCopy) =>
  each.workflowId === copy.workflowId && each.workflowEstimateId === copy.workflowEstimateId;
const copyOfItem = ({ fieldId, workflowEstimateId }: StoredEstimateItem): EstimateCopy => ({
  workflowId: Number(fieldId.split(".")[0]),
  workflowEstimateId,
});

function estimateOf({ copies, held, promotion, feePercent }: Decisions): typeof HOUSE {
  const decidedOf = (copy: EstimateCopy) => copies[COPIES.findIndex(isOf(copy))];
  const items = HOUSE.items.flatMap((item) => {
    const copy = copyOfItem(item);
    if (!held.some(isOf(copy))) return [];
    const times = (amount: number): number => roundMoney((amount * (decidedOf(copy)?.prices ?? 0)) / 1_000);
    return [{ ...item, materialPrice: times(item.materialPrice), laborPrice: times(item.laborPrice) }];
  });
  const estimate = {
    ...HOUSE,
    items,
    promotion: promotion / 100,
    term: { ...NO_TERM, months: 12, feePercent: feePercent / 10 },
    workflowSummaries: Object.fromEntries(
      COPIES.map((copy): [string, WorkflowSummary] => {
        const key = summaryKey(copy);
        const { discountPercent = 0, marginPercent = 0 } = decidedOf(copy) ?? {};
        const summary = HOUSE.workflowSummaries[key] as WorkflowSummary;
        return [key, { ...summary, discountPercent: discountPercent / 1_000, marginPercent: marginPercent / 1_000 }];
      }),
    ),
  };
  const { totals: _totals, ...calculated } = calculateEstimate(estimate);
  return { ...estimate, ...calculated };
}

const cents = (text: string): number => Math.round(Number(text.replace(/[$,]/g, "").replace("−", "-")) * 100) + 0;
const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);
type Table = Extract<Block, { kind: "table" }>;
const tablesIn = (model: DocumentModel, id: string): readonly Table[] =>
  model.sections
    .filter((each) => each.id.startsWith(id))
    .flatMap(({ blocks }) => blocks.filter((block) => block.kind === "table"));
/** Amounts of a row, behind what it is called, in cents. */
const amountsOf = ({ cells }: Table["rows"][number]): number[] => cells.slice(1).map(cents);
const build = (estimate: typeof HOUSE, kind: DocumentKind, settings: Decisions["shows"]): DocumentModel => {
  const source = sampleSource(estimate, { settings });
  return buildDocument(source, { ...initialChoices(source, kind), copies: COPIES });
};

/** Each row adds up to its last cell, and the footer is the sum of each column. */
function expectToAddUp(rows: readonly (readonly number[])[], footer: readonly number[]): void {
  for (const row of [...rows, footer]) if (row.length > 1) expect(sum(row.slice(0, -1))).toBe(row.at(-1));
  expect(footer).toEqual(footer.map((_, column) => sum(rows.map((row) => row[column] ?? 0))));
}

/** Below a column of lines: their sum, then steps, then the total. */
function expectStepsToAddUp(rows: readonly number[], steps: readonly number[]): void {
  expect(sum(rows)).toBe(steps[0]);
  expect(sum(steps.slice(0, -1))).toBe(steps.at(-1));
}

/** A row of the page as it is printed: price, discount, fee, promotion, total. */
const printed = (told: Omit<WorkflowRow["told"], "total"> & { total: number }): readonly number[] =>
  [told.price, -told.discount, told.payment, -told.promotion, told.total].map((amount) => cents(formatAmount(amount)));

test("[SUM-15] adds up every row and footer to the cent, equally on the page, contract, itemized and cost estimate", () => {
  fc.assert(
    fc.property(decisions, (decided) => {
      const estimate = estimateOf(decided);
      const { rows, sums } = estimateFigures(estimate, workflows);
      const page = rows.map(({ told }) => printed(told));
      expectToAddUp(page, printed(sums));
      // The company's figures beside it: cost + margin = total, and items + margin on top = price.
      for (const { totals, told, markUp, margin } of rows) {
        expect(roundMoney(totals.totalCost + margin.beforeLender)).toBe(told.total);
        expect(roundMoney(totals.itemTotal + markUp)).toBe(told.price);
      }
      expect(roundMoney(sums.cost + sums.marginInclLenderFee)).toBe(sums.total);
      expect(roundMoney(sums.cost + sums.margin + sums.lenderFee)).toBe(sums.total);

      const shown = { showDiscountsOnContract: true, showPromotionsOnContract: true };
      const [itemized, cost] = [build(estimate, "itemizedEstimate", shown), build(estimate, "costEstimate", shown)];
      const isOn = (column: number): boolean => column === 0 || column === 4 || page.some((row) => row[column] !== 0);
      const told = [...page, printed(sums)].map((row) => row.filter((_, column) => isOn(column)));
      for (const settings of [shown, decided.shows]) {
        const [table] = tablesIn(build(estimate, "contract", settings), "price");
        const contract = (table?.rows ?? []).map(amountsOf);
        expectToAddUp(contract, amountsOf(table?.totals[0] as Table["totals"][number]));
        if (settings !== shown) continue;
        const withSums = [...contract, amountsOf(table?.totals[0] as Table["totals"][number])];
        expect(withSums).toEqual(told[0]?.length === 2 ? told.map((row) => row.slice(1)) : told);
      }

      const lists = tablesIn(itemized, "items-");
      lists.forEach(({ rows: lines, totals }, index) => {
        const steps = totals.map(({ cells }) => cents(cells.at(-1) ?? ""));
        const prices = lines.map(({ cells }) => cents(cells.at(-1) ?? ""));
        if (lists.length === 1) expectStepsToAddUp(prices, steps);
        else expect(sum(prices)).toBe(steps[0]);
        expect(steps[0]).toBe(page[index]?.[0]);
      });
      const [together] = tablesIn(itemized, "price");
      if (together) {
        const [itemizedRows, footer] = [together.rows.map(amountsOf), together.totals.flatMap(amountsOf)];
        expectToAddUp(itemizedRows, footer);
        expect([...itemizedRows, footer]).toEqual(told);
      }

      tablesIn(cost, "cost-").forEach(({ rows: lines, totals }, index) => {
        const inside = lines.map(({ cells }) => cells.slice(-4).map(cents));
        for (const [material = 0, labor = 0, together = 0] of inside) expect(material + labor).toBe(together);
        const steps = totals.map(({ cells }) => cents(cells.at(-1) ?? ""));
        expectStepsToAddUp(
          inside.map((cells) => cells[3] ?? 0),
          steps,
        );
        expect(totals[0]?.cells.slice(-4, -1).map(cents)).toEqual(
          [0, 1, 2].map((at) => sum(inside.map((cells) => cells[at] ?? 0))),
        );
        // Its discount, fee and promotion are those of the page, and behind the margin on top stands the page's price.
        const [, ...others] = page[index] ?? [];
        const said = others.filter((amount, column) => column === 3 || amount !== 0);
        expect(steps.slice(-said.length)).toEqual(said);
      });
    }),
    { seed: 20_261_129, numRuns: 25 },
  );
});

/** The same with windows, whose package is counted in windows and priced by the united inch. */
const FULL_HOUSE = sampleEstimate(["roofing-colonial", "windows-ranch", "gutters-cape"]);
const FULL_COPIES = copiesOf(FULL_HOUSE);

const job = fc.record({
  /** By what amounts and quantities differ from the sample's, in thousandths. */
  factors: fc.array(fc.integer({ min: 500, max: 1_500 }), { minLength: 40, maxLength: 40 }),
  promotion: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 300_000 })),
  salesTaxPercent: fc.constantFrom(0, 6, 8.875),
  /** Dollars beside the labor, and paid before, in cents. */
  extra: fc.array(fc.integer({ min: 1, max: 90_000 }), { maxLength: 2 }),
  paid: fc.array(fc.integer({ min: 1, max: 90_000 }), { maxLength: 2 }),
  /** For the work done. */
  done: fc.integer({ min: 500, max: 1_500 }),
});
type Job = typeof job extends fc.Arbitrary<infer Value> ? Value : never;

function estimateOfJob({ factors, promotion }: Job): typeof HOUSE {
  let next = 0;
  const draw = (): number => (factors[(next += 1) % factors.length] ?? 0) / 1_000;
  const items = FULL_HOUSE.items.map((item) => {
    const times = (amount: number): number => roundMoney(amount * draw());
    const { materialCost, laborCost, materialPrice, laborPrice } = item;
    return {
      ...item,
      ...(item.quantity > 1 && { quantity: roundTo(item.quantity * draw(), 3) }),
      materialCost: times(materialCost),
      laborCost: times(laborCost),
      materialPrice: times(materialPrice),
      laborPrice: times(laborPrice),
    };
  });
  const estimate = { ...FULL_HOUSE, items, promotion: promotion / 100 };
  const { totals: _totals, ...calculated } = calculateEstimate(estimate);
  return { ...estimate, ...calculated };
}

/** Where a unit price is printed, the quantity times that price is the amount, and one is printed wherever it is a whole cent. */
function expectPricesToAddUp({ columns, rows }: Table, labels: { quantity: string; price: string }): void {
  const at = (label: string): number => columns.findIndex((each) => each.label === label);
  for (const { cells } of rows) {
    const quantity = Number(cells[at(labels.quantity)]?.replaceAll(",", ""));
    const price = cells[at(labels.price)] ?? "";
    const amount = cents(cells.at(-1) ?? "");
    if (price !== "") expect(Math.round(roundMoney(quantity * (cents(price) / 100)) * 100)).toBe(amount);
  }
}

const lastCells = (rows: Table["rows"]): number[] => rows.map(({ cells }) => cents(cells.at(-1) ?? ""));

test("[SUM-15] adds up what purchase orders, labor bills, change orders, the list of items and the homeowner's page print", () => {
  fc.assert(
    fc.property(job, job, (decided, changed) => {
      const estimate = estimateOfJob(decided);
      const source = sampleSource(estimate);

      const order = buildDocument(source, {
        ...initialChoices(source, "purchaseOrder"),
        copies: FULL_COPIES,
        salesTaxPercent: decided.salesTaxPercent,
      });
      const orders = tablesIn(order, "materials-");
      for (const each of orders) {
        expectPricesToAddUp(each, { quantity: "Qty", price: "Unit cost" });
        expectStepsToAddUp(
          lastCells(each.rows),
          lastCells(each.totals)
            .flatMap((total) => [total, total])
            .slice(0, 2),
        );
      }
      for (const { rows, totals } of tablesIn(order, "order-total"))
        expectStepsToAddUp(lastCells(rows), lastCells(totals));

      const said = (amounts: readonly number[]) => amounts.map((amount) => ({ label: "Other", amount: amount / 100 }));
      const isDone = (value: number): number => roundTo((value * decided.done) / 1_000, 3);
      const bill = buildDocument(source, {
        ...initialChoices(source, "finalLaborBill"),
        copies: FULL_COPIES,
        extraCosts: said(decided.extra),
        paid: said(decided.paid),
        quantities: Object.fromEntries(estimate.items.map(({ id, quantity }) => [String(id), isDone(quantity)])),
      });
      const bills = tablesIn(bill, "labor-").filter(({ columns }) => columns.length > 2);
      for (const each of bills) {
        expectPricesToAddUp(each, { quantity: "Done", price: "Labor cost" });
        expect(sum(lastCells(each.rows))).toBe(lastCells(each.totals)[0]);
      }
      const [billTotal] = tablesIn(bill, "labor-total");
      const labor = sum(lastCells(billTotal?.rows ?? []));
      const balance = labor + sum(decided.extra) - sum(decided.paid);
      expect(lastCells(billTotal?.totals ?? []).at(-1)).toBe(balance);

      const contractChoices = { ...initialChoices(source, "contract"), copies: FULL_COPIES };
      const contract = documentDataOf({
        model: buildDocument(source, contractChoices),
        choices: contractChoices,
        basis: basisOf(estimate),
      });
      const paper = { id: 1 as DocumentId, data: contract, createdTime: "2026-05-14T14:25:30.000Z" };
      const change = sampleSource(estimateOfJob(changed), { changed: { contract: paper, changeOrders: [] } });
      const changeOrder = buildDocument(change, { ...initialChoices(change, "changeOrder"), copies: FULL_COPIES });
      const [differences] = tablesIn(changeOrder, "price");
      for (const { cells } of differences?.rows ?? []) {
        const [before = 0, now = 0, difference = 0] = cells.slice(1).map((cell) => cents(cell.replace("+", "")));
        expect(now - before).toBe(difference);
      }
      const printedChange = [...(differences?.rows ?? []), ...(differences?.totals ?? [])].map(({ cells }) =>
        cents((cells.at(-1) ?? "").replace("+", "")),
      );
      expectStepsToAddUp(
        printedChange.slice(0, -1),
        printedChange.slice(-1).flatMap((total) => [total, total]),
      );

      for (const view of ["price", "cost"] as const)
        for (const copy of FULL_COPIES) {
          const sections = itemSections({
            items: estimate.items,
            copy,
            workflow: { sections: [] },
            book: sampleBook,
            view,
          });
          for (const { items, total } of sections) {
            const shown = items.map((item) =>
              [item.material, item.labor, item.total].map((each) => cents(formatAmount(each))),
            );
            for (const [material = 0, laborPart = 0, together = 0] of shown)
              expect(material + laborPart).toBe(together);
            expect(sum(shown.map((each) => each[2] ?? 0))).toBe(cents(formatAmount(total)));
          }
        }

      const page = homeownerModel({
        estimate,
        workflows,
        book: sampleBook,
        settings: source.settings,
        lead: source.lead,
      } as unknown as Parameters<typeof homeownerModel>[0]);
      const works = page.works.map(({ total }) => cents(total));
      // In whole dollars where those add up too.
      const isWhole = page.works.every(({ total }) => !total.includes("."));
      const total = cents(page.total);
      expect(sum(works)).toBe(isWhole ? Math.round(total / 100) * 100 : total);
    }),
    { seed: 20_261_129, numRuns: 15 },
  );
});
