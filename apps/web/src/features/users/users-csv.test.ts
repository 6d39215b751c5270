import type { CompanyId, ListedUser, UserId } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { csvCell, usersCsv } from "#features/users/users-csv.ts";

describe("[USER-08] the list as CSV", () => {
  test.each([
    ["Dana", "Dana"],
    ["Mercer, Dana", '"Mercer, Dana"'],
    ['Dana "D" Mercer', '"Dana ""D"" Mercer"'],
    ["two\nlines", '"two\nlines"'],
    ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
    ["+1 216", "'+1 216"],
    ["-2", "'-2"],
    ["@cmd", "'@cmd"],
    ["\t=1", "'\t=1"],
    ["=1,2", '"\'=1,2"'],
    ["", ""],
  ])("%j is written as %j", (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  test("has a head, one line a user, and says that it is UTF-8", () => {
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
    expect(usersCsv([user])).toBe(
      "\ufeffFirst name,Last name,E-mail,Phone number,Role,State,Leads\r\n" +
        "Inês,Tavares,ines@gable.test,(216) 555-0142,User,Invited,14\r\n",
    );
  });
});
