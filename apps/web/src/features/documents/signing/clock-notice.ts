import { CLOCK_TOLERANCE_SECONDS, type DeviceClock } from "@ridgebook/documents";

const MINUTE = 60;
const UNITS = [
  { name: "year", seconds: 365 * 24 * 60 * MINUTE },
  { name: "day", seconds: 24 * 60 * MINUTE },
  { name: "hour", seconds: 60 * MINUTE },
  { name: "minute", seconds: MINUTE },
] as const;

const counted = (count: number, name: string): string => `${String(count)} ${name}${count === 1 ? "" : "s"}`;

/** The two largest units beside each other: "1 year and 5 days", "3 hours". Less than a minute is "0 minutes". */
export function durationText(seconds: number): string {
  const found = UNITS.findIndex((unit) => seconds >= unit.seconds);
  const [unit, smaller] = UNITS.slice(found === -1 ? UNITS.length - 1 : found);
  if (!unit) return "";
  const whole = counted(Math.floor(seconds / unit.seconds), unit.name);
  const rest = smaller ? Math.floor((seconds % unit.seconds) / smaller.seconds) : 0;
  return smaller && rest > 0 ? `${whole} and ${counted(rest, smaller.name)}` : whole;
}

/** What is said before signing of a clock that is more than 10 minutes off; undefined of another one. */
export function clockNotice({ aheadSeconds }: DeviceClock, { dateText }: { dateText: string }): string | undefined {
  if (aheadSeconds === null || Math.abs(aheadSeconds) <= CLOCK_TOLERANCE_SECONDS) return undefined;
  const way = aheadSeconds > 0 ? "ahead" : "behind";
  return `This device's clock is ${durationText(Math.abs(aheadSeconds))} ${way}. The paper is dated ${dateText}, by the server's clock.`;
}
