import { calculateEstimate, copiesOf, NO_FILE_ID, NO_TERM, summaryKey, type Settings } from "@ridgebook/contract";
import { fieldByKey, PAYMENT_OPTIONS } from "@ridgebook/estimating";
import { describe, expect, test } from "vitest";
import type { ContractChoices } from "#choices/document-choices.ts";
import { initialChoices } from "#initial-choices.ts";
import { documentModel, filesOf, type Block, type DocumentModel } from "#model/document-model.ts";
import type { EstimateOfDocument } from "#model/document-source.ts";
import { richTextToHtml } from "#rich-text/rich-text-to-html.ts";
import { SAMPLE_HOUSES, sampleBook, sampleEstimate, sampleSource } from "#testing/sample-source.ts";
import { buildContract } from "./contract.ts";

const LONG_TERM = { months: 120, ratePercent: 9.99, feePercent: 0, lenderFeePercent: 0, offerId: "long" };
const LOANS = {
  cashCheckDiscount: 2,
  zeroInterest: { year: { label: "Same as cash", months: 12, feePercent: 4 } },
  reducedRate: { long: { label: "Long term", months: 120, ratePercent: 9.99 } },
} satisfies Partial<Settings>;

function contract(
  estimate: EstimateOfDocument,
  settings: Partial<Settings> = {},
  choices: Partial<ContractChoices> = {},
): DocumentModel {
  const source = sampleSource(estimate, { settings });
  return buildContract(source, { ...initialChoices(source, "contract"), ...choices });
}

const sectionOf = (model: DocumentModel, id: string) => model.sections.find((section) => section.id === id);
const blocksOf = <Kind extends Block["kind"]>(model: DocumentModel, id: string, kind: Kind) =>
  (sectionOf(model, id)?.blocks ?? []).filter((block): block is Extract<Block, { kind: Kind }> => block.kind === kind);
const htmlOf = (model: DocumentModel, id: string): string =>
  blocksOf(model, id, "text")
    .map(({ blocks }) => richTextToHtml(blocks))
    .join("");
const priceTableOf = (model: DocumentModel) => {
  const [table] = blocksOf(model, "price", "table");
  if (!table) throw new Error("The contract has no prices.");
  return table;
};
const labelsOf = (model: DocumentModel) => priceTableOf(model).columns.map(({ label }) => label);

/** "−1,151.31" and "$42,487.60" in cents. */
const cents = (text: string): number => Math.round(Number(text.replace(/[$,+]/g, "").replace("−", "-")) * 100);

const roof = sampleEstimate(["roofing-colonial"], { promotion: 250 }, { discountPercent: 0.05 });
const house = sampleEstimate(
  ["roofing-colonial", "windows-ranch", "gutters-cape"],
  { promotion: 250, downpayment: 5_000, paymentOption: PAYMENT_OPTIONS.reducedRate, term: LONG_TERM },
  { discountPercent: 0.05, marginPercent: 0.08 },
);

