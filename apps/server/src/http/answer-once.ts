import { Problem } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { FLUSH_WHAT_WAS_READ, type Opened } from "#database/database.ts";
import {
  findKeptReply,
  keepReplyStatement,
  problemToWire,
  toWire,
  type KeyedAttempt,
  type WireReply,
} from "./idempotency.ts";
import { SESSION } from "./session.ts";

/** The index of the key's result among those of the opening statements, after the session's. */
const TAKEN_KEY = SESSION + 1;

/** Does a change once under its idempotency key, and gives every retry the same reply. */
export async function answerOnce(
  scope: CompanyScope,
  {
    requestId,
    attempt,
    opened: { answers, commitWith },
    work,
  }: {
    requestId: string;
    attempt: KeyedAttempt;
    opened: Pick<Opened, "answers" | "commitWith">;
    work: () => Promise<unknown>;
  },
): Promise<WireReply> {
  const isFirst = (answers[TAKEN_KEY]?.length ?? 0) > 0;
  const known = await findKeptReply(scope, { attempt, isFirst });
  if (known) {
    // The first reply's commit may not be flushed yet, if it was part of a batch.
    commitWith(FLUSH_WHAT_WAS_READ);
    return known;
  }
  let reply: WireReply;
  try {
    reply = toWire(await work());
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // A refusal is stored as a reply too: undo the handler's writes, but keep the key and the refusal.
    await scope.db.execute(sql`rollback to savepoint attempt`);
    reply = problemToWire(error, requestId);
  }
  commitWith(keepReplyStatement(scope, { attempt, reply }));
  return reply;
}
