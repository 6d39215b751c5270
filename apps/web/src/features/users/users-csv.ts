import { formatPhone, type ListedUser } from "@ridgebook/contract";
import { csvFile } from "#files/csv.ts";
import { STATE_LABELS, stateOf } from "#features/users/user-rules.ts";

const HEADS = ["First name", "Last name", "E-mail", "Phone number", "Role", "State", "Leads"];

/** The users as a file for spreadsheets. */
export const usersCsv = (users: readonly ListedUser[]): File =>
  csvFile("users.csv", [
    HEADS,
    ...users.map((user) => [
      user.firstName,
      user.lastName,
      user.email,
      formatPhone(user.phoneNumber),
      user.role ?? "",
      STATE_LABELS[stateOf(user)],
      user.leadCount ?? "",
    ]),
  ]);
