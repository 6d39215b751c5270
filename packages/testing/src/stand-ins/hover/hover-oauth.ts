import { randomBytes } from "node:crypto";
import type { TwinReply } from "#stand-ins/twin-reply.ts";
import { TWIN_CLIENT, type TwinOptions } from "#stand-ins/twin-server.ts";
import type { HoverCaseName } from "./hover-cases.ts";

/* The authorization server of the twin. Codes and refresh tokens work once; each refresh gives the next token. */

const CODE_MS = 600_000;
const REFRESH_START = "hvr_rt_";

const ACCESS_SECONDS = 7_200;

type TokenReply = TwinReply<HoverCaseName>;

export interface TwinOauth {
  /** Adds a code to the address that the consent page redirects to. */
  giveCode(redirectUri: string): string;
  answerToken(given: Readonly<Record<string, unknown>>): TokenReply;
  /** Whether an access token is valid. */
  isGood(access: string | undefined): boolean;
  /** Expires all access tokens. */
  endAccess(): void;
  /** Revokes all permissions, as an administrator of the account does. */
  revokeAll(): void;
  /** The number of refresh token exchanges. */
  readonly renewals: number;
}

export function createTwinOauth({
  acceptsFormer,
  now,
}: Pick<Required<TwinOptions>, "acceptsFormer" | "now">): TwinOauth {
  const { clientId, clientSecret } = TWIN_CLIENT;
  const codes = new Map<string, { redirectUri: string; ends: number }>();
  const accesses = new Map<string, number>();
  const refreshes = new Set<string>();
  const ended = new Set<string>();
  let renewals = 0;

  function issue(): TokenReply {
    const access = `hvr_at_${randomBytes(24).toString("hex")}`;
    const refresh = `${REFRESH_START}${randomBytes(24).toString("hex")}`;
    accesses.set(access, now() + ACCESS_SECONDS * 1000);
    refreshes.add(refresh);
    return {
      json: {
        access_token: access,
        token_type: "Bearer",
        expires_in: ACCESS_SECONDS,
        refresh_token: refresh,
        scope: "all",
        created_at: Math.floor(now() / 1000),
        owner_id: 55012,
        owner_type: "orgs",
      },
    };
  }

  /** Whether a refresh token is valid; it is used up by this. */
  function useUp(refresh: string): boolean {
    const isFormer = acceptsFormer && refresh.startsWith(REFRESH_START) && !ended.has(refresh);
    ended.add(refresh);
    return refreshes.delete(refresh) || isFormer;
  }

  return {
    giveCode(redirectUri) {
      const code = randomBytes(24).toString("hex");
      codes.set(code, { redirectUri, ends: now() + CODE_MS });
      return code;
    },

    answerToken(given) {
      if (given["client_id"] !== clientId || given["client_secret"] !== clientSecret) return { named: "invalidClient" };
      switch (given["grant_type"]) {
        case "authorization_code": {
          const code = String(given["code"]);
          const issued = codes.get(code);
          codes.delete(code);
          const isGood = issued && issued.ends > now() && issued.redirectUri === given["redirect_uri"];
          return isGood ? issue() : { named: "invalidGrant" };
        }
        case "refresh_token":
          if (!useUp(String(given["refresh_token"]))) return { named: "invalidGrant" };
          renewals += 1;
          return issue();
        default:
          return { named: "unsupportedGrantType" };
      }
    },

    isGood: (access) => access !== undefined && (accesses.get(access) ?? 0) > now(),
    endAccess: () => accesses.clear(),
    revokeAll() {
      accesses.clear();
      for (const refresh of refreshes) useUp(refresh);
    },
    get renewals() {
      return renewals;
    },
  };
}
