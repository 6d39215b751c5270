import {
  Problem,
  SECTION_PAIR_ID,
  SECTION_PAIRS,
  sectionTitle,
  UNORDERED_SECTION,
  workflowTitle,
  type EstimateField,
  type EstimateSection,
  type StoredEstimateSection,
  type StoredEstimateWorkflow,
} from "@ridgebook/contract";
import type { IndexedPriceBook, WorkflowId } from "@ridgebook/estimating";
import type { DeviceDatabase, KeptPriceBook } from "#local-data/database/device-database.ts";
import type { KeptShapes } from "#local-data/database/kept-shapes.ts";
import type { LocalStore, StoreSession } from "#local-data/database/local-store.ts";
import type { StoreName } from "#local-data/database/stored-record.ts";
import type { Connection } from "#local-data/device/connection.ts";
import { onDevice, StorageProblem } from "#local-data/device/storage-problem.ts";
import {
  fromRows,
  namedVersions,
  pruneKeptPriceBooks,
  readNewestEntries,
  readNewestVersion,
  toRows,
  versionOfEntries,
} from "./kept-price-books.ts";

/** The engine with its whole catalogue comes when it is first asked for: a list of leads does without. */
const loadEngine = () => import("@ridgebook/estimating");

/** What a company's fields offer and cost, ready for calculating. */
export interface LocalPriceBook {
  /** 0 while the device has none. */
  readonly version: number;
  /** In no particular order. */
  readonly entries: readonly EstimateField[];
  readonly entryById: ReadonlyMap<string, EstimateField>;
  readonly indexed: IndexedPriceBook;
  /** False while a newer version has come only in part: nothing is priced with it. */
  readonly isComplete: boolean;
}

export interface LocalSection extends EstimateSection {
  /** Its name; of a pair, its description (3.§3). */
  readonly title: string;
}

export interface LocalWorkflow {
  readonly id: WorkflowId;
  readonly enabled: boolean;
  readonly alias: string;
  /** The company's own name for it, else the workflow's (1.§3). */
  readonly title: string;
  /** Steps in their order, then the pair, then Notes and Discount. Those that are not enabled as well. */
  readonly sections: readonly LocalSection[];
}

/** The price book, and the work categories with their sections. Read only: admins change them at the server. */
export interface PriceBookReader {
  /** The newest version. Indexed once, and again when a record of it changes. */
  read(): Promise<LocalPriceBook>;
  /**
   * One version, such as the one that an estimate was priced with. What the device does not have is fetched and kept. Throws
   * `unavailable` when it cannot be had, `notFound` when there is none.
   */
  readVersion(version: number): Promise<LocalPriceBook>;
  /**
   * Fetches what is not here of these versions, and of those that estimates of this device name, so that such estimates open without
   * a network. What cannot be had now is tried again with the next call. Resolves with what kept one of `versions` away.
   */
  keepVersions(versions: ReadonlySet<number>): Promise<Problem | undefined>;
  /** The device was emptied, or is another owner's now: what was seen here may be gone. */
  forgetWhatIsHere(): void;
  /** Lets go of all kept versions but those that estimates still name. */
  prune(named: ReadonlySet<number>): Promise<void>;
  /** All work categories in display order. */
  readWorkflows(): Promise<LocalWorkflow[]>;
}

