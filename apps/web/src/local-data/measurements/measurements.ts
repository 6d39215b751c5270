import { isLocalId, Problem, type HoverJob, type HoverMeasurements } from "@ridgebook/contract";
import { Dexie } from "dexie";
import type { DeviceDatabase, KeptMeasurements } from "#local-data/database/device-database.ts";
import type { LocalStore, StoreSession } from "#local-data/database/local-store.ts";
import type { Clock } from "#local-data/device/clock.ts";
import type { Connection } from "#local-data/device/connection.ts";
import type { Owner, ServerCalls } from "#local-data/device/server-calls.ts";
import { createSignal } from "#local-data/device/signal.ts";
import { onDevice, StorageProblem } from "#local-data/device/storage-problem.ts";
import { receiveRecords } from "#local-data/merging/receive.ts";
import { resolveId } from "#local-data/outbox/id-map.ts";
import { readJob, readMeasurements } from "./read-replies.ts";

/** The number of jobs whose measurements a device keeps; each has a few hundred kilobytes at most. */
export const MAX_KEPT_MEASUREMENTS = 200;

/** Our server may renew its permission and ask Hover twice before it answers. */
const HOVER_TIMEOUT_MS = 90_000;

/** Older measurements are fetched again when their lead is opened. */
export const REFRESH_AFTER_MS = 24 * 60 * 60 * 1_000;

/**
 * Hover's measurements of leads' houses. Reads work offline; missing measurements are fetched. Ids of leads may be local.
 */
export interface MeasurementStore {
  /** Reads a lead's measurements from the device; undefined if none are stored, or the lead has no job. */
  readOfLead(leadId: number): Promise<KeptMeasurements | undefined>;
  /**
   * Fetches the measurements of a model, or of the first one that has any, from Hover. Throws the call's `Problem`:
   * `providerFailed` with the reason in `errors.provider`, `notFound` if Hover has no such job, or the lead has none.
   */
  fetchOfLead(leadId: number, options?: { modelId?: string | undefined }): Promise<KeptMeasurements>;
  /**
   * Fetches measurements that are missing or older than a day, if there is a network and the company uses Hover.
   * Undefined if there was nothing to fetch. Throws like `fetchOfLead`.
   */
  fetchIfDue(leadId: number): Promise<KeptMeasurements | undefined>;
  /** Sets a lead's job; null removes it. Throws the call's `Problem`. */
  setJobOfLead(leadId: number, job: HoverJob | null): Promise<void>;
  /** Listens to stored measurements, by the job's number; the returned function stops it. */
  subscribe(listener: (jobId: string) => void): () => void;
}

interface JobOfLead {
  readonly session: StoreSession;
  readonly jobId: string;
  readonly isHoverOn: boolean;
}

