import {
  hoverJobPage,
  type CompanyId,
  type ConnectionFailure,
  type HoverJob,
  type HoverJobPage,
  type HoverMeasurements,
} from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import {
  cacheRepository,
  removeOldReplies,
  type CachedReply,
  type CacheKey,
} from "#integrations/connection/cache-repository.ts";
import { requireGrantId } from "#integrations/connection/require-grant.ts";
import type { ProviderAccess, ProviderRequest } from "#integrations/connection/provider-calls.ts";
import { OUTAGES, ProviderFailure } from "#integrations/connection/provider.ts";
import { readJson, readTime, type NoteMissing } from "#integrations/connection/read-reply.ts";
import { measurementsLink, readDocument, readJob, readJobPage, toHoverJob, type RawJob } from "./read-hover.ts";

const SEARCH_KEPT_MS = 180_000;
const HOUSE_KEPT_MS = 180 * 24 * 60 * 60 * 1_000;
const PAGE_SIZE = 25;
const MAX_LIST_BYTES = 4_000_000;
const MAX_JOB_BYTES = 2_000_000;
/** A large house has 100 KB. */
const MAX_MEASUREMENTS_BYTES = 8_000_000;

export const HOVER_CALLS = { search: "search", job: "job", measurements: "measurements" } as const;

/** Failures during which cached replies are shown. They include a revoked grant: jobs stay readable until an admin reconnects. */
const DOWN: readonly ConnectionFailure[] = [...OUTAGES, "reconnectNeeded"];

/** Hover's jobs and measurements, by company. All methods throw ProviderFailure. */
export function createHoverJobs({ database, call, provider, now }: ProviderAccess) {
  const keyOf = (call: string, parameters: string): CacheKey => ({ provider: provider.id, call, parameters });
  const find = (companyId: CompanyId, key: CacheKey): Promise<CachedReply | undefined> =>
    database.inCompany({ companyId }, (scope) => cacheRepository.find(scope, key));
  const keep = (companyId: CompanyId, key: CacheKey, cached: CachedReply & { grantId: string }): Promise<void> =>
    database.inCompany({ companyId }, (scope) => cacheRepository.keep(scope, key, cached));
  const openGrant = (companyId: CompanyId): Promise<string> =>
    requireGrantId(database, { companyId, provider: provider.id });
  const ask = <Result>(
    companyId: CompanyId,
    {
      parse,
      ...request
    }: Omit<ProviderRequest<Result>, "read"> & { parse: (json: unknown, noteMissing: NoteMissing) => Result },
  ): Promise<Result> =>
    call({
      companyId,
      provider,
      request: { ...request, read: (reply, noteMissing) => parse(readJson(reply), noteMissing) },
    });

  /** The job from Hover, or else from the cache; undefined if neither has it. */
  async function fetchJob(companyId: CompanyId, jobId: string, grantId: string): Promise<RawJob | undefined> {
    const key = keyOf(HOVER_CALLS.job, jobId);
    try {
      const { json, job } = await ask(companyId, {
        name: HOVER_CALLS.job,
        maxBytes: MAX_JOB_BYTES,
        urlOn: (base) => `${base}/api/v3/jobs/${jobId}`,
        parse: (answer, noteMissing) => ({ json: answer, job: readJob(answer, noteMissing) }),
      });
      await keep(companyId, key, { reply: json, stamp: job.updated_at ?? "", fetchedTime: now(), grantId });
      return job;
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      if (error.failure === "notFound") {
        await database.inCompany({ companyId }, (scope) => cacheRepository.remove(scope, key));
        return undefined;
      }
      const kept = DOWN.includes(error.failure) ? await find(companyId, key) : undefined;
      if (!kept) throw error;
      // Missing keys were recorded when it was fetched.
      return readJob(kept.reply, () => undefined);
    }
  }

  return {
    async search(companyId: CompanyId, { address, page }: { address: string; page: number }): Promise<HoverJobPage> {
      const grantId = await openGrant(companyId);
      const key = keyOf(HOVER_CALLS.search, JSON.stringify([address.toLowerCase(), page]));
      const kept = await find(companyId, key);
      if (kept && now().getTime() - kept.fetchedTime.getTime() < SEARCH_KEPT_MS) return hoverJobPage.parse(kept.reply);
      const query = new URLSearchParams({ search: address, page: String(page), per: String(PAGE_SIZE) });
      const reply = await ask(companyId, {
        name: HOVER_CALLS.search,
        maxBytes: MAX_LIST_BYTES,
        urlOn: (base) => `${base}/api/v3/jobs?${query.toString()}`,
        parse: readJobPage,
      });
      await keep(companyId, key, { reply, stamp: "", fetchedTime: now(), grantId });
      return reply;
    },

    async job(companyId: CompanyId, jobId: string): Promise<HoverJob | null> {
      const job = await fetchJob(companyId, jobId, await openGrant(companyId));
      return job ? toHoverJob(job) : null;
    },

    /** Fetched again if the model changed; from the cache if Hover is down. */
    async measurements(
      companyId: CompanyId,
      { jobId, modelId }: { jobId: string; modelId: string | undefined },
    ): Promise<HoverMeasurements | null> {
      const grantId = await openGrant(companyId);
      const job = await fetchJob(companyId, jobId, grantId);
      const model = job?.models.find(
        (each) => (modelId === undefined || each.id === modelId) && measurementsLink(each) !== undefined,
      );
      const link = model && measurementsLink(model);
      if (!job || !model || link === undefined) return null;
      const stamp = model.updated_at ?? "";
      const key = keyOf(HOVER_CALLS.measurements, model.id);
      const kept = await find(companyId, key);
      const toReply = ({ reply, stamp: keptStamp, fetchedTime }: CachedReply): HoverMeasurements => ({
        jobId: job.id,
        modelId: model.id,
        modelName: model.name ?? "",
        measuredTime: readTime(keptStamp),
        fetchedTime: fetchedTime.toISOString(),
        document: reply,
      });
      if (kept && stamp !== "" && kept.stamp === stamp) return toReply(kept);
      try {
        const document = await ask(companyId, {
          name: HOVER_CALLS.measurements,
          maxBytes: MAX_MEASUREMENTS_BYTES,
          urlOn: () => link,
          parse: readDocument,
        });
        const fetched = { reply: document, stamp, fetchedTime: now() };
        await keep(companyId, key, { ...fetched, grantId });
        return toReply(fetched);
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        if (error.failure === "notFound") return null;
        if (kept && DOWN.includes(error.failure)) return toReply(kept);
        throw error;
      }
    },
  };
}

/** Removes expired searches, and houses not fetched for half a year. */
export async function removeOldHoverReplies(scope: CompanyScope, now: Date): Promise<void> {
  for (const [call, keptMs] of [
    [HOVER_CALLS.search, SEARCH_KEPT_MS],
    [HOVER_CALLS.job, HOUSE_KEPT_MS],
    [HOVER_CALLS.measurements, HOUSE_KEPT_MS],
  ] as const)
    await removeOldReplies(scope, { provider: "hover", call, before: new Date(now.getTime() - keptMs) });
}
