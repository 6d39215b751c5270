import { createHash } from "node:crypto";
import { Problem, type AccountId, type ProblemReply, type UploadedFile } from "@ridgebook/contract";
import { and, eq } from "drizzle-orm";
import pg from "pg";
import type { CompanyScope } from "#database/company-scope.ts";
import { idempotencyKey } from "#database/schema/change-tables.ts";

/*
 * A change, its idempotency key and its reply are committed in one transaction. A key or reply that is stored earlier, or on another
 * connection, would make a change that was rolled back look done.
 *
 * A key belongs to an account: two users may use the same key for different requests. The same request under the same key is one attempt,
 * also if another user sends it, because an admin may send another person's rescue file (decision 0125). Two unique indexes say that: of
 * company, account and key, and of company, key and request.
 */

/** A reply on the wire: status and JSON body; undefined for an empty body. */
export interface WireReply {
  readonly status: number;
  readonly body: unknown;
}

export const toWire = (result: unknown): WireReply =>
  result === undefined ? { status: 204, body: undefined } : { status: 200, body: result };

/** Hashes a request with its file, so that a key cannot be used for another request. */
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

/** An attempt of a signed-in account: its well-formed idempotency key and the hash of the request. */
export interface KeyedAttempt {
  readonly key: string;
  readonly accountId: AccountId;
  readonly requestHash: Buffer;
}

/**
 * The statements that insert an attempt's key and set the savepoint for a refusal. They run in the round trip that opens the session, after
 * it, so that `current_company()` is the session's. The insert returns a row only if the key was free. Without a company it inserts
 * nothing, and `scopeOf` refuses the call.
 *
 * A concurrent request with the same key waits here until the first transaction has ended, and then finds its reply, or does the work itself
 * if it was rolled back.
 */
export const takeKeyStatements = ({ key, accountId, requestHash }: KeyedAttempt): string =>
  `insert into idempotency_key (company_id, account_id, key, request_hash)
     select current_company(), ${String(accountId)}, ${pg.escapeLiteral(key)}, '\\x${requestHash.toString("hex")}'
     where current_company() is not null
     on conflict do nothing returning key;
   savepoint attempt`;

/**
 * Finds the stored reply to an earlier try of this attempt. Undefined if this try is the first. Throws keyReused if the caller used the key
 * for another request.
 *
 * @param isFirst whether `takeKeyStatements` inserted the key
 */
export async function findKeptReply(
  scope: CompanyScope,
  { attempt: { key, requestHash }, isFirst }: { attempt: KeyedAttempt; isFirst: boolean },
): Promise<WireReply | undefined> {
  if (isFirst) return undefined;
  const [kept] = await scope.db.select().from(idempotencyKey).where(sameAttempt(scope, { key, requestHash }));
  if (!kept) throw new Problem("keyReused");
  // Every committed row has a reply, because it is stored in the key's transaction.
  return { status: kept.status ?? 204, body: kept.reply ?? undefined };
}

/** The statement that stores the reply, for the round trip that commits the change. */
export const keepReplyStatement = (
  { companyId }: CompanyScope,
  { attempt: { key, accountId }, reply }: { attempt: KeyedAttempt; reply: WireReply },
): string =>
  `update idempotency_key set status = ${String(reply.status)},
     reply = ${reply.body === undefined ? "null" : pg.escapeLiteral(JSON.stringify(reply.body))}
   where company_id = ${String(companyId)} and account_id = ${String(accountId)} and key = ${pg.escapeLiteral(key)}`;

/**
 * The statement that inserts the keys of several attempts with their replies, for the round trip that commits their changes. Waits for a
 * concurrent transaction that inserted one of the keys, and fails if one of them exists.
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

/** At most one row, by the unique index without the account. */
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
