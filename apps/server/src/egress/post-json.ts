import type { Egress } from "./egress.ts";
import { createHttpCall } from "./http-call.ts";

export type PostJson = (message: {
  url: string;
  body: string;
  headers: Readonly<Record<string, string>>;
}) => Promise<{ status: number }>;

/**
 * Creates the function that posts JSON to a company-chosen address. `withinMs` covers lookup to status; the rest of the response is
 * ignored. Throws HttpCallError.
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
    const json = { ...headers, "content-type": "application/json" };
    const { status } = await call({ method: "POST", url, body, withinMs, maxBytes: 0, headers: json });
    return { status };
  };
}
