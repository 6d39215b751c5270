import { calculateEstimate, copiesOf, NO_TERM } from "@ridgebook/contract";
import { fieldByKey } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import type {
  CostEstimateChoices,
  FinalLaborBillChoices,
  ItemizedEstimateChoices,
  LaborBillChoices,
  PurchaseOrderChoices,
  WorkOrderChoices,
} from "#choices/document-choices.ts";
import { billableLines, orderableLines } from "#testing/choosable-lines.ts";
import { documentLines, flattenLines } from "#lines/document-lines.ts";
import { documentModel, type DocumentModel, type TableRow } from "#model/document-model.ts";
import type { EstimateOfDocument } from "#model/document-source.ts";
import {
  allCopies,
  SAMPLE_HOUSES,
  sampleBook,
  sampleEstimate,
  sampleSource,
  type SampleHouse,
} from "#testing/sample-source.ts";
import { buildCostEstimate } from "./cost-estimate.ts";
import { buildItemizedEstimate } from "./itemized-estimate.ts";
import { buildFinalLaborBill, buildLaborBill } from "./labor-bill.ts";
import { buildPurchaseOrder } from "./purchase-order.ts";
import { buildWorkOrder } from "./work-order.ts";

const base = (estimate: EstimateOfDocument) => ({ name: "Sample", copies: allCopies(estimate), texts: {} });

const order = (
  estimate: EstimateOfDocument,
  choices: Partial<PurchaseOrderChoices> = {},
  source: Parameters<typeof sampleSource>[1] = {},
): DocumentModel =>
  buildPurchaseOrder(sampleSource(estimate, source), {
    ...base(estimate),
    kind: "purchaseOrder",
    poNumber: "PO-26-0514-1",
    projectType: "Roofing",
    supplier: { name: "Lakeshore Building Supply", lines: ["910 Covington Rd", "Kalamazoo, MI 49001"] },
    delivery: { date: "2026-06-12", note: "Roof load, rear slope first" },
    salesTaxPercent: 6,
    leftOutItemIds: [],
    ...choices,
  });

const workOrder = (
  estimate: EstimateOfDocument,
  choices: Partial<WorkOrderChoices> = {},
  source: Parameters<typeof sampleSource>[1] = {},
): DocumentModel =>
  buildWorkOrder(sampleSource(estimate, source), {
    ...base(estimate),
    kind: "workOrder",
    scopeTexts: {},
    windowScopeTexts: {},
    startDate: "2026-06-15",
    workingDays: 5,
    crew: "Crew of Luis Ortega",
    photos: [],
    ...choices,
  });

const costEstimate = (estimate: EstimateOfDocument, choices: Partial<CostEstimateChoices> = {}): DocumentModel =>
  buildCostEstimate(sampleSource(estimate), { ...base(estimate), kind: "costEstimate", ...choices });

const itemized = (
  estimate: EstimateOfDocument,
  choices: Partial<ItemizedEstimateChoices> = {},
  source: Parameters<typeof sampleSource>[1] = {},
): DocumentModel =>
  buildItemizedEstimate(sampleSource(estimate, source), { ...base(estimate), kind: "itemizedEstimate", ...choices });

const LABOR = { payee: "Ortega Roofing LLC", extraCosts: [], quantities: {} } as const;
const laborBill = (
  estimate: EstimateOfDocument,
  choices: Partial<LaborBillChoices> = {},
  source: Parameters<typeof sampleSource>[1] = {},
): DocumentModel =>
  buildLaborBill(sampleSource(estimate, source), { ...base(estimate), kind: "laborBill", ...LABOR, ...choices });
const finalBill = (estimate: EstimateOfDocument, choices: Partial<FinalLaborBillChoices> = {}): DocumentModel =>
  buildFinalLaborBill(sampleSource(estimate), {
    ...base(estimate),
    kind: "finalLaborBill",
    ...LABOR,
    paid: [],
    ...choices,
  });

interface Table {
  readonly labels: readonly string[];
  readonly rows: readonly TableRow[];
  readonly totals: readonly TableRow[];
  readonly note: string;
}

const tablesOf = (model: DocumentModel, sectionId?: string): readonly Table[] =>
  model.sections
    .filter(({ id }) => sectionId === undefined || id === sectionId)
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === "table" ? [block] : [])))
    .map(({ columns, rows, totals, note }) => ({ labels: columns.map(({ label }) => label), rows, totals, note }));

const firstTable = (model: DocumentModel, sectionId?: string): Table => {
  const [found] = tablesOf(model, sectionId);
  if (!found) throw new Error(`There is no table in ${sectionId ?? "the document"}.`);
  return found;
};

