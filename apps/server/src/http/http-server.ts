import { randomUUID } from "node:crypto";
import fastifyCookie from "@fastify/cookie";
import fastifyHelmet from "@fastify/helmet";
import fastifyMultipart from "@fastify/multipart";
import {
  binaryReply,
  bodyLimitOf,
  CONTRACT_VERSION,
  CONTRACT_VERSION_HEADER,
  fileOf,
  RELEASE_HEADER,
  IDEMPOTENCY_KEY_HEADER,
  Problem,
  readContractVersion,
  routes,
  SMALL_BODY_BYTES,
  type BinaryReply,
  type Environment,
  type Route,
  type RouteName,
} from "@ridgebook/contract";
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import type { Logger } from "pino";
import { AccessTokenExpired } from "./access-token.ts";
import { missingRoute } from "./app-age.ts";
import { TryAgainLater } from "./attempt-limit.ts";
import { createCallerOf, headerOf } from "./caller.ts";
import { cookieNames } from "./cookies.ts";
import { limitConnections } from "./connection-limit.ts";
import { endConnectionsOnClose } from "./connections-on-close.ts";
import { NotModified } from "./handlers.ts";
import { problemToWire } from "./idempotency.ts";
import { addHealthRoutes, TRY_AGAIN_AFTER_SECONDS } from "./health-routes.ts";
import type { Metrics } from "./metrics.ts";
import { addPickerPage } from "./picker-page.ts";
import { openApiDocument } from "./open-api.ts";
import { assertModestJson } from "./read-json.ts";
import { formTooLarge, readForm, readUpload } from "./read-upload.ts";
import { refusalPage } from "./refusal-page.ts";
import { announcedBytes, BODY_PATIENCE, closeUnread, closeWhenStalled, type BodyPatience } from "./request-body.ts";
import type { AnswerBody, RouteAdapter } from "./route-adapter.ts";
import { sendBytes } from "./send-bytes.ts";
import { serveWebApp } from "./serve-page.ts";
import { toProblem } from "./to-problem.ts";
import { toTrustProxy, type TrustedProxies } from "./trusted-proxies.ts";

/** A signed contract of ten megabytes takes minutes on a job site's weak network. */
const RECEIVE_WITHIN_MS = 300_000;

export interface HttpServerParts {
  readonly admit: RouteAdapter;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Rejects while the server is not ready. */
  readonly assertReady: () => Promise<void>;
  /** Called with each error that is sent as "unavailable". */
  readonly noteOutage?: ((error: unknown) => void) | undefined;
  /** The built web app; undefined serves the API alone. */
  readonly webFolder: string | undefined;
  readonly environment: Environment;
  /** Origins of demo stand-ins that have a picker; none in production. */
  readonly demoPickers?: readonly string[] | undefined;
  /** Whether browsers reach the server over HTTPS, so that cookies may be bound to it. */
  readonly isSecure: boolean;
  /** Whether the session cookie is still read by its previous name, over HTTPS. */
  readonly isFormerCookieRead: () => boolean;
  /** The proxies in front, which send the caller's address; undefined if browsers connect directly. */
  readonly trustedProxies?: TrustedProxies | undefined;
  /** The limit of open connections per address, without a proxy; undefined for no limit. */
  readonly connectionsPerAddress?: number | undefined;
  /** Set only by tests. */
  readonly patience?: BodyPatience | undefined;
  /** Aborted when a stop waits no longer for requests. */
  readonly cutOff?: AbortSignal | undefined;
}

const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer (\S+)$/i.exec(request.headers.authorization ?? "")?.[1];

const isForm = ({ headers }: FastifyRequest): boolean => /^multipart\/form-data/i.test(headers["content-type"] ?? "");

/** Undefined for callers that send none: browsers that open a link, programs that use the API. */
const contractVersionOf = (request: FastifyRequest): number | undefined =>
  readContractVersion(headerOf(request, CONTRACT_VERSION_HEADER));

