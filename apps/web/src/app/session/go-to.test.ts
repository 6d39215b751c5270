import { SOON } from "@ridgebook/testing/patience";
import { createMemoryHistory } from "@tanstack/react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { goTo } from "#app/session/go-to.ts";

beforeEach(() => {
  // A blocker can only exist in a real page.
  vi.stubGlobal("document", {});
  return () => vi.unstubAllGlobals();
});

test("[AUTH-19] [GUARD-03] a logout in another tab leaves here too, past the page's leave guards", async () => {
  const history = createMemoryHistory({ initialEntries: ["/estimator/estimate/5/homeowner"] });
  const ask = vi.fn(() => true);
  history.block({ blockerFn: ask });
  history.push("/estimator/leads");
  await vi.waitFor(() => expect(ask).toHaveBeenCalledTimes(1), SOON);
  expect(history.location.pathname).toBe("/estimator/estimate/5/homeowner");

  goTo(history)("/");
  await vi.waitFor(() => expect(history.location.pathname).toBe("/"), SOON);
  expect(ask).toHaveBeenCalledTimes(1);
});
