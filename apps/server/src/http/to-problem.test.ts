import { describe, expect, test } from "vitest";
import { toProblem } from "./to-problem.ts";

describe("[REQ-11] what a caller learns of a failure", () => {
  test.each([
    ["53100", "a database's disk that is full"],
    ["57P01", "a database that stops"],
    ["57P03", "a database that starts"],
    ["08006", "a lost connection"],
    ["28P01", "a password that the database does not take any more"],
    ["3D000", "a database that is not there yet, as in a restore"],
    ["EHOSTUNREACH", "a database's machine that is away"],
    ["ETIMEDOUT", "a connection that is not made"],
    ["ENOTFOUND", "a name that cannot be looked up"],
    ["25006", "a read-only database"],
    ["55P03", "a lock that is held too long"],
    ["ENOSPC", "a disk for files that is full"],
    ["EDQUOT", "a share of a disk that is used up"],
  ])("%s, %s, is a 503", (code) => {
    const failure = Object.assign(new Error("no"), { code });
    // Drizzle wraps PostgreSQL's error.
    for (const error of [failure, new Error("Failed query", { cause: failure })])
      expect(toProblem(error)).toMatchObject({ code: "unavailable", status: 503 });
  });

  test.each(["23505", "42P01", "EACCES"])("%s is a defect", (code) => {
    expect(toProblem(Object.assign(new Error("no"), { code })).code).toBe("unexpected");
  });
});
