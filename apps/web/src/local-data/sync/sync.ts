import { Problem, REFRESH_AFTER_MS, SYNCED_STORES } from "@ridgebook/contract";
import { needsPerson } from "#local-data/database/change-record.ts";
import type { DeviceDatabase } from "#local-data/database/device-database.ts";
import type { ExclusiveLocks } from "#local-data/database/exclusive-locks.ts";
import type { KeptShapes } from "#local-data/database/kept-shapes.ts";
import type { LocalStore, StoreSession, StoreTransaction } from "#local-data/database/local-store.ts";
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
import { beginAfresh, downloadOf, isPriceBookSeen, noteSeen, noteWhatIsWhole } from "./load-afresh.ts";

/**
 * As long as a create waits for its first answers, nothing is received: the new record might come as somebody else's and
 * stand in the list twice. A server that keeps failing on it must not keep everything else away, though.
 */
const TRIES_BEFORE_RECEIVING = 4;

/**
 * How many records of a page are stored in one transaction: some ten milliseconds in WebKit. A save waits for no more than that, and
 * neither does a page that is being left.
 */
const RECORDS_AT_ONCE = 200;

/** How long `refresh` lets a person wait before they go on with what the device has. */
const REFRESH_PATIENCE_MS = 10_000;

/** Only the device of a large company ever needs it. */
const loadEviction = () => import("#local-data/working-set/evict.ts");

export interface Sync {
  /** Sends what waits, back-off or not, then receives. Never rejects for what the network does; the status tells. */
  run(): Promise<void>;
  flush(): Promise<void>;
  /** Receives only; the try that finds out whether the server is back. */
  pull(): Promise<void>;
  /**
   * Sends what is due and receives what changed up to now. Resolves to false if the server can't be reached or doesn't answer within 10
   * seconds; a later answer is still stored.
   */
  refresh(): Promise<boolean>;
  /** How often in a row what changed could not be received. */
  pullsInVain(): number;
  /** Whether something is missing that another try may bring: to this tab, or of a download that no tab of the device has ended. */
  isBehind(known: { isDownloaded: boolean }): boolean;
  /** Whatever another try was hopeless for may be over: somebody has signed in. */
  noteNewSession(): void;
  /** There may be space again. Says whether receiving was given up for want of it. */
  noteSpace(): boolean;
  /**
   * Before navigation: runs when the last refresh is older than 3 hours (1.§2) and the server can be reached. Resolves when that is
   * over, a first download as soon as its first page is here.
   */
  refreshIfStale(): Promise<void>;
  /**
   * Resolves when what a sync has begun behind it is over: pinned leads and old price books are here, or cannot be had now. A page
   * goes on without them; a worker that ended would break them off.
   */
  downloadsEnd(): Promise<void>;
}

/** A page of news that was asked for before its turn. */
interface PageAhead {
  readonly cursor: string;
  readonly page: Promise<ChangesPage | "cursorTooOld">;
}

/** How far the device has come in the change feed. */
interface Place {
  readonly cursor: string | undefined;
  /** Whether every store of this app was asked for on the way there. */
  readonly isForAllStores: boolean;
}

const FROM_THE_BEGINNING: Place = { cursor: undefined, isForAllStores: true };

