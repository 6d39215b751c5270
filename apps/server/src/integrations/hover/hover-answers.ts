import { inCompanySteps } from "#http/handlers.ts";
import { accountCalls } from "#integrations/connection/account-calls.ts";
import { asProblem, type ProviderRoutes } from "#integrations/connection/connections.ts";
import { createHoverJobs, HOVER_CALLS } from "./hover-jobs.ts";

/** Calls that the page counts as cached; searches are short-lived. */
const COUNTED_CALLS = [HOVER_CALLS.job, HOVER_CALLS.measurements];

/** The routes of the home measurement service (3.§7). No transaction is open during calls of Hover. */
export function hoverAnswers({ connections, provider, ...parts }: ProviderRoutes) {
  const jobs = createHoverJobs({ ...parts, call: connections.call, provider });
  const calls = accountCalls(connections, provider, COUNTED_CALLS);

  return inCompanySteps({
    getHoverAccount: calls.account,
    connectHover: calls.connect,
    refreshHoverAccount: calls.refresh,
    disconnectHover: calls.disconnect,
    clearHoverCache: calls.clearCache,
    setHoverRehearsal: calls.rehearse,
    searchHoverJobs: ({ body, companyId }) => asProblem(jobs.search(companyId, body)),
    getHoverJob: ({ body, companyId }) => asProblem(jobs.job(companyId, body.jobId)),
    getHoverMeasurements: ({ body: { jobId, modelId }, companyId }) =>
      asProblem(jobs.measurements(companyId, { jobId, modelId })),
  });
}
