import { Problem, readProblemReply, type ProblemCode } from "@ridgebook/contract";

/** What a status means when the reply does not say: answers of proxies, and of servers older than this app (1.§8). */
const CODE_BY_STATUS: Record<number, ProblemCode> = {
  400: "validation",
  401: "sessionExpired",
  403: "accessDenied",
  404: "notFound",
  408: "requestTimeout",
  409: "conflict",
  410: "notFound",
  413: "tooLarge",
  415: "unsupportedMediaType",
  422: "keyReused",
  425: "unavailable",
  429: "tooManyRequests",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
};

/**
 * The failure that a status and body stand for. The status is kept even where the table has another. A body that is no
 * problem, such as a proxy's page, counts as none.
 */
export function problemFromReply({ status, body }: { status: number; body: unknown }): Problem {
  const codeOfStatus = CODE_BY_STATUS[status] ?? "unexpected";
  const reply = readProblemReply(body, () => codeOfStatus);
  if (!reply) return new Problem(codeOfStatus, { status });
  const { code, status: _status, ...details } = reply;
  return new Problem(code, { ...details, status });
}

/** Reads the text of a failed answer. */
export function readProblem({ status, text }: { status: number; text: string }): Problem {
  try {
    return problemFromReply({ status, body: JSON.parse(text) });
  } catch {
    return problemFromReply({ status, body: undefined });
  }
}

/** Failures that never were an answer of the server. `title` names them as the specification does (1.§8). */
export const offlineProblem = (): Problem => new Problem("unavailable", { title: "Offline" });
export const abortedProblem = (): Problem => new Problem("aborted");
export const timedOutProblem = (): Problem => new Problem("requestTimeout");
