import { LEAD_STATUSES, type UserId } from "@ridgebook/contract";
import { useMemo } from "react";
import classes from "#features/lead-import/lead-import.module.css";
import type { ReadFile } from "#features/lead-import/import-reader.ts";
import { suggestStatus } from "#features/lead-import/mappings.ts";
import type { LeadImportWork } from "#features/lead-import/use-lead-import.ts";
import { countText } from "#ui/counted-text.ts";
import { SelectField } from "#ui/select-field.tsx";

/** More different texts than a person maps; the rest keeps its suggestion. */
const MAX_SHOWN = 40;

/** Unknown names and statuses: what each means, once for the whole file. */
export function MappingsPart({ work, file }: { work: LeadImportWork; file: ReadFile }) {
  const { owners, statuses } = work.kept.choices;
  const people = useMemo(
    () => (work.salespeople ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    [work.salespeople],
  );
  const { unknownOwners, unknownStatuses } = file;
  if (unknownOwners.length === 0 && unknownStatuses.length === 0) return null;
  return (
    <section aria-labelledby="mappings-title" className={classes.mappings}>
      <p>
        <strong id="mappings-title">Names from the other product</strong>{" "}
        <span className={classes.note}>Chosen once for the whole file.</span>
      </p>
      <div className={classes.columns}>
        {unknownOwners.slice(0, MAX_SHOWN).map(({ text, count }) => (
          <SelectField
            key={`owner ${text}`}
            label={`Salesperson “${text}”, ${countText(count)}`}
            emptyLabel="Nobody"
            options={people}
            value={String(owners[text] ?? "")}
            onChange={({ currentTarget: { value } }) =>
              work.changeChoices({ owners: { ...owners, [text]: value === "" ? null : (Number(value) as UserId) } })
            }
          />
        ))}
        {unknownStatuses.slice(0, MAX_SHOWN).map(({ text, count }) => (
          <SelectField
            key={`status ${text}`}
            label={`Status “${text}”, ${countText(count)}`}
            options={[
              { value: text, label: `Keep “${text}”` },
              ...LEAD_STATUSES.map((status) => ({ value: status, label: status })),
            ]}
            value={statuses[text] ?? suggestStatus(text)}
            onChange={({ currentTarget: { value } }) =>
              work.changeChoices({ statuses: { ...statuses, [text]: value } })
            }
          />
        ))}
      </div>
    </section>
  );
}
