import { lastDayToCancel } from "#cancellation/business-days.ts";
import { CLOCK_TOLERANCE_SECONDS } from "#device-clock.ts";
import type { DocumentModel } from "#model/document-model.ts";
import { addDays, dayOf, dayText, weekdayText } from "#wording/dates.ts";
import type { FoundFault, PaperToCheck } from "./paper-fault.ts";

/* Checks a paper's day: its wording, its cancellation form, and the days of the signatures. */

const isDay = (text: string): boolean => {
  try {
    dayText(text);
    return true;
  } catch {
    return false;
  }
};

const DATE =
  /(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, )?(?:January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}, \d{4}/g;
const UNTIL = new RegExp(`midnight of (${DATE.source})`, "gi");

/** Last days to cancel that a text names. */
const daysUntil = (text: string): readonly string[] => Array.from(text.matchAll(UNTIL), ([, day = ""]) => day);

type Cancel = NonNullable<NonNullable<DocumentModel["closing"]>["rightToCancel"]>;

/** Days on the cancellation form, and in the consents, other than the paper's day and the last one to cancel. */
function wrongForm({ date, closing }: DocumentModel, { form }: Cancel): readonly FoundFault[] {
  const last = lastDayToCancel({ signedOn: date });
  const lastTexts = [dayText(last), weekdayText(last)];
  const known = new Set([dayText(date), weekdayText(date), ...lastTexts]);
  const text = form.paragraphs.join("\n");
  const place = "closing.rightToCancel";
  const wrong = [
    ...(text.match(DATE) ?? []).filter((each) => !known.has(each)),
    ...daysUntil(text).filter((each) => known.has(each) && !lastTexts.includes(each)),
  ];
  return [
    ...wrong.map((each) => ({
      place,
      message: `The form to cancel says ${each}; the paper is of ${dayText(date)}, and may be cancelled until ${weekdayText(last)}.`,
    })),
    ...(text.includes(dayText(last))
      ? []
      : [{ place, message: `The form to cancel does not say the last day to cancel, ${weekdayText(last)}.` }]),
    ...(closing?.signatures ?? []).flatMap(({ name, consent }) =>
      daysUntil(consent)
        .filter((each) => !lastTexts.includes(each))
        .map((each) => ({
          place: "closing.signatures",
          message: `${name || "The owner"} was told to cancel until ${each}; it is ${weekdayText(last)}.`,
        })),
    ),
  ];
}

/** A last day to cancel, or a date in words, that does not match the paper's day. */
export function wrongDays(model: DocumentModel): readonly FoundFault[] {
  const { date, dateText, closing } = model;
  if (!isDay(date)) return [{ place: "date", message: `The paper is of "${date}", which is no day.` }];
  const faults: FoundFault[] = [];
  if (dateText !== dayText(date))
    faults.push({ place: "dateText", message: `The paper says ${dateText}, and is of ${dayText(date)}.` });
  const cancel = closing?.rightToCancel;
  if (!cancel) return faults;
  const lastDay = weekdayText(lastDayToCancel({ signedOn: date }));
  if (cancel.lastDay !== lastDay)
    faults.push({
      place: "closing.rightToCancel",
      message: `The last day to cancel a paper of ${dayText(date)} is ${lastDay}, not ${cancel.lastDay}.`,
    });
  return [...faults, ...wrongForm(model, cancel)];
}

/** The first and last day of signing, by the device's clock in the paper's time zone; undefined if unknown. */
function signedDays({ model, signing }: PaperToCheck): readonly [first: string, last: string] | undefined {
  const times = (signing?.signedTimes ?? []).map((time) => time.getTime());
  if (times.length === 0) return undefined;
  const dayIn = (time: number): string => {
    try {
      return dayOf(new Date(time), model.company.timeZone);
    } catch {
      return dayOf(new Date(time), "UTC");
    }
  };
  return [dayIn(Math.min(...times)), dayIn(Math.max(...times))];
}

/** If the device knew that its clock was off, its signature days prove nothing. */
const isClockOff = ({ signing }: PaperToCheck): boolean =>
  Math.abs(signing?.clock?.aheadSeconds ?? 0) > CLOCK_TOLERANCE_SECONDS;

/**
 * A day that contradicts the paper's own signatures: after all of them, or so long before that canceling was impossible. One day of
 * difference is allowed for time zones.
 */
export function wrongSigningDay(paper: PaperToCheck): readonly FoundFault[] {
  const { date, closing } = paper.model;
  const days = signedDays(paper);
  if (!days || !isDay(date) || isClockOff(paper)) return [];
  const [first, last] = days;
  if (date > addDays(last, 1))
    return [{ place: "date", message: `The paper is dated ${dayText(date)}, and was signed on ${dayText(last)}.` }];
  // Apps that did not compare clocks yet allowed signing a paper that was open for days.
  if (!closing?.rightToCancel || !paper.signing?.clock) return [];
  const lastDay = lastDayToCancel({ signedOn: date });
  return lastDay < first
    ? [
        {
          place: "date",
          message: `The paper is dated ${dayText(date)}, and was first signed on ${dayText(first)}: the right to cancel would have ended on ${weekdayText(lastDay)}, before anybody signed.`,
        },
      ]
    : [];
}

/** The notice for a valid paper that is dated days before it was signed. */
export function datedBeforeSigning(paper: PaperToCheck): string | undefined {
  const { date } = paper.model;
  const [first] = signedDays(paper) ?? [];
  if (first === undefined || !isDay(date) || isClockOff(paper) || addDays(date, 1) >= first) return undefined;
  return `The paper is dated ${dayText(date)}, and was first signed on ${dayText(first)}.`;
}
