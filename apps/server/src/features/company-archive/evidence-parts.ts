import type { CompanyScope } from "#database/company-scope.ts";

/** An event of an evidence log as written; `companyId` is the company's id at that time. */
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

export interface LogEnd {
  readonly sequence: number;
  readonly hash: string;
}
export interface ChainEnd extends LogEnd {
  readonly chain: number;
}

/** The import's interface to the evidence log, which belongs to documents. */
export interface EvidenceParts {
  /** Verifies the next event and returns the new end; undefined if the event was altered. */
  readonly follow: (event: WrittenEvent, at: { reached: LogEnd; before: ChainEnd | undefined }) => LogEnd | undefined;
  /** Starts the company's own log from the end of the last imported one. */
  begin(scope: CompanyScope, end: { chain: number; eventCount: number; head: string }): Promise<void>;
}