export function createMeasurementStore({
  store,
  device,
  connection,
  server,
  clock,
}: {
  store: LocalStore;
  device: DeviceDatabase;
  connection: Connection;
  /** Bypasses the connection, because a timeout of Hover does not mean that our server cannot be reached. */
  server: ServerCalls;
  clock: Clock;
}): MeasurementStore {
  const table = device.measurements;
  const kept = createSignal<[jobId: string]>();
  /** Running calls by owner, job and model, so that several callers share one. */
  const underWay = new Map<string, Promise<KeptMeasurements>>();

  const findJob = async (leadId: number): Promise<JobOfLead | undefined> => {
    const session = store.session();
    return await session.read(async (transaction) => {
      const id = await resolveId(transaction, { storeName: "leads", id: leadId });
      const jobId = (await transaction.record("leads", id))?.hoverJobId;
      const settings = await transaction.record("settings", 1);
      if (typeof jobId !== "string" || jobId === "") return undefined;
      return { session, jobId, isHoverOn: settings?.hoverIntegrationEnabled === true };
    });
  };

  const read = async ({ session: { owner }, jobId }: JobOfLead): Promise<KeptMeasurements | undefined> =>
    await onDevice(() => table.get([owner.accountId, owner.companyId, jobId]));

  const keep = async (
    session: StoreSession,
    { job, measured, isFirst }: { job: HoverJob; measured: HoverMeasurements | null; isFirst: boolean },
  ): Promise<KeptMeasurements> => {
    const { accountId, companyId } = session.owner;
    const row = (former: KeptMeasurements | undefined): KeptMeasurements => ({
      accountId,
      companyId,
      jobId: job.id,
      job,
      savedTime: clock.now(),
      models: withModel(former?.models ?? [], { measured, isFirst }),
    });
    try {
      const written = await onDevice(() =>
        device.transaction("rw", table, async () => {
          const next = row(await table.get([accountId, companyId, job.id]));
          // The reply may arrive after the session has ended.
          if (store.session() !== session) throw new Problem("sessionExpired");
          await table.put(next);
          const index = table.where("[accountId+companyId+savedTime]");
          const all = index.between([accountId, companyId, Dexie.minKey], [accountId, companyId, Dexie.maxKey]);
          await table.bulkDelete((await all.primaryKeys()).slice(0, -MAX_KEPT_MEASUREMENTS));
          return next;
        }),
      );
      kept.send(job.id);
      return written;
    } catch (error) {
      // Without space to store them, they are fetched again the next time.
      if (error instanceof StorageProblem) return row(undefined);
      throw error;
    }
  };

  const ask = async (session: StoreSession, path: string, body: object): Promise<unknown> =>
    (await server.call({ method: "POST", path, body, session: session.owner, timeoutMs: HOVER_TIMEOUT_MS })).body;

  const askHover = async ({ session, jobId }: JobOfLead, modelId: string | undefined): Promise<KeptMeasurements> => {
    const job = readJob(await ask(session, "/api/hoverintegration/job-details", { jobId }));
    if (!job) throw new Problem("notFound");
    const isMeasured = job.models.some(({ hasMeasurements }) => hasMeasurements);
    const measured = isMeasured
      ? readMeasurements(
          await ask(session, "/api/hoverintegration/job-measurements", { jobId, ...(modelId && { modelId }) }),
        )
      : null;
    return await keep(session, { job: { ...job, id: jobId }, measured, isFirst: modelId === undefined });
  };

  const fetch = (job: JobOfLead, modelId?: string): Promise<KeptMeasurements> => {
    const { accountId, companyId } = job.session.owner;
    const key = JSON.stringify([accountId, companyId, job.jobId, modelId]);
    const known = underWay.get(key);
    if (known) return known;
    const asking = askHover(job, modelId).finally(() => underWay.delete(key));
    underWay.set(key, asking);
    return asking;
  };

  const isDue = (former: KeptMeasurements | undefined): boolean =>
    !former || former.models.length === 0 || Math.abs(clock.now() - former.savedTime) > REFRESH_AFTER_MS;

  return {
    async readOfLead(leadId) {
      const job = await findJob(leadId);
      return job && (await read(job));
    },
    async fetchOfLead(leadId, { modelId } = {}) {
      const job = await findJob(leadId);
      if (!job) throw new Problem("notFound");
      return await fetch(job, modelId);
    },
    async fetchIfDue(leadId) {
      const job = await findJob(leadId);
      if (!job?.isHoverOn || connection.isUnreachable() || !isDue(await read(job))) return undefined;
      return await fetch(job);
    },
    async setJobOfLead(leadId, job) {
      const session = store.session();
      const id = await session.read((transaction) => resolveId(transaction, { storeName: "leads", id: leadId }));
      // The lead must be on the server first.
      if (isLocalId(id)) throw new Problem("notFound");
      const lead = await ask(session, `/api/leads/${String(id)}/SetHoverJobId`, { jobId: job?.id ?? null });
      if (!isLead(lead, id)) throw new Problem("unavailable");
      await session.write((transaction) =>
        receiveRecords(transaction, { storeName: "leads", incoming: [lead], isLate: true }),
      );
      if (job) await keep(session, { job, measured: null, isFirst: true });
    },
    subscribe: kept.listen,
  };
}

/** Replaces a model's stored measurements with fetched ones; without fetched ones, keeps the stored ones. */
function withModel(
  models: readonly HoverMeasurements[],
  { measured, isFirst }: { measured: HoverMeasurements | null; isFirst: boolean },
): HoverMeasurements[] {
  if (!measured) return [...models];
  const others = models.filter(({ modelId }) => modelId !== measured.modelId);
  if (isFirst) return [measured, ...others];
  return models.length === others.length
    ? [...models, measured]
    : models.map((model) => (model.modelId === measured.modelId ? measured : model));
}

const isLead = (body: unknown, id: number): body is { id: number; revision: number } =>
  typeof body === "object" &&
  body !== null &&
  "id" in body &&
  body.id === id &&
  "revision" in body &&
  Number.isInteger(body.revision);

/** Deletes an owner's measurements when the device gets another owner; Hover still has them. */
export async function forgetMeasurements({
  database,
  owner: { accountId, companyId },
}: {
  database: DeviceDatabase;
  owner: Owner;
}): Promise<void> {
  await database.measurements.where("[accountId+companyId]").equals([accountId, companyId]).delete();
}
