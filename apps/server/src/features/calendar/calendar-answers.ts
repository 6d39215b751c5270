import { createHash, randomBytes } from "node:crypto";
import { Problem, type CompanyId, type UserId } from "@ridgebook/contract";
import { readTimeZone } from "#database/company-settings.ts";
import type { Database } from "#database/database.ts";
import { countAttempt, PER_ADDRESS, type AttemptLimit } from "#http/attempt-limit.ts";
import { onPlatform, onPlatformSteps } from "#http/handlers.ts";
import { recordAuditEvent, requireSession, type Session } from "#http/session.ts";
import { calendarFeedRepository } from "./calendar-feed-repository.ts";
import { listMeetings } from "./meeting-repository.ts";
import { writeCalendar } from "./write-calendar.ts";

const DAY_MS = 86_400_000;
/** The feed's range. Calendars drop events that leave the feed, so recent weeks stay. */
const SHOWN_DAYS = { before: 30, after: 730 };
/** A calendar service polls every few minutes, and a person has a handful of them. */
export const READS_PER_FEED: AttemptLimit = { attempts: 60, windowSeconds: 300 };
/** So that not every poll writes. */
const READ_NOTED_EVERY_MS = 3_600_000;
const CALENDAR_NAME = "Ridgebook meetings";
/** 256 random bits in base64url, with the extension that calendar programs expect. */
const FEED_FILE = /^([\w-]{43})\.ics$/;

/** Plain SHA-256 is enough for 256 random bits. */
const hashSecret = (secret: string): string => createHash("sha256").update(secret).digest("hex");

function personOf(session: Session | undefined): { companyId: CompanyId; userId: UserId } {
  const { companyId, id } = requireSession(session).user;
  if (companyId === null) throw new Problem("chooseCompany");
  return { companyId, userId: id };
}

/** The routes of a person's calendar feed (decision 0104). `apart` is a separate pool for counting attempts. */
export const calendarAnswers = ({
  database,
  apart,
  now,
  publicUrl,
  readLimit = READS_PER_FEED,
}: {
  database: Pick<Database, "inCompany">;
  apart: Database;
  now: () => Date;
  publicUrl: string;
  readLimit?: AttemptLimit;
}) => ({
  ...onPlatform({
    async getCalendarFeed({ platform, session }) {
      const feed = await calendarFeedRepository.find(platform, personOf(session));
      return {
        createdTime: feed?.createdTime.toISOString() ?? null,
        lastReadTime: feed?.lastReadTime?.toISOString() ?? null,
      };
    },

    async renewCalendarFeed({ platform, session }) {
      const person = personOf(session);
      const { accountId } = requireSession(session);
      const secret = randomBytes(32).toString("base64url");
      const fresh = { accountId, secretHash: hashSecret(secret), createdTime: now() };
      if (!(await calendarFeedRepository.renew(platform, person, fresh)))
        throw new Problem("accessDenied", { title: "Only members of a company have meetings in it." });
      const { companyId } = person;
      await recordAuditEvent(platform.db, { event: "calendarFeed.renewed", accountId, companyId });
      return { address: new URL(`/api/calendar/${secret}.ics`, publicUrl).href };
    },

    async endCalendarFeed({ platform, session }) {
      const person = personOf(session);
      if (!(await calendarFeedRepository.end(platform, person))) return;
      const { accountId } = requireSession(session);
      await recordAuditEvent(platform.db, { event: "calendarFeed.ended", accountId, companyId: person.companyId });
    },
  }),

  ...onPlatformSteps({
    async readCalendarFeed({ params, caller, transact }) {
      const secret = FEED_FILE.exec(params.file)?.[1];
      const time = now();
      const feed =
        secret === undefined
          ? undefined
          : await transact((platform) => calendarFeedRepository.findBySecret(platform, hashSecret(secret)));
      if (!feed) {
        await countAttempt(apart, { key: `calendar feed from ${caller.address}`, limit: PER_ADDRESS });
        throw new Problem("notFound");
      }
      const { companyId, userId, lastReadTime } = feed;
      const key = `calendar feed of ${String(userId)} in ${String(companyId)}`;
      await countAttempt(apart, { key, limit: readLimit });
      if (time.getTime() - (lastReadTime?.getTime() ?? 0) >= READ_NOTED_EVERY_MS)
        await transact((platform) => calendarFeedRepository.noteRead(platform, feed, time));
      const shown = {
        from: new Date(time.getTime() - SHOWN_DAYS.before * DAY_MS),
        to: new Date(time.getTime() + SHOWN_DAYS.after * DAY_MS),
      };
      const { timeZone, events } = await database.inCompany({ companyId }, async (scope) => ({
        timeZone: await readTimeZone(scope),
        events: await listMeetings(scope, { userId, publicUrl, ...shown }),
      }));
      return {
        contentType: "text/calendar; charset=utf-8",
        name: "meetings.ics",
        disposition: "attachment",
        bytes: new TextEncoder().encode(writeCalendar({ name: CALENDAR_NAME, timeZone, events, ...shown })),
      };
    },
  }),
});