/** What came of taking in a page. */
interface Received {
  readonly isLast: boolean;
  /** Whether the device holds more than its working set, once the last page is here. */
  readonly isOver: boolean;
  /** Where the next question starts. */
  readonly place: Place;
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
  noteFailure,
}: {
  store: LocalStore;
  device: DeviceDatabase;
  shapes: KeptShapes;
  connection: Connection;
  outbox: Outbox;
  status: WritableSyncStatus;
  locks: ExclusiveLocks;
  clock: Clock;
  /** How many changes are asked for at once. */
  pageSize: number;
  keptLeads: KeptLeadsKeeper;
  pinnedLeads: Pick<PinnedLeads, "download">;
  priceBook: Pick<PriceBookReader, "keepVersions">;
  bounds?: WorkingSetBounds | undefined;
  noteFailure: (error: unknown) => void;
}): Sync {
  let pulling: Promise<void> | undefined;
  let pullsInVain = 0;
  /** Another try helps neither a login that is over nor a full disk; those go on when the person has done something. */
  let isHopeless = false;
  let isOutOfSpace = false;
  /** How many changes the next page is to hold. */
  let limit = pageSize;
  let downloads: Promise<unknown> = Promise.resolve();

  const downloadBehind = (download: Promise<unknown>): void => {
    download.catch(noteFailure);
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
    // Whatever ends it too early, it is to be tried again.
    pullsInVain += 1;
    const named = new Set<number>();
    try {
      await locks.run(SYNC_LOCK, async () => {
        const session = store.session();
        status.set({ syncing: true });
        try {
          const place = await session.read(async (transaction) =>
            (await isCreateUnsettled(transaction)) ? undefined : await readPlace(transaction, shapes),
          );
          if (!place) return;
          const { isOver } = await receiveAll(session, { place, named });
          pullsInVain = 0;
          if (isOver) await (await loadEviction()).evict(session, { keptLeads, clock, bounds });
        } finally {
          status.set({ syncing: false });
        }
      });
      downloadBehind(pinnedLeads.download());
    } catch (error) {
      isOutOfSpace = isFullDisk(error);
      isHopeless = !isOutOfSpace && (!(error instanceof Problem) || error.status === 401 || error.status === 403);
      noteFailure(error);
    }
    // Nothing waits for these: an estimate opens without them as long as there is a network.
    downloadBehind(priceBook.keepVersions(named));
  };

  const isCreateUnsettled = async (transaction: StoreTransaction): Promise<boolean> =>
    (await transaction.changes()).some((change) => {
      const { attempt, retry } = change.data;
      const isOnItsWay = attempt?.kind === "create" && !attempt.isKeptOnly && !needsPerson(change);
      return isOnItsWay && retry.count < TRIES_BEFORE_RECEIVING;
    });

  /**
   * One owner's news from `place` on: it ends when another session begins. While a page is written down, the server makes the next one.
   * Says whether the device holds more than its working set then.
   */
  const receiveAll = async (
    session: StoreSession,
    { place: begin, named }: { place: Place; named: Set<number> },
  ): Promise<{ isOver: boolean }> => {
    let place = begin;
    let ahead: PageAhead | undefined;
    for (;;) {
      const { cursor, isForAllStores } = place;
      if (cursor === undefined) await session.write(beginAfresh);
      // Another tab may have gone on meanwhile: then it is another page that is next.
      const next = (): PageAhead["page"] =>
        ahead && ahead.cursor === cursor ? ahead.page : askForChanges(session, cursor);
      const page = isForAllStores ? await next() : "cursorTooOld";
      if (page === "cursorTooOld") {
        await session.write((transaction) => transaction.putInfo("cursor", undefined));
        place = FROM_THE_BEGINNING;
        continue;
      }
      if (hasPriceBookChanges(page)) await keepNamedPriceBook({ session, device, shapes });
      for (const version of namedVersions(page.changed.estimates ?? [])) named.add(version);
      ahead = page.more && page.cursor !== cursor ? askAhead(session, page.cursor) : undefined;
      const { early, last } = cutPage(page, RECORDS_AT_ONCE);
      for (const part of early)
        await session.write((transaction) => receiveEarly(transaction, { part, page, askedFrom: cursor }), {
          records: part.map(({ storeName }) => storeName),
        });
      const received = await session.write((transaction) =>
        receivePage(transaction, { page, last, askedFrom: cursor }),
      );
      status.set(received.reached);
      // A feed that does not move on would be asked for ever.
      if (received.isLast || page.cursor === cursor) return received;
      place = received.place;
    }
  };

  const askAhead = (session: StoreSession, cursor: string): PageAhead => {
    const page = askForChanges(session, cursor);
    // Whoever waits for the page hears of a failure; where the one before cannot be written down, nobody does.
    page.catch(() => undefined);
    return { cursor, page };
  };

  const askForChanges = async (
    { owner }: StoreSession,
    cursor: string | undefined,
  ): Promise<ChangesPage | "cursorTooOld"> => {
    const query = { stores: SYNCED_STORES.join(","), limit: String(limit), ...(cursor && { cursor }) };
    try {
      const { body } = await connection.call({ method: "GET", path: "/api/changes", query, session: owner });
      limit = Math.min(limit * 2, pageSize);
      return readChangesPage(body);
    } catch (error) {
      // Asked for again as it was, it would take too long again. An estimate weighs as much as a hundred other changes.
      if (error instanceof Problem && error.code === "requestTimeout") limit = Math.ceil(limit / 8);
      if (error instanceof Problem && error.code === "cursorTooOld" && cursor !== undefined) return "cursorTooOld";
      throw error;
    }
  };

  /** Stores a part of a page. Without the page's cursor it comes again, and changes nothing then. */
  const receiveEarly = async (
    transaction: StoreTransaction,
    { part, page, askedFrom }: { part: PagePart; page: ChangesPage; askedFrom: string | undefined },
  ): Promise<void> => {
    if ((await transaction.info("cursor")) !== askedFrom) return;
    if (hasPriceBookChanges(page)) await transaction.putInfo("price-book-arriving", true);
    for (const { storeName, incoming } of part)
      await receiveRecords(transaction, { storeName, incoming, isLate: false });
  };

  /** Stores the last part of a page and its cursor in the same transaction; returns what is reached once that is stored. */
  const receivePage = async (
    transaction: StoreTransaction,
    { page, last, askedFrom }: { page: ChangesPage; last: PagePart; askedFrom: string | undefined },
  ): Promise<Received> => {
    const before = await readPlace(transaction, shapes);
    // Another tab went on meanwhile: this page is old, and the next question starts from where that tab is.
    if (before.cursor !== askedFrom) return { isLast: false, isOver: false, place: before, reached: {} };
    for (const { storeName, incoming } of last)
      await receiveRecords(transaction, { storeName, incoming, isLate: false });
    for (const storeName of SYNCED_STORES)
      await receiveRemovals(transaction, { storeName, ids: page.deleted[storeName] ?? [] });
    await transaction.putInfo("cursor", page.cursor);
    const asked = { cursor: page.cursor, storeNames: SYNCED_STORES, release: shapes.feedRelease };
    await transaction.putInfo("cursor-stores", asked);
    const afresh = await noteSeen(transaction, page);
    await notePriceBookArriving(transaction, { page, isWholeBook: askedFrom === undefined && isPriceBookSeen(afresh) });
    const download = downloadOf(afresh);
    const place: Place = { cursor: page.cursor, isForAllStores: true };
    if (page.more) return { isLast: false, isOver: false, place, reached: { download } };
    await noteWhatIsWhole(transaction);
    const time = clock.now();
    await transaction.putInfo("last-refresh-time", time);
    const isOver = await isOverBounds(transaction, bounds);
    return { isLast: true, isOver, place, reached: { download, lastRefreshTime: time } };
  };

  const run = async (): Promise<void> => {
    await outbox.flush({ ignoresBackOff: true });
    await pull();
  };

  /** Waits for a running pull and then pulls again: the running one may have asked before the latest change. */
  const receiveNewest = async (): Promise<boolean> => {
    await outbox.flush();
    await pulling;
    await pull();
    return pullsInVain === 0;
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

  /** Resolves when a first download has told how far it is. */
  const firstPageShown = (): Promise<void> =>
    new Promise((resolve) => {
      let stop = (): void => undefined;
      const look = (): void => {
        const { download, lastRefreshTime } = status.getSnapshot();
        if (!download && lastRefreshTime === null) return;
        stop();
        // Whoever waits for it goes on outside of what has told it, which may be a transaction.
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
    pullsInVain: () => pullsInVain,
    async refreshIfStale() {
      const { lastRefreshTime } = status.getSnapshot();
      const age = lastRefreshTime === null ? Infinity : clock.now() - lastRefreshTime;
      // Below zero: the clock was ahead then, and how long ago that was nobody knows.
      const isStale = age < 0 || age > REFRESH_AFTER_MS;
      if (!isStale || connection.isUnreachable()) return;
      const refreshed = run();
      // The first page of a first download brings what every page needs; the rest comes while people work.
      await (lastRefreshTime === null ? Promise.race([refreshed, firstPageShown()]) : refreshed);
    },
    isBehind: ({ isDownloaded }) => !isHopeless && !isOutOfSpace && (pullsInVain > 0 || !isDownloaded),
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
 * An older version of the app, in its time or in another tab, asks for fewer stores and knows fewer members; what changed in the others
 * meanwhile would never come.
 */
async function readPlace(transaction: StoreTransaction, { feedRelease }: KeptShapes): Promise<Place> {
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
 * Between two pages the price book may be half of one version and half of the next. Only the first page of a load from the beginning
 * has the whole of it (decision 0011), which waits for what is in it no more to go, if there is such.
 */
async function notePriceBookArriving(
  transaction: StoreTransaction,
  { page, isWholeBook }: { page: ChangesPage; isWholeBook: boolean },
): Promise<void> {
  if (!page.more || isWholeBook) await transaction.putInfo("price-book-arriving", undefined);
  else if (hasPriceBookChanges(page)) await transaction.putInfo("price-book-arriving", true);
}
