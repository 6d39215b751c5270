import type { DocumentData, DocumentFinding } from "@ridgebook/contract";
import { CLOCK_TOLERANCE_SECONDS, clockOf, deviceTimeOf, type DeviceClock } from "@ridgebook/documents";
import { finding } from "./finding-words.ts";
import { inTimeZone } from "./in-time-zone.ts";

/** The paper's clock, if the device had compared it with the server's. Then `createdTime` is corrected time. */
export function comparedClockOf(data: DocumentData): (DeviceClock & { readonly aheadSeconds: number }) | undefined {
  const clock = clockOf(data);
  return clock && clock.aheadSeconds !== null ? { ...clock, aheadSeconds: clock.aheadSeconds } : undefined;
}

/** In seconds. */
const MINUTE = 60;
const UNITS: readonly (readonly [name: string, seconds: number])[] = [
  ["day", 24 * 60 * MINUTE],
  ["hour", 60 * MINUTE],
  ["minute", MINUTE],
];

/** "2 hours": the largest unit only. */
function durationText(seconds: number): string {
  const [name, length] = UNITS.find(([, each]) => seconds >= each) ?? (["minute", MINUTE] as const);
  const count = Math.max(1, Math.round(seconds / length));
  return `${String(count)} ${name}${count === 1 ? "" : "s"}`;
}

/**
 * The first of these findings that applies: the device knew that its clock was off; its clock was ahead of the server's when the paper
 * arrived; it jumped while people signed. A clock that is behind is found only if the device had compared it: otherwise the paper looks like
 * one that waited for a signal.
 */
export function findWrongClock(
  { createdTime, signedTimes, data }: { createdTime: Date; signedTimes: readonly Date[]; data: DocumentData },
  { now, timeZone }: { now: Date; timeZone: string },
): DocumentFinding[] {
  const clock = comparedClockOf(data);
  const aheadSeconds = clock?.aheadSeconds ?? 0;
  // Signatures have the device's own time, so `createdTime` is compared with them in that time.
  const deviceTime = clock ? deviceTimeOf(createdTime, clock) : createdTime;
  const latest = new Date(Math.max(deviceTime.getTime(), ...signedTimes.map((time) => time.getTime())));
  const afterReceipt = (latest.getTime() - now.getTime()) / 1000;
  const jump = (latest.getTime() - deviceTime.getTime()) / 1000;
  const both = (device: Date, server: string): string => `It said ${inTimeZone(device, timeZone)}; ${server}.`;
  const received = `the server received the paper on ${inTimeZone(now, timeZone)}`;
  if (Math.abs(aheadSeconds) > CLOCK_TOLERANCE_SECONDS) {
    const corrected = inTimeZone(createdTime, timeZone);
    const side = aheadSeconds > 0 ? "ahead" : "behind";
    return [
      finding(
        "wrongClock",
        `The device's clock was ${durationText(Math.abs(aheadSeconds))} ${side}. ${both(deviceTime, `by the server's clock that was ${corrected}, and ${received}`)}`,
      ),
    ];
  }
  if (afterReceipt > CLOCK_TOLERANCE_SECONDS)
    return [
      finding(
        "wrongClock",
        `The device's clock was at least ${durationText(afterReceipt)} ahead. ${both(latest, received)}`,
      ),
    ];
  if (jump > CLOCK_TOLERANCE_SECONDS)
    return [
      finding(
        "wrongClock",
        `The device's clock changed by ${durationText(jump)} while people signed. ${both(latest, `the paper says ${inTimeZone(createdTime, timeZone)}, and ${received}`)}`,
      ),
    ];
  return [];
}
