import type { z } from "zod";
import type { HttpCallReply } from "#egress/http-call.ts";
import { ProviderFailure } from "./provider.ts";

/** Upper bound of a provider's requested delay. */
const MAX_WAIT_MS = 3_600_000;

/** The delay in `Retry-After`: seconds, or a date. Undefined if missing or invalid. */
export function readRetryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  const ms = /^\s*\d+\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now.getTime();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_WAIT_MS) : undefined;
}

/** Parses a response as JSON, whatever its status. Throws unreadable for anything else, such as an HTML page. */
export function readJson({ headers, body }: HttpCallReply): unknown {
  // Accepts JSON under another content type, but not HTML.
  if (/\bhtml\b/i.test(headers["content-type"] ?? "")) throw new ProviderFailure("unreadable");
  try {
    return JSON.parse(body.toString("utf8")) as unknown;
  } catch {
    throw new ProviderFailure("unreadable");
  }
}

/** Formats a provider's time; null if invalid. */
export function readTime(text: string | null | undefined): string | null {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** Called with the keys that a readable response lacks. */
export type NoteMissing = (keys: readonly string[]) => void;

const at = (json: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
    json,
  );

/**
 * Keys required by a schema but missing or null: "org.domain_name". The names are the schema's, so they contain nothing that the provider
 * sent.
 */
export function missingKeys({ issues }: Pick<z.ZodError, "issues">, json: unknown): string[] {
  const names = issues.flatMap(({ path }) => {
    const name = path.filter((key) => typeof key === "string").join(".");
    return name !== "" && at(json, path) == null ? [name] : [];
  });
  return [...new Set(names)];
}

/** Throws unreadable, with the missing keys, for other shapes. */
export function readShape<Schema extends z.ZodType>(schema: Schema, json: unknown): z.output<Schema> {
  const read = schema.safeParse(json);
  if (!read.success) throw new ProviderFailure("unreadable", { missing: missingKeys(read.error, json) });
  return read.data;
}

/** Which of these keys are absent in some rows, not even null. */
export const absentKeys = (rows: readonly object[], keys: readonly string[]): string[] =>
  keys.filter((key) => rows.some((row) => !Object.hasOwn(row, key)));

/** Valid rows. Others are skipped, so that one does not hide the rest. */
export const readRows = <Schema extends z.ZodType>(
  schema: Schema,
  rows: readonly unknown[],
  noteMissing: NoteMissing,
): z.output<Schema>[] =>
  rows.flatMap((row) => {
    const read = schema.safeParse(row);
    if (read.success) return [read.data];
    noteMissing(missingKeys(read.error, row));
    return [];
  });

/** Throws the failure of a status; 401 is left to the caller, who may renew. */
export function assertSuccess({ status, headers }: HttpCallReply, now: Date): void {
  if (status >= 200 && status < 300) return;
  const waitMs = readRetryAfter(headers["retry-after"], now);
  if (status === 429 || status === 509) throw new ProviderFailure("tooManyCalls", { waitMs });
  if (status === 408) throw new ProviderFailure("timedOut", { waitMs });
  if (status >= 500) throw new ProviderFailure("unavailable", { waitMs });
  if (status === 404 || status === 410) throw new ProviderFailure("notFound");
  if (status === 401 || status === 403) throw new ProviderFailure("refused");
  // A redirect, which is not followed, or a request that the provider rejects as malformed.
  throw new ProviderFailure("unreadable");
}
