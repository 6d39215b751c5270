import type { ConnectionFailure } from "@ridgebook/contract";
import { z } from "zod";
import { HttpCallError, type HttpCall, type HttpCallReply } from "#egress/http-call.ts";
import { ProviderFailure, toConnectionFailure } from "./provider.ts";
import { assertSuccess, readJson, readShape } from "./read-reply.ts";

const MAX_TOKEN_BYTES = 65_536;
/** Shorter than a renewal's lease. */
const TOKEN_WITHIN_MS = 15_000;

/** What a token server's errors mean. */
export type TokenFailures = Readonly<Record<string, ConnectionFailure>>;

const errorReply = z.looseObject({ error: z.string() });

/** Calls a provider's token server, with a form or JSON. Throws ProviderFailure. */
export async function callTokenServer(
  call: HttpCall,
  url: string,
  { body, withinMs = TOKEN_WITHIN_MS }: { body: URLSearchParams | Readonly<Record<string, string>>; withinMs?: number },
): Promise<HttpCallReply> {
  const isForm = body instanceof URLSearchParams;
  try {
    return await call({
      method: "POST",
      url,
      withinMs,
      maxBytes: MAX_TOKEN_BYTES,
      headers: {
        "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json",
        accept: "application/json",
        "accept-encoding": "identity",
      },
      body: isForm ? body.toString() : JSON.stringify(body),
    });
  } catch (error) {
    if (error instanceof HttpCallError) throw new ProviderFailure(toConnectionFailure(error.failure));
    throw error;
  }
}

/** Reads the tokens of a reply. Throws ProviderFailure, for the server's own errors regardless of the status. */
export function readTokenReply<Schema extends z.ZodType>(
  reply: HttpCallReply,
  { shape, failures, now }: { shape: Schema; failures: TokenFailures; now: Date },
): z.output<Schema> {
  // An HTML page with status 503 is an outage, not an unreadable response.
  if (reply.status >= 500 || reply.status === 429 || reply.status === 408) assertSuccess(reply, now);
  const json = readJson(reply);
  const error = errorReply.safeParse(json);
  if (error.success) throw new ProviderFailure(failures[error.data.error] ?? "unreadable");
  assertSuccess(reply, now);
  return readShape(shape, json);
}
