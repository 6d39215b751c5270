import { CONNECTION_FAILURES, Problem, type ConnectionAccount } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { providerFailureText, providerProblemText } from "#server-client/provider-failure.ts";
import { givenText, healthLines, keptText, momentText, reconnectText, stateTag } from "./connection-texts.ts";

const HOVER_KEPT = { one: "job or measurement", many: "jobs and measurements" };

const timeZone = "America/New_York";
// 10:45 AM in New York.
const now = Date.parse("2026-11-25T15:45:00.000Z");
const at = { timeZone, now };

const account = (values: Partial<ConnectionAccount> = {}): ConnectionAccount => ({
  provider: "hover",
  body: "",
  authorizeUrl: null,
  rehearsalUrl: null,
  state: "connected",
  isRehearsal: false,
  rehearsalFaults: [],
  accountLabel: "North Gable",
  connectedByName: "Ann Lee",
  cachedCount: 0,
  connectedTime: "2026-05-02T15:00:00.000Z",
  renewedTime: "2026-11-25T14:02:00.000Z",
  lastSuccessTime: "2026-11-25T15:41:00.000Z",
  lastFailure: null,
  ...values,
});

describe("[HVR-05] the text about a connection's health", () => {
  test.each([
    { time: "2026-11-25T15:41:00.000Z", text: "Today, 10:41 AM" },
    { time: "2026-11-25T04:58:00.000Z", text: "Yesterday, 11:58 PM" },
    { time: "2026-11-24T14:12:00.000Z", text: "Yesterday, 9:12 AM" },
    { time: "2026-11-23T14:12:00.000Z", text: "Nov 23, 9:12 AM" },
    { time: "2025-11-23T14:12:00.000Z", text: "Nov 23, 2025, 9:12 AM" },
  ])("$time reads $text", ({ time, text }) => {
    expect(momentText(time, at)).toBe(text);
  });

  test("says today in small letters in the middle of a sentence", () => {
    expect(momentText("2026-11-25T15:41:00.000Z", at, { isInSentence: true })).toBe("today, 10:41 AM");
    expect(momentText("2026-11-23T14:12:00.000Z", at, { isInSentence: true })).toBe("Nov 23, 9:12 AM");
  });

  test("says who gave the permission and when", () => {
    expect(givenText(account(), at)).toBe("Permission given on May 2 by Ann Lee");
    expect(givenText(account({ connectedByName: "", connectedTime: null }), at)).toBe("Permission given");
    expect(givenText(account({ connectedTime: "2025-05-02T15:00:00.000Z" }), at)).toBe(
      "Permission given on May 2, 2025 by Ann Lee",
    );
  });

  test("says what to do when the provider no longer accepts it", () => {
    expect(reconnectText(account(), { name: "Hover", ...at })).toBe(
      "Reconnect: Hover no longer accepts the permission that Ann Lee gave on May 2",
    );
    expect(reconnectText(account({ connectedByName: "" }), { name: "Hover", ...at })).toBe(
      "Reconnect: Hover no longer accepts the permission that was given on May 2",
    );
  });

  test("[CONN-58] names what answers leave out, by call, and nothing of an older server", () => {
    const missingKeys = [
      { call: "leads", keys: ["Meeting_Date", "Owner"] },
      { call: "org", keys: ["domain_name"] },
    ];
    const lineOf = (values: Partial<ConnectionAccount>) =>
      healthLines(account(values), { name: "Zoho CRM", ...at }).find(({ label }) => label === "Missing in answers");
    expect(lineOf({ missingKeys })?.value).toBe(
      "Zoho CRM leaves out Meeting_Date, Owner (leads); domain_name (org). Whatever depends on it stays as it is; check what the connected account may see.",
    );
    expect([lineOf({ missingKeys: [] }), lineOf({})]).toEqual([undefined, undefined]);
  });

  test("names the last good call, the last failure with what to do, and the renewal", () => {
    const lastFailure = { time: "2026-11-24T20:18:00.000Z", failure: "timedOut" } as const;
    expect(healthLines(account({ lastFailure }), { name: "Hover", ...at })).toEqual([
      { label: "Last good call", value: "Today, 10:41 AM" },
      {
        label: "Last failure",
        value: "Yesterday, 3:18 PM: Hover did not answer in time. Try again in a few minutes.",
      },
      { label: "Permission", value: "Renewed: Today, 9:02 AM. It renews itself." },
    ]);
  });

  test("says that nothing has happened yet", () => {
    const given = "2026-11-25T15:40:00.000Z";
    const fresh = account({ connectedTime: given, renewedTime: given, lastSuccessTime: null });
    expect(healthLines(fresh, { name: "Hover", ...at }).map(({ value }) => value)).toEqual([
      "None yet",
      "None",
      "Given: Today, 10:40 AM. It renews itself.",
    ]);
  });

  test.each([
    { situation: "a good call", values: {}, tag: { tone: "ok", label: "Working" } },
    {
      situation: "a failure before a good call",
      values: { lastFailure: { time: "2026-11-25T15:40:00.000Z", failure: "timedOut" } } as const,
      tag: { tone: "ok", label: "Working" },
    },
    {
      situation: "a failure after a good call",
      values: { lastFailure: { time: "2026-11-25T15:42:00.000Z", failure: "timedOut" } } as const,
      tag: { tone: "warn", label: "Last call failed" },
    },
    {
      situation: "a permission that is over",
      values: { state: "reconnectNeeded" } as const,
      tag: { tone: "bad", label: "Reconnect needed" },
    },
  ])("$situation is marked $tag.label", ({ values, tag }) => {
    expect(stateTag(account(values))).toEqual(tag);
  });

  test("counts what is kept", () => {
    expect([0, 1, 1_238].map((count) => keptText(count, HOVER_KEPT))).toEqual([
      "Nothing",
      "1 job or measurement",
      "1,238 jobs and measurements",
    ]);
  });
});

describe("[HVR-07] a failure of the provider", () => {
  test.each(CONNECTION_FAILURES.map((failure) => ({ failure })))(
    "$failure names the provider and what to do",
    (given) => {
      const text = providerFailureText(given.failure, "Hover");
      expect(text).toContain("Hover");
      expect(text).toMatch(/[Tt]ry again|reconnect|Reconnect|connects|Check|Ask|ask|operator|look at it/);
      const problem = new Problem("providerFailed", { errors: { provider: [given.failure] } });
      expect(providerProblemText(problem, "Hover")).toBe(text);
    },
  );

  test("that this app does not know yet, and none at all, read as unavailable", () => {
    const unavailable = providerFailureText("unavailable", "Hover");
    expect(providerProblemText(new Problem("providerFailed", { errors: { provider: ["onStrike"] } }), "Hover")).toBe(
      unavailable,
    );
    expect(providerProblemText(new Problem("providerFailed"), "Hover")).toBe(unavailable);
  });

  test("a call that took too long reads as timed out, other problems as themselves", () => {
    expect(providerProblemText(new Problem("requestTimeout"), "Hover")).toBe(providerFailureText("timedOut", "Hover"));
    expect(providerProblemText(new Problem("accessDenied"), "Hover")).toBeUndefined();
  });
});
