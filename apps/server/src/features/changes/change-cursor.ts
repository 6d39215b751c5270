import { Problem, type CompanyId } from "@ridgebook/contract";

/**
 * Where a device stands in the changes of a company. Opaque to devices.
 *
 * - `changes`: it has everything up to change `number`.
 * - `firstDownload`: it is being filled, newest leads first, has those from change number `below` on, `count` so far, and
 *   continues with the changes after `high` when it is done.
 */
export type ChangeCursor =
  | { readonly kind: "changes"; readonly companyId: CompanyId; readonly number: number }
  | {
      readonly kind: "firstDownload";
      readonly companyId: CompanyId;
      readonly high: number;
      readonly below: number;
      readonly count: number;
    };

export const formatCursor = (cursor: ChangeCursor): string =>
  cursor.kind === "changes"
    ? ["c", cursor.companyId, cursor.number].join(":")
    : ["f", cursor.companyId, cursor.high, cursor.below, cursor.count].join(":");

/** Reads a cursor of the company. Any other text, and other companies' cursors, mean: load afresh (cursorTooOld). */
export function readCursor(text: string, { companyId }: { companyId: CompanyId }): ChangeCursor {
  const match = /^(?:c:(\d{1,16}):(\d{1,16})|f:(\d{1,16}):(\d{1,16}):(\d{1,16}):(\d{1,16}))$/.exec(text);
  if (match) {
    const [changesCompany, number, downloadCompany, high, below, count] = match.slice(1).map(Number);
    if (changesCompany === companyId && number !== undefined) return { kind: "changes", companyId, number };
    if (downloadCompany === companyId && high !== undefined && below !== undefined && count !== undefined)
      return { kind: "firstDownload", companyId, high, below, count };
  }
  throw new Problem("cursorTooOld");
}
