import { isCompanyAdmin, isCompanyUser, isLoggedIn, isSuperAdmin, type SessionUser } from "@ridgebook/contract";
import { COMPANIES_PATH, LOGIN_PATH, SUPER_ADMIN_PATH } from "#app/guards/home-path.ts";

/** What a page asks of the person who opens it. */
export interface PageRule {
  readonly access:
    | "everybody"
    /** who is signed in has nothing to do here */
    | "anonymous"
    | "signedIn"
    | "companyUser"
    | "companyAdmin";
  /** The page is of no use without the server: all of the account area and of config (1.§2). */
  readonly isBlockedOffline: boolean;
}

interface Visit {
  rule: PageRule;
  user: SessionUser | undefined;
  isOnline: boolean;
  /** Path and query that were asked for. */
  path: string;
}

/** A path inside the app that brings the person back afterwards. */
const withReferrer = ({ page, path }: { page: string; path: string }): string =>
  `${page}?${new URLSearchParams({ referrer: path }).toString()}`;

/** Where a visit is sent instead of the page it asked for; undefined lets it in (1.§2 Route guards). */
export function redirectOf({ rule, user, isOnline, path }: Visit): string | undefined {
  if (rule.isBlockedOffline && !isOnline) return withReferrer({ page: "/offline", path });
  switch (rule.access) {
    case "everybody":
      return undefined;
    case "anonymous":
      return isLoggedIn(user) ? "/" : undefined;
    case "signedIn":
      return isLoggedIn(user) ? undefined : withReferrer({ page: LOGIN_PATH, path });
    case "companyUser":
      if (!isLoggedIn(user)) return withReferrer({ page: LOGIN_PATH, path });
      if (isCompanyUser(user)) return undefined;
      return isSuperAdmin(user) ? SUPER_ADMIN_PATH : COMPANIES_PATH;
    case "companyAdmin":
      if (!isLoggedIn(user)) return withReferrer({ page: LOGIN_PATH, path });
      if (isCompanyAdmin(user)) return undefined;
      return isSuperAdmin(user) ? SUPER_ADMIN_PATH : "/access-denied";
  }
}

/**
 * The path to go on to after signing in or coming back online. Only paths of this app: a link that somebody prepared
 * must not lead a freshly signed-in person to another site.
 */
export function safeReferrer(referrer: string | undefined): string {
  if (!referrer?.startsWith("/")) return "/";
  const base = "http://app.invalid";
  const url = URL.canParse(referrer, base) ? new URL(referrer, base) : undefined;
  return url?.origin === base ? `${url.pathname}${url.search}${url.hash}` : "/";
}
