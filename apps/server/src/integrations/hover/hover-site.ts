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

/** Hover's address, and our client there. */
export interface HoverSiteSettings {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The path of the redirect from Hover's consent page. Registered with Hover; never changes. */
const HOVER_REDIRECT_PATH = "/config/hover-integration";

const MAX_TOKEN_BYTES = 65_536;
/** Shorter than a renewal's lease. */
const TOKEN_WITHIN_MS = 15_000;
/** The documented lifetime, if the response has none. */
const TOKEN_SECONDS = 7_200;

const tokenReply = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expires_in: z.number().positive().nullish(),
  owner_id: z.union([z.number(), z.string()]).nullish(),
});
const errorReply = z.looseObject({ error: z.string() });

/** OAuth errors, regardless of the status. */
const OAUTH_FAILURES: Readonly<Record<string, ConnectionFailure>> = {
  invalid_grant: "reconnectNeeded",
  invalid_client: "notSetUp",
  unauthorized_client: "notSetUp",
  access_denied: "refused",
  temporarily_unavailable: "unavailable",
  server_error: "unavailable",
};

function readTokens(reply: HttpCallReply, now: Date): Tokens {
  // An HTML page with status 503 is an outage, not an unreadable response.
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

/** Hover's authorization. The token call takes JSON; PKCE is undocumented and unused. A grant belongs to an organization, not a person. */
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
  /** This installation's address, without a trailing slash. */
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
