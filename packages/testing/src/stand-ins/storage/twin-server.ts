import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { misbehave, redirect, type Misbehavior } from "#stand-ins/hover/twin-replies.ts";
import { storageConsentPage } from "./storage-consent-page.ts";
import type { StorageOauth } from "./storage-oauth.ts";
import type { TwinCase, TwinReply } from "./twin-reply.ts";

/* The common parts of the twins of Google and Microsoft: http, consent, tokens, limits and faults. */

/** The faults that an admin can simulate; the last two are people's changes of folders. */
export type StorageFault = "slow" | "refuses" | "expires" | "limits" | "renames" | "trashes";

/** A received call. */
export interface TwinRequest {
  readonly method: string;
  readonly url: URL;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly authorization: string | undefined;
  readonly body: Buffer;
}

/** A fault that a test programs: the next `times` calls that fit are answered so. */
export interface ProgrammedFault<Name extends string> {
  /** Matches the method, a space, path and query; every call by default. */
  readonly match?: RegExp;
  /** "done": the call is applied, and the answer is lost. */
  readonly answer: Name | Misbehavior | "done" | "asUsual";
  /** Awaited before the answer. */
  readonly holds?: () => unknown;
  /** The number of matching calls that are answered as usual before. */
  readonly after?: number;
  readonly times?: number;
}

/** The cases that a twin returns for problems that all share. */
interface UsualCases<Name extends string> {
  readonly accessDenied: Name;
  readonly unknownClient: Name;
  readonly endedGrant: Name;
  readonly endedAccess: Name;
  readonly refused: Name;
  readonly tooManyCalls: Name;
}

export interface TwinServer<Name extends string> {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly requests: readonly Omit<TwinRequest, "body">[];
  /** The cases that were returned so far. */
  readonly answered: ReadonlySet<Name>;
  readonly faults: readonly StorageFault[];
  setFaults(faults: readonly StorageFault[]): void;
  program(fault: ProgrammedFault<Name>): void;
  /** Ends every fault. */
  behave(): void;
  close(): Promise<void>;
}

interface TwinServerParts<Name extends string> {
  /** The provider's usual name: "Google Drive". */
  readonly name: string;
  readonly account: string;
  /** The rights on its consent page, if not to see, add and change files. */
  readonly asks?: string;
  readonly things?: string;
  readonly cases: Readonly<Record<Name, TwinCase>>;
  readonly usual: UsualCases<Name>;
  readonly oauth: StorageOauth<Name>;
  readonly consentPath: RegExp;
  readonly tokenPath: RegExp;
  /** Calls without a token, such as chunks of an upload; undefined for a call that needs one. */
  readonly answerOpen: (request: TwinRequest) => TwinReply<Name> | undefined;
  /** For a call with a valid token. */
  readonly answerApi: (request: TwinRequest) => TwinReply<Name>;
  /** Awaited before the first call is answered: for contents that are slow to create, and needed only once the storage is connected. */
  readonly prepare?: (() => Promise<void>) | undefined;
  /** Called with each change of the faults, for faults that no answer shows. */
  readonly onFaults?: (faults: readonly StorageFault[]) => void;
  /** How long the fault "slow" takes. */
  readonly slowMs: number;
  readonly port: number;
}

/** A demo may run for weeks. */
const MAX_REQUESTS = 20_000;

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function writeCase(response: ServerResponse, { status, headers, body }: TwinCase): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

