import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whenQuiet } from "#features/estimate/homeowner/when-quiet.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("[HOME-02] closes a question that was not used for its time, however long it is open", () => {
  const question = new EventTarget();
  const call = vi.fn();
  whenQuiet(question, { after: 60_000, call });
  for (const use of ["input", "keydown", "click"]) {
    vi.advanceTimersByTime(59_000);
    question.dispatchEvent(new Event(use));
  }
  // 3 * 59 s after it was opened.
  vi.advanceTimersByTime(59_999);
  expect(call).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(call).toHaveBeenCalledOnce();
});

test("[HOME-02] keeps a question that is being answered or checked", () => {
  const question = new EventTarget();
  const call = vi.fn();
  const end = whenQuiet(question, { after: 60_000, call });
  question.dispatchEvent(new Event("input"));
  end();
  question.dispatchEvent(new Event("input"));
  vi.advanceTimersByTime(600_000);
  expect(call).not.toHaveBeenCalled();
});
