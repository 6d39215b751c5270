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

/** Jobs of which a device keeps the measurements; a document is a few hundred kilobytes at most. */
export const MAX_KEPT_MEASUREMENTS = 200;

/** Our server may renew its permission and ask Hover twice before it answers. */
const HOVER_TIMEOUT_MS = 90_000;

/** What is older is asked for again when its lead is opened. */
export const REFRESH_AFTER_MS = 24 * 60 * 60 * 1_000;

/**
 * The measurements of leads' houses, from Hover. Reading is at once and works without a network; what the device does not have is
 * fetched. Leads are named by their ids, which may be local.
 */
export interface MeasurementStore {
  /** What the device keeps for a lead; undefined where nothing is kept, and where the lead has no job. */
  readOfLead(leadId: number): Promise<KeptMeasurements | undefined>;
  /**
   * Asks Hover, whatever is kept, for the named model or else the first that has measurements. Throws the call's `Problem`:
   * `providerFailed` says why under `errors.provider`, `notFound` that Hover has no such job, or the lead none.
   */
  fetchOfLead(leadId: number, options?: { modelId?: string | undefined }): Promise<KeptMeasurements>;
  /**
   * Asks Hover where no measurements are kept, or older ones than of the last day, there is a signal, and the company uses Hover.
   * Undefined: there was nothing to ask. Throws as `fetchOfLead`.
   */
  fetchIfDue(leadId: number): Promise<KeptMeasurements | undefined>;
  /** Keeps a job with a lead; null takes it away. Throws the call's `Problem`. */
  setJobOfLead(leadId: number, job: HoverJob | null): Promise<void>;
  /** Hears whose measurements are kept anew, by the job's number; the result stops listening. */
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
  /** Asked past the connection: a call that waits for Hover in vain does not say that our server is out of reach. */
  server: ServerCalls;
  clock: Clock;
}): MeasurementStore {
  const table = device.measurements;
  const kept = createSignal<[jobId: string]>();
  /** By owner, job and model, so that a page and what it opens ask once. */
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
      ...{ accountId, companyId, jobId: job.id, job, savedTime: clock.now() },
      models: withModel(former?.models ?? [], { measured, isFirst }),
    });
    try {
      const written = await onDevice(() =>
        device.transaction("rw", table, async () => {
          const next = row(await table.get([accountId, companyId, job.id]));
          // The answer may come after its person has left.
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
      // Without room to keep them, they are asked for again the next time.
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
      // The server has to know the lead first.
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

/** A model that was fetched takes the place of what was kept of it. Without one, nothing that was kept is lost. */
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

/** Another owner gets the device: these are their company's, and Hover still has them. */
export async function forgetMeasurements({
  database,
  owner: { accountId, companyId },
}: {
  database: DeviceDatabase;
  owner: Owner;
}): Promise<void> {
  await database.measurements.where("[accountId+companyId]").equals([accountId, companyId]).delete();
}
