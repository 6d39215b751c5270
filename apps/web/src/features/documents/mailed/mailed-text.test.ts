import { EMAIL_STATUSES, type DocumentEmail, type DocumentId } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { mailedTexts } from "#features/documents/mailed/mailed-text.ts";

const email = (address: string, values: Partial<DocumentEmail> = {}): DocumentEmail => ({
  documentId: 12 as DocumentId,
  emailAddresses: [address],
  timestamp: "2026-05-14T14:24:08.000Z",
  status: EMAIL_STATUSES.success,
  failure: "",
  ...values,
});
const read = (emails: readonly DocumentEmail[]): readonly string[] =>
  mailedTexts(emails, "America/New_York").map(({ text }) => text);

test.each([
  { status: EMAIL_STATUSES.success, failure: "", text: "Mailed to k@w.test, May 14, 2026, 10:24 AM" },
  { status: EMAIL_STATUSES.pending, failure: "", text: "On its way to k@w.test, May 14, 2026, 10:24 AM" },
  { status: EMAIL_STATUSES.sending, failure: "", text: "On its way to k@w.test, May 14, 2026, 10:24 AM" },
  {
    status: EMAIL_STATUSES.failure,
    failure: "Mailbox full.",
    text: "Not delivered to k@w.test, May 14, 2026, 10:24 AM: Mailbox full.",
  },
  { status: EMAIL_STATUSES.skipped, failure: "", text: "Not sent to k@w.test, May 14, 2026, 10:24 AM" },
])("[PAPER-36] a mail in status $status reads $text", ({ status, failure, text }) => {
  expect(read([email("k@w.test", { status, failure })])).toEqual([text]);
});

test("[PAPER-36] addresses of one sending share a line, apart from the one that was not reached", () => {
  expect(
    read([
      email("k@w.test"),
      email("t@w.test", { status: EMAIL_STATUSES.failure, failure: "No such user." }),
      email("d@r.test"),
    ]),
  ).toEqual([
    "Mailed to k@w.test and d@r.test, May 14, 2026, 10:24 AM",
    "Not delivered to t@w.test, May 14, 2026, 10:24 AM: No such user.",
  ]);
});

test("[PAPER-36] three sendings are shown, and how many more there are", () => {
  const emails = [5, 4, 3, 2, 1].map((day) =>
    email("k@w.test", { timestamp: `2026-05-0${String(day)}T14:00:00.000Z` }),
  );
  expect(read(emails)).toEqual([
    "Mailed to k@w.test, May 5, 2026, 10:00 AM",
    "Mailed to k@w.test, May 4, 2026, 10:00 AM",
    "Mailed to k@w.test, May 3, 2026, 10:00 AM",
    "2 more in the e-mail history",
  ]);
  expect(read([])).toEqual([]);
});
