import type { TwinCase } from "#stand-ins/twin-reply.ts";

/*
 * All errors of Hover, by name: the errors of OAuth (reference 1.1), and the statuses of the API (1.6). The stand-in gives no other answers, and the
 * behavior suite has a row for each.
 */

const oauthError = (error: string, description: string): object => ({ error, error_description: description });

export const HOVER_CASES = {
  /** In the address of the browser's redirect, not in a body. */
  accessDenied: { status: 302, body: "" },
  unknownClient: { status: 400, body: "An unknown application asks for access." },
  invalidGrant: {
    status: 401,
    body: oauthError(
      "invalid_grant",
      "The provided authorization grant is invalid, expired, revoked, or was issued to another client.",
    ),
  },
  invalidClient: { status: 401, body: oauthError("invalid_client", "Client authentication failed.") },
  unsupportedGrantType: {
    status: 400,
    body: oauthError("unsupported_grant_type", "The authorization grant type is not supported."),
  },
  invalidToken: {
    status: 401,
    headers: {
      "www-authenticate": 'Bearer realm="Hover", error="invalid_token", error_description="The access token expired"',
    },
    body: oauthError("invalid_token", "The access token expired"),
  },
  forbidden: { status: 403, body: { error: "Forbidden" } },
  notFound: { status: 404, body: { error: "Not Found" } },
  /** For an incomplete model. */
  noMeasurements: { status: 404, body: { error: "Not Found" } },
  searchTooShort: { status: 400, body: { error: { search: "is too short (minimum is 3 characters)" } } },
  tooManyCalls: { status: 429, body: { error: "Too Many Requests" } },
  tooManyCallsWait: { status: 429, headers: { "retry-after": "2" }, body: { error: "Too Many Requests" } },
  requestTimeout: { status: 408, body: { error: "Request Timeout" } },
  serverError: { status: 500, body: { error: "Internal Server Error" } },
  badGateway: { status: 502, headers: { "content-type": "text/html" }, body: "<html>Bad gateway</html>" },
  unavailable: { status: 503, headers: { "content-type": "text/html" }, body: "<html>We will be back soon</html>" },
  gatewayTimeout: { status: 504, headers: { "content-type": "text/html" }, body: "<html>Gateway timeout</html>" },
  /** Not documented: an answer of a maintenance page, a proxy or a fault. */
  htmlWithSuccess: {
    status: 200,
    headers: { "content-type": "text/html" },
    body: "<html>Sign in to the network</html>",
  },
  errorWithSuccess: { status: 200, body: { error: "something went wrong" } },
  redirect: { status: 302, headers: { location: "/api/v3/jobs" }, body: "" },
  /** More than people read. */
  tooLarge: { status: 200, body: { filler: "x".repeat(30_000_000) } },
} as const satisfies Record<string, TwinCase>;
export type HoverCaseName = keyof typeof HOVER_CASES;
