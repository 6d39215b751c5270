import type { Lead, LeadId } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import { announce } from "#database/webhook-outbox.ts";
import { toLead } from "./lead-presenter.ts";
import { findLead, holdLead, updateLead } from "./lead-repository.ts";

type Folders = Partial<Pick<Lead, "projectFolderId" | "projectFolderLink" | "contractFolderId" | "contractFolderLink">>;

/** A lead's data for the file storage; undefined if it was deleted. */
export async function findLeadToFile(scope: CompanyScope, id: LeadId): Promise<Lead | undefined> {
  const row = await findLead(scope, id);
  return row && toLead(row);
}

/** Stores a lead's folders as an ordinary change, which devices receive. */
export async function keepLeadFolders(
  scope: CompanyScope,
  id: LeadId,
  { folders, now }: { folders: Folders; now: Date },
): Promise<void> {
  const held = await holdLead(scope, id);
  if (!held) return;
  const { row, lastSave } = held;
  const fields = (Object.keys(folders) as (keyof Folders)[]).filter((field) => row[field] !== folders[field]);
  if (fields.length === 0) return;
  const modifiedBy = scope.userId ?? null;
  const changed = toLead(
    await updateLead(
      scope,
      id,
      { ...folders, revision: row.revision + 1, modifiedTime: now, modifiedBy },
      { fields, save: { by: modifiedBy, at: now.toISOString() }, lastSave },
    ),
  );
  const about = `${changed.firstName} ${changed.lastName}`.trim() || changed.company;
  await announce(scope, { event: "lead.changed", records: [{ about, record: changed }], now });
}
