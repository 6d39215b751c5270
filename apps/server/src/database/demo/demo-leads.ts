import { EMPTY_LEAD, LOST_REASONS, type UserId, type LeadFields } from "@ridgebook/contract";
import { workflowNames } from "@ridgebook/estimating";
import type { DemoAppointment } from "./demo-appointments.ts";
import { COMPANY_ENDINGS, FIRST_NAMES, LAST_NAMES, NOTES, ORGANIZATIONS } from "./demo-people.ts";
import { STREETS, type Town } from "./demo-places.ts";
import { mulberry32 } from "./mulberry32.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const OPENS_MINUTES = 8 * 60;
const CLOSES_MINUTES = 18 * 60;
const SLOT_MINUTES = 30;
/** The range of future appointments. */
const FUTURE_DAYS = 35;

export interface DemoLead extends Omit<LeadFields, "meetingDate"> {
  readonly meetingDate: Date | null;
  readonly externalId: string | null;
  readonly cameraUrl?: string;
  readonly createdTime: Date;
  readonly modifiedTime: Date;
}

interface DemoLeadWishes {
  readonly count: number;
  readonly seed: number;
  readonly now: Date;
  /** Meetings are in business hours of this time zone. */
  readonly timeZone: string;
  readonly salespeople: readonly UserId[];
  readonly towns: readonly Town[];
  readonly pastDays?: number;
  /** The first leads are these. */
  readonly appointments?: readonly DemoAppointment[];
}

