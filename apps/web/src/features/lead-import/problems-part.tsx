import { useState } from "react";
import { columnLetter } from "#features/lead-import/column-letter.ts";
import classes from "#features/lead-import/lead-import.module.css";
import { cellKey } from "#features/lead-import/import-choices.ts";
import type { ReadFile } from "#features/lead-import/import-reader.ts";
import type { CellNote } from "#features/lead-import/read-lead.ts";
import type { LeadImportWork } from "#features/lead-import/use-lead-import.ts";
import { useEntryOnBlur } from "#forms/use-entry-on-blur.ts";
import { countText, countedText } from "#ui/counted-text.ts";
import { TableHead } from "#ui/table-head.tsx";
import { TextButton } from "#ui/text-button.tsx";
import { TextField } from "#ui/text-field.tsx";

const FIRST_SHOWN = 20;

/** Invalid cells, by row and column, each to correct, to empty or to skip. They do not prevent importing the rest. */
export function ProblemsPart({ work, file }: { work: LeadImportWork; file: ReadFile }) {
  const { problems, problemCount, notes, noteCount } = file;
  const [isWhole, setIsWhole] = useState(false);
  const { corrections, skippedRows } = work.kept.choices;
  const correct = (cell: CellNote, value: string): void =>
    work.changeChoices({ corrections: { ...corrections, [cellKey(cell)]: value } });
  const shown = isWhole ? problems : problems.slice(0, FIRST_SHOWN);
  return (
    <section aria-labelledby="problems-title">
      <p>
        <strong id="problems-title" className={problemCount > 0 ? classes.bad : undefined}>
          {problemCount === 0 ? "No problems" : countedText(problemCount, "problem")}
        </strong>{" "}
        {problemCount > 0 && <span className={classes.note}>Fix them here, or the field stays empty.</span>}
      </p>
      {problemCount > 0 && (
        <Cells
          caption="Problems"
          heads={file.heads}
          cells={shown}
          onCorrect={correct}
          actionOf={(problem) =>
            problem.skipsRow
              ? { label: "Skip row", act: () => work.changeChoices({ skippedRows: [...skippedRows, problem.row] }) }
              : { label: "Leave empty", act: () => correct(problem, "") }
          }
        />
      )}
      {problemCount > shown.length && (
        <p className={classes.note}>
          {shown.length < problems.length ? (
            <TextButton onClick={() => setIsWhole(true)}>
              Show the next {countText(problems.length - shown.length)}
            </TextButton>
          ) : (
            `The first ${countText(shown.length)} of ${countText(problemCount)}. The others follow as these are solved.`
          )}
        </p>
      )}
      {noteCount > 0 && (
        <>
          <p className={classes.notesTitle}>
            <strong>{countedText(noteCount, "time")} to look at</strong>{" "}
            <span className={classes.note}>The clocks change on these days.</span>
          </p>
          <Cells
            caption="Times to look at"
            heads={file.heads}
            cells={notes.slice(0, FIRST_SHOWN)}
            onCorrect={correct}
          />
        </>
      )}
    </section>
  );
}

function Cells<Cell extends CellNote>({
  caption,
  heads,
  cells,
  onCorrect,
  actionOf,
}: {
  caption: string;
  heads: readonly string[];
  cells: readonly Cell[];
  onCorrect: (cell: Cell, value: string) => void;
  actionOf?: (cell: Cell) => { label: string; act: () => void };
}) {
  return (
    <table className={`${classes.cells} rb-labelled-cells`}>
      <caption className="rb-visually-hidden">{caption}</caption>
      <TableHead
        columns={[
          "Row",
          "Column",
          actionOf ? "Problem" : "Taken as",
          "In the file",
          actionOf !== undefined && { label: "Instead", isHidden: true },
        ]}
      />
      <tbody>
        {cells.map((cell) => {
          const where = `${heads[cell.column] ?? ""}, ${columnLetter(cell.column)}`;
          const action = actionOf?.(cell);
          return (
            <tr key={`${cellKey(cell)} ${cell.value} ${cell.message}`}>
              <td data-label="Row">{cell.row}</td>
              <td data-label="Column">{where}</td>
              <td>{cell.message}</td>
              <td>
                <CellField
                  label={`Row ${String(cell.row)}, ${where}`}
                  value={cell.value}
                  isWrong={actionOf !== undefined}
                  onCommit={(value) => onCorrect(cell, value)}
                />
              </td>
              {action && (
                <td>
                  <TextButton aria-label={`${action.label}: row ${String(cell.row)}, ${where}`} onClick={action.act}>
                    {action.label}
                  </TextButton>
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** A cell to correct. */
function CellField({
  label,
  value,
  isWrong,
  onCommit,
}: {
  label: string;
  value: string;
  isWrong: boolean;
  onCommit: (value: string) => void;
}) {
  const { isUnchanged, fieldProps } = useEntryOnBlur({ value, onCommit });
  return (
    <TextField
      aria-label={label}
      aria-invalid={(isWrong && isUnchanged) || undefined}
      data-wrong={(isWrong && isUnchanged) || undefined}
      className={classes.cellField}
      {...fieldProps}
    />
  );
}
