import { MAX_CREDENTIALS, Problem, type ActivityAction, type Credential } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import { inCompany, type CompanyContext } from "#http/handlers.ts";
import { noteActs } from "#http/note-activity.ts";
import { orNotFound } from "#http/or-not-found.ts";
import type { SecretBox } from "#secrets/secret-box.ts";
import { credentialPlace } from "#secrets/secret-places.ts";
import { credentialRepository, type CredentialRow } from "./credential-repository.ts";

/** The routes of stored credentials (1.§7, OP-59). Secrets leave the server only if a call asks to decrypt them. */
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

  /** Records the action and credential, never the secret. */
  const note = async (
    context: Pick<CompanyContext, "scope" | "session" | "caller">,
    action: ActivityAction,
    rows: readonly Pick<CredentialRow, "name">[],
  ): Promise<void> =>
    noteActs(
      context,
      rows.map(({ name }) => ({ kind: "secrets", action, subject: "credential", subjectName: name })),
    );

  return inCompany({
    async listCredentials({ query: { decrypt }, scope, ...context }) {
      const rows = await credentialRepository.list(scope);
      if (decrypt) await note({ scope, ...context }, "read", rows);
      return rows.map((row) => toCredential(scope, row, decrypt));
    },

    async getCredential({ params, query: { decrypt }, scope, ...context }) {
      const row = orNotFound(await credentialRepository.find(scope, params.id));
      if (decrypt) await note({ scope, ...context }, "read", [row]);
      return toCredential(scope, row, decrypt);
    },

    async createCredential({ body: { secret, ...values }, scope, ...context }) {
      if ((await credentialRepository.list(scope)).length >= MAX_CREDENTIALS)
        throw new Problem("validation", {
          errors: { name: [`A company can store ${String(MAX_CREDENTIALS)} credentials. Delete one first.`] },
        });
      const row = await credentialRepository.add(scope, { ...values, modifiedTime: now() }, (id) =>
        secrets.seal(secret, credentialPlace(scope.companyId, id)),
      );
      await note({ scope, ...context }, "added", [row]);
      return toCredential(scope, row);
    },

    async updateCredential({ body: { id, secret, ...values }, scope, ...context }) {
      const sealed = secret ? { secret: secrets.seal(secret, credentialPlace(scope.companyId, id)) } : {};
      const row = orNotFound(
        await credentialRepository.change(scope, id, { ...values, ...sealed, modifiedTime: now() }),
      );
      await note({ scope, ...context }, "changed", [row]);
      return toCredential(scope, row);
    },

    async deleteCredential({ params, scope, ...context }) {
      const row = orNotFound(await credentialRepository.remove(scope, params.id));
      await note({ scope, ...context }, "removed", [row]);
    },
  });
}
