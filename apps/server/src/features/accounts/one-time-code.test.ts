import { describe, expect, test } from "vitest";
import { hashBackupCode, makeBackupCodes, makeTotpSecret, stepOfCode, toOtpauthUri } from "./one-time-code.ts";

/** The secret of RFC 6238, appendix B, "12345678901234567890" in base32. Its codes of 8 digits end with these 6. */
const RFC_SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const at = (seconds: number): Date => new Date(seconds * 1000);

describe("one-time codes", () => {
  test.each([
    { seconds: 59, code: "287082", step: 1 },
    { seconds: 1_111_111_109, code: "081804", step: 37_037_036 },
    { seconds: 1_234_567_890, code: "005924", step: 41_152_263 },
    { seconds: 20_000_000_000, code: "353130", step: 666_666_666 },
  ])("[TWO-01] are those of RFC 6238 at $seconds seconds", ({ seconds, code, step }) => {
    expect(stepOfCode({ secret: RFC_SECRET, code, now: at(seconds) })).toBe(step);
  });

  test.each([
    { given: "one step early", seconds: 0, step: 1 },
    { given: "at its first second", seconds: 30, step: 1 },
    { given: "at the last second of the next step", seconds: 89, step: 1 },
    { given: "two steps late", seconds: 90, step: undefined },
  ])("[TWO-02] the code of seconds 30 to 59, $given", ({ seconds, step }) => {
    expect(stepOfCode({ secret: RFC_SECRET, code: "287082", now: at(seconds) })).toBe(step);
  });

  test("[TWO-02] a code is refused two steps before its own", () => {
    expect(stepOfCode({ secret: RFC_SECRET, code: "081804", now: at(1_111_111_109 - 60) })).toBeUndefined();
  });

  test.each(["287 082", "287-082"])("may be typed as %s", (code) => {
    expect(stepOfCode({ secret: RFC_SECRET, code, now: at(59) })).toBe(1);
  });

  test.each(["", "28708", "2870822", "abcdef", "28708２"])("%j is no code", (code) => {
    expect(stepOfCode({ secret: RFC_SECRET, code, now: at(59) })).toBeUndefined();
  });

  test("[TWO-01] a secret has 160 bits, and its address names product, account and secret", () => {
    const secret = makeTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(toOtpauthUri(secret, "ann@gable.test"));
    expect(uri.protocol).toBe("otpauth:");
    expect(decodeURIComponent(uri.pathname)).toContain("Ridgebook:ann@gable.test");
    expect(uri.searchParams.get("secret")).toBe(secret);
  });
});

describe("backup codes", () => {
  test("[TWO-04] are ten different ones of four groups", () => {
    const codes = makeBackupCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  });

  test("[TWO-04] count however they are typed", () => {
    expect(hashBackupCode("0o1i labc-defg hjkm")).toBe(hashBackupCode("0011-1ABC-DEFG-HJKM"));
    expect(hashBackupCode("0011-1ABC-DEFG-HJKM")).not.toContain("0011");
  });
});
