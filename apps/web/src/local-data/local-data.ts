import type { DeviceClock } from "@ridgebook/documents";
import { MAX_BATCH_CALLS, MAX_CHANGES_PAGE, Problem, SHAPES, type Shapes } from "@ridgebook/contract";
import { createSettingsStore, createUserReader, type SettingsStore, type UserReader } from "./company-records.ts";
import { createDeviceDatabase, type DeviceDatabase } from "./database/device-database.ts";
import type { Entities } from "./database/entity.ts";
import { chooseLocks, withFailureListener, type ExclusiveLocks } from "./database/exclusive-locks.ts";
import { createKeptShapes, isAppTooOld, type KeptShapes } from "./database/kept-shapes.ts";
import { createLocalStore, type RecordListener } from "./database/local-store.ts";
import { createPageStorage } from "./database/page-storage.ts";
import { createRecordNews } from "./database/record-news.ts";
import { createSpareDrafts, findTextStorage, type TextStorage } from "./database/spare-drafts.ts";
import { createSpecifiedDatabase, type SpecifiedDatabase, type Storage } from "./database/specified-database.ts";
import { STORES, type RecordKey } from "./database/stored-record.ts";
import { broadcastTabChannel, type TabChannel } from "./database/tab-channel.ts";
import { systemClock, systemRandom, type Clock, type Random } from "./device/clock.ts";
import { createConnection } from "./device/connection.ts";
import { askBrowserToKeep, readDeviceSpace, type DeviceSpace } from "./device/device-space.ts";
import { browserPage, type LeavablePage } from "./device/leavable-page.ts";
import { browserNetwork, type Network } from "./device/network.ts";
import { inOwnTask } from "./device/own-task.ts";
import type { ServerCalls } from "./device/server-calls.ts";
import { createSignal } from "./device/signal.ts";
import { StorageProblem, toStorageProblem } from "./device/storage-problem.ts";
import { createSyncStatus, type SyncStatusStore } from "./device/sync-status.ts";
import { bringLeadBack } from "./documents/bring-lead-back.ts";
import { readDocumentFile } from "./documents/document-files.ts";
import type { DocumentStore } from "./documents/document-store.ts";
import { createDocumentStore } from "./documents/documents.ts";
import { ENTITIES } from "./entities.ts";
import type { EstimateStore } from "./estimates/estimate-store.ts";
import { createTemplateStore, type TemplateStore } from "./estimates/estimate-templates.ts";
import { createEstimateStore } from "./estimates/estimates.ts";
import { createLazyEstimateDrafts } from "./estimates/lazy-estimate-drafts.ts";
import { createLeadStore, type LeadStore } from "./leads/leads.ts";
import { createMeasurementNames, type MeasurementNameStore } from "./measurements/measurement-names.ts";
import { createMeasurementStore, type MeasurementStore } from "./measurements/measurements.ts";
import { chooseAttempt as repeatFrozenAttempt, type ChooseAttempt } from "./outbox/attempt.ts";
import { resolveId } from "./outbox/id-map.ts";
import { createLazyPendingChanges } from "./outbox/lazy-pending-changes.ts";
import { createOutbox } from "./outbox/outbox.ts";
import type { PendingChanges } from "./outbox/pending-changes.ts";
import type { LeadPhotoStore } from "./photos/lead-photo-store.ts";
import { createLeadPhotoStore } from "./photos/lead-photos.ts";
import { readImageUrls } from "./price-book/image-urls.ts";
import { createPriceBookReader, type PriceBookReader } from "./price-book/price-book.ts";
import { createLazyRescue } from "./rescue/lazy-rescue.ts";
import type { Rescue } from "./rescue/rescue.ts";
import { createDrafts, type Drafts } from "./session/drafts.ts";
import { createImportDraft, type ImportDraft } from "./session/import-draft.ts";
import { createSessionData, type SessionData } from "./session/session-data.ts";
import { createOutboxWatch } from "./sync/outbox-watch.ts";
import { createAutoSync } from "./sync/auto-sync.ts";
import { createSync, type Sync } from "./sync/sync.ts";
import { createKeptLeads, type KeptLeads } from "./working-set/kept-leads.ts";
import { noteOpened } from "./working-set/note-opened.ts";
import { createPinnedLeads } from "./working-set/pinned-leads.ts";
import type { WorkingSetBounds } from "./working-set/working-set.ts";

