import { addDays, weekdayOf } from "#wording/dates.ts";

/*
 * The days that count for the right to cancel. 16 CFR 429.0(f): "Any calendar day except Sunday or any federal holiday", with the
 * holidays named; 5 U.S.C. 6103(a) is the list today, Juneteenth the latest. Saturdays count.
 *
 * A holiday is the day that the law names. The day off that federal offices take instead when it falls on a weekend (5 U.S.C.
 * 6103(b)) is a matter of the pay and leave of their employees and stays a business day, as in the Bureau's reading of the same
 * words in 12 CFR 1026, comment 2(a)(6)-2.
 */

const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;

/** Days of a month by date: "07-04". */
const FIXED: ReadonlyMap<string, { readonly name: string; readonly since: number }> = new Map([
  ["01-01", { name: "New Year's Day", since: 1870 }],
  ["06-19", { name: "Juneteenth National Independence Day", since: 2021 }],
  ["07-04", { name: "Independence Day", since: 1870 }],
  ["11-11", { name: "Veterans Day", since: 1938 }],
  ["12-25", { name: "Christmas Day", since: 1870 }],
]);

/** The n-th weekday of a month; -1 is the last. */
const MOVING: readonly { readonly month: number; readonly weekday: number; readonly nth: number }[] = [
  // Birthday of Martin Luther King, Jr.
  { month: 1, weekday: MONDAY, nth: 3 },
  // Washington's Birthday
  { month: 2, weekday: MONDAY, nth: 3 },
  // Memorial Day
  { month: 5, weekday: MONDAY, nth: -1 },
  // Labor Day
  { month: 9, weekday: MONDAY, nth: 1 },
  // Columbus Day
  { month: 10, weekday: MONDAY, nth: 2 },
  // Thanksgiving Day
  { month: 11, weekday: THURSDAY, nth: 4 },
];

const DAYS_PER_WEEK = 7;

function isMoving(day: string): boolean {
  const month = Number(day.slice(5, 7));
  const place = Math.ceil(Number(day.slice(8)) / DAYS_PER_WEEK);
  const isLast = addDays(day, DAYS_PER_WEEK).slice(5, 7) !== day.slice(5, 7);
  return MOVING.some(
    (holiday) =>
      holiday.month === month &&
      holiday.weekday === weekdayOf(day) &&
      (holiday.nth === place || (holiday.nth === -1 && isLast)),
  );
}

/** Whether a day such as "2026-07-04" is a legal public holiday. Throws a RangeError for a text that is no day. */
export function isFederalHoliday(day: string): boolean {
  if (isMoving(day)) return true;
  const fixed = FIXED.get(day.slice(5));
  return fixed !== undefined && Number(day.slice(0, 4)) >= fixed.since;
}

export const isBusinessDay = (day: string): boolean => weekdayOf(day) !== SUNDAY && !isFederalHoliday(day);

/** "Midnight of the third business day after the date of this transaction." */
const BUSINESS_DAYS_TO_CANCEL = 3;

/**
 * The last day on which a buyer may cancel: the third business day after the day of signing, which itself does not count.
 *
 * @param signedOn The day of the last signature in the company's time zone.
 */
export function lastDayToCancel({ signedOn }: { readonly signedOn: string }): string {
  let day = signedOn;
  for (let counted = 0; counted < BUSINESS_DAYS_TO_CANCEL;) {
    day = addDays(day, 1);
    if (isBusinessDay(day)) counted += 1;
  }
  return day;
}
