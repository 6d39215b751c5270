import type { CompanyId, ConnectedProvider } from "@ridgebook/contract";
import type { Database } from "#database/database.ts";
import { holdGrantId } from "./grant-repository.ts";
import { ProviderFailure } from "./provider.ts";

/** The id of the company's current grant. Cached replies are only valid for it. Throws ProviderFailure if the company is not connected. */
export async function requireGrantId(
  database: Database,
  { companyId, provider }: { companyId: CompanyId; provider: ConnectedProvider },
): Promise<string> {
  const grantId = await database.inCompany({ companyId }, (scope) => holdGrantId(scope, provider));
  if (grantId === undefined) throw new ProviderFailure("notConnected");
  return grantId;
}
