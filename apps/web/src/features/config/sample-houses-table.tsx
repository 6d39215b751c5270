import type { SampleHouseImpact } from "@ridgebook/contract";
import { roundMoney } from "@ridgebook/estimating";
import { ComparedPrices } from "#features/config/compared-prices.tsx";
import { differenceText, dollarsText } from "#features/config/config-texts.ts";
import tables from "#features/config/config.module.css";
import { countedText } from "#ui/counted-text.ts";

/** The engine's sample houses with the current prices and the new ones, side by side. */
export function SampleHousesTable({ houses }: { houses: readonly SampleHouseImpact[] }) {
  if (houses.length === 0) return null;
  const isIncomplete = houses.some(({ oldLostCount, newLostCount }) => oldLostCount + newLostCount > 0);
  return (
    <ComparedPrices
      title="Sample houses"
      note={`Made-up jobs, the same in every company, before discounts.${isIncomplete ? " Lines that the prices do not have are left out." : ""}`}
      what="House"
      rows={houses.map(({ name, workflow, oldTotal, newTotal, oldLostCount, newLostCount }) => ({
        key: name,
        name,
        second: workflow,
        before: <Total total={oldTotal} lostCount={oldLostCount} />,
        after: <Total total={newTotal} lostCount={newLostCount} />,
        difference: differenceText(roundMoney(newTotal - oldTotal)),
      }))}
    />
  );
}

const Total = ({ total, lostCount }: { total: number; lostCount: number }) => (
  <>
    {dollarsText(total)}
    <div className={`rb-caption ${tables.second}`}>{lostCount > 0 && `without ${countedText(lostCount, "line")}`}</div>
  </>
);
