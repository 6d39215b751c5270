import type { Logger } from "pino";
import { describeOutage } from "#database/describe-outage.ts";

/** An outage fails many calls a second; the log says it once in this time. */
const SAY_AGAIN_AFTER_MS = 60_000;

/** Tells the operator why the server cannot work, and when it works again. */
export interface OutageLog {
  readonly note: (error: unknown) => void;
  readonly noteWorking: () => void;
}

/** @param options.clock Milliseconds. */
export function createOutageLog(
  logger: Pick<Logger, "warn">,
  { clock = () => performance.now() }: { clock?: () => number } = {},
): OutageLog {
  let said: { reason: string; at: number } | undefined;
  return {
    note(error) {
      const reason = describeOutage(error);
      if (said?.reason === reason && clock() - said.at < SAY_AGAIN_AFTER_MS) return;
      said = { reason, at: clock() };
      logger.warn({ reason }, "the server cannot work");
    },
    noteWorking() {
      if (!said) return;
      said = undefined;
      logger.warn("the server works again");
    },
  };
}
