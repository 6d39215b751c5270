/** A period in which a zone keeps one UTC offset. */
export interface ZonePeriod {
  readonly start: Date;
  /** Minutes ahead of UTC before and from `start` on. */
  readonly offsetBefore: number;
  readonly offset: number;
  /** "EST" */
  readonly name: string;
}

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * 24 * 60 * MINUTE_MS;

const clockOf = (timeZone: string) => {
  const parts = { year: "numeric", month: "numeric", day: "numeric", hour: "numeric", minute: "numeric" } as const;
  const clock = new Intl.DateTimeFormat("en-US", { timeZone, hourCycle: "h23", timeZoneName: "short", ...parts });
  return (time: number) => {
    const read = new Map(clock.formatToParts(time).map(({ type, value }) => [type, value]));
    const part = (name: Intl.DateTimeFormatPartTypes): number => Number(read.get(name));
    const local = Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"));
    const offset = (local - Math.floor(time / MINUTE_MS) * MINUTE_MS) / MINUTE_MS;
    return { offset, name: read.get("timeZoneName") ?? "" };
  };
};

/** A zone's offsets from `from` to `to`: the one in force at `from`, as if it started there, and each later change. */
export function zonePeriods({ timeZone, from, to }: { timeZone: string; from: Date; to: Date }): ZonePeriod[] {
  const at = clockOf(timeZone);
  const first = at(from.getTime());
  const periods: ZonePeriod[] = [{ start: from, offsetBefore: first.offset, ...first }];
  let offset = first.offset;
  for (let week = from.getTime(); week < to.getTime(); week += WEEK_MS) {
    const end = Math.min(week + WEEK_MS, to.getTime());
    if (at(end).offset === offset) continue;
    let [before, after] = [week, end];
    while (after - before > MINUTE_MS) {
      const middle = Math.floor((before + after) / 2 / MINUTE_MS) * MINUTE_MS;
      if (at(middle).offset === offset) before = middle;
      else after = middle;
    }
    const next = at(after);
    periods.push({ start: new Date(after), offsetBefore: offset, ...next });
    offset = next.offset;
  }
  return periods;
}
