import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The proxies in front of the server, which send the caller's address in `X-Forwarded-For`: their number, or their networks. */
export type TrustedProxies = { readonly hops: number } | { readonly networks: readonly string[] };

const MAX_HOPS = 9;

const isNetwork = (text: string): boolean => isIP(text) !== 0 || ipaddr.isValidCIDR(text);

/** Reads `2` and `10.0.0.0/8, fd00::/8`; undefined for anything else. */
export function readTrustedProxies(text: string): TrustedProxies | undefined {
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    return hops >= 1 && hops <= MAX_HOPS ? { hops } : undefined;
  }
  const networks = text.split(",").map((network) => network.trim());
  return networks.every(isNetwork) ? { networks } : undefined;
}

/** Converts to Fastify's option: a list of networks, or a function of the number of hops. */
export function toTrustProxy(
  proxies: TrustedProxies | undefined,
): false | string[] | ((address: string, hop: number) => boolean) {
  if (!proxies) return false;
  return "networks" in proxies ? [...proxies.networks] : (_address, hop) => hop < proxies.hops;
}
