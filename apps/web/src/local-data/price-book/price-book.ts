import {
  pick,
  Problem,
  SECTION_PAIR_ID,
  SECTION_PAIRS,
  sectionRecord,
  sectionTitle,
  UNORDERED_SECTION,
  workflowRecord,
  workflowTitle,
  type EstimateField,
  type EstimateSection,
  type StoredEstimateSection,
  type StoredEstimateWorkflow,
} from "@ridgebook/contract";
import type { IndexedPriceBook } from "@ridgebook/estimating";
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

/** Loads the engine with its catalogue when it is first needed: the list of leads works without it. */
const loadEngine = () => import("@ridgebook/estimating");

/** A version of the company's price book, indexed for calculations. */
export interface LocalPriceBook {
  /** 0 if the device has none. */
  readonly version: number;
  /** In no particular order. */
  readonly entries: readonly EstimateField[];
  readonly entryById: ReadonlyMap<string, EstimateField>;
  readonly indexed: IndexedPriceBook;
  /** False while only a part of a newer version has arrived, which must not be used for prices. */
  readonly isComplete: boolean;
}

export interface LocalSection extends EstimateSection {
  /** The section's name; for a pair, its description (3.§3). */
  readonly title: string;
}

export interface LocalWorkflow extends StoredEstimateWorkflow {
  /** The company's own name for it, else the workflow's (1.§3). */
  readonly title: string;
  /** Steps in their order, then the pair, then Notes and Discount; also disabled ones. */
  readonly sections: readonly LocalSection[];
}

/** The price book, and the work categories with their sections. Read only: admins change them on the server. */
export interface PriceBookReader {
  /** Reads the newest version. Indexed again only when one of its records changes. */
  read(): Promise<LocalPriceBook>;
  /**
   * Reads one version, such as that of an estimate. Fetches and keeps a missing one. Throws `unavailable` if that fails, `notFound` if
   * the version does not exist.
   */
  readVersion(version: number): Promise<LocalPriceBook>;
  /**
   * Fetches the missing ones of these versions and of those of estimates on this device, so that the estimates open offline. A failed
   * version is tried again by the next call. Resolves with the problem of a failed one of `versions`.
   */
  keepVersions(versions: ReadonlySet<number>): Promise<Problem | undefined>;
  /** Clears caches after the device was emptied or got another owner. */
  forgetWhatIsHere(): void;
  /** Deletes kept versions that no estimate needs. */
  prune(named: ReadonlySet<number>): Promise<void>;
  /** Reads all work categories in display order. */
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
  /** Whether the cache is notified of every change. */
  canKeep: () => boolean;
}): PriceBookReader {
  let current: Promise<LocalPriceBook> | undefined;
  /** Former versions by company and version; they never change. */
  const old = new Map<string, Promise<LocalPriceBook>>();
  /** Companies and versions that are known to be here, or are being fetched. */
  const seenHere = new Map<string, Promise<void>>();
  /** Versions that estimates of the session need and that may be missing. */
  let owed: { readonly session: StoreSession; readonly versions: Promise<Set<number>> } | undefined;
  subscribe((changed) => {
    if (changed !== "estimate-fields") return;
    current = undefined;
    // There is a new version, and former ones that no estimate needs were deleted.
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
    // Not cached while incomplete: the last page of a version may have no entries, and so cause no change notification.
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

  /** Whether a version is on this device, as a kept one or the newest. */
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
      // Without space to keep it, it is fetched again the next time.
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
      // The version does not exist, so nothing is missing.
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

  /** Starts with the versions of all estimates on this device, because no later change mentions one that an earlier tab failed to fetch. */
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
          // An estimate without prices has version 0.
          if (version !== 0) await seeTo(version);
          ofSession.delete(version);
        }
        return undefined;
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        // The others would fail too.
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

/** Throws `unavailable` for a body that cannot come from our server. */
function readEntries(body: unknown): EstimateField[] {
  const isEntry = (entry: unknown): boolean =>
    typeof entry === "object" && entry !== null && "id" in entry && typeof entry.id === "string";
  if (!Array.isArray(body) || !body.every(isEntry)) throw new Problem("unavailable");
  return body as EstimateField[];
}

/** The app's workflows and sections, with the company's settings for them. */
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
    ...sectionRecord.empty,
    id: SECTION_PAIR_ID,
    workflowId,
    optional: true,
    name: "",
    description,
    component: "",
  }));
  const steps = SECTIONS.map(({ id, workflowId, order, name, component, optional }): EstimateSection => ({
    ...sectionRecord.empty,
    id,
    workflowId,
    order,
    name,
    component,
    optional,
  }));
  const known = [...steps, ...pairs].map((section): LocalSection => {
    const { id, workflowId } = section;
    // The store has another id for pairs, because -1 is the pair of several workflows.
    const stored = sectionById.get(id === SECTION_PAIR_ID ? workflowId * 100 : id);
    const decided = { ...section, ...pick(stored ?? section, sectionRecord.fields) };
    return { ...decided, title: sectionTitle(decided) };
  });
  return WORKFLOWS.map(({ id }): LocalWorkflow => {
    const decided = pick(workflowById.get(id) ?? workflowRecord.empty, workflowRecord.fields);
    return {
      ...decided,
      id,
      title: workflowTitle({ ...decided, id }),
      sections: known
        .filter(({ workflowId }) => workflowId === id)
        .sort((one, other) => sortKeyOf(one) - sortKeyOf(other)),
    };
  });
}

/** The sort key of a section. Notes and Discount have order 0 and come after the steps. */
const sortKeyOf = ({ order }: EstimateSection): number => (order === 0 ? UNORDERED_SECTION + 1 : order);
