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

/* A call as it arrives, and what its parts say once they are parsed. */

/** What a call carries, read after its head was admitted; nothing of it is trusted. */
export interface CallBody {
  readonly body: unknown;
  /** Reads the file of a form, if the call is one. */
  readonly readUpload: (rules: FileRules) => Promise<Upload>;
  /** Reads a form that stands for the body, if the call is one. */
  readonly readForm: (form: NonNullable<Route["form"]>) => Promise<ReceivedBody | undefined>;
}

/** A call without its body, as it arrives over HTTP or inside a batch; nothing of it is trusted yet. */
export interface CallHead {
  readonly params: unknown;
  readonly query: Readonly<Record<string, unknown>>;
  /** Bytes that are announced to follow; Infinity where their number is not. */
  readonly bodyBytes: number;
  /** The path as it was sent; part of what an idempotency key stands for. */
  readonly path: string;
  readonly bearer: string | undefined;
  readonly key: string | undefined;
  /** Inside a batch, which brings what its calls did to the disk before it is answered. */
  readonly isFlushedLater?: boolean;
  /** The version of the contract that the calling app was built with; undefined for callers that name none. */
  readonly contractVersion: number | undefined;
  /** The release whose shapes the body has, where the app was updated after it had made the call. */
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
  // Where nobody is signed in yet, the company is no business of the adapter: the route's own query may ask for it.
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

/** The body of a caller that is not our app: a record may be sent as it was read. */
function bodyOfOthers({ takesRecord, readSent, body }: Route, sent: unknown): unknown {
  const read = readSent ? readSent(sent) : sent;
  return takesRecord && body ? knownMembersOf(body, read) : read;
}

export function readCompanyId({ companyId }: CallHead["query"]): number | undefined {
  if (companyId === undefined || companyId === "") return undefined;
  if (typeof companyId === "string" && /^[1-9]\d{0,14}$/.test(companyId)) return Number(companyId);
  throw new Problem("validation", { errors: { companyId: ["companyId must be a whole number of 1 or more."] } });
}

/** The release whose shapes a call's body has; undefined for callers that name none, which know today's. */
const releaseOf = ({ release, contractVersion }: CallHead): number | undefined => release ?? contractVersion;

/** The attempt of a change that is done once. Undefined for any other call, and for a key that is not one, which parsing refuses. */
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
