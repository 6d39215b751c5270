import {
  readGiven,
  startTwinServer,
  TWIN_CLIENT,
  twinOptions,
  type TwinOptions,
  type TwinServer,
} from "#stand-ins/twin-server.ts";
import { createZohoAccount, type ZohoAccount, type ZohoHook } from "./zoho-account.ts";
import { answerApi } from "./zoho-api.ts";
import { ZOHO_CASES, type ZohoCaseName } from "./zoho-cases.ts";
import { createZohoOauth, type DataCenter, type ZohoOauth } from "./zoho-oauth.ts";

export interface ZohoTwin extends TwinServer<ZohoCaseName> {
  /** In the format of the server's settings. */
  readonly dataCenters: readonly { location: DataCenter; accountsServer: string; apiDomain: string }[];
  readonly accounts: Readonly<Record<DataCenter, ZohoAccount>>;
  readonly oauth: ZohoOauth;
}

const DATA_CENTERS = ["us", "eu"] as const;
const CLIENT = { ...TWIN_CLIENT, clientId: "1000.RIDGEBOOK" };

const post = ({ url, body }: ZohoHook): void => {
  const headers = { "content-type": "application/json" };
  void fetch(url, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => undefined);
};

/**
 * Starts a stand-in of Zoho on this machine: two data centers with consent page, tokens, leads, users and notifications. One address holds
 * both, each under its name.
 *
 * @param options.accessSeconds how long an access token lasts
 * @param options.send posts a notification; otherwise only in tests
 */
export async function startZohoTwin({
  accessSeconds = 3_600,
  send = post,
  ...given
}: TwinOptions & { accessSeconds?: number; send?: (hook: ZohoHook) => void } = {}): Promise<ZohoTwin> {
  const options = twinOptions(given);
  const { now } = options;
  const apiDomainOf = (location: DataCenter): string => `${server.baseUrl}/${location}`;
  const oauth = createZohoOauth({ ...options, ...CLIENT, accessSeconds, apiDomainOf });
  const accounts = {
    us: createZohoAccount({ location: "us", now, send }),
    eu: createZohoAccount({ location: "eu", now, send }),
  };

  const server = await startTwinServer<ZohoCaseName>({
    ...options,
    ...CLIENT,
    cases: ZOHO_CASES,
    consent: {
      path: /^\/(us|eu)\/oauth\/v2\/auth$/,
      words: {
        name: "Zoho",
        account: "Northfield Exteriors",
        asks: "read and change",
        things: "leads",
        inputs: `<p><label>Data center <select name="location"><option value="us">United States</option><option value="eu">Europe</option></select></label></p>`,
      },
      allow(asked, given) {
        const location = given.get("location") === "eu" ? "eu" : "us";
        const isOffline = asked.get("access_type") === "offline" && asked.get("prompt") === "consent";
        const code = oauth.giveCode({ redirectUri: asked.get("redirect_uri") ?? "", location, isOffline });
        return { code, location, "accounts-server": apiDomainOf(location) };
      },
    },
    decide(request, faults) {
      const { method, url, headers, authorization } = request;
      const [, part, path = ""] = /^\/(us|eu)(\/.*)$/.exec(url.pathname) ?? [];
      const location = DATA_CENTERS.find((name) => name === part);
      if (!location) return { named: "invalidUrlPattern" };
      if (path === "/oauth/v2/token")
        return faults.includes("expires") ? { named: "invalidCode" } : oauth.answerToken(location, readGiven(request));
      if (path === "/oauth/v2/token/revoke")
        return oauth.revoke(location, url.searchParams.get("token") ?? "")
          ? { json: { status: "success" } }
          : { named: "unknownRefresh" };
      if (faults.includes("limits")) return { named: "rateLimit" };
      const token = /^Zoho-oauthtoken (\S+)$/.exec(authorization ?? "")?.[1];
      if (faults.includes("expires") || !oauth.isGood(location, token)) return { named: "invalidToken" };
      if (faults.includes("refuses")) return { named: "noPermission" };
      const { searchParams: query } = url;
      return answerApi(accounts[location], { method, path, query, headers, body: readGiven(request), now: now() });
    },
  });
  return Object.assign(server, {
    accounts,
    oauth,
    dataCenters: DATA_CENTERS.map((location) => ({
      location,
      accountsServer: apiDomainOf(location),
      apiDomain: apiDomainOf(location),
    })),
  });
}
