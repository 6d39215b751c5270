import type { z } from "zod";
import type { Access } from "#permissions.ts";
import type { ProblemCode } from "#problems.ts";

/** One call of the API, stated once: the server's route, the typed client and the OpenAPI page come from it. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: `/api/${string}`;
  /** What the call is for, in one sentence. */
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The body of a successful reply; z.void() is an empty reply with status 204. */
  readonly reply: z.ZodType;
  /** What can go wrong besides validation, 401 and 403, which any route may answer. */
  readonly problems: readonly ProblemCode[];
  /** A change that carries an Idempotency-Key and may travel in a batch. */
  readonly isSyncedChange?: true;
  /** Whether repeated calls are limited, because somebody might be guessing. */
  readonly isGuessable?: true;
}

export const defineRoutes = <const Routes extends Record<string, Route>>(routes: Routes): Routes => routes;

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type OmitUndefined<Shape> = { [Key in keyof Shape as Shape[Key] extends undefined ? never : Key]: Shape[Key] };

/** What a handler of the server receives, parsed. */
export type RouteInput<R extends Route> = {
  params: Parsed<R["params"]>;
  query: Parsed<R["query"]>;
  body: Parsed<R["body"]>;
};

/** What a caller gives: only the parts that the route has. */
export type RouteCall<R extends Route> = OmitUndefined<{
  params: Sent<R["params"]>;
  query: Sent<R["query"]>;
  body: Sent<R["body"]>;
}>;

export type RouteReply<R extends Route> = z.output<R["reply"]>;
/** What a handler of the server returns, before the reply is written. */
export type RouteResult<R extends Route> = z.input<R["reply"]>;
