import type { ConnectionFailure } from "@ridgebook/contract";
import type { HttpCallReply } from "#egress/http-call.ts";
import { ProviderFailure } from "#integrations/connection/provider.ts";
import { readRetryAfter } from "#integrations/connection/read-reply.ts";

/** What each code of Zoho means, whatever status it comes with (reference 2.6). */
const CODES = {
  REQUIRED_PARAM_MISSING: "unreadable",
  INVALID_MODULE: "unreadable",
  INVALID_DATA: "unreadable",
  INVALID_QUERY: "unreadable",
  DUPLICATE_DATA: "unreadable",
  MANDATORY_NOT_FOUND: "unreadable",
  // A page that is gone says nothing against the connection.
  DISCRETE_PAGINATION_LIMIT_EXCEEDED: "notFound",
  PAGINATION_LIMIT_EXCEEDED: "notFound",
  EXPIRED_VALUE: "notFound",
  TOKEN_BOUND_DATA_MISMATCH: "notFound",
  LIMIT_EXCEEDED: "tooManyCalls",
  INVALID_TOKEN: undefined,
  AUTHENTICATION_FAILURE: undefined,
  /** Another token would reach no further: somebody has to give the permission again. */
  OAUTH_SCOPE_MISMATCH: "refused",
  NO_PERMISSION: "refused",
  INVALID_URL_PATTERN: "notFound",
  ALREADY_MODIFIED: "unreadable",
  RATE_LIMIT_EXCEEDED: "tooManyCalls",
  INTERNAL_ERROR: "unavailable",
} as const satisfies Record<string, ConnectionFailure | undefined>;
type ZohoCode = keyof typeof CODES;

const isCode = (value: unknown): value is ZohoCode => typeof value === "string" && Object.hasOwn(CODES, value);

/** A failure that Zoho names. The code is one of the known ones, so nothing that Zoho sent is in it. */
class ZohoFailure extends ProviderFailure {
  readonly code: ZohoCode;
  constructor(code: ZohoCode, failure: ConnectionFailure, waitMs: number | undefined) {
    super(failure, { waitMs });
    this.code = code;
  }
}

/** Codes by which a page can no longer be reached, though its rows can. */
const PAGING: readonly ZohoCode[] = [
  ...(["DISCRETE_PAGINATION_LIMIT_EXCEEDED", "PAGINATION_LIMIT_EXCEEDED"] as const),
  ...(["EXPIRED_VALUE", "TOKEN_BOUND_DATA_MISMATCH"] as const),
];
export const isPageGone = (error: unknown): boolean => error instanceof ZohoFailure && PAGING.includes(error.code);

/** Codes that say something of the connection, and nothing of the record that a change was sent for. */
const OF_CONNECTION: readonly ZohoCode[] = [
  ...(["INVALID_TOKEN", "AUTHENTICATION_FAILURE", "OAUTH_SCOPE_MISMATCH"] as const),
  ...(["LIMIT_EXCEEDED", "RATE_LIMIT_EXCEEDED", "INTERNAL_ERROR"] as const),
];
/** What a code that came instead of a changed record says of the connection; undefined where it is about that record alone. */
export const failureOfConnection = (code: string): ProviderFailure | undefined =>
  isCode(code) && OF_CONNECTION.includes(code) ? new ZohoFailure(code, CODES[code] ?? "refused", undefined) : undefined;

/** The failure of a whole request that its body names; undefined where the status says enough, or none exists. */
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
