import { isZohoMarket, ZOHO_MARKETS, type ZohoMarket } from "@ridgebook/contract";
import { z } from "zod";
import { HttpCallError } from "#egress/http-call.ts";
import {
  ProviderFailure,
  type AccountDetails,
  type ProviderSite,
  type SiteParts,
  type Tokens,
} from "#integrations/connection/provider.ts";
import { assertSuccess, readJson } from "#integrations/connection/read-reply.ts";
import { callTokenServer, readTokenReply, type TokenFailures } from "#integrations/connection/token-call.ts";
import { readZohoFailure } from "./zoho-failure.ts";

/** A data center of Zoho. An account belongs to one of them. */
interface ZohoDataCenter {
  readonly location: string;
  /** Both without a trailing slash. */
  readonly accountsServer: string;
  readonly apiDomain: string;
}

/** Zoho's addresses, and our client there. */
export interface ZohoSiteSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Secrets by location, if Zoho issued separate ones per data center. */
  readonly clientSecrets?: Readonly<Record<string, string>> | undefined;
  /** Authorization starts at the first one, which redirects to the others. */
  readonly dataCenters: readonly ZohoDataCenter[];
}

const center = (location: ZohoMarket, api: string): ZohoDataCenter => ({
  location,
  accountsServer: `https://accounts.${ZOHO_MARKETS[location].site}`,
  apiDomain: `https://www.${api}`,
});

/** All of them (reference 2.1). Addresses from a redirect or response must be among these. */
export const ZOHO_DATA_CENTERS: readonly ZohoDataCenter[] = [
  center("us", "zohoapis.com"),
  center("eu", "zohoapis.eu"),
  center("in", "zohoapis.in"),
  center("au", "zohoapis.com.au"),
  center("jp", "zohoapis.jp"),
  center("cn", "zohoapis.com.cn"),
  center("ca", "zohoapis.ca"),
  center("sa", "zohoapis.sa"),
  center("uk", "zohoapis.uk"),
];

/** Parses secrets of data centers, as "eu=secret,in=secret"; undefined if malformed. */
export function parseZohoSecrets(text: string): Readonly<Record<string, string>> | undefined {
  const pairs = text.split(",").map((pair) => /^\s*(\w+)=(\S+)\s*$/.exec(pair));
  const isRight = pairs.every((pair) => pair !== null && isZohoMarket(pair[1] ?? ""));
  return isRight ? Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? "", pair?.[2] ?? ""])) : undefined;
}

/** The path of the redirect from Zoho's consent page. Registered with Zoho; never changes. */
const ZOHO_REDIRECT_PATH = "/config/zoho-integration";

const SCOPES = [
  "ZohoCRM.modules.leads.ALL",
  "ZohoCRM.modules.deals.READ",
  "ZohoCRM.users.READ",
  "ZohoCRM.org.READ",
  "ZohoCRM.settings.fields.READ",
  "ZohoCRM.notifications.ALL",
  "ZohoSearch.securesearch.READ",
];

const MAX_LABEL_BYTES = 65_536;
const REVOKE_WITHIN_MS = 5_000;
/** The account's name is optional: don't delay connecting. */
const LABEL_WITHIN_MS = 5_000;
/** The documented lifetime, if the response has none. */
const TOKEN_SECONDS = 3_600;

const tokenReply = z.looseObject({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1).nullish(),
  api_domain: z.string().nullish(),
  expires_in: z.number().positive().nullish(),
});
const orgReply = z.looseObject({ org: z.array(z.looseObject({ company_name: z.string() })).min(1) });

/** Errors of the token call, which have status 200. */
const TOKEN_FAILURES: TokenFailures = {
  invalid_code: "reconnectNeeded",
  invalid_client: "notSetUp",
  invalid_client_secret: "notSetUp",
  invalid_redirect_uri: "notSetUp",
  // Zoho's code for too many tokens in a short time. The grant is valid.
  access_denied: "tooManyCalls",
};

