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

/** Signs and checks access tokens with the installation's secret, which all server processes share. */
export function createAccessTokens({ secret, now }: { secret: Uint8Array; now: () => Date }): AccessTokens {
  return {
    sign: ({ sessionId, accountId }) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: "HS256" })
        .setIssuer(ISSUER)
        .setSubject(String(accountId))
        .setExpirationTime(Math.floor(now().getTime() / 1000) + ACCESS_TOKEN_MINUTES * 60)
        .sign(secret),
    verify: async (token) => {
      try {
        const { payload } = await jwtVerify(token, secret, {
          algorithms: ["HS256"],
          issuer: ISSUER,
          currentDate: now(),
        });
        const accountId = Number(payload.sub);
        if (typeof payload.sid !== "string" || !Number.isSafeInteger(accountId)) throw new Problem("sessionExpired");
        return { sessionId: payload.sid, accountId: accountId as AccountId };
      } catch {
        throw new Problem("sessionExpired");
      }
    },
  };
}
