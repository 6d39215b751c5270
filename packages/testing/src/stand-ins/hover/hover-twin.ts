import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { consentPage } from "./consent-page.ts";
import { answerApi, type ApiReply } from "./hover-api.ts";
import { HOVER_CASES, type HoverCaseName } from "./hover-cases.ts";
import { makeHoverJobs, type TwinJob } from "./hover-jobs-data.ts";
import { createTwinOauth, type TwinOauth } from "./hover-oauth.ts";
import { misbehave, readBody, readGiven, redirect, writeReply, type Misbehavior } from "./twin-replies.ts";

/** The faults that an admin can simulate. */
type HoverFault = "slow" | "refuses" | "expires" | "limits";

/** A fault that a test programs: the next `times` calls that fit are answered so. */
export interface ProgrammedFault {
  /** Matches path and query; every call by default. */
  readonly match?: RegExp;
  /** Before the answer. */
  readonly after?: Promise<unknown>;
  /** "asUsual", a case by name, a broken connection, no answer, an endless answer, or any answer. */
  readonly answer: "asUsual" | HoverCaseName | Misbehavior | { status: number; json: unknown };
  readonly times?: number;
}

/** A received call. */
export interface TwinRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
}

export interface HoverTwin {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly jobs: TwinJob[];
  readonly oauth: TwinOauth;
  readonly requests: TwinRequest[];
  /** The cases that were returned so far. */
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
/** A demo may run for weeks. */
const MAX_REQUESTS = 20_000;
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

  const answer = (response: ServerResponse, reply: ApiReply): void => {
    if ("json" in reply) {
      writeReply(response, { status: 200, body: reply.json });
      return;
    }
    answered.add(reply.named);
    writeReply(response, HOVER_CASES[reply.named]);
  };

  function answerConsent(url: URL, { method, body }: TwinRequest, response: ServerResponse): void {
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
    if (new URLSearchParams(body).get("decision") === "allow")
      redirect(response, redirectUri, { code: oauth.giveCode(redirectUri), state });
    else {
      answered.add("accessDenied");
      const why = "The resource owner or authorization server denied the request.";
      redirect(response, redirectUri, { error: "access_denied", error_description: why, state });
    }
  }

  function answerProgrammed(
    { answer: given }: ProgrammedFault,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    if (typeof given === "object") writeReply(response, { status: given.status, body: given.json });
    else if (given in HOVER_CASES) answer(response, { named: given as HoverCaseName });
    else misbehave(given as Misbehavior, request, response);
  }

  /** Whether the call exceeds the limit per minute. */
  function isOverLimit(): boolean {
    const time = now();
    calls = [...calls.filter((earlier) => earlier > time - MINUTE_MS), time];
    return calls.length > callsAMinute;
  }

  /** The answer to a call of the tokens or the API. */
  function decide(url: URL, { authorization, body }: TwinRequest, contentType: string | undefined): ApiReply {
    if (url.pathname === "/oauth/token")
      return faults.includes("expires") ? { named: "invalidGrant" } : oauth.answerToken(readGiven(body, contentType));
    if (faults.includes("limits") || isOverLimit()) return { named: "tooManyCalls" };
    if (faults.includes("expires") || !oauth.isGood(/^Bearer (\S+)$/.exec(authorization ?? "")?.[1]))
      return { named: "invalidToken" };
    return faults.includes("refuses") ? { named: "forbidden" } : answerApi(jobs, url);
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", baseUrl);
    const { authorization, "content-type": contentType } = request.headers;
    const method = request.method ?? "GET";
    const received = { method, path: url.pathname + url.search, authorization, body: await readBody(request) };
    requests.push(received);
    if (requests.length > MAX_REQUESTS) requests.shift();
    if (url.pathname === "/oauth/authorize") {
      answerConsent(url, received, response);
      return;
    }
    const due = programmed.find(({ fault: { match } }) => !match || match.test(received.path));
    if (due) {
      due.left -= 1;
      programmed = programmed.filter(({ left }) => left > 0);
      await due.fault.after;
      if (due.fault.answer !== "asUsual") {
        answerProgrammed(due.fault, request, response);
        return;
      }
    }
    if (faults.includes("slow")) await sleep(slowMs, undefined, { ref: false });
    answer(response, decide(url, received, contentType));
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
