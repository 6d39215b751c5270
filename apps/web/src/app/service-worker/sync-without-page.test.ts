import { beforeEach, expect, test, vi } from "vitest";
import { SHAPES, SYNCED_STORES, type SessionUser } from "@ridgebook/contract";
import { emptyEntry } from "@ridgebook/estimating";
import { StillWaiting } from "#app/service-worker/still-waiting.ts";
import { syncWithoutPage } from "#app/service-worker/sync-without-page.ts";
import type { LocalData } from "#local-data/local-data.ts";
import type { ServerCall } from "#local-data/device/server-calls.ts";
import { ANN, leadFields, settled, TestDevice } from "#local-data/testing/test-device.ts";
import type { CookieLocks } from "#server-client/server-client.ts";

const USER = {
  id: ANN.accountId,
  companyId: ANN.companyId,
  active: true,
  role: "User",
  isSuperAdmin: false,
  isMasterAdmin: false,
} as SessionUser;

// As in the worker's build (`withoutLaterParts`).
vi.mock("#local-data/estimates/estimate-engine.ts", () => {
  throw new Error("This part of the app is for pages only.");
});

let device: TestDevice;
let page: LocalData;
let isLoginOver: boolean;
let isServerGone: boolean;
/** The worker's requests to the server, in order. */
let calls: string[];

beforeEach(async () => {
  [device, isLoginOver, isServerGone, calls] = [new TestDevice(), false, false, []];
  page = device.openTab();
  page.start();
  await page.session.open({ ...ANN, user: USER });
  return () => {
    expect(device.defects).toEqual([]);
  };
});

/** The stand-in server behind the network: the login's cookie gives a token, the token gives access to the rest. */
const fetch: typeof globalThis.fetch = async (input, init = {}) => {
  const url = new URL(input instanceof Request ? input.url : input, "http://app.test");
  const method = (init.method ?? "GET") as ServerCall["method"];
  calls.push(`${method} ${url.pathname}`);
  if (isServerGone) throw new TypeError("Failed to fetch");
  if (url.pathname === "/api/users/refresh")
    return isLoginOver ? new Response(null, { status: 401 }) : Response.json({ token: "t", user: USER });
  const headers = new Headers(init.headers);
  expect(headers.get("authorization")).toBe("Bearer t");
  expect(url.searchParams.get("companyId")).toBe(String(ANN.companyId));
  const { status, body } = await device.server.call({
    method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    ...(typeof init.body === "string" && { body: JSON.parse(init.body) as unknown }),
    ...(headers.has("idempotency-key") && { key: String(headers.get("idempotency-key")) }),
    session: ANN,
  });
  return new Response(body === undefined ? null : JSON.stringify(body), { status });
};

const cookieLocks: CookieLocks = { request: (_, work) => work() };

const wakeWorker = (): Promise<void> =>
  syncWithoutPage({
    fetch,
    cookieLocks,
    clock: device.clock,
    random: device.random,
    locks: device.locks,
    storage: device.storage,
    channel: device.channels.open(),
    network: { isOnline: () => true, listen: () => () => undefined, listenToReturns: () => () => undefined },
    reportDefect: (error) => device.defects.push(error),
  });

async function leaveWithWork(): Promise<void> {
  device.goOffline();
  await page.leads.create(leadFields({ lastName: "Waiting" }));
  page.stop();
}

test("[SYNC-36] the worker sends what waits as the person who worked here last, and fetches what changed", async () => {
  await leaveWithWork();
  device.server.put({ id: 70, lastName: "News" });
  await wakeWorker();
  expect(device.server.records("leads").map(({ lastName }) => lastName)).toEqual(["News", "Waiting"]);
  expect(await page.databases.specified["local-changes"].count()).toBe(0);
  expect(await page.databases.specified.leads.get(70)).toMatchObject({ lastName: "News" });
  expect(calls.filter((call) => call === "POST /api/users/refresh")).toHaveLength(1);
  await wakeWorker();
  expect(device.server.records("leads")).toHaveLength(2);
});

test("[SYNC-36] [SYNC-44] the worker ends when it has brought pinned leads whole, which takes no part of the app that only pages have", async () => {
  device.goOffline();
  await page.keptLeads.pin(70);
  await page.keptLeads.pin(71);
  page.stop();
  const { specified, device: kept } = page.databases;
  // A first download that has skipped the estimates of these.
  await specified.info.put({ key: "whole-leads", value: { everything: false, newestLeadId: 99, exceptions: [] } });
  for (const id of [70, 71]) device.server.put({ id });
  device.server.priceBooks.set(1, [{ ...emptyEntry("4.13"), version: 1 }]);
  device.server.putEstimate({ id: 80, leadId: 70, name: "Roof", priceBookVersion: 1 });
  device.server.putEstimate({ id: 81, leadId: 71, name: "Siding", priceBookVersion: 1 });
  await specified.info.bulkPut([
    { key: "cursor", value: "4" },
    { key: "cursor-stores", value: { cursor: "4", storeNames: SYNCED_STORES, release: SHAPES.release } },
  ]);
  await wakeWorker();
  expect(await specified.estimates.toCollection().primaryKeys()).toEqual([80, 81]);
  expect(await kept.priceBooks.toCollection().primaryKeys()).toEqual([[ANN.companyId, 1]]);
  expect((await specified.info.get("whole-leads"))?.value).toMatchObject({ exceptions: [70, 71] });
  for (const path of ["/api/documents", "/api/leads/photos"])
    expect(calls.filter((call) => call === `GET ${path}`)).toHaveLength(2);
});

test("[SYNC-36] a change that a page and the worker send at once is applied once", async () => {
  await leaveWithWork();
  device.goOnline();
  await Promise.all([page.sync.run(), wakeWorker(), wakeWorker()]);
  await settled();
  expect(device.server.records("leads")).toHaveLength(1);
});

test("[SYNC-36] without a server the browser is asked to try again, and all records stay", async () => {
  await leaveWithWork();
  isServerGone = true;
  await expect(wakeWorker()).rejects.toBeInstanceOf(StillWaiting);
  expect(await page.databases.specified["local-changes"].count()).toBe(1);
});

test("[SYNC-36] when the login is over it waits for its owner, without further tries", async () => {
  await leaveWithWork();
  isLoginOver = true;
  await wakeWorker();
  expect(device.server.records("leads")).toEqual([]);
  expect(await page.databases.specified["local-changes"].count()).toBe(1);
});

test("[SYNC-36] sends no request if no user is signed in", async () => {
  await page.session.leave({ discardUnsent: true });
  page.stop();
  await wakeWorker();
  expect(calls).toEqual([]);
});
