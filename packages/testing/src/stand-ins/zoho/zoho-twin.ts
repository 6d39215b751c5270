import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import {
  misbehave,
  readBody,
  readGiven,
  redirect,
  writeReply,
  type Misbehavior,
} from "#stand-ins/hover/twin-replies.ts";
import { consentPage } from "./consent-page.ts";
import { createZohoAccount, type ZohoAccount, type ZohoHook } from "./zoho-account.ts";
import { answerApi, type ApiReply } from "./zoho-api.ts";
import { ZOHO_CASES, type ZohoCaseName } from "./zoho-cases.ts";
import { createZohoOauth, type DataCenter, type ZohoOauth } from "./zoho-oauth.ts";

/** The faults that an admin can simulate. */
type ZohoFault = "slow" | "refuses" | "expires" | "limits";

/** A fault that a test programs: the next `times` calls that fit are answered so. */
interface ProgrammedZohoFault {
  /** Matches method, path and query, as "PUT /us/crm/v8/Leads/1"; every call by default. */
  readonly match?: RegExp;
  /** Awaited before the answer. */
  readonly after?: () => unknown;
  readonly answer: "asUsual" | ZohoCaseName | Misbehavior;
  readonly times?: number;
}

/** A received call. */
interface ZohoRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

export interface ZohoTwin {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** In the format of the server's settings. */
  readonly dataCenters: readonly { location: DataCenter; accountsServer: string; apiDomain: string }[];
  readonly clientId: string;
  readonly clientSecret: string;
  readonly accounts: Readonly<Record<DataCenter, ZohoAccount>>;
  readonly oauth: ZohoOauth;
  readonly requests: ZohoRequest[];
  /** The cases that were returned so far. */
  readonly answered: ReadonlySet<ZohoCaseName>;
  readonly faults: readonly ZohoFault[];
  setFaults(faults: readonly ZohoFault[]): void;
  program(fault: ProgrammedZohoFault): void;
  /** Ends every fault. */
  behave(): void;
  close(): Promise<void>;
}

const MAX_REQUESTS = 20_000;
const DATA_CENTERS = ["us", "eu"] as const;

const post = ({ url, body }: ZohoHook): void => {
  const headers = { "content-type": "application/json" };
  void fetch(url, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => undefined);
};

/**
 * Starts a stand-in of Zoho on this machine, over real http: two data centers with consent page, tokens, leads, users, notifications and
 * faults. One address holds both, each under its name.
 *
 * @param options.slowMs how long the fault "slow" takes
 * @param options.now the clock of codes, tokens and records, in epoch milliseconds
 * @param options.send posts a notification; otherwise only in tests
 */
