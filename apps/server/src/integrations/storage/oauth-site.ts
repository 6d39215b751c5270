import { z } from "zod";
import type { HttpCallReply } from "#egress/http-call.ts";
import { ProviderFailure, type ProviderSite, type SiteParts, type Tokens } from "#integrations/connection/provider.ts";
import { assertSuccess } from "#integrations/connection/read-reply.ts";
import { callTokenServer, readTokenReply, type TokenFailures } from "#integrations/connection/token-call.ts";

/** The path of the redirect from either consent page. Registered there; never changes. */
const STORAGE_REDIRECT_PATH = "/config/file-settings";

const REVOKE_WITHIN_MS = 5_000;

const tokenReply = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  expires_in: z.number().positive().nullish(),
  scope: z.string().nullish(),
  id_token: z.string().nullish(),
});
const claims = z.looseObject({ email: z.string().nullish(), preferred_username: z.string().nullish() });

/** OAuth errors, regardless of the status (RFC 6749 §5.2, reference 3.1, 4.1). */
const OAUTH_FAILURES: TokenFailures = {
  invalid_grant: "reconnectNeeded",
  interaction_required: "reconnectNeeded",
  consent_required: "reconnectNeeded",
  login_required: "reconnectNeeded",
  invalid_client: "notSetUp",
  unauthorized_client: "notSetUp",
  invalid_scope: "notSetUp",
  access_denied: "refused",
  temporarily_unavailable: "unavailable",
  server_error: "unavailable",
};

/** A grant from before the picker's scope was requested lacks it. */
const NARROW_FAILURES: TokenFailures = { ...OAUTH_FAILURES, invalid_scope: "reconnectNeeded" };

/** The account's name from the id token. Not verified: it came directly from the token call. */
function readAccountLabel(idToken: string | null | undefined): string {
  try {
    const payload = Buffer.from((idToken ?? "").split(".")[1] ?? "", "base64url").toString("utf8");
    const read = claims.parse(JSON.parse(payload));
    return read.email ?? read.preferred_username ?? "";
  } catch {
    return "";
  }
}

function readTokens(
  reply: HttpCallReply,
  { lastsSeconds, ...how }: { lastsSeconds: number; failures: TokenFailures; now: Date },
) {
  const read = readTokenReply(reply, { shape: tokenReply, ...how });
  const { access_token: accessToken, refresh_token, expires_in, scope, id_token } = read;
  const tokens: Tokens = {
    accessToken,
    refreshToken: refresh_token ?? undefined,
    lastsSeconds: expires_in ?? lastsSeconds,
    accountLabel: readAccountLabel(id_token),
  };
  return { tokens, scopes: (scope ?? "").split(" ").filter(Boolean) };
}

export interface StorageClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The differences between the two identity servers. */
interface OauthSiteSettings extends StorageClient {
  readonly consentUrl: string;
  readonly tokenUrl: string;
  /** Undefined if the provider has no such call. */
  readonly revokeUrl?: string;
  readonly apiUrl: string;
  readonly consent: Readonly<Record<string, string>>;
  /** The scope required for files; people may untick it. */
  readonly filesScope: string;
  /** The page that the consent page redirects to. Default: the storages'. */
  readonly redirectPath?: string;
  /** An access token's lifetime, if the response has none. */
  readonly lastsSeconds: number;
  readonly failureOf?: NonNullable<ProviderSite["failureOf"]>;
}

/** A file storage's authorization: OAuth with PKCE and form-encoded token calls. */
export function createOauthSite(settings: OauthSiteSettings, site: SiteParts): ProviderSite {
  const { clientId, clientSecret, consentUrl, tokenUrl, revokeUrl, consent, filesScope, lastsSeconds } = settings;
  const { isRehearsal, call, now } = site;
  const redirectUri = site.publicUrl + (settings.redirectPath ?? STORAGE_REDIRECT_PATH);
  const askForTokens = async (given: Readonly<Record<string, string>>, failures = OAUTH_FAILURES) => {
    const body = new URLSearchParams({ ...given, client_id: clientId, client_secret: clientSecret });
    return readTokens(await callTokenServer(call, tokenUrl, { body }), { lastsSeconds, failures, now: now() });
  };
  const renewal = (refreshToken: string) => ({ grant_type: "refresh_token", refresh_token: refreshToken });

  return {
    isRehearsal,
    call,
    usesPkce: true,
    ...(settings.failureOf && { failureOf: settings.failureOf }),
    apiUrl: () => settings.apiUrl,
    authorization: (accessToken) => `Bearer ${accessToken}`,
    authorizeUrl: ({ state, challenge = "" }) =>
      `${consentUrl}?${new URLSearchParams({
        response_type: "code",
        client_id: clientId,
        redirect_uri: redirectUri,
        ...consent,
        state,
        code_challenge: challenge,
        code_challenge_method: "S256",
      }).toString()}`,
    async exchange({ code, verifier = "" }) {
      const { tokens, scopes } = await askForTokens({
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      });
      // Some write a scope with its host, some without.
      if (!scopes.some((scope) => scope === filesScope || scope.endsWith(`/${filesScope}`)))
        throw new ProviderFailure("refused");
      return tokens;
    },
    renew: async (refreshToken) => (await askForTokens(renewal(refreshToken))).tokens,
    ...(revokeUrl !== undefined && {
      async revoke(refreshToken: string) {
        const body = new URLSearchParams({ token: refreshToken });
        assertSuccess(await callTokenServer(call, revokeUrl, { body, withinMs: REVOKE_WITHIN_MS }), now());
      },
    }),
    async tokenFor(refreshToken, scope) {
      const { tokens, scopes } = await askForTokens({ ...renewal(refreshToken), scope }, NARROW_FAILURES);
      // A provider that grants more than requested would expose the company's files to the browser.
      if (scopes.includes(filesScope)) throw new ProviderFailure("refused");
      return tokens.accessToken;
    },
  };
}
