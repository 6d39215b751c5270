import { Problem } from "@ridgebook/contract";
import { afterEach, describe, expect, test, vi } from "vitest";
import { AccessToken } from "#server-client/access-token.ts";
import {
  createServerClient,
  isErrorStatus,
  REQUEST_TIMEOUT_MS,
  type CookieLocks,
} from "#server-client/server-client.ts";

interface Sent {
  method: string;
  path: string;
  query: Record<string, string>;
  bearer: string | null;
  key: string | null;
  body: unknown;
  form?: FormData;
}

type Answer = (sent: Sent) => { status: number; body?: unknown } | Promise<{ status: number; body?: unknown }>;

const SIGNED_IN = { id: 7, companyId: 3, active: true, role: "User", isSuperAdmin: false, isMasterAdmin: false };

/** A server made of one function, with the calls it received. */
function buildClient({
  answer,
  companyId = null,
  shownAccountId,
  locks,
  onLineBack,
}: {
  answer: Answer;
  onLineBack?: (hear: () => void) => () => void;
  companyId?: number | null;
  shownAccountId?: number;
  locks?: CookieLocks;
}) {
  const sent: Sent[] = [];
  const unauthorized = vi.fn();
  const cookieAccounts: (number | undefined)[] = [];
  const accessToken = new AccessToken();
  accessToken.keep({ token: "first", accountId: SIGNED_IN.id });
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, "http://app.test");
    const headers = new Headers(init?.headers);
    const call: Sent = {
      method: init?.method ?? "GET",
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      bearer: headers.get("authorization"),
      key: headers.get("idempotency-key"),
      body: typeof init?.body === "string" ? (JSON.parse(init.body) as unknown) : undefined,
      ...(init?.body instanceof FormData && { form: init.body }),
    };
    sent.push(call);
    const aborted = new Promise<never>((_, reject) => {
      const abort = (): void => reject(new DOMException("aborted", "AbortError"));
      if (init?.signal?.aborted) abort();
      init?.signal?.addEventListener("abort", abort);
    });
    const { status, body } = await Promise.race([Promise.resolve(answer(call)), aborted]);
    return new Response(body === undefined ? null : JSON.stringify(body), { status });
  };
  const client = createServerClient({
    fetch,
    token: accessToken,
    getCompanyId: () => companyId,
    getAccountId: () => shownAccountId,
    onCookieAccount: (accountId) => cookieAccounts.push(accountId),
    onUnauthorized: unauthorized,
    locks,
    ...(onLineBack && { onLineBack }),
  });
  return { client, sent, unauthorized, accessToken, cookieAccounts };
}

const problemOf = (promise: Promise<unknown>): Promise<Problem> =>
  promise.then(
    () => Promise.reject(new Error("expected a Problem")),
    (error: unknown) => {
      if (error instanceof Problem) return error;
      throw error;
    },
  );

/** Accepts the token "second" only, and hands it out for a refresh. */
const afterRefresh: Answer = ({ path, bearer }) => {
  if (path === "/api/users/refresh") return { status: 200, body: { token: "second", user: SIGNED_IN } };
  return bearer === "Bearer second" ? { status: 200, body: [] } : { status: 401 };
};

afterEach(() => {
  vi.useRealTimers();
});

