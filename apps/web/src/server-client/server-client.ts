import {
  CONTRACT_VERSION,
  CONTRACT_VERSION_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  Problem,
  RELEASE_HEADER,
  UPLOAD_FIELD,
  accountRoutes,
  problems,
  readContractVersion,
  type FormFields,
  type Route,
  type RouteCall,
  type RouteName,
  type RouteReply,
  type Routes,
} from "@ridgebook/contract";
import type { AccessToken } from "#server-client/access-token.ts";
import { findRoute } from "#server-client/find-route.ts";
import { abortedProblem, offlineProblem, readProblem, timedOutProblem } from "#server-client/read-problem.ts";
import { fillPath, requestUrl } from "#server-client/request-url.ts";

/**
 * How long nothing may be heard of the server before a call counts as unanswered: from the time in which what is sent arrives even on
 * a slow line, and then between two pieces of the answer. Long enough for a weak signal behind a house.
 */
export const REQUEST_TIMEOUT_MS = 30_000;

/** 64 kbit/s. A browser does not tell how far it is with sending; on a slower line a large change may be given up in the middle. */
const SLOW_LINE_BYTES_PER_MS = 8;

/** A signed document with its pictures, over the same signal. */
const UPLOAD_TIMEOUT_MS = 240_000;

/**
 * What changes the cookie of the login session is done one at a time over all tabs: it rotates with each refresh, and one used twice ends
 * the session; and a refresh that is answered after a login would put its own cookie in the place of the new one. Tabs of older versions
 * know the lock by this name.
 */
const COOKIE_LOCK = "ridgebook-refresh";

/** The part of `navigator.locks` in use. Missing on pages that are not served securely. */
export interface CookieLocks {
  request<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Names the attempt of a synced change, so that sending it twice does it once. */
  idempotencyKey?: string | undefined;
  /** The release whose shapes the body has, where that is not this app's. */
  release?: number | undefined;
  timeoutMs?: number | undefined;
  /** Whoever makes it makes it again when it fails. */
  isMadeAgain?: boolean;
  /** The company of the call, where it is not the one at hand: super admins act in all of them. */
  companyId?: number | null | undefined;
}

type CallOf<Name extends RouteName> = RouteCall<Routes[Name]>;
export type ReplyOf<Name extends RouteName> = RouteReply<Routes[Name]>;

/** A call in somebody's name, made when the device gets to it: they may have left, and somebody else signed in. */
interface OwnedCall {
  method: Route["method"];
  /** With its parameters filled in: "/api/leads/12". */
  path: string;
  query?: Record<string, string | readonly string[]>;
  body?: unknown;
  /** Travels as multipart form data instead of a body. */
  form?: {
    fields: FormFields;
    file?: { field: string; name: string; contentType: string; bytes: Uint8Array };
  };
  key?: string;
  /** The release whose shapes the body has, where that is not this app's. */
  release?: number;
  session: { accountId: number; companyId: number };
  /** Ends the call: from then on nothing of it is sent any more. */
  signal?: AbortSignal;
  /** How long the answer may take, where that is longer than usual. */
  timeoutMs?: number;
}

export interface ServerClient {
  /**
   * Makes one call of the contract: `client.call("getLead", { params: { id: "17" } })`.
   *
   * The reply is what the server checked against the contract before it sent it; it is not parsed again here, a page
   * of a thousand records would cost the frame. Rejects with a `Problem`, and with nothing else.
   */
  call<Name extends RouteName>(name: Name, parts: CallOf<Name>, options?: CallOptions): Promise<ReplyOf<Name>>;

  /**
   * Makes a call of the outbox, in the company it was written in. While somebody else is signed in it is not sent and
   * fails as an expired session: one person's work never goes out in another's name. When the line comes back while it is under way,
   * it fails at once.
   */
  callFor(call: OwnedCall): Promise<{ status: number; body: unknown }>;

