import { Button } from "@mantine/core";
import classes from "#features/lead-import/lead-import.module.css";
import type { ReadFile } from "#features/lead-import/import-reader.ts";
import { chooseTarget } from "#features/lead-import/match-columns.ts";
import { orderText } from "#features/lead-import/read-time.ts";
import { columnLetter } from "#features/lead-import/column-letter.ts";
import { COMBINED_TARGETS, DATE_TARGETS, isTarget, targetLabel, TARGETS } from "#features/lead-import/targets.ts";
import { SheetField } from "#features/lead-import/sheet-field.tsx";
import type { LeadImportWork } from "#features/lead-import/use-lead-import.ts";
import { SelectField } from "#ui/select-field.tsx";

/** The target of each column, and the order of day and month in the file. Unmatched columns come last. */
export function ColumnsPart({ work, file }: { work: LeadImportWork; file: ReadFile }) {
  const { columns, heads, sheets, sheet, dates, untimedMeetings } = file;
  const matched = columns.filter((target) => target !== undefined).length;
  const order = heads.map((_, index) => index).sort((one, other) => Number(!columns[one]) - Number(!columns[other]));
  const options = TARGETS.map((target) => ({
    value: target,
    label:
      dates.unclear !== undefined && DATE_TARGETS.includes(target)
        ? `${targetLabel(target)}, ${orderText(dates.order)}`
        : targetLabel(target),
  }));
  return (
    <section aria-labelledby="columns-title">
      <p>
        <strong id="columns-title">Columns</strong>{" "}
        <span className={classes.note}>
          {matched} of {heads.length} matched by their names and what is in them. Change any.
        </span>
      </p>
      {sheets.length > 1 && (
        <div className={classes.columns}>
          <SheetField work={work} sheets={sheets} sheet={sheet} />
        </div>
      )}
      <div className={classes.columns}>
        {order.map((index) => {
          const target = columns[index];
          return (
            <SelectField
              key={index}
              label={
                <>
                  {heads[index]} <span className={classes.letter}>{columnLetter(index)}</span>
                </>
              }
              emptyLabel="Not imported"
              options={options}
              value={target ?? ""}
              hint={
                target && COMBINED_TARGETS.includes(target) && file.previews[index] ? file.previews[index] : undefined
              }
              onChange={({ currentTarget: { value } }) =>
                work.changeChoices({ columns: chooseTarget(columns, index, isTarget(value) ? value : undefined) })
              }
            />
          );
        })}
      </div>
      {dates.unclear !== undefined && (
        <div className={classes.question} role="group" aria-label="Order of day and month">
          <p className={classes.note}>
            {dates.isDecided
              ? `Dates such as ${dates.unclear} are read as ${orderText(dates.order)}.`
              : `Is ${dates.unclear} month/day/year or day/month/year? No date in the file shows which.`}
          </p>
          <div className={classes.buttons}>
            {(["month", "day"] as const).map((each) => (
              <Button
                key={each}
                variant="secondary"
                aria-pressed={dates.isDecided && dates.order === each}
                disabled={dates.isDecided && dates.order === each}
                onClick={() => work.changeChoices({ dateOrder: each })}
              >
                {orderText(each)}
              </Button>
            ))}
          </div>
        </div>
      )}
      {untimedMeetings > 0 && (
        <p className={classes.note}>Meetings on a day without a time: {untimedMeetings}. They are put at 9:00 AM.</p>
      )}
    </section>
  );
}
