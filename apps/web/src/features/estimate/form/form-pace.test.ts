import { expect, test, vi } from "vitest";
import { createFormPace } from "#features/estimate/form/form-pace.ts";

/** A form that only tells of changes, and frames that come when the test says so. */
function setUp() {
  const listeners = new Set<() => void>();
  const frames: (() => void)[] = [];
  const pace = createFormPace({
    form: {
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    afterFrame: (task) => frames.push(task),
  });
  const change = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const drawFrame = (): void => {
    for (const task of frames.splice(0)) task();
  };
  return { pace, change, drawFrame, listeners };
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

test("[EST-34] who no longer listens hears nothing, and the form is left alone once nobody does", () => {
  const { pace, change, drawFrame, listeners } = setUp();
  const hear = vi.fn();
  const stop = pace.subscribe(hear);
  pace.type(change);
  stop();
  drawFrame();
  expect(hear).not.toHaveBeenCalled();
  expect(listeners.size).toBe(0);
});