describe("prices", () => {
  test("[DOC-28] discount and promotion of the sample roof are those calculated by hand", () => {
    // houses/roofing-colonial.json: items 22,437.36; 5 % of 21,320.69 is 1,066.04 (22,437.36 − 21,371.33 = 1,066.03); less 250: 21,121.33.
    const { rows, totals, note } = priceTableOf(contract(roof, { showPromotionsOnContract: true }));
    expect(labelsOf(contract(roof, { showPromotionsOnContract: true }))).toEqual([
      "Work",
      "Price",
      "Discount 5 %",
      "Promotion",
      "Total",
    ]);
    expect(rows.map(({ cells }) => cells)).toEqual([["1  Roofing", "22,437.36", "−1,066.03", "−250.00", "21,121.33"]]);
    expect(totals.map(({ cells }) => cells)).toEqual([
      ["Contract price", "22,437.36", "−1,066.03", "−250.00", "$21,121.33"],
    ]);
    expect(note).toBe("The discount does not apply to dumpster and roofing permit.");
  });

  test.each([
    // 22,437.36 − 1,066.03
    { shows: { showDiscountsOnContract: false, showPromotionsOnContract: true }, cells: ["21,371.33", "−250.00"] },
    // 22,437.36 − 250
    { shows: { showDiscountsOnContract: true, showPromotionsOnContract: false }, cells: ["22,187.36", "−1,066.03"] },
    { shows: { showDiscountsOnContract: false, showPromotionsOnContract: false }, cells: [] },
  ])("[DOC-28] parts that the settings hide are in the price: $shows", ({ shows, cells }) => {
    expect(priceTableOf(contract(roof, shows)).rows.map((row) => row.cells)).toEqual([
      ["1  Roofing", ...cells, "21,121.33"],
    ]);
  });

  const decisions = [
    { discountPercent: 0, marginPercent: 0 },
    { discountPercent: 0.05, marginPercent: 0.08 },
    { discountPercent: 0.125, marginPercent: 0.2375 },
    { discountPercent: 1, marginPercent: 0.1 },
  ];
  const terms = [
    { promotion: 0, term: NO_TERM },
    { promotion: 333.33, term: { ...NO_TERM, feePercent: -3 } },
    { promotion: 999.99, term: { ...LONG_TERM, feePercent: 7.5 } },
  ];
  test.each(decisions.flatMap((decided) => terms.map((term) => ({ ...decided, ...term, fee: term.term.feePercent }))))(
    "[SUM-07] rows and columns add up to the engine's total to the cent: discount $discountPercent, margin $marginPercent, promotion $promotion, fee $fee",
    ({ promotion, term, ...decided }) => {
      const estimate = sampleEstimate(
        ["roofing-colonial", "roofing-tudor", "windows-victorian", "gutters-colonial", "repairs-cape"],
        { promotion, term, paymentOption: term.months > 0 ? 4 : 0 },
        decided,
      );
      const { totals } = calculateEstimate(estimate);
      const model = contract(estimate, { showPromotionsOnContract: true });
      const table = priceTableOf(model);
      expect(model.total).toBe(totals.total);
      expect(model.runningTotal).toBe(totals.total);
      expect(cents(table.totals[0]?.cells.at(-1) ?? "")).toBe(Math.round(totals.total * 100));
      for (const { cells } of [...table.rows, ...table.totals]) {
        const amounts = cells.slice(1, -1).map(cents);
        if (amounts.length > 0) expect(amounts.reduce((sum, each) => sum + each, 0)).toBe(cents(cells.at(-1) ?? ""));
      }
      labelsOf(model)
        .slice(1)
        .forEach((label, index) => {
          const column = table.rows.map(({ cells }) => cents(cells[index + 1] ?? ""));
          expect(
            column.reduce((sum, each) => sum + each, 0),
            label,
          ).toBe(cents(table.totals[0]?.cells[index + 1] ?? ""));
        });
    },
  );

  test("[DOC-28] a promotion is printed as it was promised, also where the prices hold a mark-up", () => {
    const model = contract(house, { showPromotionsOnContract: true });
    const index = labelsOf(model).indexOf("Promotion");
    expect(priceTableOf(model).totals[0]?.cells[index]).toBe("−250.00");
  });

  test("[DOC-06] a contract about some of the workflows is priced for these", () => {
    const model = contract(house, {}, { copies: [{ workflowId: 4, workflowEstimateId: 1 }] });
    expect(model.total).toBe(house.workflowSummaries["4"]?.totalWithMargin);
    expect(model.sections.map(({ id }) => id)).not.toContain("scope-1");
  });
});

describe("texts that are not for the homeowner", () => {
  /** Every way in which an amount may be written, where it is long enough to be no other number by chance. */
  const writings = (amount: number): readonly string[] =>
    amount < 100
      ? []
      : [amount.toFixed(2), amount.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })];

  test.each(SAMPLE_HOUSES)("[DOC-28] %s: no cost, no margin, no note", (name) => {
    const plain = sampleEstimate([name], { promotion: 100 }, { discountPercent: 0.03, marginPercent: 0.11 });
    const [workflowId = 1] = plain.workflowIds;
    const [first] = plain.items;
    const notes = fieldByKey(workflowId, "notes");
    if (!first || !notes) throw new Error("The house has no items.");
    const note = {
      ...first,
      id: -99_999,
      fieldId: notes.id,
      value: "Ask 500 more, they are in a hurry",
      parentItemId: null,
    };
    const estimate = { ...plain, items: [...plain.items, { ...note, quantity: 1, materialPrice: 0, laborPrice: 0 }] };
    const { totals } = calculateEstimate(estimate);
    const said = JSON.stringify(contract(estimate, { ...LOANS, showPromotionsOnContract: true }));
    const secrets = [
      totals.totalCost,
      totals.margin,
      ...totals.workflows.flatMap(({ totalCost, margin, itemTotal }) => [totalCost, margin, itemTotal]),
      ...estimate.items.flatMap(({ materialCost, laborCost, quantity }) => [
        materialCost * quantity,
        laborCost * quantity,
      ]),
    ];
    for (const secret of secrets.flatMap(writings)) expect(said).not.toContain(secret);
    expect(said).not.toMatch(/\bcosts?\b|margin|mark-?up|in a hurry/i);
    expect(said).not.toContain("11 %");
  });
});

