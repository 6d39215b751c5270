import type { Logger } from "pino";
import { describeOutage } from "#database/describe-outage.ts";

/** An outage fails many calls a second; each reason is logged once in this time. */
const SAY_AGAIN_AFTER_MS = 60_000;

/** Tells the operator why calls are refused and why the process is not ready. */
interface OutageLog {
  readonly noteRefused: (error: unknown) => void;
  readonly noteNotReady: (error: unknown) => void;
  readonly noteReady: () => void;
}

/** @param options.clock milliseconds */
export function createOutageLog(
  logger: Pick<Logger, "warn">,
  { clock = () => performance.now() }: { clock?: () => number } = {},
): OutageLog {
  const saidAt = new Map<string, number>();
  let isReady = true;
  const say = (message: string, error: unknown, { isNews }: { isNews: boolean }): void => {
    const reason = describeOutage(error);
    const isRecent = clock() - (saidAt.get(reason) ?? Number.NEGATIVE_INFINITY) < SAY_AGAIN_AFTER_MS;
    if (isRecent && !isNews) return;
    saidAt.set(reason, clock());
    logger.warn({ reason }, message);
  };
  return {
    noteRefused(error) {
      // Calls that waited for a connection fail even after the server is ready again.
      say("calls are refused for now", error, { isNews: false });
    },
    noteNotReady(error) {
      say("the server is not ready", error, { isNews: isReady });
      isReady = false;
    },
    noteReady() {
      if (isReady) return;
      isReady = true;
      logger.warn("the server is ready again");
    },
  };
}
