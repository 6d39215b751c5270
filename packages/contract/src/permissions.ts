import type { SessionUser } from "#entities/user.ts";

/** Who may make a call. Every route names one; the server checks it first. */
export type Access =
  /** anyone, signed in or not */
  | "anyone"
  /** anyone who is signed in, with or without a company */
  | "account"
  /** a member of a company, or a super admin who entered it */
  | "companyUser"
  /** an admin of the company, or a super admin who entered it */
  | "companyAdmin"
  /** a company admin in their company, or a super admin outside any */
  | "userAdmin"
  | "superAdmin"
  | "masterAdmin";

type Someone = SessionUser | undefined;

/** User id above 0 and, if a company is chosen, active there (1.§6). A super admin is active wherever they enter. */
export const isLoggedIn = (user: Someone): user is SessionUser =>
  user !== undefined && user.id > 0 && (user.companyId === null || user.active);

/** Logged in with a company (1.§6). */
export const isCompanyUser = (user: Someone): user is SessionUser => isLoggedIn(user) && user.companyId !== null;

/** A company user with the role Admin, or a super admin with a company (1.§6). */
export const isCompanyAdmin = (user: Someone): boolean =>
  isCompanyUser(user) && (user.role === "Admin" || user.isSuperAdmin);

export const isSuperAdmin = (user: Someone): boolean => isLoggedIn(user) && user.isSuperAdmin;
export const isMasterAdmin = (user: Someone): boolean => isLoggedIn(user) && user.isMasterAdmin;

/** Whether someone has a route's access; the only access check, for calls and buttons. */
export function hasAccess(user: Someone, access: Access): boolean {
  switch (access) {
    case "anyone":
      return true;
    case "account":
      return isLoggedIn(user);
    case "companyUser":
      return isCompanyUser(user);
    case "companyAdmin":
      return isCompanyAdmin(user);
    case "userAdmin":
      return isCompanyAdmin(user) || (isSuperAdmin(user) && user?.companyId === null);
    case "superAdmin":
      return isSuperAdmin(user);
    case "masterAdmin":
      return isMasterAdmin(user);
  }
}