describe("scope of work", () => {
  const text = (html: string): string => `<ul data-type="taskList">${html}</ul>`;
  const item = (html: string, checked = true): string =>
    `<li data-type="taskItem" data-checked="${String(checked)}"><p>${html}</p></li>`;

  test("[DOC-29] every included workflow has its own text with its keywords answered", () => {
    const model = contract(house, {
      contractRoofingScopeOfWork: text(
        item("Ice barrier, {{value 1.36}} at {{quantity 1.58}} ft of eaves {{if 1.36}}") +
          item("Gutter apron {{if 1.74}}"),
      ),
      contractGuttersScopeOfWork: "<h3>Gutters</h3><p>{{each 4.10}}{{value 4.10}}</p>",
    });
    expect(htmlOf(model, "scope-1")).toBe(
      text(item("Ice barrier, 2 rows at 80 ft of eaves") + item("Gutter apron", false)),
    );
    expect(htmlOf(model, "scope-4")).toContain("<h3>Gutters</h3>");
    // The windows' company wrote no text: theirs is a checklist too.
    expect(model.sections.filter(({ note }) => note.includes("A checked line")).map(({ id }) => id)).toEqual([
      "scope-1",
      "scope-3",
    ]);
  });

  test("[SIGN-31] each section has a note about its own unchecked lines", () => {
    const lines = text(item("Drip edge") + item("Skylights", false));
    const model = contract(house, { contractRoofingScopeOfWork: lines, contractGuttersScopeOfWork: lines });
    const notes = model.sections.filter(({ id }) => id.startsWith("scope-")).map(({ id, note }) => [id, note]);
    expect(notes).toContainEqual([
      "scope-1",
      "A checked line is part of this contract. An unchecked line is not part of the roofing work.",
    ]);
    expect(notes).toContainEqual([
      "scope-4",
      "A checked line is part of this contract. An unchecked line is not part of the gutters work.",
    ]);
  });

  test.each([
    ["New seamless gutters", "New seamless gutters (see 3 Gutters)"],
    ["Corners and soffit, white", "Corners and soffit, white (see 3 Gutters)"],
    // Not the gutters' business.
    ["Gutter apron", "Gutter apron"],
    ["Skylights", "Skylights"],
    ["Gutters, see 3 Gutters", "Gutters, see 3 Gutters"],
  ])("[SIGN-31] the unchecked line %s becomes %s where gutters are sold", (line, printed) => {
    const model = contract(house, { contractRoofingScopeOfWork: text(item(line, false)) });
    expect(htmlOf(model, "scope-1")).toBe(text(item(printed, false)));
  });

  test("[SIGN-31] without gutters on the contract, and on a checked line, nothing points there", () => {
    const line = (checked: boolean) => ({ contractRoofingScopeOfWork: text(item("New gutters", checked)) });
    expect(htmlOf(contract(roof, line(false)), "scope-1")).toBe(text(item("New gutters", false)));
    expect(htmlOf(contract(house, line(true)), "scope-1")).toBe(text(item("New gutters")));
  });

  test("[DOC-29] copies are in display order, a second roof with its own lines", () => {
    const estimate = sampleEstimate(["gutters-cape", "roofing-tudor", "roofing-colonial"]);
    const model = contract(estimate, { contractRoofingScopeOfWork: "<p>{{value 1.21}}</p>" });
    const scopes = model.sections.filter(({ id }) => id.startsWith("scope-"));
    expect(scopes.map(({ id, number, heading }) => [id, number, heading])).toEqual([
      ["scope-1", "1", "Roofing"],
      ["scope-1.2", "2", "Roofing 2"],
      ["scope-4", "3", "Gutters"],
    ]);
    expect(htmlOf(model, "scope-1.2")).toBe("<p>2,000 sq ft</p>");
    expect(htmlOf(model, "scope-1")).not.toBe("<p>2,000 sq ft</p>");
  });

  test("[DOC-29] a company without its own text gets a checklist of the estimate", () => {
    const html = htmlOf(contract(roof), "scope-1");
    expect(html).toContain(item("Drip edge: Aluminum, 10 ft, White"));
    expect(html).toContain(item("Ridge vent: Rigid, under the caps (40 ft)"));
    expect(html).toContain(item("Shingle type: Better: architectural, Charcoal (22 squares)"));
    expect(html).not.toMatch(/caulk|dumpster labor|previous roofing/i);
  });

  test("[DOC-29] a text edited for this contract replaces the settings'; a cleared one stays empty", () => {
    const settings = { contractRoofingScopeOfWork: "<p>Of the settings</p>" };
    expect(htmlOf(contract(roof, settings, { scopeTexts: { 1: "<p>Ours, {{value 1.58}}</p>" } }), "scope-1")).toBe(
      "<p>Ours, 80 ft</p>",
    );
    expect(htmlOf(contract(roof, settings, { scopeTexts: { 1: "" } }), "scope-1")).toBe("");
  });

  test("[DOC-29] windows stand with their drawings, and the text for each speaks of each", () => {
    const model = contract(house, {
      contractWindowDetailsScopeOfWork: "<p>{{quantity 3.1}} × {{value 3.7}}, {{value 3.4}} wide</p>",
      contractWindowsScopeOfWork: "<p>Lead-safe.</p>",
    });
    const [windows] = blocksOf(model, "scope-3", "windows");
    expect(windows?.rows.map(({ room, size, quantity }) => [room, size, quantity])).toEqual([
      ["Main bedroom (Two on the street, two on the yard)", "36 × 60 in", "4"],
      ["Kitchen", "48 × 36 in", "2"],
      ["Family room", "72 × 80 in", "1"],
    ]);
    expect(sectionOf(model, "scope-3")?.note).toBe("7 windows. Drawings are to one scale, seen from outside.");
    expect(htmlOf(model, "scope-3")).toBe(
      "<p>Lead-safe.</p>" +
        "<h3>1  Main bedroom (Two on the street, two on the yard), Double hung</h3><p>4 × Double hung, 36 in wide</p>" +
        "<h3>2  Kitchen, Slider, 2-lite</h3><p>2 × Slider, 2-lite, 48 in wide</p>" +
        "<h3>3  Family room, Patio door</h3><p>1 × Patio door, 72 in wide</p>",
    );
  });

  test("[DOC-29] hostile text prints as text or nothing", () => {
    const model = contract(roof, {
      contractRoofingScopeOfWork: '<img src=x onerror="alert(1)"><p>&lt;b&gt;<script>alert(1)</script>ok</p>',
    });
    expect(blocksOf(model, "scope-1", "text").map(({ blocks }) => blocks)).toEqual([
      [{ type: "paragraph", runs: [{ text: "<b>ok" }] }],
    ]);
  });

  test("measurements and the pitch of most squares are beside the heading", () => {
    expect(sectionOf(contract(roof), "scope-1")?.aside).toEqual({
      lines: ["2,000 sq ft, 2 stories", "Pitch up to 6/12"],
      pitch: { rise: 6, run: 12 },
    });
  });
});

