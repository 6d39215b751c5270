import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { readTables, recordRelease, type Row, type Tables } from "#database/testing/past-releases.ts";
import { buildPdf } from "#testing/build-document.ts";
import { fillEveryTable, type SentAttempt } from "#testing/fill-every-table.ts";
import { standInPrinter } from "#testing/stand-in-printer.ts";
import { startTestApplication, type TestApplication } from "#testing/test-application.ts";

/* `npm run record-release` runs this file with the release and the file that it is written to. */

let app: TestApplication;
let attempts: readonly SentAttempt[];
let tables: Tables;
beforeAll(async () => {
  app = await startTestApplication(inject("postgresUrl"), {
    printer: standInPrinter(() => buildPdf("drawn")),
  });
  attempts = await fillEveryTable(app);
  tables = await readTables(app.testDatabase.superuserUrl);
});
afterAll(() => app.close());

test("[SYNC-37] the company that goes on record has a row in every table and a value in every column", () => {
  const withoutValue = (rows: readonly Row[]): string[] =>
    Object.keys(rows[0] ?? {}).filter((column) => rows.every((row) => row[column] === null));
  expect([...tables].filter(([, rows]) => rows.length === 0).map(([table]) => table)).toEqual([]);
  expect([...tables].flatMap(([table, rows]) => withoutValue(rows).map((column) => `${table}.${column}`))).toEqual([]);
});

test("[SYNC-37] the record of a release fits into a review", async () => {
  const { RECORD_RELEASE: release, RECORD_FILE: file } = process.env;
  const record = await recordRelease(app.testDatabase.superuserUrl, { release: Number(release ?? 0), attempts });
  expect(record.length).toBeLessThan(300_000);
  // "wx" fails where a release was recorded before.
  if (release !== undefined && file !== undefined) writeFileSync(file, record, { flag: "wx" });
});
