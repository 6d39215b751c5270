import { createHash } from "node:crypto";
import { Problem, type ProblemReply, type UploadedFile } from "@ridgebook/contract";
import { and, eq } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { idempotencyKey } from "#database/schema/company-tables.ts";

/** A reply as it goes over the wire: status and JSON body, undefined for an empty one. */
export interface WireReply {
  readonly status: number;
  readonly body: unknown;
}

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

/**
 * Takes an attempt's key, or gives the answer that this attempt got before.
 *
 * The key is inserted first and committed with the change: a second request with the same key waits here until the first
 * one's transaction has ended, and then finds its answer, or, when it was rolled back, does the work itself.
 */
export async function takeKey(
  scope: CompanyScope,
  { key, requestHash }: { key: string; requestHash: Buffer },
): Promise<WireReply | undefined> {
  const accountId = accountOf(scope);
  const taken = await scope.db
    .insert(idempotencyKey)
    .values({ companyId: scope.companyId, accountId, key, requestHash })
    .onConflictDoNothing()
    .returning({ key: idempotencyKey.key });
  if (taken.length > 0) return undefined;
  const [kept] = await scope.db.select().from(idempotencyKey).where(sameKey(scope, key));
  if (!kept?.requestHash.equals(requestHash)) throw new Problem("keyReused");
  return { status: kept.status ?? 204, body: kept.reply ?? undefined };
}

/** Keeps the answer with the change, in the same transaction. */
export async function keepReply(scope: CompanyScope, { key, reply }: { key: string; reply: WireReply }): Promise<void> {
  await scope.db
    .update(idempotencyKey)
    .set({ status: reply.status, reply: reply.body ?? null })
    .where(sameKey(scope, key));
}

const sameKey = (scope: CompanyScope, key: string) =>
  and(
    eq(idempotencyKey.companyId, scope.companyId),
    eq(idempotencyKey.accountId, accountOf(scope)),
    eq(idempotencyKey.key, key),
  );

function accountOf(scope: CompanyScope): number {
  if (scope.accountId === undefined) throw new Error("A change with a key needs somebody who makes it.");
  return scope.accountId;
}

export const problemToWire = (problem: Problem, requestId: string): WireReply => {
  const body: ProblemReply = { ...problem.toReply(), requestId };
  return { status: problem.status, body };
};
