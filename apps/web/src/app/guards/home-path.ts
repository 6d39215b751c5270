import { isCompanyUser, isLoggedIn, isMasterAdmin, isSuperAdmin, type SessionUser } from "@ridgebook/contract";

export const LOGIN_PATH = "/account/login";
export const COMPANIES_PATH = "/account/companies";

/** The start page of super admins outside a company. */
export const SUPER_ADMIN_PATH = "/admin";
/** The start page of master admins. */
const MASTER_ADMIN_PATH = "/master";

/** The target of `/` (1.§2). Working in a company comes before the flags: a super admin who entered one stays there. */
export function homePath(user: SessionUser | undefined): string {
  if (!isLoggedIn(user)) return LOGIN_PATH;
  if (isCompanyUser(user)) return "/estimator";
  if (isSuperAdmin(user)) return SUPER_ADMIN_PATH;
  if (isMasterAdmin(user)) return MASTER_ADMIN_PATH;
  return COMPANIES_PATH;
}
