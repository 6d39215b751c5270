import { setTimeout as wait } from "node:timers/promises";
import type { CompanyId, ConnectionFailure } from "@ridgebook/contract";
import type { Logger } from "pino";
import type { CompanyScope } from "#database/company-scope.ts";
import type { Database } from "#database/database.ts";
import { HttpCallError, type HttpCallReply, type HttpCallRequest } from "#egress/http-call.ts";
import type { GrantRepository, GrantRow } from "./grant-repository.ts";
import { ProviderFailure, siteOf, toConnectionFailure, type Provider } from "./provider.ts";
import { assertSuccess, type NoteMissing } from "./read-reply.ts";
import type { Renew } from "./renewal.ts";

/** The app waits 30 s for our response, and users are less patient. */
const ALL_TRIES_WITHIN_MS = 25_000;
/** What each try gets at least. */
const LEAST_TRY_MS = 3_000;
const TRY_WITHIN_MS = 12_000;
const MAX_TRIES = 4;
/** Back-off: a random delay up to this, doubled each time, so that callers don't retry in sync. */
const BACK_OFF_MS = 500;
/** Pause for the company after "too many calls" without a stated time. */
const REST_MS = 5_000;
/** While one call probes a failing provider, others are still refused. */
const PROBE_MS = 15_000;

const RETRIED: readonly ConnectionFailure[] = ["timedOut", "unavailable", "tooManyCalls"];
/** Failures after which nothing was done. */
const REFUSED_UNDONE: readonly ConnectionFailure[] = ["tooManyCalls"];

export interface ProviderRequest<Result> {
  /** For the log; no personal data. */
  readonly name: string;
  /** Default: GET. */
  readonly method?: HttpCallRequest["method"];
  readonly headers?: HttpCallRequest["headers"];
  readonly body?: HttpCallRequest["body"];
  /** False for calls that must not be made twice: retried only if the response shows that nothing was done. */
  readonly isRepeatable?: boolean;
  /** The address, given the site's base; other hosts are not called. */
  readonly urlOn: (baseUrl: string) => string;
  /** An address without a token, as of an upload's chunks: it may be on any host. */
  readonly isOpenAddress?: boolean;
  /** Other statuses that `read` accepts: 308 of a partial upload, or 304. */
  readonly expects?: readonly number[];
  readonly maxBytes: number;
  /** Throws ProviderFailure for an undocumented response. Missing optional keys are recorded. */
  readonly read: (reply: HttpCallReply, noteMissing: NoteMissing) => Result;
}

/** Calls a provider with the company's grant. Throws ProviderFailure. */
export type CallProvider = <Result>(order: CallOrder<Result>) => Promise<Result>;

/** What calls of one provider are made and dated with. */
export interface ProviderAccess {
  readonly database: Database;
  readonly call: CallProvider;
  readonly provider: Provider;
  readonly now: () => Date;
}

interface CallOrder<Result> {
  readonly companyId: CompanyId;
  readonly provider: Provider;
  readonly request: ProviderRequest<Result>;
  /** The total timeout of all tries, in milliseconds; longer for jobs. */
  readonly withinMs?: number;
}

interface Parts {
  readonly database: Database;
  readonly grants: GrantRepository;
  readonly renew: Renew;
  readonly now: () => Date;
  readonly logger: Logger;
  /** Overridden in tests only. */
  readonly sleep?: (ms: number) => Promise<unknown>;
}

/** Calls currently left of a grant's rate limit. */
function callsLeftAt(grant: GrantRow, { limit }: Provider, now: Date): number {
  const passedMs = Math.max(0, now.getTime() - grant.callsTime.getTime());
  return Math.min(limit.atOnce, grant.callsLeft + (passedMs * limit.perMinute) / 60_000);
}

type Waiting = { readonly waitMs: number; readonly because: ConnectionFailure };
type Admitted = { readonly grant: GrantRow; readonly accessToken: string };

/** Throws reconnectNeeded if this server lacks the key. */
function openAccessToken(scope: CompanyScope, grants: GrantRepository, grant: GrantRow): string {
  const accessToken = grants.open(scope, grant, "access_token");
  if (accessToken === undefined) throw new ProviderFailure("reconnectNeeded");
  return accessToken;
}

/** Admits and counts a call, or returns how long to wait. Throws if no call may be made. */
async function admit(
  { companyId, provider }: { companyId: CompanyId; provider: Provider },
  { database, grants, now }: Parts,
): Promise<Admitted | Waiting> {
  return database.inCompany({ companyId }, async (scope) => {
    const held = await grants.hold(scope, provider.id);
    if (!held) throw new ProviderFailure("notConnected");
    const { grant } = held;
    if (grant.state === "reconnectNeeded") throw new ProviderFailure("reconnectNeeded");
    const accessToken = openAccessToken(scope, grants, grant);
    const time = now();
    const { restsUntil, breakerEndsTime } = grant;
    if (breakerEndsTime && breakerEndsTime > time) throw new ProviderFailure(grant.lastFailure ?? "unavailable");
    if (restsUntil && restsUntil > time)
      return { waitMs: restsUntil.getTime() - time.getTime(), because: grant.lastFailure ?? "tooManyCalls" };
    const left = callsLeftAt(grant, provider, time);
    if (left < 1) return { waitMs: ((1 - left) * 60_000) / provider.limit.perMinute, because: "tooManyCalls" };
    await grants.takeCall(scope, grant, {
      callsLeft: left - 1,
      callsTime: time,
      breakerEndsTime: breakerEndsTime && new Date(time.getTime() + PROBE_MS),
    });
    return { grant, accessToken };
  });
}

