import type { CompanyId, ConnectionFailure, DocumentId, DocumentKind, Lead, LeadId } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { readSettings } from "#database/company-settings.ts";
import { isCompanyActive } from "#database/is-company-active.ts";
import { ProviderFailure } from "#integrations/connection/provider.ts";
import type { OpenStorage } from "./connected-storage.ts";
import { filingRepository } from "./filing-repository.ts";
import { findPlace, type LeadFolders } from "./find-place.ts";
import { findNotedFolder, noteFolder } from "./folder-log-repository.ts";
import { paperFileName } from "./folder-plan.ts";
import { putFile } from "./put-file.ts";
import { orUndefined } from "./read-item.ts";
import type { FileStorage, StoredItem } from "./stored-item.ts";

/** Access to documents and leads, which features own. */
export interface PapersOfStorage {
  /** Undefined if the document is gone or has no PDF. */
  findPaper(
    scope: CompanyScope,
    id: DocumentId,
  ): Promise<
    | {
        readonly leadId: LeadId;
        readonly name: string;
        readonly number: string;
        readonly kind: DocumentKind | undefined;
        readonly workflows: readonly string[];
        readonly pdfHash: string;
      }
    | undefined
  >;
  /** Throws if the bytes are missing or altered. */
  readPdf(key: { companyId: CompanyId; hash: string }): Promise<Uint8Array>;
  /** Signed papers that have a PDF. */
  listSigned(scope: CompanyScope): Promise<number[]>;
  findLead(scope: CompanyScope, id: LeadId): Promise<Lead | undefined>;
  keepFolders(scope: CompanyScope, id: LeadId, kept: { folders: LeadFolders; now: Date }): Promise<void>;
}

/** Failures that only a person can fix. Their fix retries the waiting row. */
const NEEDS_PERSON: readonly ConnectionFailure[] = ["notConnected", "reconnectNeeded", "notSetUp"];

type Transact = <Result>(work: (scope: CompanyScope) => Promise<Result>) => Promise<Result>;

async function readSalespersonFolder(scope: CompanyScope, userId: number | null): Promise<string> {
  if (userId === null) return "";
  const { rows } = await scope.db.execute<{ folder_id: string | null }>(
    sql`select folder_id from company_users() where company_id = ${scope.companyId} and user_id = ${userId}`,
  );
  return rows[0]?.folder_id ?? "";
}

/** Reads everything before the storage is called; undefined if there is nothing to do. */
async function prepare(
  scope: CompanyScope,
  documentId: DocumentId,
  { papers, openStorage }: { papers: PapersOfStorage; openStorage: OpenStorage },
) {
  const filing = await filingRepository.find(scope, documentId);
  // Nothing is sent for an inactive company: the paper waits.
  if (!filing || filing.waitingSince === null || !(await isCompanyActive(scope))) return undefined;
  const connected = await openStorage.find(scope, { isJob: true });
  const paper = await papers.findPaper(scope, documentId);
  const lead = paper && (await papers.findLead(scope, paper.leadId));
  // Disconnected, deleted, or being redrawn, which queues it again.
  if (!connected || !paper || !lead) {
    await filingRepository.stopWaiting(scope, documentId);
    return undefined;
  }
  if (filing.storedAt === connected.storedAt && filing.pdfHash === paper.pdfHash) {
    await filingRepository.stopWaiting(scope, documentId);
    return undefined;
  }
  const { values: settings } = await readSettings(scope);
  const salespersonFolderId = await readSalespersonFolder(scope, lead.userId);
  return { filing, connected, paper, lead, settings, salespersonFolderId };
}
type Prepared = NonNullable<Awaited<ReturnType<typeof prepare>>>;

