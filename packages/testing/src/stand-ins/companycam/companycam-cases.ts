import type { TwinCase } from "#stand-ins/twin-reply.ts";

/*
 * All errors of CompanyCam, by name (reference 5): errors of OAuth, which answers as Hover's server does, and an array of sentences from the API. The
 * stand-in gives no other answers, and the behavior suite has a row for each.
 */

const errors = (status: number, ...sentences: string[]): TwinCase => ({ status, body: { errors: sentences } });
const html = { "content-type": "text/html" };

export const COMPANYCAM_CASES = {
  /** In the address of the browser's redirect, not in a body. */
  accessDenied: { status: 302, body: "" },
  unknownClient: { status: 401, body: "Client authentication failed due to unknown client." },
  invalidGrant: {
    status: 400,
    body: { error: "invalid_grant", error_description: "The provided authorization grant is invalid or expired." },
  },
  invalidClient: { status: 401, body: { error: "invalid_client", error_description: "Client authentication failed." } },
  invalidScope: { status: 400, body: { error: "invalid_scope", error_description: "The requested scope is invalid." } },
  unsupportedGrantType: { status: 400, body: { error: "unsupported_grant_type", error_description: "Not supported." } },
  badRequest: errors(400, "Bad request"),
  unauthorized: errors(401, "Unauthorized"),
  paymentRequired: errors(402, "Your plan does not include API access"),
  forbidden: errors(403, "You are not authorized to perform this action"),
  notFound: errors(404, "Record not found"),
  requestTimeout: { status: 408, headers: html, body: "<html>Request timeout</html>" },
  unprocessable: errors(422, "Per page is invalid"),
  /** No header is documented. */
  tooManyCalls: errors(429, "Rate limit exceeded"),
  tooManyCallsWait: { ...errors(429, "Rate limit exceeded"), headers: { "retry-after": "2" } },
  serverError: errors(500, "Internal server error"),
  badGateway: { status: 502, headers: html, body: "<html>Bad gateway</html>" },
  unavailable: { status: 503, headers: html, body: "<html>We will be back soon</html>" },
  gatewayTimeout: { status: 504, headers: html, body: "<html>Gateway timeout</html>" },
  /** Not documented: an answer of a proxy or a fault. */
  htmlWithSuccess: { status: 200, headers: html, body: "<html>Sign in to the network</html>" },
  errorWithSuccess: { status: 200, body: { errors: ["something went wrong"] } },
  redirect: { status: 302, headers: { location: "/v2/projects" }, body: "" },
} as const satisfies Record<string, TwinCase>;
export type CompanyCamCaseName = keyof typeof COMPANYCAM_CASES;
