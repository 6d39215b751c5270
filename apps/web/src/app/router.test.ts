import { Problem, type AccountId, type CompanyId, type SessionUser } from "@ridgebook/contract";
import { createMemoryHistory } from "@tanstack/react-router";
import { describe, expect, test, vi } from "vitest";
import { AppStateStore, INITIAL_STATE } from "#app/app-state.ts";
import { createAppRouter } from "#app/router.tsx";
import type { AppSession } from "#app/session/session.ts";

// Guards and loaders decide; the pages themselves are not drawn.
vi.mock("#app/load-part.ts", () => ({ loadPart: () => Promise.resolve({}) }));
vi.mock("#app/shell/root-layout.tsx", () => ({ RootLayout: () => null }));
vi.mock("#app/shell/page-failure.tsx", () => ({ PageFailure: () => null }));
vi.mock("#features/account/login-page.tsx", () => ({ LoginPage: () => null }));

const SALES: SessionUser = {
  id: 7 as AccountId,
  companyId: 3 as CompanyId,
  active: true,
  role: "User",
  isSuperAdmin: false,
  isMasterAdmin: false,
};

async function visit(address: string) {
  const reportFailure = vi.fn((_problem: unknown) => Promise.resolve());
  const state = new AppStateStore({ ...INITIAL_STATE, user: SALES });
  const session = {
    reportFailure,
    refreshIfStale: () => Promise.resolve(),
    openLocalData: () =>
      Promise.resolve({ resolveId: ({ id }: { id: number }) => Promise.resolve(id === -2 ? 12 : id) }),
  } as unknown as AppSession;
  const router = createAppRouter({ session, state, showNotice: vi.fn() });
  router.update({
    ...router.options,
    history: createMemoryHistory({ initialEntries: [address] }),
    isServer: false,
    origin: "http://app.invalid",
    scrollRestoration: false,
  });
  await router.load();
  return { address: router.state.location.href, reportFailure };
}

const BELOW_ESTIMATE = ["", "/homeowner", "/summary/1", "/roofing/3", "/windows/2/0/0", "/contract/create"];

describe.each(["abc", "0", "1.5", "007", "-0", "9".repeat(20), `-${"9".repeat(20)}`])("the id %s", (id) => {
  test.each([
    `/estimator/leads/${id}/details`,
    `/estimator/leads/${id}/edit`,
    ...BELOW_ESTIMATE.map((below) => `/estimator/estimate/${id}${below}`),
  ])("[ERR-06][ERR-11] %s says that nothing was found and leads to the leads", async (asked) => {
    const { address, reportFailure } = await visit(asked);
    expect(address).toBe("/estimator/leads");
    expect(reportFailure.mock.calls).toEqual([[new Problem("notFound")]]);
  });
});

test.each([
  "/estimator/leads/-2/details",
  "/estimator/leads/-2/edit",
  ...BELOW_ESTIMATE.map((below) => `/estimator/estimate/-2${below}`),
])("[GUARD-11] %s gets the server's id in its address", async (asked) => {
  expect((await visit(asked)).address).toBe(asked.replace("/-2", "/12"));
});

test("[LEAD-14] the form of a new lead has its own address", async () => {
  expect((await visit("/estimator/leads/new/edit")).address).toBe("/estimator/leads/new/edit");
});
