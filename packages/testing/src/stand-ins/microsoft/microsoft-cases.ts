import type { TwinCase } from "#stand-ins/twin-reply.ts";

/*
 * All errors of Microsoft, by name: the errors of its identity platform (reference 4.1), and the codes of Graph (4.2). The stand-in gives no other
 * answers, and the behavior suite has a row for each.
 */

const signInError = (status: number, error: string, code: number, text: string): TwinCase => ({
  status,
  body: {
    error,
    error_description: `AADSTS${String(code)}: ${text}`,
    error_codes: [code],
    timestamp: "2026-11-20 09:10:11Z",
    trace_id: "0d1c7f1e",
    correlation_id: "6f0e1c2d",
    error_uri: `https://login.microsoftonline.com/error?code=${String(code)}`,
  },
});
const graphError = (status: number, code: string, message: string, headers?: TwinCase["headers"]): TwinCase => ({
  status,
  ...(headers && { headers }),
  body: {
    error: { code, message, innerError: { date: "2026-11-20T09:10:11", "request-id": "1", "client-request-id": "1" } },
  },
});
const html = { "content-type": "text/html" };

export const MICROSOFT_CASES = {
  /** In the address of the browser's redirect, not in a body. */
  accessDenied: { status: 302, body: "" },
  unknownClient: signInError(400, "unauthorized_client", 700016, "Application was not found in the directory."),
  /** A used code, or an invalid refresh token. */
  invalidGrant: signInError(400, "invalid_grant", 9002313, "Invalid request. Request is malformed or invalid."),
  expiredGrant: signInError(400, "invalid_grant", 700082, "The refresh token has expired due to inactivity."),
  endedGrant: signInError(400, "invalid_grant", 70008, "The provided authorization code or refresh token has expired."),
  spaGrant: signInError(400, "invalid_grant", 700084, "The refresh token was issued to a single page app (SPA)."),
  revokedGrant: signInError(400, "invalid_grant", 50173, "The provided grant has expired due to it being revoked."),
  interactionRequired: signInError(400, "interaction_required", 50076, "You must use multi-factor authentication."),
  consentRequired: signInError(400, "consent_required", 65001, "The user has not consented to use the application."),
  invalidScope: signInError(
    400,
    "invalid_scope",
    70011,
    "The provided value for the input parameter 'scope' is not valid.",
  ),
  malformedRequest: signInError(400, "invalid_request", 9002313, "Invalid request. Request is malformed or invalid."),
  invalidClient: signInError(401, "invalid_client", 7000215, "Invalid client secret provided."),
  expiredSecret: signInError(401, "invalid_client", 7000222, "The provided client secret keys are expired."),
  unsupportedGrantType: signInError(
    400,
    "unsupported_grant_type",
    70003,
    "The app requested an unsupported grant type.",
  ),
  temporarilyUnavailable: signInError(503, "temporarily_unavailable", 90033, "A transient error has occurred."),
  invalidRequest: graphError(400, "invalidRequest", "The request is malformed or incorrect."),
  unauthenticated: graphError(401, "unauthenticated", "The caller is not authenticated."),
  invalidAuthenticationToken: graphError(
    401,
    "InvalidAuthenticationToken",
    "Access token has expired or is not yet valid.",
  ),
  graphAccessDenied: graphError(403, "accessDenied", "The caller doesn't have permission to perform the action."),
  notAllowedHere: graphError(403, "notAllowed", "The action is not allowed by the system."),
  itemNotFound: graphError(404, "itemNotFound", "The resource could not be found."),
  notAllowed: graphError(405, "notAllowed", "The action is not allowed by the system."),
  nameAlreadyExists: graphError(409, "nameAlreadyExists", "The specified item name already exists."),
  gone: graphError(410, "itemNotFound", "The upload session was not found."),
  resourceModified: graphError(412, "resourceModified", "The resource being updated has changed."),
  invalidRange: graphError(416, "invalidRange", "The specified byte range is invalid or unavailable."),
  activityLimitReached: graphError(429, "activityLimitReached", "The app or user has been throttled."),
  activityLimitWait: graphError(429, "activityLimitReached", "The app or user has been throttled.", {
    "retry-after": "2",
  }),
  generalException: graphError(500, "generalException", "An unspecified error has occurred."),
  notSupported: graphError(501, "notSupported", "The request is not supported by the system."),
  badGateway: { status: 502, headers: html, body: "<html>Bad gateway</html>" },
  serviceNotAvailable: graphError(503, "serviceNotAvailable", "The service is not available.", { "retry-after": "2" }),
  gatewayTimeout: { status: 504, headers: html, body: "<html>Gateway timeout</html>" },
  quotaLimitReached: graphError(507, "quotaLimitReached", "The user has reached their quota limit."),
  bandwidthLimit: graphError(509, "activityLimitReached", "The app or user has been throttled.", {
    "retry-after": "2",
  }),
  requestTimeout: { status: 408, headers: html, body: "<html>Request timeout</html>" },
  /** Not documented: an answer of a proxy or a fault. */
  htmlWithSuccess: { status: 200, headers: html, body: "<html>Sign in to the network</html>" },
  errorWithSuccess: { status: 200, body: { error: "something went wrong" } },
  redirect: { status: 301, headers: { location: "/v1.0/me/drive" }, body: "" },
  /** The monitor's answer for a failed copy. */
  copyFailed: {
    status: 200,
    body: { operation: "ItemCopy", percentageComplete: 10, status: "failed", error: { code: "accessDenied" } },
  },
} as const satisfies Record<string, TwinCase>;
export type MicrosoftCaseName = keyof typeof MICROSOFT_CASES;
