import { SIGNED_LINK_MINUTES, type CompanyId } from "@ridgebook/contract";
import { jwtVerify, SignJWT } from "jose";
import type { AccessClaims } from "./session.ts";

const ISSUER = "ridgebook link";

/** The claims of a signed link: one path, in one company, as the account that made it. */
export interface LinkClaims extends AccessClaims {
  readonly companyId: CompanyId;
  readonly path: string;
}

export interface SignedLinks {
  sign(claims: LinkClaims): Promise<{ link: string; expiresTime: Date }>;
  /** Undefined for a link that is forged, expired, malformed, or made for another path. */
  verify(link: string, path: string): Promise<LinkClaims | undefined>;
}

/**
 * Signs and checks links that open one path without a login, with a secret of the installation that signs nothing else.
 *
 * A link contains the login session that made it and is valid only as long as that session: signing out, or losing access to the
 * company, ends it early.
 */
export function createSignedLinks({ secret, now }: { secret: Uint8Array; now: () => Date }): SignedLinks {
  return {
    async sign({ sessionId, accountId, companyId, path }) {
      const expires = Math.floor(now().getTime() / 1000) + SIGNED_LINK_MINUTES * 60;
      const link = await new SignJWT({ sid: sessionId, company: companyId, path })
        .setProtectedHeader({ alg: "HS256" })
        .setIssuer(ISSUER)
        .setSubject(String(accountId))
        .setExpirationTime(expires)
        .sign(secret);
      return { link, expiresTime: new Date(expires * 1000) };
    },
    async verify(link, path) {
      try {
        const { payload } = await jwtVerify(link, secret, {
          algorithms: ["HS256"],
          issuer: ISSUER,
          requiredClaims: ["exp"],
          currentDate: now(),
        });
        const { sid, company } = payload;
        const accountId = Number(payload.sub);
        if (typeof sid !== "string" || !Number.isSafeInteger(accountId) || !Number.isSafeInteger(company))
          return undefined;
        if (payload["path"] !== path) return undefined;
        return {
          sessionId: sid,
          accountId: accountId as AccessClaims["accountId"],
          companyId: company as CompanyId,
          path,
        };
      } catch {
        return undefined;
      }
    },
  };
}
