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
 * The timeout of a call: after the time to send its body on a slow network, and then between two chunks of the reply. Long enough for a
 * weak signal behind a house.
 */
export const REQUEST_TIMEOUT_MS = 30_000;

/** 64 kbit/s. Browsers do not report the progress of sending, so a large change may time out on a slower network. */
const SLOW_LINE_BYTES_PER_MS = 8;

/** For a signed document with its pictures, on a weak network. */
const UPLOAD_TIMEOUT_MS = 240_000;

/**
 * The lock, across tabs, for calls that change the login session's cookie. The cookie rotates with each refresh, and using one twice ends
 * the session; and the reply to a refresh must not overwrite the cookie of a later login. Tabs of older versions use the same
 * name.
 */
const COOKIE_LOCK = "ridgebook-refresh";

/** The used part of `navigator.locks`, which is missing on pages that are not served over HTTPS. */
export interface CookieLocks {
  request<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

interface CallOptions {
  signal?: AbortSignal | undefined;
  /** The idempotency key of a synced change. */
  idempotencyKey?: string | undefined;
  /** The release whose shapes the body has, if it is not this app's. */
  release?: number | undefined;
  timeoutMs?: number | undefined;
  /** The caller retries the call if it fails. */
  isRetried?: boolean;
  /** The company of the call, if it is not the current one: super admins may act in all companies. */
  companyId?: number | null | undefined;
}

type CallOf<Name extends RouteName> = RouteCall<Routes[Name]>;
export type ReplyOf<Name extends RouteName> = RouteReply<Routes[Name]>;

/** A queued call for its owner, who may have signed out since. */
interface OwnedCall {
  method: Route["method"];
  /** The path with its parameters filled in: "/api/leads/12". */
  path: string;
  query?: Record<string, string | readonly string[]>;
  body?: unknown;
  /** Sent as multipart form data in place of a body. */
  form?: {
    fields: FormFields;
    file?: { field: string; name: string; contentType: string; bytes: Uint8Array };
  };
  key?: string;
  /** The release whose shapes the body has, if it is not this app's. */
  release?: number;
  session: { accountId: number; companyId: number };
  /** Aborts the call. */
  signal?: AbortSignal;
  /** A longer timeout than usual. */
  timeoutMs?: number;
}

export interface ServerClient {
  /**
   * Makes one call of the contract: `client.call("getLead", { params: { id: "17" } })`.
   *
   * The server has validated the reply against the contract; it is not parsed again here, because a page of a thousand records
   * would cost a frame. Rejects only with a `Problem`.
   */
  call<Name extends RouteName>(name: Name, parts: CallOf<Name>, options?: CallOptions): Promise<ReplyOf<Name>>;

  /**
   * Makes a call of the outbox, in the company that it was written in. Fails as an expired session while another account is signed in,
   * so that no work is ever sent for another user. Fails immediately if the network comes back during the call, because the caller
   * retries.
   */
  callFor(call: OwnedCall): Promise<{ status: number; body: unknown }>;

