import ipaddr from "ipaddr.js";

/** A host or network that the operator allows beyond the public internet; without a port, on the protocol's usual ports. */
export interface AllowedTarget {
  readonly host: string | undefined;
  readonly network: [ipaddr.IPv4 | ipaddr.IPv6, number] | undefined;
  readonly port: number | undefined;
}

const MAX_PORT = 65_535;
const HOST_NAME = /^(?=.{1,253}$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?)*$/;
/** Incomplete addresses such as 10.1.2 would otherwise count as names. */
const ONLY_NUMBERS = /^[\d.]+$/;

/** Host names are compared in lower case and without the dot at the end. */
export const normalizeHost = (host: string): string => host.trim().toLowerCase().replace(/\.$/, "");

function readNetwork(text: string): AllowedTarget["network"] {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
  if (!isAddress) return undefined;
  const address = ipaddr.parse(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

/**
 * Parses an entry: `mail.lan`, `mail.lan:2525`, `10.1.0.0/16`, `127.0.0.1:2525`, `fd00::/8`, `[fd00::1]:2525`; undefined for anything else.
 */
export function readAllowedTarget(entry: string): AllowedTarget | undefined {
  const text = entry.trim();
  // IPv6 has colons too, so a port needs brackets.
  const [, bracketed, plain, portText] = /^(?:\[([^\]]+)\]|([^[\]:]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const name = normalizeHost(bracketed ?? plain ?? text);
  const port = portText === undefined ? undefined : Number(portText);
  if (port !== undefined && (port < 1 || port > MAX_PORT)) return undefined;
  const network = readNetwork(name);
  if (network) return { host: undefined, network, port };
  if (bracketed !== undefined || ONLY_NUMBERS.test(name) || !HOST_NAME.test(name)) return undefined;
  return { host: name, network: undefined, port };
}
