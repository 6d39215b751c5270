import type { CompanyId, ListedUser, UserId } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { usersCsv } from "#features/users/users-csv.ts";

test("[USER-08] the list as CSV has a head, one line a user", async () => {
  const user: ListedUser = {
    id: 7 as UserId,
    externalId: null,
    folderId: null,
    email: "ines@gable.test",
    phoneNumber: "+12165550142",
    emailConfirmed: false,
    firstName: "Inês",
    lastName: "Tavares",
    active: true,
    isSuperAdmin: false,
    isMasterAdmin: false,
    role: "User",
    companyId: 1 as CompanyId,
    invitation: null,
    leadCount: 14,
  };
  expect(await usersCsv([user]).text()).toBe(
    "First name,Last name,E-mail,Phone number,Role,State,Leads\r\n" +
      "Inês,Tavares,ines@gable.test,(216) 555-0142,User,Invited,14\r\n",
  );
});
