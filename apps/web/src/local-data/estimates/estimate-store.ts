import type { Estimate, EstimateMembers, EstimatePart, EstimateTemplate } from "@ridgebook/contract";
import type { EstimateTotals, NextId } from "@ridgebook/estimating";
import type { FieldValues, StoredRecord } from "#local-data/database/stored-record.ts";
import type { InPlaceOf, SaveResult } from "#local-data/outbox/outbox.ts";
import type { RecordSyncState } from "#local-data/outbox/record-sync-state.ts";

/** An estimate with what follows from it and what is known of its way to the server. Its id may be local (negative). */
export interface LocalEstimate extends Omit<Estimate, "id" | "leadId"> {
  readonly id: number;
  readonly leadId: number;
  /** Of the estimate as it is here, in the order of `copiesOf`. */
  readonly totals: EstimateTotals;
  readonly sync: RecordSyncState;
}

/** An estimate, as far as it says with which version of the price book it was priced. */
export type PricedEstimate = Pick<LocalEstimate, "priceBookVersion">;

/** An estimate in a list to choose from. */
export type ListedEstimate = Pick<LocalEstimate, "id" | "leadId" | "name" | "createdTime">;

/** What a page saves: members, and parts of workflow copies. Everything that is left out stays. */
export interface EstimateEdit {
  readonly members?: Partial<EstimateMembers>;
  /** `items` are those of `fieldIds`, new lines with ids of `reserveItemIds`. Empty lines are dropped as a save does. */
  readonly parts?: readonly (Pick<EstimatePart, "workflowId" | "workflowEstimateId"> & Partial<EstimatePart>)[];
}

/** What a copy has otherwise than its source. Amounts are dollars. */
export type CopyAdjustment =
  /** The way to pay is not offered any more: none is decided. */
  | { readonly kind: "payment" }
  /** More was off than there is to pay. */
  | { readonly kind: "promotion"; readonly from: number; readonly to: number }
  /** Lines were not priced as their version of the price book has them; totals of the estimate. */
  | { readonly kind: "prices"; readonly from: number; readonly to: number }
  /** Lines for which their version of the price book has no price, by name. */
  | { readonly kind: "lines"; readonly lines: readonly string[] };

/** The id in the result of a new estimate that was refused before it had one. */
export const NOT_MADE = 0;

/** What a new estimate does not have of its template, by name. */
export interface LeftOut {
  /** Work that the company does not do any more. */
  readonly workflowIds: readonly number[];
  readonly lines: readonly string[];
}

/** The draft that holds what a copy's steps begin with: the choices of a template without quantities (`EstimateOfTemplate`). */
export const startKey = (copyKey: string): string => `${copyKey} start`;

/** One draft of an estimate's form: "roofing of estimate 12, second copy". */
export interface EstimateDraftKey {
  readonly estimateId: number;
  /** `summaryKey` of the copy. */
  readonly copyKey: string;
}

/**
 * The estimates of this device, with their items. Reading works without a network; writing is done when the record and its
 * queue entry are stored, and then waits at most 3 s to learn what the server says.
 */
export interface EstimateStore {
  /** Those of one lead on this device, newest first. */
  listOfLead(leadId: number): Promise<LocalEstimate[]>;
  /** Those of one lead from the server (EST-24), with what waits here laid over them. Throws the call's `Problem`. */
  fetchOfLead(leadId: number): Promise<LocalEstimate[]>;
  /** The same without what follows from them, for which a service worker has no engine. */
  receiveOfLead(leadId: number): Promise<readonly PricedEstimate[]>;
  /** The newest of this device, of these leads or of all, without what follows from them. */
  listNewest(options: { limit: number; leadIds?: readonly number[] | undefined }): Promise<readonly ListedEstimate[]>;
  /** What the newest estimate of each of these leads comes to, in dollars, where this device has one; by the lead's id. */
  newestTotals(leadIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** From the device; a local id whose estimate was sent finds it under its server id. */
  find(id: number): Promise<LocalEstimate | undefined>;
  /** From the server where it can be reached, else from the device. Throws `notFound`. */
  fetch(id: number): Promise<LocalEstimate>;
  create(estimate: { leadId: number } & Partial<EstimateMembers> & { name: string }): Promise<SaveResult>;
  /**
   * The same lead, items and decisions under a new name; without documents. What a new estimate cannot have any more is left
   * out, and named in the result. `inPlaceOf`: see `Outbox.create`. Where no copy was made, the result has the id that was given.
   */
  copy(
    id: number,
    options: { name: string; inPlaceOf?: InPlaceOf },
  ): Promise<SaveResult & { adjustments: readonly CopyAdjustment[] }>;
  /** A new estimate with a template's work and choices, at the newest prices of this device. Throws `unavailable` before they are here. */
  createFromTemplate(
    template: EstimateTemplate,
    options: { leadId: number; name: string },
  ): Promise<SaveResult & { leftOut: LeftOut }>;
  /**
   * Saves what changed between `from` and the edit, slice by slice. `from` is the estimate as the page opened it: what somebody
   * else changed meanwhile in the same slice is a conflict instead of being overwritten unseen. Nothing changed: nothing is sent,
   * and the result is "synced". With `takesBackRefusal` a save that the server refuses, or fails at while it is waited for, leaves the
   * estimate as it was, and is "refused" (EST-20).
   */
  save(id: number, edit: EstimateEdit, options: { from: LocalEstimate; takesBackRefusal?: true }): Promise<SaveResult>;
  /** Refused means that the estimate is there as before: it has documents (OFF-16), or the server says no. */
  remove(id: number): Promise<SaveResult>;
  /** Ids for new lines, unique on this device (1.§4): as many as a form can ever ask for. */
  reserveItemIds(): Promise<NextId>;
  /** The server's ids by the local ones that it has replaced; others are left out. */
  itemIdsOf(ids: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Input that was not saved yet; its item ids may have been replaced since (`itemIdsOf`). */
  drafts: {
    save(key: EstimateDraftKey, values: FieldValues): Promise<void>;
    read(key: EstimateDraftKey): Promise<{ values: FieldValues; savedTime: number } | undefined>;
    drop(key: EstimateDraftKey): Promise<void>;
    /** Copies of an estimate that have a draft. */
    list(estimateId: number): Promise<string[]>;
    /** Those of copies that stand under another number after a choice follow them; both records are split. */
    followCopies(resolved: { before: StoredRecord; after: StoredRecord }): Promise<void>;
  };
}
