import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { MIGRATIONS_FOLDER } from "#database/known-migrations.ts";

interface Journal {
  readonly entries: readonly { readonly idx: number; readonly when: number; readonly tag: string }[];
}

export const readJournal = (): Journal =>
  JSON.parse(readFileSync(path.join(MIGRATIONS_FOLDER, "meta/_journal.json"), "utf8")) as Journal;

/** Runs `work` with a folder of the product's migrations up to and including `upTo`, followed by `further`. */
export async function withMigrations<Result>(
  { upTo, further }: { upTo?: string; further?: string },
  work: (migrationsFolder: string) => Promise<Result>,
): Promise<Result> {
  const journal = readJournal();
  const last = upTo === undefined ? journal.entries.length - 1 : journal.entries.findIndex(({ tag }) => tag === upTo);
  if (last === -1) throw new Error(`There is no migration ${String(upTo)}.`);
  const kept = journal.entries.slice(0, last + 1);
  const folder = mkdtempSync(path.join(os.tmpdir(), "ridgebook-migrations-"));
  try {
    mkdirSync(path.join(folder, "meta"));
    for (const { tag } of kept) cpSync(path.join(MIGRATIONS_FOLDER, `${tag}.sql`), path.join(folder, `${tag}.sql`));
    const added = {
      idx: kept.length,
      version: "7",
      when: (kept.at(-1)?.when ?? 0) + 1,
      tag: "further",
      breakpoints: true,
    };
    if (further !== undefined) writeFileSync(path.join(folder, "further.sql"), further);
    const entries = further === undefined ? kept : [...kept, added];
    writeFileSync(path.join(folder, "meta/_journal.json"), JSON.stringify({ ...journal, entries }));
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