describe("a call", () => {
  test("[API-01] carries the bearer token to the API", async () => {
    const { client, sent } = buildClient({ answer: () => ({ status: 200, body: [] }) });
    await client.call("listCompanies", { query: { active: "true" } });
    expect(sent).toEqual([
      {
        method: "GET",
        path: "/api/companies",
        query: { active: "true" },
        bearer: "Bearer first",
        key: null,
        body: undefined,
      },
    ]);
  });

  test.each([
    { companyId: 3, query: { companyId: "3" } },
    { companyId: null, query: {} },
  ])("[API-02] with company $companyId carries the query $query", async ({ companyId, query }) => {
    const { client, sent } = buildClient({ companyId, answer: () => ({ status: 200, body: {} }) });
    await client.call("getLead", { params: { id: "17" } });
    expect(sent[0]).toMatchObject({ path: "/api/leads/17", query });
  });

  test("carries the body and the key of its attempt", async () => {
    const { client, sent } = buildClient({ answer: () => ({ status: 200, body: { id: 5 } }) });
    const reply = await client.call(
      "createLead",
      { body: { lastName: "Ortega" } },
      { idempotencyKey: "0123456789abcdef" },
    );
    expect(reply).toEqual({ id: 5 });
    expect(sent[0]).toMatchObject({ method: "POST", key: "0123456789abcdef", body: { lastName: "Ortega" } });
  });

  test("[FILE-02] carries a file as a form, in formFile, also when it is made again after a refusal", async () => {
    const { client, sent } = buildClient({ answer: afterRefresh });
    const file = new File(["a,b"], "prices.csv");
    await client.call("uploadFile", { file });
    const uploads = sent.filter(({ path }) => path === "/api/files");
    expect(uploads.map(({ method, bearer }) => [method, bearer])).toEqual([
      ["POST", "Bearer first"],
      ["POST", "Bearer second"],
    ]);
    for (const { form } of uploads) expect([...(form ?? [])]).toEqual([["formFile", file]]);
  });

  test("without a body in the answer has no value", async () => {
    const { client } = buildClient({ answer: () => ({ status: 204 }) });
    await expect(client.call("deleteLead", { params: { id: "17" } })).resolves.toBeUndefined();
  });
});

describe("failures", () => {
  test.each([
    [100, false],
    [204, false],
    [299, false],
    [300, true],
  ])("[API-03] [OP-83] status %d is an error: %s", (status, isError) => {
    expect(isErrorStatus(status)).toBe(isError);
  });

  test("[ERR-01] no network is a synthetic 503 Offline", async () => {
    const { client } = buildClient({ answer: () => Promise.reject(new TypeError("Failed to fetch")) });
    const problem = await problemOf(client.call("listCompanies", { query: {} }));
    expect(problem).toMatchObject({ status: 503, code: "unavailable", message: "Offline" });
  });

  test("[ERR-02] an aborted call is a synthetic 418 Request aborted", async () => {
    const { client } = buildClient({ answer: () => new Promise(() => undefined) });
    const leaving = new AbortController();
    const failing = problemOf(client.call("listCompanies", { query: {} }, { signal: leaving.signal }));
    leaving.abort();
    expect(await failing).toMatchObject({ status: 418, message: "Request aborted" });
  });

  test("[ERR-07] an answer that takes too long is a 408", async () => {
    vi.useFakeTimers();
    const { client } = buildClient({ answer: () => new Promise(() => undefined) });
    const failing = problemOf(client.call("listCompanies", { query: {} }));
    await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS);
    expect(await failing).toMatchObject({ status: 408, code: "requestTimeout" });
  });

  describe("an answer that comes piece by piece", () => {
    const PIECES = ['{"changed":{},"dele', 'ted":{},"cursor":"ü', '7","more":false}'];
    const session = { accountId: 7, companyId: 3 };

    /** A server whose pieces come when the test says so; a call that was given up breaks off, as a browser's does. */
    function buildSlowLine() {
      let send = (_piece: Uint8Array): void => undefined;
      let end = (): void => undefined;
      const token = new AccessToken();
      token.keep({ token: "first", accountId: session.accountId });
      const fetch: typeof globalThis.fetch = (_input, init) => {
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => {
            send = (piece) => controller.enqueue(piece);
            end = () => controller.close();
            init?.signal?.addEventListener("abort", () => controller.error(new DOMException("aborted", "AbortError")));
          },
        });
        return Promise.resolve(new Response(body));
      };
      const client = createServerClient({ fetch, token, getCompanyId: () => 3 });
      const answer = client.callFor({ method: "GET", path: "/api/changes", session });
      return { answer, send: (piece: Uint8Array) => send(piece), end: () => end() };
    }

    test("[SYNC-46] is waited for as long as it comes, however long that takes", async () => {
      vi.useFakeTimers();
      const { answer, send, end } = buildSlowLine();
      const bytes = new TextEncoder().encode(PIECES.join(""));
      // A letter of two bytes arrives in halves.
      const middle = bytes.indexOf(0xc3) + 1;
      for (const piece of [bytes.slice(0, middle), bytes.slice(middle, middle + 5), bytes.slice(middle + 5)]) {
        await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS - 1_000);
        send(piece);
      }
      await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS - 1_000);
      end();
      expect(await answer).toMatchObject({ body: { cursor: "ü7", more: false } });
    });

    test("[ERR-07] is a 408 when nothing more comes", async () => {
      vi.useFakeTimers();
      const { answer, send } = buildSlowLine();
      const failing = problemOf(answer);
      await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS - 1_000);
      send(new TextEncoder().encode(PIECES[0]));
      await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS);
      expect(await failing).toMatchObject({ status: 408, code: "requestTimeout" });
    });
  });

  test("a problem of the server keeps its code and details", async () => {
    const body = { status: 400, code: "validation", title: "Check the form.", errors: { email: ["Is taken."] } };
    const { client } = buildClient({ answer: () => ({ status: 400, body }) });
    const problem = await problemOf(client.call("updateSelf", { body: { firstName: "A", lastName: "B" } }));
    expect(problem).toMatchObject({ code: "validation", details: { errors: { email: ["Is taken."] } } });
  });

  test.each([
    [413, "tooLarge"],
    [502, "unavailable"],
    [504, "unavailable"],
    [500, "unexpected"],
    [418, "unexpected"],
  ])("status %d without a problem in the body is %s", async (status, code) => {
    const { client } = buildClient({ answer: () => ({ status, body: "<html>" }) });
    expect(await problemOf(client.call("getSelf", {}))).toMatchObject({ status, code });
  });

  test.each([400, 404, 409, 410, 415, 422])(
    "[SYNC-67] status %d of a machine on the way does not say what our server would mean by it",
    async (status) => {
      const { client } = buildClient({ answer: () => ({ status, body: "<html>" }) });
      expect(await problemOf(client.call("getSelf", {}))).toMatchObject({ status, code: "unexpected" });
    },
  );
});

