import { beforeEach, expect, test, vi } from "vitest";
import type { AppStateStore } from "#app/app-state.ts";
import { PageViews } from "#app/page-views.ts";
import type { AppRouter } from "#app/router.ts";
import { watchPages } from "#app/watch-pages.ts";

const ADDRESS = "https://ridgebook.example/estimator/leads";

let location: { href: string };
beforeEach(() => {
  location = { href: ADDRESS };
  vi.stubGlobal("window", { location });
  vi.stubGlobal("document", { title: "", activeElement: null, body: null, getElementById: () => null });
  return () => vi.unstubAllGlobals();
});

/** A router whose pages are opened by the test. */
function setUp() {
  const sink = vi.fn();
  const listeners: ((event: { pathChanged: boolean }) => void)[] = [];
  const matches: { staticData: { title?: string } }[] = [];
  const router = {
    state: { matches },
    subscribe: (_event: string, listener: (event: { pathChanged: boolean }) => void) => listeners.push(listener),
  };
  const state = { subscribe: () => () => undefined, getSnapshot: () => ({}) };
  const onFirstPage = vi.fn();
  watchPages({
    router: router as unknown as AppRouter,
    state: state as unknown as AppStateStore,
    pageViews: new PageViews(sink),
    environment: "production",
    onFirstPage,
  });
  const open = ({ title, href, pathChanged = true }: { title: string; href: string; pathChanged?: boolean }): void => {
    location.href = href;
    matches.splice(0, matches.length, { staticData: {} }, { staticData: { title } });
    for (const listener of listeners) listener({ pathChanged });
  };
  return { sink, open, onFirstPage };
}

test("[SHELL-10] each page that is opened is one page view, with the route's title and the full address", () => {
  const { sink, open, onFirstPage } = setUp();
  open({ title: "Leads", href: ADDRESS, pathChanged: false });
  open({ title: "Lead", href: `${ADDRESS}/12?from=list` });
  open({ title: "Estimate", href: "https://ridgebook.example/estimator/estimates/9" });
  expect(sink.mock.calls).toEqual([
    [{ title: "Leads", url: ADDRESS }],
    [{ title: "Lead", url: `${ADDRESS}/12?from=list` }],
    [{ title: "Estimate", url: "https://ridgebook.example/estimator/estimates/9" }],
  ]);
  expect(onFirstPage).toHaveBeenCalledTimes(1);
});

test("[SHELL-10] a filter in the address of the same page is no page view", () => {
  const { sink, open } = setUp();
  open({ title: "Leads", href: ADDRESS });
  open({ title: "Leads", href: `${ADDRESS}?search=Amy`, pathChanged: false });
  expect(sink).toHaveBeenCalledTimes(1);
});