/** Finds the midnight of a day in a time zone; assumes no clock change between midnight and the meeting. */
function createDays(timeZone: string): (instant: Date) => Date {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  const known = new Map<number, Date>();
  return (instant) => {
    const hour = Math.floor(instant.getTime() / 3_600_000);
    const remembered = known.get(hour);
    if (remembered) return remembered;
    const read = Object.fromEntries(parts.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const sinceMidnight = (read["hour"] ?? 0) * 60 + (read["minute"] ?? 0);
    const minute = Math.floor(instant.getTime() / MINUTE_MS);
    const midnight = new Date((minute - sinceMidnight) * MINUTE_MS);
    known.set(hour, midnight);
    return midnight;
  };
}

/**
 * Generates realistic leads, the same for equal wishes: made-up people at made-up addresses in real towns, fictional phone numbers
 * (555-01xx) and undeliverable e-mails (.test).
 */
export function* generateDemoLeads(wishes: DemoLeadWishes): Generator<DemoLead> {
  const { count, seed, now, timeZone, salespeople, towns, pastDays = 150, appointments = [] } = wishes;
  const random = mulberry32(seed);
  const chance = (share: number): boolean => random() < share;
  const whole = (from: number, to: number): number => from + Math.floor(random() * (to - from + 1));
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)];
    if (item === undefined) throw new Error("There is nothing to pick from.");
    return item;
  };
  const midnightOf = createDays(timeZone);
  // Six hours into the day the weekday is the same in all the zones a company can choose.
  const isSunday = (midnight: Date): boolean => new Date(midnight.getTime() + 6 * 60 * MINUTE_MS).getUTCDay() === 0;
  const taken = new Set<string>();

  /** The local midnight of a day; `day` counts from today. */
  const dayFromToday = (day: number): Date => midnightOf(new Date(now.getTime() + day * DAY_MS));

  function appointmentTime({ day, time }: DemoAppointment): Date {
    let distance = 0;
    const step = day < 0 ? -1 : 1;
    for (let left = Math.abs(day); left > 0 || isSunday(dayFromToday(distance)); distance += step)
      if (!isSunday(dayFromToday(distance))) left -= 1;
    const [hours = 0, minutes = 0] = time.split(":").map(Number);
    return new Date(dayFromToday(distance).getTime() + (hours * 60 + minutes) * MINUTE_MS);
  }

  /** A free half hour of this salesperson in business hours, never on a Sunday. */
  function meetingTime(salesperson: UserId | null): Date {
    for (let attempt = 1; ; attempt += 1) {
      const isAhead = chance(0.3);
      // Squared: most meetings are near today.
      const distance = random() ** 2 * (isAhead ? FUTURE_DAYS : -pastDays);
      const midnight = dayFromToday(Math.round(distance));
      const slots = (CLOSES_MINUTES - OPENS_MINUTES) / SLOT_MINUTES;
      const time = new Date(midnight.getTime() + (OPENS_MINUTES + whole(0, slots - 1) * SLOT_MINUTES) * MINUTE_MS);
      const slot = `${String(salesperson)} ${String(time.getTime())}`;
      if (attempt < 10 && (isSunday(midnight) || taken.has(slot))) continue;
      taken.add(slot);
      return isSunday(midnight) ? new Date(time.getTime() + DAY_MS) : time;
    }
  }

  function statusOf(meeting: Date | null): string {
    if (meeting === null) return "New";
    if (meeting > now) return chance(0.85) ? "Appointment set" : "New";
    const daysAgo = (now.getTime() - meeting.getTime()) / DAY_MS;
    if (daysAgo < 10) return pick(["Estimate", "Estimate", "Contract sent", "Appointment set"]);
    return pick(["Sold", "Sold", "Lost", "Lost", "Estimate", "Contract sent"]);
  }

  const phone = (areaCode: string): string => `+1${areaCode}55501${String(whole(0, 99)).padStart(2, "0")}`;

  for (let index = 0; index < count; index += 1) {
    const lastName = pick(LAST_NAMES);
    const first = pick(FIRST_NAMES);
    const partner = chance(0.22) ? pick(FIRST_NAMES) : first;
    const kind = random();
    const isOrganization = kind < 0.03;
    const company = isOrganization ? pick(ORGANIZATIONS) : kind < 0.12 ? `${lastName} ${pick(COMPANY_ENDINGS)}` : "";
    const town = pick(towns);
    const userId = salespeople.length > 0 && chance(0.95) ? pick(salespeople) : null;
    const others = salespeople.filter((id) => id !== userId);
    const appointment = appointments[index];
    const meetingDate = appointment ? appointmentTime(appointment) : chance(0.88) ? meetingTime(userId) : null;
    const known = Math.min(now.getTime(), meetingDate?.getTime() ?? now.getTime());
    const createdTime = new Date(known - whole(1, 40) * DAY_MS - whole(0, 600) * MINUTE_MS);
    const lastTouch = Math.min(now.getTime() - MINUTE_MS, known + whole(0, 20) * DAY_MS);
    const projectTypes = [...new Set(Array.from({ length: whole(1, 3) }, () => pick(workflowNames)))].sort(
      (left, right) => workflowNames.indexOf(left) - workflowNames.indexOf(right),
    );
    const isImported = chance(0.15);
    const mailName = `${first}.${lastName}`.toLowerCase().replace(/[^a-z.]/g, "");
    const lead: DemoLead = {
      ...EMPTY_LEAD,
      // A business whose contact is unknown.
      firstName: isOrganization && chance(0.5) ? "" : partner === first ? first : `${first} & ${partner}`,
      lastName: isOrganization ? "" : lastName,
      company,
      phone: chance(0.92) ? phone(town.areaCode) : "",
      mobilePhone: chance(0.35) ? phone(town.areaCode) : "",
      email: chance(0.85)
        ? `${mailName}${chance(0.4) ? String(whole(2, 99)) : ""}@${pick(["mail", "post", "inbox"])}.test`
        : "",
      street: `${String(chance(0.2) ? whole(2, 99) : whole(100, 9899))} ${pick(STREETS)}`,
      city: town.city,
      state: town.state,
      zipCode: town.zipCode,
      description: chance(0.45) ? pick(NOTES) : "",
      projectType: projectTypes[0] ?? "",
      projectTypes,
      leadStatus: statusOf(meetingDate),
      customerNumber: chance(0.8) ? `C-${String(10_001 + index)}` : "",
      meetingDate,
      userId,
      additionalSalesmanId: others.length > 0 && chance(0.12) ? pick(others) : null,
      externalId: isImported ? `crm-${String(5_400_000 + index * 37)}` : null,
      createdTime,
      modifiedTime: new Date(Math.max(createdTime.getTime(), lastTouch)),
    };
    const lostReason = lead.leadStatus === "Lost" ? (LOST_REASONS[index % LOST_REASONS.length] ?? "") : "";
    yield { ...lead, lostReason, ...(appointment && appointed(appointment, salespeople)) };
  }
}

function appointed(
  { day: _day, time: _time, salesperson, projectTypes, ...fields }: DemoAppointment,
  salespeople: readonly UserId[],
): Partial<DemoLead> {
  const userId = salespeople[salesperson] ?? null;
  const projects = { projectType: projectTypes[0] ?? "", projectTypes: [...projectTypes] };
  const email = `${fields.lastName.toLowerCase()}@mail.test`;
  return { ...fields, ...projects, email, userId, additionalSalesmanId: null, externalId: null };
}
