import type { Egress } from "./egress.ts";
import { createHttpCall, HttpCallError, type HttpCallFailure } from "./http-call.ts";

type PostFailure = Exclude<HttpCallFailure, "tooLarge">;

/** A message without a response. Contains nothing that the other side sent. */
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
 * Creates the function that posts JSON to a company-chosen address. `withinMs` covers lookup to status; the rest of the response is
 * ignored. Throws PostError.
 *
 * @param options.ca the certificate authority to trust instead of Node's; in tests only
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