export function createPriceBookReader({
  store,
  device,
  shapes,
  connection,
  subscribe,
  canKeep,
}: {
  store: LocalStore;
  device: DeviceDatabase;
  shapes: KeptShapes;
  connection: Connection;
  subscribe: (listener: (changed: StoreName) => void) => void;
  /** Whether every change of a record is heard of. */
  canKeep: () => boolean;
}): PriceBookReader {
  let current: Promise<LocalPriceBook> | undefined;
  /** By company and version, which together never change. */
  const old = new Map<string, Promise<LocalPriceBook>>();
  /** Companies and versions that were seen to be here, or are being seen to. */
  const seenHere = new Map<string, Promise<void>>();
  /** Versions that estimates of a session name, and that are not known to be here. */
  let owed: { readonly session: StoreSession; readonly versions: Promise<Set<number>> } | undefined;
  subscribe((changed) => {
    if (changed !== "estimate-fields") return;
    current = undefined;
    // The newest version is another one, and of the old ones only those are left that estimates named just then.
    seenHere.clear();
  });

  const read: PriceBookReader["read"] = () => {
    if (current) return current;
    const reading = store
      .read(async (transaction) => ({
        entries: await readNewestEntries(transaction),
        isComplete: !(await transaction.info("price-book-arriving")),
      }))
      .then(({ entries, isComplete }) => index({ version: versionOfEntries(entries), entries, isComplete }));
    // The last page of a version can be one without entries: then nobody would say that it is complete.
    current = canKeep() ? reading : undefined;
    reading.then(
      ({ isComplete }) => {
        if (!isComplete && current === reading) current = undefined;
      },
      () => {
        if (current === reading) current = undefined;
      },
    );
    return reading;
  };

  const keyOfVersion = (version: number): string => `${String(store.session().owner.companyId)} ${String(version)}`;

  /** Versions that are kept, and the newest one, need not be fetched. */
  const isHere = async (version: number): Promise<boolean> => {
    const { companyId } = store.session().owner;
    const kept = await onDevice(() =>
      device.priceBooks.where("[companyId+version]").equals([companyId, version]).count(),
    );
    return kept > 0 || (await readNewestVersion({ store, device })) === version;
  };

  const fetchBook = async (version: number): Promise<KeptPriceBook> => {
    const { owner } = store.session();
    const { body } = await connection.call({
      method: "GET",
      path: "/api/estimatefields",
      query: { version: String(version) },
      session: owner,
    });
    return { companyId: owner.companyId, version, entries: readEntries(body) };
  };

  const keep = async (book: KeptPriceBook): Promise<void> => {
    await onDevice(() => device.priceBooks.put({ ...book, entries: toRows(book.entries, shapes) }));
  };

  const readEntriesOf = async (version: number): Promise<readonly EstimateField[]> => {
    const { companyId } = store.session().owner;
    const kept = await onDevice(() => device.priceBooks.get([companyId, version]));
    if (kept) return fromRows(kept.entries, shapes);
    const book = await fetchBook(version);
    await keep(book).catch((error: unknown) => {
      // Without room to keep it, it is read from the server the next time.
      if (!(error instanceof StorageProblem)) throw error;
    });
    return book.entries;
  };

  const bringHere = async (version: number): Promise<void> => {
    if (await isHere(version)) return;
    if (connection.isUnreachable()) throw new Problem("unavailable");
    try {
      await keep(await fetchBook(version));
    } catch (error) {
      // There is no such version: nothing is missing.
      if (!(error instanceof Problem && error.code === "notFound")) throw error;
    }
  };

  const seeTo = (version: number): Promise<void> => {
    const key = keyOfVersion(version);
    const known = seenHere.get(key);
    if (known) return known;
    const seeing = bringHere(version);
    seenHere.set(key, seeing);
    seeing.catch(() => {
      if (seenHere.get(key) === seeing) seenHere.delete(key);
    });
    return seeing;
  };

  /** Begins with all that the device's estimates name: what an earlier tab could not fetch, no news name again. */
  const readOwed = (): Promise<Set<number>> => {
    const session = store.session();
    if (owed?.session === session) return owed.versions;
    const versions = session
      .read((transaction) => transaction.records("estimates"))
      .then((estimates) => namedVersions(estimates));
    const reading = { session, versions };
    owed = reading;
    versions.catch(() => {
      if (owed === reading) owed = undefined;
    });
    return versions;
  };

  return {
    read,
    async readVersion(version) {
      const newest = await read();
      if (newest.version === version && newest.isComplete) return newest;
      const key = keyOfVersion(version);
      const known = old.get(key);
      if (known) return known;
      const reading = readEntriesOf(version).then((entries) => index({ version, entries, isComplete: true }));
      old.set(key, reading);
      reading.catch(() => old.delete(key));
      return reading;
    },
    async keepVersions(versions) {
      let missing = versions;
      try {
        const ofSession = await readOwed();
        for (const version of versions) ofSession.add(version);
        missing = ofSession;
        for (const version of new Set([...versions, ...ofSession])) {
          // 0 is that of an estimate without prices.
          if (version !== 0) await seeTo(version);
          ofSession.delete(version);
        }
        return undefined;
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        // The others would fare no better now.
        return [...versions].some((version) => missing.has(version)) ? error : undefined;
      }
    },
    forgetWhatIsHere() {
      current = undefined;
      owed = undefined;
      old.clear();
      seenHere.clear();
    },
    async prune(named) {
      const { companyId } = store.session().owner;
      await pruneKeptPriceBooks({ device, companyId, named });
      old.clear();
      seenHere.clear();
    },
    async readWorkflows() {
      const { workflows, sections } = await store.read(async (transaction) => ({
        workflows: await transaction.records("estimate-workflows"),
        sections: await transaction.records("estimate-sections"),
      }));
      return await listWorkflows({ workflows, sections });
    },
  };
}

