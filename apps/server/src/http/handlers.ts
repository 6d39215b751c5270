import type { CompanyId, Route, RouteInput, RouteName, RouteResult, Routes } from "@ridgebook/contract";
import type { CompanyScope, PlatformScope } from "#database/company-scope.ts";
import type { WireReply } from "./idempotency.ts";
import type { Session } from "./session.ts";

/** Who makes a call, by its connection and cookies; for rate limits and the list of login sessions. */
export interface Caller {
  /** For IPv6 the network, because one subscriber holds all addresses in it (`clientOf`). */
  readonly address: string;
  readonly userAgent: string;
  /** The cookie that renews access tokens, if the browser sent one. */
  readonly refreshCookie: string | undefined;
  /**
   * Sets the refresh cookie on the reply, or removes it. A new secret is sent only when the call succeeds: a failed call is rolled back,
   * and the browser keeps its previous cookie.
   */
  setRefreshCookie(value: { secret: string; expires: Date } | undefined): void;
  /** The cookie of a browser that an account signed in with before; a logout keeps it. */
  readonly deviceCookie: string | undefined;
  /** Sets it on the reply when the call succeeds. */
  setDeviceCookie(value: { secret: string; expires: Date }): void;
  /** Sets a header of the reply, for values that the specified body has no member for. */
  setHeader(name: string, value: string): void;
  /**
   * Sets the reply's ETag, so that the caller can cache it and revalidate. Throws NotModified on a cache hit, before the handler reads
   * anything for the reply.
   */
  setTag(tag: string): void;
}

/** A cache hit of the caller: 304, without a body. Thrown by Caller.setTag, for handlers that only read. */
export class NotModified extends Error {}

/** Every handler receives this with its parsed input. */
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

/** The handler of one route. A Problem that it throws rolls its transaction back. */
type CompanyHandler<R extends Route> = (input: RouteInput<R> & CompanyContext) => Promise<RouteResult<R>>;
type PlatformHandler<R extends Route> = (input: RouteInput<R> & PlatformContext) => Promise<RouteResult<R>>;

type CompanyHandlers<Name extends RouteName> = { readonly [N in Name]: CompanyHandler<Routes[N]> };
type PlatformHandlers<Name extends RouteName> = { readonly [N in Name]: PlatformHandler<Routes[N]> };

export interface InnerCall {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body: unknown;
  /** The release of the app that made it, if that is not the caller's. */
  readonly release?: number | undefined;
}

/** Makes one more call of the contract, as the same caller, in a separate transaction. */
export type CallRoute = (call: InnerCall) => Promise<WireReply>;

/**
 * Makes several calls in order, in one transaction, with the reply that each would get alone. Returns undefined after a rollback if one
 * of them is refused or its key is known. Any other error is thrown, also after a rollback. In both cases the caller makes each call alone.
 */
export type CallTogether = (calls: readonly InnerCall[]) => Promise<WireReply[] | undefined>;

/**
 * Inside a company, with its own transactions: for files and other slow work that must not hold one of the few connections
 * meanwhile. The session is checked first, and again by each transaction.
 */
export interface CompanyStepsContext extends RequestContext {
  readonly session: Session;
  readonly companyId: CompanyId;
  readonly transact: <Result>(work: (scope: CompanyScope) => Promise<Result>) => Promise<Result>;
}
type CompanyStepsHandler<R extends Route> = (input: RouteInput<R> & CompanyStepsContext) => Promise<RouteResult<R>>;

/**
 * On the platform tables, in several transactions: for slow work such as hashing a password, which must not hold a connection. If the
 * route needs a session, each transaction checks it.
 */
export interface PlatformStepsContext extends RequestContext {
  /** Undefined only where the route's access is "anyone". */
  readonly session: Session | undefined;
  readonly transact: <Result>(work: (platform: PlatformScope) => Promise<Result>) => Promise<Result>;
}
type PlatformStepsHandler<R extends Route> = (input: RouteInput<R> & PlatformStepsContext) => Promise<RouteResult<R>>;

