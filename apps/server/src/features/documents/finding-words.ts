import { DOCUMENT_LABELS, type DocumentFinding, type FindingKind, type UserId } from "@ridgebook/contract";
import type { DocumentModel } from "@ridgebook/documents";
import type { CompanyScope } from "#database/company-scope.ts";
import { findPersonName } from "#database/company-users.ts";
import type { Tombstone } from "#database/tombstones.ts";
import { inTimeZone } from "./in-time-zone.ts";

export const finding = (kind: FindingKind, text: string): DocumentFinding => ({ kind, text });

/** "contract 2026-0514-K7QDMA" */
export const titleOf = ({ kind, number }: Pick<DocumentModel, "kind" | "number">): string =>
  `${DOCUMENT_LABELS[kind].toLowerCase()} ${number}`;

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** " by Ann Lee on May 14, 2026 at 3:02 PM EDT", without the name if it is unknown. */
export async function byWhomAndWhen(
  scope: CompanyScope,
  { deletedBy, deletedTime }: Pick<Tombstone, "deletedBy" | "deletedTime">,
  timeZone: string,
): Promise<string> {
  const person = deletedBy === null ? undefined : await findPersonName(scope, deletedBy as UserId);
  const name = person && ([person.firstName, person.lastName].filter(Boolean).join(" ") || person.email);
  return `${name === undefined ? "" : ` by ${name}`} on ${inTimeZone(deletedTime, timeZone)}`;
}
