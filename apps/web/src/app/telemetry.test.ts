import { routes, type RouteName } from "@ridgebook/contract";
import { expect, test, vi } from "vitest";
import { createTelemetry, type OpenRoute } from "#app/telemetry.ts";
import type { ServerClient } from "#server-client/server-client.ts";

const ORIGIN = "https://ridgebook.example";
const LEAD: OpenRoute = { path: "/estimator/leads/$id/details", title: "Lead" };
const URL_WITH_DATA = `${ORIGIN}/estimator/leads/12/details?search=Karen%20Whitfield`;
const VIEW = { title: "Karen Whitfield", url: URL_WITH_DATA };
const ALL = { errorReports: true, pageViews: true };

/** An app on a page, and its requests. */
function setUp({ sends = ALL, route = LEAD }: { sends?: typeof ALL; route?: OpenRoute } = {}) {
  const sent: [RouteName, unknown][] = [];
  const answer = vi.fn(() => Promise.resolve({ telemetry: sends }));
  const call = (name: RouteName, parts: { body?: unknown }): Promise<unknown> => {
    if (name === "getInfo") return answer();
    sent.push([name, parts.body]);
    return Promise.resolve();
  };
  const telemetry = createTelemetry({
    client: { call } as Pick<ServerClient, "call">,
    readRoute: () => route,
    version: "1.7.76",
    origin: ORIGIN,
  });
  const report = (error: unknown): void => telemetry.reportDefect({ error, url: URL_WITH_DATA, version: "1.7.76" });
  return { ...telemetry, report, sent, answer };
}

/** The requests, after all reports are done. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

const failAt = (line: number, message = "Karen Whitfield"): Error =>
  Object.assign(new TypeError(message), {
    stack: `TypeError: ${message}\n    at save (${ORIGIN}/assets/main-Bq1.js:${String(line)}:20)\n    at ${URL_WITH_DATA}:1:2`,
  });

test("[OP-81] a page view says the kind of page, and not who or what is on it", async () => {
  const { reportPageView, sent } = setUp();
  reportPageView(VIEW);
  await settled();
  const body = { page: "/estimator/leads/:id/details", title: "Lead", version: "1.7.76" };
  expect(sent).toEqual([["sendPageView", body]]);
  expect(routes.sendPageView.body.parse(body)).toEqual(body);
});

test("[ERR-16] an error report has the error's class and place, and no message, address or id", async () => {
  const { report, sent } = setUp();
  report(failAt(1));
  await settled();
  const body = {
    type: "TypeError",
    page: "/estimator/leads/:id/details",
    version: "1.7.76",
    frames: [{ function: "save", file: "/assets/main-Bq1.js", line: 1, column: 20 }],
  };
  expect(sent).toEqual([["sendErrorReport", body]]);
  expect(routes.sendErrorReport.body.parse(body)).toEqual(body);
});

test("[ERR-16] reports nothing of thrown values that are not errors, or of a class with an invented name", async () => {
  const { report, sent } = setUp();
  report("Karen Whitfield");
  report(Object.assign(failAt(2), { name: "Karen Whitfield" }));
  await settled();
  expect(sent.map(([, body]) => (body as { type: string }).type)).toEqual(["Error", "Error"]);
  expect(JSON.stringify(sent)).not.toContain("Karen");
});

test.each([
  [{ errorReports: false, pageViews: false }, []],
  [{ errorReports: true, pageViews: false }, ["sendErrorReport"]],
  [{ errorReports: false, pageViews: true }, ["sendPageView"]],
])("[OP-81] with %o the app sends %j", async (sends, expected) => {
  const { report, reportPageView, sent, answer } = setUp({ sends });
  report(failAt(1));
  reportPageView(VIEW);
  await settled();
  expect(sent.map(([name]) => name)).toEqual(expected);
  expect(answer).toHaveBeenCalledTimes(1);
});

test("[OP-81] without an answer nothing is sent, and the request is repeated at the next page", async () => {
  const { reportPageView, sent, answer } = setUp();
  answer.mockRejectedValueOnce(new Error("offline"));
  reportPageView(VIEW);
  await settled();
  expect(sent).toEqual([]);
  reportPageView(VIEW);
  await settled();
  expect(sent).toHaveLength(1);
});

test("[ERR-16] the same defect is reported once, and a page reports ten at most", async () => {
  const { report, sent } = setUp();
  for (const line of [1, 1, ...Array.from({ length: 20 }, (_, index) => index + 2)]) report(failAt(line));
  await settled();
  expect(sent).toHaveLength(10);
  expect(new Set(sent.map(([, body]) => JSON.stringify(body))).size).toBe(10);
});
