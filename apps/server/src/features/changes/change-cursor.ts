import { Problem, type CompanyId, type SyncedStoreName, type UserId } from "@ridgebook/contract";

/** Which leads a device was given: a person's own, or null for the whole company. */
export type LeadSight = UserId | null;

/**
 * A device's position in a company's changes. Opaque to devices.
 *
 * Valid only for the lead sight it was made for: when that changes, records appear and disappear without changing themselves.
 *
 * - `changes`: it has everything up to change `number`.
 * - `firstDownload`: it is being filled with the records of `store`, newest first, has those from change number `below` on,
 * `count` so far, and continues with the changes after `high` when it has those of all stores.
 */
export type ChangeCursor =
  | {
      readonly kind: "changes";
      readonly companyId: CompanyId;
      readonly sight: LeadSight;
      readonly number: number;
    }
  | {
      readonly kind: "firstDownload";
      readonly companyId: CompanyId;
      readonly sight: LeadSight;
      readonly store: PagedStoreName;
      readonly high: number;
      readonly below: number;
      readonly count: number;
    };

/** Stores downloaded in pages, one after another. */
export const PAGED_STORES = ["leads", "estimates", "estimate-documents"] as const satisfies SyncedStoreName[];
export type PagedStoreName = (typeof PAGED_STORES)[number];

const LETTERS = { leads: "f", estimates: "e", "estimate-documents": "d" } as const satisfies Record<
  PagedStoreName,
  string
>;

const withSight = (sight: LeadSight, text: string): string => (sight === null ? text : `${text}:own${String(sight)}`);

export const formatCursor = (cursor: ChangeCursor): string =>
  withSight(
    cursor.sight,
    cursor.kind === "changes"
      ? ["c", cursor.companyId, cursor.number].join(":")
      : [LETTERS[cursor.store], cursor.companyId, cursor.high, cursor.below, cursor.count].join(":"),
  );

/** Parses a cursor. Malformed text, another company's cursor or another sight means a full reload (cursorTooOld). */
export function readCursor(
  text: string,
  { companyId, sight }: { companyId: CompanyId; sight: LeadSight },
): ChangeCursor {
  const match =
    /^(?:c:(\d{1,16}):(\d{1,16})|([fed]):(\d{1,16}):(\d{1,16}):(\d{1,16}):(\d{1,16}))(?::own(\d{1,16}))?$/.exec(text);
  if (match && (match[8] === undefined ? null : Number(match[8])) === sight) {
    const [changesCompany, number, , downloadCompany, high, below, count] = match.slice(1).map(Number);
    const store = PAGED_STORES.find((each) => LETTERS[each] === match[3]);
    if (changesCompany === companyId && number !== undefined) return { kind: "changes", companyId, sight, number };
    if (store && downloadCompany === companyId && high !== undefined && below !== undefined && count !== undefined)
      return { kind: "firstDownload", companyId, sight, store, high, below, count };
  }
  throw new Problem("cursorTooOld");
}
