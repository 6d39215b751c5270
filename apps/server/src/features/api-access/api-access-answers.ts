import { Problem, type ActivityAction, type CompanyId, type IntegrationAccess } from "@ridgebook/contract";
import type { PlatformScope } from "#database/company-scope.ts";
import { onPlatform, type Caller } from "#http/handlers.ts";
import { actorOf, noteActivity } from "#http/note-activity.ts";
import { recordAuditEvent, requireSession, type Session } from "#http/session.ts";
import { apiAccessRepository } from "./api-access-repository.ts";
import { createToken } from "./integration-token.ts";

const DAY_MS = 86_400_000;

function companyOf(session: Session | undefined): CompanyId {
  const { companyId } = requireSession(session).user;
  if (companyId === null) throw new Problem("chooseCompany");
  return companyId;
}

async function readAccess(platform: PlatformScope, companyId: CompanyId, now: Date): Promise<IntegrationAccess> {
  const row = await apiAccessRepository.find(platform, companyId);
  return {
    access: row?.access ?? "read",
    token: row?.createdTime
      ? {
          prefix: row.prefix,
          createdBy: row.createdByName,
          createdTime: row.createdTime.toISOString(),
          lastUsedTime: row.lastUsedTime?.toISOString() ?? null,
          lastUsedAddress: row.lastUsedAddress,
        }
      : null,
    former:
      row?.formerEndsTime && row.formerEndsTime > now
        ? {
            prefix: row.formerPrefix,
            endsTime: row.formerEndsTime.toISOString(),
            lastUsedTime: row.formerLastUsedTime?.toISOString() ?? null,
          }
        : null,
  };
}

/** Records a token action in the company's activity log and the installation's audit log. */
async function noteToken(
  { platform, session, caller }: { platform: PlatformScope; session: Session | undefined; caller: Caller },
  { action, event, details }: { action: ActivityAction; event: string; details?: Readonly<Record<string, unknown>> },
): Promise<void> {
  const companyId = companyOf(session);
  const asker = requireSession(session);
  await recordAuditEvent(platform.db, { event, accountId: asker.accountId, companyId, ...(details && { details }) });
  await noteActivity(platform, {
    companyId,
    by: actorOf(asker, caller),
    acts: [{ kind: "secrets", action, subject: "integrationToken", ...(details && { details }) }],
  });
}

/** The routes of a company's integration token (3.§7, INT-01). */
export const apiAccessAnswers = ({ now }: { now: () => Date }) =>
  onPlatform({
    getIntegrationAccess: ({ platform, session }) => readAccess(platform, companyOf(session), now()),

    async resetIntegrationToken({ body, platform, session, caller }) {
      const companyId = companyOf(session);
      const { user } = requireSession(session);
      const { token, ...stored } = createToken();
      const createdTime = now();
      const { keepFormerDays, access } = body ?? {};
      await apiAccessRepository.reset(platform, companyId, {
        ...stored,
        createdBy: user.id,
        createdTime,
        access,
        formerEndsTime:
          keepFormerDays === undefined ? undefined : new Date(createdTime.getTime() + keepFormerDays * DAY_MS),
      });
      await noteToken(
        { platform, session, caller },
        {
          action: "added",
          event: "integrationToken.reset",
          details: { prefix: stored.prefix, keepFormerDays: keepFormerDays ?? 0 },
        },
      );
      return { token };
    },

    async updateIntegrationAccess({ body: { access }, platform, session, caller }) {
      const companyId = companyOf(session);
      await apiAccessRepository.setAccess(platform, companyId, access);
      await noteToken(
        { platform, session, caller },
        { action: "changed", event: "integrationToken.changed", details: { access } },
      );
      return readAccess(platform, companyId, now());
    },

    async endIntegrationToken({ platform, session, caller }) {
      if (!(await apiAccessRepository.end(platform, companyOf(session)))) return;
      await noteToken({ platform, session, caller }, { action: "removed", event: "integrationToken.ended" });
    },
  });
