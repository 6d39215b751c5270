import { fromZonedInput, toZonedInput } from "@ridgebook/contract";

/** Which of the two numbers of 03/04/2026 is the month. */
export type DateOrder = "month" | "day";

const MONTHS = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** 3/4/2026, 03.04.26, 3-4-2026, with any text behind it. */
const NUMBERS = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?=$|[\sT,])/;
const YEAR_FIRST = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})(?=$|[\sT,])/;
const MONTH_NAMED = /^(?:[a-z]{3,9}\.?,?\s+)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?=$|[\s,])/i;
const DAY_NAMED = /^(?:[a-z]{3,9}\.?,?\s+)?(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?[\s,-]+(\d{4})(?=$|[\s,])/i;
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:?\d{2})$/;
const TIME = /^(?:at\s+)?(\d{1,2})(?::(\d{2})(?::(\d{2})(?:\.\d+)?)?)?\s*(a\.?m?\.?|p\.?m?\.?)?$/i;

/** A two-digit year is in the last 60 or the next 40 years: 26 is 2026, 95 is 1995. */
const CENTURY_TURNS_AT = 70;

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const daysIn = ({ year, month }: Pick<Day, "year" | "month">): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();
const isDay = (day: Day): boolean => day.month >= 1 && day.month <= 12 && day.day >= 1 && day.day <= daysIn(day);
const monthOf = (word: string): number =>
  MONTHS.findIndex((month) => word.length >= 3 && month.startsWith(word.toLowerCase().replace(/^sept$/, "sep"))) + 1;

/** The order of day and month that a date proves; undefined if it fits both, or has no such order. */
function orderShownBy(cell: string): DateOrder | "either" | undefined {
  const [, first, , second] = NUMBERS.exec(cell.trim()) ?? [];
  if (first === undefined || second === undefined) return undefined;
  const [one, other] = [Number(first), Number(second)];
  if (one > 12 && other <= 12) return "day";
  if (other > 12 && one <= 12) return "month";
  return one === other || one > 12 ? undefined : "either";
}

/** The order of a column's dates: that of most dates that prove one; undefined if none does. */
export function findDateOrder(cells: Iterable<string>): { order: DateOrder | undefined; unclear: string | undefined } {
  let [days, months] = [0, 0];
  let unclear: string | undefined;
  for (const cell of cells) {
    const order = orderShownBy(cell);
    if (order === "day") days += 1;
    else if (order === "month") months += 1;
    else if (order === "either") unclear ??= cell;
  }
  return { order: days === months ? undefined : days > months ? "day" : "month", unclear };
}

/** The label of an order in a form: "day/month/year". */
export const orderText = (order: DateOrder): string => (order === "day" ? "day/month/year" : "month/day/year");

function dayProblem(wrong: Day): string {
  if (wrong.month < 1 || wrong.month > 12) return `There is no month ${String(wrong.month)}.`;
  const name = capitalized(MONTHS[wrong.month - 1] ?? "");
  const year = wrong.month === 2 ? ` ${String(wrong.year)}` : "";
  return `${name}${year} has ${String(daysIn(wrong))} days.`;
}

/** The day of NUMBERS in an order, or the reason why it is none: what it would be in the other order, if only that one has such a month. */
function numberedDay([first, second, year]: readonly [number, number, number], order: DateOrder): Day | string {
  const inOrder = (each: DateOrder): Day =>
    each === "day" ? { year, month: second, day: first } : { year, month: first, day: second };
  const read = inOrder(order);
  if (isDay(read)) return read;
  const other = inOrder(order === "day" ? "month" : "day");
  const isMonthWrong = read.month > 12;
  return `${dayProblem(isMonthWrong && other.month <= 12 && !isDay(other) ? other : read)} The other rows are ${orderText(order)}.`;
}

function fullYear(text: string): number {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < CENTURY_TURNS_AT ? 2_000 + year : 1_900 + year;
}

/** The day at the beginning of a text, and the rest of the text; a text says why it has no day. */
function takeDay(text: string, order: DateOrder): { day: Day; rest: string } | string {
  const numbers = NUMBERS.exec(text);
  const yearFirst = YEAR_FIRST.exec(text);
  const monthNamed = MONTH_NAMED.exec(text);
  const dayNamed = DAY_NAMED.exec(text);
  const found = numbers ?? yearFirst ?? monthNamed ?? dayNamed;
  if (!found) return "This isn’t a date.";
  const part = (index: number): string => found[index] ?? "";
  const day = numbers
    ? numberedDay([Number(part(1)), Number(part(3)), fullYear(part(4))], order)
    : yearFirst
      ? { year: Number(part(1)), month: Number(part(2)), day: Number(part(3)) }
      : monthNamed
        ? { month: monthOf(part(1)), day: Number(part(2)), year: Number(part(3)) }
        : { day: Number(part(1)), month: monthOf(part(2)), year: Number(part(3)) };
  if (typeof day === "string") return day;
  if (day.month === 0) return "This isn’t a date.";
  return isDay(day) ? { day, rest: text.slice(found[0].length).replace(/^[\sT,]+/, "") } : dayProblem(day);
}

