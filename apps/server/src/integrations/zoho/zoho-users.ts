import { formatPhone, normalizePhone, type CompanyId, type ExternalCrmUser } from "@ridgebook/contract";
import { z } from "zod";
import { listMatchedUsers } from "#database/company-users.ts";
import type { Database } from "#database/database.ts";
import { cacheRepository, type CacheKey } from "#integrations/connection/cache-repository.ts";
import { requireGrantId } from "#integrations/connection/require-grant.ts";
import type { ZohoClient } from "./zoho-client.ts";

export const ZOHO_CALLS = { users: "users" } as const;
const KEY: CacheKey = { provider: "zoho", call: ZOHO_CALLS.users, parameters: "all" };

const keptUsers = z.array(
  z.object({
    id: z.string(),
    active: z.boolean(),
    email: z.string(),
    phoneNumber: z.string(),
    firstName: z.string(),
    lastName: z.string(),
  }),
);
type KeptUsers = z.infer<typeof keptUsers>;

/** Cached users of a Zoho account. */
export function createZohoUsers({
  database,
  client,
  now,
}: {
  database: Database;
  client: ZohoClient;
  now: () => Date;
}) {
  /** Reloads them. Throws ProviderFailure. */
  async function refresh(companyId: CompanyId): Promise<KeptUsers> {
    const grantId = await requireGrantId(database, { companyId, provider: "zoho" });
    const users = (await client.listUsers(companyId)).map((user) => {
      const phone = user.mobile || user.phone || "";
      const phoneNumber = formatPhone(normalizePhone(phone) ?? "");
      const names = { firstName: user.first_name ?? "", lastName: user.last_name ?? "" };
      return { id: user.id, active: user.status === "active", email: user.email ?? "", phoneNumber, ...names };
    });
    await database.inCompany({ companyId }, (scope) =>
      cacheRepository.keep(scope, KEY, { reply: users, stamp: "", fetchedTime: now(), grantId }),
    );
    return users;
  }

  return {
    refresh,
    /** With their users in the company. Throws ProviderFailure if nothing is cached. */
    async list(companyId: CompanyId, { active }: { active: boolean | undefined }): Promise<ExternalCrmUser[]> {
      const kept = await database.inCompany({ companyId }, (scope) => cacheRepository.find(scope, KEY));
      const read = kept && keptUsers.safeParse(kept.reply);
      const users = read?.success ? read.data : await refresh(companyId);
      const here = await database.inCompany({ companyId }, listMatchedUsers);
      const emails = new Set(here.map(({ email }) => email.toLowerCase()));
      const linked = new Set(here.map(({ externalId }) => externalId));
      return users
        .filter((user) => active === undefined || user.active === active)
        .map((user) => ({
          ...user,
          accountWithEmailExists: user.email !== "" && emails.has(user.email.toLowerCase()),
          accountLinked: linked.has(user.id),
        }));
    },
  };
}
export type ZohoUsers = ReturnType<typeof createZohoUsers>;
