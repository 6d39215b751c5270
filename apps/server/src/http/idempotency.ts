import { createHash } from "node:crypto";
import { Problem, type AccountId, type ProblemReply, type UploadedFile } from "@ridgebook/contract";
import { and, eq } from "drizzle-orm";
import pg from "pg";
import type { CompanyScope } from "#database/company-scope.ts";
import { idempotencyKey } from "#database/schema/change-tables.ts";

/** A reply as it goes over the wire: status and JSON body, undefined for an empty one. */
export interface WireReply {
  readonly status: number;
  readonly body: unknown;
}

export const toWire = (result: unknown): WireReply =>
  result === undefined ? { status: 204, body: undefined } : { status: 200, body: result };

/** Names the contents of a request, the file that came along included, so that a key cannot be used for another one. */
export const hashRequest = ({
  method,
  path,
  body,
  file,
}: {
  method: string;
  path: string;
  body: unknown;
  file?: UploadedFile | undefined;
}): Buffer =>
  createHash("sha256")
    .update(
      JSON.stringify([
        method,
        path,
        body ?? null,
        ...(file ? [createHash("sha256").update(file.bytes).digest("hex")] : []),
      ]),
    )
    .digest();

/** An attempt of a signed-in person: its key, which is well-formed, and the name of its contents. */
export interface KeyedAttempt {
  readonly key: string;
  readonly accountId: AccountId;
  readonly requestHash: Buffer;
}

/**
 * The statements that take an attempt's key, and from which a refusal goes back; for the round trip that opens the session, in whose
 * company they work. `readTakenKey` reads the answer of the first.
 *
 * The key is inserted first and committed with the change: a second request with the same key waits here until the first
 * one's transaction has ended, and then finds its answer, or, when it was rolled back, does the work itself.
 */
export const takeKeyStatements = ({ key, accountId, requestHash }: KeyedAttempt): string =>
  `insert into idempotency_key (company_id, account_id, key, request_hash)
     select current_company(), ${String(accountId)}, ${pg.escapeLiteral(key)}, '\\x${requestHash.toString("hex")}'
     where current_company() is not null
     on conflict do nothing returning key;
   savepoint attempt`;

/**
 * Gives the answer that an attempt got before, from whomever of the company it came; undefined when it has its key now. Raises keyReused
 * where the caller used the key for other contents.
 */
export async function findKeptReply(
  scope: CompanyScope,
  { attempt: { key, requestHash }, isTaken }: { attempt: KeyedAttempt; isTaken: boolean },
): Promise<WireReply | undefined> {
  if (isTaken) return undefined;
  const [kept] = await scope.db.select().from(idempotencyKey).where(sameAttempt(scope, { key, requestHash }));
  if (!kept) throw new Problem("keyReused");
  return { status: kept.status ?? 204, body: kept.reply ?? undefined };
}

/** The statement that keeps the answer with the change, for the round trip that commits both. */
export const keepReplyStatement = (
  { companyId }: CompanyScope,
  { attempt: { key, accountId }, reply }: { attempt: KeyedAttempt; reply: WireReply },
): string =>
  `update idempotency_key set status = ${String(reply.status)},
     reply = ${reply.body === undefined ? "null" : pg.escapeLiteral(JSON.stringify(reply.body))}
   where company_id = ${String(companyId)} and account_id = ${String(accountId)} and key = ${pg.escapeLiteral(key)}`;

/**
 * The statement that takes the keys of several attempts and keeps their answers, all at once, for the round trip that commits what they
 * did. Fails where one of the keys is taken already, also by somebody whose transaction this one then has waited for.
 */
export const keepRepliesStatement = (
  { companyId }: CompanyScope,
  kept: readonly { attempt: KeyedAttempt; reply: WireReply }[],
): string => {
  const rows = kept.map(
    ({ attempt: { key, accountId, requestHash }, reply: { status, body } }) =>
      `(${String(companyId)}, ${String(accountId)}, ${pg.escapeLiteral(key)}, '\\x${requestHash.toString("hex")}'::bytea,
        ${String(status)}, ${body === undefined ? "null" : pg.escapeLiteral(JSON.stringify(body))}::jsonb)`,
  );
  return `insert into idempotency_key (company_id, account_id, key, request_hash, status, reply) values ${rows.join(", ")}`;
};

/** Keys are an account's: two people may use one for different things. The same contents under it are the same attempt. */
const sameAttempt = ({ companyId }: CompanyScope, { key, requestHash }: Pick<KeyedAttempt, "key" | "requestHash">) =>
  and(
    eq(idempotencyKey.companyId, companyId),
    eq(idempotencyKey.key, key),
    eq(idempotencyKey.requestHash, requestHash),
  );

export const problemToWire = (problem: Problem, requestId: string): WireReply => {
  const body: ProblemReply = { ...problem.toReply(), requestId };
  return { status: problem.status, body };
};
