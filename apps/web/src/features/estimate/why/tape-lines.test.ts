import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  explainFee,
  explainGroup,
  explainLineCost,
  explainLinePrice,
  explainMonthlyPayment,
  explainPrincipal,
  explainShare,
  explainTotal,
  fraction,
  fromItems,
  homeownerView,
  indexPriceBook,
  priceFile,
  priceWorkflow,
  type Explanation,
  type ExplainedTotal,
} from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { describe, expect, test } from "vitest";
import { homeownerText } from "#features/estimate/why/homeowner-text.ts";
import { SHOWN_SUMMANDS, tapeLines, type TapeLine } from "#features/estimate/why/tape-lines.ts";
import { tapeAnswer, tapeSentence } from "#features/estimate/why/tape-sentence.ts";

const book = indexPriceBook(starterPriceBook);
const HOUSES = join(import.meta.dirname, "../../../../../../packages/estimating/houses");

/** A house as its recommendations, prices and totals explain themselves. */
function house(file: string) {
  const { priced } = priceFile(JSON.parse(readFileSync(join(HOUSES, file), "utf8")), book);
  return (priced?.workflows ?? []).map(({ workflowId, items, summary, recommendations }) => {
    const context = { workflowId, book };
    const lines = priceWorkflow(context, fromItems({ workflowId, items }));
    return {
      recommendation: (path: string): Explanation => {
        const found = recommendations.find((each) => each.path === path);
        if (!found) throw new RangeError(`${file} has no recommendation for ${path}.`);
        return found.explanation;
      },
      price: (key: string): Explanation => {
        const line = lines.find(({ definition }) => definition.key === key);
        if (!line) throw new RangeError(`${file} has no line ${key}.`);
        return explainLinePrice(context, line);
      },
      group: (which: "price" | "cost", ...keys: readonly string[]): Explanation =>
        explainGroup(
          context,
          "Edges",
          lines.filter(({ definition }) => keys.includes(definition.key)),
          which,
        ),
      total: (which: ExplainedTotal): Explanation => explainTotal(context, lines, summary, which),
      all: [
        ...recommendations.map(({ explanation }) => explanation),
        ...lines.flatMap((line) => [explainLinePrice(context, line), explainLineCost(context, line)]),
        ...(
          ["itemTotal", "discount", "total", "totalWithPromotion", "totalCost", "margin", "totalWithMargin"] as const
        ).map((which) => explainTotal(context, lines, summary, which)),
      ],
    };
  });
}

const [colonial] = house("roofing-colonial.json");
const [ranch] = house("windows-ranch.json");
if (!colonial || !ranch) throw new Error("The sample houses hold no workflow.");

const told = ({ operator, text, unit, label, isResult }: TapeLine): string =>
  `${isResult ? "_" : ""}${[operator, text, unit, label].filter(Boolean).join(" ")}`;
const flat = (lines: readonly TapeLine[]): readonly TapeLine[] => lines.flatMap((line) => [line, ...flat(line.inner)]);
const given = (label: string, value: number): Explanation => ({ operation: "given", label, value });

