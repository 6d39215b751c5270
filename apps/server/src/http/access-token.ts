import { Problem, type AccountId } from "@ridgebook/contract";
import { errors, jwtVerify, SignJWT } from "jose";
import type { AccessClaims } from "./session.ts";

/** Short, because it stands in a browser's memory; the refresh cookie renews it. */
const ACCESS_TOKEN_MINUTES = 15;
const ISSUER = "ridgebook";

export interface AccessTokens {
  sign(claims: AccessClaims): Promise<string>;
  /** Raises AccessTokenExpired for a token that is only too old, sessionExpired for one that is forged or malformed. */
  verify(token: string): Promise<AccessClaims>;
}

/** The token is ours and has been valid: an app of ours renews it and calls again. */
export class AccessTokenExpired extends Problem {
  constructor() {
    super("sessionExpired");
  }
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
          requiredClaims: ["exp"],
          currentDate: now(),
        });
        const { sid, exp = 0 } = payload;
        const accountId = Number(payload.sub);
        if (typeof sid !== "string" || !Number.isSafeInteger(accountId)) throw new Problem("sessionExpired");
        const claims = { sessionId: sid, accountId: accountId as AccountId };
        if (known.size >= MAX_KNOWN_TOKENS) known.clear();
        known.set(token, { claims, expiresAt: exp * 1000 });
        return claims;
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw new AccessTokenExpired();
        throw new Problem("sessionExpired");
      }
    },
  };
}