/** "1,234.50" and "$1,234.50" as a number of cents. */
const cents = (text: string | undefined): number =>
  Math.round(Number((text ?? "").replace(/[$,]/g, "").replace("−", "-")) * 100);
const sumOfColumn = ({ labels, rows }: Table, label: string): number =>
  rows.reduce((sum, { cells }) => sum + cents(cells[labels.indexOf(label)]), 0);
const rowNamed = (rows: readonly TableRow[], name: string): readonly string[] =>
  rows.find(({ cells }) => cells.includes(name))?.cells ?? [];
const lastCell = (rows: readonly TableRow[], name: string): string => rowNamed(rows, name).at(-1) ?? "";

const ROOF = sampleEstimate(["roofing-colonial"]);
/** Three workflows with discount, hidden mark-up, promotion and a dealer fee. */
const SOLD = sampleEstimate(
  ["roofing-colonial", "windows-ranch", "gutters-cape"],
  { promotion: 500, term: { ...NO_TERM, months: 120, ratePercent: 7.99, feePercent: 2, offerId: "120" } },
  { discountPercent: 0.05, marginPercent: 0.1 },
);

describe("[DOC-03] every paper is a document model, of every sample house", () => {
  test.each(SAMPLE_HOUSES)("%s", (house) => {
    const estimate = sampleEstimate([house], {}, { discountPercent: 0.05, marginPercent: 0.02 });
    const models = [
      order(estimate),
      workOrder(estimate),
      costEstimate(estimate),
      laborBill(estimate),
      finalBill(estimate),
      itemized(estimate),
    ];
    for (const model of models) {
      expect(documentModel.parse(model)).toEqual(model);
      for (const { labels, rows, totals } of tablesOf(model))
        for (const { cells } of [...rows, ...totals]) expect(cells).toHaveLength(labels.length);
    }
    expect(models.map(({ kind }) => kind)).toEqual([
      "purchaseOrder",
      "workOrder",
      "costEstimate",
      "laborBill",
      "finalLaborBill",
      "itemizedEstimate",
    ]);
  });
});

test("of an estimate without lines, every paper says that there is nothing", () => {
  const empty = { ...sampleEstimate(["gutters-cape"]), items: [] };
  for (const model of [
    order(empty),
    workOrder(empty),
    costEstimate(empty),
    laborBill(empty),
    finalBill(empty),
    itemized(empty),
  ])
    expect(documentModel.parse(model)).toEqual(model);
  expect(order(empty).total).toBe(0);
  expect(itemized(empty).total).toBe(0);
});

