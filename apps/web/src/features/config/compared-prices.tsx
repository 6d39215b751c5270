import { useId, type ReactNode } from "react";
import tables from "#features/config/config.module.css";
import classes from "#features/config/price-impact-panel.module.css";
import { TableHead } from "#ui/table-head.tsx";

const FIGURES = [
  { name: "before", label: "Now" },
  { name: "after", label: "With new prices" },
  { name: "difference", label: "Difference" },
] as const;

interface ComparedRow {
  readonly key: string;
  readonly name: ReactNode;
  /** Below the name. */
  readonly second: string;
  readonly before: ReactNode;
  readonly after: ReactNode;
  readonly difference: string;
}

/** Totals with the prices of now and with the new ones, side by side. */
export function ComparedPrices({
  title,
  note,
  what,
  rows,
}: {
  title: string;
  note?: string;
  what: string;
  rows: readonly ComparedRow[];
}) {
  const titleId = useId();
  return (
    <div>
      <h3 id={titleId} className="rb-group">
        {title}
      </h3>
      {note !== undefined && <p className="rb-hint">{note}</p>}
      <table className={`rb-table ${classes.table}`} aria-labelledby={titleId}>
        <colgroup>
          <col />
          <col style={{ width: "20%" }} />
          <col style={{ width: "20%" }} />
          <col style={{ width: "20%" }} />
        </colgroup>
        <TableHead columns={[what, ...FIGURES.map(({ label }) => ({ label, className: tables.figure }))]} />
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} className={tables.row}>
              <td className={tables.wide}>
                {row.name}
                <div className={`rb-caption ${tables.second}`}>{row.second}</div>
              </td>
              {FIGURES.map(({ name, label }) => (
                <td key={name} className={tables.figure}>
                  <span className={tables.cellLabel}>{label}</span>
                  {row[name]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
