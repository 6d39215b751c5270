import { explain, figureOf, roundedToCents, sumOf, type Explanation } from "#expressions/explain.ts";
import type { AmountName } from "#form/form-values.ts";
import { addOnPrice, AMOUNT_LABELS, isCost, lineTotal, unitedInchesAmount } from "./formulas.ts";
import { scopeOfPriced, type PricedLine, type PricingContext } from "./price-line.ts";

/* Explains a line's amounts step by step, with the formulas of price-line.ts and unit-amounts.ts. */

const optionTextOf = ({ book }: PricingContext, { definition, line }: PricedLine): string | null =>
  book.entryOf(definition).optionById.get(line.value ?? "")?.value ?? null;

/** A line's name: its field, and the chosen option. */
function nameOf(context: PricingContext, priced: PricedLine): string {
  const option = optionTextOf(context, priced);
  return option === null ? priced.definition.label : `${priced.definition.label} ${option}`;
}

/** An amount as the price book gives it. */
function priceBookAmount(context: PricingContext, priced: PricedLine, amount: AmountName, label: string): Explanation {
  return {
    operation: "given",
    label: `${AMOUNT_LABELS[amount]}, ${label}`,
    value: priced.own.amounts[amount],
    measure: "money",
    source: {
      kind: "priceBook",
      fieldId: priced.definition.id,
      option: optionTextOf(context, priced),
      conversion: null,
    },
    ...(isCost(amount) && { internal: true }),
  };
}

function explainOwn(context: PricingContext, priced: PricedLine, amount: AmountName): Explanation {
  const { source } = priced.own;
  const name = nameOf(context, priced);
  switch (source.kind) {
    case "perUnitedInch":
      return explain(unitedInchesAmount[amount], null, {
        unit: source.variant[amount],
        unitedInches: source.unitedInches,
      });
    case "tier": {
      const { width, height } = source.size;
      return priceBookAmount(context, priced, amount, `${name} for ${width} x ${height} in`);
    }
    case "addOn": {
      if (amount === "materialCost" || amount === "laborCost")
        return {
          operation: "given",
          label: `${AMOUNT_LABELS[amount]}, ${name}`,
          value: source.entered[amount],
          measure: "money",
          source: { kind: "entered", fieldId: priced.definition.id },
          internal: true,
        };
      const cost = amount === "materialPrice" ? source.entered.materialCost : source.entered.laborCost;
      const formula = { ...context, field: priced.definition, scope: scopeOfPriced(priced) };
      return explain(addOnPrice[amount], formula, { cost });
    }
    default:
      return priceBookAmount(context, priced, amount, name);
  }
}

/** One unit of a line: its own amount plus its children's. */
function explainUnit(context: PricingContext, priced: PricedLine, amount: AmountName): Explanation {
  const own = explainOwn(context, priced, amount);
  // The same object if no child adds to it.
  if (priced.unit === priced.own.amounts) return own;
  const children = priced.children.filter(({ totals }) => totals[amount] !== 0);
  const parts = [
    ...(own.value === 0 ? [] : [own]),
    ...children.map((child) => explainLineTotal(context, child, amount)),
  ];
  return sumInCents(AMOUNT_LABELS[amount], parts);
}

/** A line's total of one amount: amount per unit times quantity. */
const explainLineTotal = (context: PricingContext, priced: PricedLine, amount: AmountName): Explanation =>
  explain(lineTotal[amount], null, {
    unit: explainUnit(context, priced, amount),
    quantity: {
      operation: "given",
      label: nameOf(context, priced),
      value: priced.quantity,
      unit: priced.definition.unit,
      source: { kind: "entered", fieldId: priced.definition.id },
    },
  });

const AMOUNTS = { price: ["materialPrice", "laborPrice"], cost: ["materialCost", "laborCost"] } as const;

const sumInCents = (label: string, parts: readonly Explanation[]): Explanation => roundedToCents(sumOf(label, parts));

const explainLine = (context: PricingContext, priced: PricedLine, which: keyof typeof AMOUNTS): Explanation => {
  const parts = AMOUNTS[which].map((amount) => explainLineTotal(context, priced, amount));
  return sumInCents(nameOf(context, priced), parts);
};

/** A line's price: material plus labor. */
export const explainLinePrice = (context: PricingContext, priced: PricedLine): Explanation =>
  explainLine(context, priced, "price");

/** A line's cost: material plus labor. */
export const explainLineCost = (context: PricingContext, priced: PricedLine): Explanation =>
  explainLine(context, priced, "cost");

/** The price of several lines: an estimate's items, a step. */
export function explainPrices(context: PricingContext, label: string, lines: readonly PricedLine[]): Explanation {
  const priced = lines.filter(({ totals }) => totals.total !== 0);
  return sumInCents(
    label,
    priced.map((line) => explainLinePrice(context, line)),
  );
}

/** The cost of several lines. Always internal: an empty sum has no operand to inherit that from. */
export function explainCosts(context: PricingContext, label: string, lines: readonly PricedLine[]): Explanation {
  const costly = lines.filter(({ totals }) => totals.totalCost !== 0);
  const costs = costly.map((line) => explainLineCost(context, line));
  return { ...sumInCents(label, costs), internal: true };
}

/** A group's price or cost as a subtotal of material plus a subtotal of labor. */
export function explainGroup(
  context: PricingContext,
  label: string,
  lines: readonly PricedLine[],
  which: keyof typeof AMOUNTS,
): Explanation {
  const parts = AMOUNTS[which].map((amount) => {
    const counted = lines.filter(({ totals }) => totals[amount] !== 0);
    const figures = counted.map((line) => figureOf(nameOf(context, line), explainLineTotal(context, line, amount)));
    return sumInCents(AMOUNT_LABELS[amount], figures);
  });
  return { ...sumInCents(label, parts), ...(which === "cost" && { internal: true as const }) };
}