describe("an expired token", () => {
  test("is renewed once, and the call is made again", async () => {
    const { client, sent, unauthorized } = buildClient({ answer: afterRefresh });
    await expect(client.call("listCompanies", { query: {} })).resolves.toEqual([]);
    expect(sent.map(({ path }) => path)).toEqual(["/api/companies", "/api/users/refresh", "/api/companies"]);
    expect(unauthorized).not.toHaveBeenCalled();
  });

  test("of several calls at once is renewed by one refresh", async () => {
    const { client, sent } = buildClient({ answer: afterRefresh });
    await Promise.all([1, 2, 3].map(() => client.call("listCompanies", { query: {} })));
    expect(sent.filter(({ path }) => path === "/api/users/refresh")).toHaveLength(1);
  });

  test("that a slow call gets after another call renewed it needs no second refresh", async () => {
    let letSlowCallFail = (): void => undefined;
    const slow = new Promise<void>((resolve) => {
      letSlowCallFail = resolve;
    });
    const { client, sent } = buildClient({
      answer: async (call) => {
        if (call.path === "/api/users/self" && call.bearer === "Bearer first") await slow;
        return afterRefresh(call);
      },
    });
    const slowCall = client.call("getSelf", {});
    await client.call("listCompanies", { query: {} });
    letSlowCallFail();
    await slowCall;
    expect(sent.filter(({ path }) => path === "/api/users/refresh")).toHaveLength(1);
  });

  test("is renewed under a lock over all tabs", async () => {
    const names: string[] = [];
    const locks: CookieLocks = {
      request: (name, work) => {
        names.push(name);
        return work();
      },
    };
    const { client } = buildClient({ answer: afterRefresh, locks });
    await client.call("listCompanies", { query: {} });
    expect(names).toEqual(["ridgebook-refresh"]);
  });

  test("[AUTH-14] is renewed before a login that comes meanwhile is sent: the later answer's cookie would be the one that counts", async () => {
    const order: string[] = [];
    let last: Promise<unknown> = Promise.resolve();
    const locks: CookieLocks = {
      request: (_name, work) => {
        const turn = last.then(work);
        last = turn.catch(() => undefined);
        return turn;
      },
    };
    const { client } = buildClient({
      locks,
      answer: async ({ path }) => {
        order.push(`${path} begins`);
        await new Promise((resolve) => setTimeout(resolve, 5));
        order.push(`${path} ends`);
        return path === "/api/users/refresh"
          ? { status: 401 }
          : { status: 200, body: { token: "second", user: SIGNED_IN } };
      },
    });
    const refused = client.refresh().catch(() => undefined);
    await client.call("login", { body: { email: "ann@demo.test", password: "x" } });
    await refused;
    expect(order).toEqual([
      "/api/users/refresh begins",
      "/api/users/refresh ends",
      "/api/users/login begins",
      "/api/users/login ends",
    ]);
  });

  test("[AUTH-14] that cannot be renewed is reset, and the app is notified", async () => {
    const { client, accessToken, unauthorized } = buildClient({ answer: () => ({ status: 401 }) });
    const problem = await problemOf(client.call("listCompanies", { query: {} }));
    expect(problem).toMatchObject({ status: 401, code: "sessionExpired" });
    expect(accessToken.read()).toBeUndefined();
    expect(unauthorized).toHaveBeenCalledTimes(1);
  });

  test("without a network fails as offline, and signs no one out", async () => {
    const { client, unauthorized } = buildClient({
      answer: ({ path }) =>
        path === "/api/users/refresh" ? Promise.reject(new TypeError("Failed to fetch")) : { status: 401 },
    });
    expect(await problemOf(client.call("listCompanies", { query: {} }))).toMatchObject({ status: 503 });
    expect(unauthorized).not.toHaveBeenCalled();
  });

  test("is refused a second time: 401 reaches the caller, without a loop", async () => {
    const { client, sent } = buildClient({
      answer: ({ path }) =>
        path === "/api/users/refresh" ? { status: 200, body: { token: "second", user: SIGNED_IN } } : { status: 401 },
    });
    expect(await problemOf(client.call("listCompanies", { query: {} }))).toMatchObject({ status: 401 });
    expect(sent).toHaveLength(3);
  });

  test("that is not there at all is fetched before the call", async () => {
    const { client, sent, accessToken } = buildClient({ answer: afterRefresh });
    accessToken.reset();
    await client.call("listCompanies", { query: {} });
    expect(sent.map(({ path }) => path)).toEqual(["/api/users/refresh", "/api/companies"]);
  });

  test("[AUTH-08] that turns out to be another account's is not used for a call that was begun for the one shown", async () => {
    const { client, sent, accessToken } = buildClient({ answer: afterRefresh, shownAccountId: 9 });
    accessToken.reset();
    const saving = client.call("updateSelf", { body: { firstName: "Ann", lastName: "Lee", phoneNumber: "" } });
    expect(await problemOf(saving)).toMatchObject({ code: "sessionExpired" });
    expect(sent.map(({ path }) => path)).toEqual(["/api/users/refresh"]);
  });

  test("[AUTH-08] names another company than the current one when the user chooses it", async () => {
    const { client, sent } = buildClient({
      companyId: 3,
      answer: () => ({ status: 200, body: { token: "second", user: SIGNED_IN } }),
    });
    await client.refresh({ companyId: 4 });
    await client.refresh();
    expect(sent.map(({ query }) => query)).toEqual([{ companyId: "4" }, { companyId: "3" }]);
  });

  test("[AUTH-08] names the cookie's account, and none from before a login until after it, or once refused or logged out", async () => {
    let status = 200;
    const { client, cookieAccounts } = buildClient({
      answer: () => ({ status, ...(status === 200 && { body: { token: "second", user: SIGNED_IN } }) }),
    });
    await client.call("login", { body: { email: "ann@demo.test", password: "x" } });
    expect(cookieAccounts.splice(0)).toEqual([undefined, 7]);
    await client.refresh();
    expect(cookieAccounts.splice(0)).toEqual([7]);
    await client.call("logout", {});
    expect(cookieAccounts.splice(0)).toEqual([undefined]);
    status = 401;
    await problemOf(client.refresh());
    expect(cookieAccounts.splice(0)).toEqual([undefined]);
    status = 503;
    await problemOf(client.call("login", { body: { email: "ann@demo.test", password: "x" } }));
    expect(cookieAccounts.splice(0)).toEqual([undefined]);
  });

  test("is not requested by public calls", async () => {
    const { client, sent } = buildClient({ answer: () => ({ status: 401 }) });
    await problemOf(client.call("login", { body: { email: "ann@demo.test", password: "x" } }));
    expect(sent.map(({ path }) => path)).toEqual(["/api/users/login"]);
  });
});

