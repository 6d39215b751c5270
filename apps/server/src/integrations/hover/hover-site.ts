import { z } from "zod";
import type { HttpCallReply } from "#egress/http-call.ts";
import type { ProviderSite, SiteParts, Tokens } from "#integrations/connection/provider.ts";
import { callTokenServer, readTokenReply, type TokenFailures } from "#integrations/connection/token-call.ts";

/** Hover's address, and our client there. */
export interface HoverSiteSettings {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The path of the redirect from Hover's consent page. Registered with Hover; never changes. */
const HOVER_REDIRECT_PATH = "/config/hover-integration";

/** The documented lifetime, if the response has none. */
const TOKEN_SECONDS = 7_200;

const tokenReply = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expires_in: z.number().positive().nullish(),
  owner_id: z.union([z.number(), z.string()]).nullish(),
});

/** OAuth errors, regardless of the status. */
const OAUTH_FAILURES: TokenFailures = {
  invalid_grant: "reconnectNeeded",
  invalid_client: "notSetUp",
  unauthorized_client: "notSetUp",
  access_denied: "refused",
  temporarily_unavailable: "unavailable",
  server_error: "unavailable",
};

function readTokens(reply: HttpCallReply, now: Date): Tokens {
  const tokens = readTokenReply(reply, { shape: tokenReply, failures: OAUTH_FAILURES, now });
  const { access_token: accessToken, refresh_token, expires_in, owner_id } = tokens;
  return {
    accessToken,
    refreshToken: refresh_token ?? undefined,
    lastsSeconds: expires_in ?? TOKEN_SECONDS,
    accountLabel: owner_id == null ? "" : `Hover organization ${String(owner_id)}`,
  };
}

/** Hover's authorization. The token call takes JSON; PKCE is undocumented and unused. A grant belongs to an organization, not a person. */
export function createHoverSite(
  { baseUrl, clientId, clientSecret }: HoverSiteSettings,
  { isRehearsal, publicUrl, call, now }: SiteParts,
): ProviderSite {
  const redirectUri = publicUrl + HOVER_REDIRECT_PATH;
  const askForTokens = async (given: Readonly<Record<string, string>>): Promise<Tokens> => {
    const body = { ...given, client_id: clientId, client_secret: clientSecret };
    return readTokens(await callTokenServer(call, `${baseUrl}/oauth/token`, { body }), now());
  };

  return {
    isRehearsal,
    call,
    usesPkce: false,
    apiUrl: () => baseUrl,
    authorization: (accessToken) => `Bearer ${accessToken}`,
    authorizeUrl: ({ state }) =>
      `${baseUrl}/oauth/authorize?${new URLSearchParams({
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
      }).toString()}`,
    exchange: ({ code }) => askForTokens({ grant_type: "authorization_code", code, redirect_uri: redirectUri }),
    renew: (refreshToken) => askForTokens({ grant_type: "refresh_token", refresh_token: refreshToken }),
  };
}
