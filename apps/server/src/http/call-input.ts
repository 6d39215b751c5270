import {
  fileOf,
  idempotencyKey as idempotencyKeySchema,
  Problem,
  upgradeBody,
  UPLOAD_FIELD,
  type FieldErrors,
  type FileRules,
  type Route,
  type Shapes,
  type UploadedFile,
} from "@ridgebook/contract";
import { assertShapeKnown } from "./app-age.ts";
import { parseInto } from "./field-errors.ts";
import type { Caller } from "./handlers.ts";
import { hashRequest, type KeyedAttempt } from "./idempotency.ts";
import type { ReceivedBody, Upload } from "./read-upload.ts";
import type { Claims } from "./session.ts";
import { knownMembersOf } from "./unknown-fields.ts";

/* A call as it arrives, and its parts after parsing. */

/** The body of a call, which is read after the head was admitted; nothing of it is trusted. */
export interface CallBody {
  readonly body: unknown;
  readonly readUpload: (rules: FileRules) => Promise<Upload>;
  /** Reads a form that is sent in place of a JSON body, if the call is one. */
  readonly readForm: (form: NonNullable<Route["form"]>) => Promise<ReceivedBody | undefined>;
}

/** A call without its body, as it arrives over HTTP or inside a batch; nothing of it is trusted yet. */
export interface CallHead {
  readonly params: unknown;
  readonly query: Readonly<Record<string, unknown>>;
  /** The announced length of the body in bytes; Infinity if it is not announced. */
  readonly bodyBytes: number;
  /** The path as it was sent; part of the request that an idempotency key identifies. */
  readonly path: string;
  readonly bearer: string | undefined;
  readonly key: string | undefined;
  /** The call is part of a batch, which flushes the commits of all its calls to the disk before it replies. */
  readonly isFlushedByBatch?: boolean;
  /** The version of the contract that the calling app was built with; undefined if the caller sends none. */
  readonly contractVersion: number | undefined;
  /** The release whose shapes the body has, if the app was updated after it made the call. */
  readonly release?: number | undefined;
  readonly caller: Caller;
  readonly requestId: string;
}

export type Incoming = CallHead & CallBody;

export interface ParsedInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly file: UploadedFile | undefined;
}

/** Parses every part of a request and reports the fields of all parts at once. */
export function parseInput(
  route: Route,
  incoming: Incoming,
  { shapes, upload }: { shapes: Shapes; upload?: Upload | undefined },
): ParsedInput {
  // On a route for anyone, the company is not the adapter's business, and the route's own query may have it.
  const { companyId: _companyId, ...others } = incoming.query;
  const query = route.access === "anyone" ? incoming.query : others;
  const errors: FieldErrors = {};
  const release = releaseOf(incoming);
  const body =
    release === undefined ? bodyOfOthers(route, incoming.body) : upgradeBody(route, incoming.body, release, shapes);
  const parsed = {
    params: parseInto(errors, route.params, incoming.params),
    query: parseInto(errors, route.query, query),
    body: parseInto(errors, route.body, body),
    file: upload && "file" in upload ? upload.file : undefined,
  };
  if (upload && "messages" in upload) errors[fileOf(route)?.field ?? UPLOAD_FIELD] = [...upload.messages];
  if (incoming.key !== undefined) {
    const key = idempotencyKeySchema.safeParse(incoming.key);
    if (!key.success) errors["Idempotency-Key"] = key.error.issues.map(({ message }) => message);
  }
  assertShapeKnown({ route, body, contractVersion: release, errors });
  if (Object.keys(errors).length > 0) throw new Problem("validation", { errors });
  return parsed;
}

/** Reads the body of a caller that is not our app: it may send a record back as it read it. */
function bodyOfOthers({ takesRecord, readSent, body }: Route, sent: unknown): unknown {
  const read = readSent ? readSent(sent) : sent;
  return takesRecord && body ? knownMembersOf(body, read) : read;
}

export function readCompanyId({ companyId }: CallHead["query"]): number | undefined {
  if (companyId === undefined || companyId === "") return undefined;
  if (typeof companyId === "string" && /^[1-9]\d{0,14}$/.test(companyId)) return Number(companyId);
  throw new Problem("validation", { errors: { companyId: ["companyId must be a whole number of 1 or more."] } });
}

/** The release whose shapes a call's body has; undefined for callers that send none, which use today's. */
const releaseOf = ({ release, contractVersion }: CallHead): number | undefined => release ?? contractVersion;

/** Reads the idempotency key of a change and the hash of its request. Undefined for other calls, and for a malformed key, which `parseInput` refuses. */
export function readAttempt(
  route: Route,
  { incoming, upload, claims }: { incoming: Incoming; upload: Upload | undefined; claims: Claims },
): KeyedAttempt | undefined {
  const { key, path, body } = incoming;
  if (!route.isSyncedChange || !idempotencyKeySchema.safeParse(key).success || key === undefined) return undefined;
  const file = upload && "file" in upload ? upload.file : undefined;
  const requestHash = hashRequest({ method: route.method, path, body, file });
  return { key, accountId: claims.accountId, requestHash };
}