describe("purchase order", () => {
  test("[DOC-07] lists the material with choice and color, quantity, unit and cost", () => {
    const { labels, rows } = firstTable(order(ROOF));
    expect(labels).toEqual(["", "Material", "Choice", "Qty", "Unit", "Unit cost", "Amount"]);
    const [first] = rows;
    expect(first?.cells[0]).toBe("1");
    // houses/roofing-colonial.json: 22 squares at 132, 3 bundles each; the color is a separate line in the estimate.
    expect(rowNamed(rows, "Shingle type").slice(1)).toEqual([
      "Shingle type",
      "Better: architectural, Charcoal, 66 bundles",
      "22",
      "SQ",
      "132.00",
      "2,904.00",
    ]);
    expect(rowNamed(rows, "Drip edge").slice(1)).toEqual([
      "Drip edge",
      "Aluminum, 10 ft, White",
      "15",
      "PC",
      "9.50",
      "142.50",
    ]);
    // The membrane is a group: its rolls are bought, its squares are labor. 3 x 105.
    expect(rowNamed(rows, "Membrane").slice(1)).toEqual([
      "Membrane",
      "Modified bitumen, 1 SQ roll",
      "3",
      "RL",
      "105.00",
      "315.00",
    ]);
  });

  test("permits, reports, dumpster, labor and measurements are not ordered", () => {
    const names = firstTable(order(ROOF)).rows.map(({ cells }) => cells[1]);
    for (const name of [
      "Roofing permit",
      "Measurement report",
      "Dumpster",
      "Tear-off",
      "Aluminum fascia",
      "Eave length",
    ])
      expect(names).not.toContain(name);
  });

  test("materials, sales tax and order total add up", () => {
    const table = firstTable(order(ROOF));
    /*
     * Material costs of houses/roofing-colonial.json: ice barrier 3 x 95, decking 4 x 24, drip edge 15 x 9.5, valley 3 x 26, step
     * 48 x 1.1, head 12 x .4, boots 2 x 18, chimney 18 x 6, skylight 110, ridge vent 40 x 3.5, membrane 3 x 105, soffit vents 6 x 6,
     * lights 4 x 34, guards 20 x 6.4, caulk 2 x 8, cement 2 x 7, fasteners 55, coil 128, shingles 22 x 132, underlayment 3 x 120,
     * starters 2 x 58, caps 2 x 62.
     */
    const materials =
      285 +
      96 +
      142.5 +
      78 +
      52.8 +
      4.8 +
      36 +
      108 +
      110 +
      140 +
      315 +
      36 +
      136 +
      128 +
      16 +
      14 +
      55 +
      128 +
      2904 +
      360 +
      116 +
      124;
    expect(lastCell(table.totals, "Materials")).toBe("5,385.10");
    expect(cents("5,385.10")).toBe(Math.round(materials * 100));
    expect(sumOfColumn(table, "Amount")).toBe(538_510);
    // 5,385.10 x 6 % = 323.106
    expect(lastCell(table.totals, "Sales tax 6 %")).toBe("323.11");
    expect(lastCell(table.totals, "Order total")).toBe("$5,708.21");
    expect(order(ROOF).total).toBe(5_708.21);
  });

  test("says who delivers what where, and carries its own number", () => {
    const model = order(ROOF, {}, { madeFrom: { id: 3, type: 1, data: { number: "2026-0514-07" } } as never });
    expect(model.number).toBe("PO-26-0514-1");
    expect(model.parties.map(({ caption }) => caption)).toEqual(["Supplier", "Deliver to", "Order"]);
    expect(model.parties[1]).toEqual({
      caption: "Deliver to",
      strong: ["Whitfield, roofing"],
      lines: ["1847 Maple Ridge Dr", "Portage, MI 49002", "Roof load, rear slope first"],
    });
    expect(model.parties[2]?.lines).toEqual([
      "May 14, 2026",
      "Deliver June 12, 2026",
      "Project type: Roofing",
      "Ordered by Dana Mercer",
    ]);
    expect(model.footer.lines[0]).toBe("North Gable Exteriors · Purchase order PO-26-0514-1 for contract 2026-0514-07");
    expect(model.sections.at(-1)?.blocks).toEqual([{ kind: "blanks", labels: ["Received by, date"] }]);
  });

  test("the lines that can be left out are those that are ordered", () => {
    const lines = orderableLines(sampleSource(SOLD), allCopies(SOLD));
    const ordered = order(SOLD).sections.filter(({ id }) => id.startsWith("materials-"));
    expect(ordered.flatMap(({ id }) => firstTable(order(SOLD), id).rows.map(({ cells }) => cells[1]))).toEqual(
      lines.map(({ label }) => label),
    );
    const [first, ...others] = lines;
    const without = order(SOLD, { leftOutItemIds: others.map(({ itemId }) => itemId), salesTaxPercent: 0 });
    expect(without.total).toBe(first?.amount);
  });

  test("a line that is left out is neither listed nor paid, and the others are numbered through", () => {
    const shingles = documentLines({ estimate: ROOF, book: sampleBook }, allCopies(ROOF)).find(
      ({ field }) => field.property === "package",
    );
    const model = order(ROOF, { leftOutItemIds: [shingles?.itemId ?? 0], salesTaxPercent: 0 });
    const { rows, totals } = firstTable(model);
    expect(rowNamed(rows, "Shingle type")).toEqual([]);
    expect(rows.map(({ cells }) => cells[0])).toEqual(rows.map((_, index) => String(index + 1)));
    // 5,385.10 - 2,904.00, without tax
    expect(totals.map(({ cells }) => cells.at(-1))).toEqual(["2,481.10", "$2,481.10"]);
  });

  test("several workflows are grouped, numbered through and added up", () => {
    const model = order(SOLD);
    const groups = model.sections.filter(({ id }) => id.startsWith("materials-"));
    expect(groups.map(({ heading }) => heading)).toEqual(["Roofing", "Windows & Doors", "Gutters"]);
    const tables = groups.flatMap(({ id }) => tablesOf(model, id));
    const numbers = tables.flatMap(({ rows }) => rows.map(({ cells }) => Number(cells[0])));
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    const sums = tables.map((table) => sumOfColumn(table, "Amount"));
    const together = firstTable(model, "order-total");
    expect(together.rows.map(({ cells }) => cents(cells[1]))).toEqual(sums);
    expect(cents(lastCell(together.totals, "Materials"))).toBe(sums.reduce((one, other) => one + other, 0));
    expect(model.sections.filter(({ number }) => number !== "")).toEqual([]);
  });

  test.each([
    // 250 x 7.33 = 1,832.50; 6 windows at 305.42 would be 1,832.52.
    { quantity: 250, each: "" },
    // 300 x 7.33 = 2,199.00 = 6 x 366.50.
    { quantity: 300, each: "366.50" },
  ])(
    "[PRI-16] [WIN-05] $quantity united inches in 6 windows: a unit cost only where 6 times it is the amount",
    ({ quantity, each }) => {
      const windows = sampleEstimate(["windows-ranch"]);
      const field = fieldByKey(3, "windowPackage")?.id;
      // One of them has its own model and does not count in the package.
      const counts = windows.items.filter(({ fieldId }) => fieldId === fieldByKey(3, "window")?.id);
      const items = windows.items.map((item) =>
        item.fieldId === field
          ? { ...item, quantity, materialCost: 7.33 }
          : item === counts[0]
            ? { ...item, quantity: 8 - counts.length }
            : item.fieldId === counts[0]?.fieldId
              ? { ...item, quantity: 1 }
              : item,
      );
      const { rows } = firstTable(order({ ...windows, items }));
      const cells = rows.find(({ cells: [, , , , unit] }) => unit === "windows")?.cells ?? [];
      expect(cells.slice(3)).toEqual(["6", "windows", each, quantity === 250 ? "1,832.50" : "2,199.00"]);
    },
  );

  test("a window is ordered by its size and everything chosen for it, without the trims that are bought in pieces", () => {
    const { rows } = firstTable(order(sampleEstimate(["windows-ranch"])));
    const [, , choice, quantity, unit, each, amount] = rowNamed(rows, "Window");
    expect(choice).toBe(
      'Main bedroom (Two on the street, two on the yard); Double hung; 36 × 60 in; model as the package; insert into the existing frame; hardware white; half screen; glass as the model; grid flat 5/8" between the glass, colonial, white; inside white; outside white',
    );
    // Unit cost 345 + 12 + 28; times 4.
    expect([quantity, unit, each, amount]).toEqual(["4", "EA", "385.00", "1,540.00"]);
  });
});

