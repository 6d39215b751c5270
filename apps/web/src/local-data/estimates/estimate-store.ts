import type { Estimate, EstimateMembers, EstimatePart, EstimateTemplate } from "@ridgebook/contract";
import type { EstimateTotals, NextId } from "@ridgebook/estimating";
import type { FieldValues, StoredRecord } from "#local-data/database/stored-record.ts";
import type { InPlaceOf, SaveResult } from "#local-data/outbox/outbox.ts";
import type { RecordSyncState } from "#local-data/outbox/record-sync-state.ts";

/** An estimate with its totals and its sync state. Its id may be local (negative). */
export interface LocalEstimate extends Omit<Estimate, "id" | "leadId"> {
  readonly id: number;
  readonly leadId: number;
  /** The totals of this device's version, in the order of `copiesOf`. */
  readonly totals: EstimateTotals;
  readonly sync: RecordSyncState;
}

/** An estimate's version of the price book. */
export type PricedEstimate = Pick<LocalEstimate, "priceBookVersion">;

/** An estimate in a list of choices. */
export type ListedEstimate = Pick<LocalEstimate, "id" | "leadId" | "name" | "createdTime">;

/** A save of a page: members, and parts of workflow copies. Everything else stays unchanged. */
export interface EstimateEdit {
  readonly members?: Partial<EstimateMembers>;
  /** `items` are those of `fieldIds`, new lines with ids of `reserveItemIds`. Empty lines are dropped as a save does. */
  readonly parts?: readonly (Pick<EstimatePart, "workflowId" | "workflowEstimateId"> & Partial<EstimatePart>)[];
}

/** A difference between a copy and its source. Amounts are dollars. */
export type CopyAdjustment =
  /** The payment option is not offered any more, so none is chosen. */
  | { readonly kind: "payment" }
  /** The promotion was more than the total. */
  | { readonly kind: "promotion"; readonly from: number; readonly to: number }
  /** Lines had other prices than their version of the price book; totals of the estimate. */
  | { readonly kind: "prices"; readonly from: number; readonly to: number }
  /** Lines for which their version of the price book has no price, by name. */
  | { readonly kind: "lines"; readonly lines: readonly string[] };

/** The id in the result of a new estimate that was refused before it got one. */
export const NOT_MADE = 0;

/** Parts of a template that a new estimate does not have, by name. */
export interface LeftOut {
  /** Work that the company does not offer any more. */
  readonly workflowIds: readonly number[];
  readonly lines: readonly string[];
}

/** The key of the draft with a copy's initial choices from a template without quantities (`EstimateOfTemplate`). */
export const startKey = (copyKey: string): string => `${copyKey} start`;

/** One draft of an estimate's form: "roofing of estimate 12, second copy". */
export interface EstimateDraftKey {
  readonly estimateId: number;
  /** `summaryKey` of the copy. */
  readonly copyKey: string;
}

/**
 * The estimates of this device, with their items. Reads work offline. Writes store the record with its queue entry, and then wait
 * at most 3 s for the server's reply.
 */
export interface EstimateStore {
  /** Lists a lead's estimates on this device, newest first. */
  listOfLead(leadId: number): Promise<LocalEstimate[]>;
  /** Fetches a lead's estimates from the server (EST-24), with unsent edits on top. Throws the call's `Problem`. */
  fetchOfLead(leadId: number): Promise<LocalEstimate[]>;
  /** The same without totals, for the service worker, which has no engine. */
  receiveOfLead(leadId: number): Promise<readonly PricedEstimate[]>;
  /** Lists the newest estimates of this device, of these leads or of all, without totals. */
  listNewest(options: { limit: number; leadIds?: readonly number[] | undefined }): Promise<readonly ListedEstimate[]>;
  /** The total of each lead's newest estimate on this device, in dollars, by the lead's id. */
  newestTotals(leadIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Reads from the device; a local id also finds an estimate that has a server id now. */
  find(id: number): Promise<LocalEstimate | undefined>;
  /** Reads from the server if it can be reached, else from the device. Throws `notFound`. */
  fetch(id: number): Promise<LocalEstimate>;
  create(estimate: { leadId: number } & Partial<EstimateMembers> & { name: string }): Promise<SaveResult>;
  /**
   * Copies an estimate with lead, items and decisions under a new name, without documents. Leaves out parts that a new estimate cannot
   * have, and lists them in the result. `inPlaceOf`: see `Outbox.create`. If no copy was made, the result has the given id.
   */
  copy(
    id: number,
    options: { name: string; inPlaceOf?: InPlaceOf },
  ): Promise<SaveResult & { adjustments: readonly CopyAdjustment[] }>;
  /** Creates an estimate from a template, with the newest prices on this device. Throws `unavailable` while it has none. */
  createFromTemplate(
    template: EstimateTemplate,
    options: { leadId: number; name: string },
  ): Promise<SaveResult & { leftOut: LeftOut }>;
  /**
   * Saves the differences between `from` and the edit, slice by slice. `from` is the estimate as the page opened it: a later change of
   * the same slice by another user is a conflict. Without differences, nothing is sent, and the result is "synced". With
   * `takesBackRefusal`, a save that the server refuses, or that meets a server error while the page waits, is undone and
   * "refused" (EST-20).
   */
  save(id: number, edit: EstimateEdit, options: { from: LocalEstimate; takesBackRefusal?: true }): Promise<SaveResult>;
  /** If refused, the estimate stays unchanged: it has documents (OFF-16), or the server refused. */
  remove(id: number): Promise<SaveResult>;
  /** Reserves ids for new lines, unique on this device (1.§4), more than a form can need. */
  reserveItemIds(): Promise<NextId>;
  /** The server's ids by the local ids that they replaced; ids without one are left out. */
  itemIdsOf(ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Unsaved input; its item ids may have been replaced since (`itemIdsOf`). */
  drafts: {
    save(key: EstimateDraftKey, values: FieldValues): Promise<void>;
    read(key: EstimateDraftKey): Promise<{ values: FieldValues; savedTime: number } | undefined>;
    drop(key: EstimateDraftKey): Promise<void>;
    /** The keys of an estimate's copies that have a draft. */
    list(estimateId: number): Promise<string[]>;
    /** Moves drafts of copies that got another number when a conflict was resolved; both records are split. */
    followCopies(resolved: { before: StoredRecord; after: StoredRecord }): Promise<void>;
  };
}
