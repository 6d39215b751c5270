import { formatPhone, type ListedUser } from "@ridgebook/contract";
import { STATE_LABELS, stateOf } from "#features/users/user-rules.ts";

/** Spreadsheets run a cell that begins so as a formula. */
const FORMULA_START = /^[=+\-@\t\r\n]/;

/** A cell as text: an apostrophe keeps a spreadsheet from calculating it, quotes keep commas and line breaks inside. */
export function csvCell(value: string): string {
  const text = FORMULA_START.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const HEADS = ["First name", "Last name", "E-mail", "Phone number", "Role", "State", "Leads"];

/** The users as a CSV file of Excel's kind. The mark at its beginning says UTF-8. */
export function usersCsv(users: readonly ListedUser[]): string {
  const rows = users.map((user) => [
    user.firstName,
    user.lastName,
    user.email,
    formatPhone(user.phoneNumber),
    user.role ?? "",
    STATE_LABELS[stateOf(user)],
    user.leadCount === undefined ? "" : String(user.leadCount),
  ]);
  return `\ufeff${[HEADS, ...rows].map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("")}`;
}

/** Hands the text to the person as a file. */
export function saveCsv({ text, fileName }: { text: string; fileName: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser reads the address in the same turn; a moment later it may go.
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
