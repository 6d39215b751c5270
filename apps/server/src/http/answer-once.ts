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

/** Of the answers to a transaction's opening statements that to the key, behind the one to the session. */
const TAKEN_KEY = SESSION + 1;

/** Does a change under its key: once, and with the same answer for every repetition. */
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
  const isTaken = (answers[TAKEN_KEY]?.length ?? 0) > 0;
  const known = await findKeptReply(scope, { attempt, isTaken });
  if (known) {
    // The first answer may be on its way to the disk still, in a batch.
    commitWith(FLUSH_WHAT_WAS_READ);
    return known;
  }
  let reply: WireReply;
  try {
    reply = toWire(await work());
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // A refusal is an answer as well: what the handler wrote before it is undone, the key and the refusal stay.
    await scope.db.execute(sql`rollback to savepoint attempt`);
    reply = problemToWire(error, requestId);
  }
  commitWith(keepReplyStatement(scope, { attempt, reply }));
  return reply;
}
