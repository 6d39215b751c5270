import { fieldByKey, type FieldPlace } from "@ridgebook/estimating";
import { IconCheck } from "@tabler/icons-react";
import { memo, useId } from "react";
import { useFormValue, useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import classes from "#features/estimate/packages/swatch-group.module.css";
import { fieldDomId } from "#features/estimate/rows/field-place.ts";

/** A top-level choice as pictures: the color of shingles or siding (WF-SIDE-28). */
export const SwatchGroup = memo(function SwatchGroup({ property, emptyText }: { property: string; emptyText: string }) {
  const form = useWorkflowForm();
  const { workflowId } = form.copy;
  const line = useFormValue(({ values }) => values[property]?.[0] ?? null);
  const place: FieldPlace = { outer: [], property, lineId: null };
  const options = useFormValue((_snapshot, open) => open.optionsOf({ outer: [], property, lineId: null }));
  const problem = useFormValue(
    ({ problems }) => problems.find(({ fieldId }) => fieldId === fieldByKey(workflowId, property)?.id)?.text,
  );
  const name = useId();
  const label = form.definitionOf(place).label;
  return (
    <fieldset id={fieldDomId(place)} aria-describedby={problem ? `${name}-problem` : undefined} tabIndex={-1}>
      <legend className={`rb-small ${classes.legend}`}>
        {label}
        {problem && (
          <span className={classes.star} aria-hidden>
            {" *"}
          </span>
        )}
        {options.length > 0 && line?.value != null && (
          <button type="button" className={classes.clear} onClick={() => form.setValue(place, null)}>
            Leave undecided
          </button>
        )}
      </legend>
      {options.length === 0 ? (
        <p className="rb-hint">{emptyText}</p>
      ) : (
        <div className={classes.swatches}>
          {options.map(({ id, value, imageUrl }) => (
            <label key={id} className={classes.swatch}>
              <input
                type="radio"
                className={classes.input}
                name={name}
                checked={line?.value === id}
                onChange={() => form.setValue(place, id)}
              />
              <span className={classes.picture}>
                {imageUrl && <img src={imageUrl} alt="" loading="lazy" decoding="async" draggable={false} />}
                <IconCheck className={classes.check} size={16} stroke={2.5} aria-hidden />
              </span>
              <span className={`rb-small ${classes.name}`}>{value}</span>
            </label>
          ))}
        </div>
      )}
      {problem && (
        <p id={`${name}-problem`} className="rb-error">
          {problem}
        </p>
      )}
    </fieldset>
  );
});
