import { codeOfStatus, Problem, readProblemReply } from "@ridgebook/contract";

/**
 * What a status means no matter who sent it. Any other one without our server's message comes from a machine on the way: it knows nothing of records,
 * fields and keys, nor whether an earlier try of the same call has reached the server.
 */
const MEANT_BY_ANYBODY = new Set([401, 403, 408, 413, 425, 429, 502, 503, 504]);

/**
 * The failure that a status and body stand for. The status is kept even where the table has another. A body that is no
 * problem, such as a proxy's page, counts as none.
 */
export function problemFromReply({ status, body }: { status: number; body: unknown }): Problem {
  const reply = readProblemReply(body);
  if (!reply) return new Problem(MEANT_BY_ANYBODY.has(status) ? codeOfStatus(status) : "unexpected", { status });
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
