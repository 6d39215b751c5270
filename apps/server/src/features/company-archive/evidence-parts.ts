import type { CompanyScope } from "#database/company-scope.ts";

/** An event of an evidence log as it was written; its `companyId` is the one that the company had then. */
export interface WrittenEvent {
  readonly companyId: number;
  readonly sequence: number;
  readonly documentId: number;
  readonly kind: string;
  readonly payload: Record<string, unknown>;
  readonly time: Date;
  readonly fileHash: string;
  readonly previousHash: string;
  readonly hash: string;
}

/** Where a log ends. */
export interface LogEnd {
  readonly sequence: number;
  readonly hash: string;
}
export interface ChainEnd extends LogEnd {
  readonly chain: number;
}

/** What an import needs of the evidence log, which is the documents'. */
export interface EvidenceParts {
  /** Where a log is after one more event; undefined for an event that is not as it was written. */
  readonly follow: (event: WrittenEvent, at: { reached: LogEnd; before: ChainEnd | undefined }) => LogEnd | undefined;
  /** Begins the company's own log with where the last imported one ends. */
  begin(scope: CompanyScope, end: { chain: number; eventCount: number; head: string }): Promise<void>;
}