describe("packages", () => {
  const optionId = (name: string): string => {
    const field = fieldByKey(1, "package");
    return (field && sampleBook.entryOf(field).entry.options.find(({ value }) => value === name)?.id) ?? "";
  };
  const compared = {
    ...house,
    comparisons: ["Good: three-tab", "Better: architectural", "Best: designer"].map((name) => ({
      workflowId: 1,
      workflowEstimateId: 1,
      items: [],
      fieldOptionId: optionId(name),
    })),
  } as unknown as EstimateOfDocument;
  const labels = { contractPackageLabel1: "Good", contractPackageLabel2: "Better", contractPackageLabel3: "Best" };

  test("[DOC-30] the comparison shows each under the company's label with the whole work's price", () => {
    const model = contract(compared, labels, { showsComparison: true });
    const [options] = blocksOf(model, "packages-1", "options");
    expect(options?.rows.map(({ chosen, name, detail }) => ({ chosen, name, detail }))).toEqual([
      { chosen: false, name: "Good", detail: "Three-tab" },
      { chosen: true, name: "Better", detail: "Architectural" },
      { chosen: false, name: "Best", detail: "Designer" },
    ]);
    const total = house.workflowSummaries["1"]?.totalWithMargin ?? 0;
    expect(cents(options?.rows[1]?.amount ?? "")).toBe(Math.round(total * 100));
    for (const { middle, amount } of options?.rows ?? [])
      if (middle !== "") expect(cents(amount) - cents(middle)).toBe(Math.round(total * 100));
  });

  test("[DOC-30] without the comparison the chosen one is named; other copies have none", () => {
    const model = contract(compared, labels);
    expect(model.sections.map(({ id }) => id)).not.toContain("packages-1");
    expect(htmlOf(model, "scope-1")).toMatch(/^<p>Package: Better, architectural\.<\/p>/);
    expect(contract(compared, labels, { showsComparison: true }).sections.map(({ id }) => id)).not.toContain(
      "packages-4",
    );
  });
});

