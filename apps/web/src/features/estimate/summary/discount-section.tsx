import { Button } from "@mantine/core";
import type { SubmitEvent } from "react";
import { OwnAmounts } from "#features/estimate/own-amounts.tsx";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import classes from "#features/estimate/summary/closing-sections.module.css";
import { HelpOf } from "#features/estimate/steps/help-button.tsx";
import { boundsText, TERM_LABELS, TERMS } from "#features/estimate/summary/discount-terms.ts";
import type { WorkflowRow } from "#features/estimate/summary/estimate-figures.ts";
import { DISCOUNT_ID } from "#features/estimate/summary/row-parts.tsx";
import type { DiscountTerms } from "#features/estimate/summary/use-discount-terms.ts";
import { useHashFocus } from "#features/estimate/summary/use-hash-focus.ts";
import { Panel } from "#ui/panel.tsx";
import { selectOnEntry } from "#ui/select-on-entry.ts";
import { TextField } from "#ui/text-field.tsx";

/** Discount and margin of one copy, in percent (fields x.999 and x.997). The totals beside it update while typing. */
export function DiscountSection({ row: { copy }, terms }: { row: WorkflowRow; terms: DiscountTerms }) {
  const { book } = useOpenEstimate();
  const { shown, errors, isChanged, isSaving } = terms;
  const element = useHashFocus(DISCOUNT_ID);
  const handleSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    void terms.save();
  };
  return (
    <div id={DISCOUNT_ID} ref={element} className={classes.section} data-on-paper="no">
      <Panel title="Discount and margin" actions={<HelpOf workflowId={copy.workflowId} component="discount-section" />}>
        <form noValidate onSubmit={handleSubmit}>
          <p className={`rb-hint ${classes.about}`}>
            The discount comes off the price. The items have their margin already; margin on top raises the price
            further, and 0 adds nothing.
          </p>
          <div className={classes.fields}>
            {TERMS.map((term) => {
              const field = (
                <TextField
                  key={term}
                  name={term}
                  label={TERM_LABELS[term]}
                  numeric
                  unit="%"
                  autoComplete="off"
                  value={shown[term]}
                  error={errors[term]}
                  hint={boundsText(copy.workflowId, book.indexed, term)}
                  {...selectOnEntry}
                  onChange={(event) => terms.type(term, event.currentTarget.value)}
                  onBlur={() => terms.leave(term)}
                />
              );
              return term === "margin" ? <OwnAmounts key={term}>{field}</OwnAmounts> : field;
            })}
          </div>
          <div className={classes.bar}>
            <span className={`rb-hint ${classes.state}`}>
              {isChanged ? "Not saved yet, kept on this device" : "Nothing to save"}
            </span>
            <Button variant="tertiary" disabled={!isChanged || isSaving} onClick={terms.discard}>
              Undo
            </Button>
            <Button type="submit" variant="secondary" disabled={!isChanged} loading={isSaving}>
              Save
            </Button>
          </div>
        </form>
      </Panel>
    </div>
  );
}
