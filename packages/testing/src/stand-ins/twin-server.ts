import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { consentPage, type ConsentWords } from "./twin-page.ts";
import type { TwinCase, TwinReply } from "./twin-reply.ts";

/* What all twins do alike: http, consent, the log of calls and faults. */

/** The faults that an admin rehearses with; the last two are what people do with folders. */
type TwinFault = "slow" | "refuses" | "expires" | "limits" | "renames" | "trashes";

/** What no answer of an API is: a connection that breaks off, one that never answers, an answer without end. */
type Misbehavior = "brokenOff" | "silence" | "endless";

/** What the consent page answers by name. */
export type ConsentCase = "accessDenied" | "unknownClient";

/** A call as it arrived. */
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
interface ProgrammedFault<Name extends string> {
  /** Of the method, a space, path and query; every call without it. */
  readonly match?: RegExp;
  /** "done": the call does its work, and the answer is lost. */
  readonly answer: Name | Misbehavior | "done" | "asUsual" | TwinReply<Name>;
  /** Awaited before the answer. */
  readonly holds?: () => unknown;
  /** Calls that fit and are answered as usual before. */
  readonly after?: number;
  readonly times?: number;
}

export interface TwinOptions {
  /** How long the fault "slow" takes. */
  readonly slowMs?: number;
  /** Whether refresh tokens of a former start count, so that a demo goes on behind a restart. */
  readonly acceptsFormer?: boolean;
  /** The clock of codes, tokens, limits and records, in epoch milliseconds. */
  readonly now?: () => number;
}

/** The options of a twin, with defaults. */
export const twinOptions = (given: TwinOptions): Required<TwinOptions> => ({
  slowMs: 6_000,
  acceptsFormer: false,
  now: () => Date.now(),
  ...given,
});

/** Our client at each provider. */
export const TWIN_CLIENT = { clientId: "ridgebook-demo", clientSecret: "demo-secret-of-nobody" } as const;

export interface TwinServer<Name extends string> {
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly requests: readonly Omit<TwinRequest, "body">[];
  /** The cases that were answered so far. */
  readonly answered: ReadonlySet<Name>;
  readonly faults: readonly TwinFault[];
  setFaults(faults: readonly TwinFault[]): void;
  program(fault: ProgrammedFault<Name>): void;
  /** Ends every fault. */
  behave(): void;
  close(): Promise<void>;
}

export interface TwinServerParts<Name extends string> extends Required<TwinOptions> {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly cases: Readonly<Record<Name, TwinCase>>;
  readonly consent: {
    readonly path: RegExp;
    readonly words: ConsentWords;
    /** Whether the page may be shown for these parameters, beside those of every provider. */
    readonly mayAsk?: (asked: URLSearchParams) => boolean;
    /** What the browser brings back for a permission. */
    readonly allow: (asked: URLSearchParams, given: URLSearchParams) => Readonly<Record<string, string>>;
    /** What the browser brings back beside the error where none is given. */
    readonly denied?: Readonly<Record<string, string>>;
  };
  /** What a call of the tokens or the API gets. */
  readonly decide: (request: TwinRequest, faults: readonly TwinFault[]) => TwinReply<Name>;
  /** Awaited before the first call is answered: prepares what takes long and only connected users see. */
  readonly prepare?: (() => Promise<void>) | undefined;
  /** Called with the faults after each change, for those that are not about a reply. */
  readonly onFaults?: (faults: readonly TwinFault[]) => void;
}

