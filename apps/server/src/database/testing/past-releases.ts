import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { withConnection } from "#database/with-connection.ts";
import type { SentAttempt } from "#testing/fill-every-table.ts";
import { readJournal } from "./migrations-folder.ts";

/*
 * A recorded database of a past release: one JSON object per line, so that diffs are per row. Numbers and times are in PostgreSQL's format.
 */

export const PAST_RELEASES_FOLDER = path.join(import.meta.dirname, "../past-releases");

export type Row = Readonly<Record<string, unknown>>;
export type Tables = ReadonlyMap<string, readonly Row[]>;

/** A waiting job. The queue's tables belong to graphile-worker; task and payload are ours. */
interface WaitingJob {
  readonly task: string;
  readonly payload: unknown;
  readonly key: string | null;
}

type Line =
  | { readonly release: number; readonly migration: string }
  | { readonly sequence: string; readonly lastValue: number }
  | { readonly job: WaitingJob }
  | { readonly attempt: SentAttempt }
  | { readonly table: string; readonly row: Row };

export interface Release {
  readonly release: number;
  /** Its last migration. */
  readonly migration: string;
  readonly sequences: ReadonlyMap<string, number>;
  readonly jobs: readonly WaitingJob[];
  readonly attempts: readonly SentAttempt[];
  readonly tables: Tables;
}

const TABLES =
  "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')";

/** Times are in UTC. */
export const withClient = <Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> =>
  withConnection({ connectionString: url, options: "-c TimeZone=UTC" }, work);

async function readTexts(client: pg.Client, statement: string): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(statement);
  return rows.map(({ text }) => text);
}

/** Reads the product's tables with all rows; `url` is a superuser's. */
export const readTables = (url: string): Promise<Tables> =>
  withClient(url, async (client) => {
    const tables = new Map<string, Row[]>();
    const { rows } = await client.query<{ name: string }>(`${TABLES} order by 1`);
    for (const { name } of rows) {
      const texts = await readTexts(client, `select to_jsonb(t)::text as text from "${name}" t`);
      tables.set(
        name,
        texts.map((text) => JSON.parse(text) as Row),
      );
    }
    return tables;
  });

/** Reads the product's sequences by name. */
export const readSequences = (url: string): Promise<Map<string, number>> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string; value: string }>(
      "select sequencename as name, coalesce(last_value, 0) as value from pg_sequences where schemaname = 'public' order by 1",
    );
    return new Map(rows.map(({ name, value }) => [name, Number(value)]));
  });

/** Records the whole database; `url` is a superuser's. */
export const recordRelease = (
  url: string,
  { release, attempts }: { release: number; attempts: readonly SentAttempt[] },
): Promise<string> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ when: string }>(
      "select max(created_at) as when from drizzle.__drizzle_migrations",
    );
    const migration = readJournal().entries.find(({ when }) => when === Number(rows[0]?.when))?.tag;
    if (migration === undefined) throw new Error("The database stands at no migration of this version.");
    const head: Line[] = [
      { release, migration },
      ...[...(await readSequences(url))].map(([sequence, lastValue]) => ({ sequence, lastValue })),
      ...attempts.map((attempt) => ({ attempt })),
    ];
    const lines = head.map((line) => JSON.stringify(line));
    lines.push(
      ...(await readTexts(
        client,
        `select jsonb_build_object('job', jsonb_build_object('task', task.identifier, 'payload', job.payload, 'key', job.key))::text as text
         from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id order by job.id`,
      )),
    );
    const tables = await client.query<{ name: string }>(`${TABLES} order by 1`);
    for (const { name } of tables.rows)
      for (const text of await readTexts(client, `select to_jsonb(t)::text as text from "${name}" t order by t`))
        lines.push(`{"table": "${name}", "row": ${text}}`);
    return `${lines.join("\n")}\n`;
  });

/** Reads all recorded releases, oldest first. */
export function readReleases(): Release[] {
  const names = readdirSync(PAST_RELEASES_FOLDER).filter((name) => name.endsWith(".jsonl"));
  return names
    .map((name) => parseRelease(readFileSync(path.join(PAST_RELEASES_FOLDER, name), "utf8")))
    .sort((one, other) => one.release - other.release);
}

export function parseRelease(text: string): Release {
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
  const [head] = lines;
  if (!head || !("release" in head)) throw new Error("A record begins with its release.");
  const tables = new Map<string, Row[]>();
  for (const line of lines) if ("table" in line) tables.set(line.table, [...(tables.get(line.table) ?? []), line.row]);
  return {
    ...head,
    tables,
    sequences: new Map(lines.flatMap((line) => ("sequence" in line ? [[line.sequence, line.lastValue] as const] : []))),
    jobs: lines.flatMap((line) => ("job" in line ? [line.job] : [])),
    attempts: lines.flatMap((line) => ("attempt" in line ? [line.attempt] : [])),
  };
}

/** Loads a record into a database at its migration; `url` is a superuser's. Triggers are off, so the rows stay as recorded. */
export const loadRelease = (url: string, { tables, sequences, jobs }: Release): Promise<void> =>
  withClient(url, async (client) => {
    await client.query("begin; set local session_replication_role = replica");
    for (const [name, rows] of tables) {
      // PostgreSQL rejects values of generated columns.
      const columns = await client.query<{ names: string }>(
        `select string_agg(quote_ident(attname), ', ') as names from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [name],
      );
      const names = columns.rows[0]?.names ?? "";
      await client.query(
        `insert into "${name}" (${names}) overriding system value select ${names} from jsonb_populate_recordset(null::"${name}", $1)`,
        [JSON.stringify(rows)],
      );
    }
    for (const [name, value] of sequences)
      if (value > 0) await client.query("select setval($1::regclass, $2)", [name, value]);
    for (const { task, payload, key } of jobs)
      await client.query("select graphile_worker.enqueue($1, $2, $3)", [task, JSON.stringify(payload), key]);
    await client.query("commit");
  });

/** Describes rows and values that the database lost; `changed` lists columns, as "table.column", that may differ. */
export function findLosses(release: Tables, after: Tables, changed: ReadonlySet<string>): string[] {
  return [...release].flatMap(([table, rows]) => {
    const now = after.get(table);
    if (!now) return [`${table} is gone`];
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !changed.has(`${table}.${column}`));
    const missing = columns.filter((column) => now[0] && !(column in now[0]));
    if (missing.length > 0) return missing.map((column) => `${table}.${column} is gone`);
    const textOf = (row: Row): string => JSON.stringify(columns.map((column) => row[column]));
    const left = new Map<string, number>();
    for (const row of now) left.set(textOf(row), (left.get(textOf(row)) ?? 0) + 1);
    const lost = rows.filter((row) => {
      const count = left.get(textOf(row)) ?? 0;
      left.set(textOf(row), count - 1);
      return count <= 0;
    });
    return [
      ...(now.length === rows.length
        ? []
        : [`${table} has ${String(now.length)} rows instead of ${String(rows.length)}`]),
      ...lost.map((row) => `${table} no longer holds ${describeLoss(row, { now, columns })}`),
    ];
  });
}

/** Compares a lost row with the most similar one. */
function describeLoss(row: Row, { now, columns }: { now: readonly Row[]; columns: readonly string[] }): string {
  const differing = (other: Row): string[] =>
    columns.filter((column) => JSON.stringify(other[column]) !== JSON.stringify(row[column]));
  const [closest = columns] = now.map(differing).sort((one, other) => one.length - other.length);
  return closest
    .map((column) => `${column} ${JSON.stringify(row[column])}`)
    .join(", ")
    .slice(0, 300);
}