describe("payment", () => {
  test("[DOC-28] [FIN-09] all ways to pay, each with what its loan costs, the chosen one marked", () => {
    const paid = { downpayment: 5_000, paymentOption: PAYMENT_OPTIONS.reducedRate, term: LONG_TERM, promotion: 250 };
    const model = contract(sampleEstimate(["roofing-colonial"], paid, { discountPercent: 0.05 }), LOANS);
    const [options] = blocksOf(model, "payment", "options");
    // In cash 21,371.33 − 2 % (427.43) − 250 = 20,693.90; same as cash 21,371.33 + 4 % (854.85) − 250 = 21,976.18. Each less 5,000 down.
    // 16,976.18 / 12 = 1,414.68, which leaves 1,414.70 at the end; 16,976.18 − 15,693.90 = 1,282.28.
    // 16,121.33 over 120 months at 9.99 %: 119 × 212.96 + 211.97 = 25,554.21; less 15,693.90 that is 9,860.31.
    expect(options?.rows).toEqual([
      {
        chosen: false,
        name: "Cash or check",
        detail: "2 % less, total $20,693.90, balance at completion",
        // 20,693.90 − 5,000.
        middle: "$5,000.00 down",
        amount: "$15,693.90",
      },
      {
        chosen: false,
        name: "Same as cash",
        detail: "12 months at 0 %, 14.75 % APR, price $21,976.18",
        middle: "$5,000.00 down",
        amount: "12 × $1,414.68",
      },
      {
        chosen: true,
        name: "Long term",
        detail: "120 months at 9.99 %, 10.64 % APR",
        middle: "$5,000.00 down",
        amount: "120 × $212.96",
      },
    ]);
    expect(options?.note).toBe(
      [
        "Financing is subject to credit approval.",
        "Same as cash, 12 months: amount financed $15,693.90, finance charge $1,282.28, total of payments $16,976.18, the last of them $1,414.70.",
        "Long term, 120 months: amount financed $15,693.90, finance charge $9,860.31, total of payments $25,554.21, the last of them $211.97.",
      ].join(" "),
    );
    expect(model.keyFigures[1]).toEqual({
      caption: "Down payment, then monthly",
      large: "",
      lines: ["$5,000.00", "120 × $212.96, 10.64 % APR"],
    });
    expect(model.closing?.summary.map(({ text }) => text).join("")).toContain(
      "paid as long term, 120 × $212.96 at 10.64 % APR after $5,000.00 down.",
    );
  });

  test("[FIN-09] without a discount for cash, the rate of a loan is its APR", () => {
    const paid = { paymentOption: PAYMENT_OPTIONS.reducedRate, term: LONG_TERM };
    const model = contract(sampleEstimate(["roofing-colonial"], paid), { ...LOANS, cashCheckDiscount: 0 });
    expect(model.keyFigures[1]?.lines[0]).toMatch(/ 9\.99 % APR$/);
  });

  test("[DOC-28] without the other plans only the chosen one is printed", () => {
    const [options] = blocksOf(
      contract(house, { ...LOANS, showPaymentOptionsOnContract: false }),
      "payment",
      "options",
    );
    expect(options?.rows.map(({ name }) => name)).toEqual(["Long term"]);
  });

  test("[OP-52] cash or check takes the discount that is printed on contracts, once it is set", () => {
    const settings = { ...LOANS, contractCashDiscountPercent: 3 };
    const [options] = blocksOf(contract(roof, settings), "payment", "options");
    // 21,371.33 less 3 % (641.14) less the promotion of 250.
    expect(options?.rows[0]).toMatchObject({ detail: "3 % less, in full at completion", amount: "$20,480.19" });
  });

  test.each([
    // The price in cash is 21,371.33 − 2 % (427.43) − 250 = 20,693.90.
    {
      given: "nothing down",
      downpayment: 0,
      detail: "2 % less, in full at completion",
      middle: "",
      amount: "$20,693.90",
    },
    {
      given: "$1,000 down",
      downpayment: 1_000,
      detail: "2 % less, total $20,693.90, balance at completion",
      // 20,693.90 − 1,000.
      middle: "$1,000.00 down",
      amount: "$19,693.90",
    },
    {
      // The price without the discount is 21,371.33 − 250 = 21,121.33: 21,000 down is within it, and more than cash costs.
      given: "more down than cash costs",
      downpayment: 21_000,
      detail: "2 % less, total $20,693.90, balance at completion",
      middle: "$20,693.90 down",
      amount: "$0.00",
    },
  ])(
    "[SIGN-67] with $given, total is down payment and balance",
    ({ given: _given, detail, middle, amount, ...paid }) => {
      const estimate = sampleEstimate(["roofing-colonial"], { promotion: 250, ...paid }, { discountPercent: 0.05 });
      const [options] = blocksOf(contract(estimate, LOANS), "payment", "options");
      expect(options?.rows[0]).toMatchObject({ name: "Cash or check", detail, middle, amount });
    },
  );

  test("[OP-52] chosen, its discount is in the price already", () => {
    const paid = { paymentOption: PAYMENT_OPTIONS.cashOrCheck, term: { ...NO_TERM, feePercent: -2 }, promotion: 250 };
    const estimate = sampleEstimate(["roofing-colonial"], paid, { discountPercent: 0.05 });
    const model = contract(estimate, { ...LOANS, contractCashDiscountPercent: 3, showPromotionsOnContract: true });
    const [options] = blocksOf(model, "payment", "options");
    expect(options?.rows[0]).toMatchObject({ chosen: true, detail: "2 % less, in full at completion" });
    // 2 % of 21,371.33 is 427.43: 21,371.33 − 427.43 − 250 = 20,693.90.
    expect(priceTableOf(model).rows[0]?.cells).toEqual([
      "1  Roofing",
      "22,437.36",
      "−1,066.03",
      "−427.43",
      "−250.00",
      "20,693.90",
    ]);
    expect(labelsOf(model)[3]).toBe("Cash or check");
    expect(options?.rows[0]?.amount).toBe("$20,693.90");
  });

  test("[SUM-11] a plan that is no longer offered is printed as it was chosen", () => {
    const [options] = blocksOf(contract(house, { cashCheckDiscount: 2 }), "payment", "options");
    expect(options?.rows.map(({ chosen, name }) => [chosen, name])).toEqual([
      [false, "Cash or check"],
      [true, "Financing"],
    ]);
  });

  test("while nothing is decided the contract says so", () => {
    expect(contract(roof).keyFigures[1]).toEqual({
      caption: "Payment",
      large: "",
      lines: ["Way to pay not decided yet"],
    });
    expect(
      contract(roof)
        .closing?.summary.map(({ text }) => text)
        .join(""),
    ).toBe("By signing, both sides agree to the scope, price and terms of this contract. Contract price $21,121.33.");
  });
});

