import { Problem } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { wasDeleted } from "#server-client/delete-outcome.ts";
import { problemFromReply } from "#server-client/read-problem.ts";
import { createFailureReporter, failureMessages } from "#server-client/report-failure.ts";

function buildReporter() {
  const log: string[] = [];
  const report = createFailureReporter({
    showError: (message) => log.push(`show ${message}`),
    refreshApp: () => Promise.resolve().then(() => void log.push("refresh")),
    navigate: (path) => void log.push(`go ${path}`),
    reportDefect: (error) => log.push(`defect ${String(error)}`),
  });
  return { report, log };
}

const unavailable = "Your device is offline or the server is unavailable right now.";
const unexpected =
  "A problem has occurred. Please refresh the page and try again. If the problem persists, contact support.";

describe("the generic handler of failed calls", () => {
  test.each([
    ["ERR-05", 403, "Access denied. Your account does not have permission to do this."],
    ["ERR-06", 404, "The information you requested was not found."],
    ["ERR-06", 410, "The information you requested was not found."],
    ["ERR-07", 408, "The request has timed out because the server took too long to respond."],
    ["ERR-08", 502, unavailable],
    ["ERR-08", 503, unavailable],
    ["ERR-08", 504, unavailable],
    ["ERR-09", 500, unexpected],
    ["ERR-09", 409, unexpected],
    ["ERR-10", 400, "One or more validation errors occurred."],
  ])("[%s] status %d reads %j", (_, status, message) => {
    expect(failureMessages(problemFromReply({ status, body: undefined }))).toEqual([message]);
  });

  test("[TWO-15] 403 says what a company asks for", () => {
    expect(failureMessages(new Problem("twoStepRequired"))).toEqual([
      "This company asks for a second step at login. Set one up, then select the company again.",
    ]);
  });

  test("[HVR-07] 424 says that the connected service failed", () => {
    expect(failureMessages(new Problem("providerFailed"))).toEqual([
      "The connected service did not answer as it should. What is kept here is not affected.",
    ]);
  });

  test("[ERR-04] 401 says so, refreshes the app and goes to the root, from any path", async () => {
    const { report, log } = buildReporter();
    await report(new Problem("sessionExpired"), { goTo: "/estimator/leads" });
    expect(log).toEqual(["show Your session has expired, please login again.", "refresh", "go /"]);
  });

  test("[AUTH-34] 401 says why the session is over, where the server does", async () => {
    const { report, log } = buildReporter();
    await report(new Problem("sessionExpired", { title: "You signed in 90 days ago, please login again." }));
    expect(log).toEqual(["show You signed in 90 days ago, please login again.", "refresh", "go /"]);
  });

  test("[ERR-11] other failures go to the path that the caller gave", async () => {
    const { report, log } = buildReporter();
    await report(new Problem("notFound"), { goTo: "/estimator/leads" });
    await report(new Problem("notFound"));
    expect(log).toEqual([
      "show The information you requested was not found.",
      "go /estimator/leads",
      "show The information you requested was not found.",
    ]);
  });

  test("a failure to store has its own message", async () => {
    const { report, log } = buildReporter();
    await report(new Problem("unexpected", { status: 507, title: "This device has no space left." }));
    expect(log).toEqual(["show This device has no space left."]);
  });

  test("an aborted call is no news for the person who left", async () => {
    const { report, log } = buildReporter();
    await report(new Problem("aborted"));
    expect(log).toEqual([]);
  });

  test("a defect reaches the error reporter untouched", async () => {
    const { report, log } = buildReporter();
    await report(new TypeError("x is undefined"));
    expect(log).toEqual(["defect TypeError: x is undefined", `show ${unexpected}`]);
  });
});

describe("delete calls", () => {
  test.each([
    ["a success deletes", () => Promise.resolve(), true],
    ["404 counts as deleted", () => Promise.reject(new Problem("notFound")), true],
    ["409 is a refusal", () => Promise.reject(new Problem("inUse")), false],
  ])("[ERR-12] %s", async (_, startDeleting, deleted) => {
    expect(await wasDeleted(startDeleting())).toBe(deleted);
  });

  test("[ERR-12] other failures are passed on", async () => {
    await expect(wasDeleted(Promise.reject(new Problem("unavailable")))).rejects.toMatchObject({ status: 503 });
  });
});
