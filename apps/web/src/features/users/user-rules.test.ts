import { toUserInput, type AccountId, type CompanyId, type ListedUser } from "@ridgebook/contract";
import { buildUser } from "@ridgebook/testing";
import { describe, expect, test } from "vitest";
import {
  countStates,
  invitationText,
  locksOf,
  searchUsers,
  signedInText,
  sortedByLastName,
  stateOf,
  takersOf,
  takerText,
  userListSearch,
} from "#features/users/user-rules.ts";

let lastId = 0;
const buildListed = (values: Partial<ListedUser> = {}): ListedUser => ({
  ...buildUser({ id: (lastId += 1) }),
  ...values,
});

describe("states", () => {
  test.each([
    { active: true, emailConfirmed: true, state: "active" },
    { active: true, emailConfirmed: false, state: "invited" },
    { active: false, emailConfirmed: true, state: "deactivated" },
    { active: false, emailConfirmed: false, state: "deactivated" },
  ])("[USER-02] active $active, e-mail confirmed $emailConfirmed: $state", ({ state, ...user }) => {
    expect(stateOf(user)).toBe(state);
  });

  test("[USER-03] each state is counted", () => {
    const users = [
      buildListed(),
      buildListed(),
      buildListed({ emailConfirmed: false }),
      buildListed({ active: false }),
    ];
    expect(countStates(users)).toEqual({ all: 4, active: 2, invited: 1, deactivated: 1 });
  });
});

describe("the list", () => {
  test("[USER-01] by last name, then first name; without a name by e-mail, whatever the case", () => {
    const names = [
      ["Will", "underhay", "w@gable.test"],
      ["", "", "marie@gable.test"],
      ["Marcus", "Bell", "m@gable.test"],
      ["Anna", "Bell", "a@gable.test"],
    ] as const;
    const users = names.map(([firstName, lastName, email]) => buildListed({ firstName, lastName, email }));
    expect(sortedByLastName(users).map(({ email }) => email)).toEqual([
      "a@gable.test",
      "m@gable.test",
      "marie@gable.test",
      "w@gable.test",
    ]);
  });

  test("[USER-03] search takes words of name and e-mail in any order and case", () => {
    const dana = buildListed({ firstName: "Dana", lastName: "Mercer", email: "dm@north.test" });
    const users = [dana, buildListed()];
    for (const text of ["mercer dana", "DM@NORTH", "dan mer"]) expect(searchUsers(users, text)).toEqual([dana]);
    expect(searchUsers(users, "dana lee")).toEqual([]);
    expect(searchUsers(users, "  ")).toEqual(users);
  });

  test("[USER-03] an address with an unknown state shows all users", () => {
    expect(userListSearch({ state: "gone", searchQuery: "" })).toEqual({});
    expect(userListSearch({ state: "invited", searchQuery: "lee" })).toEqual({ state: "invited", searchQuery: "lee" });
  });
});

describe("[USER-04] locked actions", () => {
  const LAST_ADMIN = "A company needs at least one active admin.";

  test("oneself, also beside another admin", () => {
    const self = buildListed({ role: "Admin" });
    const users = [self, buildListed({ role: "Admin" })];
    expect(locksOf(self, { users, selfId: self.id })).toEqual({
      deactivate: "You cannot deactivate yourself.",
      demote: "You cannot take the role Admin from yourself.",
      remove: "You cannot delete yourself.",
      removeTwoStep: "Turn off your own two-step sign-in under Manage account.",
    });
  });

  test("the last admin who has joined, for every viewer", () => {
    const last = buildListed({ role: "Admin" });
    const users = [
      last,
      buildListed({ role: "Admin", emailConfirmed: false }),
      buildListed({ role: "Admin", active: false }),
      buildListed(),
    ];
    expect(locksOf(last, { users, selfId: undefined })).toEqual({
      deactivate: LAST_ADMIN,
      demote: LAST_ADMIN,
      remove: LAST_ADMIN,
    });
  });

  test("nothing for others", () => {
    const self = buildListed({ role: "Admin" });
    const other = buildListed({ role: "Admin" });
    const person = buildListed();
    const users = [self, other, person];
    expect(locksOf(other, { users, selfId: self.id })).toEqual({});
    expect(locksOf(person, { users, selfId: self.id })).toEqual({});
  });
});