/** Starts a stand-in on this machine, over real http. */
export async function startTwinServer<Name extends string>(parts: TwinServerParts<Name>): Promise<TwinServer<Name>> {
  const { cases, usual, oauth, consentPath, tokenPath } = parts;
  const requests: Omit<TwinRequest, "body">[] = [];
  const answered = new Set<Name>();
  let faults: readonly StorageFault[] = [];
  let preparing: Promise<void> | undefined;
  let programmed: { fault: ProgrammedFault<Name>; skips: number; left: number }[] = [];

  function setFaults(given: readonly StorageFault[]): void {
    faults = [...given];
    parts.onFaults?.(faults);
  }

  const answer = (response: ServerResponse, reply: TwinReply<Name>): void => {
    if ("named" in reply) {
      answered.add(reply.named);
      writeCase(response, cases[reply.named]);
    } else if ("bytes" in reply) {
      response.writeHead(200, { "content-type": "application/octet-stream", "content-length": reply.bytes.length });
      response.end(reply.bytes);
    } else if ("text" in reply) {
      response.writeHead(200, { "content-type": `${reply.contentType}; charset=utf-8` });
      response.end(reply.text);
    } else writeCase(response, { status: reply.status ?? 200, ...reply, body: reply.json ?? "" });
  };

  function answerConsent({ url, method, body }: TwinRequest, response: ServerResponse): void {
    const asked = url.searchParams;
    const redirectUri = asked.get("redirect_uri") ?? "";
    if (!oauth.mayAsk(asked) || !URL.canParse(redirectUri)) {
      answer(response, { named: usual.unknownClient });
      return;
    }
    if (method !== "POST") {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(storageConsentPage({ ...parts, action: url.pathname + url.search }));
      return;
    }
    const state = asked.get("state") ?? "";
    const decision = new URLSearchParams(body.toString("utf8")).get("decision");
    if (decision === "allow" || decision === "partly")
      redirect(response, redirectUri, { code: oauth.giveCode(asked, { isPartly: decision === "partly" }), state });
    else {
      answered.add(usual.accessDenied);
      redirect(response, redirectUri, { error: "access_denied", state });
    }
  }

  /** The answer to a call of the tokens or the API. */
  function decide(request: TwinRequest): TwinReply<Name> {
    if (tokenPath.test(request.url.pathname))
      return faults.includes("expires")
        ? { named: usual.endedGrant }
        : oauth.answerToken(request.url, new URLSearchParams(request.body.toString("utf8")));
    if (faults.includes("limits")) return { named: usual.tooManyCalls };
    if (faults.includes("refuses")) return { named: usual.refused };
    const open = parts.answerOpen(request);
    if (open) return open;
    const [, token] = /^Bearer (\S+)$/.exec(request.authorization ?? "") ?? [];
    if (faults.includes("expires") || !oauth.isGood(token)) return { named: usual.endedAccess };
    return parts.answerApi(request);
  }

  /** The fault for a call, counted. */
  function takeFault({ method, path }: TwinRequest): ProgrammedFault<Name> | undefined {
    const due = programmed.find(({ fault: { match } }) => !match || match.test(`${method} ${path}`));
    if (!due) return undefined;
    if (due.skips > 0) {
      due.skips -= 1;
      return undefined;
    }
    due.left -= 1;
    programmed = programmed.filter(({ left }) => left > 0);
    return due.fault;
  }

  async function handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? "/", baseUrl);
    const { headers } = incoming;
    const noted = {
      ...{ method: incoming.method ?? "GET", url, path: url.pathname + url.search },
      ...{ headers, authorization: headers.authorization },
    };
    const request: TwinRequest = { ...noted, body: await readBytes(incoming) };
    await (preparing ??= parts.prepare?.());
    requests.push(noted);
    if (requests.length > MAX_REQUESTS) requests.shift();
    if (consentPath.test(url.pathname)) {
      answerConsent(request, response);
      return;
    }
    const fault = takeFault(request);
    await fault?.holds?.();
    if (fault?.answer === "done") {
      decide(request);
      incoming.socket.destroy();
    } else if (fault && fault.answer in cases) answer(response, { named: fault.answer as Name });
    else if (fault && fault.answer !== "asUsual") misbehave(fault.answer as Misbehavior, incoming, response);
    else {
      if (faults.includes("slow")) await sleep(parts.slowMs, undefined, { ref: false });
      answer(response, decide(request));
    }
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(parts.port, "127.0.0.1", resolve);
  });
  const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;

  return {
    ...{ baseUrl, requests, answered },
    get faults() {
      return faults;
    },
    setFaults,
    program(fault) {
      programmed.push({ fault, skips: fault.after ?? 0, left: fault.times ?? 1 });
    },
    behave() {
      setFaults([]);
      programmed = [];
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
