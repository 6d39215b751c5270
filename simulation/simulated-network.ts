import { CONTRACT_VERSION, CONTRACT_VERSION_HEADER, Problem } from "@ridgebook/contract";
import type { Faults, NetworkFault } from "./faults.ts";
import { FORMER, holdsFormerAttempt, isUnknownToFormer } from "./invented-releases.ts";
import type { Scheduler } from "./scheduler.ts";
import type { ServerReply, ServerRequest, SimulatedServer } from "./simulated-server.ts";

/** The delay of a request whose caller gave up. */
const LATE_MS = 150_000;

export interface SimulatedNetwork {
  /** Returns what a tab calls instead of the browser's `fetch`. */
  forTab(tab: {
    name: string;
    device: NetworkDevice;
    isAlive: () => boolean;
    die: () => void;
  }): typeof globalThis.fetch;
  /** Whether the server still answers as one of the former release. */
  isServerFormer(): boolean;
}

interface NetworkDevice {
  readonly index: number;
  cookie: string | undefined;
  isOnline(): boolean;
}

/** Changes a request, to prove that the changed part matters. */
export type ChangeRequest = (request: ServerRequest) => ServerRequest;

const asIs: ChangeRequest = (request) => request;

/** In a single answer or in one of a batch. */
const KEY_REUSED = '"code":"keyReused"';

/**
 * Creates the network between devices and server. Each request and each answer arrives when the scheduler chooses it, in any order among
 * all that are on their way. The fault of a request is decided when it leaves the device.
 */
