import { formatPhone, ROLES, type CompanyId, type Role, type User, type userInput } from "@ridgebook/contract";

/** What stands in the fields of the form. */
export interface UserFormValues {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phoneNumber: string;
  /** "" for nobody's or several. */
  readonly companyId: string;
  readonly role: Role;
  readonly active: boolean;
  readonly isSuperAdmin: boolean;
  readonly isMasterAdmin: boolean;
}

export const NEW_USER: UserFormValues = {
  firstName: "",
  lastName: "",
  email: "",
  phoneNumber: "",
  companyId: "",
  role: "User",
  active: true,
  isSuperAdmin: false,
  isMasterAdmin: false,
};

export const userFormValues = (user: User): UserFormValues => ({
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  phoneNumber: formatPhone(user.phoneNumber),
  companyId: user.companyId === null ? "" : String(user.companyId),
  role: user.role ?? "User",
  active: user.active,
  isSuperAdmin: user.isSuperAdmin,
  isMasterAdmin: user.isMasterAdmin,
});

/** What is sent. Ids of other systems have no field here and stay as they are: the call would empty those that it is not sent. */
export const userInputOf = (values: UserFormValues, user: User | undefined): Parameters<typeof userInput.parse>[0] => ({
  ...values,
  companyId: values.companyId === "" ? null : (Number(values.companyId) as CompanyId),
  externalId: user?.externalId ?? null,
  folderId: user?.folderId ?? null,
});

export const isRole = (text: string): text is Role => ROLES.some((role) => role === text);

export const isSameForm = (one: UserFormValues, other: UserFormValues): boolean =>
  (Object.keys(one) as (keyof UserFormValues)[]).every((field) => one[field] === other[field]);
