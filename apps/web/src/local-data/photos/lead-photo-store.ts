import type { SaveResult } from "#local-data/outbox/outbox.ts";
import type { RecordSyncState } from "#local-data/outbox/record-sync-state.ts";

/** A photo of a lead with its sync state. Its ids may be local (negative). */
export interface LocalLeadPhoto {
  readonly id: number;
  readonly leadId: number;
  /** The id of the file, by which documents refer to it; known before it is sent. */
  readonly fileId: string;
  readonly caption: string;
  /** ISO 8601. */
  readonly takenAt: string;
  /** The URL of the picture, also while it is unsent: the device stores it under this URL. */
  readonly url: string;
  readonly sync: RecordSyncState;
}

/** A picture to add, already checked and resized. */
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

/** The picture of an unsent photo. */
export interface WaitingPicture {
  readonly url: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The photos of leads on this device. They can be added, captioned and deleted offline. */
export interface LeadPhotoStore {
  /** Lists a lead's photos on this device, in the order in which they were taken. */
  listOfLead(leadId: number): Promise<LocalLeadPhoto[]>;
  /** Fetches a lead's photos from the server. Throws the call's `Problem`. */
  fetchOfLead(leadId: number): Promise<LocalLeadPhoto[]>;
  /** Returns a function that tells whether the current session is still open, so that a photo is never added for the next user. */
  watchOwner(): () => boolean;
  /** The URL of a picture to be added. Store the picture there first, so that no page misses it. */
  addressOf(picture: Pick<NewLeadPhoto, "bytes" | "contentType">): Promise<string>;
  /** Stores the photo with its picture, and sends it in the background. Returns the existing photo if the lead has the picture already. */
  add(photo: NewLeadPhoto): Promise<{ photo: LocalLeadPhoto; isKnown: boolean }>;
  /** `from` is the caption that the person saw. */
  setCaption(id: number, caption: string, options: { from: string }): Promise<SaveResult>;
  /** Refused with `inUse` while a document that waits to be sent shows it. */
  remove(id: number): Promise<SaveResult>;
  /** Pictures that this device alone has. */
  waitingPictures(): Promise<WaitingPicture[]>;
}
