import type { CompanyId, Route, RouteInput, RouteName, RouteResult, Routes } from "@ridgebook/contract";
import type { CompanyScope, PlatformScope } from "#database/company-scope.ts";
import type { WireReply } from "./idempotency.ts";
import type { Session } from "./session.ts";

/** What the network says about a caller that no body can: for rate limits, the list of login sessions and cookies. */
export interface Caller {
  /** Of IPv6 the network, whose holder has all addresses in it (`clientOf`). */
  readonly address: string;
  readonly userAgent: string;
  /** The cookie that renews access tokens, if the browser sent one. */
  readonly refreshCookie: string | undefined;
  /**
   * Sets the refresh cookie on the reply, or removes it. A new secret goes out only when the call succeeds: one that fails is
   * rolled back, and the browser goes on with what it holds.
   */
  setRefreshCookie(value: { secret: string; expires: Date } | undefined): void;
  /** The cookie of a browser that an account signed in with before; a logout keeps it. */
  readonly deviceCookie: string | undefined;
  /** Sets it on the reply when the call succeeds. */
  setDeviceCookie(value: { secret: string; expires: Date }): void;
  /** Puts a header on the reply, for what a body of the specified shape has no place for. */
  setHeader(name: string, value: string): void;
  /**
   * Names what the reply will hold, so that the caller may keep it and ask whether it is still so. Raises NotModified when
   * the caller has just that; what would be read for the reply then is not.
   */
  setTag(tag: string): void;
}

/** The caller has what it asks for: 304, without a body. Thrown by Caller.setTag, for handlers that only read. */
export class NotModified extends Error {}

/** What every handler receives besides its parsed input. */
interface RequestContext {
  readonly caller: Caller;
  readonly requestId: string;
}

/** Inside a company: one transaction that sees this company's rows only. */
export interface CompanyContext extends RequestContext {
  readonly session: Session;
  readonly scope: CompanyScope;
}

/** Outside a company: one transaction on the platform tables. */
interface PlatformContext extends RequestContext {
  /** Undefined only where the route's access is "anyone". */
  readonly session: Session | undefined;
  readonly platform: PlatformScope;
}

/** The handler of one route; what it throws as a Problem rolls its transaction back. */
type CompanyHandler<R extends Route> = (input: RouteInput<R> & CompanyContext) => Promise<RouteResult<R>>;
type PlatformHandler<R extends Route> = (input: RouteInput<R> & PlatformContext) => Promise<RouteResult<R>>;

type CompanyHandlers<Name extends RouteName> = { readonly [N in Name]: CompanyHandler<Routes[N]> };
type PlatformHandlers<Name extends RouteName> = { readonly [N in Name]: PlatformHandler<Routes[N]> };

/** One of the calls of a batch. */
export interface InnerCall {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body: unknown;
  /** Of the app that made it, where that is not the caller's. */
  readonly release?: number | undefined;
}

/** Makes one more call of the contract, as the same caller, in a transaction of its own. */
export type CallRoute = (call: InnerCall) => Promise<WireReply>;

/**
 * Makes several, in their order and in one transaction, with the replies that each would have got alone. Undefined where anything
 * at all stands against one of them, a refusal, a key that is known, a defect: then nothing was done, and each is to be made alone.
 */
export type CallTogether = (calls: readonly InnerCall[]) => Promise<WireReply[] | undefined>;

/**
 * Inside a company, but in transactions of its own: for files and other work that takes long without the database, which
 * would otherwise keep one of its few connections. The session was checked before, and is again with each transaction.
 */
export interface CompanyStepsContext extends RequestContext {
  readonly session: Session;
  readonly companyId: CompanyId;
  readonly transact: <Result>(work: (scope: CompanyScope) => Promise<Result>) => Promise<Result>;
}
type CompanyStepsHandler<R extends Route> = (input: RouteInput<R> & CompanyStepsContext) => Promise<RouteResult<R>>;

/**
 * On the platform tables, in several transactions: for work such as hashing a password, which must not hold a connection. Where the
 * route asks for a session, each transaction checks it.
 */
export interface PlatformStepsContext extends RequestContext {
  /** Undefined only where the route's access is "anyone". */
  readonly session: Session | undefined;
  readonly transact: <Result>(work: (platform: PlatformScope) => Promise<Result>) => Promise<Result>;
}
type PlatformStepsHandler<R extends Route> = (input: RouteInput<R> & PlatformStepsContext) => Promise<RouteResult<R>>;

