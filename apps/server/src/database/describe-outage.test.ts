import { describe, expect, test } from "vitest";
import { describeOutage } from "./describe-outage.ts";

const failure = (message: string, code: string): Error => Object.assign(new Error(message), { code });

describe("[OPS-17] a message for the operator when the server cannot work", () => {
  test.each([
    ["25006", "the database is read-only"],
    ["53100", "the disk of the database is full"],
    ["53300", "the database has no connection left: raise max_connections, or put a pooler in front"],
    ["57P01", "the database is being started or stopped"],
    ["57P03", "the database is being started or stopped"],
    ["28P01", "the database refuses the login of DATABASE_URL or DATABASE_PLATFORM_URL"],
    ["ECONNREFUSED", "nothing listens at the address of the database"],
    ["ENOTFOUND", "the address of the database cannot be reached"],
    ["08006", "the connection to the database was closed or refused"],
    ["ENOSPC", "the disk of the files is full"],
    ["XX000", "the database answers XX000"],
  ])("%s: %s", (code, words) => {
    const error = failure("Ann Lee, 555-0100", code);
    for (const each of [error, new Error("Failed query: Ann Lee", { cause: error })])
      expect(describeOutage(each)).toBe(words);
  });

  test("a database that does not answer", () => {
    expect(describeOutage(new Error("timeout exceeded when trying to connect"))).toBe("the database does not answer");
  });

  test("repeats the message of the readiness check", () => {
    expect(describeOutage(new Error("The job queue's connections are silent."))).toBe(
      "The job queue's connections are silent.",
    );
  });

  // PgBouncer 1.18 and 1.21, word for word.
  test.each([
    "server login has been failing, try again later (server_login_retry)",
    "server login has been failing, cached error: connect failed (server_login_retry)",
  ])("a PgBouncer that keeps refusing names the setting and its remedy: %s", (message) => {
    expect(describeOutage(failure(message, "08P01"))).toBe(
      "PgBouncer refuses connections for server_login_retry seconds (15 by default) after PostgreSQL was away: " +
        "set server_login_retry = 1 in pgbouncer.ini",
    );
  });

  test("a PgBouncer that is full names its setting", () => {
    expect(describeOutage(failure("no more connections allowed (max_client_conn)", "08P01"))).toBe(
      "the pooler refuses connections, see its setting max_client_conn",
    );
  });
});