describe("texts and pictures of the settings", () => {
  const settings = {
    contractWarrantyText: "<p>Ten years on leaks.</p>",
    contractWarrantyImage: "file-warranty",
    contractPaymentDisclaimer: "<p>Balance at completion.</p>",
    contractProjectStartDateDisclaimer: "<p>Weather may move the date.</p>",
    contractLegalText: "<p>The law of Michigan.</p>",
    contractDisclosures: "<ul><li><p>Licensed.</p></li></ul>",
    contractAcknowledgements:
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>Renovate Right received.</p></li></ul>',
    contractLogos: ["file-logo-1", "file-logo-2"],
    contractAttachments: ["file-attachment"],
    logoImage: "file-logo",
    themeColor: "#123456",
  } satisfies Partial<Settings>;

  test("[DOC-30] each is in its section, with its file names", () => {
    const model = contract(roof, settings, { startDate: "2026-06-15", workingDays: 5 });
    expect(Object.fromEntries(model.sections.slice(1).map(({ id, heading }) => [id, heading]))).toEqual({
      price: "Price",
      payment: "Payment",
      warranty: "Warranty",
      start: "Start",
      disclosures: "Disclosures",
      legal: "Terms",
      logos: "",
      acknowledgements: "Acknowledgements",
    });
    expect(htmlOf(model, "warranty")).toContain("<p>Ten years on leaks.</p>");
    expect(htmlOf(model, "payment")).toBe("<p>Balance at completion.</p>");
    expect(htmlOf(model, "start")).toBe(
      "<p>Work begins about June 15, 2026 and takes about 5 working days.</p><p>Weather may move the date.</p>",
    );
    expect(htmlOf(model, "legal")).toBe("<p>The law of Michigan.</p>");
    expect(htmlOf(model, "disclosures")).toBe("<ul><li><p>Licensed.</p></li></ul>");
    expect(htmlOf(model, "acknowledgements")).toBe(settings.contractAcknowledgements);
    expect(filesOf(model)).toEqual(["file-logo", "file-warranty", "file-logo-1", "file-logo-2", "file-attachment"]);
    expect(model.company.color).toBe("#123456");
    expect(model.keyFigures[2]).toEqual({
      caption: "Work begins about",
      large: "",
      lines: ["June 15, 2026", "5 working days"],
    });
  });

  test("[FILE-01] a file id of 64 zeros prints nothing", () => {
    const none = {
      logoImage: NO_FILE_ID,
      contractWarrantyImage: NO_FILE_ID,
      contractLogos: [NO_FILE_ID],
      contractAttachments: [NO_FILE_ID, "file-attachment"],
    };
    const model = contract(roof, none);
    expect(filesOf(model)).toEqual(["file-attachment"]);
    expect(model.sections.map(({ id }) => id)).not.toContain("logos");
  });

  test("[DOC-28] lifetime workmanship is a promise of the settings", () => {
    const promise = "We warrant our workmanship for as long as you own the home.";
    expect(htmlOf(contract(roof), "warranty")).toContain(promise);
    expect(contract(roof, { lifetimeWorkmanship: false }).sections.map(({ id }) => id)).not.toContain("warranty");
  });

  test("[DOC-28] photos show where the settings show them", () => {
    const photos = [{ fileId: "photo-1", caption: "North slope" }];
    expect(blocksOf(contract(roof, { showPhotosSection: true }, { photos }), "photos", "pictures")).toEqual([
      { kind: "pictures", perRow: 2, pictures: photos },
    ]);
    expect(contract(roof, {}, { photos }).sections.map(({ id }) => id)).not.toContain("photos");
  });

  test("[DOC-30] texts that were edited for this contract replace the settings'", () => {
    const model = contract(roof, settings, {
      texts: { warranty: "<p>Two years.</p>", legalText: "", notes: "<p>Dog.</p>" },
    });
    expect(htmlOf(model, "warranty")).toContain("Two years.");
    expect(htmlOf(model, "warranty")).not.toContain("Ten years");
    expect(model.sections.map(({ id }) => id)).not.toContain("legal");
    expect(htmlOf(model, "notes")).toBe("<p>Dog.</p>");
  });
});

