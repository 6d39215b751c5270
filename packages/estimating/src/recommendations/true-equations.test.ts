import fc from "fast-check";
import { expect, test } from "vitest";
import { describe, numberText, type Explanation } from "#expressions/explain.ts";
import { binaryArithmetic, roundingArithmetic } from "#expressions/arithmetic.ts";
import { explainLinePrice } from "#pricing/explain-price.ts";
import { priceWorkflow } from "#pricing/price-line.ts";
import { indexPriceBook } from "#price-book/index-price-book.ts";
import { withoutNoise } from "#rounding.ts";
import { starterPriceBook } from "#starter-price-book/index.ts";
import { anyValues } from "#testing/any-values.ts";
import { WORKFLOWS } from "#workflows.ts";
import { explainRecommendation, placesOfRecommendation, recommendationsIn } from "./recommend.ts";

const book = indexPriceBook(starterPriceBook);

/** The number at the beginning of what a person reads. */
const readNumber = (text: string): number => Number(/^−?-?\$?([\d,.]+)/.exec(text)?.[0].replace(/[$,]/g, ""));

const ROUNDED = /, (?:to the nearest [^=()]+|to three decimals|rounded up|up to the next step)\)?$/;

/** The number that a person gets who calculates the line from what is printed, and rounds only where the line says so. */
function printedValue(chain: Explanation): number {
  if (chain.operation === "given") {
    const value = readNumber(numberText(chain));
    return chain.measure === "fraction" ? value / 100 : value;
  }
  const values = chain.operands.map(printedValue);
  const [first = 0, second = 0] = values;
  const says = ROUNDED.test(describe(chain).slice(0, describe(chain).lastIndexOf(" = ")));
  switch (chain.operation) {
    case "sum":
      return values.reduce((total, value) => total + value, 0);
    case "figure":
      return first;
    case "ceil":
    case "round":
    case "roundToStep":
    case "ceilToStep":
      return says ? roundingArithmetic[chain.operation](first, chain.precision ?? 1, chain.base) : first;
    default:
      return binaryArithmetic[chain.operation](first, second);
  }
}

test.each(WORKFLOWS.map(({ id, name }) => ({ workflowId: id, name })))(
  "[EXPL-06] every recommendation and price of $name is the result of its printed line",
  ({ workflowId }) => {
    fc.assert(
      fc.property(anyValues(workflowId, book), (values) => {
        const context = { workflowId, values, book };
        const chains = [
          ...[...recommendationsIn(workflowId).values()].flatMap((recommendation) =>
            placesOfRecommendation(context, recommendation).flatMap(
              (place) => explainRecommendation(context, place) ?? [],
            ),
          ),
          ...priceWorkflow(context, values).map((line) => explainLinePrice(context, line)),
        ];
        const wrong = chains.filter((chain) => {
          const printed = readNumber(describe(chain).split(" = ").at(-1) ?? "");
          return Math.abs(withoutNoise(printedValue(chain)) - printed) > 1e-6;
        });
        expect(wrong.map(describe)).toEqual([]);
      }),
      { numRuns: 15 },
    );
  },
);