/** Outside any transaction: makes further calls, each with its own transaction. */
interface CallsContext extends RequestContext {
  readonly callRoute: CallRoute;
  readonly callTogether: CallTogether;
  /** Must be called before the reply is sent: only then the commits of the calls survive a crash of the database. */
  readonly flush: () => Promise<void>;
}
type CallsHandler<R extends Route> = (input: RouteInput<R> & CallsContext) => Promise<RouteResult<R>>;

/**
 * Inside a company, after slow work without the database: reading a picture, storing a file, checking a signature.
 * `prepare` runs before the transaction, after the access check; `handle` receives its result. An idempotency key covers `handle`
 * alone, so `prepare` must be safe to repeat.
 */
interface PreparedHandler<R extends Route, Prepared> {
  readonly prepare: (input: RouteInput<R> & CompanyStepsContext) => Promise<Prepared>;
  readonly handle: (input: RouteInput<R> & CompanyContext & { readonly prepared: Prepared }) => Promise<RouteResult<R>>;
}

/** The handler of one route, as the route adapter calls it: without the types of its input. */
export interface RouteHandler {
  readonly within: "company" | "companySteps" | "platform" | "platformSteps" | "calls";
  readonly prepare?: (input: never) => Promise<unknown>;
  readonly handle: (input: never) => Promise<unknown>;
  /** Handles calls of this route that follow each other in a batch, in order: all of them or none. */
  readonly handleTogether?: (inputs: never) => Promise<readonly unknown[]>;
}
export type RouteHandlers = Readonly<Record<RouteName, RouteHandler>>;

/** Calls a handler. The feature that lists a handler has checked the type of its input; the table of all handlers has none. */
export const handle = (handler: RouteHandler, input: unknown): Promise<unknown> => handler.handle(input as never);

const mark = (
  within: RouteHandler["within"],
  handlers: Readonly<Record<string, (input: never) => Promise<unknown>>>,
): Record<string, RouteHandler> =>
  Object.fromEntries(Object.entries(handlers).map(([name, handle]) => [name, { within, handle }]));

/** Marks handlers that work inside a company. */
export const inCompany = <Name extends RouteName>(handlers: CompanyHandlers<Name>) =>
  mark("company", handlers) as Record<Name, RouteHandler>;

/** Adds handlers that do several calls of a route at once, for the routes that batches are full of. */
export const alsoTogether = <Name extends RouteName>(
  handlers: Record<Name, RouteHandler>,
  together: {
    readonly [N in Name]?: (
      inputs: readonly (RouteInput<Routes[N]> & CompanyContext)[],
    ) => Promise<readonly RouteResult<Routes[N]>[]>;
  },
): Record<Name, RouteHandler> => {
  const added = Object.entries(together).map(([name, handleTogether]) => [
    name,
    { ...handlers[name as Name], handleTogether },
  ]);
  return { ...handlers, ...(Object.fromEntries(added) as Partial<Record<Name, RouteHandler>>) };
};

/** Marks handlers that work inside a company and open their own transactions. */
export const inCompanySteps = <Name extends RouteName>(handlers: {
  readonly [N in Name]: CompanyStepsHandler<Routes[N]>;
}) => mark("companySteps", handlers) as Record<Name, RouteHandler>;

/** Marks a handler that works inside a company and prepares outside of its transaction. */
export const inCompanyPrepared = <Name extends RouteName, Prepared>(
  name: Name,
  { prepare, handle }: PreparedHandler<Routes[Name], Prepared>,
) => {
  const handler: RouteHandler = { within: "company", prepare, handle };
  return Object.fromEntries([[name, handler]]) as Record<Name, RouteHandler>;
};

/** Marks handlers that work on the platform tables. */
export const onPlatform = <Name extends RouteName>(handlers: PlatformHandlers<Name>) =>
  mark("platform", handlers) as Record<Name, RouteHandler>;

/** Marks handlers that work on the platform tables and open their own transactions. */
export const onPlatformSteps = <Name extends RouteName>(handlers: {
  readonly [N in Name]: PlatformStepsHandler<Routes[N]>;
}) => mark("platformSteps", handlers) as Record<Name, RouteHandler>;

/** Marks handlers that make further calls of the contract. */
export const withCalls = <Name extends RouteName>(handlers: { readonly [N in Name]: CallsHandler<Routes[N]> }) =>
  mark("calls", handlers) as Record<Name, RouteHandler>;