/** Parses "5:30 PM", "17:30:20" and "5 pm" to "17:30" and its seconds; undefined for text that is no time. */
function readClock(text: string): { clock: string; seconds: number } | undefined {
  const [, hours, minutes, seconds, half] = TIME.exec(text) ?? [];
  if (hours === undefined || (minutes === undefined && half === undefined)) return undefined;
  const isAfternoon = half?.toLowerCase().startsWith("p");
  let hour = Number(hours);
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return undefined;
    hour = (hour % 12) + (isAfternoon ? 12 : 0);
  }
  const minute = Number(minutes ?? 0);
  if (hour > 23 || minute > 59 || Number(seconds ?? 0) > 59) return undefined;
  return { clock: `${pad(hour)}:${pad(minute)}`, seconds: Number(seconds ?? 0) };
}

const pad = (value: number): string => String(value).padStart(2, "0");

type ReadMoment =
  | {
      /** ISO 8601 UTC. */
      readonly time: string;
      readonly hasClock: boolean;
      /** The decision about an hour that the clocks skip or have twice. */
      readonly note?: string;
    }
  | { readonly problem: string };

const SPREADSHEET_MIDNIGHT = /^0?0:00(?::00)?$/;

/**
 * A date with or without a time in a company's time zone. Of an hour that comes twice it is the first, and one that the clocks skip is read
 * by the clock before: both are said in `note`, with the offset.
 *
 * @param clock the time of a date without one, "09:00"
 * @param isMidnightUntimed spreadsheets write a date without a time as midnight, "4/6/2026 0:00"
 */
export function readMoment(
  cell: string,
  {
    order,
    timeZone,
    clock,
    isMidnightUntimed = false,
  }: { order: DateOrder; timeZone: string; clock: string; isMidnightUntimed?: boolean },
): ReadMoment {
  const text = cell.trim();
  if (ISO.test(text)) {
    const time = Date.parse(text);
    return Number.isNaN(time)
      ? { problem: "This isn’t a date." }
      : { time: new Date(time).toISOString(), hasClock: true };
  }
  const taken = takeDay(text, order);
  if (typeof taken === "string") return { problem: taken };
  const { day } = taken;
  const rest = isMidnightUntimed && SPREADSHEET_MIDNIGHT.test(taken.rest) ? "" : taken.rest;
  const read = rest === "" ? { clock, seconds: 0 } : readClock(rest);
  if (read === undefined) return { problem: `“${rest}” isn’t a time.` };
  const wallClock = `${String(day.year).padStart(4, "0")}-${pad(day.month)}-${pad(day.day)}T${read.clock}`;
  const minute = fromZonedInput({ text: wallClock, timeZone });
  if (minute === undefined) return { problem: "This isn’t a date." };
  const note = noteOnOffset({ wallClock, time: minute, timeZone });
  const time = new Date(Date.parse(minute) + read.seconds * 1_000).toISOString();
  return { time, hasClock: rest !== "", ...(note !== undefined && { note }) };
}

const HOUR_MS = 3_600_000;

function noteOnOffset({
  wallClock,
  time,
  timeZone,
}: {
  wallClock: string;
  time: string;
  timeZone: string;
}): string | undefined {
  const shown = toZonedInput({ time, timeZone });
  const offset = offsetText({ shown, time });
  if (shown !== wallClock)
    return `The clocks skip ${clockText(wallClock)} on this day: taken as ${clockText(shown)}, ${offset}.`;
  const later = new Date(Date.parse(time) + HOUR_MS).toISOString();
  return toZonedInput({ time: later, timeZone }) === shown
    ? `The clock shows ${clockText(shown)} twice on this day: the first is taken, ${offset}.`
    : undefined;
}

/** "UTC−4" */
function offsetText({ shown, time }: { shown: string; time: string }): string {
  const minutes = Math.round((Date.parse(`${shown}:00Z`) - Date.parse(time.slice(0, 16) + ":00Z")) / 60_000);
  const hours = Math.trunc(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  return `UTC${minutes < 0 ? "−" : "+"}${String(hours)}${rest === 0 ? "" : `:${pad(rest)}`}`;
}

function clockText(wallClock: string): string {
  const [hour = 0, minute = 0] = wallClock.slice(11).split(":").map(Number);
  return `${String(hour % 12 || 12)}:${pad(minute)} ${hour < 12 ? "AM" : "PM"}`;
}
