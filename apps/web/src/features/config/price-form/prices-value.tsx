import type { UnitAmounts } from "@ridgebook/estimating";
import { amountText } from "#features/config/config-texts.ts";
import classes from "#features/config/two-versions.module.css";

/** Prices of an option or a field as text, for a conflict. */
export function PricesValue({ value }: { value: unknown }) {
  const variants = value as readonly (UnitAmounts & { id: number; tiers?: readonly UnitAmounts[] })[];
  if (variants.length === 0) return <>No price of its own</>;
  return (
    <>
      {variants.map((variant) => (
        <span key={variant.id} className={classes.prices}>
          {(variant.tiers ?? [variant]).map((amounts, index) => (
            <span key={index}>
              Material {amountText(amounts.materialCost)} cost, {amountText(amounts.materialPrice)} price; labor{" "}
              {amountText(amounts.laborCost)} cost, {amountText(amounts.laborPrice)} price
            </span>
          ))}
        </span>
      ))}
    </>
  );
}
