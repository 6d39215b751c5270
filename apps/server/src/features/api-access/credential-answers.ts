import { MAX_CREDENTIALS, Problem, type Credential } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import { inCompany } from "#http/handlers.ts";
import { recordAuditEvent } from "#http/session.ts";
import type { SecretBox } from "#secrets/secret-box.ts";
import { credentialPlace } from "#secrets/secret-places.ts";
import { credentialRepository, type CredentialRow } from "./credential-repository.ts";

/** The calls of stored credentials (1.§7, OP-59). Secrets leave the server only where a call asks to decrypt them. */
export function credentialAnswers({ now, secrets }: { now: () => Date; secrets: SecretBox }) {
  const toCredential = (
    { companyId }: CompanyScope,
    { id, name, userName, secret }: CredentialRow,
    decrypt = false,
  ): Credential => ({
    id,
    name,
    userName,
    secret: decrypt ? secrets.open(secret, credentialPlace(companyId, id)) : null,
  });

  /** Who read which secret is remembered. */
  const noteDecrypted = ({ db, accountId, companyId }: CompanyScope, rows: readonly CredentialRow[]): Promise<void> =>
    recordAuditEvent(db, {
      event: "credential.decrypted",
      accountId,
      companyId,
      details: { ids: rows.map(({ id }) => id) },
    });

  return inCompany<"listCredentials" | "getCredential" | "createCredential" | "updateCredential" | "deleteCredential">({
    async listCredentials({ query: { decrypt }, scope }) {
      const rows = await credentialRepository.list(scope);
      if (decrypt && rows.length > 0) await noteDecrypted(scope, rows);
      return rows.map((row) => toCredential(scope, row, decrypt));
    },

    async getCredential({ params, query: { decrypt }, scope }) {
      const row = await credentialRepository.find(scope, params.id);
      if (!row) throw new Problem("notFound");
      if (decrypt) await noteDecrypted(scope, [row]);
      return toCredential(scope, row, decrypt);
    },

    async createCredential({ body: { secret, ...values }, scope }) {
      if ((await credentialRepository.list(scope)).length >= MAX_CREDENTIALS)
        throw new Problem("validation", {
          errors: { name: [`A company can store ${String(MAX_CREDENTIALS)} credentials. Delete one first.`] },
        });
      const row = await credentialRepository.add(scope, { ...values, modifiedTime: now() }, (id) =>
        secrets.seal(secret, credentialPlace(scope.companyId, id)),
      );
      return toCredential(scope, row);
    },

    async updateCredential({ body: { id, secret, ...values }, scope }) {
      const sealed = secret ? { secret: secrets.seal(secret, credentialPlace(scope.companyId, id)) } : {};
      const row = await credentialRepository.change(scope, id, { ...values, ...sealed, modifiedTime: now() });
      if (!row) throw new Problem("notFound");
      return toCredential(scope, row);
    },

    async deleteCredential({ params, scope }) {
      if (!(await credentialRepository.remove(scope, params.id))) throw new Problem("notFound");
    },
  });
}
