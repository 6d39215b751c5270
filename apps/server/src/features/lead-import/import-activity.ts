import type { CompanyId, UserId } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import type { ImportActor } from "#database/schema/lead-import-tables.ts";
import type { Act, Actor } from "#http/note-activity.ts";

/** Records an import as one activity row, however many leads it added. */
export function noteImport(
  { companyId }: CompanyScope,
  {
    actor,
    fileName,
    action,
    counts,
  }: {
    actor: ImportActor | Actor;
    fileName: string;
    action: "added" | "removed";
    counts: { readonly added: number; readonly updated: number };
  },
): { companyId: CompanyId; by: Actor; acts: Act[] } {
  const act: Act = {
    kind: "company",
    action,
    subject: String(companyId),
    subjectName: fileName,
    member: "leads",
    details: { added: counts.added, updated: counts.updated },
  };
  return { companyId, by: { ...actor, id: actor.id as UserId | null }, acts: [act] };
}
