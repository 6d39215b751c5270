import type { CompanyId } from "@ridgebook/contract";
import type { Readable } from "node:stream";

/** The part of the file store that archives need. */
export interface ArchiveStore {
  read(key: { companyId: CompanyId; id: string }): Promise<Uint8Array | undefined>;
  write(key: { companyId: CompanyId; id: string }, bytes: Uint8Array): Promise<void>;
  writeArchive(key: { companyId: CompanyId; archiveId: string }, path: string): Promise<void>;
  readArchive(key: {
    companyId: CompanyId;
    archiveId: string;
  }): Promise<{ readonly size: number; readonly chunks: Readable } | undefined>;
  removeArchive(key: { companyId: CompanyId; archiveId: string }): Promise<void>;
  removeAll(companyId: CompanyId, kept: ReadonlySet<string>): Promise<void>;
}
