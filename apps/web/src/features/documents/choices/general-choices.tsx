import { copiesOf, summaryKey, type EstimateCopy } from "@ridgebook/contract";
import { copyTitle, type DocumentSource } from "@ridgebook/documents";
import { ChoiceSection } from "#features/documents/choices/choice-section.tsx";
import type { ChoicesProps } from "#features/documents/choices/choices-props.ts";
import classes from "#features/documents/choices/choices.module.css";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { TextField } from "#ui/text-field.tsx";

/** All copies of an estimate in the order in which papers show them. */
export function copiesToChoose({ estimate, workflows }: DocumentSource): readonly EstimateCopy[] {
  const place = new Map(workflows.map(({ id, order }) => [id, order]));
  return copiesOf(estimate).toSorted(
    (one, other) =>
      (place.get(one.workflowId) ?? 0) - (place.get(other.workflowId) ?? 0) ||
      one.workflowEstimateId - other.workflowEstimateId,
  );
}

/** What the document is called, and which work it is about. */
export function GeneralChoices({ choices, change, source, errorOf }: ChoicesProps) {
  const chosen = new Set(choices.copies.map(summaryKey));
  const offered = copiesToChoose(source);
  const toggle = (copy: EstimateCopy): void => {
    const key = summaryKey(copy);
    change({
      copies: offered.filter((each) => (summaryKey(each) === key ? !chosen.has(key) : chosen.has(summaryKey(each)))),
    });
  };
  return (
    <ChoiceSection title="Document">
      <TextField
        id="name"
        label="Name"
        value={choices.name}
        error={errorOf("name")}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <fieldset className={classes.group} id="copies" tabIndex={-1}>
        <legend>Work</legend>
        <div className={classes.two}>
          {offered.map((copy) => (
            <CheckboxField
              key={summaryKey(copy)}
              label={copyTitle(source, copy)}
              checked={chosen.has(summaryKey(copy))}
              onChange={() => toggle(copy)}
            />
          ))}
        </div>
        {errorOf("copies") && <p className={classes.error}>{errorOf("copies")}</p>}
      </fieldset>
    </ChoiceSection>
  );
}
