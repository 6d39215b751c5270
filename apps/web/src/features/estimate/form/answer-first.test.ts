import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { afterFrame, createListeners } from "#features/estimate/form/answer-first.ts";

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

/** Frames come when the test says so. */
function setUp() {
  const frames: (() => void)[] = [];
  const { subscribeBehind, type, tell } = createListeners((task) => frames.push(task));
  const drawFrame = (): void => {
    for (const task of frames.splice(0)) task();
  };
  return { pace: { subscribe: subscribeBehind, type }, change: tell, drawFrame };
}

test("[EST-34] what was typed is heard of behind the next frame, keys that are faster together", () => {
  const { pace, change, drawFrame } = setUp();
  const hear = vi.fn();
  pace.subscribe(hear);
  pace.type(change);
  pace.type(change);
  expect(hear).not.toHaveBeenCalled();
  drawFrame();
  expect(hear).toHaveBeenCalledTimes(1);
});

test("[EST-34] any other edit is heard of at once, with what still waits", () => {
  const { pace, change, drawFrame } = setUp();
  const hear = vi.fn();
  pace.subscribe(hear);
  pace.type(change);
  change();
  expect(hear).toHaveBeenCalledTimes(1);
  drawFrame();
  expect(hear).toHaveBeenCalledTimes(1);
});

test("[EST-34] after an edit that failed nothing counts as typed any more", () => {
  const { pace, change } = setUp();
  const hear = vi.fn();
  pace.subscribe(hear);
  expect(() =>
    pace.type(() => {
      throw new RangeError("no such field");
    }),
  ).toThrow("no such field");
  change();
  expect(hear).toHaveBeenCalledTimes(1);
});

test("[EST-34] who no longer listens hears nothing", () => {
  const { pace, change, drawFrame } = setUp();
  const hear = vi.fn();
  const stop = pace.subscribe(hear);
  pace.type(change);
  stop();
  drawFrame();
  expect(hear).not.toHaveBeenCalled();
});
