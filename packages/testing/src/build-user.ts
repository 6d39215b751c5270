import { userRecord, type CompanyId, type User, type UserId } from "@ridgebook/contract";

/** A user who has joined a company, as the server returns them; give only what the test is about. */
export const buildUser = ({ id = 7, ...given }: Partial<Omit<User, "id">> & { id?: number } = {}): User => ({
  ...userRecord.empty,
  id: id as UserId,
  email: `person-${String(id)}@gable.test`,
  emailConfirmed: true,
  firstName: "Ann",
  lastName: "Lee",
  isSuperAdmin: false,
  isMasterAdmin: false,
  companyId: 1 as CompanyId,
  invitation: null,
  ...given,
});
