import { existsSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { pick } from "@ridgebook/contract";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { eq } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { createApplication, type Application, type ApplicationParts } from "./application.ts";
import { connectDatabase, type DatabaseUrls } from "#database/database.ts";
import { assertQueueConnection } from "#database/direct-connection.ts";
import { watchClock } from "#database/watch-clock.ts";
import { DEMO_INFO } from "#database/demo/demo-accounts.ts";
import { addSignedPaper } from "#database/demo/demo-papers.ts";
import { seedDemo } from "#database/demo/seed-demo.ts";
import type { StandIns } from "#database/demo/start-stand-ins.ts";
import { serverPackageFolder } from "#database/package-folder.ts";
import { account } from "#database/schema/platform-tables.ts";
import { hasFirstAdmin } from "#features/accounts/create-first-admin.ts";
import { hashPassword } from "#features/accounts/password-hash.ts";
import { createEstimate } from "#features/estimates/estimate-answers.ts";
import { openFileStore } from "#features/files/file-store.ts";
import { createKeepFile } from "#features/files/keep-file.ts";
import { createIndexedPriceBooks } from "#features/price-book/indexed-price-books.ts";
import { writePriceBook } from "#features/price-book/spreadsheet/write-price-book.ts";
import { createHealthServer } from "#http/health-routes.ts";
import { createMetrics, type Metrics } from "#http/metrics.ts";
import { createCheckPdf } from "#jobs/pdf/check-pdf.ts";
import { createThreadPrinter } from "#jobs/pdf/printer.ts";
import { startWorker, type Worker } from "#jobs/worker.ts";
import { readSecretKeys } from "#secrets/read-secret-keys.ts";
import { readSealingKeyId } from "#secrets/seal-stored-secrets.ts";
import { createSecretBox, type SecretBox } from "#secrets/secret-box.ts";
import { createTelemetry } from "#telemetry/telemetry.ts";
import { createLogger } from "./logging.ts";
import { openDatabase, type OpenedDatabase } from "./open-database.ts";
import { pricesOfDocuments, workOfDocuments } from "./parts-of-documents.ts";
import type { ServerSettings } from "./server-settings.ts";
import { describeLinks, describeStart } from "./start-message.ts";
import { CUT_OFF_AFTER_MS } from "./stop-in-time.ts";
import { untilAborted } from "./until-aborted.ts";

/*
 * The composition root: wires what the settings name, and listens. `--role web` serves without working on jobs, `--role worker` works on jobs
 * without serving; without a role, one process does both.
 */

export const ROLES = ["all", "web", "worker"] as const;
export type ProcessRole = (typeof ROLES)[number];

/** Finds a free port for PORT=0: links in mails need it before the server listens. */
function findFreePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, host, () => {
      const address = probe.address();
      probe.close(() => {
        resolve(typeof address === "object" && address ? address.port : 0);
      });
    });
  });
}

/** Fills an empty installation with the demo company, if allowed; returns its logins while they exist. */
async function prepareDemo(
  settings: ServerSettings,
  { urls, now }: { urls: DatabaseUrls; now: () => Date },
): Promise<ApplicationParts["demo"]> {
  if (!settings.isDemoAllowed) return null;
  const database = connectDatabase(urls, { max: 2 });
  // Starts a thread only if the demo must be filled.
  const printer = createThreadPrinter({ threads: 1 });
  try {
    const priceBooks = createIndexedPriceBooks({ now });
    await seedDemo({
      database,
      now,
      hashPassword,
      addEstimate: (scope, estimate, time) => createEstimate(scope, estimate, { now: () => time, priceBooks }),
      addSignedPaper: (scope, paper) =>
        addSignedPaper(scope, paper, { prices: pricesOfDocuments(priceBooks), work: workOfDocuments }),
      drawPaper: (model, files) =>
        printer.print({ kind: "document", input: { model, files, signatures: [], fingerprint: null } }),
      keepFile: createKeepFile({
        store: await openFileStore(settings.fileStore),
        checkPdf: createCheckPdf(printer),
        now,
      }),
    });
    const demoAccounts = await database.onPlatform(({ db }) =>
      db.select({ id: account.id }).from(account).where(eq(account.isDemo, true)).limit(1),
    );
    return demoAccounts.length > 0 ? DEMO_INFO : null;
  } finally {
    await printer.close();
    await database.close();
  }
}

const QUEUE_MEASURED_EVERY_MS = 15_000;

/** Updates the queue's metrics; clears them if the database does not respond. */
function watchQueue(worker: Worker, metrics: Metrics): { stop: () => void } {
  const measure = (): void => {
    worker.measureQueue().then(metrics.setQueue, () => {
      metrics.setQueue([]);
    });
  };
  measure();
  const timer = setInterval(measure, QUEUE_MEASURED_EVERY_MS).unref();
  return {
    stop: () => {
      clearInterval(timer);
    },
  };
}