  /**
   * Renews the access token with the login session's cookie, in the company at hand or in the one that is named; calls meanwhile, in
   * this tab or another, wait for it. A renewal that is under way answers for this one too.
   */
  refresh(options?: { companyId: number | null }): Promise<ReplyOf<"refresh">>;
}

/** How the server stands to this app, as its last answer told (decision 0028). */
export type ServerAge =
  /** Both speak the same contract. */
  | "same"
  /** The server still understands this app, and there is a newer one. */
  | "newer"
  /** The server does not understand this app any more. */
  | "tooNew"
  /** The server is not updated yet: what it does not know waits. */
  | "older";

interface ServerClientOptions {
  fetch: typeof globalThis.fetch;
  token: AccessToken;
  getCompanyId: () => number | null;
  /** The account that the app shows. What is begun for one account is never sent with the token of another. */
  getAccountId?: () => number | undefined;
  /**
   * Called with the account that the login cookie belongs to; undefined when that is not known, which includes the time of a
   * login, and after a logout. A login and a refresh call it inside the lock that serializes changes of the cookie.
   */
  onCookieAccount?: (accountId: number | undefined) => void;
  /** The login session is over: a call was refused with 401 and could not be renewed. */
  onUnauthorized?: () => void;
  /** Heard with each answer of the server. */
  onServerAge?: (age: ServerAge) => void;
  /** Called when a request is sent; what it returns takes the Date header of the server's answer. */
  onSent?: () => (date: string | null) => void;
  /** Hears when the browser has a network again; the result stops that. */
  onLineBack?: (hear: () => void) => () => void;
  locks?: CookieLocks | undefined;
  /** Runs `work` after `delayMs`; the result cancels it. Given by whoever decides when time passes. */
  startTimer?: (work: () => void, delayMs: number) => () => void;
}

const startSystemTimer: NonNullable<ServerClientOptions["startTimer"]> = (work, delayMs) => {
  const timer = setTimeout(work, delayMs);
  return () => clearTimeout(timer);
};

interface Request {
  method: Route["method"];
  path: string;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  /** Travels instead of a body. */
  form?: FormData | undefined;
  companyId: number | null;
  options: CallOptions;
}

interface Answer {
  status: number;
  text: string;
  /** The version of the contract that the server named. */
  release?: number | undefined;
}

/** How long to wait for an answer to a call with this body. */
const timeoutOf = (bodyText = ""): number =>
  Math.min(REQUEST_TIMEOUT_MS + Math.ceil(bodyText.length / SLOW_LINE_BYTES_PER_MS), UPLOAD_TIMEOUT_MS);

/**
 * The one way of the app to its server.
 *
 * A call that is refused with 401 renews the token once and is made again; only when that fails too does the caller
 * hear of it. No answer is 503, an aborted call 418, a slow one 408 (1.§8); 100 to 299 is no error.
 */