  /**
   * Renews the access token with the login session's cookie, in the current company or the given one; concurrent calls, in this tab or
   * another, wait for it. Shares a renewal that is already running.
   */
  refresh(options?: { companyId: number | null }): Promise<ReplyOf<"refresh">>;
}

/** The server's version against this app's, by its last reply (decision 0028). */
export type ServerAge =
  /** Both have the same contract. */
  | "same"
  /** The server still understands this app, and there is a newer one. */
  | "newer"
  /** The server does not understand this app any more. */
  | "tooNew"
  /** The server is not updated yet: calls that it does not know wait. */
  | "older";

interface ServerClientOptions {
  fetch: typeof globalThis.fetch;
  token: AccessToken;
  getCompanyId: () => number | null;
  /** The account that the app shows. A call for one account is never sent with the token of another. */
  getAccountId?: () => number | undefined;
  /**
   * Called with the account of the login cookie; undefined if it is not known, such as during a login and after a logout. Called
   * inside the lock that serializes changes of the cookie.
   */
  onCookieAccount?: (accountId: number | undefined) => void;
  /** Called when the login session has ended: a call got 401 and the token could not be renewed. */
  onUnauthorized?: () => void;
  /** Called with each reply of the server. */
  onServerAge?: (age: ServerAge) => void;
  /** Called when a request is sent; the returned function receives the Date header of the reply. */
  onSent?: () => (date: string | null) => void;
  /** Listens to the return of the browser's network; the returned function stops it. */
  onLineBack?: (hear: () => void) => () => void;
  locks?: CookieLocks | undefined;
  /** Runs `work` after `delayMs`; the returned function cancels it. Replaced by tests and the simulation. */
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
  /** Sent in place of a body. */
  form?: FormData | undefined;
  companyId: number | null;
  options: CallOptions;
}

interface Answer {
  status: number;
  text: string;
  /** The server's version of the contract. */
  release?: number | undefined;
}

/** The timeout of a call with this body. */
const timeoutOf = (bodyText = ""): number =>
  Math.min(REQUEST_TIMEOUT_MS + Math.ceil(bodyText.length / SLOW_LINE_BYTES_PER_MS), UPLOAD_TIMEOUT_MS);

/**
 * Creates the client through which the app makes all calls to its server.
 *
 * After a 401, the client renews the token once and retries the call; only if that fails too does the call reject. No reply is
 * 503, an aborted call 418, a timeout 408 (1.§8); 100 to 299 is no error.
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
    // The browser sets the content type of a form itself, with the boundary.
    if (body !== undefined) headers.set("content-type", "application/json");

    // Also if it was aborted while it waited for a new token.
    if (options.signal?.aborted) throw abortedProblem();
    const abort = new AbortController();
    const forwardAbort = (): void => abort.abort(abortedProblem());
    options.signal?.addEventListener("abort", forwardAbort);
    // A request from before the network was lost gets no reply, and would block the queue until its timeout.
    const stopHearing = options.isRetried && onLineBack?.(() => abort.abort(offlineProblem()));
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
      // Other servers, such as a captive portal, send no version.
      if (age) {
        onServerAge?.(age);
        onAnswer?.(response.headers.get("date"));
      }
      // Read the whole body: a connection that is lost halfway must not look like a reply.
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

  /** Renews the token after a 401. If the session has ended, notifies the app and rejects with 401. */
  async function renewOrGiveUp(): Promise<void> {
    try {
      await refresh();
    } catch (error) {
      if (error instanceof Problem && error.status === 401) onUnauthorized?.();
      throw error;
    }
  }

  /** Sends with a token, which is renewed if it is missing or refused. Calls `assertOwner` before each try. */
  async function sendSignedIn(request: Request, assertOwner: () => void = () => undefined): Promise<Answer> {
    if (token.read() === undefined) await renewOrGiveUp();
    assertOwner();
    const usedToken = token.read();
    const answer = await send(request);
    if (answer.status !== 401) return answer;

    if (token.read() === usedToken) token.reset();
    // Another call may have renewed the token in the meantime.
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
          idempotencyKey: key,
          release,
          signal,
          isRetried: true,
          ...((form || timeoutMs !== undefined) && { timeoutMs: timeoutMs ?? UPLOAD_TIMEOUT_MS }),
        },
      };
      const answer = await sendSignedIn(request, assertOwner);
      return { status: answer.status, body: await readInTodaysShape(request, answer) };
    },
  };
}

/** Reads the body of a reply; calls `onProgress` with its head and with each chunk. */
async function readText(response: Response, onProgress: () => void): Promise<string> {
  onProgress();
  // Without a body, or without streams.
  if (!response.body) return await response.text();
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    onProgress();
    text += decoder.decode(value, { stream: true });
  }
}

/** Builds the form data, again for each try. */
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

/** Undefined for replies of other servers: proxies, captive portals. */
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

/** Reads the value of a reply, with an older server's records upgraded to today's shapes, so that the rest of the app need not know them. */
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
 * The value of a reply: the body of a success (200 to 299), or undefined without one. A success that is not JSON came from
 * another server, such as a hotel's captive portal.
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
