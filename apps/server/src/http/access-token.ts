import { Problem, type AccountId } from "@ridgebook/contract";
import { errors, jwtVerify, SignJWT } from "jose";
import type { AccessClaims } from "./session.ts";

/** Short, because the token is in a browser's memory; the refresh cookie renews it. */
const ACCESS_TOKEN_MINUTES = 15;
const ISSUER = "ridgebook";

export interface AccessTokens {
  sign(claims: AccessClaims): Promise<string>;
  /** Throws AccessTokenExpired for an expired token, sessionExpired for a forged or malformed one. */
  verify(token: string): Promise<AccessClaims>;
}

/** The token was valid and has expired: our app renews it and retries the call. */
export class AccessTokenExpired extends Problem {
  constructor() {
    super("sessionExpired");
  }
}

/** The size of the cache of checked tokens; it is cleared when it is full. */
const MAX_KNOWN_TOKENS = 10_000;

/** Signs and checks access tokens with the installation's secret, which all server processes share. */
export function createAccessTokens({ secret, now }: { secret: Uint8Array; now: () => Date }): AccessTokens {
  /** Cache of tokens with a valid signature, which cannot change. Each request still checks that the session is valid. */
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