/** Every amount of an estimate that is long enough to be no other number by chance, as papers write it. */
function writings(amounts: readonly number[]): ReadonlySet<string> {
  return new Set(
    amounts
      .filter((amount) => amount >= 100)
      .flatMap((amount) => [
        amount.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
        amount.toFixed(2),
      ]),
  );
}

const amountsIn = (model: DocumentModel): readonly string[] =>
  JSON.stringify(model).match(/\d[\d,]*\.\d\d(?!\d)/g) ?? [];

function linesIn(estimate: EstimateOfDocument) {
  return flattenLines(documentLines({ estimate, book: sampleBook }, copiesOf(estimate)));
}

describe("the amounts on each paper (estimating.md §8)", () => {
  const houses: readonly (readonly SampleHouse[])[] = SAMPLE_HOUSES.map((house) => [house]);
  test.each(houses)("[DOC-08] a work order of %s holds no amount of money", (house) => {
    const estimate = sampleEstimate([house]);
    const model = workOrder(estimate);
    expect(JSON.stringify(model)).not.toContain("$");
    // "27.22" squares is a quantity; whatever else has two decimals would be money.
    const quantities = new Set(linesIn(estimate).map(({ quantity }) => quantity.toFixed(2)));
    expect(amountsIn(model).filter((text) => !quantities.has(text.replace(",", "")))).toEqual([]);
    expect(model.total).toBeNull();
  });

  test.each(houses)("a labor bill of %s holds labor cost only", (house) => {
    const estimate = sampleEstimate([house]);
    const lines = linesIn(estimate);
    const labor = writings(lines.flatMap(({ amounts, totals }) => [amounts.laborCost, totals.laborCost]));
    const others = writings(
      lines.flatMap(({ amounts, totals }) => [
        amounts.materialCost,
        amounts.materialPrice,
        amounts.laborPrice,
        totals.materialCost,
        totals.materialPrice,
        totals.laborPrice,
        totals.price,
      ]),
    );
    for (const text of [...amountsIn(laborBill(estimate)), ...amountsIn(finalBill(estimate))])
      expect(others.has(text) && !labor.has(text), text).toBe(false);
  });

  test.each(houses)("a purchase order of %s holds material cost only", (house) => {
    const estimate = sampleEstimate([house]);
    const lines = linesIn(estimate);
    const material = writings(lines.flatMap(({ amounts, totals }) => [amounts.materialCost, totals.materialCost]));
    const others = writings(
      lines.flatMap(({ amounts, totals }) => [
        amounts.laborCost,
        amounts.materialPrice,
        amounts.laborPrice,
        totals.laborCost,
        totals.materialPrice,
        totals.laborPrice,
        totals.price,
        totals.cost,
      ]),
    );
    for (const text of amountsIn(order(estimate))) expect(others.has(text) && !material.has(text), text).toBe(false);
  });

  test("an itemized estimate holds no cost, no margin and no mark-up", () => {
    const model = itemized(SOLD);
    const { totals } = calculateEstimate(SOLD);
    const told = JSON.stringify(model);
    const hidden = writings([
      totals.totalCost,
      totals.margin,
      ...totals.workflows.flatMap(({ totalCost, margin, itemTotal, totalWithPromotion }) => [
        totalCost,
        margin,
        itemTotal,
        totalWithPromotion,
      ]),
    ]);
    for (const text of amountsIn(model)) expect(hidden.has(text), text).toBe(false);
    expect(told).not.toMatch(/margin|mark-up|cost/i);
  });
});

