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
import { handle, type Caller, type RouteHandler, type RouteHandlers } from "./handlers.ts";
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
 * Authenticates, authorizes and rate-limits a call by its head alone. Returns the function that handles the call with its body. Both
 * throw a Problem for every expected failure.
 */
export type RouteAdapter = (name: RouteName, head: CallHead) => Promise<AnswerBody>;
export type AnswerBody = (received: CallBody) => Promise<WireReply>;

/**
 * Creates the route adapter, through which every call of the contract goes.
 *
 * The order is fixed: authentication (401), authorization (403), validation (400), then the handler. One transaction, opened in
 * the same round trip as the session, spans it all: nothing is half-saved, and access cannot change between check and work. Before a
 * body of more than 16 KB is read, the session is also checked by itself.
 */
export function createRouteAdapter({
  database,
  apart,
  handlers,
  accessTokens,
  signedLinks,
  readLoginCookie,
  readApiToken,
  shapes = SHAPES,
}: {
  database: Database;
  /** Counts attempts on its own connections, so that a flood of attempts takes none from requests. */
  apart: Database;
  handlers: RouteHandlers;
  accessTokens: AccessTokens;
  signedLinks: SignedLinks;
  /** Reads the login session of the caller's cookie; throws sessionExpired if it has none that is valid. */
  readLoginCookie: (caller: Caller) => Promise<AccessClaims>;
  /** Reads the owner of an integration token; throws sessionExpired for an invalid one, tooManyRequests above its limit. */
  readApiToken: (token: string, caller: Caller) => Promise<TokenCaller>;
  /** Set only by tests and the simulation, which update the app while they run. */
  shapes?: Shapes | undefined;
}): RouteAdapter {
  const { callRouteAs, callTogetherAs } = createBatchCalls({
    database,
    handlers,
    shapes,
    downgradeForCaller,
    makeAlone: async (name, call) => (await admit(name, call))(call),
  });

  async function answerAnyone(name: RouteName, incoming: Incoming): Promise<WireReply> {
    const route: Route = routes[name];
    const input = parseInput(route, incoming, { shapes });
    const { caller, requestId } = incoming;
    const handler = handlers[name];
    const context = { ...input, caller, requestId, session: undefined };
    if (handler.within === "platformSteps")
      return toWire(await handle(handler, { ...context, transact: database.onPlatform.bind(database) }));
    return database.onPlatform(async (platform) => toWire(await handle(handler, { ...context, platform })));
  }

  async function answerSignedIn(name: RouteName, received: Incoming, claims: Claims): Promise<WireReply> {
    const route: Route = routes[name];
    const handler = handlers[name];
    const companyId = readCompanyId(received.query);
    const { caller, requestId } = received;
    // Before the transaction: an upload takes as long as its sender's network, and must not hold a connection meanwhile.
    const form = route.form && (await received.readForm(route.form));
    const upload = route.upload ? await received.readUpload(route.upload) : form?.upload;
    const incoming = form ? { ...received, body: form.body } : received;
    const prepared =
      handler.prepare && (await prepare(handler.prepare, { route, incoming, upload, claims, companyId }));

    const attempt = handler.within === "company" ? readAttempt(route, { incoming, upload, claims }) : undefined;
    const open = openSessionStatement({ claims, companyId });
    // In one round trip with the session: for a small change, round trips take longer than the work.
    const opening = [
      open,
      ...(attempt ? [takeKeyStatements(attempt)] : []),
      ...(incoming.isFlushedByBatch ? [FLUSHED_LATER] : []),
    ].join("; ");
    const where = handler.within === "platform" ? "platformTransaction" : "transaction";
    const later = await database[where](opening, async ({ db, ...opened }) => {
      const rows = opened.answers[SESSION] ?? [];
      const session: Session = readSession({ rows, claims, companyId, access: route.access });
      const parsed = parseInput(route, incoming, { shapes, upload });
      const input = { ...parsed, caller, requestId, session };
      if (handler.within === "calls")
        return {
          input: {
            ...input,
            callRoute: callRouteAs(incoming),
            callTogether: callTogetherAs(incoming, claims),
            flush: () => database.flush(),
          },
        };
      if (handler.within === "companySteps") return { input: { ...input, ...stepsOf({ claims, session, route }) } };
      if (handler.within === "platformSteps")
        return { input: { ...input, transact: platformStepsOf({ claims, companyId, route }) } };
      if (handler.within === "platform")
        return toWire(await handle(handler, { ...input, platform: platformScope(db) }));
      const scope = scopeOf({ session, db });
      const work = (): Promise<unknown> => handle(handler, { ...input, scope, prepared });
      if (attempt) return answerOnce(scope, { requestId, attempt, opened, work });
      opened.commitWith(FLUSH_WHAT_WAS_READ);
      return toWire(await work());
    });
    if ("status" in later) return later;
    return toWire(await handle(handler, later.input));
  }

  /** Reads the session of a call, in a separate transaction. */
  const checkSession = (
    { access }: Route,
    { claims, companyId }: { claims: Claims; companyId: number | undefined },
  ): Promise<Session> =>
    database.transaction(openSessionStatement({ claims, companyId }), ({ rows }) =>
      Promise.resolve(readSession({ rows, claims, companyId, access })),
    );

  /** Checks the caller's access, then runs what a handler prepares before its transaction. */
  async function prepare(
    work: NonNullable<RouteHandler["prepare"]>,
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
    const session = await checkSession(route, { claims, companyId });
    const { caller, requestId } = incoming;
    const input = { ...parseInput(route, incoming, { shapes, upload }), caller, requestId, session };
    return work({ ...input, ...stepsOf({ claims, session, route }) } as never);
  }

  /** Creates the transactions of a handler that works in steps; each checks the session again. */
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

  /** Creates the transactions of a signed-in handler on the platform tables; each checks the session again. */
  const platformStepsOf =
    ({ claims, companyId, route }: { claims: Claims; companyId: number | undefined; route: Route }) =>
    <Result>(work: (platform: PlatformScope) => Promise<Result>): Promise<Result> =>
      database.platformTransaction(openSessionStatement({ claims, companyId }), ({ db, rows }) => {
        readSession({ rows, claims, companyId, access: route.access });
        return work(platformScope(db));
      });

  /** Reads the caller from the access token or integration token, or from the cookie where a browser opens the route itself. */
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

  /** Reads a call that came by a valid signed link: in the link's company, as the account that made the link. */
  async function openLink(route: Route, head: CallHead): Promise<[CallHead, Claims] | undefined> {
    const { link, ...query } = head.query;
    if (!route.isLinkable || head.bearer !== undefined || typeof link !== "string") return undefined;
    const claims = await signedLinks.verify(link, head.path);
    if (!claims || (readCompanyId(query) ?? claims.companyId) !== claims.companyId) return undefined;
    return [{ ...head, query: { ...query, companyId: String(claims.companyId) } }, claims];
  }

  /** Gives the records of a reply the shape that the calling app's release knows. The reply stored under the key keeps today's shape. */
  function downgradeForCaller(
    route: Route,
    { contractVersion = shapes.release }: CallHead,
    reply: WireReply,
  ): WireReply {
    const isRecord = reply.status < 300 && contractVersion < shapes.release;
    return isRecord ? { ...reply, body: downgradeReply(route, reply.body, contractVersion, shapes) } : reply;
  }

  const countIfGuessable = async (name: RouteName, { caller }: CallHead): Promise<void> => {
    const { isGuessable }: Route = routes[name];
    if (isGuessable) await countAttempt(apart, { key: `${name} ${caller.address}`, limit: PER_ADDRESS });
  };

  /** Does a part of a signed-in call, and records in the audit log if it names a foreign company. */
  async function auditForeignCompany<Result>(
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
      return async (body) => downgradeForCaller(route, received, await answerAnyone(name, { ...received, ...body }));
    }
    const linked = await openLink(route, received);
    const [head, claims] = linked ?? [received, await readClaims(name, received)];
    await countIfGuessable(name, head);
    const audited = { name, head, claims };
    // For a small body a second check would cost more than reading it.
    if (head.bodyBytes > SMALL_BODY_BYTES)
      await auditForeignCompany(audited, () => checkSession(route, { claims, companyId: readCompanyId(head.query) }));
    return (body) =>
      auditForeignCompany(audited, async () =>
        downgradeForCaller(route, head, await answerSignedIn(name, { ...head, ...body }, claims)),
      );
  }
  return admit;
}