describe("the tape of a recommendation", () => {
  test("[EXPL-03] shows a product with waste: 2,000 x 1.10 / 100 = 22", () => {
    expect(tapeLines(colonial.recommendation("totalSquaresForMaterial")).map(told)).toEqual([
      "2,000 SQ FT Total roof area",
      "× 1.10 with 10 % waste",
      "÷ 100 Square feet per square",
      "_= 22 SQ Total squares for material",
    ]);
  });

  test("[EXPL-03] shows a sum, then the coverage of a piece, rounded up at the end: (80 + 66) / 10 = 14.6, 15", () => {
    const lines = tapeLines(colonial.recommendation("dripEdge[0]"));
    expect(lines.map(told)).toEqual([
      "80 FT Eave length",
      "+ 66 FT Rake edge length",
      "_= 146 FT",
      "÷ 10 in one piece",
      "= 14.6",
      "_↑ 15 PC Drip edge",
    ]);
    expect(lines.map(({ source }) => source)).toEqual([
      "Decking & Underlayment",
      "Decking & Underlayment",
      null,
      "Price book · Aluminum, 10 ft, first conversion",
      null,
      "Sold whole, so rounded up once, at the end",
    ]);
  });

  test("[EXPL-03] shows intermediate results as one figure: 12 x .333 + 18 x .5 + 80 x .25 = 32.996", () => {
    const lines = tapeLines(colonial.recommendation("trimCoil[0]"));
    expect(lines.slice(0, 3).map((line) => `${told(line)} (${line.source ?? ""})`)).toEqual([
      "3.996 Head flashing (12 FT × 0.333)",
      "+ 9 Chimney flashing (18 FT × 0.5)",
      "+ 20 Aluminum fascia (80 FT × 0.25)",
    ]);
  });

  test("[EXPL-03] labels a quantity that is passed on with what it is and what it is for", () => {
    expect(tapeLines(colonial.recommendation("handLoading")).map(told)).toEqual([
      "22 SQ Total squares for material",
      "_= 22 SQ Hand loading",
    ]);
  });

  test.each([
    { precision: 0.333, words: "Rounded to the nearest third of a square", operation: "roundToStep" },
    { precision: 0.5, words: "Rounded to the nearest half", operation: "roundToStep" },
    { precision: 0.1, words: "Rounded up to the next step of 0.1", operation: "ceilToStep" },
    { precision: 1, words: "Sold whole, so rounded up once, at the end", operation: "ceil" },
  ] as const)("[EXPL-03] $words", ({ precision, words, operation }) => {
    const rounded: Explanation = {
      operation: "figure",
      label: "Tear-off",
      unit: "SQ",
      value: 12.7,
      operands: [{ operation, value: 12.7, precision, operands: [given("Area", 12.5)] }],
    };
    const lines = tapeLines(rounded);
    expect(lines.at(-1)).toMatchObject({ value: 12.7, source: words, isResult: true, unit: "SQ" });
    // The full line stands above what counts.
    expect(lines.slice(0, -1).every(({ isResult }) => !isResult)).toBe(true);
  });
});

describe("the tape of a price", () => {
  test("[EXPL-03] shows material and labor, each with its calculation", () => {
    const lines = tapeLines(colonial.price("dripEdge"));
    expect(lines.map((line) => `${told(line)} (${line.source ?? ""})`)).toEqual([
      "237.45 Material price (15.83 × 15 PC)",
      "+ 274.95 Labor price (18.33 × 15 PC)",
      "_= 512.40 Drip edge ()",
    ]);
  });

  test("[EXPL-03] shows what each choice of a window adds, then the quantity", () => {
    const [material] = tapeLines(ranch.price("window"));
    expect(material?.inner.map(told)).toEqual([
      "575.00 Window type Double hung for 36 x 60 in",
      "+ 20.00 Install type Insert into the existing frame",
      "+ 46.67 Grid",
      "_= 641.67 Material price",
      "× 4 Window",
      "_= 2,566.68",
    ]);
  });
});

describe("the tape of a total", () => {
  const lines = tapeLines(colonial.total("total"));

  test("[EXPL-03] shows items, discount and total; a discount keeps its third decimal until then", () => {
    expect(lines.map(told)).toEqual([
      "21,320.69 Items with discount",
      "+ 1,116.67 Items without discount",
      "− 1,066.035 Discount 5 %",
      "_= 21,371.33",
    ]);
  });

  test("[EXPL-03] shows the largest lines of a long sum, and hides the others behind one", () => {
    const inner = lines[0]?.inner ?? [];
    expect(inner).toHaveLength(SHOWN_SUMMANDS + 2);
    const values = inner.slice(0, SHOWN_SUMMANDS).map(({ value }) => value);
    expect(values).toEqual(values.toSorted((one, other) => other - one));
    const rest = inner[SHOWN_SUMMANDS];
    expect(rest?.label).toBe("and 17 more");
    expect(rest?.inner).toHaveLength(17);
    expect(rest?.inner.every(({ operator }) => operator === "+")).toBe(true);
  });

  test("[EXPL-03] shows a short sum completely", () => {
    const parts = Array.from({ length: SHOWN_SUMMANDS + 2 }, (_, index) => given(`Part ${String(index)}`, index + 1));
    const sum: Explanation = { operation: "sum", label: "Parts", value: 105, operands: parts };
    expect(tapeLines(sum)).toHaveLength(SHOWN_SUMMANDS + 3);
  });
});

