import { REQUEST_TIMEOUT_MS } from "../apps/web/src/server-client/server-client.ts";
import type { Faults, NetworkFault } from "./faults.ts";
import type { Scheduler } from "./scheduler.ts";
import type { ServerReply, ServerRequest, SimulatedServer } from "./simulated-server.ts";

/** Minutes after which a request that everybody gave up arrives after all. */
const LATE_MS = 150_000;

export interface SimulatedNetwork {
  /** What a tab calls instead of the browser's `fetch`. */
  forTab(tab: { name: string; device: NetworkDevice; isAlive: () => boolean }): typeof globalThis.fetch;
}

export interface NetworkDevice {
  readonly index: number;
  cookie: string | undefined;
  isOnline(): boolean;
}

/** Changes what travels, for the proof that it matters. */
export type ChangeRequest = (request: ServerRequest) => ServerRequest;

const asIs: ChangeRequest = (request) => request;

/**
 * The way between devices and server. A request and its answer each arrive when the scheduler chooses them, in any order
 * among all that are on their way; what a fault does to a request is decided when it leaves the device.
 */
export function createSimulatedNetwork({
  scheduler,
  faults,
  server,
  changeRequest = asIs,
}: {
  scheduler: Scheduler;
  faults: Faults;
  server: SimulatedServer;
  changeRequest?: ChangeRequest | undefined;
}): SimulatedNetwork {
  return {
    forTab:
      ({ name, device, isAlive }) =>
      (input, init = {}) =>
        new Promise((resolve, reject) => {
          if (!isAlive()) return;
          const lose = (): void => {
            reject(new TypeError("Failed to fetch"));
          };
          if (!device.isOnline()) {
            lose();
            return;
          }
          const url = input instanceof Request ? input.url : input.toString();
          const method = init.method ?? "GET";
          const label = `${name} ${method} ${url.split("?")[0] ?? ""}`;
          const headers = Object.fromEntries(new Headers(init.headers).entries());
          const body = typeof init.body === "string" ? init.body : undefined;
          const request = (): ServerRequest => ({
            label,
            method,
            url,
            headers,
            body,
            cookie: device.cookie,
            device: device.index,
          });

          /** Brings an answer home, unless it is lost. */
          const answer = (reply: ServerReply | undefined): void => {
            scheduler.add(`answer ${label} ${reply?.status ?? "none"}`, () => {
              if (!isAlive()) return;
              if (!reply || !device.isOnline()) {
                lose();
                return;
              }
              if (reply.cookie !== undefined) device.cookie = reply.cookie === "" ? undefined : reply.cookie;
              resolve(toResponse(reply));
            });
          };
          const arrive = (
            sent: ServerRequest,
            onReply: (reply: ServerReply | undefined) => void = () => undefined,
          ): void => {
            server.handle(changeRequest(sent), onReply);
          };
          const send = (onReply: (reply: ServerReply | undefined) => void): void => {
            scheduler.add(`request ${label}`, () => {
              if (device.isOnline()) arrive(request(), onReply);
              else lose();
            });
          };

          const fault = faults.takeNetworkFault(device.index);
          if (fault) scheduler.note(`fault: network ${label} ${fault}`);
          const gateway = gatewayReply(fault);
          switch (fault) {
            case undefined:
              send(answer);
              return;
            case "requestLost":
              scheduler.add(`lost ${label}`, lose);
              return;
            case "answerLost":
              send(() => {
                answer(undefined);
              });
              return;
            case "requestDoubled": {
              send(answer);
              const copy = request();
              scheduler.add(`second ${label}`, () => {
                arrive(copy);
              });
              return;
            }
            case "requestLate":
            case "silence": {
              const copy = request();
              const run = (): void => {
                arrive(copy);
              };
              scheduler.addTimer({ label: `late ${label}`, run, delayMs: LATE_MS });
              if (fault === "requestLate") scheduler.add(`given up ${label}`, lose);
              else scheduler.addTimer({ label: `timed out ${label}`, run: lose, delayMs: REQUEST_TIMEOUT_MS });
              return;
            }
            case "badGatewayAfter":
              send(() => {
                answer(gateway);
              });
              return;
            case "badGateway":
            case "tooManyRequests":
            case "serverError":
            case "captivePortal":
              answer(gateway);
              return;
            case "tokenExpired":
              scheduler.add(`request ${label}`, () => {
                const sent = request();
                arrive({ ...sent, headers: { ...sent.headers, authorization: "Bearer expired" } }, answer);
              });
          }
        }),
  };
}

/** Answers that do not come from the server. */
function gatewayReply(fault: NetworkFault | undefined): ServerReply | undefined {
  switch (fault) {
    case "badGateway":
    case "badGatewayAfter":
      return { status: 502, body: "<html>Bad gateway</html>", cookie: undefined };
    case "tooManyRequests":
      return { status: 429, body: "", cookie: undefined };
    case "serverError":
      return { status: 500, body: "", cookie: undefined };
    case "captivePortal":
      return { status: 200, body: "<html>Welcome to our Wi-Fi</html>", cookie: undefined };
    default:
      return undefined;
  }
}

/** As much of a `Response` as the server client reads; a real one reads its body in turns that nobody can count. */
const toResponse = ({ status, body }: ServerReply): Response =>
  ({ status, ok: status < 300, text: () => Promise.resolve(body) }) as Response;
