import {
  downgradeReply,
  Problem,
  routes,
  mayTokenCall,
  SHAPES,
  SMALL_BODY_BYTES,
  TOKEN_MAY_NOT,
  TOKEN_START,
  type Route,
  type RouteName,
  type Shapes,
} from "@ridgebook/contract";
import { platformScope, type CompanyScope, type PlatformScope } from "#database/company-scope.ts";
import { FLUSH_WHAT_WAS_READ, FLUSHED_LATER, type Database } from "#database/database.ts";
import type { AccessTokens } from "./access-token.ts";
import { answerOnce } from "./answer-once.ts";
import { appAgeOf } from "./app-age.ts";
import { countAttempt, PER_ADDRESS } from "./attempt-limit.ts";
import { createBatchCalls } from "./batch-calls.ts";
import { parseInput, readAttempt, readCompanyId, type CallBody, type CallHead, type Incoming } from "./call-input.ts";
import { handle, type Answer, type Answers, type Caller } from "./handlers.ts";
import { takeKeyStatements, toWire, type WireReply } from "./idempotency.ts";
import { noteRefusedAccess } from "./note-activity.ts";
import type { Upload } from "./read-upload.ts";
import {
  ForeignCompany,
  openSessionStatement,
  readSession,
  recordAuditEvent,
  scopeOf,
  SESSION,
  type AccessClaims,
  type Claims,
  type Session,
  type TokenCaller,
} from "./session.ts";
import type { SignedLinks } from "./signed-link.ts";

/**
 * Decides from its head alone whether a call may go on: who is it, may they, not too often. What it returns answers the call with its
 * body. Both raise Problem for every expected failure.
 */
export type RouteAdapter = (name: RouteName, head: CallHead) => Promise<AnswerBody>;
export type AnswerBody = (received: CallBody) => Promise<WireReply>;

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
  const { callRouteAs, callTogetherAs } = createBatchCalls({
    ...{ database, answers, shapes, forCaller },
    makeAlone: async (name, call) => (await admit(name, call))(call),
  });

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
