import { CLOCK_TOLERANCE_SECONDS, type DeviceClock } from "@ridgebook/documents";
import { countedText } from "#ui/counted-text.ts";

const MINUTE = 60;
const UNITS = [
  { name: "year", seconds: 365 * 24 * 60 * MINUTE },
  { name: "day", seconds: 24 * 60 * MINUTE },
  { name: "hour", seconds: 60 * MINUTE },
  { name: "minute", seconds: MINUTE },
] as const;
const [, , , MINUTES] = UNITS;
type Unit = (typeof UNITS)[number];

/** The two largest units, rounded: "1 year and 5 days", "3 hours". */
export function durationText(seconds: number): string {
  const found = UNITS.findIndex((unit) => seconds >= unit.seconds);
  const [unit = MINUTES, smaller = unit]: readonly Unit[] = UNITS.slice(found);
  const rounded = Math.round(seconds / smaller.seconds) * smaller.seconds;
  const whole = countedText(Math.floor(rounded / unit.seconds), unit.name);
  const rest = (rounded % unit.seconds) / smaller.seconds;
  return rest > 0 ? `${whole} and ${countedText(rest, smaller.name)}` : whole;
}

/** The warning before signing about a clock more than 10 minutes off; undefined for others. */
export function clockNotice({ aheadSeconds }: DeviceClock, { dateText }: { dateText: string }): string | undefined {
  if (aheadSeconds === null || Math.abs(aheadSeconds) <= CLOCK_TOLERANCE_SECONDS) return undefined;
  const way = aheadSeconds > 0 ? "ahead" : "behind";
  return `This device's clock is ${durationText(Math.abs(aheadSeconds))} ${way}. The paper is dated ${dateText}, by the server's clock.`;
}
