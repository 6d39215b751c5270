import { Problem, REFRESH_AFTER_MS, SYNCED_STORES } from "@ridgebook/contract";
import { needsPerson } from "#local-data/database/change-record.ts";
import type { DeviceDatabase } from "#local-data/database/device-database.ts";
import type { ExclusiveLocks } from "#local-data/database/exclusive-locks.ts";
import type { KeptShapes } from "#local-data/database/kept-shapes.ts";
import type { LocalStore, StoreSession } from "#local-data/database/local-store.ts";
import type { StoreTransaction } from "#local-data/database/store-transaction.ts";
import type { Clock } from "#local-data/device/clock.ts";
import type { Connection } from "#local-data/device/connection.ts";
import { inOwnTask } from "#local-data/device/own-task.ts";
import { StorageProblem, toStorageProblem } from "#local-data/device/storage-problem.ts";
import type { SyncStatus, WritableSyncStatus } from "#local-data/device/sync-status.ts";
import { receiveRecords, receiveRemovals } from "#local-data/merging/receive.ts";
import { SYNC_LOCK, type Outbox } from "#local-data/outbox/outbox.ts";
import { keepNamedPriceBook, namedVersions } from "#local-data/price-book/kept-price-books.ts";
import type { PriceBookReader } from "#local-data/price-book/price-book.ts";
import type { KeptLeadsKeeper } from "#local-data/working-set/kept-leads.ts";
import type { PinnedLeads } from "#local-data/working-set/pinned-leads.ts";
import { isOverBounds, WORKING_SET, type WorkingSetBounds } from "#local-data/working-set/working-set.ts";
import { cutPage, readChangesPage, type ChangesPage, type PagePart } from "./changes-page.ts";
import { beginAfresh, downloadOf, isPriceBookSeen, updateReload, noteWhatIsWhole } from "./load-afresh.ts";

/**
 * While a create has no reply, nothing is received, because the new record could arrive as another one and be listed twice. After this
 * many tries, receiving continues.
 */
const TRIES_BEFORE_RECEIVING = 4;

/**
 * The number of records that are stored in one transaction: some ten milliseconds in WebKit, which is the longest that a save, or leaving
 * the page, waits for it.
 */
const RECORDS_AT_ONCE = 200;

/** How long `refresh` waits before the user continues with the device's data. */
const REFRESH_PATIENCE_MS = 10_000;

/** Loaded on demand: only devices of large companies need it. */
const loadEviction = () => import("#local-data/working-set/evict.ts");

export interface Sync {
  /** Sends all changes, ignoring back-off, then receives. Never rejects for network errors, which the status shows. */
  run(): Promise<void>;
  flush(): Promise<void>;
  /** Receives only; also used to probe the server. */
  pull(): Promise<void>;
  /**
   * Sends due changes and receives all changes up to now. Resolves to false if the server can't be reached or doesn't reply within 10
   * seconds; a later reply is still stored.
   */
  refresh(): Promise<boolean>;
  /** The number of consecutive failed pulls. */
  failedPulls(): number;
  /** Whether another try may bring missing data: after a failed pull of this tab, or if no tab has finished the download. */
  isBehind(known: { isDownloaded: boolean }): boolean;
  /** Allows retries again after a login. */
  noteNewSession(): void;
  /** Allows retries again when there may be free space. Returns whether receiving had stopped for lack of it. */
  noteSpace(): boolean;
  /**
   * Before a navigation: runs if the last refresh is older than 3 hours (1.§2) and the server can be reached. Resolves when it is
   * done; for a first download, when the first page is here.
   */
  refreshIfStale(): Promise<void>;
  /**
   * Resolves when the background downloads of a sync are done or have failed: pinned leads and former price books. A page does not wait
   * for them; a worker must, because its end would abort them.
   */
  downloadsEnd(): Promise<void>;
}

/** A page of changes that was requested ahead. */
interface PageAhead {
  readonly cursor: string;
  readonly page: Promise<ChangesPage | "cursorTooOld">;
}

/** The device's position in the change feed. */
interface FeedPosition {
  readonly cursor: string | undefined;
  /** Whether all stores of this app were requested up to the cursor. */
  readonly isForAllStores: boolean;
}

