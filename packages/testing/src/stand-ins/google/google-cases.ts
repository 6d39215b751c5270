import type { TwinCase } from "#stand-ins/twin-reply.ts";

/*
 * All errors of Google, by name: the errors of OAuth (reference 3.1), and the reasons of Drive (3.5). The stand-in gives no other answers, and the
 * behavior suite has a row for each.
 */

const driveError = (status: number, reason: string, message: string): TwinCase => ({
  status,
  body: { error: { code: status, message, errors: [{ domain: "global", reason, message }] } },
});
const html = { "content-type": "text/html" };

export const GOOGLE_CASES = {
  /** In the address of the browser's redirect, not in a body. */
  accessDenied: { status: 302, body: "" },
  unknownClient: { status: 400, body: "Error 400: invalid_request" },
  invalidGrant: {
    status: 400,
    body: { error: "invalid_grant", error_description: "Token has been expired or revoked." },
  },
  invalidClient: { status: 401, body: { error: "invalid_client", error_description: "Unauthorized" } },
  invalidScope: { status: 400, body: { error: "invalid_scope", error_description: "Bad Request" } },
  unsupportedGrantType: { status: 400, body: { error: "unsupported_grant_type", error_description: "Invalid" } },
  /** Of the call that revokes a permission. */
  invalidToken: { status: 400, body: { error: "invalid_token" } },
  badRequest: driveError(400, "badRequest", "Bad Request"),
  invalidSharingRequest: driveError(400, "invalidSharingRequest", "Sharing request is invalid"),
  authError: driveError(401, "authError", "Invalid Credentials"),
  dailyLimitExceeded: driveError(403, "dailyLimitExceeded", "Daily Limit Exceeded"),
  userRateLimitExceeded: driveError(403, "userRateLimitExceeded", "User Rate Limit Exceeded"),
  rateLimitExceeded: driveError(403, "rateLimitExceeded", "Rate Limit Exceeded"),
  sharingRateLimitExceeded: driveError(403, "sharingRateLimitExceeded", "Rate limit exceeded for sharing"),
  storageQuotaExceeded: driveError(403, "storageQuotaExceeded", "The user's Drive storage quota has been exceeded."),
  insufficientFilePermissions: driveError(403, "insufficientFilePermissions", "Insufficient permissions for the file"),
  appNotAuthorizedToFile: driveError(403, "appNotAuthorizedToFile", "The user has not granted the app access."),
  domainPolicy: driveError(403, "domainPolicy", "The domain administrators have disabled Drive apps."),
  cannotCopyFile: driveError(403, "cannotCopyFile", "This file cannot be copied by the user."),
  exportSizeLimitExceeded: driveError(403, "exportSizeLimitExceeded", "This file is too large to be exported."),
  numChildrenInNonRootLimitExceeded: driveError(403, "numChildrenInNonRootLimitExceeded", "Too many children"),
  activeItemCreationLimitExceeded: driveError(403, "activeItemCreationLimitExceeded", "Too many items created"),
  /** For an id that is in use, when a client creates a file with it twice. */
  fileIdInUse: driveError(409, "fileIdInUse", "A file already exists with the provided ID."),
  notFound: driveError(404, "notFound", "File not found: ."),
  /** An upload whose session has expired. */
  uploadGone: driveError(410, "notFound", "Upload not found"),
  tooManyCalls: driveError(429, "rateLimitExceeded", "Rate Limit Exceeded"),
  tooManyCallsWait: { ...driveError(429, "rateLimitExceeded", "Rate Limit Exceeded"), headers: { "retry-after": "2" } },
  backendError: driveError(500, "backendError", "Backend Error"),
  badGateway: { status: 502, headers: html, body: "<html>Bad gateway</html>" },
  unavailable: driveError(503, "backendError", "Backend Error"),
  gatewayTimeout: { status: 504, headers: html, body: "<html>Gateway timeout</html>" },
  requestTimeout: { status: 408, headers: html, body: "<html>Request timeout</html>" },
  /** Not documented: an answer of a proxy or a fault. */
  htmlWithSuccess: { status: 200, headers: html, body: "<html>Sign in to the network</html>" },
  errorWithSuccess: { status: 200, body: { error: "something went wrong" } },
  redirect: { status: 302, headers: { location: "/drive/v3/files" }, body: "" },
} as const satisfies Record<string, TwinCase>;
export type GoogleCaseName = keyof typeof GOOGLE_CASES;
