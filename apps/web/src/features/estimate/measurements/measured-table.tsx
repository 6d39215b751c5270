import { formatDay } from "@ridgebook/contract";
import {
  describe as asText,
  isTakeable,
  sectionOfField,
  type MeasuredRow,
  type MeasurementSet,
} from "@ridgebook/estimating";
import { formatQuantity, NOTHING } from "#features/estimate/format.ts";
import classes from "#features/estimate/measurements/populate.module.css";
import type { usePopulate } from "#features/estimate/measurements/use-populate.ts";
import { useSession } from "#server-client/session-context.tsx";
import { TableHead } from "#ui/table-head.tsx";
import { useNow } from "#ui/use-now.ts";

type Populate = ReturnType<typeof usePopulate>;

/** The measured fields by step: selection, field, current value, measured value, explanation. */
export function MeasuredTable({ set, populate }: { set: MeasurementSet; populate: Populate }) {
  const bySection = groupRows(populate.rows);
  if (populate.rows.length === 0)
    return <p className="rb-hint">None of these measurements belongs to a field of this work.</p>;
  return (
    <table className={`${classes.table} rb-labelled-cells`}>
      <TableHead
        columns={[
          "Take",
          { label: "Now", className: classes.number },
          { label: `From ${set.source.label}`, className: classes.number },
          "How it comes about",
        ]}
      />
      {bySection.map(([section, rows]) => (
        <tbody key={section}>
          <tr>
            <th scope="rowgroup" colSpan={4} className={classes.section}>
              {section}
            </th>
          </tr>
          {rows.map((row) => (
            <Row key={row.id} row={row} populate={populate} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function groupRows(rows: readonly MeasuredRow[]): readonly (readonly [string, readonly MeasuredRow[]])[] {
  const groups = new Map<string, MeasuredRow[]>();
  for (const row of rows) {
    const section = row.kind === "window" ? "Windows" : (sectionOfField(row.field.id)?.name ?? "");
    groups.set(section, [...(groups.get(section) ?? []), row]);
  }
  return [...groups];
}

const inches = (width: number | null, height: number | null): string =>
  `${width === null ? NOTHING : formatQuantity(width)} × ${height === null ? NOTHING : formatQuantity(height)} IN`;

function textsOf(row: MeasuredRow): { now: string; measured: string; how: string } {
  if (row.kind === "window") {
    const { width, height } = row.window;
    return {
      now: row.now ? inches(row.now.width, row.now.height) : NOTHING,
      measured: inches(width, height),
      how: `${formatQuantity(width)} + ${formatQuantity(height)} = ${formatQuantity(width + height)} UI`,
    };
  }
  const { now, quantity, explanation, field, missing } = row;
  const withUnit = (value: number): string => `${formatQuantity(value)} ${field.unit}`;
  return {
    now: now === null || now === 0 ? NOTHING : withUnit(now),
    measured: quantity === null ? "Not measured" : withUnit(quantity),
    how: explanation ? asText(explanation) : `no ${missing.join(", no ")}`,
  };
}

function Row({ row, populate }: { row: MeasuredRow; populate: Populate }) {
  const { timeZone } = useSession();
  const today = useNow();
  const taken = populate.takenOf(row);
  const { now, measured, how } = textsOf(row);
  const canTake = isTakeable(row);
  const isNothing = row.kind === "field" && row.quantity === null;
  const isSame = !canTake && !isNothing && row.obstacle === null;
  return (
    <tr data-quiet={!canTake || undefined}>
      <th scope="row" className={classes.field}>
        {canTake ? (
          <label className={classes.take}>
            <input
              type="checkbox"
              className={classes.box}
              checked={populate.isChosen(row)}
              onChange={({ currentTarget }) => populate.choose(row, currentTarget.checked)}
            />
            <span>{row.label}</span>
          </label>
        ) : (
          <span className={classes.take}>
            <span className={classes.box} aria-hidden>
              {isSame ? "✓" : NOTHING}
            </span>
            <span>
              {row.label}
              {isSame && <span className="rb-visually-hidden">, already entered</span>}
            </span>
          </span>
        )}
      </th>
      <td className={classes.number} data-label="Now">
        {now}
        {populate.isTyped(row) && <span className={`rb-hint ${classes.small}`}>typed</span>}
        {taken && (
          <span className={`rb-hint ${classes.small}`}>
            {taken.source}, {formatDay({ time: taken.takenTime, timeZone, now: today })}
          </span>
        )}
      </td>
      <td className={classes.number} data-label="Measured">
        <span className={classes.measured}>{measured}</span>
      </td>
      <td className={classes.how}>{row.obstacle ?? how}</td>
    </tr>
  );
}