/** Creates the Fastify server: the contract's calls, the built web app, health, metrics and the API's description. */
export async function createHttpServer(parts: HttpServerParts): Promise<FastifyInstance> {
  const { admit, logger, metrics, patience = BODY_PATIENCE } = parts;
  const loggerInstance: FastifyBaseLogger = logger;
  const app: FastifyInstance = fastify({
    loggerInstance,
    bodyLimit: SMALL_BODY_BYTES,
    trustProxy: toTrustProxy(parts.trustedProxies),
    routerOptions: { ignoreTrailingSlash: true, caseSensitive: false },
    genReqId: () => randomUUID(),
    // Fastify's log lines have the whole URL with users' search terms; ours have the route.
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: RECEIVE_WITHIN_MS,
    forceCloseConnections: "idle",
    // Requests that arrive while the server stops are answered, because proxies do not retry a call after a 503.
    return503OnClosing: false,
  });

  const { trustedProxies, connectionsPerAddress } = parts;
  // Behind a proxy, all connections come from the proxy.
  if (!trustedProxies && connectionsPerAddress !== undefined) limitConnections(app.server, connectionsPerAddress);

  await app.register(fastifyCookie);
  await app.register(fastifyHelmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: parts.isSecure,
    referrerPolicy: { policy: "same-origin" },
  });

  endConnectionsOnClose(app, { logger, cutOff: parts.cutOff });

  const parseJson = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    assertModestJson(body as string);
    return parseJson(request, body as string, done);
  });

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof NotModified) return reply.status(304).send();
    const problem = toProblem(error);
    if (problem.code === "unexpected") request.log.error({ err: error, route: request.routeOptions.url }, "defect");
    // A Problem that a handler threw, such as for a mail server that does not answer, is no outage of ours; neither is a client that hung up.
    else if (problem.code === "unavailable" && error !== problem && !request.raw.readableAborted)
      parts.noteOutage?.(error);
    return refuse(problem, { request, reply });
  });
  app.addHook("onRequest", (request, reply, done) => {
    // Each reply shows the app whether the server is older or newer.
    if (isServerPath(request.url)) void reply.header(CONTRACT_VERSION_HEADER, CONTRACT_VERSION);
    closeWhenStalled(request, patience.signedOutMs);
    // Do not read the body of a request to an unknown path.
    const isLost = request.is404 && announcedBytes(request) > 0;
    done(isLost ? missingRoute(contractVersionOf(request)) : undefined);
  });
  /** How many bytes of an early refused call are still read, if not the usual number. */
  const discardedBytes = new WeakMap<FastifyRequest, number>();
  app.addHook("onSend", (request, reply, _payload, done) => {
    closeUnread(request, reply, { discardedBytes: discardedBytes.get(request), patience });
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "none";
    metrics.observeRequest({
      method: request.method,
      route,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
    request.log.info(
      { method: request.method, route, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      "request",
    );
    done();
  });

  const names = cookieNames(parts.isSecure);
  const callerOf = createCallerOf(parts);

  /** Admitted calls whose body is not read yet. */
  const admitted = new WeakMap<FastifyRequest, { answer: AnswerBody; sendCookies: () => void }>();

  const addRoute = (place: FastifyInstance, { name, route }: { name: RouteName; route: Route }): void => {
    const limit = bodyLimitOf(route);

    const admitHead = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const bodyBytes = announcedBytes(request);
      const mostBytes = (isForm(request) ? limit.form : undefined) ?? limit.json;
      const { caller, sendCookies } = callerOf(request, reply);
      try {
        const answer = await admit(name, {
          params: request.params,
          query: request.query as Record<string, unknown>,
          bodyBytes,
          path: request.url.split("?")[0] ?? "",
          bearer: bearerOf(request),
          key: headerOf(request, IDEMPOTENCY_KEY_HEADER),
          contractVersion: contractVersionOf(request),
          release: readContractVersion(headerOf(request, RELEASE_HEADER)),
          caller,
          requestId: request.id,
        });
        admitted.set(request, { answer, sendCookies });
      } catch (error) {
        // The app must see the expired token, but browsers read a reply only after they have sent the whole body.
        if (error instanceof AccessTokenExpired) discardedBytes.set(request, mostBytes);
        throw error;
      }
      if (bodyBytes !== Infinity && bodyBytes > mostBytes)
        throw isForm(request) ? formTooLarge(fileOf(route)) : new Problem("tooLarge");
      if (route.access !== "anyone") closeWhenStalled(request, patience.signedInMs);
    };

    place.route({
      method: route.method,
      url: route.path,
      bodyLimit: limit.json,
      // Before the body is read, so that unauthorized calls are refused after the headers.
      onRequest: admitHead,
      handler: async (request, reply) => {
        const call = admitted.get(request);
        if (!call) throw new Error("A call was not admitted.");
        const { status, body } = await call.answer({
          body: request.body,
          readUpload: (rules) => readUpload(request, { rules, limit }),
          readForm: (form) => readForm(request, { form, limit }),
        });
        call.sendCookies();
        if (route.reply === binaryReply) return sendBytes(body as BinaryReply, { request, reply });
        if (!reply.hasHeader("etag")) reply.header("cache-control", "no-store");
        return status === 204 ? reply.status(204).send() : reply.status(status).send(body);
      },
    });
  };
  const named = (Object.entries(routes) as [RouteName, Route][]).map(([name, route]) => ({ name, route }));
  const takesForm = ({ upload, form }: Route): boolean => upload !== undefined || form !== undefined;
  for (const each of named) if (!takesForm(each.route)) addRoute(app, each);
  // Only these routes take forms; others refuse a form before reading it.
  await app.register(async (uploads) => {
    // readUpload and readForm refuse a too large file with the message of its rules.
    await uploads.register(fastifyMultipart, { throwFileSizeLimit: false });
    for (const each of named) if (takesForm(each.route)) addRoute(uploads, each);
  });

  let description: string | undefined;
  app.get("/api/openapi.json", (_request, reply) => {
    // Cached: it takes a tenth of a second, and the route is public.
    description ??= JSON.stringify(openApiDocument({ loginCookie: names.session }));
    return reply.type("application/json; charset=utf-8").send(description);
  });
  addHealthRoutes(app, parts);
  addPickerPage(app, parts.demoPickers ?? []);

  const { webFolder, environment } = parts;
  const sendPage = webFolder === undefined ? undefined : await serveWebApp(app, { webFolder, environment });
  app.setNotFoundHandler((request, reply) => {
    if (sendPage && wantsPage(request) && !isServerPath(request.url)) return sendPage(request, reply);
    return refuse(missingRoute(contractVersionOf(request)), { request, reply });
  });
  return app;
}

/** Whether a browser requests a page, and not a program data. */
const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  method === "GET" && (headers.accept ?? "").includes("text/html");

function refuse(problem: Problem, { request, reply }: { request: FastifyRequest; reply: FastifyReply }): FastifyReply {
  const { status, body } = problemToWire(problem, request.id);
  if (problem instanceof TryAgainLater) reply.header("retry-after", problem.afterSeconds);
  else if (problem.code === "unavailable") reply.header("retry-after", TRY_AGAIN_AFTER_SECONDS);
  if (!wantsPage(request)) return reply.status(status).send(body);
  return reply
    .status(status)
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(refusalPage(problem));
}

const isServerPath = (url: string): boolean => /^\/(api|pdf)([/?]|$)/i.test(url);