/** A demo may run for weeks. */
const MAX_REQUESTS = 20_000;

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** The parameters of a call, which come as JSON or as a form. */
export function readGiven({ headers, body }: TwinRequest): Record<string, unknown> {
  const text = body.toString("utf8");
  if (!headers["content-type"]?.includes("json")) return Object.fromEntries(new URLSearchParams(text));
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

function writeCase(response: ServerResponse, { status, headers, body }: TwinCase): void {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

function misbehave(how: Misbehavior, request: IncomingMessage, response: ServerResponse): void {
  if (how === "brokenOff") request.socket.destroy();
  if (how !== "endless") return;
  response.writeHead(200, { "content-type": "application/json" });
  const more = (): void => {
    while (!response.destroyed && response.write("[".repeat(65_536)));
    if (!response.destroyed) response.once("drain", more);
  };
  more();
}

/** Starts a stand-in on this machine, over real http. */
export async function startTwinServer<Name extends string>(
  parts: TwinServerParts<Name | ConsentCase>,
): Promise<TwinServer<Name | ConsentCase>> {
  type AnyName = Name | ConsentCase;
  const { cases, consent, decide, clientId, clientSecret } = parts;
  const requests: Omit<TwinRequest, "body">[] = [];
  const answered = new Set<AnyName>();
  let faults: readonly TwinFault[] = [];
  let preparing: Promise<void> | undefined;
  let programmed: { fault: ProgrammedFault<AnyName>; skips: number; left: number }[] = [];

  function setFaults(given: readonly TwinFault[]): void {
    faults = [...given];
    parts.onFaults?.(faults);
  }

  const answer = (response: ServerResponse, reply: TwinReply<AnyName>): void => {
    if ("named" in reply) {
      answered.add(reply.named);
      writeCase(response, cases[reply.named]);
    } else if ("bytes" in reply) {
      response.writeHead(200, { "content-type": "application/octet-stream", "content-length": reply.bytes.length });
      response.end(reply.bytes);
    } else if ("text" in reply) {
      response.writeHead(200, { "content-type": `${reply.contentType}; charset=utf-8` });
      response.end(reply.text);
    } else {
      if (reply.isA) answered.add(reply.isA);
      writeCase(response, { status: reply.status ?? 200, ...reply, body: reply.json ?? "" });
    }
  };

  function answerConsent({ url, method, path, body }: TwinRequest): TwinReply<AnyName> {
    const asked = url.searchParams;
    const redirectUri = asked.get("redirect_uri") ?? "";
    const isKnown = asked.get("client_id") === clientId && asked.get("response_type") === "code";
    if (!isKnown || !URL.canParse(redirectUri) || consent.mayAsk?.(asked) === false) return { named: "unknownClient" };
    if (method !== "POST") return { contentType: "text/html", text: consentPage(consent.words, path) };
    const given = new URLSearchParams(body.toString("utf8"));
    const isDenied = !["allow", "partly"].includes(given.get("decision") ?? "");
    const back = isDenied ? { error: "access_denied", ...consent.denied } : consent.allow(asked, given);
    const location = new URL(redirectUri);
    for (const [name, value] of Object.entries({ ...back, state: asked.get("state") ?? "" }))
      location.searchParams.set(name, value);
    return { status: 302, headers: { location: location.href }, json: "", isA: isDenied ? "accessDenied" : undefined };
  }

  /** The fault that is due for a call, counted. */
  function takeFault({ method, path }: TwinRequest): ProgrammedFault<AnyName> | undefined {
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
    const { headers, method = "GET" } = incoming;
    // Answers tell the time by the clock that dates the records.
    response.setHeader("date", new Date(parts.now()).toUTCString());
    const noted = { method, url, path: url.pathname + url.search, headers, authorization: headers.authorization };
    const request: TwinRequest = { ...noted, body: await readBytes(incoming) };
    await (preparing ??= parts.prepare?.());
    requests.push(noted);
    if (requests.length > MAX_REQUESTS) requests.shift();
    if (consent.path.test(url.pathname)) {
      answer(response, answerConsent(request));
      return;
    }
    const fault = takeFault(request);
    await fault?.holds?.();
    const given = fault?.answer ?? "asUsual";
    if (given === "asUsual") {
      if (faults.includes("slow")) await sleep(parts.slowMs, undefined, { ref: false });
      answer(response, decide(request, faults));
    } else if (given === "done") {
      decide(request, faults);
      incoming.socket.destroy();
    } else if (typeof given === "object") answer(response, given);
    else if (given in cases) answer(response, { named: given as AnyName });
    else misbehave(given as Misbehavior, incoming, response);
  }

  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const baseUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;

  return {
    baseUrl,
    clientId,
    clientSecret,
    requests,
    answered,
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