/** Classifies an error as a connection failure; undefined for a defect of ours. */
function toFailure(error: unknown): ProviderFailure | undefined {
  if (error instanceof ProviderFailure) return error;
  return error instanceof HttpCallError ? new ProviderFailure(toConnectionFailure(error.failure)) : undefined;
}

export function createProviderCalls(parts: Parts): CallProvider {
  const { database, grants, renew, now, logger, sleep = wait } = parts;

  /** One try with a valid access token, renewed once if the provider considers it expired. */
  async function tryOnce<Result>(
    order: CallOrder<Result>,
    admitted: Admitted,
    deadline: number,
  ): Promise<{ result: Result; missing: readonly string[] }> {
    const { companyId, provider, request } = order;
    let { grant, accessToken } = admitted;
    const renewNow = async (): Promise<void> => {
      grant = await renew({ companyId, provider, former: grant, deadline });
      accessToken = await database.inCompany({ companyId }, (scope) =>
        Promise.resolve(openAccessToken(scope, grants, grant)),
      );
    };
    const { isOpenAddress = false } = request;
    const send = async (): Promise<HttpCallReply> => {
      const { call, ...site } = siteOf(provider, grant);
      const baseUrl = site.apiUrl(grant.details);
      const url = request.urlOn(baseUrl);
      // The token never goes to another host, even for a link from the provider.
      const isOwnHost = new URL(url).origin === new URL(baseUrl).origin;
      if (!isOwnHost && !(isOpenAddress && url.startsWith("https:"))) throw new ProviderFailure("unreadable");
      return call({
        method: request.method ?? "GET",
        url,
        maxBytes: request.maxBytes,
        body: request.body,
        // A renewal may have used up the time; its result is used anyway.
        withinMs: Math.max(LEAST_TRY_MS, Math.min(TRY_WITHIN_MS, deadline - Date.now())),
        headers: {
          accept: "application/json",
          "accept-encoding": "identity",
          "user-agent": "Ridgebook",
          ...request.headers,
          ...(!isOpenAddress && { authorization: site.authorization(accessToken) }),
        },
      });
    };
    if (grant.accessEndsTime <= now()) await renewNow();
    let reply = await send();
    const failureOf = (): ProviderFailure | undefined => siteOf(provider, grant).failureOf?.(reply);
    // A 401 with a stated reason, such as a missing scope, is not fixed by a new token.
    if (reply.status === 401 && !isOpenAddress && !failureOf()) {
      await renewNow();
      reply = await send();
    }
    if (!request.expects?.includes(reply.status)) {
      const failure = failureOf();
      if (failure) throw failure;
      assertSuccess(reply, now());
    }
    const missing = new Set<string>();
    const result = request.read(reply, (keys) => {
      for (const key of keys) missing.add(key);
    });
    return { result, missing: [...missing].sort() };
  }

  async function noteFailure(
    { companyId, request: { name: call } }: Pick<CallOrder<unknown>, "companyId" | "request">,
    { grant, failure: { failure, waitMs, missing } }: { grant: GrantRow; failure: ProviderFailure },
  ): Promise<void> {
    const restMs = failure === "tooManyCalls" ? (waitMs ?? REST_MS) : waitMs;
    await database.inCompany({ companyId }, (scope) =>
      failure === "notFound"
        ? grants.noteSuccess(scope, grant, now())
        : grants.noteFailure(scope, grant, { failure, waitMs: restMs, now: now(), answer: { call, missing } }),
    );
  }

  return async (order) => {
    const { companyId, provider } = order;
    const began = Date.now();
    const deadline = began + (order.withinMs ?? ALL_TRIES_WITHIN_MS);
    /** Waits, or fails with the cause if the wait exceeds the deadline. */
    const waitOrFail = async (ms: number, failure: ProviderFailure): Promise<void> => {
      if (Date.now() + ms >= deadline) throw failure;
      await sleep(ms);
    };
    for (let tries = 1; ; tries += 1) {
      let admitted = await admit(order, parts);
      while ("waitMs" in admitted) {
        await waitOrFail(admitted.waitMs, new ProviderFailure(admitted.because));
        admitted = await admit(order, parts);
      }
      try {
        const { result, missing } = await tryOnce(order, admitted, deadline);
        const { grant } = admitted;
        const answer = { call: order.request.name, missing };
        await database.inCompany({ companyId }, (scope) => grants.noteSuccess(scope, grant, now(), answer));
        logger.debug(
          { companyId, provider: provider.id, call: order.request.name, tries, ms: Date.now() - began },
          "a provider was called",
        );
        return result;
      } catch (error) {
        const failure = toFailure(error);
        if (!failure) throw error;
        await noteFailure(order, { grant: admitted.grant, failure });
        logger.info(
          {
            companyId,
            provider: provider.id,
            call: order.request.name,
            tries,
            failure: failure.failure,
            ms: Date.now() - began,
          },
          "a call of a provider failed",
        );
        const retried = order.request.isRepeatable === false ? REFUSED_UNDONE : RETRIED;
        if (tries === MAX_TRIES || !retried.includes(failure.failure)) throw failure;
        // A delay named by the provider applies at admission.
        if (failure.waitMs === undefined && failure.failure !== "tooManyCalls")
          await waitOrFail(Math.random() * BACK_OFF_MS * 2 ** tries, failure);
      }
    }
  };
}
