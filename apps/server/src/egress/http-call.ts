import { request as requestHttp, type IncomingHttpHeaders } from "node:http";
import { isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { EgressError, type Egress, type EgressFailure, type EgressTarget } from "./egress.ts";

/** The port of https, and a common alternative of receivers. */
const HTTPS_PORTS = [443, 8443];

const CERTIFICATE = /CERT|UNABLE_TO_(?:GET|VERIFY)|HOSTNAME_MISMATCH/;

export type HttpCallFailure = EgressFailure | "certificate" | "brokenOff" | "tooLarge";

/** A call without a complete response. The message has nothing that the other side sent. */
export class HttpCallError extends Error {
  override readonly name = "HttpCallError";
  readonly failure: HttpCallFailure;

  constructor(failure: HttpCallFailure) {
    super(`The call got no answer: ${failure}.`);
    this.failure = failure;
  }
}

export interface HttpCallRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
  /** From the lookup to the last byte. */
  readonly withinMs: number;
  /** A longer response fails as tooLarge; 0 returns at the status, without reading a body. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

export interface HttpCallReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Makes one call without following redirects. Throws HttpCallError. */
export type HttpCall = (request: HttpCallRequest) => Promise<HttpCallReply>;

/** Parses the target. Plain http has no usual port: the operator must allow host and port. */
export function targetOf(url: string): EgressTarget {
  const { protocol, hostname, port } = new URL(url);
  const isSecure = protocol === "https:";
  const usual = isSecure ? 443 : 80;
  return {
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? usual : Number(port),
    ports: isSecure ? HTTPS_PORTS : [],
  };
}

function toFailure(error: unknown, signal: AbortSignal): HttpCallFailure {
  const said = error instanceof HttpCallError ? error.failure : undefined;
  if (said === "tooLarge") return said;
  // Closing the connection ourselves looks like a failure of the other side.
  if (signal.aborted) return "timedOut";
  if (said !== undefined) return said;
  if (error instanceof EgressError) return error.failure;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return CERTIFICATE.test(code) ? "certificate" : "brokenOff";
}

/** Waits for the connection as long as the signal allows, and closes one that comes late. */
function connectInTime(connecting: Promise<Socket>, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new EgressError("timedOut"));
    // An aborted signal fires no event.
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    connecting.then(
      (socket) => {
        signal.removeEventListener("abort", stop);
        if (signal.aborted) {
          socket.destroy();
          stop();
        } else resolve(socket);
      },
      (error: unknown) => {
        signal.removeEventListener("abort", stop);
        reject(error instanceof EgressError ? error : new EgressError("unreachable"));
      },
    );
  });
}

function secure(socket: Socket, { host, ca }: { host: string; ca: string | undefined }): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const secured = connectTls({
      socket,
      host,
      // An IP address has no server name indication; its certificate is checked by `host`.
      servername: isIP(host) ? "" : host,
      ALPNProtocols: ["http/1.1"],
      ...(ca === undefined ? {} : { ca }),
    });
    const fail = (error?: unknown): void => reject(error instanceof Error ? error : new EgressError("unreachable"));
    secured.once("error", fail);
    secured.once("close", fail);
    secured.once("secureConnect", () => {
      secured.off("error", fail);
      secured.off("close", fail);
      resolve(secured);
    });
  });
}

/** How much of an unread response is drained before the connection is closed. */
const UNREAD_BYTES = 16_384;

function send(
  socket: Socket,
  { method, url, headers, body, maxBytes, signal }: HttpCallRequest & { signal: AbortSignal },
): Promise<HttpCallReply> {
  return new Promise((resolve, reject) => {
    const { host, pathname, search } = new URL(url);
    const bytes = typeof body === "string" ? Buffer.from(body) : body;
    const request = requestHttp({
      createConnection: () => socket,
      method,
      path: pathname + search,
      headers: { ...headers, host, connection: "close", ...(bytes && { "content-length": bytes.length }) },
      signal,
    });
    request.on("error", reject);
    request.on("response", (response) => {
      const { statusCode: status = 0, headers: received } = response;
      const isStatusAll = maxBytes === 0;
      const chunks: Buffer[] = [];
      let read = 0;
      response.on("data", (chunk: Buffer) => {
        read += chunk.length;
        if (!isStatusAll && read <= maxBytes) chunks.push(chunk);
        if (read <= (isStatusAll ? UNREAD_BYTES : maxBytes)) return;
        reject(new HttpCallError("tooLarge"));
        request.destroy();
      });
      // Without a body to read, the promise is already settled.
      response.on("error", reject);
      response.on("aborted", () => reject(new HttpCallError("brokenOff")));
      response.on("end", () => resolve({ status, headers: received, body: Buffer.concat(chunks) }));
      if (isStatusAll) resolve({ status, headers: received, body: Buffer.alloc(0) });
    });
    request.end(bytes);
  });
}

/**
 * Creates the function for all outgoing HTTP calls. Each connects to the very address that was checked.
 *
 * @param options.ca the certificate authority to trust instead of Node's; in tests only
 */
export function createHttpCall({ egress, ca }: { egress: Egress; ca?: string | undefined }): HttpCall {
  return async (request) => {
    const timeout = AbortSignal.timeout(request.withinMs);
    const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
    let socket: Socket | undefined;
    // Also for a response that continues after its status.
    signal.addEventListener("abort", () => socket?.destroy(), { once: true });
    try {
      const target = targetOf(request.url);
      socket = await connectInTime(egress.connect(target), signal);
      socket.on("error", () => undefined);
      const isSecure = new URL(request.url).protocol === "https:";
      const opened = isSecure ? await secure(socket, { host: target.host, ca }) : socket;
      return await send(opened, { ...request, signal });
    } catch (error) {
      socket?.destroy();
      throw new HttpCallError(toFailure(error, signal));
    }
  };
}
