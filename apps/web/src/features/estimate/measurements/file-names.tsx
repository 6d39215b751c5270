import { MEASUREMENT_NAMES, measurementTitle, type AskedName } from "@ridgebook/estimating";
import { useState } from "react";
import { formatQuantity } from "#features/estimate/format.ts";
import classes from "#features/estimate/measurements/populate.module.css";
import { SelectField } from "#ui/select-field.tsx";

/** The value of "leave out"; "" is a name without a choice yet. */
const LEFT_OUT = "-";

const OPTIONS = [
  { value: LEFT_OUT, label: "Leave out" },
  ...MEASUREMENT_NAMES.map((name) => ({ value: name, label: measurementTitle(name) })),
];

/** Asks for the meaning of unknown names in a file; the company remembers the answers. */
export function FileNames({
  asked,
  onChoose,
}: {
  asked: readonly AskedName[];
  onChoose: (key: string, measurement: string) => void;
}) {
  const open = asked.filter(({ chosen }) => chosen === undefined).length;
  // Stays open after the last choice, because the person is still using it.
  const [isOpen, setIsOpen] = useState(open > 0);
  if (asked.length === 0) return null;
  return (
    <details className={classes.details} open={isOpen} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        {open === 0
          ? `Names of this file, ${String(asked.length)}`
          : open === 1
            ? "1 name is not known"
            : `${String(open)} names are not known`}
      </summary>
      <p className="rb-hint">
        Choose what a name means. Your company remembers it, and it is not asked for again; an admin finds it under
        Config, Hover. Left out, its number fills nothing.
      </p>
      <div className={classes.names}>
        {asked.map(({ key, name, value, place, chosen }) => (
          <SelectField
            key={key}
            label={name}
            hint={[formatQuantity(value), place].filter(Boolean).join(", ")}
            emptyLabel="Choose"
            value={chosen === undefined ? "" : chosen || LEFT_OUT}
            options={OPTIONS}
            onChange={({ currentTarget }) => {
              if (currentTarget.value !== "")
                onChoose(key, currentTarget.value === LEFT_OUT ? "" : currentTarget.value);
            }}
          />
        ))}
      </div>
    </details>
  );
}