/** Zoho's authorization. Errors have status 200, a renewal returns no refresh token, and each account has its own data center. */
export function createZohoSite(
  { clientId, clientSecret, clientSecrets = {}, dataCenters }: ZohoSiteSettings,
  { isRehearsal, publicUrl, call, now }: SiteParts,
): ProviderSite {
  const redirectUri = publicUrl + ZOHO_REDIRECT_PATH;
  const [first] = dataCenters;
  if (!first) throw new Error("Zoho has no data center.");

  /** The client secret is sent to known servers only, whatever a redirect says. */
  function centerOf(isIt: (center: ZohoDataCenter) => boolean): ZohoDataCenter {
    const found = dataCenters.find(isIt);
    if (!found) throw new ProviderFailure("unreadable");
    return found;
  }
  const withoutSlash = (address: string): string => address.replace(/\/+$/, "");
  const centerOfDetails = ({ location }: AccountDetails): ZohoDataCenter =>
    centerOf((center) => center.location === location);

  async function askForTokens(center: ZohoDataCenter, given: Readonly<Record<string, string>>) {
    const secret = clientSecrets[center.location] ?? clientSecret;
    const body = new URLSearchParams({ ...given, client_id: clientId, client_secret: secret });
    const reply = await callTokenServer(call, `${center.accountsServer}/oauth/v2/token`, { body });
    return readTokenReply(reply, { shape: tokenReply, failures: TOKEN_FAILURES, now: now() });
  }

  const toTokens = (
    { access_token, refresh_token, expires_in }: z.infer<typeof tokenReply>,
    more: Pick<Tokens, "accountLabel" | "details">,
  ): Tokens => ({
    accessToken: access_token,
    refreshToken: refresh_token ?? undefined,
    lastsSeconds: expires_in ?? TOKEN_SECONDS,
    ...more,
  });

  /** "" if Zoho does not respond quickly. */
  async function readLabel(center: ZohoDataCenter, accessToken: string): Promise<string> {
    try {
      const reply = await call({
        method: "GET",
        url: `${center.apiDomain}/crm/v8/org`,
        withinMs: LABEL_WITHIN_MS,
        maxBytes: MAX_LABEL_BYTES,
        headers: {
          accept: "application/json",
          "accept-encoding": "identity",
          authorization: `Zoho-oauthtoken ${accessToken}`,
        },
      });
      const org = orgReply.safeParse(readJson(reply));
      return org.success ? (org.data.org[0]?.company_name.slice(0, 200) ?? "") : "";
    } catch (error) {
      if (error instanceof HttpCallError || error instanceof ProviderFailure) return "";
      throw error;
    }
  }

  return {
    isRehearsal,
    call,
    usesPkce: false,
    apiUrl: (details) => centerOfDetails(details).apiDomain,
    authorization: (accessToken) => `Zoho-oauthtoken ${accessToken}`,
    authorizeUrl: ({ state }) =>
      `${first.accountsServer}/oauth/v2/auth?${new URLSearchParams({
        response_type: "code",
        client_id: clientId,
        scope: SCOPES.join(","),
        redirect_uri: redirectUri,
        // Both are needed to get a refresh token every time.
        access_type: "offline",
        prompt: "consent",
        state,
      }).toString()}`,
    async exchange({ code, answer }) {
      const { location, accountsServer } = answer;
      const center =
        accountsServer === undefined
          ? first
          : centerOf(
              (each) =>
                each.accountsServer === withoutSlash(accountsServer) &&
                (location === undefined || each.location === location),
            );
      const tokens = await askForTokens(center, {
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
      });
      const { api_domain } = tokens;
      const known = api_domain == null || withoutSlash(api_domain) === center.apiDomain;
      if (!known) throw new ProviderFailure("unreadable");
      const accountLabel = await readLabel(center, tokens.access_token);
      return toTokens(tokens, { accountLabel, details: { location: center.location } });
    },
    renew: async (refreshToken, details) =>
      toTokens(
        await askForTokens(centerOfDetails(details), { grant_type: "refresh_token", refresh_token: refreshToken }),
        { accountLabel: "" },
      ),
    async revoke(refreshToken, details) {
      // Zoho only documents it as a query parameter.
      const asked = new URLSearchParams({ token: refreshToken }).toString();
      const url = `${centerOfDetails(details).accountsServer}/oauth/v2/token/revoke?${asked}`;
      const body = new URLSearchParams();
      assertSuccess(await callTokenServer(call, url, { body, withinMs: REVOKE_WITHIN_MS }), now());
    },
    failureOf: (reply) => readZohoFailure(reply, now()),
  };
}
