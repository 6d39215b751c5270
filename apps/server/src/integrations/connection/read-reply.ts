import type { HttpCallReply } from "#egress/http-call.ts";
import { ProviderFailure } from "./provider.ts";

/** A provider that asks for a longer wait is asked again after this. */
const MAX_WAIT_MS = 3_600_000;

/** How long `Retry-After` asks to wait: seconds, or a date. Undefined without a usable one. */
export function readRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  const ms = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_WAIT_MS) : undefined;
}

/** The JSON of an answer, whatever its status. Raises unreadable for anything else, as a page of HTML. */
export function readJson({ headers, body }: HttpCallReply): unknown {
  // JSON that calls itself something else is taken; a page that calls itself JSON is not.
  if (/\bhtml\b/i.test(headers["content-type"] ?? "")) throw new ProviderFailure("unreadable");
  try {
    return JSON.parse(body.toString("utf8")) as unknown;
  } catch {
    throw new ProviderFailure("unreadable");
  }
}

/** Raises the failure that a status means; 401 is left to the caller, who may renew. */
export function assertSuccess({ status, headers }: HttpCallReply, now: Date): void {
  if (status >= 200 && status < 300) return;
  const waitMs = readRetryAfter(headers["retry-after"], now);
  if (status === 429 || status === 509) throw new ProviderFailure("tooManyCalls", { waitMs });
  if (status === 408) throw new ProviderFailure("timedOut", { waitMs });
  if (status >= 500) throw new ProviderFailure("unavailable", { waitMs });
  if (status === 404 || status === 410) throw new ProviderFailure("notFound");
  if (status === 401 || status === 403) throw new ProviderFailure("refused");
  // A redirect, which is not followed, or a request that the provider does not understand.
  throw new ProviderFailure("unreadable");
}