const FROM_THE_BEGINNING: FeedPosition = { cursor: undefined, isForAllStores: true };

/** The result of storing a page. */
interface Received {
  readonly isLast: boolean;
  /** After the last page, whether the device has more than its working set. */
  readonly isOver: boolean;
  /** The start of the next page. */
  readonly position: FeedPosition;
  readonly reached: Partial<SyncStatus>;
}

export function createSync({
  store,
  device,
  shapes,
  connection,
  outbox,
  status,
  locks,
  clock,
  pageSize,
  keptLeads,
  pinnedLeads,
  priceBook,
  bounds = WORKING_SET,
  reportFailure,
}: {
  store: LocalStore;
  device: DeviceDatabase;
  shapes: KeptShapes;
  connection: Connection;
  outbox: Outbox;
  status: WritableSyncStatus;
  locks: ExclusiveLocks;
  clock: Clock;
  /** The number of changes that are requested at once. */
  pageSize: number;
  keptLeads: KeptLeadsKeeper;
  pinnedLeads: Pick<PinnedLeads, "download">;
  priceBook: Pick<PriceBookReader, "keepVersions">;
  bounds?: WorkingSetBounds | undefined;
  reportFailure: (error: unknown) => void;
}): Sync {
  let pulling: Promise<void> | undefined;
  let failedPulls = 0;
  /** A retry cannot help until the user signs in again, or the app is fixed. */
  let isHopeless = false;
  /** A retry cannot help until there is space. */
  let isOutOfSpace = false;
  /** The number of changes to request for the next page. */
  let limit = pageSize;
  let downloads: Promise<unknown> = Promise.resolve();

  const downloadBehind = (download: Promise<unknown>): void => {
    download.catch(reportFailure);
    downloads = Promise.allSettled([downloads, download]);
  };

  const pull = (): Promise<void> => {
    pulling ??= runPull().finally(() => {
      pulling = undefined;
    });
    return pulling;
  };

  const runPull = async (): Promise<void> => {
    if (!connection.hasNetwork()) return;
    isHopeless = isOutOfSpace = false;
    // Counts as failed until it completes, whatever ends it early.
    failedPulls += 1;
    const named = new Set<number>();
    try {
      await locks.run(SYNC_LOCK, async () => {
        const session = store.session();
        const ending = new AbortController();
        status.set({ syncing: true });
        try {
          const position = await session.read(async (transaction) =>
            (await isCreateUnsettled(transaction)) ? undefined : await readPosition(transaction, shapes),
          );
          if (!position) return;
          const { isOver } = await receiveAll(session, { position, named, signal: ending.signal });
          failedPulls = 0;
          if (isOver) await (await loadEviction()).evict(session, { keptLeads, clock, bounds });
        } finally {
          status.set({ syncing: false });
          // If a page could not be stored, the next one must not be on its way when another tab gets the lock.
          ending.abort();
        }
      });
      downloadBehind(pinnedLeads.download());
    } catch (error) {
      isOutOfSpace = isFullDisk(error);
      isHopeless = !isOutOfSpace && (!(error instanceof Problem) || error.status === 401 || error.status === 403);
      reportFailure(error);
    }
    // In the background: with a network, estimates open without them.
    downloadBehind(priceBook.keepVersions(named));
  };

  const isCreateUnsettled = async (transaction: StoreTransaction): Promise<boolean> =>
    (await transaction.changes()).some((change) => {
      const { attempt, retry } = change.data;
      const isOnItsWay = attempt?.kind === "create" && !attempt.isKeptOnly && !needsPerson(change);
      return isOnItsWay && retry.count < TRIES_BEFORE_RECEIVING;
    });

  /**
   * Receives one owner's changes from `position` on; ends when another session begins. Requests the next page while it stores the
   * current one. Returns whether the device has more than its working set then.
   */
  const receiveAll = async (
    session: StoreSession,
    { position: begin, named, signal }: { position: FeedPosition; named: Set<number>; signal: AbortSignal },
  ): Promise<{ isOver: boolean }> => {
    let position = begin;
    let ahead: PageAhead | undefined;
    for (;;) {
      const { cursor, isForAllStores } = position;
      if (cursor === undefined) await session.write(beginAfresh);
      // If another tab has moved the cursor, another page is next.
      const next = (): PageAhead["page"] =>
        ahead && ahead.cursor === cursor ? ahead.page : askForChanges(session, cursor, signal);
      const page = isForAllStores ? await next() : "cursorTooOld";
      if (page === "cursorTooOld") {
        await session.write((transaction) => transaction.putInfo("cursor", undefined));
        position = FROM_THE_BEGINNING;
        continue;
      }
      if (hasPriceBookChanges(page)) await keepNamedPriceBook({ session, device, shapes });
      for (const version of namedVersions(page.changed.estimates ?? [])) named.add(version);
      ahead = page.more && page.cursor !== cursor ? askAhead(session, page.cursor, signal) : undefined;
      const { early, last } = cutPage(page, RECORDS_AT_ONCE);
      for (const part of early)
        await session.write((transaction) => receiveEarly(transaction, { part, page, askedFrom: cursor }), {
          records: part.map(({ storeName }) => storeName),
        });
      const received = await session.write((transaction) =>
        receivePage(transaction, { page, last, askedFrom: cursor }),
      );
      status.set(received.reached);
      // Otherwise a feed whose cursor does not move would loop forever.
      if (received.isLast || page.cursor === cursor) return received;
      position = received.position;
    }
  };

  const askAhead = (session: StoreSession, cursor: string, signal: AbortSignal): PageAhead => {
    const page = askForChanges(session, cursor, signal);
    // The error is handled where the page is awaited, which does not happen if the page before cannot be stored.
    page.catch(() => undefined);
    return { cursor, page };
  };

  const askForChanges = async (
    { owner }: StoreSession,
    cursor: string | undefined,
    signal: AbortSignal,
  ): Promise<ChangesPage | "cursorTooOld"> => {
    const query = { stores: SYNCED_STORES.join(","), limit: String(limit), ...(cursor && { cursor }) };
    try {
      const { body } = await connection.call({ method: "GET", path: "/api/changes", query, session: owner, signal });
      limit = Math.min(limit * 2, pageSize);
      return readChangesPage(body);
    } catch (error) {
      // The same request would time out again. One estimate is as large as a hundred other changes.
      if (error instanceof Problem && error.code === "requestTimeout") limit = Math.ceil(limit / 8);
      if (error instanceof Problem && error.code === "cursorTooOld" && cursor !== undefined) return "cursorTooOld";
      throw error;
    }
  };

  /** Stores a part of a page. Without the page's cursor, it may arrive again, which is a no-op. */
  const receiveEarly = async (
    transaction: StoreTransaction,
    { part, page, askedFrom }: { part: PagePart; page: ChangesPage; askedFrom: string | undefined },
  ): Promise<void> => {
    if ((await transaction.info("cursor")) !== askedFrom) return;
    if (hasPriceBookChanges(page)) await transaction.putInfo("price-book-arriving", true);
    for (const { storeName, incoming } of part)
      await receiveRecords(transaction, { storeName, incoming, isLate: false });
  };

  /** Stores the last part of a page and its cursor in one transaction; returns the new state. */
  const receivePage = async (
    transaction: StoreTransaction,
    { page, last, askedFrom }: { page: ChangesPage; last: PagePart; askedFrom: string | undefined },
  ): Promise<Received> => {
    const before = await readPosition(transaction, shapes);
    // Another tab has moved the cursor: this page is stale, and the next one starts at the new cursor.
    if (before.cursor !== askedFrom) return { isLast: false, isOver: false, position: before, reached: {} };
    for (const { storeName, incoming } of last)
      await receiveRecords(transaction, { storeName, incoming, isLate: false });
    for (const storeName of SYNCED_STORES)
      await receiveRemovals(transaction, { storeName, ids: page.deleted[storeName] ?? [] });
    await transaction.putInfo("cursor", page.cursor);
    const asked = { cursor: page.cursor, storeNames: SYNCED_STORES, release: shapes.feedRelease };
    await transaction.putInfo("cursor-stores", asked);
    const afresh = await updateReload(transaction, page);
    await notePriceBookArriving(transaction, { page, isWholeBook: askedFrom === undefined && isPriceBookSeen(afresh) });
    const download = downloadOf(afresh);
    const position: FeedPosition = { cursor: page.cursor, isForAllStores: true };
    if (page.more) return { isLast: false, isOver: false, position, reached: { download } };
    await noteWhatIsWhole(transaction);
    const time = clock.now();
    await transaction.putInfo("last-refresh-time", time);
    const isOver = await isOverBounds(transaction, bounds);
    return { isLast: true, isOver, position, reached: { download, lastRefreshTime: time } };
  };

  const run = async (): Promise<void> => {
    await outbox.flush({ ignoresBackOff: true });
    await pull();
  };

  /** Waits for a running pull and pulls again, because the running one may have started before the latest change. */
  const receiveNewest = async (): Promise<boolean> => {
    await outbox.flush();
    await pulling;
    await pull();
    return failedPulls === 0;
  };

  const refresh = async (): Promise<boolean> => {
    if (connection.isUnreachable()) return false;
    let stopTimer = (): void => undefined;
    const late = new Promise<false>((resolve) => {
      stopTimer = clock.startTimer(() => resolve(false), REFRESH_PATIENCE_MS);
    });
    try {
      return await Promise.race([receiveNewest(), late]);
    } finally {
      stopTimer();
    }
  };

  /** Resolves when the first page of a first download is stored. */
  const firstPageShown = (): Promise<void> =>
    new Promise((resolve) => {
      let stop = (): void => undefined;
      const look = (): void => {
        const { download, lastRefreshTime } = status.getSnapshot();
        if (!download && lastRefreshTime === null) return;
        stop();
        // The status may be set inside a transaction; continue outside of it.
        inOwnTask(resolve);
      };
      stop = status.subscribe(look);
      look();
    });

  return {
    run,
    flush: () => outbox.flush(),
    pull,
    refresh,
    failedPulls: () => failedPulls,
    async refreshIfStale() {
      const { lastRefreshTime } = status.getSnapshot();
      const age = lastRefreshTime === null ? Infinity : clock.now() - lastRefreshTime;
      // A negative age means that the clock was set back.
      const isStale = age < 0 || age > REFRESH_AFTER_MS;
      if (!isStale || connection.isUnreachable()) return;
      const refreshed = run();
      // The first page of a first download has what every page needs; the rest arrives in the background.
      await (lastRefreshTime === null ? Promise.race([refreshed, firstPageShown()]) : refreshed);
    },
    isBehind: ({ isDownloaded }) => !isHopeless && !isOutOfSpace && (failedPulls > 0 || !isDownloaded),
    noteNewSession: () => {
      isHopeless = isOutOfSpace = false;
    },
    noteSpace: () => {
      const wasOutOfSpace = isOutOfSpace;
      isOutOfSpace = false;
      return wasOutOfSpace;
    },
    async downloadsEnd() {
      await downloads;
    },
  };
}

