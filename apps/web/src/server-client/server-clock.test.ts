import { expect, test } from "vitest";
import { ServerClock } from "#server-client/server-clock.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const YEAR = 365 * DAY;

/** The server's time when a test begins. */
const START = Date.parse("2026-11-27T20:46:00.000Z");

/** A device whose clock is `aheadMs` ahead, its storage, and a way to let time pass. */
function buildDevice({ aheadMs = 0 }: { aheadMs?: number } = {}) {
  const texts = new Map<string, string>();
  let trueMs = START;
  let wallMs = START + aheadMs;
  let monotonicMs = 5_000;
  const openPage = (): ServerClock =>
    new ServerClock({
      texts: { read: (key) => texts.get(key) ?? "", keep: (key, text) => void texts.set(key, text) },
      now: () => wallMs,
      elapsed: () => monotonicMs,
    });
  const pass = (ms: number): void => {
    trueMs += ms;
    wallMs += ms;
    monotonicMs += ms;
  };
  /** The server stamps an answer half way; a Date header leaves out what is below a second. */
  const ask = (clock: ServerClock, roundTripMs = 0): void => {
    const answer = clock.start();
    pass(roundTripMs / 2);
    const date = new Date(trueMs).toUTCString();
    pass(roundTripMs / 2);
    answer(date);
  };
  return {
    texts,
    openPage,
    pass,
    ask,
    setClock: (byMs: number) => {
      wallMs += byMs;
    },
    /** The monotonic clock of most browsers stands still meanwhile. */
    sleep: (ms: number) => {
      trueMs += ms;
      wallMs += ms;
    },
  };
}

test("[SIGN-46] a device that the server never answered says nothing of its clock", () => {
  expect(buildDevice({ aheadMs: YEAR }).openPage().read()).toEqual({ aheadSeconds: null, comparedTime: null });
});

test.each([
  ["a year ahead", YEAR, 31_536_000],
  ["right", 0, 0],
  ["an hour behind", -HOUR, -3_600],
])(
  "[SIGN-46] a clock that is %s is compared with the Date of an answer, less half the round trip",
  (_how, aheadMs, aheadSeconds) => {
    const device = buildDevice({ aheadMs });
    const clock = device.openPage();
    device.ask(clock, 8_000);
    const { aheadSeconds: found, comparedTime } = clock.read();
    // A Date header tells whole seconds.
    expect(Math.abs((found ?? Infinity) - aheadSeconds)).toBeLessThanOrEqual(1);
    // Answered 4 s after the start, and the middle of that second is taken.
    expect(comparedTime).toBe("2026-11-27T20:46:04.500Z");
  },
);

test("[SIGN-46] the last comparison is known after a restart without a signal", () => {
  const device = buildDevice({ aheadMs: YEAR });
  device.ask(device.openPage());
  device.pass(DAY);
  expect(device.openPage().read()).toEqual({ aheadSeconds: 31_536_000, comparedTime: "2026-11-27T20:46:00.500Z" });
});

test("[SIGN-46] a clock that was set back while the app was closed is at least the time of the last answer", () => {
  const device = buildDevice();
  device.ask(device.openPage());
  device.setClock(-30 * DAY);
  expect(device.openPage().read().aheadSeconds).toBe(-30 * 86_400);
});

test.each([
  ["a year forward", YEAR, 31_536_000],
  ["two hours back", -2 * HOUR, -7_200],
])("[SIGN-47] a clock that is set %s while the app runs is noticed without a signal", (_how, jumpMs, aheadSeconds) => {
  const device = buildDevice();
  const clock = device.openPage();
  device.ask(clock);
  device.pass(HOUR);
  device.setClock(jumpMs);
  // The comparison took the middle of a second: half a second less.
  expect(Math.abs((clock.read().aheadSeconds ?? Infinity) - aheadSeconds)).toBeLessThanOrEqual(1);
  // And the next start knows it.
  expect(device.openPage().read()).toEqual(clock.read());
});

test("[SIGN-47] a device that slept over a weekend has no wrong clock", () => {
  const device = buildDevice();
  const clock = device.openPage();
  device.ask(clock);
  device.sleep(3 * DAY);
  expect(clock.read().aheadSeconds).toBe(0);
  device.setClock(-HOUR);
  expect(clock.read().aheadSeconds).toBe(-3_600);
});

test("[SIGN-47] an answer during which the device slept, or its clock was set, is no comparison", () => {
  const device = buildDevice();
  const clock = device.openPage();
  device.ask(clock);
  const before = clock.read();
  for (const disturb of [() => device.sleep(8 * HOUR), () => device.setClock(-5 * MINUTE)]) {
    const answer = clock.start();
    disturb();
    answer(new Date(START).toUTCString());
  }
  expect(clock.read().comparedTime).toBe(before.comparedTime);
});

test("a comparison that comes out as before is stored every ten minutes", () => {
  const device = buildDevice();
  const clock = device.openPage();
  device.ask(clock);
  const [first] = device.texts.values();
  device.pass(MINUTE);
  device.ask(clock);
  expect([...device.texts.values()]).toEqual([first]);
  device.pass(10 * MINUTE);
  device.ask(clock);
  expect([...device.texts.values()]).not.toEqual([first]);
});

test.each(["", "soon", "12", "NaN 5"])("storage that holds %j is no comparison", (text) => {
  const clock = new ServerClock({ texts: { read: () => text, keep: () => undefined }, now: () => 0, elapsed: () => 0 });
  expect(clock.read().aheadSeconds).toBeNull();
});
