import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { createLogger } from "./logging.ts";

function logged(error: unknown): string {
  const lines: string[] = [];
  createLogger({ level: "info", destination: { write: (line: string) => void lines.push(line) } }).error(
    { err: error },
    "defect",
  );
  return lines.join("");
}

describe("log", () => {
  test("a database error is logged by code and place, without the values in its messages", () => {
    const cause = Object.assign(new Error('invalid input syntax for type bigint: "Ann Lee"'), {
      severity: "ERROR",
      code: "23505",
      detail: "Key (email)=(ann@gable.test) already exists.",
      table: "account",
      constraint: "account_email",
    });
    const line = logged(new DrizzleQueryError("insert into account values ($1)", ["ann@gable.test"], cause));
    expect(JSON.parse(line)).toMatchObject({
      err: { code: "23505", table: "account", constraint: "account_email" },
      msg: "defect",
    });
    expect(line).not.toMatch(/ann/i);
  });

  test("a defect keeps its message and where it happened", () => {
    const line = logged(new TypeError("quantity is not a number"));
    expect(line).toContain("quantity is not a number");
    expect(line).toContain("logging.test.ts");
  });
});
