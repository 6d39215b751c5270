import type { SaveResult } from "#local-data/outbox/outbox.ts";
import type { RecordSyncState } from "#local-data/outbox/record-sync-state.ts";

/** A photo of a lead with what is known of its way to the server. Its ids may be local (negative). */
export interface LocalLeadPhoto {
  readonly id: number;
  readonly leadId: number;
  /** The file, by which documents name it; known before the server has seen it. */
  readonly fileId: string;
  readonly caption: string;
  /** ISO 8601. */
  readonly takenAt: string;
  /** Where the picture is, also while it waits: the device keeps it under this address. */
  readonly url: string;
  readonly sync: RecordSyncState;
}

/** A picture as it is added: checked and made smaller. */
export interface NewLeadPhoto {
  /** May be local. */
  readonly leadId: number;
  readonly bytes: Uint8Array;
  /** "image/jpeg", "image/png" or "image/gif". */
  readonly contentType: string;
  /** ISO 8601. */
  readonly takenAt: string;
  readonly caption?: string;
}

/** The picture of a photo that waits to be sent. */
export interface WaitingPicture {
  readonly url: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The photos of leads on this device. Adding, captioning and deleting them works without a network. */
export interface LeadPhotoStore {
  /** Those on this device, in the order in which they were taken. */
  listOfLead(leadId: number): Promise<LocalLeadPhoto[]>;
  /** Brings those of one lead up to date with the server's. Throws the call's `Problem`. */
  fetchOfLead(leadId: number): Promise<LocalLeadPhoto[]>;
  /** Tells from now on whether the person who works here in this company still does: a photo is never added for the next one. */
  watchOwner(): () => boolean;
  /** Where a picture will be once it is added: it is put there first, so that no page looks for it in vain. */
  addressOf(picture: Pick<NewLeadPhoto, "bytes" | "contentType">): Promise<string>;
  /** Stored, picture included, when it resolves; sent behind. A picture that the lead has already is that photo. */
  add(photo: NewLeadPhoto): Promise<{ photo: LocalLeadPhoto; isKnown: boolean }>;
  /** `from` is the caption that the person saw. */
  setCaption(id: number, caption: string, options: { from: string }): Promise<SaveResult>;
  /** Refused with `inUse` while a document that waits to be sent shows it. */
  remove(id: number): Promise<SaveResult>;
  /** Pictures that this device alone has. */
  waitingPictures(): Promise<WaitingPicture[]>;
}