describe("right to cancel and signatures", () => {
  test("[DOC-30] the last day is counted from the company's day, with the notice and its form", () => {
    const { closing, date } = contract(roof);
    expect(date).toBe("2026-05-14");
    expect(closing?.rightToCancel?.lastDay).toBe("Monday, May 18, 2026");
    expect(closing?.rightToCancel?.notice).toMatch(/^You, the buyer, may cancel this transaction at any time prior to/);
    const form = closing?.rightToCancel?.form;
    expect(form?.title).toBe("Notice of cancellation");
    expect(form?.paragraphs[0]).toBe("Date of transaction: May 14, 2026");
    expect(form?.paragraphs.join("\n")).toContain(
      "to North Gable Exteriors, at 2250 Centre Ave, Suite 4, Portage, MI 49024, NOT LATER THAN MIDNIGHT OF Monday, May 18, 2026.",
    );
  });

  test("[DOC-30] a company may write its own notice, or leave it out", () => {
    const own = contract(roof, { rightToCancelNotice: "<p>You may cancel.</p><p>Really.</p>" });
    expect(own.closing?.rightToCancel?.notice).toBe("You may cancel.\nReally.");
    const without = contract(roof, { showRightToCancel: false });
    expect(without.closing?.rightToCancel).toBeNull();
    expect(JSON.stringify(without)).not.toMatch(/right to cancel|midnight/i);
  });

  test("[DOC-12] owners and salesperson sign, each under a separate sentence", () => {
    const signatures = contract(roof).closing?.signatures ?? [];
    expect(signatures.map(({ key, name, role, required }) => [key, name, role, required])).toEqual([
      ["customer", "Karen Whitfield", "Owner", true],
      ["customer2", "Tom Whitfield", "Owner", true],
      ["salesperson", "Dana Mercer", "For North Gable Exteriors", true],
    ]);
    expect(signatures[0]?.consent).toBe(
      "I have read this contract. I agree to its scope, its price of $21,121.33 and its terms. I was told of my right to cancel until " +
        "midnight of Monday, May 18, 2026, and received two copies of the form for it. My electronic signature has the same force as " +
        "one on paper.",
    );
  });

  test("one owner signs alone", () => {
    const model = contract(roof, {}, { customerNames: ["Karen Whitfield"] });
    expect(model.closing?.signatures.map(({ key }) => key)).toEqual(["customer", "salesperson"]);
    expect(model.parties[0]?.caption).toBe("Owner");
  });
});

