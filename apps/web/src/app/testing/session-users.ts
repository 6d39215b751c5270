import type { UserId, CompanyId, SessionUser } from "@ridgebook/contract";

/** A user without a company and without rights, except the given ones. */
export const buildUser = (given: Partial<SessionUser> = {}): SessionUser => ({
  id: 7 as UserId,
  companyId: null,
  active: true,
  role: null,
  isSuperAdmin: false,
  isMasterAdmin: false,
  ...given,
});

export const IN_COMPANY = { companyId: 3 as CompanyId, role: "User" } as const;
