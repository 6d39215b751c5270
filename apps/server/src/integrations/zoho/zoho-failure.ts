import type { ConnectionFailure } from "@ridgebook/contract";
import type { HttpCallReply } from "#egress/http-call.ts";
import { ProviderFailure } from "#integrations/connection/provider.ts";
import { readRetryAfter } from "#integrations/connection/read-reply.ts";

/** Zoho's error codes, regardless of the status (reference 2.6). */
const CODES = {
  REQUIRED_PARAM_MISSING: "unreadable",
  INVALID_MODULE: "unreadable",
  INVALID_DATA: "unreadable",
  INVALID_QUERY: "unreadable",
  DUPLICATE_DATA: "unreadable",
  MANDATORY_NOT_FOUND: "unreadable",
  // An expired page does not concern the connection.
  DISCRETE_PAGINATION_LIMIT_EXCEEDED: "notFound",
  PAGINATION_LIMIT_EXCEEDED: "notFound",
  EXPIRED_VALUE: "notFound",
  TOKEN_BOUND_DATA_MISMATCH: "notFound",
  LIMIT_EXCEEDED: "tooManyCalls",
  INVALID_TOKEN: undefined,
  AUTHENTICATION_FAILURE: undefined,
  /** A new token has the same scopes: someone must reconnect. */
  OAUTH_SCOPE_MISMATCH: "refused",
  NO_PERMISSION: "refused",
  INVALID_URL_PATTERN: "notFound",
  ALREADY_MODIFIED: "unreadable",
  RATE_LIMIT_EXCEEDED: "tooManyCalls",
  INTERNAL_ERROR: "unavailable",
} as const satisfies Record<string, ConnectionFailure | undefined>;
type ZohoCode = keyof typeof CODES;

const isCode = (value: unknown): value is ZohoCode => typeof value === "string" && Object.hasOwn(CODES, value);

/** A failure with one of Zoho's known codes, so it contains nothing else that Zoho sent. */
class ZohoFailure extends ProviderFailure {
  readonly code: ZohoCode;
  constructor(code: ZohoCode, failure: ConnectionFailure, waitMs: number | undefined) {
    super(failure, { waitMs });
    this.code = code;
  }
}

/** Codes for an unreachable page whose rows are still reachable otherwise. */
const PAGING: readonly ZohoCode[] = [
  "DISCRETE_PAGINATION_LIMIT_EXCEEDED",
  "PAGINATION_LIMIT_EXCEEDED",
  "EXPIRED_VALUE",
  "TOKEN_BOUND_DATA_MISMATCH",
];
export const isPageGone = (error: unknown): boolean => error instanceof ZohoFailure && PAGING.includes(error.code);

/** Codes about the connection rather than the changed record. */
const OF_CONNECTION: readonly ZohoCode[] = [
  "INVALID_TOKEN",
  "AUTHENTICATION_FAILURE",
  "OAUTH_SCOPE_MISMATCH",
  "LIMIT_EXCEEDED",
  "RATE_LIMIT_EXCEEDED",
  "INTERNAL_ERROR",
];
/** The connection failure behind a record's error code; undefined if it concerns only the record. */
export const failureOfConnection = (code: string): ProviderFailure | undefined =>
  isCode(code) && OF_CONNECTION.includes(code) ? new ZohoFailure(code, CODES[code] ?? "refused", undefined) : undefined;

/** The failure of a whole request named in its body; undefined if the status suffices, or on success. */
export function readZohoFailure(reply: HttpCallReply, now: Date): ZohoFailure | undefined {
  let json: unknown;
  try {
    json = JSON.parse(reply.body.toString("utf8")) as unknown;
  } catch {
    return undefined;
  }
  const code = typeof json === "object" && json !== null && "code" in json ? json.code : undefined;
  if (!isCode(code)) return undefined;
  const failure = CODES[code];
  return failure && new ZohoFailure(code, failure, readRetryAfter(reply.headers["retry-after"], now));
}
