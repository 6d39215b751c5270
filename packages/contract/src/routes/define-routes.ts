import { z } from "zod";
import type { Access } from "#permissions.ts";
import type { FormFields } from "#entities/document-form.ts";
import type { ProblemCode } from "#problems.ts";
import type { FileRules } from "#rules/file-rules.ts";

/** The form field of a file (1.§7). */
export const UPLOAD_FIELD = "formFile";

/** An uploaded file that passed the route's rules for name, size and content. */
export interface UploadedFile {
  /** Without folders and control characters. */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Detected from the content, not claimed by the sender. */
  readonly contentType: string;
}

/** Bytes that may not fit into memory. */
interface ByteStream {
  readonly size: number;
  readonly chunks: AsyncIterable<Uint8Array>;
}

export interface BinaryReply {
  readonly contentType: string;
  /** The download's file name. */
  readonly name: string;
  /** Whether a browser displays or downloads it. Only types that cannot run code are displayed: pictures and PDF. */
  readonly disposition: "inline" | "attachment";
  /** Identifies these bytes permanently: a browser that has them gets a 304 without reading them. */
  readonly etag?: string;
  readonly bytes: Uint8Array | (() => Promise<Uint8Array>) | ByteStream;
}

/** The reply of a route that returns bytes instead of JSON. */
export const binaryReply = z.custom<BinaryReply>();

/** A call of the API, defined once for the server's route, the typed client and the OpenAPI page. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: `/api/${string}` | `/pdf/${string}`;
  /** What the call is for, in one sentence. */
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The body limit in bytes, if 16 KB (`SMALL_BODY_BYTES`) is not enough. State the reason next to the number. */
  readonly maxBodyBytes?: number;
  /**
   * The call has one file, as multipart form data in the field `formFile`, instead of a body. A file that breaks these rules is a 400 with
   * messages under `formFile`.
   */
  readonly upload?: FileRules;
  /**
   * The body is sent as multipart form data: `toBody` converts its fields for `body`. One optional file is checked by its rules and passed
   * as `file`.
   */
  readonly form?: {
    readonly toBody: (fields: FormFields) => unknown;
    readonly file: { readonly field: string; readonly rules: FileRules };
  };
  /** The body of a successful reply; z.void() is an empty reply with status 204, binaryReply is bytes. */
  readonly reply: z.ZodType;
  /** Possible problems besides validation, 401 and 403, which any route may return. */
  readonly problems: readonly ProblemCode[];
  /**
   * The body is a record, which callers may send as they read it: read-only members are ignored. For our own app, which sends its contract
   * version, such a member is an error, since it would be lost silently.
   */
  readonly takesRecord?: true;
  /** Normalizes such callers' spellings before validation. */
  readonly readSent?: (sent: unknown) => unknown;
  /** A change with an Idempotency-Key that may be sent in a batch. */
  readonly isSyncedChange?: true;
  /** Whether calls are rate-limited because they could be brute-forced. */
  readonly isGuessable?: true;
  /** A GET that browsers make themselves, for links and images: the login session's cookie authenticates it too. */
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

/** The parsed input of a server's handler. */
export type RouteInput<R extends Route> = {
  params: Parsed<R["params"]>;
  query: Parsed<R["query"]>;
  body: Parsed<R["body"]>;
  file: Uploaded<R, UploadedFile>;
};

/** A caller's input: only the parts that the route has. */
export type RouteCall<R extends Route> = OmitUndefined<{
  params: Sent<R["params"]>;
  query: Sent<R["query"]>;
  body: Sent<R["body"]>;
  /** Its name is the stored file name. */
  file: R["upload"] extends FileRules ? File : undefined;
}> &
  (R["form"] extends object ? { file?: File } : unknown);

export type RouteReply<R extends Route> = z.output<R["reply"]>;
/** A handler's result, before the reply is written. */
export type RouteResult<R extends Route> = z.input<R["reply"]>;