describe("a call of the outbox", () => {
  const call = { method: "POST", path: "/api/batch", body: { calls: [] }, key: "0123456789abcdef" } as const;

  test("goes out in the company it was written in, whichever is chosen now", async () => {
    const { client, sent } = buildClient({ companyId: 4, answer: () => ({ status: 200, body: { replies: [] } }) });
    const reply = await client.callFor({ ...call, session: { accountId: 7, companyId: 3 } });
    expect(reply).toEqual({ status: 200, body: { replies: [] } });
    expect(sent[0]).toMatchObject({ path: "/api/batch", query: { companyId: "3" }, key: "0123456789abcdef" });
  });

  test("is not sent while another user is signed in", async () => {
    const { client, sent } = buildClient({ answer: () => ({ status: 200 }) });
    const problem = await problemOf(client.callFor({ ...call, session: { accountId: 8, companyId: 3 } }));
    expect(problem).toMatchObject({ code: "sessionExpired" });
    expect(sent).toEqual([]);
  });

  test("[OFF-10] a call that was ended while its token was renewed is not sent any more", async () => {
    const ending = new AbortController();
    const { client, sent } = buildClient({
      answer: ({ path }) => {
        if (path !== "/api/users/refresh") return { status: 401 };
        ending.abort();
        return { status: 200, body: { token: "second", user: SIGNED_IN } };
      },
    });
    const session = { accountId: 7, companyId: 3 };
    expect(await problemOf(client.callFor({ ...call, session, signal: ending.signal }))).toMatchObject({
      code: "aborted",
    });
    expect(sent.map(({ path }) => path)).toEqual([call.path, "/api/users/refresh"]);
  });

  test("is not sent again when the renewed token is another user's", async () => {
    const { client, sent } = buildClient({
      answer: ({ path }) =>
        path === "/api/users/refresh"
          ? { status: 200, body: { token: "second", user: { ...SIGNED_IN, id: 8 } } }
          : { status: 401 },
    });
    await problemOf(client.callFor({ ...call, session: { accountId: 7, companyId: 3 } }));
    expect(sent.map(({ path }) => path)).toEqual(["/api/batch", "/api/users/refresh"]);
  });

  test("[ERR-07] that is large has the time that it takes on a slow line, and a small one no more than any other", async () => {
    vi.useFakeTimers();
    const { client } = buildClient({ answer: () => new Promise(() => undefined) });
    const session = { accountId: 7, companyId: 3 };
    const givenUp: string[] = [];
    const send = (name: string, length: number): Promise<unknown> =>
      problemOf(client.callFor({ ...call, session, body: { calls: ["x".repeat(length)] } })).then(({ code }) =>
        givenUp.push(`${name} ${code}`),
      );
    const sending = [send("8 MB", 8_000_000), send("1 MB", 1_000_000), send("1 KB", 1_000)];
    // 1 MB takes 31 s at 256 kbit/s, and 125 s at 64.
    await vi.advanceTimersByTimeAsync(31_000);
    expect(givenUp).toEqual(["1 KB requestTimeout"]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(givenUp).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(89_000);
    expect(givenUp).toEqual(["1 KB requestTimeout", "1 MB requestTimeout", "8 MB requestTimeout"]);
    await Promise.all(sending);
  });

  test("[SIGN-68] that was under way when the line came back fails at once, and a page's own call waits on", async () => {
    const line = new Set<() => void>();
    const { client } = buildClient({
      answer: () => new Promise(() => undefined),
      onLineBack: (hear) => {
        line.add(hear);
        return () => line.delete(hear);
      },
    });
    const sending = problemOf(client.callFor({ ...call, session: { accountId: 7, companyId: 3 } }));
    const ending = new AbortController();
    const asking = problemOf(client.call("listCompanies", { query: {} }, { signal: ending.signal }));
    await expect.poll(() => line.size).toBe(1);
    for (const hear of line) hear();
    expect(await sending).toMatchObject({ code: "unavailable" });
    expect(line.size).toBe(0);
    ending.abort();
    expect(await asking).toMatchObject({ code: "aborted" });
  });

  test("answered by a hotel's login page counts as not answered", async () => {
    const fetchHtml: typeof globalThis.fetch = () => Promise.resolve(new Response("<html>", { status: 200 }));
    const token = new AccessToken();
    token.keep({ token: "first", accountId: 7 });
    const captive = createServerClient({ fetch: fetchHtml, token, getCompanyId: () => 3 });
    const problem = await problemOf(captive.callFor({ ...call, session: { accountId: 7, companyId: 3 } }));
    expect(problem).toMatchObject({ code: "unavailable" });
  });
});
