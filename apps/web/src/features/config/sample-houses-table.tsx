import type { SampleHouseImpact } from "@ridgebook/contract";
import { roundMoney } from "@ridgebook/estimating";
import { useId } from "react";
import tables from "#features/config/config.module.css";
import { differenceText, dollarsText } from "#features/config/config-texts.ts";
import classes from "#features/config/price-impact-panel.module.css";
import { countedText } from "#ui/counted-text.ts";

const missingText = (count: number): string | undefined =>
  count === 0 ? undefined : `without ${countedText(count, "line")}`;

/** The engine's sample houses with the prices of now and with the new ones, side by side. */
export function SampleHousesTable({ houses }: { houses: readonly SampleHouseImpact[] }) {
  const titleId = useId();
  if (houses.length === 0) return null;
  const isIncomplete = houses.some(({ oldLostCount, newLostCount }) => oldLostCount + newLostCount > 0);
  return (
    <div>
      <h3 id={titleId} className="rb-group">
        Sample houses
      </h3>
      <p className="rb-hint">
        Made-up jobs, the same in every company, before discounts.
        {isIncomplete && " Lines that the prices do not have are left out."}
      </p>
      <table className={`rb-table ${classes.table}`} aria-labelledby={titleId}>
        <colgroup>
          <col />
          <col style={{ width: "20%" }} />
          <col style={{ width: "20%" }} />
          <col style={{ width: "20%" }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">House</th>
            <th scope="col" className={tables.figure}>
              Now
            </th>
            <th scope="col" className={tables.figure}>
              With new prices
            </th>
            <th scope="col" className={tables.figure}>
              Difference
            </th>
          </tr>
        </thead>
        <tbody>
          {houses.map(({ name, workflow, oldTotal, newTotal, oldLostCount, newLostCount }) => (
            <tr key={name} className={tables.row}>
              <td className={tables.wide}>
                {name}
                <div className={tables.second}>{workflow}</div>
              </td>
              <td className={tables.figure}>
                <span className={tables.cellLabel}>Now</span>
                {dollarsText(oldTotal)}
                <div className={tables.second}>{missingText(oldLostCount)}</div>
              </td>
              <td className={tables.figure}>
                <span className={tables.cellLabel}>With new prices</span>
                {dollarsText(newTotal)}
                <div className={tables.second}>{missingText(newLostCount)}</div>
              </td>
              <td className={tables.figure}>
                <span className={tables.cellLabel}>Difference</span>
                {differenceText(roundMoney(newTotal - oldTotal))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
