import { randomBytes } from "node:crypto";
import type { TwinReply } from "#stand-ins/twin-reply.ts";
import type { ZohoCaseName } from "./zoho-cases.ts";

/* The accounts servers of the twin. A refresh token stays valid, and a renewal returns none. */

const CODE_MS = 60_000;
const REFRESH_START = "1000.rt";
const TOKENS_PER_REFRESH = 10;
const TOKENS_WITHIN_MS = 600_000;

export type DataCenter = "us" | "eu";
type TokenReply = TwinReply<ZohoCaseName>;

interface Issued {
  readonly location: DataCenter;
  readonly ends: number;
  /** The refresh token that an access token was issued for. */
  readonly refresh?: string | undefined;
}

export interface ZohoOauth {
  /** Adds a code to the address that the consent page redirects to. */
  giveCode(given: { redirectUri: string; location: DataCenter; isOffline: boolean }): string;
  answerToken(location: DataCenter, given: Readonly<Record<string, unknown>>): TokenReply;
  /** Revokes a permission; false if the token has none. */
  revoke(location: DataCenter, refresh: string): boolean;
  /** Whether an access token is valid in that data center. */
  isGood(location: DataCenter, access: string | undefined): boolean;
  /** Expires all access tokens. */
  endAccess(): void;
  /** Revokes all permissions, as their owner does. */
  revokeAll(): void;
  /** The number of refresh token exchanges. */
  readonly renewals: number;
}

export function createZohoOauth({
  clientId,
  clientSecret,
  accessSeconds,
  acceptsFormer,
  apiDomainOf,
  now,
}: {
  clientId: string;
  clientSecret: string;
  accessSeconds: number;
  /** Whether refresh tokens of a former start stay valid, so that a demo continues after a restart. */
  acceptsFormer: boolean;
  apiDomainOf: (location: DataCenter) => string;
  now: () => number;
}): ZohoOauth {
  const codes = new Map<string, Issued & { redirectUri: string; isOffline: boolean }>();
  const accesses = new Map<string, Issued>();
  const refreshes = new Map<string, DataCenter>();
  const revoked = new Set<string>();
  const renewedAt = new Map<string, number[]>();
  let renewals = 0;

  function issue(location: DataCenter, refresh?: string, former?: string): TokenReply {
    const access = `1000.at${randomBytes(24).toString("hex")}`;
    accesses.set(access, { location, ends: now() + accessSeconds * 1000, refresh: refresh ?? former });
    if (refresh !== undefined) refreshes.set(refresh, location);
    return {
      json: {
        access_token: access,
        ...(refresh !== undefined && { refresh_token: refresh }),
        scope: "ZohoCRM.modules.leads.ALL",
        api_domain: apiDomainOf(location),
        token_type: "Bearer",
        expires_in: accessSeconds,
      },
    };
  }

  function renew(location: DataCenter, refresh: string): TokenReply {
    const isFormer = acceptsFormer && refresh.startsWith(`${REFRESH_START}${location}`) && !revoked.has(refresh);
    if (refreshes.get(refresh) !== location && !isFormer) return { named: "invalidCode" };
    const recent = (renewedAt.get(refresh) ?? []).filter((time) => time > now() - TOKENS_WITHIN_MS);
    if (recent.length >= TOKENS_PER_REFRESH) return { named: "tooManyTokens" };
    renewedAt.set(refresh, [...recent, now()]);
    renewals += 1;
    return issue(location, undefined, refresh);
  }

  return {
    giveCode({ redirectUri, location, isOffline }) {
      const code = `1000.${randomBytes(24).toString("hex")}`;
      codes.set(code, { redirectUri, location, isOffline, ends: now() + CODE_MS });
      return code;
    },

    answerToken(location, given) {
      if (given["client_id"] !== clientId) return { named: "invalidClient" };
      if (given["client_secret"] !== clientSecret) return { named: "invalidClientSecret" };
      if (given["grant_type"] === "refresh_token") return renew(location, String(given["refresh_token"]));
      const code = String(given["code"]);
      const issued = codes.get(code);
      codes.delete(code);
      if (!issued || issued.ends <= now() || issued.location !== location) return { named: "invalidCode" };
      if (issued.redirectUri !== given["redirect_uri"]) return { named: "invalidRedirectUri" };
      return issue(
        location,
        issued.isOffline ? `${REFRESH_START}${location}${randomBytes(24).toString("hex")}` : undefined,
      );
    },

    revoke(location, refresh) {
      if (refreshes.get(refresh) !== location) return false;
      refreshes.delete(refresh);
      revoked.add(refresh);
      for (const [access, issued] of accesses) if (issued.refresh === refresh) accesses.delete(access);
      return true;
    },

    isGood(location, access) {
      const issued = access === undefined ? undefined : accesses.get(access);
      return issued !== undefined && issued.location === location && issued.ends > now();
    },
    endAccess: () => accesses.clear(),
    revokeAll() {
      accesses.clear();
      for (const refresh of refreshes.keys()) revoked.add(refresh);
      refreshes.clear();
    },
    get renewals() {
      return renewals;
    },
  };
}