describe("work order", () => {
  const SCOPE =
    '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>{{if 1.15}}Tear off {{quantity 1.15}} squares</p></li><li data-type="taskItem" data-checked="true"><p>{{if 1.107}}Remove the chimney</p></li></ul>';

  test("[DOC-08] [KEY-02] shows the scope of work with its lines checked as on the contract", () => {
    const model = workOrder(ROOF, {}, { settings: { contractRoofingScopeOfWork: SCOPE } });
    const text = model.sections[0]?.blocks.find(({ kind }) => kind === "text");
    expect(text).toMatchObject({
      taskColumns: 2,
      blocks: [
        {
          type: "tasks",
          items: [
            { checked: true, runs: [{ text: "Tear off 20 squares" }] },
            { checked: false, runs: [{ text: "Remove the chimney" }] },
          ],
        },
      ],
    });
  });

  test("a scope edited for this order replaces the company's", () => {
    const model = workOrder(
      ROOF,
      { scopeTexts: { "1": "<p>Only the {{value 1.251}} ridge</p>" } },
      { settings: { contractRoofingScopeOfWork: SCOPE } },
    );
    expect(model.sections[0]?.blocks[0]).toMatchObject({
      blocks: [{ type: "paragraph", runs: [{ text: "Only the Charcoal ridge" }] }],
    });
  });

  test("materials and work with quantities, units and colors; quantities are those of the items", () => {
    const model = workOrder(ROOF);
    const materials = firstTable(model, "materials-1");
    expect(materials.labels).toEqual(["Material", "Choice", "Qty", "Unit"]);
    expect(rowNamed(materials.rows, "Shingle type")).toEqual([
      "Shingle type",
      "Better: architectural, Charcoal, 66 bundles",
      "22",
      "SQ",
    ]);
    const work = firstTable(model, "work-1");
    expect(rowNamed(work.rows, "Tear-off")).toEqual([
      "Tear-off",
      "1 layer, Up to 6/12, Architectural asphalt",
      "20",
      "SQ",
    ]);
    expect(rowNamed(work.rows, "Membrane")).toEqual(["Membrane", "Modified bitumen, 1 SQ roll", "2.333", "SQ"]);
    // What is laid as it is bought is counted once, among the materials.
    expect(rowNamed(work.rows, "Drip edge")).toEqual([]);
    expect(rowNamed(work.rows, "Aluminum fascia")).toEqual(["Aluminum fascia", "6 in, White", "80", "FT"]);
  });

  test("measurements, and delivery, dumpster and permit", () => {
    const model = workOrder(ROOF);
    const { rows } = firstTable(model, "measurements-1");
    expect(rowNamed(rows, "Total roof area")).toEqual(["Total roof area", "2,000 sq ft"]);
    expect(rowNamed(rows, "Area of work")).toEqual(["Area of work", "Whole roof"]);
    expect(rowNamed(rows, "Ice barrier rows")).toEqual(["Ice barrier rows", "2 rows"]);
    expect(rows.filter(({ cells }) => cells[0] === "Install pitch").map(({ cells }) => cells[1])).toEqual([
      "Up to 6/12, 12 squares",
      "7/12 to 9/12, 10 squares",
    ]);
    const arranged = firstTable(model, "arrangements").rows;
    expect(rowNamed(arranged, "Dumpster")).toEqual(["Dumpster", "Driveway, 20 yard", "Roofing", "1", "EA"]);
    expect(rowNamed(arranged, "Roofing permit")).toEqual(["Roofing permit", "", "Roofing", "1", ""]);
    // The homeowner's answers are of no use on the roof.
    expect(JSON.stringify(model)).not.toMatch(/Previous roofing|Summit Exteriors|Age of roof/);
  });

  test("every window with all details for the installer, ready to be drawn", () => {
    const model = workOrder(sampleEstimate(["windows-ranch"]));
    const block = model.sections.find(({ id }) => id === "scope-3")?.blocks.find(({ kind }) => kind === "windows");
    const rows = block?.kind === "windows" ? block.rows : [];
    expect(rows.map(({ number, room, style, size, quantity }) => ({ number, room, style, size, quantity }))).toEqual([
      {
        number: 1,
        room: "Main bedroom (Two on the street, two on the yard)",
        style: "Double hung",
        size: "36 × 60 in",
        quantity: "4",
      },
      { number: 2, room: "Kitchen", style: "Slider, 2-lite", size: "48 × 36 in", quantity: "2" },
      { number: 3, room: "Family room", style: "Patio door", size: "72 × 80 in", quantity: "1" },
    ]);
    expect(rows[2]?.madeWith).toBe(
      "model premium vinyl, double Low-E glass; door unit into the existing opening; left panel opens (XO); white blinds between the glass; foot lock",
    );
    expect(rows[0]?.madeWith).toContain("exterior trim aluminum wrap, 10 ft, white, 73.6 ft");
    expect(rows[0]?.look).toMatchObject({
      width: 36,
      height: 60,
      texts: { style: "Double hung", gridPattern: "Colonial", exteriorColor: "White" },
    });
  });

  test("crew, schedule and photos", () => {
    const model = workOrder(ROOF, { photos: [{ fileId: "front", caption: "Front" }] });
    expect(model.parties[1]?.strong).toEqual(["Crew of Luis Ortega"]);
    expect(model.parties[2]).toEqual({
      caption: "Schedule",
      strong: ["June 15, 2026"],
      lines: ["5 working days", "Questions: Dana Mercer", "(269) 555-0155"],
    });
    expect(model.sections.find(({ id }) => id === "photos")?.blocks).toEqual([
      { kind: "pictures", perRow: 2, pictures: [{ fileId: "front", caption: "Front" }] },
    ]);
  });
});