function isFullDisk(caught: unknown): boolean {
  const error = toStorageProblem(caught);
  return error instanceof StorageProblem && error.isFull;
}

/**
 * Reads the position in the change feed. An older version of the app, before an update or in another tab, requests fewer stores and knows
 * fewer members, so a cursor that it stored would skip changes of the others.
 */
async function readPosition(transaction: StoreTransaction, { feedRelease }: KeptShapes): Promise<FeedPosition> {
  const cursor = await transaction.info("cursor");
  const noted = await transaction.info("cursor-stores");
  const isForAllStores =
    cursor === undefined ||
    (noted?.cursor === cursor &&
      (noted.release ?? 1) === feedRelease &&
      SYNCED_STORES.every((storeName) => noted.storeNames.includes(storeName)));
  return { cursor, isForAllStores };
}

const hasPriceBookChanges = ({ changed, deleted }: ChangesPage): boolean =>
  Boolean(changed["estimate-fields"]?.length) || Boolean(deleted["estimate-fields"]?.length);

/**
 * Remembers between two pages that the price book may be half of one version and half of the next. The first page of a full reload
 * has all of it (decision 0011); entries that left the book stay until the reload ends.
 */
async function notePriceBookArriving(
  transaction: StoreTransaction,
  { page, isWholeBook }: { page: ChangesPage; isWholeBook: boolean },
): Promise<void> {
  if (!page.more || isWholeBook) await transaction.putInfo("price-book-arriving", undefined);
  else if (hasPriceBookChanges(page)) await transaction.putInfo("price-book-arriving", true);
}
