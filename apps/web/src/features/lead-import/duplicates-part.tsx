import { DUPLICATE_DECISIONS, type DuplicateDecision, type LeadDuplicate, isolatedText } from "@ridgebook/contract";
import { Link } from "@tanstack/react-router";
import { useId, useState } from "react";
import classes from "#features/lead-import/lead-import.module.css";
import { duplicatesNote, sameText } from "#features/lead-import/import-texts.ts";
import type { LeadImportWork } from "#features/lead-import/use-lead-import.ts";
import { countText, countedText } from "#ui/counted-text.ts";
import { TableHead } from "#ui/table-head.tsx";
import { TextButton } from "#ui/text-button.tsx";

const FIRST_SHOWN = 20;
const DECISION_NAMES: Record<DuplicateDecision, string> = { skip: "Skip", update: "Update", add: "Add" };

/** Rows that are like a lead or an earlier row: what happens to each, and to all undecided ones. */
export function DuplicatesPart({ work }: { work: LeadImportWork }) {
  const { checked, kept, change } = work;
  const [shownCount, setShownCount] = useState(FIRST_SHOWN);
  if (!checked)
    return (
      <section aria-labelledby="duplicates-title">
        <p>
          <strong id="duplicates-title">Duplicates</strong> <span className={classes.note}>Not known yet.</span>
        </p>
      </section>
    );
  const { duplicates, result } = checked;
  const { decisions, others } = kept;
  const decidedCount = duplicates.filter(({ row }) => decisions[row] !== undefined).length;
  const rest = result.duplicateCount - decidedCount;
  if (result.duplicateCount === 0)
    return (
      <section aria-labelledby="duplicates-title">
        <strong id="duplicates-title">No duplicates</strong>
      </section>
    );
  return (
    <section aria-labelledby="duplicates-title">
      <div className={`rb-row ${classes.head}`}>
        <p className={classes.headText}>
          <strong id="duplicates-title">{countedText(result.duplicateCount, "duplicate")}</strong>{" "}
          <span className={classes.note}>
            {decidedCount > 0 && `${countText(decidedCount)} decided. `}
            {duplicatesNote(duplicates)} Update fills what is empty there and overwrites nothing.
          </span>
        </p>
        {rest > 0 && (
          <ThreeWay
            label={decidedCount === 0 ? `All ${countText(rest)}` : `The other ${countText(rest)}`}
            isLabelShown
            value={others ?? undefined}
            onChange={(decision) => change({ others: decision })}
          />
        )}
      </div>
      <table className={`${classes.cells} rb-labelled-cells`}>
        <caption className="rb-visually-hidden">Duplicates</caption>
        <TableHead columns={["This row", "Is like", "Same", { label: "Decision", isHidden: true }]} />
        <tbody>
          {duplicates.slice(0, shownCount).map((duplicate) => (
            <DuplicateRow
              key={duplicate.row}
              duplicate={duplicate}
              decision={decisions[duplicate.row]}
              onDecide={(decision) => change({ decisions: { ...decisions, [duplicate.row]: decision } })}
            />
          ))}
        </tbody>
      </table>
      {duplicates.length > shownCount ? (
        <TextButton onClick={() => setShownCount(shownCount + 100)}>
          Show {countText(Math.min(100, duplicates.length - shownCount))} more
        </TextButton>
      ) : (
        result.duplicateCount > duplicates.length && (
          <p className={classes.note}>
            The first {countText(duplicates.length)} are listed. What you choose for the others holds for the rest.
          </p>
        )
      )}
    </section>
  );
}

function DuplicateRow({
  duplicate,
  decision,
  onDecide,
}: {
  duplicate: LeadDuplicate;
  decision: DuplicateDecision | undefined;
  onDecide: (decision: DuplicateDecision) => void;
}) {
  const { row, name, address, like, suggestion } = duplicate;
  const place = (text: string): string => isolatedText(text) || "no address";
  return (
    <tr>
      <td>
        {name}
        <div className="rb-small">
          Row {row}, {place(address)}
        </div>
      </td>
      <td data-label="Is like">
        {like.leadId === null ? (
          like.name
        ) : (
          <Link to="/estimator/leads/$id/details" params={{ id: String(like.leadId) }} className={classes.link}>
            {like.name}
          </Link>
        )}
        <div className="rb-small">
          {like.row === null ? "Your lead" : `Row ${String(like.row)}`}, {place(like.address)}
        </div>
      </td>
      <td data-label="Same">
        {sameText(duplicate)}
        {decision === undefined && <div className="rb-small">Suggested: {DECISION_NAMES[suggestion]}</div>}
      </td>
      <td>
        <ThreeWay label={`Row ${String(row)}, ${name}`} value={decision} onChange={onDecide} />
      </td>
    </tr>
  );
}

/** Skip, Update or Add; the arrow keys move within it, Tab goes to the next. */
function ThreeWay({
  label,
  isLabelShown = false,
  value,
  onChange,
}: {
  label: string;
  isLabelShown?: boolean;
  value: DuplicateDecision | undefined;
  onChange: (decision: DuplicateDecision) => void;
}) {
  const name = useId();
  return (
    <div className={`rb-row ${classes.threeWay}`}>
      {isLabelShown && <span className={classes.note}>{label}</span>}
      <div role="radiogroup" aria-label={label} className={`rb-segments ${classes.choices}`}>
        {DUPLICATE_DECISIONS.map((each) => (
          <label key={each}>
            <input type="radio" name={name} checked={value === each} onChange={() => onChange(each)} />
            <span>{DECISION_NAMES[each]}</span>
          </label>
        ))}
      </div>
    </div>
  );
}