const money = (label: string, value: number): Explanation => ({ operation: "given", label, value, measure: "money" });

describe("the tape of what is paid", () => {
  const total = money("Estimate total", 10_000);
  const loan = (downpayment: number, months: number, ratePercent: number) =>
    explainMonthlyPayment({ total, downpayment, term: { months, ratePercent } });

  test("[EXPL-03] shows a month: the principal divided by the present value of one dollar a month", () => {
    // 1.01^2 = 1.0201; (1 - 1 / 1.0201) / 0.01 = 1.97039506; 9,000 / 1.97039506 = 4,567.6119
    const lines = tapeLines(loan(1_000, 2, 12));
    expect(lines.map(told)).toEqual([
      "10,000.00 Estimate total",
      "− 1,000.00 Down payment",
      "_= 9,000.00 Left to pay",
      "÷ 1.9704 today's worth of 1.00 a month",
      "_= 4,567.61 Monthly payment",
    ]);
    expect(lines[3]?.source).toBe("2 months at 1 %");
    expect(lines[3]?.inner.map((line) => `${told(line)} (${line.source ?? ""})`)).toEqual([
      "12 % Interest of a year ()",
      "÷ 12 Months of a year ()",
      "= 1 % Interest of a month ()",
      "2 Months ()",
      "_= 1.9704 today's worth of 1.00 a month ((1 − 1.01 ^ −2) ÷ 0.01)",
    ]);
    expect(tapeSentence(loan(1_000, 2, 12))).toBe("(10,000.00 − 1,000.00) ÷ 1.9704 = $4,567.61");
  });

  test("[EXPL-03] divides by the months without interest: 10,000 / 36", () => {
    expect(tapeLines(loan(0, 36, 0)).map(told)).toEqual([
      "10,000.00 Left to pay",
      "÷ 36 Months",
      "_= 277.78 Monthly payment",
    ]);
  });

  test("[EXPL-03] shows the principal: 10,000 - 1,000", () => {
    expect(tapeLines(explainPrincipal({ total, downpayment: 1_000 })).map(told)).toEqual([
      "10,000.00 Estimate total",
      "− 1,000.00 Down payment",
      "_= 9,000.00 Left to pay",
    ]);
  });

  test("[EXPL-03] shows a fee: 21,371.33 x 4 % = 854.8532", () => {
    expect(tapeLines(explainFee(money("Total", 21_371.33), fraction(0.04))).map(told)).toEqual([
      "21,371.33 Total",
      "× 4 % Lender’s fee",
      "_= 854.85 Fee",
    ]);
  });

  test("[EXPL-03] shows a share of the promotion: 250 x 20,000 / 30,000", () => {
    const totals = [money("Roofing", 20_000), money("Siding", 10_000)];
    expect(tapeLines(explainShare(money("Promotion", 250), totals, 0)).map(told)).toEqual([
      "250.00 Promotion",
      "× 20,000.00 Roofing",
      "÷ 30,000.00 All work",
      "_= 166.67 Promotion",
    ]);
  });

  test("[EXPL-04] tells the homeowner what the payments add up to, and the interest", () => {
    const seen = homeownerView(loan(1_000, 2, 12));
    expect(seen && homeownerText(seen)).toBe("2 payments of $4,567.61 a month pay $9,000.00, at 12 % a year.");
  });
});

describe("the tape of a group", () => {
  test("[EXPL-03] shows material and labor, each by line", () => {
    const lines = tapeLines(colonial.group("price", "dripEdge", "starters"));
    // Drip edge 15 x 15.83 = 237.45 and 15 x 18.33 = 274.95, as above.
    const [material, labor] = lines.map(({ inner }) => inner.map((line) => `${told(line)} (${line.source ?? ""})`));
    expect(material?.[0]).toBe("237.45 Drip edge (15.83 × 15 PC)");
    expect(labor?.[0]).toBe("274.95 Drip edge (18.33 × 15 PC)");
    expect(lines.at(-1)?.label).toBe("Edges");
  });

  test("[EXPL-04] hides a group's costs from the homeowner", () => {
    expect(homeownerView(colonial.group("cost", "dripEdge", "starters"))).toBeNull();
  });
});