export function createServerClient({
  fetch,
  token,
  getCompanyId,
  getAccountId = () => undefined,
  onCookieAccount = () => undefined,
  onUnauthorized,
  onServerAge,
  onSent,
  onLineBack,
  locks,
  startTimer = startSystemTimer,
}: ServerClientOptions): ServerClient {
  let refreshing: Promise<ReplyOf<"refresh">> | undefined;

  async function send({ method, path, query, body, form, companyId, options }: Request): Promise<Answer> {
    const headers = new Headers({ accept: "application/json", [CONTRACT_VERSION_HEADER]: String(CONTRACT_VERSION) });
    const bearer = token.read();
    if (bearer !== undefined) headers.set("authorization", `Bearer ${bearer}`);
    if (options.idempotencyKey !== undefined) headers.set(IDEMPOTENCY_KEY_HEADER, options.idempotencyKey);
    if (options.release !== undefined) headers.set(RELEASE_HEADER, String(options.release));
    // The browser writes the head of a form itself: it knows what parts its pieces.
    if (body !== undefined) headers.set("content-type", "application/json");

    // Also when it was ended while it waited for a new token.
    if (options.signal?.aborted) throw abortedProblem();
    const abort = new AbortController();
    const forwardAbort = (): void => abort.abort(abortedProblem());
    options.signal?.addEventListener("abort", forwardAbort);
    // What was sent over the line that is gone is not answered any more, and would keep what waits behind it for half a minute.
    const stopHearing = options.isMadeAgain && onLineBack?.(() => abort.abort(offlineProblem()));
    const bodyText = body === undefined ? undefined : JSON.stringify(body);
    let stopTimer = (): void => undefined;
    const waitAtMost = (ms: number): void => {
      stopTimer();
      stopTimer = startTimer(() => abort.abort(timedOutProblem()), ms);
    };
    waitAtMost(options.timeoutMs ?? timeoutOf(bodyText));
    try {
      const onAnswer = onSent?.();
      const response = await fetch(requestUrl({ path, query, companyId }), {
        method,
        headers,
        credentials: "same-origin",
        signal: abort.signal,
        ...(bodyText !== undefined && { body: bodyText }),
        ...(form && { body: form }),
      });
      const age = serverAgeOf(response);
      // Whoever else answers, such as a Wi-Fi's sign-in page, names no version.
      if (age) {
        onServerAge?.(age);
        onAnswer?.(response.headers.get("date"));
      }
      // The body is part of the answer: a signal lost half way through it must not look like a reply.
      const text = await readText(response, () => waitAtMost(REQUEST_TIMEOUT_MS));
      return { status: response.status, text, release: releaseOf(response) };
    } catch {
      const reason: unknown = abort.signal.reason;
      throw reason instanceof Problem ? reason : offlineProblem();
    } finally {
      stopTimer();
      if (stopHearing) stopHearing();
      options.signal?.removeEventListener("abort", forwardAbort);
    }
  }

  async function renew(companyId: number | null): Promise<ReplyOf<"refresh">> {
    const { method, path } = accountRoutes.refresh;
    const answer = await send({ method, path, companyId, options: {} });
    if (answer.status === 401) {
      token.reset();
      onCookieAccount(undefined);
    }
    const reply = readBody(answer) as ReplyOf<"refresh">;
    token.keep({ token: reply.token, accountId: reply.user.id });
    onCookieAccount(reply.user.id);
    return reply;
  }

  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> =>
    locks ? locks.request(COOKIE_LOCK, work) : work();

  function refresh({ companyId } = { companyId: getCompanyId() }): Promise<ReplyOf<"refresh">> {
    refreshing ??= inTurn(() => renew(companyId)).finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  /** Renews for a call that was refused. That the session is over is told to the app, and to the caller as 401. */
  async function renewOrGiveUp(): Promise<void> {
    try {
      await refresh();
    } catch (error) {
      if (error instanceof Problem && error.status === 401) onUnauthorized?.();
      throw error;
    }
  }

  /** Sends with a token, renewing it before or after a refusal. `assertOwner` is asked before each sending. */
  async function sendSignedIn(request: Request, assertOwner: () => void = () => undefined): Promise<Answer> {
    if (token.read() === undefined) await renewOrGiveUp();
    assertOwner();
    const usedToken = token.read();
    const answer = await send(request);
    if (answer.status !== 401) return answer;

    if (token.read() === usedToken) token.reset();
    // Another call may have renewed the token while this one was on its way.
    if (token.read() === undefined) await renewOrGiveUp();
    assertOwner();
    const secondAnswer = await send(request);
    if (secondAnswer.status === 401) {
      token.reset();
      onUnauthorized?.();
    }
    return secondAnswer;
  }

  return {
    refresh,

    async call<Name extends RouteName>(
      name: Name,
      parts: CallOf<Name>,
      options: CallOptions = {},
    ): Promise<ReplyOf<Name>> {
      const route = await findRoute(name);
      const given: {
        params?: Record<string, unknown>;
        query?: Record<string, unknown>;
        body?: unknown;
        file?: File;
      } = parts;
      const request: Request = {
        method: route.method,
        path: fillPath(route.path, given.params),
        query: given.query,
        body: given.body,
        form: given.file && uploadForm(given.file),
        companyId: options.companyId === undefined ? getCompanyId() : options.companyId,
        options,
      };
      const accountId = getAccountId();
      const assertOwner = (): void => {
        if (accountId !== undefined && token.accountId !== accountId) throw new Problem("sessionExpired");
      };
      const isOpen = route.access === "anyone";
      const sendNow = (): Promise<Answer> => (isOpen ? send(request) : sendSignedIn(request, assertOwner));
      if (name === "logout") onCookieAccount(undefined);
      if (name !== "login") return (await readInTodaysShape(request, await sendNow())) as ReplyOf<Name>;
      return await inTurn(async () => {
        onCookieAccount(undefined);
        const reply = readBody(await sendNow()) as ReplyOf<Name>;
        onCookieAccount((reply as ReplyOf<"login">).user.id);
        return reply;
      });
    },

    async callFor({ method, path, query, body, form, key, release, session, signal, timeoutMs }) {
      const assertOwner = (): void => {
        if (token.accountId !== session.accountId) throw new Problem("sessionExpired");
      };
      const request: Request = {
        method,
        path,
        query,
        body,
        form: form && formOf(form),
        companyId: session.companyId,
        options: {
          ...{ idempotencyKey: key, release, signal, isMadeAgain: true },
          ...((form || timeoutMs !== undefined) && { timeoutMs: timeoutMs ?? UPLOAD_TIMEOUT_MS }),
        },
      };
      const answer = await sendSignedIn(request, assertOwner);
      return { status: answer.status, body: await readInTodaysShape(request, answer) };
    },
  };
}

/** The body of an answer; `noteProgress` is called with its head and with each piece that comes. */
async function readText(response: Response, noteProgress: () => void): Promise<string> {
  noteProgress();
  // None, or one that cannot be read by pieces.
  if (!response.body) return await response.text();
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    noteProgress();
    text += decoder.decode(value, { stream: true });
  }
}

