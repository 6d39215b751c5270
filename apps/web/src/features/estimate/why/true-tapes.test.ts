import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  explainLineCost,
  explainLinePrice,
  explainTotal,
  fromItems,
  indexPriceBook,
  priceFile,
  priceWorkflow,
  type PriceBook,
} from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tapeLines, type TapeLine } from "#features/estimate/why/tape-lines.ts";

/* Whatever a company's prices and conversions are: who calculates down a tape with what is printed on it gets what is printed below. */

const HOUSES = join(import.meta.dirname, "../../../../../../packages/estimating/houses");
const houses = ["roofing-colonial", "siding-ranch", "windows-ranch", "trim-cape"].map((name): unknown =>
  JSON.parse(readFileSync(join(HOUSES, `${name}.json`), "utf8")),
);

/** "1,254.50", "−12", "4 %". */
const numberOf = (text: string): number =>
  (Number(text.replace("−", "-").replace("%", "").replaceAll(",", "")) || 0) / (text.endsWith("%") ? 100 : 1);
const decimalsOf = (text: string): number => /\.(\d+)/.exec(text)?.[1]?.length ?? 0;

/** Results of a tape, and of the tapes inside of it, to which its printed figures do not come. */
function falseResults(lines: readonly TapeLine[]): string[] {
  const wrong: string[] = [];
  let value = 0;
  for (const [index, { operator, text, source, inner }] of lines.entries()) {
    wrong.push(...falseResults(inner));
    const printed = numberOf(text);
    if (operator === "+" || operator === "−") value += operator === "+" ? printed : -printed;
    else if (operator === "×") value *= printed;
    else if (operator === "÷") value /= printed;
    else if (operator === "or") value = Math.max(value, printed);
    else {
      // The worth of a dollar a month comes from its formula.
      const isTold = operator === "=" && !source?.includes("^");
      if (isTold && !(Math.abs(value - printed) <= 0.5 * 10 ** -decimalsOf(text) + 1e-9))
        wrong.push(
          lines
            .slice(0, index + 1)
            .map((line) => `${line.operator} ${line.text}`)
            .join(" "),
        );
      value = printed;
    }
  }
  return wrong;
}

/** The starter's fields with amounts and conversions that a company could have entered. */
const anyBook: fc.Arbitrary<PriceBook> = fc
  .record({
    factors: fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 31, maxLength: 31 }),
    amounts: fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 29, maxLength: 29 }),
  })
  .map(({ factors, amounts }) => {
    let next = 0;
    const factor = (): number => (factors[(next += 1) % factors.length] ?? 0) / 1_000;
    const amount = (): number => (amounts[(next += 1) % amounts.length] ?? 0) / 100;
    const conversions = () => ({
      recommendedConversion1: factor(),
      recommendedConversion2: factor(),
      recommendedConversion3: factor(),
    });
    const priced = () => ({
      materialCost: amount(),
      laborCost: amount(),
      materialPrice: amount(),
      laborPrice: amount(),
    });
    const entries = starterPriceBook.entries.map((entry) => ({
      ...entry,
      ...conversions(),
      variants: entry.variants.map((variant) => ({
        ...variant,
        ...priced(),
        ...(variant.conversions && { conversions: conversions() }),
      })),
    }));
    return { ...starterPriceBook, entries };
  });

test.each([
  { of: "the starter price book", books: fc.constant(starterPriceBook), numRuns: 1 },
  { of: "any price book", books: anyBook, numRuns: 2 },
])("[EXPL-08] every tape of $of adds up as printed", ({ books, numRuns }) => {
  fc.assert(
    fc.property(books, (prices) => {
      const book = indexPriceBook(prices);
      const chains = houses.flatMap((house) =>
        (priceFile(house, book).priced?.workflows ?? []).flatMap(({ workflowId, items, summary, recommendations }) => {
          const context = { workflowId, book };
          const lines = priceWorkflow(context, fromItems({ workflowId, items }));
          return [
            ...recommendations.map(({ explanation }) => explanation),
            ...lines.flatMap((line) => [explainLinePrice(context, line), explainLineCost(context, line)]),
            ...(["itemTotal", "discount", "total", "totalCost", "margin"] as const).map((which) =>
              explainTotal(context, lines, summary, which),
            ),
          ];
        }),
      );
      expect(chains.flatMap((chain) => falseResults(tapeLines(chain)))).toEqual([]);
    }),
    { numRuns, endOnFailure: true },
  );
});

test("[EXPL-08] marks a sum whose figures lose decimals in print as rounded", () => {
  // 4 x (4 x 0.3334 = 1.3336, printed 1.334) = 5.3344; 4 x 1.334 would be 5.336.
  const part = (label: string) => ({
    operation: "multiply" as const,
    label,
    value: 4 * 0.3334,
    operands: [4, 0.3334].map((value) => ({ operation: "given" as const, label: "", value })),
  });
  const operands = [part("One"), part("Two"), part("Three"), part("Four")];
  const lines = tapeLines({ operation: "sum", label: "Coil", value: 4 * 4 * 0.3334, operands });
  expect(lines.map(({ operator, text }) => `${operator} ${text}`.trim())).toEqual([
    "1.334",
    "+ 1.334",
    "+ 1.334",
    "+ 1.334",
    "≈ 5.334",
  ]);
  expect(lines.at(-1)?.source).toBe("Counted with all decimals of the figures above");
});
