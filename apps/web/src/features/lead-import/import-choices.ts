import type { UserId } from "@ridgebook/contract";
import type { Mapping } from "./mappings.ts";
import type { Columns } from "./match-columns.ts";
import type { DateOrder } from "./read-time.ts";

/** All decisions of a user about a file before it is checked. Kept as a draft: plain values only. */
export interface ImportChoices {
  /** Undefined: as matched. */
  readonly columns: Columns | undefined;
  /** Undefined: as the dates of the file show. */
  readonly dateOrder: DateOrder | undefined;
  /** Undefined: the first sheet with contents. */
  readonly sheet: string | undefined;
  readonly owners: Mapping<UserId | null>;
  readonly statuses: Mapping<string>;
  /** Corrected cells by `cellKey`; "" leaves the member empty. */
  readonly corrections: Readonly<Record<string, string>>;
  readonly skippedRows: readonly number[];
}

export const NO_CHOICES: ImportChoices = {
  columns: undefined,
  dateOrder: undefined,
  sheet: undefined,
  owners: {},
  statuses: {},
  corrections: {},
  skippedRows: [],
};

export const cellKey = ({ row, column }: { row: number; column: number }): string => `${String(row)}:${String(column)}`;
