import { describe, expect, test } from "vitest";
import { callsOf, createdText, examplesOf, lastUsedText } from "./api-texts.ts";

const ZONE = "America/New_York";

describe("[TOKEN-04] the calls that the page lists", () => {
  test("a token that reads gets no call that changes anything", () => {
    const calls = callsOf("read").map(({ call }) => call);
    expect(calls).toContain("GET /api/leads/{id}");
    expect(calls.filter((call) => !call.startsWith("GET "))).toEqual([]);
  });

  test("one that writes gets those too, and none of settings, users, files or mail", () => {
    const calls = callsOf("readWrite").map(({ call }) => call);
    expect(calls).toContain("POST /api/leads");
    expect(calls.filter((call) => /settings|users|files|email|batch|credential|integration/i.test(call))).toEqual([]);
  });
});

test("[INT-01] examples call this installation, and only one that may write adds a lead", () => {
  const [read, write] = (["read", "readWrite"] as const).map((access) =>
    examplesOf({ origin: "https://gable.example", access }).map(({ command }) => command),
  );
  expect(read?.every((command) => command.includes('"https://gable.example/'))).toBe(true);
  expect(read?.join("")).not.toContain("-d ");
  expect(write?.join("")).toContain('"https://gable.example/api/leads/"');
});

describe("[TOKEN-06] times are in the company's time zone", () => {
  const used = { lastUsedTime: "2026-11-27T16:48:00.000Z", lastUsedAddress: "198.51.100.7" };

  test("with the address, and with the person", () => {
    expect(lastUsedText(used, ZONE).replaceAll(/\s/g, " ")).toBe("Nov 27, 2026, 11:48 AM, from 198.51.100.7");
    const token = { ...used, prefix: "rbk_Ab3dE9", createdBy: "Ann Lee", createdTime: "2026-11-27T17:00:00.000Z" };
    expect(createdText(token, ZONE).replaceAll(/\s/g, " ")).toBe("Nov 27, 2026, 12:00 PM, by Ann Lee");
  });

  test("without what is not known", () => {
    expect(lastUsedText({ lastUsedTime: null }, ZONE)).toBe("Never");
    expect(lastUsedText({ lastUsedTime: used.lastUsedTime }, ZONE)).not.toContain("from");
  });
});