test.each(SAMPLE_HOUSES)("%s makes a whole document", (name) => {
  const estimate = sampleEstimate([name]);
  const model = contract(estimate, LOANS);
  expect(documentModel.parse(JSON.parse(JSON.stringify(model)))).toEqual(model);
  expect(model.sections.filter(({ id }) => id.startsWith("scope-")).map(({ id }) => id)).toEqual(
    copiesOf(estimate).map((copy) => `scope-${summaryKey(copy)}`),
  );
});

describe("estimates at their edges", () => {
  test("nothing in it", () => {
    const model = contract(sampleEstimate([]));
    expect(model.total).toBe(0);
    expect(priceTableOf(model).totals.map(({ cells }) => cells)).toEqual([["Contract price", "$0.00"]]);
  });

  test("a down payment above the price leaves nothing to finance", () => {
    const paid = { downpayment: 50_000, paymentOption: PAYMENT_OPTIONS.reducedRate, term: LONG_TERM };
    const model = contract(sampleEstimate(["gutters-cape"], paid), LOANS);
    expect(blocksOf(model, "payment", "options")[0]?.note).toContain(
      "Long term, 120 months: amount financed $0.00, finance charge $0.00, total of payments $0.00.",
    );
  });

  test("a promotion above the price is printed unchanged, and the columns still add up", () => {
    const estimate = sampleEstimate(
      ["gutters-cape"],
      { promotion: 99_999.99 },
      { marginPercent: 0.2, discountPercent: 0.1 },
    );
    const model = contract(estimate, { showPromotionsOnContract: true });
    const [cells = []] = priceTableOf(model).rows.map((row) => row.cells);
    const [, ...amounts] = cells.map((cell, index) => (index === 0 ? 0 : cents(cell)));
    const total = amounts.pop();
    expect(amounts.reduce((sum, each) => sum + each, 0)).toBe(total);
    expect(total).toBe(Math.round(calculateEstimate(estimate).totals.total * 100));
    expect(cells).toContain("−99,999.99");
  });
});
