import { INVITATION_DAYS, type CompanyId, type Role, type User, type UserId } from "@ridgebook/contract";

/** A person in one membership, or an account outside any company, as queries return them. */
export interface UserRow extends Record<string, unknown> {
  user_id: string;
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
  /** Missing if the row is not a company's view of a user. */
  invited_time?: Date | string | null;
  declined_time?: Date | string | null;
}

const DAY_MS = 86_400_000;

const toInvitation = ({ invited_time: invited, declined_time: declined }: UserRow): User["invitation"] =>
  invited
    ? {
        state: declined ? "declined" : "open",
        expiresTime: new Date(new Date(invited).getTime() + INVITATION_DAYS * DAY_MS).toISOString(),
      }
    : null;

export const toUser = (row: UserRow): User => ({
  id: Number(row.user_id) as UserId,
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
  invitation: toInvitation(row),
});
