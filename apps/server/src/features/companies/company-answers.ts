import { Problem, type AccountId } from "@ridgebook/contract";
import { postgresCode } from "#database/database.ts";
import { onPlatform } from "#http/handlers.ts";
import { recordAuditEvent, requireSession, type Session } from "#http/session.ts";
import { companyRepository } from "./company-repository.ts";

const FOREIGN_KEY_VIOLATION = "23503";

/** A super admin sees every company, anybody else those where they work. */
const sightOf = ({ user, accountId }: Session): AccountId | undefined => (user.isSuperAdmin ? undefined : accountId);

/** Companies (1.§7, ADM-01 to ADM-03). A new one has the default settings: only changed ones are stored. */
export const companyAnswers = () =>
  onPlatform<"listCompanies" | "getCompany" | "createCompany" | "updateCompany" | "deleteCompany">({
    listCompanies: ({ query, session, platform }) =>
      companyRepository.list(platform, { accountId: sightOf(requireSession(session)), active: query.active }),

    async getCompany({ params, session, platform }) {
      const company = await companyRepository.find(platform, {
        id: params.id,
        accountId: sightOf(requireSession(session)),
      });
      if (!company) throw new Problem("notFound");
      return company;
    },

    async createCompany({ query: { sourceCompanyId }, body, session, platform }) {
      if (sourceCompanyId !== undefined && !(await companyRepository.find(platform, { id: sourceCompanyId })))
        throw new Problem("notFound");
      const company = await companyRepository.add(platform, body);
      if (sourceCompanyId !== undefined)
        await companyRepository.copyMemberships(platform, { sourceId: sourceCompanyId, targetId: company.id });
      await recordAuditEvent(platform.db, {
        event: "company.added",
        accountId: requireSession(session).accountId,
        companyId: company.id,
        details: { sourceCompanyId },
      });
      return company;
    },

    async updateCompany({ params: { id }, body, session, platform }) {
      const company = await companyRepository.update(platform, { id, ...body });
      if (!company) throw new Problem("notFound");
      await recordAuditEvent(platform.db, {
        event: "company.changed",
        accountId: requireSession(session).accountId,
        companyId: id,
        details: { active: company.active },
      });
      return company;
    },

    async deleteCompany({ params: { id }, session, platform }) {
      const isRemoved = await companyRepository.remove(platform, id).catch((error: unknown) => {
        throw postgresCode(error) === FOREIGN_KEY_VIOLATION ? new Problem("inUse") : error;
      });
      if (!isRemoved) throw new Problem("notFound");
      await recordAuditEvent(platform.db, {
        event: "company.removed",
        accountId: requireSession(session).accountId,
        companyId: id,
      });
    },
  });
