import {
  conversion,
  figure,
  input,
  internalInput,
  moneyInput,
  multiply,
  round,
  type Expression,
} from "#expressions/expression.ts";
import type { AmountName } from "#form/form-values.ts";

/* The formulas of one line, which `price-line.ts` evaluates and `explain-price.ts` explains. */

export const AMOUNT_LABELS: Record<AmountName, string> = {
  materialCost: "Material cost",
  laborCost: "Labor cost",
  materialPrice: "Material price",
  laborPrice: "Labor price",
};

export const isCost = (amount: AmountName): boolean => amount === "materialCost" || amount === "laborCost";

const amountInput = (amount: AmountName, label: string) =>
  isCost(amount) ? internalInput("unit", label) : moneyInput("unit", label);

export const forEachAmount = <Result>(make: (amount: AmountName) => Result): Record<AmountName, Result> => ({
  materialCost: make("materialCost"),
  laborCost: make("laborCost"),
  materialPrice: make("materialPrice"),
  laborPrice: make("laborPrice"),
});

/** The total of a quantity of units, in cents (3.§3 "Estimate item"). */
export const lineTotal: Record<AmountName, Expression> = forEachAmount((amount) =>
  round(2, multiply(amountInput(amount, AMOUNT_LABELS[amount]), input("quantity", "Quantity"))),
);

/** One unit under `uiMultipler`: the variant's amount times the window's united inches (estimating.md §2). */
export const unitedInchesAmount: Record<AmountName, Expression> = forEachAmount((amount) =>
  round(
    2,
    multiply(amountInput(amount, `${AMOUNT_LABELS[amount]} per united inch`), input("unitedInches", "United inches")),
  ),
);

/** An add-on service's unit price: the entered cost times the conversion (2.§9.4, 3.§9 windows). */
export const addOnPrice: Record<"materialPrice" | "laborPrice", Expression> = {
  materialPrice: figure(
    "Material price",
    round(2, multiply(internalInput("cost", "Material cost"), conversion(1, "Price of one dollar of material cost"))),
  ),
  laborPrice: figure(
    "Labor price",
    round(2, multiply(internalInput("cost", "Labor cost"), conversion(2, "Price of one dollar of labor cost"))),
  ),
};

/** The temporary price of an add-on row while it is being edited: cost times quantity (2.§9.4). */
export const addOnTemporaryPrice: Expression = round(
  2,
  multiply(internalInput("cost", "Cost"), input("quantity", "Quantity")),
);
