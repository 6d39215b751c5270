import { Problem, type AccountId } from "@ridgebook/contract";
import { jwtVerify, SignJWT } from "jose";
import type { AccessClaims } from "./session.ts";

/** Short, because it stands in a browser's memory; the refresh cookie renews it. */
export const ACCESS_TOKEN_MINUTES = 15;
const ISSUER = "ridgebook";

export interface AccessTokens {
  sign(claims: AccessClaims): Promise<string>;
  /** Raises sessionExpired for a token that is forged, expired or malformed. */
  verify(token: string): Promise<AccessClaims>;
}

/** How many checked tokens a process remembers; beyond, it begins anew. */
const MAX_KNOWN_TOKENS = 10_000;

/** Signs and checks access tokens with the installation's secret, which all server processes share. */
export function createAccessTokens({ secret, now }: { secret: Uint8Array; now: () => Date }): AccessTokens {
  /** Tokens whose signature was checked: it cannot change. Whether the session still counts is asked with each request. */
  const known = new Map<string, { claims: AccessClaims; expiresAt: number }>();
  return {
    sign: ({ sessionId, accountId }) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: "HS256" })
        .setIssuer(ISSUER)
        .setSubject(String(accountId))
        .setExpirationTime(Math.floor(now().getTime() / 1000) + ACCESS_TOKEN_MINUTES * 60)
        .sign(secret),
    verify: async (token) => {
      const checked = known.get(token);
      if (checked && now().getTime() < checked.expiresAt) return checked.claims;
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: ["HS256"],
          issuer: ISSUER,
          currentDate: now(),
        });
        const accountId = Number(payload.sub);
        if (typeof payload.sid !== "string" || !Number.isSafeInteger(accountId)) throw new Problem("sessionExpired");
        const claims = { sessionId: payload.sid, accountId: accountId as AccountId };
        if (known.size >= MAX_KNOWN_TOKENS) known.clear();
        known.set(token, { claims, expiresAt: (payload.exp ?? 0) * 1000 });
        return claims;
      } catch {
        throw new Problem("sessionExpired");
      }
    },
  };
}
