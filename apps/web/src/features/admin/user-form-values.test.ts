import { userInput, type CompanyId, type User, type UserId } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { isSameForm, NEW_USER, userFormValues, userInputOf } from "#features/admin/user-form-values.ts";

const ann: User = {
  id: 7 as UserId,
  externalId: "crm-12",
  folderId: "folder-3",
  email: "ann@gable.test",
  phoneNumber: "+12695550111",
  emailConfirmed: true,
  firstName: "Ann",
  lastName: "Lee",
  active: true,
  isSuperAdmin: false,
  isMasterAdmin: true,
  role: "Admin",
  companyId: 3 as CompanyId,
  invitation: null,
};

test("[ADMIN-05] a user that is sent as loaded keeps every value, those without a field too", () => {
  const sent = userInput.parse(userInputOf(userFormValues(ann), ann));
  const { id: _id, emailConfirmed: _confirmed, invitation: _invitation, ...kept } = ann;
  expect(sent).toEqual(kept);
});

test("[ADMIN-05] a person of several companies is sent without a company", () => {
  const several: User = { ...ann, companyId: null, role: null, externalId: null, folderId: null };
  expect(userInput.parse(userInputOf(userFormValues(several), several))).toMatchObject({ companyId: null });
});

test("[ADMIN-05] a new user needs a name and an e-mail", () => {
  const read = userInput.safeParse(userInputOf(NEW_USER, undefined));
  expect(read.error?.issues.map(({ path }) => path[0])).toEqual(["firstName", "lastName", "email"]);
});

test("a form is the same until one field differs", () => {
  const values = userFormValues(ann);
  expect(isSameForm(values, { ...values })).toBe(true);
  expect(isSameForm(values, { ...values, isSuperAdmin: true })).toBe(false);
});
