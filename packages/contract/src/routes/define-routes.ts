import { z } from "zod";
import type { Access } from "#permissions.ts";
import type { FormFields } from "#entities/document-form.ts";
import type { ProblemCode } from "#problems.ts";
import type { FileRules } from "#rules/file-rules.ts";

/** The form field that carries a file (1.§7). */
export const UPLOAD_FIELD = "formFile";

/** A file as a handler receives it: within the route's rules, by name, size and content. */
export interface UploadedFile {
  /** Without folders and control characters. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** The type that the content has, not the one that the sender claims. */
  readonly contentType: string;
}

/** Bytes that may be more than fit into memory. */
interface ByteStream {
  readonly size: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Bytes as a reply. */
export interface BinaryReply {
  readonly contentType: string;
  /** What the file is called when it is saved. */
  readonly name: string;
  /** Whether a browser shows it or saves it. Only what cannot run anything is shown: pictures and PDF. */
  readonly disposition: "inline" | "attachment";
  /** Names these bytes forever: a browser that has them is told so, and they are not read again. */
  readonly etag?: string;
  readonly bytes: Uint8Array | (() => Promise<Uint8Array>) | ByteStream;
}

/** The reply of a route that answers with bytes instead of JSON. */
export const binaryReply = z.custom<BinaryReply>();

/** One call of the API, stated once: the server's route, the typed client and the OpenAPI page come from it. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: `/api/${string}` | `/pdf/${string}`;
  /** What the call is for, in one sentence. */
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Bytes of the body, where 16 KB (`SMALL_BODY_BYTES`) are too few. The reason stands beside the number. */
  readonly maxBodyBytes?: number;
  /**
   * The call carries one file, as multipart form data in the field `formFile`, instead of a body. A file that breaks these
   * rules is a 400 with the rules' messages under `formFile`.
   */
  readonly upload?: FileRules;
  /**
   * The call's body travels as multipart form data: `toBody` makes of its fields what `body` checks. One file may come along,
   * and is checked by its rules; the handler finds it as `file`.
   */
  readonly form?: {
    readonly toBody: (fields: FormFields) => unknown;
    readonly file: { readonly field: string; readonly rules: FileRules };
  };
  /** The body of a successful reply; z.void() is an empty reply with status 204, binaryReply is bytes. */
  readonly reply: z.ZodType;
  /** What can go wrong besides validation, 401 and 403, which any route may answer. */
  readonly problems: readonly ProblemCode[];
  /**
   * The body is a record, which callers may send as they read it: members that are not written are passed over. Not of our own app, which
   * names its contract version: there such a member is a mistake, and would be lost without a word.
   */
  readonly takesRecord?: true;
  /** Brings what such callers write in their own way into the members of the body, before it is checked. */
  readonly readSent?: (sent: unknown) => unknown;
  /** A change that carries an Idempotency-Key and may travel in a batch. */
  readonly isSyncedChange?: true;
  /** Whether repeated calls are limited, because somebody might be guessing. */
  readonly isGuessable?: true;
  /** A GET that browsers make by themselves, for links and images: the cookie of the login session authenticates it too. */
  readonly isOpenedByBrowser?: true;
  /** A GET that a signed link opens without a login: `link` in the query, for this path and a short time only. */
  readonly isLinkable?: true;
}

export const defineRoutes = <const Routes extends Record<string, Route>>(routes: Routes): Routes => routes;

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Sent<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined;
type Uploaded<R extends Route, As> = R["upload"] extends FileRules
  ? As
  : R["form"] extends object
    ? As | undefined
    : undefined;
type OmitUndefined<Shape> = { [Key in keyof Shape as Shape[Key] extends undefined ? never : Key]: Shape[Key] };

/** What a handler of the server receives, parsed. */
export type RouteInput<R extends Route> = {
  params: Parsed<R["params"]>;
  query: Parsed<R["query"]>;
  body: Parsed<R["body"]>;
  file: Uploaded<R, UploadedFile>;
};

/** What a caller gives: only the parts that the route has. */
export type RouteCall<R extends Route> = OmitUndefined<{
  params: Sent<R["params"]>;
  query: Sent<R["query"]>;
  body: Sent<R["body"]>;
  /** Its name is what the file will be called. */
  file: R["upload"] extends FileRules ? File : undefined;
}> &
  (R["form"] extends object ? { file?: File } : unknown);

export type RouteReply<R extends Route> = z.output<R["reply"]>;
/** What a handler of the server returns, before the reply is written. */
export type RouteResult<R extends Route> = z.input<R["reply"]>;
