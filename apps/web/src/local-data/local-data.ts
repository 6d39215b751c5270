import {
  isSameValue,
  MAX_BATCH_CALLS,
  MAX_CHANGES_PAGE,
  Problem,
  SHAPES,
  type Settings,
  type Shapes,
  type User,
} from "@ridgebook/contract";
import { createDeviceDatabase, type DeviceDatabase } from "./database/device-database.ts";
import type { Entities } from "./database/entity.ts";
import { leaseLocks, webLocks, type ExclusiveLocks } from "./database/exclusive-locks.ts";
import { createKeptShapes } from "./database/kept-shapes.ts";
import { createLocalStore, type RecordListener } from "./database/local-store.ts";
import { createPageStorage } from "./database/page-storage.ts";
import { createRecordNews } from "./database/record-news.ts";
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
import { StorageProblem, toStorageProblem } from "./device/storage-problem.ts";
import { createSyncStatus, type SyncStatusStore } from "./device/sync-status.ts";
import { readDocumentFile } from "./documents/document-files.ts";
import type { DocumentStore } from "./documents/document-store.ts";
import { createDocumentStore } from "./documents/documents.ts";
import { ENTITIES } from "./entities.ts";
import type { EstimateStore } from "./estimates/estimate-store.ts";
import { createEstimateStore } from "./estimates/estimates.ts";
import { createLeadStore, type LeadStore } from "./leads/leads.ts";
import { chooseAttempt as repeatFrozenAttempt, type ChooseAttempt } from "./outbox/attempt.ts";
import { resolveId } from "./outbox/id-map.ts";
import { createOutbox } from "./outbox/outbox.ts";
import type { PendingChanges } from "./outbox/pending-changes.ts";
import type { LeadPhotoStore } from "./photos/lead-photo-store.ts";
import { createLeadPhotoStore } from "./photos/lead-photos.ts";
import { readImageUrls } from "./price-book/image-urls.ts";
import { keepNamedPriceBook, readNewestVersion } from "./price-book/kept-price-books.ts";
import { createPriceBookReader, type PriceBookReader } from "./price-book/price-book.ts";
import type { Rescue } from "./rescue/rescue.ts";
import { createDrafts, type Drafts } from "./session/drafts.ts";
import { createSessionData, type SessionData } from "./session/session-data.ts";
import { createSpareDrafts, findTextStorage, type TextStorage } from "./database/spare-drafts.ts";
import { createQueueWatch } from "./sync/queue-watch.ts";
import { createSyncByItself } from "./sync/sync-by-itself.ts";
import { createSync } from "./sync/sync.ts";
import { createKeptLeads, type KeptLeads } from "./working-set/kept-leads.ts";
import { createPinnedLeads } from "./working-set/pinned-leads.ts";
import type { WorkingSetBounds } from "./working-set/working-set.ts";

