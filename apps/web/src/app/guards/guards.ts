import {
  isCompanyAdmin,
  isCompanyUser,
  isLoggedIn,
  isMasterAdmin,
  isSuperAdmin,
  type SessionUser,
} from "@ridgebook/contract";
import { COMPANIES_PATH, LOGIN_PATH, SUPER_ADMIN_PATH } from "#app/guards/home-path.ts";

const ACCESS_DENIED_PATH = "/access-denied";

/** The requirements of a page. */
export interface PageRule {
  readonly access:
    | "everybody"
    /** For signed-out users only. */
    | "anonymous"
    | "signedIn"
    | "companyUser"
    | "companyAdmin"
    | "superAdmin"
    | "masterAdmin";
  /** The page is useless without the server: all of the account, admin and config areas (1.§2). */
  readonly isBlockedOffline: boolean;
}

interface Visit {
  rule: PageRule;
  user: SessionUser | undefined;
  isOnline: boolean;
  /** The requested path and query. */
  path: string;
}

/** A path inside the app that returns the user afterwards. */
const withReferrer = ({ page, path }: { page: string; path: string }): string =>
  `${page}?${new URLSearchParams({ referrer: path }).toString()}`;

/** Returns the redirect of a visit; undefined to let it in (1.§2 Route guards). */
export function redirectOf({ rule, user, isOnline, path }: Visit): string | undefined {
  if (rule.isBlockedOffline && !isOnline) return withReferrer({ page: "/offline", path });
  if (rule.access === "everybody") return undefined;
  if (rule.access === "anonymous") return isLoggedIn(user) ? "/" : undefined;
  if (!isLoggedIn(user)) return withReferrer({ page: LOGIN_PATH, path });
  switch (rule.access) {
    case "signedIn":
      return undefined;
    case "companyUser":
      if (isCompanyUser(user)) return undefined;
      return isSuperAdmin(user) ? SUPER_ADMIN_PATH : COMPANIES_PATH;
    case "companyAdmin":
      if (isCompanyAdmin(user)) return undefined;
      return isSuperAdmin(user) ? SUPER_ADMIN_PATH : ACCESS_DENIED_PATH;
    case "superAdmin":
      return isSuperAdmin(user) ? undefined : ACCESS_DENIED_PATH;
    case "masterAdmin":
      return isMasterAdmin(user) ? undefined : ACCESS_DENIED_PATH;
  }
}

/**
 * The path to go on to after signing in or coming back online. Only paths of this app: a prepared link must not lead
 * a freshly signed-in person to another site.
 */
export function safeReferrer(referrer: string | undefined): string {
  if (!referrer?.startsWith("/")) return "/";
  const base = "http://app.invalid";
  const url = URL.canParse(referrer, base) ? new URL(referrer, base) : undefined;
  return url?.origin === base ? `${url.pathname}${url.search}${url.hash}` : "/";
}
