import { request as requestHttp } from "node:http";
import { isIP, type Socket } from "node:net";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { EgressError, type Egress, type EgressFailure } from "./egress.ts";

/** The port of https, and the one that many receivers use beside it. */
export const HTTPS_PORTS = [443, 8443];

/** A reply may say what it likes; so much of it is read, and none kept. */
const MAX_REPLY_BYTES = 16_384;
const CERTIFICATE = /CERT|UNABLE_TO_(?:GET|VERIFY)|HOSTNAME_MISMATCH/;

export type PostFailure = EgressFailure | "certificate" | "brokenOff";

/** A message that got no answer. Nothing that the other side sent is in it. */
export class PostError extends Error {
  override readonly name = "PostError";
  readonly failure: PostFailure;

  constructor(failure: PostFailure) {
    super(`The message got no answer: ${failure}.`);
    this.failure = failure;
  }
}

export type PostJson = (message: {
  url: string;
  body: string;
  headers: Readonly<Record<string, string>>;
}) => Promise<{ status: number }>;

/** Where an https address leads. */
export function targetOf(url: string): { host: string; port: number; ports: readonly number[] } {
  const { hostname, port } = new URL(url);
  return { host: hostname.replace(/^\[|\]$/g, ""), port: port === "" ? 443 : Number(port), ports: HTTPS_PORTS };
}

function toFailure(error: unknown, signal: AbortSignal): PostFailure {
  if (signal.aborted) return "timedOut";
  if (error instanceof EgressError) return error.failure;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return CERTIFICATE.test(code) ? "certificate" : "brokenOff";
}

/** Waits for the connection no longer than the signal allows; one that is made later is closed. */
function connectInTime(connecting: Promise<Socket>, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new EgressError("timedOut"));
    signal.addEventListener("abort", stop, { once: true });
    connecting.then(
      (socket) => {
        signal.removeEventListener("abort", stop);
        if (signal.aborted) socket.destroy();
        else resolve(socket);
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
      // An address has no server name indication, and its certificate is checked by `host`.
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

function send(
  socket: TLSSocket,
  { url, body, headers, signal }: Parameters<PostJson>[0] & { signal: AbortSignal },
): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    const { host, pathname, search } = new URL(url);
    const bytes = Buffer.from(body);
    const request = requestHttp({
      createConnection: () => socket,
      method: "POST",
      path: pathname + search,
      headers: { ...headers, host, "content-type": "application/json", "content-length": bytes.length },
      signal,
    });
    request.on("error", reject);
    request.on("response", (response) => {
      let read = 0;
      response.on("data", (chunk: Buffer) => {
        read += chunk.length;
        if (read > MAX_REPLY_BYTES) request.destroy();
      });
      // After the status, how the reply ends does not matter.
      response.on("error", () => undefined);
      resolve({ status: response.statusCode ?? 0 });
    });
    request.end(bytes);
  });
}

/**
 * Makes the function that posts JSON to an https address that a company chose. It connects to the very address that was checked, follows
 * no redirect, and ends after `withinMs`, from the lookup to the status. Throws PostError.
 *
 * @param options.ca Who issued the receiver's certificate, instead of who Node trusts; only in tests.
 */
export function createPostJson({
  egress,
  withinMs,
  ca,
}: {
  egress: Egress;
  withinMs: number;
  ca?: string | undefined;
}): PostJson {
  return async (message) => {
    const signal = AbortSignal.timeout(withinMs);
    let socket: Socket | undefined;
    // Also of a reply that goes on after its status.
    signal.addEventListener("abort", () => socket?.destroy(), { once: true });
    try {
      const target = targetOf(message.url);
      socket = await connectInTime(egress.connect(target), signal);
      socket.on("error", () => undefined);
      const secured = await secure(socket, { host: target.host, ca });
      return await send(secured, { ...message, signal });
    } catch (error) {
      socket?.destroy();
      throw new PostError(toFailure(error, signal));
    }
  };
}