/** Outside any transaction: makes calls of its own, each with one. */
interface CallsContext extends RequestContext {
  readonly callRoute: CallRoute;
  readonly callTogether: CallTogether;
  /** Has to be called before anybody hears of what the calls did: only then it outlives the end of the database. */
  readonly flush: () => Promise<void>;
}
type CallsHandler<R extends Route> = (input: RouteInput<R> & CallsContext) => Promise<RouteResult<R>>;

/**
 * Inside a company, after work that takes long without the database: reading a picture, storing a file, checking a signature.
 * `prepare` runs before the transaction, for callers whose access was checked; `handle` gets what it made. Under an idempotency key
 * only `handle` is done once, so what `prepare` does must be the same when it is done again.
 */
interface PreparedHandler<R extends Route, Prepared> {
  readonly prepare: (input: RouteInput<R> & CompanyStepsContext) => Promise<Prepared>;
  readonly handle: (input: RouteInput<R> & CompanyContext & { readonly prepared: Prepared }) => Promise<RouteResult<R>>;
}

/** How one route is answered, with the types of its input erased: what the adapter works with. */
export interface Answer {
  readonly within: "company" | "companySteps" | "platform" | "platformSteps" | "calls";
  readonly prepare?: (input: never) => Promise<unknown>;
  readonly handle: (input: never) => Promise<unknown>;
  /** The same for several calls that follow each other in a batch: all of them, in their order, or none. */
  readonly handleTogether?: (inputs: never) => Promise<readonly unknown[]>;
}
export type Answers = Readonly<Record<RouteName, Answer>>;

/** Calls a handler. The types met where the feature listed its handlers; the table of all of them has erased them. */
export const handle = (answer: Answer, input: unknown): Promise<unknown> => answer.handle(input as never);

const mark = (
  within: Answer["within"],
  handlers: Readonly<Record<string, (input: never) => Promise<unknown>>>,
): Record<string, Answer> =>
  Object.fromEntries(Object.entries(handlers).map(([name, handle]) => [name, { within, handle }]));

/** Says of a feature's handlers that they work inside a company. */
export const inCompany = <Name extends RouteName>(handlers: CompanyHandlers<Name>) =>
  mark("company", handlers) as Record<Name, Answer>;

/** Adds to a route's handler how several calls are done at once, all of them or none, for the ones that batches are full of. */
export const alsoTogether = <Name extends RouteName>(
  answers: Record<Name, Answer>,
  together: {
    readonly [N in Name]?: (
      inputs: readonly (RouteInput<Routes[N]> & CompanyContext)[],
    ) => Promise<readonly RouteResult<Routes[N]>[]>;
  },
): Record<Name, Answer> => {
  const added = Object.entries(together).map(([name, handleTogether]) => [
    name,
    { ...answers[name as Name], handleTogether },
  ]);
  return { ...answers, ...(Object.fromEntries(added) as Partial<Record<Name, Answer>>) };
};

/** Says of a feature's handlers that they work inside a company, in transactions of their own. */
export const inCompanySteps = <Name extends RouteName>(handlers: {
  readonly [N in Name]: CompanyStepsHandler<Routes[N]>;
}) => mark("companySteps", handlers) as Record<Name, Answer>;

/** Says of a feature's handler that it works inside a company after it was prepared outside a transaction. */
// The compiler types a computed key as any string, so the object needs a cast to the route's name.
export const inCompanyPrepared = <Name extends RouteName, Prepared>(
  name: Name,
  { prepare, handle }: PreparedHandler<Routes[Name], Prepared>,
) => ({ [name]: { within: "company", prepare, handle } }) as unknown as Record<Name, Answer>;

/** Says of a feature's handlers that they work on the platform tables. */
export const onPlatform = <Name extends RouteName>(handlers: PlatformHandlers<Name>) =>
  mark("platform", handlers) as Record<Name, Answer>;

/** Says of a feature's handlers that they work on the platform tables, in several transactions. */
export const onPlatformSteps = <Name extends RouteName>(handlers: {
  readonly [N in Name]: PlatformStepsHandler<Routes[N]>;
}) => mark("platformSteps", handlers) as Record<Name, Answer>;

/** Says of a feature's handlers that they make further calls. */
export const withCalls = <Name extends RouteName>(handlers: { readonly [N in Name]: CallsHandler<Routes[N]> }) =>
  mark("calls", handlers) as Record<Name, Answer>;
