import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createStopOnSignal } from "./stop-in-time.ts";

describe("a process that is asked to stop", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function begin({ stop, stopDatabase }: { stop: () => Promise<void>; stopDatabase: () => Promise<void> }) {
    const events: string[] = [];
    const onSignal = createStopOnSignal(
      {
        stop,
        stopDatabase: () => {
          events.push("stops the database");
          return stopDatabase();
        },
      },
      { exit: (code) => events.push(`exit ${String(code)}`), reportFailure: (error) => events.push(String(error)) },
    );
    onSignal();
    return { events, onSignal };
  }
  const never = () => new Promise<void>(() => undefined);

  test("[OPS-11] exits once everything ended in good order", async () => {
    const { events } = begin({ stop: () => Promise.resolve(), stopDatabase: never });
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toEqual(["exit 0"]);
  });

  test("[OPS-11] stops its database at the limit, and exits when that ended", async () => {
    let end: () => void = () => undefined;
    const isEnded = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { events } = begin({ stop: never, stopDatabase: () => isEnded });
    await vi.advanceTimersByTimeAsync(16_999);
    expect(events).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(events).toEqual(["stops the database"]);
    end();
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toEqual(["stops the database", "exit 1"]);
  });

  test("[OPS-11] exits when the database does not stop either", async () => {
    const { events } = begin({ stop: never, stopDatabase: never });
    await vi.advanceTimersByTimeAsync(52_000);
    expect(events).toEqual(["stops the database", "exit 1"]);
  });

  test("says what failed, and exits at once when it is asked again", async () => {
    const failed = begin({ stop: () => Promise.reject(new Error("no")), stopDatabase: never });
    await vi.advanceTimersByTimeAsync(0);
    expect(failed.events).toEqual(["Error: no", "exit 1"]);
    const { events, onSignal } = begin({ stop: never, stopDatabase: never });
    onSignal();
    expect(events).toEqual(["exit 1"]);
  });
});
