import { readFileSync } from "node:fs";
import path from "node:path";
import type pg from "pg";
import { z } from "zod";
import { DatabaseStartError } from "./embedded/database-start-error.ts";
import { serverPackageFolder } from "./package-folder.ts";

export const MIGRATIONS_FOLDER = path.join(serverPackageFolder(), "src/database/migrations");

const journalShape = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.number() })) });

/** This Ridgebook's migrations in order. A database records the `when` of each applied one. */
export function readKnownMigrations(folder = MIGRATIONS_FOLDER): readonly { tag: string; when: number }[] {
  return journalShape.parse(JSON.parse(readFileSync(path.join(folder, "meta/_journal.json"), "utf8"))).entries;
}

/** The newest migration's name. It says more than the package version, which several database states share. */
export const newestMigration = (): string => readKnownMigrations().at(-1)?.tag ?? "";

/** Throws DatabaseStartError for a database that a newer Ridgebook migrated: this one would write data that the newer one cannot read. */
export async function assertNotAhead(client: pg.ClientBase, folder: string): Promise<void> {
  const { rows } = await client.query<{ isThere: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`,
  );
  if (!rows[0]?.isThere) return;
  const newest = readKnownMigrations(folder).at(-1);
  const ahead = await client.query<{ count: number }>(
    "select count(*)::int as count from drizzle.__drizzle_migrations where created_at > $1",
    [newest?.when ?? 0],
  );
  const count = ahead.rows[0]?.count ?? 0;
  if (count === 0) return;
  throw new DatabaseStartError(
    `A newer Ridgebook has migrated this database: it had ${String(count)} ${count === 1 ? "migration" : "migrations"} that this one does not know, ` +
      `the last of which is ${newest?.tag ?? "none"}. Start the newer one, or restore a backup of before.`,
  );
}
