import ipaddr from "ipaddr.js";

/**
 * The key under which a client's connections and attempts are counted: an IPv4 address, or the /64 network of an IPv6 address, because
 * one subscriber holds all of it. Text that is no address is returned unchanged.
 */
export function clientOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // A socket that also listens on IPv6 reports 192.0.2.7 as ::ffff:192.0.2.7.
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}
