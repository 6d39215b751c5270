import { Problem, problems, type ProblemReply, isObject } from "@ridgebook/contract";
import type { Attempt } from "#local-data/database/change-record.ts";
import { entityOf, type Entities } from "#local-data/database/entity.ts";
import type { FieldValues, RecordKey } from "#local-data/database/stored-record.ts";
import type { Connection } from "#local-data/device/connection.ts";
import {
  isNoAnswer,
  isWaitingProblem,
  problemFromReply,
  readProblem,
  type CallForm,
  type Owner,
  type ServerAnswer,
} from "#local-data/device/server-calls.ts";

/** No user is signed in, this app is too old, or the rate limit is reached: the next call would get the same reply. */
const ENDS_PASS_STATUSES = new Set([401, 426, 429]);

/** A change with its attempt in this pass. */
export interface Sending extends RecordKey {
  attempt: Attempt;
}

/** A change whose attempt has an outcome. */
export interface Answered extends Sending {
  outcome: Outcome;
}

export type Outcome =
  | { kind: "done"; body: unknown }
  | { kind: "waiting"; problem: ProblemReply }
  | { kind: "refused"; problem: ProblemReply };

/** Sends frozen attempts unchanged, and reads the outcome of each from the reply. */
interface AttemptCalls {
  callAlone(owner: Owner, sending: Sending): Promise<Outcome>;
  /**
   * Sends several calls in one request. Undefined if the server refused the whole request (too large, one call
   * malformed): the caller then sends each alone, under the same key.
   */
  callTogether(owner: Owner, due: readonly Sending[]): Promise<Answered[] | undefined>;
}

export function createAttemptCalls({
  connection,
  entities,
  readFile,
  reportDefect,
}: {
  connection: Connection;
  entities: Entities;
  /** Reads a file that this device keeps for an owner, by its hash. */
  readFile: (owner: Owner, hash: string) => Promise<Uint8Array | undefined>;
  reportDefect: (error: unknown) => void;
}): AttemptCalls {
  /** Reads the body of an attempt, or the form that is sent in place of one. */
  const contentsOf = async (
    owner: Owner,
    { storeName, attempt }: Sending,
  ): Promise<{ body?: FieldValues; form?: CallForm }> => {
    const { kind, body } = attempt;
    const { form } = entityOf(entities, storeName);
    if (!body) return {};
    if (!form || kind !== "create") return { body };
    const hash = form.fileHash(body);
    const bytes = hash === undefined ? undefined : await readFile(owner, hash);
    return { form: { fields: form.fields(body), ...(bytes && { file: { ...form.file(body), bytes } }) } };
  };

  const callAlone: AttemptCalls["callAlone"] = async (owner, sending) => {
    const { attempt } = sending;
    const { method, path, key, release } = attempt;
    try {
      const contents = { ...(await contentsOf(owner, sending)), ...(release !== undefined && { release }) };
      return readOutcome(attempt, await connection.call({ method, path, key, ...contents, session: owner }));
    } catch (error) {
      const failure = failureOf(error);
      return failure.kind === "refused" ? outcomeOfRefusal(attempt, failure.problem) : failure;
    }
  };

  const callTogether: AttemptCalls["callTogether"] = async (owner, due) => {
    const calls = due.map(({ attempt: { method, path, key, body, release } }) => ({
      method,
      path,
      key,
      ...(body && { body }),
      ...(release !== undefined && { release }),
    }));
    try {
      const { body } = await connection.call({ method: "POST", path: "/api/batch", body: { calls }, session: owner });
      const replies = readReplies(body);
      return due.map((sending, index) => {
        const reply = replies[index];
        const outcome: Outcome = reply
          ? readOutcome(sending.attempt, reply)
          : { kind: "waiting", problem: new Problem("unavailable").toReply() };
        return { ...sending, outcome };
      });
    } catch (error) {
      const failure = failureOf(error);
      return failure.kind === "waiting" ? due.map((sending) => ({ ...sending, outcome: failure })) : undefined;
    }
  };

  const failureOf = (error: unknown): Outcome => {
    if (error instanceof Problem) {
      const problem = error.toReply();
      return { kind: isWaitingProblem(problem) ? "waiting" : "refused", problem };
    }
    // A defect in the calls must not lose the change: report it, and let the change wait.
    reportDefect(error);
    return { kind: "waiting", problem: { status: 500, code: "unexpected", title: problems.unexpected.title } };
  };

  return { callAlone, callTogether };
}

/** Whether any further call in this pass would fail the same way. */
export const endsPass = ({ outcome }: Answered): boolean =>
  outcome.kind === "waiting" &&
  (isNoAnswer(outcome.problem) ||
    outcome.problem.code === "twoStepRequired" ||
    ENDS_PASS_STATUSES.has(outcome.problem.status));

/**
 * The server error that an attempt met. Undefined for any other outcome, and if the call may not have reached the server.
 */
export function serverFailureOf({ outcome }: Answered): Problem | undefined {
  if (outcome.kind !== "waiting" || outcome.problem.status < 500 || isNoAnswer(outcome.problem)) return undefined;
  return problemFromReply(outcome.problem);
}

/** Whether a body is a record as our server returns it after a change. */
export const isSavedRecord = (body: unknown): boolean =>
  isObject(body) && Number.isInteger(body.id) && Number(body.id) > 0 && Number.isInteger(body.revision);

/** A delete of a record that our server says does not exist counts as done (1.§8, LEAD-17). */
const outcomeOfRefusal = ({ kind }: Attempt, problem: ProblemReply): Outcome =>
  kind === "delete" && problem.code === "notFound" ? { kind: "done", body: undefined } : { kind: "refused", problem };

/** Reads the outcome of an attempt from its reply. */
function readOutcome(attempt: Attempt, answer: ServerAnswer): Outcome {
  const { status, body } = answer;
  if (status >= 400) {
    const problem = readProblem(answer);
    return isWaitingProblem(problem) ? { kind: "waiting", problem } : outcomeOfRefusal(attempt, problem);
  }
  const isOurs = attempt.kind === "delete" ? body === undefined || body === null || body === "" : isSavedRecord(body);
  // A captive portal answers every call with 200: treat that as no reply.
  return isOurs ? { kind: "done", body } : { kind: "waiting", problem: new Problem("unavailable").toReply() };
}

function readReplies(body: unknown): (ServerAnswer | undefined)[] {
  if (!isObject(body) || !Array.isArray(body.replies)) return [];
  return body.replies.map((reply: unknown) =>
    isObject(reply) && typeof reply.status === "number" ? { status: reply.status, body: reply.body } : undefined,
  );
}
