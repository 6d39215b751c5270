import type { CompanyId, ConnectedProvider } from "@ridgebook/contract";
import type { Database } from "#database/database.ts";
import { holdGrantId } from "./grant-repository.ts";
import { ProviderFailure } from "./provider.ts";

/** Which permission answers; asked for before anything that is kept of it. Throws ProviderFailure where the company is not connected. */
export async function requireGrantId(
  database: Database,
  { companyId, provider }: { companyId: CompanyId; provider: ConnectedProvider },
): Promise<string> {
  const grantId = await database.inCompany({ companyId }, (scope) => holdGrantId(scope, provider));
  if (grantId === undefined) throw new ProviderFailure("notConnected");
  return grantId;
}
