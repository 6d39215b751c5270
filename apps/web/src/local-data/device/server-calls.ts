import { Problem, problems, readProblemReply, type FormFields, type ProblemReply } from "@ridgebook/contract";

/** The account and company whose data is on the device, and for whom it makes calls. */
export interface Owner {
  accountId: number;
  companyId: number;
}

/** One call of the local data to the server. */
export interface ServerCall {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** With its ids filled in: `/api/leads/12`. */
  path: string;
  query?: Record<string, string | readonly string[]>;
  body?: unknown;
  /** Sent as multipart form data in place of a body. */
  form?: CallForm;
  /** Sent as `Idempotency-Key`. */
  key?: string;
  /** The release of the app that made the body, if it is not this one. */
  release?: number;
  /** The call fails if another account is signed in. */
  session: Owner;
  /** Aborts the call. */
  signal?: AbortSignal;
  /** A longer timeout, for calls for which our server asks another one. */
  timeoutMs?: number;
}

/** The fields of a form, and a file with the name of its field. */
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
  /** The parsed JSON; undefined if the body is empty. */
  body: unknown;
}

/**
 * Makes calls for the local data.
 *
 * Resolves for statuses below 400. Rejects with a `Problem` for every other one, with `unavailable` if there was no reply
 * or none in JSON, and with `sessionExpired` if no account, or another than `session.accountId`, is signed in.
 */
export interface ServerCalls {
  call(call: ServerCall): Promise<ServerAnswer>;
}

/** 425 and 426: the versions of server and app do not fit, and one of them must be updated. */
const WAITING_STATUSES = new Set([401, 408, 425, 426, 429]);

/**
 * Problems that mean "retry later": no result, or the company requires a second step that the user has not set up. A proxy may also
 * answer with "unexpected".
 */
const WAITING_CODES: ReadonlySet<string> = new Set(["aborted", "unexpected", "twoStepRequired"]);

/**
 * Whether the same call may succeed later; every other failure needs the user. "unexpected" may also come from a proxy, with any
 * status: a gateway without our server behind it answers 404 to everything.
 */
export const isWaitingProblem = ({ code, status }: ProblemReply): boolean =>
  WAITING_CODES.has(code) || WAITING_STATUSES.has(status) || status >= 500;

/** Whether the problem shows no reply of our server itself. */
export const isNoAnswer = ({ code, status }: Pick<ProblemReply, "code" | "status">): boolean =>
  code === "aborted" || code === "requestTimeout" || [408, 502, 503, 504].includes(status);

/** Reads the problem of a reply inside a batch; an unreadable one keeps its status. */
export function readProblem({ status, body }: ServerAnswer): ProblemReply {
  const reply = readProblemReply(body);
  if (reply) return { ...reply, status };
  return { status, code: "unexpected", title: problems.unexpected.title };
}

export function problemFromReply({ code, ...details }: ProblemReply): Problem {
  return new Problem(code, details);
}