async function openSecrets({ secretKeys: given, dataFolder }: ServerSettings, urls: DatabaseUrls): Promise<SecretBox> {
  const database = connectDatabase(urls, { max: 1 });
  try {
    const readNeededKeyId = (): Promise<string | undefined> => readSealingKeyId(database);
    return createSecretBox(await readSecretKeys({ given, dataFolder, readNeededKeyId }));
  } finally {
    await database.close();
  }
}

interface RunningServer {
  stop(): Promise<void>;
}

/**
 * Starts a server that runs until its `stop`. An aborted start throws the reason of `stopped`, and closes what it opened.
 *
 * @param stopped aborted when the process was asked to stop
 * @param onOpened gets the database as soon as it is open, before anything else works
 */
export async function startServer(
  settings: ServerSettings,
  role: ProcessRole,
  { stopped, onOpened }: { stopped: AbortSignal; onOpened: (database: OpenedDatabase) => void },
): Promise<RunningServer> {
  const now = (): Date => new Date();
  const metrics = createMetrics();
  const telemetry = createTelemetry({ ...settings, observe: metrics.observeTelemetry, now });
  const logger = createLogger({ level: settings.logLevel ?? "warn", onError: telemetry.reportLogged });
  for (const warning of settings.warnings) logger.warn(warning);
  const port = settings.port === 0 ? await findFreePort(settings.host) : settings.port;
  const publicUrl = settings.publicUrl ?? `http://localhost:${String(port)}`;
  const outboxFolder = path.join(settings.dataFolder, "outbox");
  const webFolder = path.join(serverPackageFolder(), "..", "web", "dist");

  const opened = await openDatabase(settings, { stopped });
  onOpened(opened);
  const cutOff = new AbortController();
  let application: Application | undefined;
  let worker: Worker | undefined;
  let healthServer: FastifyInstance | undefined;
  const watches: { stop: () => void }[] = [];
  let standIns: StandIns | undefined;
  const stop = async (): Promise<void> => {
    for (const watch of watches) watch.stop();
    setTimeout(() => {
      cutOff.abort();
    }, CUT_OFF_AFTER_MS).unref();
    // Refuse new work, finish running work, then close the database.
    await Promise.all([application?.app.close(), worker?.stop(), healthServer?.close()]);
    await application?.close();
    await standIns?.close();
    await opened.close();
  };

  try {
    const secrets = await untilAborted(stopped, () => openSecrets(settings, opened));
    // The next start resumes an interrupted fill.
    const demo = await untilAborted(stopped, () => prepareDemo(settings, { urls: opened, now }));
    if (demo && role !== "worker") {
      const { startStandIns } = await import("#database/demo/start-stand-ins.ts");
      standIns = await startStandIns({
        makePriceBook: () =>
          writePriceBook(starterPriceBook).catch((error: unknown) => {
            logger.error({ err: error }, "the demo's storages have no price book");
            return undefined;
          }),
      });
    }
    application = await createApplication({
      appUrl: opened.appUrl,
      platformUrl: opened.platformUrl,
      now,
      logger,
      publicUrl,
      outboxFolder,
      ...pick(settings, ["fileStore", "fileQuotaBytes", "smtpUrl", "mailFrom", "egressAllowed", "mailLimits"]),
      ...pick(settings, ["hover", "google", "microsoft", "googlePicker", "zoho", "companycam"]),
      ...pick(settings, ["environment", "isProduction", "trustedProxies", "connectionsPerAddress"]),
      exportsFolder: path.join(settings.dataFolder, "exports"),
      ...(standIns && { rehearsals: standIns }),
      secrets,
      demo,
      webFolder: existsSync(webFolder) ? webFolder : undefined,
      telemetry,
      metrics,
      assertJobsRun: () => worker?.assertRunning(),
      cutOff: cutOff.signal,
    });
    stopped.throwIfAborted();
    watches.push(watchClock({ database: application.database, now, logger, onMeasured: metrics.setClockOffset }));
    if (role !== "web") {
      await assertQueueConnection(opened);
      worker = await startWorker({
        appUrl: opened.directUrl,
        tasks: application.tasks,
        logger,
        observeJob: metrics.observeJob,
        cutOff: cutOff.signal,
      });
      watches.push(watchQueue(worker, metrics));
    }
    if (role === "worker") {
      if (settings.healthPort !== undefined) {
        healthServer = createHealthServer(application.health);
        await healthServer.listen({ port: settings.healthPort, host: settings.host });
      }
      console.log("Ridgebook works on its jobs. Ctrl+C stops it.");
      // Mails are written here, with this process's links.
      const links = describeLinks(publicUrl);
      if (links !== undefined) console.log(`WARNING: ${links}.`);
      return { stop };
    }
    stopped.throwIfAborted();
    const hasAdmin = await application.database.onPlatform((platform) => hasFirstAdmin(platform, settings));
    await application.app.listen({ port, host: settings.host });
    console.log(
      describeStart({
        publicUrl,
        host: settings.host,
        dataFolder: settings.dataFolder,
        isEmbedded: opened.isEmbedded,
        notice: opened.notice,
        outboxFolder: settings.smtpUrl === undefined ? outboxFolder : undefined,
        hasAdmin,
        demo,
      }),
    );
    return { stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