/** Uploads the paper into its folder; undefined if there is no folder for it. */
async function put(
  { filing, connected: { storage, storedAt }, paper, lead, settings, salespersonFolderId }: Prepared,
  {
    companyId,
    documentId,
    transact,
    papers,
    now,
  }: { companyId: CompanyId; documentId: DocumentId; transact: Transact; papers: PapersOfStorage; now: () => Date },
) {
  const bytes = await papers.readPdf({ companyId, hash: paper.pdfHash });
  const isHere = filing.storedAt === storedAt;
  const known = isHere ? await storage.find(filing.fileId) : undefined;
  /** An earlier upload started, with an unknown result. */
  const isBegun = isHere && filing.pdfHash === "";
  const file = { bytes, contentType: "application/pdf" };
  const name = paperFileName({ id: documentId, ...paper });
  // An existing file is updated wherever people have moved it.
  if (known && !known.isFolder)
    return putFile(storage, { ...file, parentId: known.parents[0] ?? "", name: known.name, known });
  const place = await findPlace({
    storage,
    settings,
    lead,
    salespersonFolderId,
    paper,
    findNoted: (folder) => transact((scope) => findNotedFolder(scope, folder)),
    note: (note) => transact((scope) => noteFolder(scope, note, now())),
    keepFolders: (folders) => transact((scope) => papers.keepFolders(scope, paper.leadId, { folders, now: now() })),
  });
  if (!place) return undefined;
  const isSearched = isBegun && filing.fileId === "";
  const brought = isSearched ? await findSameBytes(storage, [place.id, lead.projectFolderId], bytes) : undefined;
  const isFree =
    brought && !(await transact((scope) => filingRepository.isOfPaper(scope, { storedAt, fileId: brought.id })));
  return putFile(storage, {
    ...file,
    parentId: place.id,
    name,
    known: isFree ? brought : undefined,
    newId: isBegun && filing.fileId !== "" ? filing.fileId : undefined,
    noteBegun: (fileId = "") =>
      transact((scope) => filingRepository.noteBegun(scope, documentId, { storedAt, fileId })),
  });
}

/** Each folder is a call; a job has fewer. */
const MAX_SEARCHED_FOLDERS = 40;

/**
 * Finds the file with these bytes in these folders or below: someone may have renamed or moved an upload before its result was recorded.
 */
async function findSameBytes(
  storage: FileStorage,
  folderIds: readonly string[],
  bytes: Uint8Array,
): Promise<StoredItem | undefined> {
  const hash = storage.hashOf(bytes);
  const searched = new Set<string>([""]);
  const waiting = [...folderIds];
  for (let id = waiting.shift(); id !== undefined && searched.size <= MAX_SEARCHED_FOLDERS; id = waiting.shift()) {
    if (searched.has(id)) continue;
    searched.add(id);
    // The lead's previous folder may be gone.
    const items = (await orUndefined(storage.children(id))) ?? [];
    const found = items.find((item) => item.hash === hash);
    if (found) return found;
    waiting.push(...items.filter(({ isFolder }) => isFolder).map((item) => item.id));
  }
  return undefined;
}

/**
 * The job that uploads a document's PDF to the company's storage (decision 0103). It looks before creating anything, so it can be
 * interrupted and restarted. Storage failures are thrown, and the queue retries; what only a person can fix waits.
 */
export async function filePaper(
  { companyId, documentId, transact }: { companyId: CompanyId; documentId: DocumentId; transact: Transact },
  { papers, openStorage, now }: { papers: PapersOfStorage; openStorage: OpenStorage; now: () => Date },
): Promise<void> {
  const prepared = await transact((scope) => prepare(scope, documentId, { papers, openStorage }));
  if (!prepared) return;
  const { connected, paper } = prepared;
  try {
    const done = await put(prepared, { companyId, documentId, transact, papers, now });
    if (!done) {
      await transact((scope) => filingRepository.noteFailure(scope, documentId, "noFolder"));
      return;
    }
    const { item } = done;
    await transact(async (scope) => {
      const isNewest = (await papers.findPaper(scope, documentId))?.pdfHash === paper.pdfHash;
      await filingRepository.noteFiled(scope, documentId, {
        storedAt: connected.storedAt,
        fileId: item.id,
        fileUrl: item.url,
        pdfHash: paper.pdfHash,
        filedTime: now(),
        isNewest,
      });
    });
  } catch (error) {
    if (!(error instanceof ProviderFailure)) {
      await transact((scope) => filingRepository.noteFailure(scope, documentId, "paperMissing"));
      throw error;
    }
    await transact((scope) => filingRepository.noteFailure(scope, documentId, error.failure));
    if (!NEEDS_PERSON.includes(error.failure)) throw error;
  }
}
