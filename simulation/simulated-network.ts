import { CONTRACT_VERSION, CONTRACT_VERSION_HEADER, Problem } from "@ridgebook/contract";
import type { Faults, NetworkFault } from "./faults.ts";
import { FORMER, holdsFormerAttempt, isUnknownToFormer } from "./invented-releases.ts";
import type { Scheduler } from "./scheduler.ts";
import type { ServerReply, ServerRequest, SimulatedServer } from "./simulated-server.ts";

/** Minutes after which a request arrives whose caller gave up. */
const LATE_MS = 150_000;

export interface SimulatedNetwork {
  /** What a tab calls instead of the browser's `fetch`. */
  forTab(tab: {
    name: string;
    device: NetworkDevice;
    isAlive: () => boolean;
    die: () => void;
  }): typeof globalThis.fetch;
  /** Until it is updated, the server answers as one of the former release. */
  isServerFormer(): boolean;
}

interface NetworkDevice {
  readonly index: number;
  cookie: string | undefined;
  isOnline(): boolean;
}

/** Changes what travels, for the proof that it matters. */
export type ChangeRequest = (request: ServerRequest) => ServerRequest;

const asIs: ChangeRequest = (request) => request;

/** In a separate answer or in one of a batch. */
const KEY_REUSED = '"code":"keyReused"';

/**
 * The way between devices and server. A request and its answer each arrive when the scheduler chooses them, in any order
 * among all that are on their way; what a fault does to a request is decided when it leaves the device.
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
  /** Called when a call came a second time with other contents: no attempt may ever change between retries. */
  noteKeyReused?: (call: string) => void;
}): SimulatedNetwork {
  /** Counts what comes before something that set out earlier. */
  const createWay = (way: "request" | "answer"): (() => () => void) => {
    const under = new Set<number>();
    let count = 0;
    return () => {
      const own = count;
      count += 1;
      under.add(own);
      return () => {
        if (!under.delete(own)) return;
        if ([...under].some((other) => other < own)) faults.count(`${way} overtakes`);
      };
    };
  };
  /** Tabs of each device that wait for an answer to what goes one at a time (OFF-10), with how to know that they still do. */
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
  const setOutRequest = createWay("request");
  const setOutAnswer = createWay("answer");

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

          /** Brings an answer home, unless it is lost. */
          const answer = (reply: ServerReply | undefined): void => {
            const arriveAnswer = setOutAnswer();
            scheduler.add(`answer ${label} ${reply?.status ?? "none"}`, () => {
              arriveAnswer();
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
            const arriveRequest = setOutRequest();
            scheduler.add(`request ${label}`, () => {
              arriveRequest();
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
              // On its way already, with the cookie of then.
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
              // In silence the app gives up by itself, when its time is over.
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

/** The whole of a batch waits, where a real server would answer each call of it by itself. */
const SERVER_TOO_OLD: ServerReply = {
  status: 425,
  body: JSON.stringify(new Problem("serverTooOld").toReply()),
  cookie: undefined,
  contractVersion: String(CONTRACT_VERSION),
};

/** A server of the former release gives every client records of its release. */
const asOfFormerApp = (request: ServerRequest): ServerRequest => ({
  ...request,
  headers: { ...request.headers, [CONTRACT_VERSION_HEADER]: String(FORMER) },
});

/** The invented release of today is no version of the real contract: its app speaks the server's own. */
function asOfItsApp(request: ServerRequest): ServerRequest {
  if (request.headers[CONTRACT_VERSION_HEADER] === String(FORMER)) return request;
  return { ...request, headers: { ...request.headers, [CONTRACT_VERSION_HEADER]: String(CONTRACT_VERSION) } };
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

/** As much of a `Response` as the server client reads; a real one reads its body in an unknown number of turns. */
const toResponse = ({ status, body, contractVersion }: ServerReply): Response =>
  ({
    status,
    ok: status < 300,
    headers: new Headers(contractVersion === undefined ? {} : { [CONTRACT_VERSION_HEADER]: contractVersion }),
    text: () => Promise.resolve(body),
  }) as Response;
