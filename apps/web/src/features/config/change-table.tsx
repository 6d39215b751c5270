import { amountLabel, type PriceBookChange } from "@ridgebook/contract";
import { AMOUNT_NAMES } from "@ridgebook/estimating";
import { amountText, percentText } from "#features/config/config-texts.ts";
import tables from "#features/config/config.module.css";
import classes from "#features/config/change-table.module.css";
import { countText } from "#ui/counted-text.ts";
import { TableHead } from "#ui/table-head.tsx";
import { Tag, type TagTone } from "#ui/tag.tsx";

const KINDS: Record<PriceBookChange["kind"], { label: string; tone: TagTone }> = {
  added: { label: "Added", tone: "ok" },
  changed: { label: "Changed", tone: "neutral" },
  removed: { label: "Removed", tone: "bad" },
};

const AMOUNT_LABELS = AMOUNT_NAMES.map(amountLabel);
const isAmount = (part: string): boolean => AMOUNT_LABELS.some((label) => part.startsWith(label));

function valueText(value: PriceBookChange["before"], part: string): string {
  if (value === null || value === "") return "–";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "number") return isAmount(part) ? amountText(value) : countText(value);
  return value;
}

/** Differences between two versions, one per row, by field. */
export function ChangeTable({
  caption,
  changes,
  changeCount,
}: {
  caption: string;
  changes: readonly PriceBookChange[];
  changeCount: number;
}) {
  return (
    <>
      <table className="rb-table">
        <caption className="rb-visually-hidden">{caption}</caption>
        <colgroup>
          <col style={{ width: "7rem" }} />
          <col />
          <col style={{ width: "18%" }} />
          <col style={{ width: "18%" }} />
          <col style={{ width: "6.5rem" }} />
        </colgroup>
        <TableHead
          columns={[
            "Kind",
            "What",
            ...["Before", "After", "Difference"].map((label) => ({ label, className: tables.figure })),
          ]}
        />
        <tbody>
          {changes.map((change, index) => (
            // Nothing in a list of differences has an id, and the list never changes its order.
            <ChangeRow key={index} change={change} />
          ))}
        </tbody>
      </table>
      {changeCount > changes.length && (
        <p className={`rb-hint ${classes.more}`}>
          The first {countText(changes.length)} of {countText(changeCount)} differences.
        </p>
      )}
    </>
  );
}

function ChangeRow({ change: { kind, field, name, part, before, after, percent } }: { change: PriceBookChange }) {
  const { label, tone } = KINDS[kind];
  return (
    <tr className={tables.row}>
      <td className={tables.wide}>
        <Tag tone={tone}>{label}</Tag>
      </td>
      <td className={`${tables.wide} ${classes.what}`}>
        <span className={classes.name}>{[name, part].filter(Boolean).join(": ") || field}</span>
        <span className={`rb-caption ${tables.second}`}>{field}</span>
      </td>
      <td className={`${tables.figure} ${classes.before}`}>
        <span className={tables.cellLabel}>Before</span>
        {valueText(before, part)}
      </td>
      <td className={tables.figure}>
        <span className={tables.cellLabel}>After</span>
        {valueText(after, part)}
      </td>
      <td className={`${tables.figure} ${percent === null ? tables.nothing : ""}`}>
        <span className={tables.cellLabel}>Difference</span>
        {percentText(percent)}
      </td>
    </tr>
  );
}
