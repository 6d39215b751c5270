import { Problem, type AccountId, type Company } from "@ridgebook/contract";
import { enqueueJob, enqueueJobs } from "#database/job-queue.ts";
import { onPlatform, onPlatformSteps } from "#http/handlers.ts";
import { actorOf, changesOf, noteActivity } from "#http/note-activity.ts";
import { orNotFound } from "#http/or-not-found.ts";
import { recordAuditEvent, requireSession, type Session } from "#http/session.ts";
import { companyRepository } from "./company-repository.ts";

/** Super admins see every company, others the ones where they work. */
const sightOf = ({ user, accountId }: Session): AccountId | undefined => (user.isSuperAdmin ? undefined : accountId);

export const companyAnswers = (parts: {
  /** Creates a new company's initial records, which a platform transaction cannot write. */
  readonly prepareCompany: (company: Company) => Promise<void>;
  readonly now: () => Date;
}) => ({ ...platformAnswers(parts), ...creatingAnswers(parts) });

const creatingAnswers = ({ prepareCompany }: { prepareCompany: (company: Company) => Promise<void> }) =>
  onPlatformSteps({
    async createCompany({ query: { sourceCompanyId, joins }, body, session, caller, transact }) {
      const { accountId } = requireSession(session);
      const { company, copied } = await transact(async (platform) => {
        if (sourceCompanyId !== undefined && !(await companyRepository.find(platform, { id: sourceCompanyId })))
          throw new Problem("notFound");
        const added = await companyRepository.add(platform, body);
        const accounts =
          sourceCompanyId === undefined
            ? []
            : await companyRepository.copyMemberships(platform, { sourceId: sourceCompanyId, targetId: added.id });
        if (joins) await companyRepository.addAdmin(platform, { id: added.id, accountId });
        await recordAuditEvent(platform.db, {
          event: "company.added",
          accountId,
          companyId: added.id,
          details: { sourceCompanyId, joins },
        });
        await noteActivity(platform, {
          companyId: added.id,
          by: actorOf(requireSession(session), caller),
          acts: [{ kind: "company", action: "added", subject: String(added.id), subjectName: added.name }],
        });
        return { company: added, copied: accounts };
      });
      try {
        await prepareCompany(company);
      } catch (error) {
        // The caller gets an error and retries.
        await transact((platform) => companyRepository.remove(platform, company.id));
        throw error;
      }
      // The creator needs no mail. The others get one once the company is ready.
      const told = copied.filter((id) => id !== accountId);
      await transact((platform) =>
        enqueueJobs(
          platform,
          told.map((id) => ({
            name: "send-membership-mail" as const,
            payload: { accountId: id, companyId: company.id },
            key: `send-membership-mail:${String(company.id)}:${String(id)}`,
          })),
        ),
      );
      return company;
    },
  });

const platformAnswers = ({ now }: { now: () => Date }) =>
  onPlatform({
    listCompanies: ({ query, session, platform }) =>
      companyRepository.list(platform, { accountId: sightOf(requireSession(session)), active: query.active }),

    listCompanyFigures: ({ platform }) => companyRepository.listFigures(platform),

    async getCompany({ params, session, platform }) {
      const company = await companyRepository.find(platform, {
        id: params.id,
        accountId: sightOf(requireSession(session)),
      });
      if (!company) throw new Problem("notFound");
      return company;
    },

    async updateCompany({ params: { id }, body, session, caller, platform }) {
      const before = await companyRepository.find(platform, { id });
      const company = await companyRepository.update(platform, { id, ...body });
      if (!before || !company) throw new Problem("notFound");
      await noteActivity(platform, {
        companyId: id,
        by: actorOf(requireSession(session), caller),
        acts: changesOf(
          { kind: "company", subject: String(id), subjectName: before.name },
          { before, after: company, members: ["name", "active"] },
        ),
      });
      await recordAuditEvent(platform.db, {
        event: "company.changed",
        accountId: requireSession(session).accountId,
        companyId: id,
        details: { active: company.active },
      });
      return company;
    },

    async deleteCompany({ params: { id }, session, platform }) {
      const company = orNotFound(await companyRepository.holdForDeletion(platform, id));
      const { active, hasLeads, isExported, isExportUnderWay } = company;
      if (active) throw new Problem("inUse", { title: "Deactivate the company before you delete it." });
      if (isExportUnderWay)
        throw new Problem("inUse", { title: "An export of this company is being written. Wait for it, or cancel it." });
      if (hasLeads && !isExported)
        throw new Problem("inUse", {
          title: "Export the company before you delete it. Nothing may change between the export and the deletion.",
        });
      await companyRepository.beginDeletion(platform, { id, now: now() });
      const { accountId } = requireSession(session);
      await enqueueJob(platform, { name: "delete-company", payload: { companyId: id, askedBy: accountId } });
      await recordAuditEvent(platform.db, {
        event: "company.deletionBegun",
        accountId,
        companyId: id,
      });
    },
  });
