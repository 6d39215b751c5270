import type { PriceBookImport } from "@ridgebook/contract";
import { IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import { useId } from "react";
import { CheckboxField } from "#ui/checkbox-field.tsx";
import { countedText } from "#ui/counted-text.ts";

/** Cells of a workbook whose formulas were not recalculated. */
export function FormulaNote({ formulas }: Pick<PriceBookImport, "formulas">) {
  const titleId = useId();
  if (formulas.length === 0) return null;
  return (
    <section className="rb-banner" aria-labelledby={titleId}>
      <IconInfoCircle size={20} stroke={1.75} aria-hidden />
      <div>
        <p id={titleId}>
          <strong>Cells with formulas.</strong> The values that the spreadsheet program calculated last are taken:
        </p>
        <ul>
          {formulas.map(({ sheet, cell }) => (
            <li key={`${sheet} ${cell}`}>
              {sheet} {cell}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Questions that must be answered before the workbook may be published. */
export function ImportQuestions({
  questions,
  areAnswered,
  onAnswer,
}: Pick<PriceBookImport, "questions"> & { areAnswered: boolean; onAnswer: (areAnswered: boolean) => void }) {
  const titleId = useId();
  if (questions.length === 0) return null;
  return (
    <section className="rb-banner" data-tone="warn" aria-labelledby={titleId}>
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
      <div>
        <p id={titleId}>
          <strong>{countedText(questions.length, "question")} about names.</strong> If it is a slip, correct the
          workbook and choose it again.
        </p>
        <ul>
          {questions.map(({ sheet, cell, message }) => (
            <li key={`${sheet} ${cell}`}>
              {sheet} {cell}: {message}
            </li>
          ))}
        </ul>
        <CheckboxField
          label="These are different options"
          checked={areAnswered}
          onChange={(event) => onAnswer(event.currentTarget.checked)}
        />
      </div>
    </section>
  );
}
