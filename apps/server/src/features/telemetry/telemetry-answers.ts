import type { Database } from "#database/database.ts";
import { countAttempt, PER_ADDRESS, type AttemptLimit } from "#http/attempt-limit.ts";
import { onPlatformSteps } from "#http/handlers.ts";
import type { Telemetry } from "#telemetry/telemetry.ts";

/** An office shares an address, and each of its people opens a page every few seconds. */
const PAGE_VIEWS_PER_ADDRESS: AttemptLimit = { attempts: 1_000, windowSeconds: 300 };

/**
 * Accepts the app's reports and forwards them without waiting; a no-op if the operator collects nothing. `apart` counts attempts on a
 * separate pool.
 */
export const telemetryAnswers = ({ apart, telemetry }: { apart: Database; telemetry: Telemetry }) =>
  onPlatformSteps({
    async sendErrorReport({ body: { page, ...report }, caller }) {
      if (!telemetry.sends.errorReports) return;
      await countAttempt(apart, { key: `error reports from ${caller.address}`, limit: PER_ADDRESS });
      telemetry.reportDefect({ part: "app", place: page, ...report });
    },

    async sendPageView({ body, caller }) {
      if (!telemetry.sends.pageViews) return;
      await countAttempt(apart, { key: `page views from ${caller.address}`, limit: PAGE_VIEWS_PER_ADDRESS });
      telemetry.reportPageView(body);
    },
  });
