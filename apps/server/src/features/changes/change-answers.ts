import type { Problem, SyncedStoreName } from "@ridgebook/contract";
import type { ChangeFeeds } from "#database/change-feed.ts";
import type { CompanyScope } from "#database/company-scope.ts";
import { inCompany, withCalls } from "#http/handlers.ts";
import { toProblem } from "#http/to-problem.ts";
import { problemToWire, type WireReply } from "#http/idempotency.ts";
import { readChanges } from "./read-changes.ts";

/**
 * The routes through which devices sync (docs/architecture.md "Sending", "Receiving").
 *
 * `reportDefect` logs unexpected errors in a batch. A call that throws one gets the reply 500, and the following calls still run.
 */
export const changeAnswers = ({
  feeds,
  prepare,
  reportDefect,
  noteOutage,
}: {
  feeds: ChangeFeeds;
  /** Creates a store's initial records if they are missing, so that they are among the changes. */
  prepare: Partial<Record<SyncedStoreName, (scope: CompanyScope) => Promise<unknown>>>;
  reportDefect: (error: unknown) => void;
  noteOutage: (error: unknown) => void;
}) => ({
  ...inCompany({
    async getChanges({ query: { stores, cursor, limit }, scope }) {
      for (const store of new Set(stores)) await prepare[store]?.(scope);
      return readChanges(scope, { feeds, stores, cursor, limit });
    },
  }),

  ...withCalls({
    async sendBatch({ body, callRoute, callTogether, flush, requestId }) {
      const calls = body.calls.map((call) => ({ ...call, body: call.body }));
      const toReportedProblem = (error: unknown): Problem => {
        const problem = toProblem(error);
        if (problem.code === "unexpected") reportDefect(error);
        else if (problem.code === "unavailable" && error !== problem) noteOutage(error);
        return problem;
      };
      const makeEach = async (): Promise<WireReply[]> => {
        const replies: WireReply[] = [];
        let outage: WireReply | undefined;
        // In order: a later change may build on an earlier one.
        for (const call of calls) {
          try {
            replies.push(outage ?? (await callRoute(call)));
          } catch (error) {
            const problem = toReportedProblem(error);
            const reply = problemToWire(problem, requestId);
            // Without a database the rest would fail one by one.
            if (problem.code === "unavailable") outage = reply;
            replies.push(reply);
          }
        }
        return replies;
      };
      // Most batches have no rejected call (decision 0034).
      const together = await callTogether(calls).catch((error: unknown) => void toReportedProblem(error));
      const replies = together ?? (await makeEach());
      // One flush for all calls. If it fails, nothing is acknowledged and everything is retried.
      await flush();
      return { replies };
    },
  }),
});
