import type { UserId, LeadFields, LeadId } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import { findActiveUsers } from "#database/company-users.ts";
import { storable } from "#database/storable.ts";
import { removeTombstone } from "#database/tombstones.ts";
import { insertFormerLead, insertLeads, toLeadValues } from "./lead-repository.ts";

/**
 * Restores a deleted lead for a signed paper, under its old id or a new one if that is unknown. Never rejects it; drops salespeople who
 * left. A no-op if it already exists.
 */
export async function restoreLead(
  scope: CompanyScope,
  { id, revision, fields, time }: { id: LeadId | undefined; revision: number; fields: LeadFields; time: Date },
): Promise<LeadId> {
  const { userId, additionalSalesmanId } = fields;
  const active = await findActiveUsers(
    scope,
    [userId, additionalSalesmanId].filter((person) => person !== null),
  );
  const activeOnly = (person: UserId | null): UserId | null => (person !== null && active.has(person) ? person : null);
  const values = {
    ...toLeadValues(
      storable({ ...fields, userId: activeOnly(userId), additionalSalesmanId: activeOnly(additionalSalesmanId) }),
    ),
    revision,
    createdTime: time,
    modifiedTime: time,
    modifiedBy: scope.userId ?? null,
  };
  if (id === undefined) {
    const [row] = await insertLeads(scope, [values]);
    if (!row) throw new Error("A lead was inserted and did not come back.");
    return row.id as LeadId;
  }
  await insertFormerLead(scope, id, values);
  await removeTombstone(scope, { store: "leads", id });
  return id;
}
