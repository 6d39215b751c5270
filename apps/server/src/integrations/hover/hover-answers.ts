import { Problem } from "@ridgebook/contract";
import type { Database } from "#database/database.ts";
import { inCompanySteps } from "#http/handlers.ts";
import { cacheRepository } from "#integrations/connection/cache-repository.ts";
import { asProblem, type Connections } from "#integrations/connection/connections.ts";
import type { Provider } from "#integrations/connection/provider.ts";
import { createHoverJobs, HOVER_CALLS } from "./hover-jobs.ts";

/** Calls that the page counts as cached; searches are short-lived. */
const COUNTED_CALLS = [HOVER_CALLS.job, HOVER_CALLS.measurements];

/** The routes of the home measurement service (3.§7). No transaction is open during calls of Hover. */
export function hoverAnswers({
  database,
  connections,
  provider,
  now,
}: {
  database: Database;
  connections: Connections;
  provider: Provider;
  now: () => Date;
}) {
  const jobs = createHoverJobs({ database, call: connections.call, provider, now });
  const accountOf = (who: Parameters<Connections["account"]>[0]) => connections.account(who, provider, COUNTED_CALLS);

  return inCompanySteps<
    | "getHoverAccount"
    | "connectHover"
    | "refreshHoverAccount"
    | "disconnectHover"
    | "clearHoverCache"
    | "setHoverRehearsal"
    | "searchHoverJobs"
    | "getHoverJob"
    | "getHoverMeasurements"
  >({
    getHoverAccount: (input) => accountOf(input),

    async connectHover({ body, ...who }) {
      await connections.connect(who, provider, body);
      return accountOf(who);
    },

    async refreshHoverAccount(who) {
      await connections.renewNow(who, provider);
      return accountOf(who);
    },

    disconnectHover: (who) => connections.disconnect(who, provider),

    async clearHoverCache({ transact }) {
      await transact((scope) => cacheRepository.clear(scope, provider.id));
      return true;
    },

    async setHoverRehearsal({ body, ...who }) {
      if (!provider.rehearsal) throw new Problem("notFound");
      provider.rehearsal.setFaults(body.faults);
      return accountOf(who);
    },

    searchHoverJobs: ({ body, companyId }) => asProblem(jobs.search(companyId, body)),
    getHoverJob: ({ body, companyId }) => asProblem(jobs.job(companyId, body.jobId)),
    getHoverMeasurements: ({ body: { jobId, modelId }, companyId }) =>
      asProblem(jobs.measurements(companyId, { jobId, modelId })),
  });
}
