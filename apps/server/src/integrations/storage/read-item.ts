import type { z } from "zod";
import type { HttpCallReply } from "#egress/http-call.ts";
import { ProviderFailure } from "#integrations/connection/provider.ts";
import { readJson, readShape } from "#integrations/connection/read-reply.ts";

/** Far above a listing or a file's metadata. */
export const MAX_JSON_BYTES = 5_000_000;

/** Parses a JSON response. Throws unreadable for an undocumented shape. */
export const readAs = <Schema extends z.ZodType>(reply: HttpCallReply, schema: Schema): z.output<Schema> =>
  readShape(schema, readJson(reply));

/** Formats a provider's time; null if invalid. */
export function readTime(text: string | null | undefined): string | null {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** Converts an expected 404 to undefined. */
export async function orUndefined<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ProviderFailure && error.failure === "notFound") return undefined;
    throw error;
  }
}
