import { z } from "zod";
import { binaryReply, defineRoutes } from "./define-routes.ts";

const OWN_FEED_PATH = "/api/users/self/calendar";

/** Whether the person has a calendar address in the company. The address itself is only sent once, on creation. */
const calendarFeed = z.object({
  createdTime: z.iso.datetime().nullable(),
  /** Rounded to an hour; null before the first read. */
  lastReadTime: z.iso.datetime().nullable(),
});

export const calendarRoutes = defineRoutes({
  getCalendarFeed: {
    method: "GET",
    path: OWN_FEED_PATH,
    summary: "Whether one has a secret calendar address, since when, and when it was last read (ours).",
    access: "companyUser",
    reply: calendarFeed,
    problems: [],
  },
  renewCalendarFeed: {
    method: "POST",
    path: OWN_FEED_PATH,
    summary: "Creates a new secret calendar address and returns it once; the former one ends (ours).",
    access: "companyUser",
    reply: z.object({ address: z.url() }),
    problems: [],
  },
  endCalendarFeed: {
    method: "DELETE",
    path: OWN_FEED_PATH,
    summary: "Ends one's secret calendar address at once (ours).",
    access: "companyUser",
    reply: z.void(),
    problems: [],
  },
  readCalendarFeed: {
    method: "GET",
    path: "/api/calendar/:file",
    summary: "The meetings of the person whose secret address this is, as iCalendar (RFC 5545) (ours).",
    access: "anyone",
    params: z.object({ file: z.string() }),
    reply: binaryReply,
    problems: ["notFound", "tooManyRequests"],
  },
});