describe("every number of every sample house", () => {
  test.each(readdirSync(HOUSES).filter((name) => name.endsWith(".json")))(
    "[EXPL-03] %s: the last line is the number, and the homeowner's tape shows nothing internal",
    (file) => {
      for (const { all } of house(file))
        for (const explanation of all) {
          const lines = tapeLines(explanation);
          expect(lines.at(-1)?.value).toBe(explanation.value);
          const seen = homeownerView(explanation);
          if (!seen) continue;
          expect(flat(tapeLines(seen)).filter(({ isInternal }) => isInternal)).toEqual([]);
          expect(homeownerText(seen)).not.toMatch(/\bcost\b|\bmargin\b|NaN|undefined/);
        }
    },
  );
});

describe("the sentence on top", () => {
  test.each([
    { of: "totalSquaresForMaterial", sentence: "2,000 SQ FT × 1.10 ÷ 100 = 22 SQ" },
    { of: "dripEdge[0]", sentence: "(80 FT + 66 FT) ÷ 10, rounded up = 15 PC" },
    { of: "handLoading", sentence: null },
  ])("[EXPL-03] $sentence", ({ of, sentence }) => {
    expect(tapeSentence(colonial.recommendation(of))).toBe(sentence);
  });

  test("[EXPL-03] mentions rounding to a step: 24 x 1.1 = 26.4, not 26.333", () => {
    const product: Explanation = {
      operation: "multiply",
      value: 26.4,
      operands: [given("Area", 24), given("Waste", 1.1)],
    };
    const rounded: Explanation = { operation: "roundToStep", value: 26.333, precision: 0.333, operands: [product] };
    const figure: Explanation = { operation: "figure", label: "Roof", unit: "SQ", value: 26.333, operands: [rounded] };
    expect(tapeSentence(figure)).toBe("24 × 1.1, rounded = 26.333 SQ");
  });

  test("[EXPL-03] shortens a long chain to its main figures", () => {
    expect(tapeSentence(colonial.total("total"))).toBe("21,320.69 + 1,116.67 − 1,066.035 = $21,371.33");
  });

  test("[EXPL-03] shows the number with its unit or sign", () => {
    expect(tapeAnswer(colonial.recommendation("dripEdge[0]"))).toBe("15 PC");
    expect(tapeAnswer(colonial.price("dripEdge"))).toBe("$512.40");
  });
});

describe("the homeowner's text", () => {
  test.each([
    {
      of: colonial.recommendation("totalSquaresForMaterial"),
      text: "Total roof area is 2,000 square feet. With 10 % for cuts and edges, that makes 2,200 square feet.",
    },
    {
      of: colonial.recommendation("dripEdge[0]"),
      // (80 + 66) / 10 = 14.6
      text: "Eave length is 80 feet and rake edge length is 66 feet. That makes 14.6, rounded up to 15 pieces of drip edge.",
    },
    { of: colonial.price("dripEdge"), text: "Drip edge: 15 pieces for $512.40." },
    {
      of: colonial.total("total"),
      text: "Items with discount $21,320.69, items without discount $1,116.67, less discount 5 % $1,066.04: that makes $21,371.33.",
    },
  ])("[EXPL-04] $text", ({ of, text }) => {
    const seen = homeownerView(of);
    expect(seen && homeownerText(seen)).toBe(text);
  });

  test("[EXPL-04] shows the amount of a fee, which is not the sum that it is a percentage of", () => {
    const seen = homeownerView(explainFee(colonial.total("total"), fraction(0.04)));
    // 21,371.33 x 4 % = 854.8532
    expect(seen && homeownerText(seen)).toBe("Fee comes to $854.85.");
  });

  test("[EXPL-04] hides everything about a margin", () => {
    expect(homeownerView(colonial.total("margin"))).toBeNull();
  });
});
