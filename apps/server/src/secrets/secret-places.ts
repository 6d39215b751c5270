import type { AccountId, CompanyId, ConnectedProvider } from "@ridgebook/contract";
import type { SecretPlace } from "./secret-box.ts";

/* Every column with a secret that the server must decrypt. Passwords and codes of people are hashed, so they are not among them. */

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

/** The PKCE code verifier of a consent that has begun. It expires after ten minutes, so that a rotation of keys can skip it. */
export const pendingVerifierPlace = (companyId: CompanyId, provider: ConnectedProvider): SecretPlace => ({
  table: "connection_pending",
  column: "verifier",
  name: provider,
  companyId,
});

/** The token that Zoho sends with each change notification, which proves that it is Zoho's. */
export const zohoWebhookPlace = (companyId: CompanyId): SecretPlace => ({
  table: "zoho_sync",
  column: "webhook_token",
  name: "zoho",
  companyId,
});
