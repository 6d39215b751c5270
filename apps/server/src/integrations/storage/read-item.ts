import type { z } from "zod";
import type { HttpCallReply } from "#egress/http-call.ts";
import { ProviderFailure } from "#integrations/connection/provider.ts";
import { readJson, readShape } from "#integrations/connection/read-reply.ts";

/** Far above a listing or a file's metadata. */
export const MAX_JSON_BYTES = 5_000_000;

/** Parses a JSON response. Throws unreadable for an undocumented shape. */
export const readAs = <Schema extends z.ZodType>(reply: HttpCallReply, schema: Schema): z.output<Schema> =>
  readShape(schema, readJson(reply));

/** An address that the response redirects to. Throws unreadable without one. */
export function readLocation({ headers: { location } }: HttpCallReply): string {
  if (location === undefined || !URL.canParse(location)) throw new ProviderFailure("unreadable");
  return location;
}

/** After these failures the request may have succeeded. */
export const isUncertain = (error: unknown): boolean =>
  error instanceof ProviderFailure && (error.failure === "unavailable" || error.failure === "timedOut");

/** Converts an expected 404 to undefined. */
export async function orUndefined<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ProviderFailure && error.failure === "notFound") return undefined;
    throw error;
  }
}