/** The whole form as it goes over the wire; made anew for each try, always the same. */
function formOf({ fields, file }: NonNullable<OwnedCall["form"]>): FormData {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  if (file) form.append(file.field, new File([file.bytes.slice()], file.name, { type: file.contentType }));
  return form;
}

function uploadForm(file: File): FormData {
  const form = new FormData();
  form.append(UPLOAD_FIELD, file);
  return form;
}

/** Undefined for answers of others: proxies, and a Wi-Fi's sign-in page. */
const releaseOf = ({ headers }: Response): number | undefined =>
  readContractVersion(headers.get(CONTRACT_VERSION_HEADER));

function serverAgeOf(response: Response): ServerAge | undefined {
  const { status } = response;
  const version = releaseOf(response);
  if (version === undefined) return undefined;
  if (status === problems.appTooOld.status) return "tooNew";
  if (version === CONTRACT_VERSION) return "same";
  return version > CONTRACT_VERSION ? "newer" : "older";
}

/** The value of an answer. An older server's records are brought into today's shape: nothing else in the app knows theirs. */
async function readInTodaysShape({ method, path, body: asked }: Request, answer: Answer): Promise<unknown> {
  const body = readBody(answer);
  const { release } = answer;
  if (release === undefined || release >= CONTRACT_VERSION) return body;
  const { upgradeAnswer } = await import("#server-client/upgrade-reply.ts");
  return upgradeAnswer({ method, path, asked, body, release });
}

/** 100 to 299 is no error (1.§7). */
export const isErrorStatus = (status: number): boolean => status < 100 || status > 299;

/**
 * The value of an answer: the body of a success (200 to 299), or undefined where there is none. A success that is not
 * JSON came from somebody else than the server, such as the login page of a hotel's network.
 */
function readBody({ status, text }: Answer): unknown {
  if (isErrorStatus(status)) throw readProblem({ status, text });
  if (status < 200 || text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw offlineProblem();
  }
}
