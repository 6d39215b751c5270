import { Problem, UPLOAD_FIELD } from "@ridgebook/contract";
import { eq } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { seeingAllLeads } from "#database/lead-sight.ts";
import { fileUsage } from "#database/schema/settings-tables.ts";
import { addFile, findFile, type FileRow, type NewFile } from "./file-repository.ts";

export const BYTES_IN_GB = 1_073_741_824;
const BYTES_IN_MB = 1_048_576;

/** "1.5 GB", from one gigabyte up, else "2.1 MB". */
function sizeText(bytes: number): string {
  const [unit, name] = bytes >= BYTES_IN_GB ? [BYTES_IN_GB, "GB"] : [BYTES_IN_MB, "MB"];
  return `${String(Math.round((bytes / unit) * 10) / 10)} ${name}`;
}

async function readUsage(scope: CompanyScope): Promise<number> {
  const [row] = await scope.db
    .select({ bytes: fileUsage.bytes })
    .from(fileUsage)
    .where(eq(fileUsage.companyId, scope.companyId));
  return row?.bytes ?? 0;
}

const noRoom = ({ used, size, quotaBytes }: { used: number; size: number; quotaBytes: number }): Problem =>
  new Problem("validation", {
    errors: {
      [UPLOAD_FIELD]: [
        `There is no room for this file of ${sizeText(size)}: the company's files take ${sizeText(used)} of ${sizeText(quotaBytes)}. ` +
          "Ask the operator of this installation for more room.",
      ],
    },
  });

/** Throws validation at the upload's field if a file exceeds the quota. Call it before storing bytes; an existing file needs no room. */
export async function assertRoom(
  scope: CompanyScope,
  { id, size, quotaBytes }: { id: string; size: number; quotaBytes: number },
): Promise<void> {
  const used = await readUsage(scope);
  if (used + size <= quotaBytes) return;
  if (!(await seeingAllLeads(scope, () => findFile(scope, id)))) throw noRoom({ used, size, quotaBytes });
}

/**
 * Adds an upload's record, then checks the quota while the usage row is locked, so that concurrent uploads cannot exceed it together; rolls
 * back otherwise.
 */
export async function addUpload(scope: CompanyScope, values: NewFile, quotaBytes: number): Promise<FileRow> {
  const isKnown = (await seeingAllLeads(scope, () => findFile(scope, values.id))) !== undefined;
  const added = await addFile(scope, values);
  const used = isKnown ? 0 : await readUsage(scope);
  if (used > quotaBytes) throw noRoom({ used: used - values.size, size: values.size, quotaBytes });
  return added;
}
