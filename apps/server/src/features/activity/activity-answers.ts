import { Problem, type Activity } from "@ridgebook/contract";
import { readTimeZone } from "#database/company-settings.ts";
import { inCompany } from "#http/handlers.ts";
import { orNotFound } from "#http/or-not-found.ts";
import {
  countActivity,
  findActivity,
  listActivity,
  listActors,
  sumByKind,
  type ActivityRow,
  type Place,
} from "./activity-repository.ts";

const readCursor = (cursor: string): Place => {
  const [time = 0, id = 0] = cursor.split("-").map(Number);
  return { time: new Date(time), id };
};
const writeCursor = ({ time, id }: ActivityRow): string => `${String(time.getTime())}-${String(id)}`;

/** A company's activity log (company.md, "Activity"), written by http/note-activity.ts. */
export function activityAnswers({ describeDevice }: { describeDevice: (userAgent: string) => string }) {
  const toActivity = ({ time, userAgent, later, ...row }: ActivityRow): Activity => ({
    ...row,
    time: time.toISOString(),
    device: userAgent === "" ? "" : describeDevice(userAgent),
    later: later && { ...later, time: new Date(later.time).toISOString() },
  });

  return inCompany({
    async listActivity({ query: { cursor, limit, ...filters }, scope }) {
      const { startDate, endDate } = filters;
      if (startDate !== undefined && endDate !== undefined && endDate < startDate)
        throw new Problem("validation", { errors: { endDate: ["endDate must not be before startDate."] } });
      const timeZone = await readTimeZone(scope);
      const asked = { ...filters, timeZone };
      const rows = await listActivity(scope, asked, {
        after: cursor === undefined ? undefined : readCursor(cursor),
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      const last = page.at(-1);
      const isFirst = cursor === undefined;
      const isAll = isFirst && rows.length <= limit && filters.kind === undefined;
      // A complete list needs no count query.
      const count = () =>
        isAll ? sumByKind(page.map(({ kind }) => ({ kind, count: 1 }))) : countActivity(scope, asked);
      return {
        data: page.map(toActivity),
        nextCursor: rows.length > limit && last ? writeCursor(last) : null,
        counts: isFirst ? await count() : null,
        people: isFirst ? await listActors(scope) : null,
      };
    },

    async getActivity({ params: { id }, scope }) {
      return toActivity(orNotFound(await findActivity(scope, id)));
    },
  });
}
