import { formatPhone } from "@ridgebook/contract";
import { CSV_HEADS } from "#features/users/csv-people.ts";
import { csvFile } from "#files/csv.ts";
import { STATE_LABELS, stateOf, type Person } from "#features/users/user-rules.ts";

const HEADS = [...CSV_HEADS, "State", "Last signed in (UTC)", "Leads"];

/** The users as a file for spreadsheets, over all companies with the company of each. */
export function usersCsv(users: readonly Person[]): File {
  const isEverywhere = users.some(({ companyName }) => companyName !== undefined);
  return csvFile("users.csv", [
    [...(isEverywhere ? ["Company"] : []), ...HEADS],
    ...users.map((user) => [
      ...(isEverywhere ? [user.companyName ?? ""] : []),
      user.firstName,
      user.lastName,
      user.email,
      formatPhone(user.phoneNumber),
      user.role ?? "",
      STATE_LABELS[stateOf(user)],
      // A time as spreadsheets read it.
      user.lastSignedInTime?.slice(0, 16).replace("T", " ") ?? "",
      user.leadCount ?? "",
    ]),
  ]);
}