/** The data of this device. The rest of the app reads and writes records only here. */
export interface LocalData {
  leads: LeadStore;
  estimates: EstimateStore;
  photos: LeadPhotoStore;
  /** Hover's measurements of leads' houses. */
  measurements: MeasurementStore;
  /** The meanings of names in measurement files. */
  measurementNames: MeasurementNameStore;
  documents: DocumentStore;
  users: UserReader;
  settings: SettingsStore;
  /** Templates of new estimates. */
  templates: TemplateStore;
  priceBook: PriceBookReader;
  /** The URLs of the pictures of options and settings. */
  imageUrls(): Promise<string[]>;
  drafts: Drafts;
  /** The unfinished import of leads. */
  importDraft: ImportDraft;
  /** The pinned leads and the leads that are complete here. */
  keptLeads: KeptLeads;
  /** Reads the browser's storage persistence and quota. */
  readSpace(): Promise<DeviceSpace>;
  changes: PendingChanges;
  /** Unsent work as a file for another device. */
  rescue: Rescue;
  session: SessionData;
  status: SyncStatusStore;
  sync: Pick<Sync, "run" | "flush" | "refresh" | "refreshIfStale" | "downloadsEnd">;
  /** The server's id for a local one that was replaced, else the same id (GUARD-11). */
  resolveId(key: RecordKey): Promise<number>;
  /** The error of this device's clock, by the server's last reply. */
  deviceClock(): DeviceClock;
  /** Listens to changed stores, in this or another tab; the returned function stops it. */
  subscribe(listener: RecordListener): () => void;
  /** Starts automatic sync. */
  start(): void;
  stop(): void;
  /** How long the page has been waiting for its databases, in milliseconds; 0 if it is not. */
  storageWaitMs(): number;
  /** For tests and the simulation. */
  databases: { specified: SpecifiedDatabase; device: DeviceDatabase };
}

export interface LocalDataOptions {
  server: ServerCalls;
  clock?: Clock;
  random?: Random;
  locks?: ExclusiveLocks;
  channel?: TabChannel;
  storage?: Storage;
  /** The storage of drafts while the databases can't be written. */
  texts?: TextStorage | undefined;
  page?: LeavablePage;
  /** Called if the databases can't be opened until the page is reloaded. */
  onStorageLost?: () => void;
  network?: Network;
  /** Without it, nothing is known of the device's clock. */
  deviceClock?: () => DeviceClock;
  /** Called with errors that are no `Problem`. */
  reportDefect?: (error: unknown) => void;
  /** Asks the browser not to clear the databases when the disk gets full. */
  keepStorage?: () => Promise<unknown>;
  /** Replaced only by the proof that frozen attempts are needed. */
  chooseAttempt?: ChooseAttempt;
  entities?: Entities;
  /** The shapes of each release; replaced only by tests and the simulation, which update the app while they run. */
  shapes?: Shapes;
  /** Replaced only by the simulation, which runs this code as a former app with older shapes. */
  keptShapes?: KeptShapes;
  /** Called if the device has data of a newer release, so that this app must be updated. */
  onAppTooOld?: () => void;
  /** The bounds of the working set; replaced only by tests. */
  workingSet?: WorkingSetBounds;
  /** Fewer iterations for rescue files, only in tests. */
  rescueIterations?: number;
  /** A smaller batch than the server's limit, only in tests. */
  batchSize?: number;
  /** A smaller page of changes than the server's, only in tests. */
  pageSize?: number;
}

