import { Problem, type UserId, type FieldConflict } from "@ridgebook/contract";
import { sql, type Column, type SQL } from "drizzle-orm";
import type { CompanyScope } from "./company-scope.ts";
import { findAuthor } from "./company-users.ts";
import type { FieldAuthors, RecordSave } from "./schema/field-authors.ts";

/* Who last changed which field of a record (decision 0044). A field is a lead's own, or a slice of an estimate. */

/** Stands for all fields unchanged since the first remembered save: that save's predecessor. */
const ALL_OTHERS = "*";

/** A save of a record, the fields it changes, and the save before it. */
export interface FieldsSaved {
  readonly fields: readonly string[];
  readonly save: RecordSave;
  readonly lastSave: RecordSave;
}

/** The column's value after a save, computed in the database so that only the additions are sent. */
export function withFieldAuthors(column: Column, { fields, save, lastSave }: FieldsSaved): SQL {
  const saved = Object.fromEntries(fields.map((field) => [field, save]));
  return sql`${JSON.stringify({ [ALL_OTHERS]: lastSave })}::jsonb || ${column} || ${JSON.stringify(saved)}::jsonb`;
}

/**
 * Like `withFieldAuthors`, for many rows of one statement.
 *
 * @param row the row before the save, with its last author and time
 * @param authors the save by changed field
 */
export const withPreparedAuthors = ({ row, authors }: { row: SQL; authors: SQL }): SQL =>
  sql`jsonb_build_object(${ALL_OTHERS}::text, jsonb_build_object('by', ${row}.modified_by,
    'at', to_char(${row}.modified_time at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
  || ${row}.field_authors || ${authors}`;

/** Maps an object's keys, as columns, to the save. */
export const authorsOf = ({
  changed,
  fieldOfColumn,
  save,
}: {
  changed: SQL;
  fieldOfColumn: Readonly<Record<string, string>>;
  save: RecordSave;
}): SQL => sql`coalesce((select jsonb_object_agg(fields.value, ${JSON.stringify(save)}::jsonb)
  from jsonb_each_text(${JSON.stringify(fieldOfColumn)}::jsonb) fields where ${changed} ? fields.key), '{}')`;

/**
 * A conflict with the author and time of each field, and of the most recent change as a whole. A record unsaved since authors are tracked
 * has its last save's author for all fields.
 *
 * @param causes other fields that matter, such as content of work that the caller removes
 */
export async function conflictWithAuthors(
  scope: CompanyScope,
  {
    conflicts,
    causes = new Map(),
    fieldAuthors,
    lastSave,
  }: {
    conflicts: readonly FieldConflict[];
    causes?: ReadonlyMap<string, readonly string[]> | undefined;
    fieldAuthors: FieldAuthors;
    lastSave: RecordSave;
  },
): Promise<Problem> {
  const latestOf = (saves: readonly RecordSave[]): RecordSave | undefined =>
    saves.toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))[0];
  const found = conflicts.map((conflict) => {
    const fields = [conflict.field, ...(causes.get(conflict.field) ?? [])];
    const author = latestOf(fields.flatMap((field) => fieldAuthors[field] ?? []));
    return { conflict, author: author ?? fieldAuthors[ALL_OTHERS] ?? lastSave };
  });
  const authorsById = new Map<UserId | null, Awaited<ReturnType<typeof findAuthor>>>();
  for (const { by } of found.map(({ author }) => author))
    if (!authorsById.has(by)) authorsById.set(by, await findAuthor(scope, by));
  const tell = ({ by, at }: RecordSave) => ({ ...authorsById.get(by), changedTime: at });
  return new Problem("conflict", {
    conflicts: found.map(({ conflict, author }) => ({ ...conflict, ...tell(author) })),
    ...tell(latestOf(found.map(({ author }) => author)) ?? lastSave),
  });
}
