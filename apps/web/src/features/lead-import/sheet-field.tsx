import type { LeadImportWork } from "#features/lead-import/use-lead-import.ts";
import { SelectField } from "#ui/select-field.tsx";

/** Which sheet of a workbook is imported. */
export function SheetField({
  work,
  sheets,
  sheet,
}: {
  work: LeadImportWork;
  sheets: readonly string[];
  sheet: string | undefined;
}) {
  return (
    <SelectField
      label="Sheet"
      options={sheets.map((name) => ({ value: name, label: name }))}
      value={sheet}
      onChange={({ currentTarget: { value } }) =>
        work.change({
          choices: { ...work.kept.choices, sheet: value, columns: undefined, corrections: {}, skippedRows: [] },
          // Decisions for rows of the other sheet.
          decisions: {},
          others: null,
        })
      }
    />
  );
}
