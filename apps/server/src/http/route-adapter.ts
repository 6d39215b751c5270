import {
  downgradeReply,
  fileOf,
  idempotencyKey as idempotencyKeySchema,
  Problem,
  routes,
  mayTokenCall,
  SHAPES,
  SMALL_BODY_BYTES,
  TOKEN_MAY_NOT,
  TOKEN_START,
  upgradeBody,
  UPLOAD_FIELD,
  type FieldErrors,
  type FileRules,
  type Route,
  type RouteName,
  type Shapes,
  type UploadedFile,
} from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import { platformScope, type CompanyScope, type PlatformScope } from "#database/company-scope.ts";
import { FLUSH_WHAT_WAS_READ, FLUSHED_LATER, type Database, type Opened } from "#database/database.ts";
import type { AccessTokens } from "./access-token.ts";
import { appAgeOf, assertShapeKnown, missingRoute } from "./app-age.ts";
import { knownMembersOf } from "./unknown-fields.ts";
import { countAttempt, PER_ADDRESS } from "./attempt-limit.ts";
import { parseInto } from "./field-errors.ts";
import type { Answer, Answers, CallRoute, CallTogether, Caller, InnerCall } from "./handlers.ts";
import {
  findKeptReply,
  hashRequest,
  keepRepliesStatement,
  keepReplyStatement,
  problemToWire,
  takeKeyStatements,
  type KeyedAttempt,
  type WireReply,
} from "./idempotency.ts";
import { noteRefusedAccess } from "./note-activity.ts";
import type { ReceivedBody, Upload } from "./read-upload.ts";
import {
  ForeignCompany,
  openSessionStatement,
  readSession,
  recordAuditEvent,
  scopeOf,
  type AccessClaims,
  type Claims,
  type Session,
  type TokenCaller,
} from "./session.ts";
import type { SignedLinks } from "./signed-link.ts";
import { findSyncedChange } from "./synced-change-paths.ts";

/** What a call carries, read after its head was admitted; nothing of it is trusted. */
interface CallBody {
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

type Incoming = CallHead & CallBody;

/** Which of a transaction's opening statements says what: `begin`, the session, and where there is one, the key. */
const SESSION = 1;
const TAKEN_KEY = 2;

/**
 * Decides from its head alone whether a call may go on: who is it, may they, not too often. What it returns answers the call with its
 * body. Both raise Problem for every expected failure.
 */
export type RouteAdapter = (name: RouteName, head: CallHead) => Promise<AnswerBody>;
export type AnswerBody = (received: CallBody) => Promise<WireReply>;

/** A call of a batch that can be done together with others. */
interface PlannedCall {
  readonly name: RouteName;
  readonly input: ParsedInput;
  readonly attempt: KeyedAttempt;
}

interface ParsedInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly file: UploadedFile | undefined;
}