describe("cost estimate", () => {
  test("[DOC-09] lines add up to the engine's cost and price, steps to its total", () => {
    const model = costEstimate(SOLD);
    const { totals } = calculateEstimate(SOLD);
    copiesOf(SOLD).forEach((copy, index) => {
      const table = firstTable(model, `cost-${String(copy.workflowId)}`);
      const own = totals.workflows[index];
      expect(sumOfColumn(table, "Cost")).toBe(Math.round((own?.totalCost ?? 0) * 100));
      expect(sumOfColumn(table, "Price")).toBe(Math.round((own?.itemTotal ?? 0) * 100));
      expect(sumOfColumn(table, "Material") + sumOfColumn(table, "Labor")).toBe(sumOfColumn(table, "Cost"));
      const steps = table.totals.slice(0, -1).reduce((sum, { cells }) => sum + cents(cells.at(-1)), 0);
      expect(steps).toBe(cents(table.totals.at(-1)?.cells.at(-1)));
      expect(steps).toBe(Math.round((own?.totalWithMargin ?? 0) * 100));
      expect(table.totals.map(({ cells }) => cells[0])).toEqual([
        "Lines",
        "Margin on top 10 % after the promotion",
        "Discount 5 %",
        "Fee of the way to pay",
        "Promotion",
        "Total",
      ]);
    });
    expect(model.total).toBe(totals.total);
  });

  test("[SUM-14] the margin is total less cost and the fee in the price, the mark-up included (estimating.md §4)", () => {
    const model = costEstimate(SOLD);
    const { totals } = calculateEstimate(SOLD);
    const fees = totals.workflows.reduce((sum, { fee }) => sum + fee, 0);
    const table = firstTable(model, "margin");
    expect(cents(table.totals[0]?.cells[3])).toBe(Math.round((totals.total - totals.totalCost - fees) * 100));
    expect(sumOfColumn(table, "Margin after lender’s fee")).toBe(Math.round((totals.margin - fees) * 100));
    expect(sumOfColumn(table, "Margin incl. lender’s fee")).toBe(Math.round(totals.margin * 100));
    expect(sumOfColumn(table, "Lender’s fee")).toBe(Math.round(fees * 100));
    expect(model.keyFigures.map(({ caption }) => caption)).toEqual(["Total", "Cost", "Margin after lender’s fee"]);
  });

  test("[CALC-49] a share that follows is a whole percent, a typed one stays as typed", () => {
    const model = costEstimate(sampleEstimate(["gutters-cape"], {}, { discountPercent: 0.125 }));
    expect(firstTable(model, "cost-4").totals.map(({ cells }) => cells[0])).toContain("Discount 12.5 %");
    const { rows, totals } = firstTable(model, "margin");
    for (const { cells } of [...rows, ...totals]) expect(cells[4]).toMatch(/^\d+ %$/);
    expect(model.keyFigures[2]?.lines).toEqual([expect.stringMatching(/^\d+ % of the total$/)]);
  });

  test("of one workflow of several, its share of promotion and fee stays", () => {
    const model = costEstimate(SOLD, { copies: [{ workflowId: 4, workflowEstimateId: 1 }] });
    expect(model.total).toBe(SOLD.workflowSummaries["4"]?.totalWithMargin);
  });

  test("a known house, calculated by hand", () => {
    const { rows, totals } = firstTable(costEstimate(ROOF));
    // houses/roofing-colonial.json: "everything 22437.36. Cost 13462.43"; without discount and promotion here.
    expect(totals.map(({ cells }) => cells.slice(-2))).toEqual([
      ["13,462.43", "22,437.36"],
      ["$13,462.43", "$22,437.36"],
    ]);
    expect(rowNamed(rows, "Tear-off")).toEqual([
      "Tear-off",
      "1 layer, Up to 6/12, Architectural asphalt",
      "20",
      "SQ",
      "0.00",
      "1,140.00",
      "1,140.00",
      "1,900.00",
    ]);
    // 22437.36 - 13462.43 = 8974.93, 40.0 %
    expect(costEstimate(ROOF).keyFigures[2]).toEqual({
      caption: "Margin",
      large: "$8,974.93",
      lines: ["40 % of the total"],
    });
  });
});

