import type { TwinCase } from "#stand-ins/twin-reply.ts";

/*
 * All answers of Zoho besides a success with rows, by name: the errors of its tokens (reference 2.2), and the statuses and codes of the API (2.3, 2.6).
 * The stand-in gives no other answers, and the behavior suite has a row for each.
 */

/** Errors of tokens come with status 200. */
const tokenError = (error: string): TwinCase => ({ status: 200, body: { error } });
const failed = (status: number, code: string, message: string, details: object = {}): TwinCase => ({
  status,
  body: { code, details, message, status: "error" },
});
/** The error of one record of a request. */
export const recordError = (code: string, message: string, details: object): object => ({
  code,
  details,
  message,
  status: "error",
});

export const ZOHO_CASES = {
  /** In the address of the browser's redirect, not in a body. */
  accessDenied: { status: 302, body: "" },
  unknownClient: { status: 400, body: "An unknown application asks for access." },
  invalidCode: tokenError("invalid_code"),
  invalidClient: tokenError("invalid_client"),
  invalidClientSecret: tokenError("invalid_client_secret"),
  invalidRedirectUri: tokenError("invalid_redirect_uri"),
  accessDeniedForTokens: tokenError("access_denied"),
  tooManyTokens: {
    status: 400,
    body: { error: "access_denied", error_description: "You have made too many requests continuously." },
  },
  /** Of the call that revokes a permission. */
  unknownRefresh: { status: 400, body: { status: "error" } },
  noContent: { status: 204, body: "" },
  notModified: { status: 304, body: "" },
  requiredParamMissing: failed(400, "REQUIRED_PARAM_MISSING", "One of the expected parameter is missing", {
    param_name: "fields",
  }),
  invalidModule: failed(400, "INVALID_MODULE", "the module name given seems to be invalid"),
  invalidData: failed(400, "INVALID_DATA", "invalid data", { expected_data_type: "integer", api_name: "per_page" }),
  invalidQuery: failed(400, "INVALID_QUERY", "invalid query formed"),
  duplicateData: {
    status: 400,
    body: {
      data: [recordError("DUPLICATE_DATA", "duplicate data", { api_name: "Email", json_path: "$.data[0].Email" })],
    },
  },
  mandatoryNotFound: {
    status: 400,
    body: {
      data: [
        recordError("MANDATORY_NOT_FOUND", "required field not found", {
          api_name: "Last_Name",
          json_path: "$.data[0].Last_Name",
        }),
      ],
    },
  },
  /** Some of the records of one request. */
  multiStatus: {
    status: 207,
    body: {
      data: [
        recordError("INVALID_DATA", "invalid data", { api_name: "Email", json_path: "$.data[0].Email" }),
        { code: "SUCCESS", status: "success", message: "record updated", details: { id: "1" } },
      ],
    },
  },
  pageLimit: failed(400, "DISCRETE_PAGINATION_LIMIT_EXCEEDED", "page limit exceeded", { limit: 2000 }),
  paginationLimit: failed(400, "PAGINATION_LIMIT_EXCEEDED", "pagination limit exceeded"),
  expiredValue: failed(400, "EXPIRED_VALUE", "page_token is expired", { param_name: "page_token" }),
  tokenBoundMismatch: failed(400, "TOKEN_BOUND_DATA_MISMATCH", "the parameters differ from those of the page_token"),
  limitExceeded: failed(400, "LIMIT_EXCEEDED", "the limit is exceeded"),
  invalidToken: failed(401, "INVALID_TOKEN", "invalid oauth token"),
  authenticationFailure: failed(401, "AUTHENTICATION_FAILURE", "Authentication failed"),
  scopeMismatch: failed(401, "OAUTH_SCOPE_MISMATCH", "invalid oauth scope to access this URL"),
  noPermission: failed(403, "NO_PERMISSION", "permission denied"),
  invalidUrlPattern: failed(404, "INVALID_URL_PATTERN", "Please check if the URL trying to access is a correct one"),
  alreadyModified: failed(412, "ALREADY_MODIFIED", "the record has been modified"),
  rateLimit: failed(429, "RATE_LIMIT_EXCEEDED", "Too many requests. Please try again later."),
  internalError: failed(500, "INTERNAL_ERROR", "Internal Server Error"),
  /** Not in the reference: Zoho has more codes for a record than it lists. */
  recordLocked: {
    status: 400,
    body: { data: [recordError("RECORD_LOCKED", "the record is locked", {})] },
  },
  /** Not documented: an answer of a maintenance page or a fault. */
  htmlWithSuccess: {
    status: 200,
    headers: { "content-type": "text/html" },
    body: "<html>Sign in to the network</html>",
  },
  errorWithSuccess: { status: 200, body: { code: "SOMETHING", status: "error", message: "something went wrong" } },
} as const satisfies Record<string, TwinCase>;
export type ZohoCaseName = keyof typeof ZOHO_CASES;
