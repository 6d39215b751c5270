import { createHash, randomBytes } from "node:crypto";
import type { TwinReply } from "#stand-ins/twin-reply.ts";
import { TWIN_CLIENT } from "#stand-ins/twin-server.ts";

/* The authorization server of a twin: codes work once, with their verifier (PKCE, S256). */

const CODE_MS = 600_000;

export type OauthCase = "invalidClient" | "invalidGrant" | "invalidScope" | "unsupportedGrantType";
type OauthReply = TwinReply<OauthCase>;

export interface StorageOauth {
  /** Whether a consent page may be shown for these parameters, beside those of every provider. */
  mayAsk(asked: URLSearchParams): boolean;
  /** The code for the redirect of a consent page. Partly: without the right to the files. */
  giveCode(asked: URLSearchParams, decided: { isPartly: boolean }): string;
  answerToken(given: URLSearchParams): OauthReply;
  /** Whether an access token is valid for calls of files. */
  isGood(access: string | undefined): boolean;
  /** Whether an access token is valid, and for this scope. */
  holds(access: string, scope: string): boolean;
  /** Expires all access tokens. */
  endAccess(): void;
  /** Revokes all permissions, as the account's owner does. */
  revokeAll(): void;
  /** Revokes the permission of a token; false for an unknown one. */
  revoke(token: string): boolean;
  /** The number of refresh token exchanges. */
  readonly renewals: number;
}

interface StorageOauthRules {
  readonly accessSeconds: number;
  /** Whether refresh tokens of a former start stay valid, so that a demo continues after a restart. */
  readonly acceptsFormer: boolean;
  readonly now: () => number;
  /** The prefix of access and refresh tokens. */
  readonly prefixes: { readonly access: string; readonly refresh: string };
  /** Whether each renewal gives another refresh token; the former one stays valid. */
  readonly isRotating: boolean;
  /** Whether a consent gives a refresh token. */
  readonly givesRefresh: (asked: URLSearchParams, isFirst: boolean) => boolean;
  /** The scope that files need. */
  readonly filesScope: string;
  /** Members of the reply that only this provider has. */
  readonly extra: () => object;
}

/** An unsigned id token: it arrives in the reply of the token call itself. */
export const idToken = (claims: object): string =>
  [{ alg: "none" }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".") + ".";

interface Issued {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly scope: string;
  readonly hasRefresh: boolean;
  readonly ends: number;
}

const s256 = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");
const words = (scope: string): string[] => scope.split(" ").filter(Boolean);

export function createStorageOauth({
  accessSeconds,
  acceptsFormer,
  now,
  prefixes,
  isRotating,
  givesRefresh,
  filesScope,
  extra,
}: StorageOauthRules): StorageOauth {
  const codes = new Map<string, Issued>();
  const accesses = new Map<string, { ends: number; scope: string }>();
  const refreshes = new Map<string, string>();
  const ended = new Set<string>();
  let renewals = 0;
  let consents = 0;
  const random = (prefix: string): string => prefix + randomBytes(24).toString("hex");

  function write(scope: string, hasRefresh: boolean): OauthReply {
    const access = random(prefixes.access);
    accesses.set(access, { ends: now() + accessSeconds * 1000, scope });
    const refresh = hasRefresh ? random(prefixes.refresh) : undefined;
    if (refresh !== undefined) refreshes.set(refresh, scope);
    return {
      json: {
        access_token: access,
        token_type: "Bearer",
        expires_in: accessSeconds,
        scope,
        ...(refresh !== undefined && { refresh_token: refresh }),
        ...extra(),
      },
    };
  }

  function exchange(given: URLSearchParams): OauthReply {
    const code = given.get("code") ?? "";
    const issued = codes.get(code);
    codes.delete(code);
    const isGood =
      issued &&
      issued.ends > now() &&
      issued.redirectUri === given.get("redirect_uri") &&
      issued.challenge === s256(given.get("code_verifier") ?? "");
    return isGood ? write(issued.scope, issued.hasRefresh) : { named: "invalidGrant" };
  }

  function renew(given: URLSearchParams): OauthReply {
    const refresh = given.get("refresh_token") ?? "";
    const isFormer = acceptsFormer && refresh.startsWith(prefixes.refresh) && !ended.has(refresh);
    const scope = refreshes.get(refresh) ?? (isFormer ? filesScope : undefined);
    if (scope === undefined) return { named: "invalidGrant" };
    renewals += 1;
    // A token for another audience, or with fewer rights, as the picker's, does not open the files.
    const asked = given.get("scope");
    if (asked === null) return write(scope, isRotating);
    const isGiven =
      isFormer || asked.includes("/.default") || words(asked).every((word) => words(scope).includes(word));
    return isGiven ? write(asked, isRotating) : { named: "invalidScope" };
  }

  return {
    mayAsk: (asked) =>
      asked.get("code_challenge_method") === "S256" &&
      (asked.get("code_challenge") ?? "") !== "" &&
      words(asked.get("scope") ?? "").includes(filesScope),

    giveCode(asked, { isPartly }) {
      const code = random("");
      consents += 1;
      codes.set(code, {
        redirectUri: asked.get("redirect_uri") ?? "",
        challenge: asked.get("code_challenge") ?? "",
        scope: words(asked.get("scope") ?? "")
          .filter((word) => !(isPartly && word === filesScope))
          .join(" "),
        hasRefresh: givesRefresh(asked, consents === 1),
        ends: now() + CODE_MS,
      });
      return code;
    },

    answerToken(given) {
      const { clientId, clientSecret } = TWIN_CLIENT;
      if (given.get("client_id") !== clientId || given.get("client_secret") !== clientSecret)
        return { named: "invalidClient" };
      switch (given.get("grant_type")) {
        case "authorization_code":
          return exchange(given);
        case "refresh_token":
          return renew(given);
        default:
          return { named: "unsupportedGrantType" };
      }
    },

    isGood(access) {
      const issued = access === undefined ? undefined : accesses.get(access);
      return issued !== undefined && issued.ends > now() && words(issued.scope).includes(filesScope);
    },
    holds(access, scope) {
      const issued = accesses.get(access);
      return issued !== undefined && issued.ends > now() && words(issued.scope).includes(scope);
    },
    endAccess: () => accesses.clear(),
    revokeAll() {
      accesses.clear();
      for (const refresh of refreshes.keys()) ended.add(refresh);
      refreshes.clear();
    },
    revoke(token) {
      const isKnown = refreshes.delete(token) || accesses.delete(token);
      if (isKnown) ended.add(token);
      return isKnown;
    },
    get renewals() {
      return renewals;
    },
  };
}