describe("labor bills", () => {
  /** Labor of houses/gutters-cape.json: see its notes. */
  const GUTTERS = sampleEstimate(["gutters-cape"]);
  const gutters = documentLines({ estimate: GUTTERS, book: sampleBook }, allCopies(GUTTERS));
  const idOf = (property: string): number => gutters.find(({ field }) => field.property === property)?.itemId ?? 0;

  test("[DOC-08] quantity times labor cost, added up", () => {
    const table = firstTable(laborBill(GUTTERS));
    expect(table.labels).toEqual(["Work", "Choice", "Qty", "Unit", "Labor cost", "Amount"]);
    // 166 ft x 4.90
    expect(rowNamed(table.rows, "Gutter")).toEqual([
      "Gutter",
      '5" K-style aluminum, seamless, White, Hidden hangers every 24 inches',
      "166",
      "FT",
      "4.90",
      "813.40",
    ]);
    /*
     * Remove 150 x 1.2 = 180, gutter 813.40, guards 38 x 9.6 = 364.80, corners 4 x 16 = 64, downspout 60 x 3.6 = 216, elbows 15 x 3 =
     * 45, lights 6 x 65 = 390, wood 3 x 62 = 186, splash blocks 5 x 4 = 20, fascia 120.
     */
    const labor = 180 + 813.4 + 364.8 + 64 + 216 + 45 + 390 + 186 + 20 + 120;
    expect(sumOfColumn(table, "Amount")).toBe(Math.round(labor * 100));
    expect(lastCell(table.totals, "Labor total")).toBe("$2,399.20");
  });

  test("the lines of which a quantity can be given are those that are billed", () => {
    const lines = billableLines(sampleSource(GUTTERS), allCopies(GUTTERS));
    expect(lines.map(({ label, quantity }) => [label, quantity])).toContainEqual(["Gutter", 166]);
    const nothingDone = Object.fromEntries(lines.map(({ itemId }) => [String(itemId), 0]));
    expect(laborBill(GUTTERS, { quantities: nothingDone }).total).toBe(0);
  });

  test("the work done is paid, shown beside the estimate; extra costs come on top", () => {
    const model = laborBill(GUTTERS, {
      quantities: { [String(idOf("gutter"))]: 170 },
      extraCosts: [
        { label: "Second trip", amount: 150 },
        { label: "Broken pane", amount: -40.5 },
      ],
    });
    const table = firstTable(model);
    expect(table.labels).toEqual(["Work", "Choice", "Estimated", "Done", "Unit", "Labor cost", "Amount"]);
    // 170 x 4.90
    expect(rowNamed(table.rows, "Gutter").slice(2)).toEqual(["166", "170", "FT", "4.90", "833.00"]);
    // 2,399.20 + 19.60 = 2,418.80; + 150 - 40.50
    expect(table.totals.map(({ cells }) => [cells[0], cells.at(-1)])).toEqual([
      ["Labor", "2,418.80"],
      ["Second trip", "150.00"],
      ["Broken pane", "−40.50"],
      ["Labor total", "$2,528.30"],
    ]);
  });

  test("[DOC-09] a final bill takes off what was paid before", () => {
    const model = finalBill(GUTTERS, { paid: [{ label: "Labor bill of June 18", amount: 1_500 }] });
    expect(firstTable(model).totals.map(({ cells }) => [cells[0], cells.at(-1)])).toEqual([
      ["Labor total", "2,399.20"],
      ["Paid: Labor bill of June 18", "−1,500.00"],
      ["Balance", "$899.20"],
    ]);
    expect(model.total).toBe(899.2);
  });

  test("names the document it is made from", () => {
    const model = laborBill(GUTTERS, {}, { madeFrom: { id: 4, type: 3, data: { number: "2026-0514-A2B3" } } as never });
    expect(model.parties[2]?.lines[0]).toBe("Made from work order 2026-0514-A2B3");
    expect(model.footer.lines[0]).toContain("for work order 2026-0514-A2B3");
  });

  test("the labor of a group is paid by the squares that are laid, not by the group", () => {
    const siding = firstTable(laborBill(sampleEstimate(["siding-ranch"])));
    // 17.6 SQ x 28
    expect(rowNamed(siding.rows, "House wrap").slice(2)).toEqual(["17.6", "SQ", "28.00", "492.80"]);
  });

  test.each(SAMPLE_HOUSES)("all labor of %s is billed, to the cent", (house) => {
    const estimate = sampleEstimate([house]);
    const lines = documentLines({ estimate, book: sampleBook }, allCopies(estimate));
    const labor = lines.reduce((sum, { totals }) => sum + Math.round(totals.laborCost * 100), 0);
    expect(cents(String(laborBill(estimate).total))).toBe(labor);
  });
});

