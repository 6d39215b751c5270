import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { consentPage } from "./consent-page.ts";
import { answerApi } from "./hover-api.ts";
import { HOVER_CASES, type HoverCase, type HoverCaseName } from "./hover-cases.ts";
import { makeHoverJobs, type TwinJob } from "./hover-jobs-data.ts";
import { createTwinOauth, type TwinOauth } from "./hover-oauth.ts";

/** The faults that an admin rehearses with. */
export type HoverFault = "slow" | "refuses" | "expires" | "limits";

/** A fault that a test programs: the next `times` calls that fit are answered so. */
export interface ProgrammedFault {
  /** Of path and query; every call without it. */
  readonly match?: RegExp;
  /** A case by name, a connection that breaks off, one that never answers, an answer without end, or any answer. */
  readonly answer: HoverCaseName | "brokenOff" | "silence" | "endless" | { status: number; json: unknown };
  readonly times?: number;
}

/** A call as it arrived. */
export interface TwinRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

export interface HoverTwin {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly jobs: TwinJob[];
  readonly oauth: TwinOauth;
  readonly requests: TwinRequest[];
  /** The cases that were answered so far. */
  readonly answered: ReadonlySet<HoverCaseName>;
  readonly faults: readonly HoverFault[];
  setFaults(faults: readonly HoverFault[]): void;
  program(fault: ProgrammedFault): void;
  /** Ends every fault. */
  behave(): void;
  close(): Promise<void>;
}

const CALLS_A_MINUTE = 120;
const MINUTE_MS = 60_000;
const MAX_BODY = 100_000;

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > MAX_BODY) break;
  }
  return body;
}

/** JSON as in Hover's documents; public clients send forms. */
function readGiven(body: string, contentType: string | undefined): Record<string, unknown> {
  if (!contentType?.includes("json")) return Object.fromEntries(new URLSearchParams(body));
  try {
    return JSON.parse(body) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/**
 * Starts a stand-in of Hover on this machine, over real http: consent page, tokens, jobs, measurements, limits and faults.
 *
 * @param options.slowMs how long the fault "slow" takes
 * @param options.now the clock of codes, tokens and limits, in epoch milliseconds
 */
export async function startHoverTwin({
  clientId = "ridgebook-demo",
  clientSecret = "demo-secret-of-nobody",
  accessSeconds = 7_200,
  slowMs = 6_000,
  callsAMinute = CALLS_A_MINUTE,
  acceptsFormer = false,
  port = 0,
  now = Date.now,
}: {
  clientId?: string;
  clientSecret?: string;
  accessSeconds?: number;
  slowMs?: number;
  callsAMinute?: number;
  acceptsFormer?: boolean;
  port?: number;
  now?: () => number;
} = {}): Promise<HoverTwin> {
  const jobs = makeHoverJobs();
  const oauth = createTwinOauth({ clientId, clientSecret, accessSeconds, acceptsFormer, now });
  const requests: TwinRequest[] = [];
  const answered = new Set<HoverCaseName>();
  let faults: readonly HoverFault[] = [];
  let programmed: { fault: ProgrammedFault; left: number }[] = [];
  let calls: number[] = [];

  const write = (response: ServerResponse, { status, headers, body }: HoverCase): void => {
    response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
  const answer = (response: ServerResponse, name: HoverCaseName): void => {
    answered.add(name);
    write(response, HOVER_CASES[name]);
  };
  const redirect = (response: ServerResponse, target: string, given: Record<string, string>): void => {
    const location = new URL(target);
    for (const [name, value] of Object.entries(given)) location.searchParams.set(name, value);
    response.writeHead(302, { location: location.href });
    response.end();
  };

  function answerConsent(url: URL, { method, body }: TwinRequest, response: ServerResponse): void {
    const asked = url.searchParams;
    const redirectUri = asked.get("redirect_uri") ?? "";
    if (asked.get("client_id") !== clientId || asked.get("response_type") !== "code" || !URL.canParse(redirectUri)) {
      answer(response, "unknownClientOnConsent");
      return;
    }
    if (method !== "POST") {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(consentPage(asked.toString()));
      return;
    }
    const state = asked.get("state") ?? "";
    if (new URLSearchParams(body).get("decision") === "allow")
      redirect(response, redirectUri, { code: oauth.giveCode(redirectUri), state });
    else {
      answered.add("accessDenied");
      const why = "The resource owner or authorization server denied the request.";
      redirect(response, redirectUri, { error: "access_denied", error_description: why, state });
    }
  }

  function misbehave(fault: ProgrammedFault, request: IncomingMessage, response: ServerResponse): void {
    if (typeof fault.answer === "object") write(response, { status: fault.answer.status, body: fault.answer.json });
    else if (fault.answer === "brokenOff") request.socket.destroy();
    else if (fault.answer === "endless") {
      response.writeHead(200, { "content-type": "application/json" });
      const more = (): void => {
        while (!response.destroyed && response.write("[".repeat(65_536)));
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    } else if (fault.answer !== "silence") answer(response, fault.answer);
  }

  /** Whether the call is one more than a minute may have. */
  function isOverLimit(): boolean {
    const time = now();
    calls = [...calls.filter((earlier) => earlier > time - MINUTE_MS), time];
    return calls.length > callsAMinute;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", baseUrl);
    const { authorization } = request.headers;
    const method = request.method ?? "GET";
    const received = { method, path: url.pathname + url.search, authorization, body: await readBody(request) };
    requests.push(received);
    if (url.pathname === "/oauth/authorize") return answerConsent(url, received, response);

    const due = programmed.find(({ fault: { match } }) => !match || match.test(received.path));
    if (due) {
      due.left -= 1;
      programmed = programmed.filter(({ left }) => left > 0);
      return misbehave(due.fault, request, response);
    }
    if (faults.includes("slow")) await sleep(slowMs, undefined, { ref: false });
    if (url.pathname === "/oauth/token") {
      if (faults.includes("expires")) return answer(response, "invalidGrant");
      const reply = oauth.answerToken(readGiven(received.body, request.headers["content-type"]));
      return "named" in reply ? answer(response, reply.named) : write(response, { status: 200, body: reply.json });
    }
    if (faults.includes("limits") || isOverLimit()) return answer(response, "tooManyCalls");
    if (faults.includes("expires") || !oauth.isGood(/^Bearer (\S+)$/.exec(authorization ?? "")?.[1]))
      return answer(response, "invalidToken");
    if (faults.includes("refuses")) return answer(response, "forbidden");
    const reply = answerApi(jobs, url);
    return "named" in reply ? answer(response, reply.named) : write(response, { status: 200, body: reply.json });
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;

  return {
    ...{ baseUrl, clientId, clientSecret, jobs, oauth, requests, answered },
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
