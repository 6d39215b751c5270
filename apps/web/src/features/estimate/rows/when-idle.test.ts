import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { holdIdleWork, whenIdle } from "#features/estimate/rows/when-idle.ts";

describe("work of no hurry", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("window", { setTimeout });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test("what goes first is done before what waited longer, and has a turn of its own", async () => {
    const done: string[] = [];
    whenIdle(() => done.push("list"));
    whenIdle(() => done.push("another list"));
    whenIdle(() => done.push("section"), { goesFirst: true });
    await vi.advanceTimersToNextTimerAsync();
    expect(done).toEqual(["section"]);
    await vi.advanceTimersToNextTimerAsync();
    expect(done).toEqual(["section", "list", "another list"]);
  });

  test("while it is held back, only what goes first is done; the rest follows once it is let go", async () => {
    const done: string[] = [];
    whenIdle(() => done.push("list"));
    const letGo = holdIdleWork();
    await vi.advanceTimersByTimeAsync(10_000);
    whenIdle(() => done.push("section"), { goesFirst: true });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(done).toEqual(["section"]);
    letGo();
    letGo();
    await vi.advanceTimersToNextTimerAsync();
    expect(done).toEqual(["section", "list"]);
  });

  test("what is called off is never done", async () => {
    const work = vi.fn();
    const callOff = whenIdle(work, { goesFirst: true });
    callOff();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(work).not.toHaveBeenCalled();
  });
});
