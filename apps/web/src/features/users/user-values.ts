import {
  formatPhone,
  toUserInput,
  userInput,
  userRecord,
  type CompanyId,
  type FieldConflict,
} from "@ridgebook/contract";
import { z } from "zod";
import type { Person } from "#features/users/user-rules.ts";

export const formRules = userInput
  .pick({ firstName: true, lastName: true, email: true, phoneNumber: true, role: true, active: true })
  // Outside a company only.
  .extend({
    companyId: z.string(),
    isSuperAdmin: z.boolean(),
    isMasterAdmin: z.boolean(),
    // Null is written as "" in the form.
    folderId: userInput.shape.folderId.transform((id) => id ?? ""),
  });

const { externalId: _notShown, ...labels } = userRecord.labels;
export const FIELD_LABELS = {
  ...labels,
  companyId: "Company",
  isSuperAdmin: "Super admin",
  isMasterAdmin: "Master admin",
};
export type Field = keyof typeof FIELD_LABELS;
export const FIELDS = Object.keys(FIELD_LABELS) as Field[];

export const PLATFORM_FIELDS: readonly Field[] = ["companyId", "isSuperAdmin", "isMasterAdmin"];

const { externalId: _notWritten, ...empty } = userRecord.empty;
const EMPTY = { ...empty, folderId: "", companyId: "", isSuperAdmin: false, isMasterAdmin: false };

export const formValues = (user: Person | undefined) => {
  if (!user) return EMPTY;
  const { externalId: _notInForm, phoneNumber, folderId, ...values } = toUserInput(user);
  return {
    ...values,
    phoneNumber: formatPhone(phoneNumber),
    folderId: folderId ?? "",
    companyId: user.companyId === null ? "" : String(user.companyId),
    isSuperAdmin: user.isSuperAdmin,
    isMasterAdmin: user.isMasterAdmin,
  };
};

export type UserValues = z.output<typeof formRules>;

/** The members that a company may set. */
export const memberInput = ({
  companyId: _company,
  isSuperAdmin: _super,
  isMasterAdmin: _master,
  folderId,
  ...values
}: UserValues) => ({ ...values, folderId: folderId || null });

/** The account's members that the platform may set: also its companies and rights. */
export const accountInput = ({ companyId, folderId: _folder, ...values }: UserValues) => ({
  ...values,
  companyId: companyId === "" ? null : (Number(companyId) as CompanyId),
});

/** The message of a field that another user saved another value of meanwhile. */
export function conflictText({ field, theirs }: FieldConflict): string {
  const text = typeof theirs === "string" ? theirs : "";
  const shown = typeof theirs === "boolean" ? (theirs ? "on" : "off") : text;
  const value = field === "phoneNumber" ? formatPhone(shown) : shown;
  return `Somebody else changed this to ${value === "" ? "nothing" : `“${value}”`} meanwhile. Save again to keep yours.`;
}
