import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fadeSplash } from "#ui/splash.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("[SHELL-05] [CONST-02] the splash fades at once and is removed after 500 ms, once", () => {
  const classes = new Set<string>();
  const classList = { add: (name: string) => void classes.add(name), contains: (name: string) => classes.has(name) };
  const splash = { classList, remove: vi.fn() };
  fadeSplash(splash);
  fadeSplash(splash);
  expect([...classes]).toEqual(["leaving"]);
  vi.advanceTimersByTime(499);
  expect(splash.remove).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(splash.remove).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(10_000);
  expect(splash.remove).toHaveBeenCalledTimes(1);
});

test("without a splash nothing happens", () => {
  fadeSplash(null);
  expect(vi.getTimerCount()).toBe(0);
});
