import ipaddr from "ipaddr.js";

/**
 * Whom connections and attempts are counted for: an IPv4 address, or the network of an IPv6 address, because its holder has all
 * addresses of the first 64 bits. What is no address counts as it is.
 */
export function clientOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  // Listening on IPv6 as well, the system writes 192.0.2.7 as ::ffff:192.0.2.7.
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}