async function index({
  version,
  entries,
  isComplete,
}: Pick<LocalPriceBook, "version" | "entries" | "isComplete">): Promise<LocalPriceBook> {
  const { indexPriceBook } = await loadEngine();
  return {
    version,
    entries,
    entryById: new Map(entries.map((entry) => [entry.id, entry])),
    indexed: indexPriceBook({ version, entries }),
    isComplete,
  };
}

/** Throws `unavailable` for what cannot come from our server. */
function readEntries(body: unknown): EstimateField[] {
  const isEntry = (entry: unknown): boolean =>
    typeof entry === "object" && entry !== null && "id" in entry && typeof entry.id === "string";
  if (!Array.isArray(body) || !body.every(isEntry)) throw new Problem("unavailable");
  return body as EstimateField[];
}

/** What the app knows of workflows and sections, with what the company decided about them. */
async function listWorkflows({
  workflows,
  sections,
}: {
  workflows: readonly StoredEstimateWorkflow[];
  sections: readonly StoredEstimateSection[];
}): Promise<LocalWorkflow[]> {
  const { WORKFLOWS, SECTIONS } = await loadEngine();
  const workflowById = new Map(workflows.map((workflow) => [workflow.id, workflow]));
  const sectionById = new Map(sections.map((section) => [section.id, section]));
  const pairs = SECTION_PAIRS.map(({ workflowId, description }): EstimateSection => ({
    ...{ id: SECTION_PAIR_ID, workflowId, order: UNORDERED_SECTION, enabled: true, optional: true },
    ...{ name: "", description, component: "" },
  }));
  const steps = SECTIONS.map(({ id, workflowId, order, name, component, optional }): EstimateSection => ({
    ...{ id, workflowId, order, name, component, optional },
    ...{ enabled: true, description: "" },
  }));
  const known = [...steps, ...pairs].map((section): LocalSection => {
    const { id, workflowId } = section;
    // As the store numbers them: -1 is the number of more than one.
    const stored = sectionById.get(id === SECTION_PAIR_ID ? workflowId * 100 : id);
    const { order, enabled, optional, description } = stored ?? section;
    const decided = { ...section, order, enabled, optional, description };
    return { ...decided, title: sectionTitle(decided) };
  });
  return WORKFLOWS.map(({ id }): LocalWorkflow => {
    const { enabled, alias } = workflowById.get(id) ?? { enabled: true, alias: "" };
    return {
      ...{ id, enabled, alias, title: workflowTitle({ id, alias }) },
      sections: known.filter(({ workflowId }) => workflowId === id).sort((one, other) => placeOf(one) - placeOf(other)),
    };
  });
}

/** Notes and Discount have order 0 and stand outside the steps, behind them. */
const placeOf = ({ order }: EstimateSection): number => (order === 0 ? UNORDERED_SECTION + 1 : order);
