import type { z } from "zod";
import type { HttpCallReply } from "#egress/http-call.ts";
import { ProviderFailure } from "#integrations/connection/provider.ts";
import { readJson, readShape } from "#integrations/connection/read-reply.ts";

/** A listing or a file of metadata; much more than anybody needs. */
export const MAX_JSON_BYTES = 5_000_000;

/** Reads an answer of JSON. Throws unreadable for what is not what the provider documents. */
export const readAs = <Schema extends z.ZodType>(reply: HttpCallReply, schema: Schema): z.output<Schema> =>
  readShape(schema, readJson(reply));

/** A time of the provider's as the contract writes it; null for what is none. */
export function readTime(text: string | null | undefined): string | null {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** What an expected 404 says: nothing is there. */
export async function orUndefined<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ProviderFailure && error.failure === "notFound") return undefined;
    throw error;
  }
}
