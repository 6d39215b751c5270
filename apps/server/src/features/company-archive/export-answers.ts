import { randomUUID } from "node:crypto";
import { Problem, type CompanyId } from "@ridgebook/contract";
import type { PlatformScope } from "#database/company-scope.ts";
import { enqueueJob } from "#database/job-queue.ts";
import { onPlatform } from "#http/handlers.ts";
import { actorOf, noteActivity } from "#http/note-activity.ts";
import { recordAuditEvent, requireSession } from "#http/session.ts";
import type { ArchiveStore } from "./archive-store.ts";
import {
  addExport,
  findExport,
  findUnderWay,
  holdCompany,
  listExports,
  removeExport,
  toExport,
} from "./export-repository.ts";

async function findCompany(platform: PlatformScope, id: CompanyId) {
  const company = await holdCompany(platform, id);
  if (!company || company.isBeingDeleted) throw new Problem("notFound");
  return company;
}

/** "North Gable Exteriors 2026-11-28.tar.gz", without characters that file systems reject. */
const archiveName = (company: string, time: Date): string =>
  `${company.replace(/[\\/:*?"<>|]/g, " ").trim()} ${time.toISOString().slice(0, 10)}.tar.gz`;

/** Archives of companies, for super admins (company.md, "Administration"; decision 0099). */
export const companyExportAnswers = ({ store, now }: { store: ArchiveStore; now: () => Date }) =>
  onPlatform({
    async listCompanyExports({ params: { id }, platform }) {
      await findCompany(platform, id);
      return (await listExports(platform, id)).map(toExport);
    },

    async createCompanyExport({ params: { id: companyId }, session, platform }) {
      await findCompany(platform, companyId);
      const underWay = await findUnderWay(platform, companyId);
      if (underWay) return toExport(underWay);
      const { accountId } = requireSession(session);
      const id = randomUUID();
      const row = await addExport(platform, { companyId, id, createdBy: accountId, createdTime: now() });
      await enqueueJob(platform, { name: "export-company", payload: { companyId, exportId: id } });
      await recordAuditEvent(platform.db, { event: "company.exported", accountId, companyId });
      return toExport(row);
    },

    async downloadCompanyExport({ params: { id: companyId, exportId }, session, caller, platform }) {
      const company = await findCompany(platform, companyId);
      const row = await findExport(platform, { companyId, id: exportId });
      const archive = row?.state === "done" ? await store.readArchive({ companyId, archiveId: exportId }) : undefined;
      if (!row || !archive) throw new Problem("notFound");
      await noteActivity(platform, {
        companyId,
        by: actorOf(requireSession(session), caller),
        acts: [
          { kind: "company", action: "read", subject: String(companyId), subjectName: company.name, member: "export" },
        ],
      });
      return {
        contentType: "application/gzip",
        name: archiveName(company.name, row.createdTime),
        disposition: "attachment",
        bytes: archive,
      };
    },

    async deleteCompanyExport({ params: { id: companyId, exportId }, platform }) {
      await findCompany(platform, companyId);
      if (!(await removeExport(platform, { companyId, id: exportId }))) throw new Problem("notFound");
      await store.removeArchive({ companyId, archiveId: exportId });
    },
  });