export function createLocalData({
  server,
  clock = systemClock,
  random = systemRandom,
  storage = { indexedDB: globalThis.indexedDB, IDBKeyRange: globalThis.IDBKeyRange },
  texts = findTextStorage(),
  page = browserPage,
  onStorageLost = () => undefined,
  network = browserNetwork,
  deviceClock = () => ({ aheadSeconds: null, comparedTime: null }),
  keepStorage = askBrowserToKeep,
  chooseAttempt = repeatFrozenAttempt,
  entities = ENTITIES,
  batchSize = MAX_BATCH_CALLS,
  pageSize = MAX_CHANGES_PAGE,
  ...options
}: LocalDataOptions): LocalData {
  /** An outdated app is reported once, and is no defect. */
  const reportDefect = (error: unknown): void => {
    if (isAppTooOld(error)) return;
    if (options.reportDefect) options.reportDefect(error);
    else globalThis.reportError(error);
  };

  /* The device: its databases, and the channel between its tabs */

  const pageStorage = createPageStorage(storage, () => clock.now());
  page.listenLeaving(() => pageStorage.shut());
  const specified = createSpecifiedDatabase(pageStorage);
  const device = createDeviceDatabase(pageStorage);
  const databases = { specified, device };
  const spare = createSpareDrafts({ device, storage: pageStorage, texts });
  const channel = options.channel ?? broadcastTabChannel();
  const locks = options.locks ?? chooseLocks({ database: device, clock, random });

  /* Records and their changes */

  const shapes = options.keptShapes ?? createKeptShapes(options.shapes ?? SHAPES, options.onAppTooOld);
  const store = createLocalStore({
    database: specified,
    storage: pageStorage,
    entities,
    shapes,
    random,
    reportLost: onStorageLost,
  });
  const news = createRecordNews({ store, channel });
  // While it is not started, this tab may miss changes by other tabs.
  const keeping = { subscribe: news.subscribeAtOnce, canKeep: news.isStarted };

  const online = network.isOnline();
  const status = createSyncStatus({ online, noSignalSince: online ? null : clock.now() });
  /** Reports failures of background work. */
  const reportFailure = (caught: unknown): void => {
    const error = toStorageProblem(caught);
    if (error instanceof StorageProblem) status.set({ storageProblem: error });
    // The status already shows failures of the network or the session.
    else if (!(error instanceof Problem)) reportDefect(error);
  };

  /* The connection and the outbox */

  const connection = createConnection({ server, status, network, clock });
  const parts = { store, device, connection, status, clock, random, entities, shapes };
  const passFailed = createSignal();
  const passLocks = withFailureListener(locks, passFailed.send);
  const outbox = createOutbox({
    ...parts,
    locks: passLocks,
    chooseAttempt,
    batchSize,
    reportDefect,
    readFile: (owner, hash) => readDocumentFile({ database: device, owner }, hash),
    whenCreateRefused: bringLeadBack,
  });
  const estimateDrafts = createLazyEstimateDrafts({ database: device, store, clock, spare, shapes });
  const changes = createLazyPendingChanges({
    ...parts,
    outbox,
    onResolved: async (storeName, resolved) => {
      // If that fails, the draft stays under its former key, and the user is notified when it is restored.
      if (storeName === "estimates") await estimateDrafts.followCopies(resolved).catch(reportFailure);
    },
  });

  /* One store for each kind of record */

  const recordParts = { ...parts, outbox, changes };
  const priceBook = createPriceBookReader({ store, device, shapes, connection, ...keeping });
  const leads = createLeadStore({ ...recordParts, ...keeping });
  const estimates = createEstimateStore({ ...recordParts, ...keeping, drafts: estimateDrafts, priceBook });
  const documents = createDocumentStore(recordParts);
  const photos = createLeadPhotoStore(recordParts);
  const measurements = createMeasurementStore({ store, device, connection, server, clock });
  const settings = createSettingsStore(store);
  const drafts = createDrafts({ database: device, store, clock, random, spare, shapes });
  const measurementNames = createMeasurementNames({ store, settings, drafts, connection });

  /* Data that stays on this device */

  const keptLeads = createKeptLeads({ store, device, clock, channel });
  news.subscribe((storeName) => {
    if (storeName === "leads") keptLeads.noteLeadsChanged().catch(reportFailure);
  });
  const pinnedLeads = createPinnedLeads({ ...parts, locks, keptLeads, leads, estimates, documents, photos, priceBook });
  /** Clears caches after the device was emptied or got another owner. */
  const forgetWhatIsHere = (): void => {
    pinnedLeads.forgetWhatCame();
    priceBook.forgetWhatIsHere();
  };

  /* Sending and receiving */

  const sync = createSync({
    ...parts,
    outbox,
    locks: passLocks,
    pageSize,
    keptLeads,
    pinnedLeads,
    priceBook,
    bounds: options.workingSet,
    reportFailure,
  });
  const outboxWatch = createOutboxWatch({ ...parts, reportDefect });
  const autoSync = createAutoSync({
    ...parts,
    outbox,
    sync,
    outboxWatch,
    network,
    passFailed,
    noteSyncEnd: () => {
      keptLeads.refresh().catch(reportFailure);
      measurementNames.send().catch(reportFailure);
    },
  });

  /* The session */

  const session = createSessionData({
    ...parts,
    databases,
    storage: pageStorage,
    spare,
    locks,
    channel,
    announceChange: async () => {
      // Without persistence, everything works until the browser runs out of space.
      keepStorage().catch(() => undefined);
      forgetWhatIsHere();
      await outboxWatch.look();
      await keptLeads.refresh();
      news.tellAll(STORES);
      autoSync.onSessionStarted();
    },
  });

  let stops: (() => void)[] = [];
  const start = (): void => {
    if (news.isStarted()) return;
    stops = [
      autoSync.start(),
      news.start(),
      keptLeads.listenToPins(() => {
        pinnedLeads.download().catch(reportFailure);
      }),
      channel.listen(({ type }) => {
        if (type === "kept-leads") keptLeads.refresh().catch(reportFailure);
        else if (type === "queue") autoSync.onOutboxChanged();
        else if (type !== "records") {
          forgetWhatIsHere();
          // The tab that emptied the device may be closed before it has filled it again.
          autoSync.onSessionStarted();
        }
      }),
    ];
  };
  const stop = (): void => {
    for (const each of stops) each();
    stops = [];
  };

  return {
    ...noteOpened({ leads, estimates, documents }, { keptLeads, pinnedLeads, measurements, reportFailure }),
    photos,
    measurements,
    measurementNames,
    users: createUserReader(store),
    settings,
    templates: createTemplateStore({ store, connection }),
    priceBook,
    imageUrls: async () => await readImageUrls(store),
    importDraft: createImportDraft({ database: device, store }),
    drafts,
    keptLeads,
    readSpace: readDeviceSpace,
    changes,
    rescue: createLazyRescue({
      ...parts,
      flush: () => outbox.flush(),
      iterations: options.rescueIterations,
    }),
    session,
    status: {
      getSnapshot: status.getSnapshot,
      subscribe: (listener) => status.subscribe(() => inOwnTask(listener)),
    },
    sync,
    resolveId: (key) => store.read((transaction) => resolveId(transaction, key)),
    deviceClock,
    subscribe: news.subscribe,
    start,
    stop,
    storageWaitMs: () => clock.now() - (pageStorage.waitingSince() ?? clock.now()),
    databases,
  };
}
