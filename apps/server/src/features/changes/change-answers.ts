import type { ChangeFeeds } from "#database/change-feed.ts";
import { inCompany, withCalls } from "#http/handlers.ts";
import { toProblem } from "#http/http-server.ts";
import { problemToWire, type WireReply } from "#http/idempotency.ts";
import { readChanges } from "./read-changes.ts";

/**
 * The calls with which devices send and receive changes (docs/architecture.md "Sending", "Receiving").
 *
 * `reportDefect` hears of failures that nobody expected in a call of a batch: such a call is answered with 500 and does
 * not keep the calls behind it waiting.
 */
export const changeAnswers = ({
  feeds,
  reportDefect,
}: {
  feeds: ChangeFeeds;
  reportDefect: (error: unknown) => void;
}) => ({
  ...inCompany<"getChanges">({
    getChanges: ({ query: { stores, cursor, limit }, scope }) => readChanges(scope, { feeds, stores, cursor, limit }),
  }),

  ...withCalls<"sendBatch">({
    async sendBatch({ body, callRoute, requestId }) {
      const replies: WireReply[] = [];
      let outage: WireReply | undefined;
      // One after the other: a later change may build on an earlier one.
      for (const { method, path, key, body: sent } of body.calls) {
        try {
          replies.push(outage ?? (await callRoute({ method, path, key, body: sent })));
        } catch (error) {
          const problem = toProblem(error);
          if (problem.code === "unexpected") reportDefect(error);
          const reply = problemToWire(problem, requestId);
          // Without a database the rest would only fail one by one.
          if (problem.code === "unavailable") outage = reply;
          replies.push(reply);
        }
      }
      return { replies };
    },
  }),
});
