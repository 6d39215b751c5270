import type { AccountId, CompanyId, ConnectedProvider } from "@ridgebook/contract";
import type { SecretPlace } from "./secret-box.ts";

/** Every place of the database that holds a secret that the server needs back. Passwords and codes of people are hashes. */

export const smtpPasswordPlace = (companyId: CompanyId): SecretPlace => ({
  table: "company_settings",
  column: "values",
  name: "smtpPassword",
  companyId,
});

export const installationPlace = (key: string): SecretPlace => ({
  table: "installation",
  column: "value",
  name: key,
  companyId: null,
});

export const twoStepPlace = (accountId: AccountId): SecretPlace => ({
  table: "two_step",
  column: "secret",
  name: String(accountId),
  companyId: null,
});

export const webhookPlace = (companyId: CompanyId, id: number): SecretPlace => ({
  table: "webhook",
  column: "secret",
  name: String(id),
  companyId,
});

export const credentialPlace = (companyId: CompanyId, id: number): SecretPlace => ({
  table: "credential",
  column: "secret",
  name: String(id),
  companyId,
});

export type ConnectionTokenColumn = "refresh_token" | "access_token";

export const connectionTokenPlace = (
  companyId: CompanyId,
  provider: ConnectedProvider,
  column: ConnectionTokenColumn,
): SecretPlace => ({ table: "connection_grant", column, name: provider, companyId });

/** Good for ten minutes, so that no rotation of keys waits for it. */
export const pendingVerifierPlace = (companyId: CompanyId, provider: ConnectedProvider): SecretPlace => ({
  table: "connection_pending",
  column: "verifier",
  name: provider,
  companyId,
});

/** What Zoho names when it posts what changed. */
export const zohoWebhookPlace = (companyId: CompanyId): SecretPlace => ({
  table: "zoho_sync",
  column: "webhook_token",
  name: "zoho",
  companyId,
});