export async function startZohoTwin({
  clientId = "1000.RIDGEBOOK",
  clientSecret = "demo-secret-of-nobody",
  accessSeconds = 3_600,
  slowMs = 6_000,
  acceptsFormer = false,
  now = Date.now,
  send = post,
}: {
  clientId?: string;
  clientSecret?: string;
  accessSeconds?: number;
  slowMs?: number;
  acceptsFormer?: boolean;
  now?: () => number;
  send?: (hook: ZohoHook) => void;
} = {}): Promise<ZohoTwin> {
  const apiDomainOf = (location: DataCenter): string => `${baseUrl}/${location}`;
  const oauth = createZohoOauth({ clientId, clientSecret, accessSeconds, acceptsFormer, apiDomainOf, now });
  const accounts = {
    us: createZohoAccount({ location: "us", now, send }),
    eu: createZohoAccount({ location: "eu", now, send }),
  };
  const requests: ZohoRequest[] = [];
  const answered = new Set<ZohoCaseName>();
  let faults: readonly ZohoFault[] = [];
  let programmed: { fault: ProgrammedZohoFault; left: number }[] = [];

  const answer = (response: ServerResponse, reply: ApiReply): void => {
    if ("json" in reply) {
      writeReply(response, { status: reply.status ?? 200, body: reply.json });
      if (reply.status === 207) answered.add("multiStatus");
      return;
    }
    answered.add(reply.named);
    writeReply(response, ZOHO_CASES[reply.named]);
  };

  function answerConsent(url: URL, { method, body }: ZohoRequest, response: ServerResponse): void {
    const asked = url.searchParams;
    const redirectUri = asked.get("redirect_uri") ?? "";
    if (asked.get("client_id") !== clientId || asked.get("response_type") !== "code" || !URL.canParse(redirectUri)) {
      answer(response, { named: "unknownClientOnConsent" });
      return;
    }
    if (method !== "POST") {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(consentPage(asked.toString()));
      return;
    }
    const state = asked.get("state") ?? "";
    const given = new URLSearchParams(body);
    if (given.get("decision") !== "allow") {
      answered.add("accessDenied");
      redirect(response, redirectUri, { error: "access_denied", state });
      return;
    }
    const location = given.get("location") === "eu" ? "eu" : "us";
    const isOffline = asked.get("access_type") === "offline" && asked.get("prompt") === "consent";
    const code = oauth.giveCode({ redirectUri, location, isOffline });
    redirect(response, redirectUri, { state, code, location, "accounts-server": apiDomainOf(location) });
  }

  /** The answer to a call of the tokens or the API. */
  function decide(url: URL, { method, authorization, body }: ZohoRequest, request: IncomingMessage): ApiReply {
    const [, part, path = ""] = /^\/(us|eu)(\/.*)$/.exec(url.pathname) ?? [];
    const location = DATA_CENTERS.find((name) => name === part);
    if (!location) return { named: "invalidUrlPattern" };
    if (path === "/oauth/v2/token")
      return faults.includes("expires")
        ? { named: "invalidCode" }
        : oauth.answerToken(location, readGiven(body, request.headers["content-type"]));
    if (path === "/oauth/v2/token/revoke")
      return oauth.revoke(location, url.searchParams.get("token") ?? "")
        ? { json: { status: "success" } }
        : { named: "unknownRefresh" };
    if (faults.includes("limits")) return { named: "rateLimit" };
    const token = /^Zoho-oauthtoken (\S+)$/.exec(authorization ?? "")?.[1];
    if (faults.includes("expires") || !oauth.isGood(location, token)) return { named: "invalidToken" };
    if (faults.includes("refuses")) return { named: "noPermission" };
    const read: unknown = body === "" ? {} : readGiven(body, "json");
    const { headers } = request;
    return answerApi(accounts[location], { method, path, query: url.searchParams, headers, body: read, now: now() });
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", baseUrl);
    const method = request.method ?? "GET";
    // The answers' times are those of the clock that dates the records.
    response.setHeader("date", new Date(now()).toUTCString());
    const { authorization } = request.headers;
    const received = { method, path: url.pathname + url.search, authorization, body: await readBody(request) };
    requests.push(received);
    if (requests.length > MAX_REQUESTS) requests.shift();
    if (/^\/(us|eu)\/oauth\/v2\/auth$/.test(url.pathname)) {
      answerConsent(url, received, response);
      return;
    }
    const due = programmed.find(({ fault: { match } }) => !match || match.test(`${method} ${received.path}`));
    if (due) {
      due.left -= 1;
      programmed = programmed.filter(({ left }) => left > 0);
      await due.fault.after?.();
      const given = due.fault.answer;
      if (given !== "asUsual") {
        if (given in ZOHO_CASES) answer(response, { named: given as ZohoCaseName });
        else misbehave(given as Misbehavior, request, response);
        return;
      }
    }
    if (faults.includes("slow")) await sleep(slowMs, undefined, { ref: false });
    answer(response, decide(url, received, request));
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;

  return {
    ...{ baseUrl, clientId, clientSecret, accounts, oauth, requests, answered },
    dataCenters: DATA_CENTERS.map((location) => ({
      ...{ location, accountsServer: apiDomainOf(location), apiDomain: apiDomainOf(location) },
    })),
    get faults() {
      return faults;
    },
    setFaults(given) {
      faults = [...given];
    },
    program(fault) {
      programmed.push({ fault, left: fault.times ?? 1 });
    },
    behave() {
      faults = [];
      programmed = [];
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