export function createSimulatedNetwork({
  scheduler,
  faults,
  server,
  isServerFormer,
  changeRequest = asIs,
  noteTogether = () => undefined,
  noteKeyReused = () => undefined,
}: {
  scheduler: Scheduler;
  faults: Faults;
  server: SimulatedServer;
  isServerFormer: () => boolean;
  changeRequest?: ChangeRequest | undefined;
  /** Called when two tabs of one device send or receive at the same time. */
  noteTogether?: (tabs: readonly string[]) => void;
  /** Called when a call arrived again under its key with another body: no attempt may ever change between retries. */
  noteKeyReused?: (call: string) => void;
}): SimulatedNetwork {
  /** Counts arrivals that overtake something that was sent earlier. */
  const createArrivalCounter = (way: "request" | "answer"): (() => () => void) => {
    const inFlight = new Set<number>();
    let count = 0;
    return () => {
      const own = count;
      count += 1;
      inFlight.add(own);
      return () => {
        if (!inFlight.delete(own)) return;
        if ([...inFlight].some((other) => other < own)) faults.count(`${way} overtakes`);
      };
    };
  };
  /** The tabs of each device that wait for an answer to a sync call (OFF-10), with a check whether they are still alive. */
  const synchronizing = new Map<number, Map<string, () => boolean>>();
  const noteSynchronizing = ({
    name,
    device,
    isAlive,
  }: {
    name: string;
    device: NetworkDevice;
    isAlive: () => boolean;
  }): (() => void) => {
    const here = synchronizing.get(device.index) ?? new Map<string, () => boolean>();
    synchronizing.set(device.index, here);
    const others = [...here].filter(([other, isThere]) => other !== name && isThere()).map(([other]) => other);
    if (others.length > 0) noteTogether([...others, name]);
    here.set(name, isAlive);
    return () => here.delete(name);
  };
  const trackRequest = createArrivalCounter("request");
  const trackAnswer = createArrivalCounter("answer");

  return {
    isServerFormer,
    forTab:
      ({ name, device, isAlive, die }) =>
      (input, init = {}) =>
        new Promise((settleAnswer, settleLoss) => {
          if (!isAlive()) return;
          let stopWaiting = (): void => undefined;
          const resolve = (response: Response): void => {
            stopWaiting();
            settleAnswer(response);
          };
          const reject = (error: Error): void => {
            stopWaiting();
            settleLoss(error);
          };
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
          const body = typeof init.body === "string" || init.body instanceof FormData ? init.body : undefined;
          const isSync = "idempotency-key" in headers || /^\/api\/(batch|changes)/.test(url);
          if (isSync) stopWaiting = noteSynchronizing({ name, device, isAlive });
          init.signal?.addEventListener("abort", () => {
            const reason: unknown = init.signal?.reason;
            if (reason instanceof Problem && reason.code === "requestTimeout") faults.count("request timed out");
            lose();
          });
          const request = (): ServerRequest => ({
            label,
            method,
            url,
            headers,
            body,
            cookie: device.cookie,
            device: device.index,
          });

          /** Delivers an answer to the tab; undefined means that it is lost. */
          const answer = (reply: ServerReply | undefined): void => {
            const noteAnswerArrival = trackAnswer();
            scheduler.add(`answer ${label} ${reply?.status ?? "none"}`, () => {
              noteAnswerArrival();
              if (fault === "diesReceiving") die();
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
            if (holdsFormerAttempt(sent)) faults.count("attempt of a former release sent");
            if (isServerFormer() && isUnknownToFormer(sent)) {
              faults.count("a newer app waited for the server's update");
              onReply(SERVER_TOO_OLD);
              return;
            }
            server.handle(changeRequest(isServerFormer() ? asOfFormerApp(sent) : asOfItsApp(sent)), (reply) => {
              if (reply?.body.includes(KEY_REUSED)) noteKeyReused(label);
              onReply(reply);
            });
          };
          const send = (onReply: (reply: ServerReply | undefined) => void): void => {
            const noteRequestArrival = trackRequest();
            scheduler.add(`request ${label}`, () => {
              noteRequestArrival();
              if (device.isOnline()) arrive(request(), onReply);
              else lose();
            });
          };

          const fault = faults.takeNetworkFault(device.index);
          if (fault) scheduler.note(`fault: network ${label} ${fault}`);
          const gateway = gatewayReply(fault);
          switch (fault) {
            case undefined:
            case "diesReceiving":
              send(answer);
              return;
            case "diesSending": {
              // Already on its way, with the cookie of this moment.
              const copy = request();
              scheduler.add(`request ${label}`, () => {
                arrive(copy);
              });
              die();
              return;
            }
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
              // In silence the app gives up by itself, after its own timeout.
              if (fault === "requestLate") scheduler.add(`given up ${label}`, lose);
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
            case "conflictInFront":
            case "notFoundInFront":
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

/** Makes a whole batch wait; a real server would answer each of its calls separately. */
const SERVER_TOO_OLD: ServerReply = {
  status: 425,
  body: JSON.stringify(new Problem("serverTooOld").toReply()),
  cookie: undefined,
  contractVersion: String(CONTRACT_VERSION),
};

/** A former server answers every client with records of the former release. */
const asOfFormerApp = (request: ServerRequest): ServerRequest => ({
  ...request,
  headers: { ...request.headers, [CONTRACT_VERSION_HEADER]: String(FORMER) },
});

/** Today's invented release is not a version of the real contract, so its app sends the server's contract version. */
function asOfItsApp(request: ServerRequest): ServerRequest {
  if (request.headers[CONTRACT_VERSION_HEADER] === String(FORMER)) return request;
  return { ...request, headers: { ...request.headers, [CONTRACT_VERSION_HEADER]: String(CONTRACT_VERSION) } };
}

/** Returns the answer of a program in front of the server, for faults that have one. */
function gatewayReply(fault: NetworkFault | undefined): ServerReply | undefined {
  switch (fault) {
    case "badGateway":
    case "badGatewayAfter":
      return { status: 502, body: "<html>Bad gateway</html>", cookie: undefined };
    case "tooManyRequests":
      return { status: 429, body: "", cookie: undefined };
    case "serverError":
      return { status: 500, body: "", cookie: undefined };
    case "conflictInFront":
      return { status: 409, body: "<html>Conflict</html>", cookie: undefined };
    case "notFoundInFront":
      return { status: 404, body: "<html>default backend</html>", cookie: undefined };
    case "captivePortal":
      return { status: 200, body: "<html>Welcome to our Wi-Fi</html>", cookie: undefined };
    default:
      return undefined;
  }
}

/** Builds as much of a `Response` as the server client reads. A real one reads its body in an unknown number of turns. */
const toResponse = ({ status, body, contractVersion }: ServerReply): Response =>
  ({
    status,
    ok: status < 300,
    headers: new Headers(contractVersion === undefined ? {} : { [CONTRACT_VERSION_HEADER]: contractVersion }),
    text: () => Promise.resolve(body),
  }) as Response;
