import type { Egress } from "./egress.ts";
import { createHttpCall, HttpCallError, type HttpCallFailure } from "./http-call.ts";

type PostFailure = Exclude<HttpCallFailure, "tooLarge">;

/** A message that got no answer. Nothing that the other side sent is in it. */
export class PostError extends Error {
  override readonly name = "PostError";
  readonly failure: PostFailure;

  constructor(failure: PostFailure) {
    super(`The message got no answer: ${failure}.`);
    this.failure = failure;
  }
}

export type PostJson = (message: {
  url: string;
  body: string;
  headers: Readonly<Record<string, string>>;
}) => Promise<{ status: number }>;

/**
 * Makes the function that posts JSON to an address that a company chose. It ends after `withinMs`, from the lookup to the status; of the
 * reply nothing else is used. Throws PostError.
 *
 * @param options.ca Who issued the receiver's certificate, instead of who Node trusts; only in tests.
 */
export function createPostJson({
  egress,
  withinMs,
  ca,
}: {
  egress: Egress;
  withinMs: number;
  ca?: string | undefined;
}): PostJson {
  const call = createHttpCall({ egress, ca });
  return async ({ url, body, headers }) => {
    try {
      const { status } = await call({
        ...{ method: "POST", url, body, withinMs, maxBytes: 0 },
        headers: { ...headers, "content-type": "application/json" },
      });
      return { status };
    } catch (error) {
      if (!(error instanceof HttpCallError)) throw error;
      throw new PostError(error.failure === "tooLarge" ? "brokenOff" : error.failure);
    }
  };
}
