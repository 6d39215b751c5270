import { Problem, problems, readProblemReply, type FormFields, type ProblemReply } from "@ridgebook/contract";

/** Whose data a device holds and in whose name it speaks. */
export interface Owner {
  accountId: number;
  companyId: number;
}

/** One call to the server as the local data asks for it. */
export interface ServerCall {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** With its ids filled in: `/api/leads/12`. */
  path: string;
  query?: Record<string, string | readonly string[]>;
  body?: unknown;
  /** Travels as multipart form data instead of a body. */
  form?: CallForm;
  /** Travels as `Idempotency-Key`. */
  key?: string;
  /** The release of the app that made the body, where that is not this one. */
  release?: number;
  /** The call is made in this account's name or not at all. */
  session: Owner;
  /** Ends the call: from then on nothing of it is sent any more. */
  signal?: AbortSignal;
  /** How long the answer may take, where that is longer than usual: our server asks another one. */
  timeoutMs?: number;
}

/** The fields of a form, and a file by the name of its field. */
export interface CallForm {
  readonly fields: FormFields;
  readonly file?: {
    readonly field: string;
    readonly name: string;
    readonly contentType: string;
    readonly bytes: Uint8Array;
  };
}

export interface ServerAnswer {
  status: number;
  /** The parsed JSON; undefined when the answer is empty. */
  body: unknown;
}

/**
 * What the local data needs from the network.
 *
 * Resolves for statuses below 400. Rejects with a `Problem` for every other one, with `unavailable` when there was no
 * answer or none in JSON, and with `sessionExpired` when nobody, or somebody else than `session.accountId`, is signed in.
 */
export interface ServerCalls {
  call(call: ServerCall): Promise<ServerAnswer>;
}

/** 425 and 426: server and app are of different ages, and one of them is updated. */
const WAITING_STATUSES = new Set([401, 408, 425, 426, 429]);

/**
 * Nothing came of it, or the company is closed to the person until they set up a second step. "unexpected" are also the words of a
 * machine on the way.
 */
const WAITING_CODES: ReadonlySet<string> = new Set(["aborted", "unexpected", "twoStepRequired"]);

/**
 * Whether a call may well succeed later as it is; every other failure needs a person. "unexpected" are also the words of a machine
 * on the way, whatever its status: a gateway without our server behind it answers 404 to everything.
 */
export const isWaitingProblem = ({ code, status }: ProblemReply): boolean =>
  WAITING_CODES.has(code) || WAITING_STATUSES.has(status) || status >= 500;

/** No answer came from the server itself, as far as one can tell. */
export const isNoAnswer = ({ code, status }: Pick<ProblemReply, "code" | "status">): boolean =>
  code === "aborted" || code === "requestTimeout" || [408, 502, 503, 504].includes(status);

/** The problem that a reply inside a batch carries; one that cannot be read keeps at least its status. */
export function readProblem({ status, body }: ServerAnswer): ProblemReply {
  const reply = readProblemReply(body);
  if (reply) return { ...reply, status };
  return { status, code: "unexpected", title: problems.unexpected.title };
}

export function problemFromReply({ code, ...details }: ProblemReply): Problem {
  return new Problem(code, details);
}
