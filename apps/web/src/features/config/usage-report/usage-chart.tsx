import { usagePersonName, type UsageOfPerson } from "@ridgebook/contract";
import { useState } from "react";
import { BarChart } from "#features/config/usage-report/bar-chart.tsx";
import classes from "#features/config/usage-report/usage-report.module.css";
import { dollarsText } from "#features/config/usage-report/sales-texts.ts";
import { SelectField } from "#ui/select-field.tsx";

const FIGURES = [
  { value: "signedValue", label: "Signed value" },
  { value: "leads", label: "Leads" },
  { value: "estimates", label: "Estimates" },
] as const;
type Figure = (typeof FIGURES)[number]["value"];

/** A longer chart would be a list, which the table is already. */
const MOST_BARS = 15;

export function UsageChart({ people }: { people: readonly UsageOfPerson[] }) {
  const [figure, setFigure] = useState<Figure>("signedValue");
  const bars = people
    .toSorted((one, other) => other[figure] - one[figure])
    .slice(0, MOST_BARS)
    .map((person) => ({
      key: String(person.userId),
      label: usagePersonName(person),
      value: person[figure],
      text: figure === "signedValue" ? dollarsText(person[figure]) : String(person[figure]),
    }));
  const { label } = FIGURES.find(({ value }) => value === figure) ?? FIGURES[0];
  return (
    <>
      <div className={classes.filters} data-on-paper="no">
        <SelectField
          label="Chart"
          value={figure}
          options={FIGURES}
          onChange={(event) => setFigure(event.currentTarget.value as Figure)}
        />
      </div>
      <BarChart
        title={people.length > MOST_BARS ? `${label}, the first ${String(MOST_BARS)}` : `${label} by person`}
        bars={bars}
      />
    </>
  );
}