/** Parses every part of a request and reports the fields of all parts at once. */
function parseInput(
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

function readCompanyId({ companyId }: CallHead["query"]): number | undefined {
  if (companyId === undefined || companyId === "") return undefined;
  if (typeof companyId === "string" && /^[1-9]\d{0,14}$/.test(companyId)) return Number(companyId);
  throw new Problem("validation", { errors: { companyId: ["companyId must be a whole number of 1 or more."] } });
}

/** The release whose shapes a call's body has; undefined for callers that name none, which know today's. */
const releaseOf = ({ release, contractVersion }: CallHead): number | undefined => release ?? contractVersion;

const toWire = (result: unknown): WireReply =>
  result === undefined ? { status: 204, body: undefined } : { status: 200, body: result };

/** The attempt of a change that is done once. Undefined for any other call, and for a key that is not one, which parsing refuses. */
function readAttempt(
  route: Route,
  { incoming, upload, claims }: { incoming: Incoming; upload: Upload | undefined; claims: Claims },
): KeyedAttempt | undefined {
  const { key, path, body } = incoming;
  if (!route.isSyncedChange || !idempotencyKeySchema.safeParse(key).success || key === undefined) return undefined;
  const file = upload && "file" in upload ? upload.file : undefined;
  const requestHash = hashRequest({ method: route.method, path, body, file });
  return { key, accountId: claims.accountId, requestHash };
}

/** Calls of the same route that follow each other, in their order. */
function inRuns(calls: readonly PlannedCall[]): [PlannedCall, ...PlannedCall[]][] {
  const runs: [PlannedCall, ...PlannedCall[]][] = [];
  for (const call of calls) {
    const last = runs.at(-1);
    if (last?.[0].name === call.name) last.push(call);
    else runs.push([call]);
  }
  return runs;
}

/** Does a change under its key: once, and with the same answer for every repetition. */
async function answerOnce(
  scope: CompanyScope,
  {
    requestId,
    attempt,
    opened: { answers, commitWith },
    work,
  }: {
    requestId: string;
    attempt: KeyedAttempt;
    opened: Pick<Opened, "answers" | "commitWith">;
    work: () => Promise<unknown>;
  },
): Promise<WireReply> {
  const isTaken = (answers[TAKEN_KEY]?.length ?? 0) > 0;
  const known = await findKeptReply(scope, { attempt, isTaken });
  if (known) {
    // The first answer may be on its way to the disk still, in a batch.
    commitWith(FLUSH_WHAT_WAS_READ);
    return known;
  }
  let reply: WireReply;
  try {
    reply = toWire(await work());
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // A refusal is an answer as well: what the handler wrote before it is undone, the key and the refusal stay.
    await scope.db.execute(sql`rollback to savepoint attempt`);
    reply = problemToWire(error, requestId);
  }
  commitWith(keepReplyStatement(scope, { attempt, reply }));
  return reply;
}

/**
 * Makes the one way in which calls of the contract are answered.
 *
 * The order is fixed: who is it (401), may they (403), is the request well-formed (400), then the handler. One
 * transaction spans it all and is opened together with the session, so nothing is half-saved and access cannot change
 * between the check and the work. Before a body of more than 16 KB is read, the session is asked once more, by itself.
 */
export function createRouteAdapter({
  database,
  apart,
  answers,
  accessTokens,
  signedLinks,
  readLoginCookie,
  readApiToken,
  shapes = SHAPES,
}: {
  database: Database;
  /** For attempts: however many are counted, requests get their connections. */
  apart: Database;
  answers: Answers;
  accessTokens: AccessTokens;
  signedLinks: SignedLinks;
  /** Whose login session the caller's cookie belongs to; raises sessionExpired for none that counts. */
  readLoginCookie: (caller: Caller) => Promise<AccessClaims>;
  /** Whose integration token it is; raises sessionExpired for one that does not count, tooManyRequests above its limit. */
  readApiToken: (token: string, caller: Caller) => Promise<TokenCaller>;
  /** Others only in tests and the simulation, which live through an update. */
  shapes?: Shapes | undefined;
}): RouteAdapter {
  const handle = (answer: Answer, input: unknown): Promise<unknown> =>
    // The types met where the feature listed its handlers; the table of all of them has erased them.
    answer.handle(input as never);

  async function answerAnyone(name: RouteName, incoming: Incoming): Promise<WireReply> {
    const route: Route = routes[name];
    const input = parseInput(route, incoming, { shapes });
    const { caller, requestId } = incoming;
    const answer = answers[name];
    const context = { ...input, caller, requestId, session: undefined };
    if (answer.within === "platformSteps")
      return toWire(await handle(answer, { ...context, transact: database.onPlatform.bind(database) }));
    return database.onPlatform(async (platform) => toWire(await handle(answer, { ...context, platform })));
  }

  async function answerSignedIn(name: RouteName, received: Incoming, claims: Claims): Promise<WireReply> {
    const route: Route = routes[name];
    const answer = answers[name];
    const companyId = readCompanyId(received.query);
    const { caller, requestId } = received;
    // Before the transaction: a file takes as long as its sender's network, a connection to the database is for all.
    const form = route.form && (await received.readForm(route.form));
    const upload = route.upload ? await received.readUpload(route.upload) : form?.upload;
    const incoming = form ? { ...received, body: form.body } : received;
    const prepared = answer.prepare && (await prepare(answer.prepare, { route, incoming, upload, claims, companyId }));

    const attempt = answer.within === "company" ? readAttempt(route, { incoming, upload, claims }) : undefined;
    const open = openSessionStatement({ claims, companyId });
    // In one round trip with the session: for a small change, asking back and forth takes longer than doing it.
    const opening = [
      open,
      ...(attempt ? [takeKeyStatements(attempt)] : []),
      ...(incoming.isFlushedLater ? [FLUSHED_LATER] : []),
    ].join("; ");
    const where = answer.within === "platform" ? "platformTransaction" : "transaction";
    const later = await database[where](opening, async ({ db, ...opened }) => {
      const rows = opened.answers[SESSION] ?? [];
      const session: Session = readSession({ rows, claims, companyId, access: route.access });
      const parsed = parseInput(route, incoming, { shapes, upload });
      const input = { ...parsed, caller, requestId, session };
      if (answer.within === "calls")
        return {
          input: {
            ...input,
            callRoute: callRouteAs(incoming),
            callTogether: callTogetherAs(incoming, claims),
            flush: () => database.flush(),
          },
        };
      if (answer.within === "companySteps") return { input: { ...input, ...stepsOf({ claims, session, route }) } };
      if (answer.within === "platformSteps")
        return { input: { ...input, transact: platformStepsOf({ claims, companyId, route }) } };
      if (answer.within === "platform") return toWire(await handle(answer, { ...input, platform: platformScope(db) }));
      const scope = scopeOf({ session, db });
      const work = (): Promise<unknown> => handle(answer, { ...input, scope, prepared });
      if (attempt) return answerOnce(scope, { requestId, attempt, opened, work });
      opened.commitWith(FLUSH_WHAT_WAS_READ);
      return toWire(await work());
    });
    if ("status" in later) return later;
    return toWire(await handle(answer, later.input));
  }

  /** The session of a call, in a separate transaction. */
  const askSession = (
    { access }: Route,
    { claims, companyId }: { claims: Claims; companyId: number | undefined },
  ): Promise<Session> =>
    database.transaction(openSessionStatement({ claims, companyId }), ({ rows }) =>
      Promise.resolve(readSession({ rows, claims, companyId, access })),
    );

  /** What a handler does before its transaction, for callers whose access is checked first. */
  async function prepare(
    work: NonNullable<Answer["prepare"]>,
    {
      route,
      incoming,
      upload,
      claims,
      companyId,
    }: {
      route: Route;
      incoming: Incoming;
      upload: Upload | undefined;
      claims: Claims;
      companyId: number | undefined;
    },
  ): Promise<unknown> {
    const session = await askSession(route, { claims, companyId });
    const { caller, requestId } = incoming;
    const input = { ...parseInput(route, incoming, { shapes, upload }), caller, requestId, session };
    return work({ ...input, ...stepsOf({ claims, session, route }) } as never);
  }

  /** The transactions of a handler that works in steps: each asks again whether the session still may. */
  function stepsOf({ claims, session, route }: { claims: Claims; session: Session; route: Route }) {
    const { companyId } = session.user;
    if (companyId === null) throw new Problem("chooseCompany");
    const transact = <Result>(work: (scope: CompanyScope) => Promise<Result>): Promise<Result> =>
      database.transaction(openSessionStatement({ claims, companyId }), ({ db, rows, commitWith }) => {
        commitWith(FLUSH_WHAT_WAS_READ);
        return work(scopeOf({ session: readSession({ rows, claims, companyId, access: route.access }), db }));
      });
    return { companyId, transact };
  }

  /** The transactions of a signed-in handler on the platform tables; each checks the session again. */
  const platformStepsOf =
    ({ claims, companyId, route }: { claims: Claims; companyId: number | undefined; route: Route }) =>
    <Result>(work: (platform: PlatformScope) => Promise<Result>): Promise<Result> =>
      database.platformTransaction(openSessionStatement({ claims, companyId }), ({ db, rows }) => {
        readSession({ rows, claims, companyId, access: route.access });
        return work(platformScope(db));
      });

  /** A call inside a batch as it would arrive alone; undefined for one that no batch may hold. */
  const readInnerCall = (
    incoming: Incoming,
    { method, path, key, body, release }: InnerCall,
  ): { name: RouteName; inner: Incoming } | undefined => {
    const found = findSyncedChange({ method, path });
    if (!found) return undefined;
    const { companyId } = incoming.query;
    const inner = {
      ...incoming,
      params: found.params,
      query: { companyId },
      bodyBytes: 0,
      body,
      path,
      key,
      release,
      isFlushedLater: true,
      // A batch is no form; what a form would say stands in the body.
      readForm: () => Promise.resolve(undefined),
    };
    return { name: found.name, inner };
  };

  const planCall = (call: InnerCall, incoming: Incoming, claims: Claims): PlannedCall | undefined => {
    const found = readInnerCall(incoming, call);
    if (!found) return undefined;
    const { name, inner } = found;
    const route: Route = routes[name];
    const { within, prepare: preparation } = answers[name];
    if (within !== "company" || preparation || route.upload) return undefined;
    const attempt = readAttempt(route, { incoming: inner, upload: undefined, claims });
    return attempt && { name, attempt, input: parseInput(route, inner, { shapes }) };
  };

  /** Calls inside a batch: the same caller and company, one transaction, and in the end the key and the answer of each. */
  const callTogetherAs =
    (incoming: Incoming, claims: Claims): CallTogether =>
    async (calls) => {
      const companyId = readCompanyId(incoming.query);
      const { caller, requestId } = incoming;
      try {
        const planned = calls.flatMap((call) => planCall(call, incoming, claims) ?? []);
        if (planned.length < calls.length) return undefined;
        const opening = `${openSessionStatement({ claims, companyId })}; ${FLUSHED_LATER}`;
        return await database.transaction(opening, async ({ db, answers: opened, commitWith }) => {
          const rows = opened[SESSION] ?? [];
          const kept: { name: RouteName; attempt: KeyedAttempt; reply: WireReply }[] = [];
          let scope: CompanyScope | undefined;
          for (const alike of inRuns(planned)) {
            const { name } = alike[0];
            const { access }: Route = routes[name];
            const session = readSession({ rows, claims, companyId, access });
            scope = scopeOf({ session, db });
            const inputs = alike.map(({ input }) => ({ ...input, caller, requestId, session, scope }));
            const results = await handleRun(answers[name], inputs);
            for (const [index, { attempt }] of alike.entries())
              kept.push({ name, attempt, reply: toWire(results[index]) });
          }
          if (scope) commitWith(keepRepliesStatement(scope, kept));
          return kept.map(({ name, reply }) => forCaller(routes[name], incoming, reply));
        });
      } catch {
        // Whatever it was is met again by the call that it is about, and told there.
        return undefined;
      }
    };

  async function handleRun(answer: Answer, inputs: readonly unknown[]): Promise<readonly unknown[]> {
    if (answer.handleTogether && inputs.length > 1) {
      const results = await answer.handleTogether(inputs as never);
      if (results.length !== inputs.length) throw new Error("Not every call of a batch was answered.");
      return results;
    }
    const results: unknown[] = [];
    for (const input of inputs) results.push(await handle(answer, input));
    return results;
  }

  /** A call inside a batch: the same caller and company, its own key, its own transaction, its own answer. */
  const callRouteAs =
    (incoming: Incoming): CallRoute =>
    async (call) => {
      try {
        const found = readInnerCall(incoming, call);
        if (!found) throw missingRoute(incoming.contractVersion);
        const answer = await admit(found.name, found.inner);
        return await answer(found.inner);
      } catch (error) {
        if (error instanceof Problem) return problemToWire(error, incoming.requestId);
        throw error;
      }
    };

  /** Who calls, by the access token or integration token, or by the cookie where a browser opens the route by itself. */
  async function readClaims(name: RouteName, { bearer, caller }: CallHead): Promise<Claims> {
    const route: Route = routes[name];
    if (bearer?.startsWith(TOKEN_START)) {
      const { access, ...claims } = await readApiToken(bearer, caller);
      if (!mayTokenCall(name, access)) throw new Problem("accessDenied", { title: TOKEN_MAY_NOT });
      return claims;
    }
    if (bearer !== undefined) return accessTokens.verify(bearer);
    if (route.isOpenedByBrowser) return readLoginCookie(caller);
    throw new Problem("sessionExpired");
  }

  /** The call as its signed link means it, if it came by one that counts: in the link's company, as the one who made it. */
  async function openLink(route: Route, head: CallHead): Promise<[CallHead, Claims] | undefined> {
    const { link, ...query } = head.query;
    if (!route.isLinkable || head.bearer !== undefined || typeof link !== "string") return undefined;
    const claims = await signedLinks.verify(link, head.path);
    if (!claims || (readCompanyId(query) ?? claims.companyId) !== claims.companyId) return undefined;
    return [{ ...head, query: { ...query, companyId: String(claims.companyId) } }, claims];
  }

  /** A reply as the calling app knows its records. What is kept of it under its key is in today's shape. */
  function forCaller(route: Route, { contractVersion = shapes.release }: CallHead, reply: WireReply): WireReply {
    const isRecord = reply.status < 300 && contractVersion < shapes.release;
    return isRecord ? { ...reply, body: downgradeReply(route, reply.body, contractVersion, shapes) } : reply;
  }

  const countIfGuessable = async (name: RouteName, { caller }: CallHead): Promise<void> => {
    const { isGuessable }: Route = routes[name];
    if (isGuessable) await countAttempt(apart, { key: `${name} ${caller.address}`, limit: PER_ADDRESS });
  };

  /** Does a part of a signed-in call; a company that belongs to others is remembered. */
  async function watchCompany<Result>(
    { name, head, claims }: { name: RouteName; head: CallHead; claims: Claims },
    work: () => Promise<Result>,
  ): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ForeignCompany) {
        const { accountId } = claims;
        await database.transaction("begin", ({ db }) =>
          recordAuditEvent(db, {
            event: "company.refused",
            accountId,
            companyId: readCompanyId(head.query),
            details: { route: name },
          }),
        );
        await noteRefusedAccess(apart, { accountId, caller: head.caller, route: name });
      }
      throw error;
    }
  }

  async function admit(name: RouteName, received: CallHead): Promise<AnswerBody> {
    const route: Route = routes[name];
    if (appAgeOf(received.contractVersion) === "tooOld") throw new Problem("appTooOld");
    if (route.access === "anyone") {
      await countIfGuessable(name, received);
      return async (body) => forCaller(route, received, await answerAnyone(name, { ...received, ...body }));
    }
    const linked = await openLink(route, received);
    const [head, claims] = linked ?? [received, await readClaims(name, received)];
    await countIfGuessable(name, head);
    const watched = { name, head, claims };
    // A small body costs less than asking twice.
    if (head.bodyBytes > SMALL_BODY_BYTES)
      await watchCompany(watched, () => askSession(route, { claims, companyId: readCompanyId(head.query) }));
    return (body) =>
      watchCompany(watched, async () =>
        forCaller(route, head, await answerSignedIn(name, { ...head, ...body }, claims)),
      );
  }
  return admit;
}
