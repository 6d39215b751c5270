import { SOON } from "@ridgebook/testing/patience";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { afterFrame, createListeners } from "#features/estimate/form/answer-first.ts";

describe("afterFrame", () => {
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

  test("runs tasks after the frame's own callbacks, in order", async () => {
    const done: string[] = [];
    afterFrame(() => done.push("totals"));
    afterFrame(() => done.push("draft"));
    draw();
    expect(done).toEqual([]);
    await vi.waitUntil(() => done.length > 0, SOON);
    expect(done).toEqual(["totals", "draft"]);
  });

  test("reports a failing task and runs the others", async () => {
    const failure = new Error("no");
    const kept = vi.fn();
    afterFrame(() => {
      throw failure;
    });
    afterFrame(kept);
    draw();
    await vi.waitUntil(() => kept.mock.calls.length > 0, SOON);
    expect(reportError).toHaveBeenCalledExactlyOnceWith(failure);
    expect(kept).toHaveBeenCalledOnce();
  });

  test("does not wait for a frame while the page is hidden", () => {
    vi.useFakeTimers();
    const kept = vi.fn();
    afterFrame(kept);
    vi.advanceTimersByTime(49);
    expect(kept).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(kept).toHaveBeenCalledOnce();
  });
});

/** Paints frames only when the test asks for one. */
function setUp() {
  const frames: (() => void)[] = [];
  const { subscribeDeferred, type, notify } = createListeners((task) => frames.push(task));
  const drawFrame = (): void => {
    for (const task of frames.splice(0)) task();
  };
  return { pace: { subscribe: subscribeDeferred, type }, change: notify, drawFrame };
}

test("[EST-34] notifies of typed changes after the next frame, once for several keystrokes", () => {
  const { pace, change, drawFrame } = setUp();
  const listener = vi.fn();
  pace.subscribe(listener);
  pace.type(change);
  pace.type(change);
  expect(listener).not.toHaveBeenCalled();
  drawFrame();
  expect(listener).toHaveBeenCalledTimes(1);
});

test("[EST-34] notifies of any other edit immediately, along with pending typed changes", () => {
  const { pace, change, drawFrame } = setUp();
  const listener = vi.fn();
  pace.subscribe(listener);
  pace.type(change);
  change();
  expect(listener).toHaveBeenCalledTimes(1);
  drawFrame();
  expect(listener).toHaveBeenCalledTimes(1);
});

test("[EST-34] treats later changes as not typed after a typed edit throws", () => {
  const { pace, change } = setUp();
  const listener = vi.fn();
  pace.subscribe(listener);
  expect(() =>
    pace.type(() => {
      throw new RangeError("no such field");
    }),
  ).toThrow("no such field");
  change();
  expect(listener).toHaveBeenCalledTimes(1);
});

test("[EST-34] does not notify a listener that unsubscribed", () => {
  const { pace, change, drawFrame } = setUp();
  const listener = vi.fn();
  const stop = pace.subscribe(listener);
  pace.type(change);
  stop();
  drawFrame();
  expect(listener).not.toHaveBeenCalled();
});
