import { Problem, routes, type Route, type RouteName, type Shapes } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import { FLUSHED_LATER, postgresCode, UNIQUE_VIOLATION, type Database } from "#database/database.ts";
import { missingRoute } from "./app-age.ts";
import { parseInput, readAttempt, readCompanyId, type Incoming, type ParsedInput } from "./call-input.ts";
import {
  handle,
  type CallRoute,
  type CallTogether,
  type InnerCall,
  type RouteHandler,
  type RouteHandlers,
} from "./handlers.ts";
import { keepRepliesStatement, problemToWire, toWire, type KeyedAttempt, type WireReply } from "./idempotency.ts";
import { openSessionStatement, readSession, scopeOf, SESSION, type Claims } from "./session.ts";
import { findSyncedChange } from "./synced-change-paths.ts";

/* The calls inside of a batch: the same caller and company as the batch, each with its own key and its own reply. */

/** A call of a batch that can be done together with others. */
interface PlannedCall {
  readonly name: RouteName;
  readonly input: ParsedInput;
  readonly attempt: KeyedAttempt;
}

/** Calls of the same route that follow each other, in their order. */
function inRuns(calls: readonly PlannedCall[]): [PlannedCall, ...PlannedCall[]][] {
  const runs: [PlannedCall, ...PlannedCall[]][] = [];
  for (const call of calls) {
    const last = runs.at(-1);
    if (last?.[0].name === call.name) last.push(call);
    else runs.push([call]);
  }
  return runs;
}

/** Reads a call inside a batch as if it had arrived alone; undefined for a route that no batch may hold. */
const readInnerCall = (
  incoming: Incoming,
  { method, path, key, body, release }: InnerCall,
): { name: RouteName; inner: Incoming } | undefined => {
  const found = findSyncedChange({ method, path });
  if (!found) return undefined;
  const { companyId } = incoming.query;
  const inner = {
    ...incoming,
    params: found.params,
    query: { companyId },
    bodyBytes: 0,
    body,
    path,
    key,
    release,
    isFlushedByBatch: true,
    // Calls of a batch carry JSON, never a form.
    readForm: () => Promise.resolve(undefined),
  };
  return { name: found.name, inner };
};

async function handleRun(handler: RouteHandler, inputs: readonly unknown[]): Promise<readonly unknown[]> {
  if (handler.handleTogether && inputs.length > 1) {
    const results = await handler.handleTogether(inputs as never);
    if (results.length !== inputs.length) throw new Error("handleTogether must return one result for each call.");
    return results;
  }
  const results: unknown[] = [];
  for (const input of inputs) results.push(await handle(handler, input));
  return results;
}

/** Creates the two ways to make the calls of a batch. `makeAlone` makes one call as if it had arrived by itself. */
export function createBatchCalls({
  database,
  handlers,
  shapes,
  makeAlone,
  downgradeForCaller,
}: {
  database: Database;
  handlers: RouteHandlers;
  shapes: Shapes;
  makeAlone: (name: RouteName, call: Incoming) => Promise<WireReply>;
  /** Gives the records of a reply the shape that the calling app's release knows. */
  downgradeForCaller: (route: Route, call: Incoming, reply: WireReply) => WireReply;
}) {
  const planCall = (call: InnerCall, incoming: Incoming, claims: Claims): PlannedCall | undefined => {
    const found = readInnerCall(incoming, call);
    if (!found) return undefined;
    const { name, inner } = found;
    const route: Route = routes[name];
    const { within, prepare: preparation } = handlers[name];
    if (within !== "company" || preparation || route.upload) return undefined;
    const attempt = readAttempt(route, { incoming: inner, upload: undefined, claims });
    return attempt && { name, attempt, input: parseInput(route, inner, { shapes }) };
  };

  /** Makes all calls of a batch in one transaction, which ends by storing each call's key with its reply. */
  const callTogetherAs =
    (incoming: Incoming, claims: Claims): CallTogether =>
    async (calls) => {
      const companyId = readCompanyId(incoming.query);
      const { caller, requestId } = incoming;
      try {
        const planned = calls.flatMap((call) => planCall(call, incoming, claims) ?? []);
        if (planned.length < calls.length) return undefined;
        const opening = `${openSessionStatement({ claims, companyId })}; ${FLUSHED_LATER}`;
        return await database.transaction(opening, async ({ db, answers, commitWith }) => {
          const rows = answers[SESSION] ?? [];
          const kept: { name: RouteName; attempt: KeyedAttempt; reply: WireReply }[] = [];
          let scope: CompanyScope | undefined;
          for (const alike of inRuns(planned)) {
            const { name } = alike[0];
            const { access }: Route = routes[name];
            const session = readSession({ rows, claims, companyId, access });
            scope = scopeOf({ session, db });
            const inputs = alike.map(({ input }) => ({ ...input, caller, requestId, session, scope }));
            const results = await handleRun(handlers[name], inputs);
            for (const [index, { attempt }] of alike.entries())
              kept.push({ name, attempt, reply: toWire(results[index]) });
          }
          if (scope) commitWith(keepRepliesStatement(scope, kept));
          return kept.map(({ name, reply }) => downgradeForCaller(routes[name], incoming, reply));
        });
      } catch (error) {
        if (error instanceof Problem || postgresCode(error) === UNIQUE_VIOLATION) return undefined;
        throw error;
      }
    };

  const callRouteAs =
    (incoming: Incoming): CallRoute =>
    async (call) => {
      try {
        const found = readInnerCall(incoming, call);
        if (!found) throw missingRoute(incoming.contractVersion);
        return await makeAlone(found.name, found.inner);
      } catch (error) {
        if (error instanceof Problem) return problemToWire(error, incoming.requestId);
        throw error;
      }
    };

  return { callTogetherAs, callRouteAs };
}