describe("itemized estimate", () => {
  test("[DOC-09] without anything taken off, each line has the price of the estimate", () => {
    const table = firstTable(itemized(ROOF));
    expect(table.labels).toEqual(["Work", "Choice", "Qty", "Unit", "Price"]);
    expect(rowNamed(table.rows, "Tear-off")).toEqual([
      "Tear-off",
      "1 layer, Up to 6/12, Architectural asphalt",
      "20",
      "SQ",
      "1,900.00",
    ]);
    expect(table.totals.map(({ cells }) => [cells[0], cells.at(-1)])).toEqual([
      ["Price", "22,437.36"],
      ["Total", "$22,437.36"],
    ]);
  });

  test("discount and promotion as calculated by hand for the house", () => {
    // houses/roofing-colonial.json: 22437.36, discount to 21371.33, with the promotion of 250: 21121.33
    const model = itemized(sampleEstimate(["roofing-colonial"], { promotion: 250 }, { discountPercent: 0.05 }));
    const { totals, note } = firstTable(model);
    expect(totals.map(({ cells }) => [cells[0], cells.at(-1)])).toEqual([
      ["Price", "22,437.36"],
      ["Discount 5 %", "−1,066.03"],
      ["Promotion", "−250.00"],
      ["Total", "$21,121.33"],
    ]);
    expect(note).toBe("The discount does not apply to dumpster and roofing permit.");
  });

  test("with a hidden mark-up and a fee, lines, steps and copies add up to the screen's total", () => {
    const model = itemized(SOLD);
    const table = firstTable(model, "price");
    expect(table.labels).toEqual(["Work", "Price", "Discount 5 %", "Payment fee", "Promotion", "Total"]);
    for (const [index, { cells }] of table.rows.entries()) {
      const [price, discount, payment, promotion, total] = cells.slice(1).map(cents);
      expect((price ?? 0) + (discount ?? 0) + (payment ?? 0) + (promotion ?? 0)).toBe(total);
      const copy = copiesOf(SOLD)[index];
      const key = String(copy?.workflowId);
      expect(total).toBe(Math.round((SOLD.workflowSummaries[key]?.totalWithMargin ?? 0) * 100));
      expect(sumOfColumn(firstTable(model, `items-${key}`), "Price")).toBe(price);
    }
    expect(model.total).toBe(calculateEstimate(SOLD).totals.total);
    const all = rowNamed(table.totals, "Total").slice(1).map(cents);
    expect(all.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(all.at(-1));
  });

  test.each(SAMPLE_HOUSES)("the lines of %s add up, with a mark-up that divides badly", (house) => {
    const estimate = sampleEstimate([house], {}, { marginPercent: 0.0333, discountPercent: 0.025 });
    const model = itemized(estimate);
    const table = firstTable(model);
    expect(sumOfColumn(table, "Price")).toBe(cents(lastCell(table.totals, "Price")));
    expect(model.total).toBe(calculateEstimate(estimate).totals.total);
  });

  test("a second copy of a workflow has its own section", () => {
    const model = itemized(sampleEstimate(["gutters-cape", "gutters-colonial"]));
    expect(model.sections.map(({ heading, number }) => `${number} ${heading}`)).toEqual([
      "1 Gutters",
      "2 Gutters 2",
      " Price",
    ]);
  });
});