/** Everything that this device knows and still has to say. The rest of the app reads and writes records only here. */
export interface LocalData {
  leads: LeadStore;
  estimates: EstimateStore;
  photos: LeadPhotoStore;
  documents: DocumentStore;
  users: { list(): Promise<User[]>; find(id: number): Promise<User | undefined> };
  settings: {
    read(): Promise<(Settings & { id: 1 }) | undefined>;
    /** Takes in what a save answered, unless something newer than what it was saved over has come meanwhile. */
    receive(saved: Settings, options: { over: Settings }): Promise<void>;
  };
  priceBook: PriceBookReader;
  /** Addresses of the pictures of options and settings. */
  imageUrls(): Promise<string[]>;
  drafts: Drafts;
  /** Pinned leads, and of which leads everything is here. */
  keptLeads: KeptLeads;
  /** Whether the browser keeps the data, and how much there is. */
  readSpace(): Promise<DeviceSpace>;
  changes: PendingChanges;
  /** What waits as a file for another device. */
  rescue: Rescue;
  session: SessionData;
  status: SyncStatusStore;
  sync: { run(): Promise<void>; flush(): Promise<void>; refreshIfStale(): Promise<void> };
  /**
   * Resolves when what a sync has begun behind it is over: pinned leads and old price books are here, or cannot be had now. A page
   * goes on without them; a worker that ended would break them off.
   */
  downloadsEnd(): Promise<void>;
  /** The server's id for a local one that was replaced, else the same id (GUARD-11). */
  resolveId(key: RecordKey): Promise<number>;
  /** Hears which store changed, in this or another tab; the result stops listening. */
  subscribe(listener: RecordListener): () => void;
  /** From now on the network's coming and going, and time, make it send and receive by itself. */
  start(): void;
  stop(): void;
  /** How long, in milliseconds, the page has been waiting for its databases; 0 while it is not. */
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
  /** Where drafts go while the databases can't be written. */
  texts?: TextStorage | undefined;
  page?: LeavablePage;
  /** The databases can't be opened any more in this page, only in the next. */
  onStorageLost?: () => void;
  network?: Network;
  /** Hears what is thrown and is no `Problem`. */
  reportDefect?: (error: unknown) => void;
  /** Asks the browser not to clear the databases when the disk gets full. */
  keepStorage?: () => Promise<unknown>;
  /** Replaced only by the proof that frozen attempts matter. */
  chooseAttempt?: ChooseAttempt;
  entities?: Entities;
  /** What each release keeps and says; replaced only by tests and the simulation, which live through an update. */
  shapes?: Shapes;
  /** Data of a newer release lies on this device: this app must be updated before it goes on. */
  onAppTooOld?: () => void;
  /** How much of a large company is kept; replaced only by tests. */
  workingSet?: WorkingSetBounds;
  /** Fewer than a rescue file should have, only in tests. */
  rescueIterations?: number;
  /** Fewer calls in a batch than the server takes, only in tests. */
  batchSize?: number;
  /** Fewer changes on a page of news than the server gives, only in tests. */
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
  reportDefect = (error) => {
    globalThis.reportError(error);
  },
  keepStorage = askBrowserToKeep,
  chooseAttempt = repeatFrozenAttempt,
  entities = ENTITIES,
  shapes = SHAPES,
  onAppTooOld,
  batchSize = MAX_BATCH_CALLS,
  pageSize = MAX_CHANGES_PAGE,
  ...options
}: LocalDataOptions): LocalData {
  const pageStorage = createPageStorage(storage, () => clock.now());
  const specified = createSpecifiedDatabase(pageStorage);
  const device = createDeviceDatabase(pageStorage);
  const databases = { specified, device };
  const channel = options.channel ?? broadcastTabChannel();
  const locks = options.locks ?? chooseLocks({ device, clock, random });
  const keptShapes = createKeptShapes(shapes, onAppTooOld);
  const store = createLocalStore({
    database: specified,
    storage: pageStorage,
    entities,
    shapes: keptShapes,
    random,
    reportLost: onStorageLost,
  });
  const spare = createSpareDrafts({ device, storage: pageStorage, texts });
  const online = network.isOnline();
  const status = createSyncStatus({ online, noSignalSince: online ? null : clock.now() });

  page.listenLeaving(() => pageStorage.shut());

  /** What goes on beside people's work fails in words where the device cannot store, and else only as a defect. */
  const noteFailure = (caught: unknown): void => {
    const error = toStorageProblem(caught);
    if (error instanceof StorageProblem) status.set({ storageProblem: error });
    else if (!(error instanceof Problem)) reportDefect(error);
  };

  const connection = createConnection({ server, status, network, clock });
  /** What breaks off is planned anew, also where the lock itself could not be had. */
  const passLocks: ExclusiveLocks = {
    run: (name, work) =>
      locks.run(name, work).catch((error: unknown) => {
        byItself.notePassBroken();
        throw error;
      }),
  };
  const outbox = createOutbox({
    store,
    connection,
    status,
    locks: passLocks,
    clock,
    random,
    entities,
    chooseAttempt,
    batchSize,
    readFile: (owner, hash) => readDocumentFile({ database: device, owner }, hash),
    reportDefect,
  });
  let pendingChanges: Promise<PendingChanges> | undefined;
  /** A list of leads does without: loaded when unsent changes are looked at. */
  const loadChanges = (): Promise<PendingChanges> => {
    pendingChanges ??= import("./outbox/pending-changes.ts").then(({ createPendingChanges }) =>
      createPendingChanges({
        store,
        outbox,
        entities,
        clock,
        noteResolved: async (storeName, resolved) => {
          // A draft that cannot follow now stays where it is, and says so when it is back.
          if (storeName === "estimates") await estimates.drafts.followCopies(resolved).catch(noteFailure);
        },
      }),
    );
    // What did not arrive is asked for again.
    pendingChanges.catch(() => {
      pendingChanges = undefined;
    });
    return pendingChanges;
  };
  const changes: PendingChanges = {
    list: async () => (await loadChanges()).list(),
    retry: async (...call) => (await loadChanges()).retry(...call),
    discard: async (...call) => (await loadChanges()).discard(...call),
    takeBackDelete: async (...call) => (await loadChanges()).takeBackDelete(...call),
    takeBackEdit: async (...call) => (await loadChanges()).takeBackEdit(...call),
    editBack: async (...call) => (await loadChanges()).editBack(...call),
    resolve: async (...call) => (await loadChanges()).resolve(...call),
    exportOne: async (...call) => (await loadChanges()).exportOne(...call),
  };

  /* What changed, for this tab and the others */

  const news = createRecordNews({ store, channel });
  let stopListening: (() => void) | undefined;
  const isStarted = (): boolean => stopListening !== undefined;

  const keptLeads = createKeptLeads({
    store,
    device,
    clock,
    announce: () => {
      channel.post({ type: "kept-leads" });
      if (isStarted()) void pinnedLeads.download().catch(noteFailure);
    },
  });
  news.subscribe((storeName) => {
    if (storeName === "leads") keptLeads.noteLeadsChanged().catch(noteFailure);
  });
  const priceBook = createPriceBookReader({
    store,
    device,
    shapes: keptShapes,
    connection,
    subscribe: news.subscribeAtOnce,
    canKeep: isStarted,
  });
  let downloads: Promise<void> = Promise.resolve();
  const noteDownload = (download: Promise<unknown>): void => {
    // How it ended is heard by who began it.
    downloads = Promise.allSettled([downloads, download]).then(() => undefined);
  };
  const sync = createSync({
    store,
    connection,
    outbox,
    status,
    locks: passLocks,
    clock,
    pageSize,
    keptLeads,
    bounds: options.workingSet,
    keepPriceBook: (openSession) => keepNamedPriceBook({ session: openSession, device, shapes: keptShapes }),
    keepNamedVersions: async (versions) => {
      const keeping = priceBook.keepVersions(versions);
      noteDownload(keeping);
      await keeping;
    },
    keepPinnedLeads: () => {
      const downloading = pinnedLeads.download();
      noteDownload(downloading);
      return downloading;
    },
    reportDefect,
  });

  const queueWatch = createQueueWatch({ store, status, entities, clock, reportDefect });

  store.listenBeforeCommit(({ isQueueChanged }) => {
    if (isQueueChanged) channel.post({ type: "queue" });
  });
  // Heard of later, it would take away what the next transaction has failed with.
  store.listenAtOnce(() => status.set({ storageProblem: null }));
  store.listen(({ isQueueChanged, needsSomebody }) => {
    if (isQueueChanged) queueWatch.count({ needsSomebody });
  });

  const session = createSessionData({
    databases,
    storage: pageStorage,
    spare,
    store,
    entities,
    locks,
    channel,
    clock,
    random,
    noteSignedIn: () => {
      status.set({ signInNeeded: false });
    },
    announceChange: async () => {
      // Without that promise everything works, until a browser runs out of space.
      keepStorage().catch(() => undefined);
      forgetWhatIsHere();
      await queueWatch.look();
      await keptLeads.refresh();
      news.tellAll(STORES);
      byItself.lookAgain();
    },
  });

  /** This tab or another one has emptied the device, or made it somebody else's. */
  const forgetWhatIsHere = (): void => {
    pinnedLeads.forgetWhatCame();
    priceBook.forgetWhatIsHere();
  };

  /* Sending and receiving by itself */

  const byItself = createSyncByItself({
    outbox,
    sync,
    queueWatch,
    status,
    network,
    clock,
    random,
    noteNetwork: () => {
      connection.noteNetwork();
    },
    noteSyncEnd: () => {
      keptLeads.refresh().catch(noteFailure);
    },
  });

  const start = (): void => {
    if (isStarted()) return;
    const stops = [
      byItself.start(),
      channel.listen((message) => {
        if (message.type === "records") news.hear(message);
        else if (message.type === "kept-leads") keptLeads.refresh().catch(noteFailure);
        else if (message.type === "queue") byItself.noteQueue();
        else {
          forgetWhatIsHere();
          // A tab that has emptied the device may be gone before it has filled it.
          byItself.lookAgain();
        }
      }),
    ];
    stopListening = () => {
      for (const stop of stops) stop();
    };
  };

  const stop = (): void => {
    stopListening?.();
    stopListening = undefined;
  };

  /** A list of leads does without: loaded when somebody asks for a file. */
  const loadRescue = async (): Promise<Rescue> => {
    const { createRescue } = await import("./rescue/rescue.ts");
    return createRescue({
      store,
      device,
      entities,
      shapes: keptShapes,
      clock,
      random,
      flush: () => outbox.flush(),
      ...(options.rescueIterations !== undefined && { iterations: options.rescueIterations }),
    });
  };

  const leads = createLeadStore({
    store,
    connection,
    outbox,
    changes,
    clock,
    subscribe: news.subscribeAtOnce,
    // Before that, what other tabs write is not heard of.
    canKeep: isStarted,
  });
  const estimates = createEstimateStore({
    store,
    device,
    spare,
    shapes: keptShapes,
    connection,
    outbox,
    changes,
    clock,
    readNewestPriceBook: () => readNewestVersion({ store, device }),
    readPriceBook: async (version) => {
      if (version === 0) return undefined;
      try {
        return (await priceBook.readVersion(version)).indexed;
      } catch (error) {
        if (error instanceof Problem) return undefined;
        throw error;
      }
    },
  });
  const documents = createDocumentStore({ store, device, connection, outbox, changes, clock });
  const photos = createLeadPhotoStore({ store, device, connection, outbox, changes, clock });
  const pinnedLeads = createPinnedLeads({
    store,
    connection,
    locks,
    status,
    keptLeads,
    leads,
    estimates,
    documents,
    photos,
    priceBook,
  });

  /** What is noted beside something that a person waits for never fails it. */
  const noteBeside = (noting: Promise<void>): void => {
    noting.catch(noteFailure);
  };

  return {
    leads: {
      ...leads,
      fetch: async (id) => {
        noteBeside(keptLeads.noteOpened(id));
        return await leads.fetch(id);
      },
    },
    estimates: {
      ...estimates,
      fetch: async (id) => {
        const fetched = await estimates.fetch(id);
        noteBeside(keptLeads.noteOpened(fetched.leadId));
        return fetched;
      },
      fetchOfLead: async (leadId) => {
        const listed = await estimates.fetchOfLead(leadId);
        noteBeside(pinnedLeads.noteEstimatesCame(leadId, listed));
        return listed;
      },
    },
    documents: {
      ...documents,
      fetch: async (id) => {
        const fetched = await documents.fetch(id);
        noteBeside(keptLeads.noteOpened(fetched.leadId));
        return fetched;
      },
      fetchOfLead: async (leadId) => {
        const listed = await documents.fetchOfLead(leadId);
        noteBeside(pinnedLeads.noteDocumentsCame(leadId));
        return listed;
      },
    },
    photos,
    users: {
      list: () => store.read(async (transaction) => (await transaction.records("users")) as unknown as User[]),
      find: (id) =>
        store.read(async (transaction) => (await transaction.record("users", id)) as unknown as User | undefined),
    },
    settings: {
      read: () =>
        store.read(
          async (transaction) =>
            (await transaction.record("settings", 1)) as unknown as (Settings & { id: 1 }) | undefined,
        ),
      receive: (saved, { over }) =>
        store.write(async (transaction) => {
          const held = await transaction.record("settings", 1);
          if (isSameValue(held, over)) await transaction.putRecords("settings", [{ ...held, ...saved, id: 1 }]);
        }),
    },
    priceBook,
    imageUrls: async () => await readImageUrls(store),
    drafts: createDrafts({ database: device, store, clock, spare, shapes: keptShapes }),
    keptLeads: {
      subscribe: (listener) => keptLeads.subscribe(() => inOwnTask(listener)),
      getSnapshot: () => keptLeads.getSnapshot(),
      pin: (leadId) => keptLeads.pin(leadId),
      unpin: (leadId) => keptLeads.unpin(leadId),
    },
    readSpace: readDeviceSpace,
    changes,
    rescue: {
      save: async (passphrase) => await (await loadRescue()).save(passphrase),
      open: async (file, passphrase) => await (await loadRescue()).open(file, passphrase),
    },
    session,
    status: {
      getSnapshot: status.getSnapshot,
      subscribe: (listener) => status.subscribe(() => inOwnTask(listener)),
    },
    sync,
    downloadsEnd: () => downloads,
    resolveId: (key) => store.read((transaction) => resolveId(transaction, key)),
    subscribe: news.subscribe,
    start,
    stop,
    storageWaitMs: () => clock.now() - (pageStorage.waitingSince() ?? clock.now()),
    databases,
  };
}

function chooseLocks({ device, ...timing }: { device: DeviceDatabase; clock: Clock; random: Random }): ExclusiveLocks {
  const manager = (globalThis.navigator as Partial<Navigator> | undefined)?.locks;
  return manager ? webLocks(manager) : leaseLocks({ database: device, ...timing });
}
