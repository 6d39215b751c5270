import { lookup as lookUpHost } from "node:dns/promises";
import { connect as connectTcp, type Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { normalizeHost, type AllowedTarget } from "./allowed-targets.ts";

/*
 * All outgoing connections to company-chosen hosts go through here. Otherwise a company's admin could reach this machine's private network
 * and read the responses (server-side request forgery).
 */

export type EgressFailure = "notAllowed" | "portNotAllowed" | "hostNotFound" | "refused" | "timedOut" | "unreachable";

/** A refused connection. The message has nothing that the other side sent. */
export class EgressError extends Error {
  override readonly name = "EgressError";
  readonly failure: EgressFailure;

  constructor(failure: EgressFailure) {
    super(`The connection was not made: ${failure}.`);
    this.failure = failure;
  }
}

/** A host and port that a company chose. */
export interface EgressTarget {
  readonly host: string;
  readonly port: number;
  /** The protocol's ports; others are refused. */
  readonly ports: readonly number[];
}

export interface Egress {
  /** Throws EgressError if a connection would be refused now. A name may resolve differently later, so `connect` checks again. */
  check(target: EgressTarget): Promise<void>;
  /** Connects to the very address that was checked, so that a second lookup cannot change it. Throws EgressError. */
  connect(target: EgressTarget): Promise<Socket>;
}

export type LookUp = (host: string) => Promise<readonly string[]>;

const CONNECT_WITHIN_MS = 20_000;
/** All globally routed IPv6; the rest is local or leads to IPv4 through a gateway. */
const GLOBAL_IPV6 = ipaddr.parseCIDR("2000::/3");

function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  // `process` unwraps IPv4-mapped addresses (::ffff:127.0.0.1).
  return ipaddr.isValid(address) ? ipaddr.process(address) : undefined;
}

/** Whether an address is public: not loopback, private, link-local, shared, multicast or reserved. */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address);
  if (parsed?.range() !== "unicast") return false;
  return parsed.kind() === "ipv4" || parsed.match(GLOBAL_IPV6);
}

function isInNetwork(address: string, network: AllowedTarget["network"]): boolean {
  const parsed = parseAddress(address);
  return parsed !== undefined && network !== undefined && parsed.kind() === network[0].kind() && parsed.match(network);
}

const lookUpByDns: LookUp = async (host) =>
  (await lookUpHost(host, { all: true, verbatim: true })).map(({ address }) => address);

function failureOf(error: unknown): EgressFailure {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ECONNREFUSED") return "refused";
  if (code === "ETIMEDOUT") return "timedOut";
  return "unreachable";
}

function openSocket({ address, port, timeoutMs }: { address: string; port: number; timeoutMs: number }) {
  return new Promise<Socket>((resolve, reject) => {
    const socket = connectTcp({ host: address, port });
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new EgressError("timedOut"));
    }, timeoutMs);
    const fail = (error: Error): void => {
      clearTimeout(timer);
      reject(new EgressError(failureOf(error)));
    };
    socket.once("error", fail);
    socket.once("connect", () => {
      clearTimeout(timer);
      socket.off("error", fail);
      resolve(socket);
    });
  });
}

export function createEgress({
  allowed,
  lookUp = lookUpByDns,
  connectWithinMs = CONNECT_WITHIN_MS,
}: {
  allowed: readonly AllowedTarget[];
  lookUp?: LookUp;
  connectWithinMs?: number;
}): Egress {
  /** Resolves the host to its allowed addresses. */
  async function findReachable({ host, port, ports }: EgressTarget): Promise<readonly string[]> {
    const name = normalizeHost(host);
    const isUsualPort = ports.includes(port);
    const isAllowed = (address: string): boolean =>
      (isUsualPort && isPublicAddress(address)) ||
      allowed.some(
        (target) =>
          (target.port === undefined ? isUsualPort : target.port === port) &&
          (target.host === name || isInNetwork(address, target.network)),
      );
    const addresses = await lookUp(name).catch(() => {
      throw new EgressError("hostNotFound");
    });
    const reachable = addresses.filter(isAllowed);
    if (reachable.length === 0) throw new EgressError(isUsualPort ? "notAllowed" : "portNotAllowed");
    return reachable;
  }

  return {
    async check(target) {
      await findReachable(target);
    },

    async connect(target) {
      const { port } = target;
      const reachable = await findReachable(target);
      const deadline = Date.now() + connectWithinMs;
      let failure = new EgressError("unreachable");
      for (const address of reachable) {
        const timeoutMs = deadline - Date.now();
        if (timeoutMs <= 0) break;
        try {
          return await openSocket({ address, port, timeoutMs });
        } catch (error) {
          if (error instanceof EgressError) failure = error;
        }
      }
      throw failure;
    },
  };
}
