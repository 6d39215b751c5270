import type { ConnectionFailure } from "@ridgebook/contract";
import { z } from "zod";
import { HttpCallError, type HttpCall, type HttpCallReply } from "#egress/http-call.ts";
import {
  ProviderFailure,
  toConnectionFailure,
  type ProviderSite,
  type Tokens,
} from "#integrations/connection/provider.ts";
import { assertSuccess, readJson, readShape } from "#integrations/connection/read-reply.ts";

/** Where Hover is reached, and as which application. */
export interface HoverSiteSettings {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The path of the page on which a person comes back from Hover's consent page. It is registered with Hover, and never changes. */
const HOVER_REDIRECT_PATH = "/config/hover-integration";

const MAX_TOKEN_BYTES = 65_536;
/** Shorter than the lease of a renewal. */
const TOKEN_WITHIN_MS = 15_000;
/** Where Hover does not say how long a token lasts: what its documents say. */
const TOKEN_SECONDS = 7_200;

const tokenReply = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expires_in: z.number().positive().nullish(),
  owner_id: z.union([z.number(), z.string()]).nullish(),
});
const errorReply = z.looseObject({ error: z.string() });

/** What an OAuth error means, whatever the status it comes with. */
const OAUTH_FAILURES: Readonly<Record<string, ConnectionFailure>> = {
  invalid_grant: "reconnectNeeded",
  invalid_client: "notSetUp",
  unauthorized_client: "notSetUp",
  access_denied: "refused",
  temporarily_unavailable: "unavailable",
  server_error: "unavailable",
};

function readTokens(reply: HttpCallReply, now: Date): Tokens {
  // A page of HTML with status 503 is an outage, not an unreadable answer.
  if (reply.status >= 500 || reply.status === 429) assertSuccess(reply, now);
  const json = readJson(reply);
  const error = errorReply.safeParse(json);
  if (error.success) throw new ProviderFailure(OAUTH_FAILURES[error.data.error] ?? "unreadable");
  assertSuccess(reply, now);
  const { access_token: accessToken, refresh_token, expires_in, owner_id } = readShape(tokenReply, json);
  return {
    accessToken,
    refreshToken: refresh_token ?? undefined,
    lastsSeconds: expires_in ?? TOKEN_SECONDS,
    accountLabel: owner_id == null ? "" : `Hover organization ${String(owner_id)}`,
  };
}

/**
 * Hover's authorization. Its token call takes JSON; PKCE is not documented, and not used. The permission is an organization's, not a
 * person's.
 */
export function createHoverSite({
  baseUrl,
  clientId,
  clientSecret,
  isRehearsal,
  publicUrl,
  call,
  now,
}: HoverSiteSettings & {
  isRehearsal: boolean;
  /** Of this installation, without a slash at the end. */
  publicUrl: string;
  call: HttpCall;
  now: () => Date;
}): ProviderSite {
  const redirectUri = publicUrl + HOVER_REDIRECT_PATH;

  async function askForTokens(given: Readonly<Record<string, string>>): Promise<Tokens> {
    try {
      const reply = await call({
        ...{ method: "POST", url: `${baseUrl}/oauth/token`, withinMs: TOKEN_WITHIN_MS, maxBytes: MAX_TOKEN_BYTES },
        headers: { "content-type": "application/json", accept: "application/json", "accept-encoding": "identity" },
        body: JSON.stringify({ ...given, client_id: clientId, client_secret: clientSecret }),
      });
      return readTokens(reply, now());
    } catch (error) {
      if (error instanceof HttpCallError) throw new ProviderFailure(toConnectionFailure(error.failure));
      throw error;
    }
  }

  return {
    ...{ isRehearsal, call, usesPkce: false },
    apiUrl: () => baseUrl,
    authorization: (accessToken) => `Bearer ${accessToken}`,
    authorizeUrl: ({ state }) =>
      `${baseUrl}/oauth/authorize?${new URLSearchParams({
        ...{ response_type: "code", client_id: clientId, redirect_uri: redirectUri, state },
      }).toString()}`,
    exchange: ({ code }) => askForTokens({ grant_type: "authorization_code", code, redirect_uri: redirectUri }),
    renew: (refreshToken) => askForTokens({ grant_type: "refresh_token", refresh_token: refreshToken }),
  };
}
