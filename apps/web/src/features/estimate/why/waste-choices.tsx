import type { Explanation } from "@ridgebook/estimating";
import { useId } from "react";
import { formatQuantity } from "#features/estimate/format.ts";
import { ifTheWasteWere, wasteFieldOf } from "#features/estimate/why/if-the-waste-were.ts";
import classes from "#features/estimate/why/waste-choices.module.css";
import type { WhyQuestion } from "#features/estimate/why/why-context.ts";

/**
 * "If the waste were": the number for other percentages, each of which can be entered. Renders nothing if the number does not depend on
 * waste.
 */
export function WasteChoices({ explanation, entryOf }: { explanation: Explanation; entryOf: WhyQuestion["entryOf"] }) {
  const titleId = useId();
  const fieldId = wasteFieldOf(explanation);
  const entry = fieldId === null ? undefined : entryOf?.(fieldId);
  if (!entry) return null;
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <div className={classes.head}>
        <h3 id={titleId} className="rb-group">
          If the waste were
        </h3>
        <span className="rb-caption">tap to set</span>
      </div>
      <div className={classes.choices}>
        {ifTheWasteWere(explanation, entry.allows).map(({ percent, answer, isEntered }) => (
          <button
            key={percent}
            type="button"
            className={classes.choice}
            aria-pressed={isEntered}
            onClick={() => entry.enter(percent)}
          >
            <span className="rb-caption">{formatQuantity(percent)} %</span>
            <span className={`rb-group ${classes.answer}`}>{answer}</span>
          </button>
        ))}
      </div>
    </section>
  );
}
