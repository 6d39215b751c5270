import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { afterFrame } from "#features/estimate/form/after-frame.ts";

describe("what waits for the next frame", () => {
  let draw: () => void;
  const reportError = vi.fn();

  beforeEach(() => {
    draw = () => undefined;
    vi.stubGlobal("requestAnimationFrame", (callback: () => void) => {
      draw = callback;
      return 1;
    });
    vi.stubGlobal("reportError", reportError.mockReset());
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test("runs behind the frame's own callbacks, what was asked for first, first", async () => {
    const done: string[] = [];
    afterFrame(() => done.push("totals"));
    afterFrame(() => done.push("draft"));
    draw();
    expect(done).toEqual([]);
    await vi.waitUntil(() => done.length > 0);
    expect(done).toEqual(["totals", "draft"]);
  });

  test("one that fails takes none of the others with it, and is told", async () => {
    const failure = new Error("no");
    const kept = vi.fn();
    afterFrame(() => {
      throw failure;
    });
    afterFrame(kept);
    draw();
    await vi.waitUntil(() => kept.mock.calls.length > 0);
    expect(reportError).toHaveBeenCalledExactlyOnceWith(failure);
    expect(kept).toHaveBeenCalledOnce();
  });

  test("a page that is not shown draws no frames, and waits for none", () => {
    vi.useFakeTimers();
    const kept = vi.fn();
    afterFrame(kept);
    vi.advanceTimersByTime(49);
    expect(kept).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(kept).toHaveBeenCalledOnce();
  });
});
