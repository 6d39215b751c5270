import { DUPLICATE_DECISIONS, type DuplicateDecision, type LeadImportId } from "@ridgebook/contract";
import { NO_CHOICES, type ImportChoices } from "./import-choices.ts";
import type { Decisions } from "./run-import.ts";
import { isTarget } from "./targets.ts";

/** A user's decisions about a file, before it is imported. */
export interface KeptImport {
  readonly choices: ImportChoices;
  readonly decisions: Decisions;
  /** For all duplicates that `decisions` does not name; null is undecided. */
  readonly others: DuplicateDecision | null;
  /** The import on the server with the last checked rows. */
  readonly importId: LeadImportId | null;
}

/** The stored form. */
export const keptValues = (kept: KeptImport): Record<string, unknown> => ({ ...kept });

const isDecision = (value: unknown): value is DuplicateDecision => DUPLICATE_DECISIONS.some((each) => each === value);
const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

/** Parses what the device kept, also from another release of the app: unknown values count as undecided. */
export function restoreValues({ choices, decisions, others, importId }: Readonly<Record<string, unknown>>): KeptImport {
  const found = (typeof choices === "object" && choices !== null ? choices : {}) as Partial<
    Record<keyof ImportChoices, unknown>
  >;
  const { columns, dateOrder, sheet, owners, statuses, corrections, skippedRows } = found;
  const texts = (value: unknown): Record<string, string> =>
    Object.fromEntries(entriesOf(value).filter((entry): entry is [string, string] => typeof entry[1] === "string"));
  return {
    choices: {
      columns: Array.isArray(columns)
        ? columns.map((target: unknown) => (isTarget(target) ? target : undefined))
        : undefined,
      dateOrder: dateOrder === "day" || dateOrder === "month" ? dateOrder : undefined,
      sheet: typeof sheet === "string" ? sheet : undefined,
      owners: Object.fromEntries(
        entriesOf(owners).filter(([, id]) => id === null || typeof id === "number"),
      ) as ImportChoices["owners"],
      statuses: texts(statuses),
      corrections: texts(corrections),
      skippedRows: Array.isArray(skippedRows)
        ? skippedRows.filter((row: unknown): row is number => typeof row === "number")
        : NO_CHOICES.skippedRows,
    },
    decisions: Object.fromEntries(
      entriesOf(decisions).filter((entry): entry is [string, DuplicateDecision] => isDecision(entry[1])),
    ),
    others: isDecision(others) ? others : null,
    importId: typeof importId === "number" ? (importId as LeadImportId) : null,
  };
}
