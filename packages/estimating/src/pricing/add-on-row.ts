import { evaluateInputs } from "#expressions/evaluate.ts";
import type { UnitAmounts } from "#form/form-values.ts";
import { addOnTemporaryPrice } from "./formulas.ts";
import type { PricedLine } from "./price-line.ts";

/** An add-on service's row (2.§3.6): what the person enters, and the four calculated prices. */
interface AddOnRow extends UnitAmounts {
  /** The label that the person entered. */
  readonly value: string;
  readonly quantity: number;
  /** Cost times quantity, before pricing (2.§9.4). */
  readonly materialPriceTemp: number;
  readonly laborPriceTemp: number;
}

export function addOnRow({ line, quantity, own: { amounts } }: PricedLine): AddOnRow {
  const temporary = (cost: number): number => evaluateInputs(addOnTemporaryPrice, { cost, quantity });
  return {
    value: line.value ?? "",
    quantity,
    ...amounts,
    materialPriceTemp: temporary(amounts.materialCost),
    laborPriceTemp: temporary(amounts.laborCost),
  };
}
