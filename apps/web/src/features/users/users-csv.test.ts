import { buildUser } from "@ridgebook/testing";
import { expect, test } from "vitest";
import { usersCsv } from "#features/users/users-csv.ts";

test("[USER-08] the list as CSV has a head, one line a user", async () => {
  const user = {
    ...buildUser({ firstName: "Inês", lastName: "Tavares", email: "ines@gable.test", phoneNumber: "+12165550142" }),
    emailConfirmed: false,
    leadCount: 14,
    lastSignedInTime: "2026-11-24T21:06:00.000Z",
  };
  expect(await usersCsv([user]).text()).toBe(
    "First name,Last name,E-mail,Phone number,Role,State,Last signed in (UTC),Leads\r\n" +
      "Inês,Tavares,ines@gable.test,(216) 555-0142,User,Invited,2026-11-24 21:06,14\r\n",
  );
});