test("[USER-05] a save sends back what the form does not show", () => {
  const user = buildListed({ externalId: "zoho-7", folderId: "f-1", role: "Admin", leadCount: 3 });
  expect(toUserInput(user)).toEqual({
    firstName: "Ann",
    lastName: "Lee",
    email: user.email,
    phoneNumber: "",
    active: true,
    role: "Admin",
    externalId: "zoho-7",
    folderId: "f-1",
  });
});

describe("[USER-07] invitations", () => {
  const now = Date.parse("2026-11-27T12:00:00Z");
  const place = { now, timeZone: "America/New_York" };
  const invited = (state: "open" | "declined", expiresTime: string) =>
    buildListed({ emailConfirmed: false, invitation: { state, expiresTime } });

  test("open until its last day in the company's time zone, ended, or declined", () => {
    // 3 AM in UTC is the evening before in New York.
    expect(invitationText(invited("open", "2026-12-02T03:00:00Z"), place)).toBe("Open until Dec 1");
    expect(invitationText(invited("open", "2026-11-27T11:59:00Z"), place)).toBe("Ended Nov 27, send it again");
    expect(invitationText(invited("declined", "2026-12-02T03:00:00Z"), place)).toBe("Declined");
  });

  test("nothing for those who have joined or are deactivated", () => {
    expect(invitationText(buildListed(), place)).toBeUndefined();
    expect(invitationText({ ...invited("open", "2026-12-02T03:00:00Z"), active: false }, place)).toBeUndefined();
  });
});

test("[USER-16] an address that the mail server refused is shown instead of the open invitation", () => {
  const refused = buildListed({
    emailConfirmed: false,
    invitation: { state: "open", expiresTime: "2026-12-02T03:00:00Z" },
    mailRefusedTime: "2026-11-26T03:00:00Z",
  });
  expect(invitationText(refused, { now: Date.parse("2026-11-27T12:00:00Z"), timeZone: "UTC" })).toBe(
    "The mail server did not accept this address.",
  );
});

describe("[USER-15] when a user last signed in", () => {
  // 9 AM of November 27 in New York, five hours behind UTC.
  const place = { now: Date.parse("2026-11-27T14:00:00Z"), timeZone: "America/New_York" };

  test.each([
    { time: "2026-11-27T12:45:00Z", text: "Today, 7:45 AM" },
    // Still the evening before there.
    { time: "2026-11-27T04:20:00Z", text: "Yesterday, 11:20 PM" },
    { time: "2026-11-24T21:06:00Z", text: "Nov 24, 4:06 PM" },
    { time: "2025-12-31T21:06:00Z", text: "Dec 31, 2025" },
    { time: null, text: "–" },
  ])("$time reads $text", ({ time, text }) => {
    expect(signedInText(buildListed({ lastSignedInTime: time }), place)).toBe(text);
  });
});

describe("[ADMIN-06] over all companies", () => {
  const elsewhere = 2 as CompanyId;

  test("the last admin, and who can take over leads, are those of one company", () => {
    const admin = { ...buildListed({ role: "Admin" }), accountId: null };
    const other = { ...buildListed({ role: "Admin", companyId: elsewhere }), accountId: null };
    const colleague = buildListed();
    const users = [admin, other, colleague];
    expect(locksOf(admin, { users, selfId: undefined }).remove).toBe("A company needs at least one active admin.");
    expect(takersOf(admin, users)).toEqual([colleague]);
  });

  test("one's own row is the one of one's account", () => {
    const own = { ...buildListed(), accountId: 5 as AccountId };
    expect(locksOf(own, { users: [own], selfId: 5 }).remove).toBe("You cannot delete yourself.");
    expect(locksOf(own, { users: [own], selfId: own.id })).toEqual({});
  });

  test("search finds a company by its name", () => {
    const users = [
      { ...buildListed(), companyName: "Harbor Siding" },
      { ...buildListed(), companyName: "North Gable" },
    ];
    expect(searchUsers(users, "harbor")).toEqual([users[0]]);
  });
});

test("[USER-11] leads go to another active user", () => {
  const leaving = buildListed({ lastName: "Tavares" });
  const dana = buildListed({ firstName: "Dana", lastName: "Mercer", leadCount: 1284 });
  const marcus = buildListed({ firstName: "Marcus", lastName: "Bell", leadCount: 1 });
  const users = [leaving, dana, buildListed({ active: false }), marcus];
  expect(takersOf(leaving, users).map(takerText)).toEqual(["Marcus Bell, 1 lead", "Dana Mercer, 1,284 leads"]);
});
