import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchSlowStart } from "#app/slow-start.ts";

/** The part of an element that the module uses. */
function buildElement() {
  const children: { tag: string; textContent: string; type?: string; click?: () => void }[] = [];
  const element = { isConnected: true, children, append: (...added: typeof children) => void children.push(...added) };
  vi.stubGlobal("document", {
    createElement: (tag: string) => {
      const created: (typeof children)[number] & { addEventListener?: unknown } = { tag, textContent: "" };
      created.addEventListener = (_: string, listener: () => void) => (created.click = listener);
      return created;
    },
  });
  return element;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("[SHELL-05] a start that waits 5 s for the device's storage says so and offers to load the page again", () => {
  const splash = buildElement();
  const reload = vi.fn();
  let waitMs = 0;
  watchSlowStart({ splash: splash as unknown as HTMLElement, storageWaitMs: () => waitMs, reload });
  waitMs = 4_999;
  vi.advanceTimersByTime(10_000);
  expect(splash.children).toEqual([]);
  waitMs = 5_000;
  vi.advanceTimersByTime(1_000);
  expect(splash.children[0]?.textContent).toContain("waiting for this device's storage");
  splash.children[1]?.click?.();
  expect(reload).toHaveBeenCalledOnce();
});

test("[SHELL-05] a slow start that waits for something else says nothing, and neither does one that is over", () => {
  const splash = buildElement();
  let waitMs = 0;
  watchSlowStart({ splash: splash as unknown as HTMLElement, storageWaitMs: () => waitMs, reload: () => undefined });
  vi.advanceTimersByTime(60_000);
  expect(splash.children).toEqual([]);
  splash.isConnected = false;
  waitMs = 60_000;
  vi.advanceTimersByTime(60_000);
  expect(splash.children).toEqual([]);
});
