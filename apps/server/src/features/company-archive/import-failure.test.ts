import { expect, test } from "vitest";
import { ArchiveError } from "./archive-error.ts";
import { importFailureText } from "./import-failure.ts";

/** As the query builder wraps PostgreSQL's error: with the statement and its rows. */
const databaseError = (code: string, message: string): Error =>
  new Error('Failed query: insert into lead ... params: 5,[{"last_name":"Whitfield"}]', {
    cause: Object.assign(new Error(message), { code }),
  });

test.each([
  { code: "25P03", said: /waited too long for the archive's rows\. Import again/ },
  { code: "53100", said: /^The disk of the database is full\./ },
  { code: "57P01", said: /^The database was stopped/ },
  { code: "08006", said: /^The connection to the database broke off\./ },
  { code: "ECONNREFUSED", said: /^The connection to the database broke off\./ },
  { code: "42501", said: /refused the import with 42501: permission denied for table lead\./ },
])("[ADMIN-16] an import that the database ends with $code says so without a row of the archive", ({ code, said }) => {
  const text = importFailureText(databaseError(code, "permission denied for table lead"));
  expect(text).toMatch(said);
  expect(text).toContain("the next import of it removes");
  expect(text).not.toMatch(/Whitfield|Failed query/);
});

test("[ADMIN-16] a full disk and a refused archive are reported, and a defect is not disguised", () => {
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  expect(importFailureText(new Error("cannot write", { cause: full }))).toMatch(/^There is no room left/);
  expect(importFailureText(new ArchiveError("Cut off."))).toBe("Cut off.");
  expect(importFailureText(new TypeError("x is not a function"))).toBeUndefined();
});
