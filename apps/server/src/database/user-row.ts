import type { AccountId, CompanyId, Role, User } from "@ridgebook/contract";

/** An account seen through one membership or none, as the database's functions and the user repository answer it. */
export interface UserRow extends Record<string, unknown> {
  account_id: string;
  email: string;
  first_name: string;
  last_name: string;
  phone_number: string;
  email_confirmed: boolean;
  is_super_admin: boolean;
  is_master_admin: boolean;
  company_id: string | null;
  role: Role | null;
  active: boolean;
  external_id: string | null;
  folder_id: string | null;
}

/** What the API says of the person in such a row. */
export const toUser = (row: UserRow): User => ({
  id: Number(row.account_id) as AccountId,
  externalId: row.external_id,
  folderId: row.folder_id,
  email: row.email,
  phoneNumber: row.phone_number,
  emailConfirmed: row.email_confirmed,
  firstName: row.first_name,
  lastName: row.last_name,
  active: row.active,
  isSuperAdmin: row.is_super_admin,
  isMasterAdmin: row.is_master_admin,
  role: row.role,
  companyId: row.company_id === null ? null : (Number(row.company_id) as CompanyId),
});
