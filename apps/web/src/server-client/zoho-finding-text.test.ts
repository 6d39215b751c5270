import { expect, test } from "vitest";
import { findingText } from "./zoho-finding-text.ts";

const CITY = { kind: "bothChanged", field: "city", here: "Olathe", there: "Lenexa" } as const;

test.each([
  { given: {}, says: "City: Olathe here, Lenexa in Zoho. Both were changed." },
  {
    given: { kind: "statusUnknown", field: "leadStatus", here: "Contract sent", there: "Contacted" },
    says: "Status: Contract sent here, Contacted in Zoho. Zoho’s list of statuses does not have “Contract sent”. It goes there once the list has it.",
  },
  {
    given: { kind: "notAccepted", field: "phone", here: "+19135550142", there: "" },
    says: "Phone: (913) 555-0142 here, nothing in Zoho. Zoho did not accept ours.",
  },
  {
    given: { kind: "notTaken", field: "email", here: "", there: "not an address" },
    says: "E-mail: nothing here, not an address in Zoho. Zoho’s does not fit here.",
  },
  {
    given: { kind: "deletedThere", field: "", here: "", there: "" },
    says: "Deleted in Zoho. It stays here, and is no longer linked.",
  },
  {
    given: { field: "meetingDate", here: "2026-12-07T15:00:00.000Z", there: "2026-12-09" },
    says: "Meeting: Dec 7, 2026, 9:00 AM here, Dec 9, 2026 in Zoho. Both were changed.",
  },
] as const)("[ZOHO-16] $says", ({ given, says }) => {
  expect(findingText({ ...CITY, ...given }, "America/Chicago")).toBe(says);
});
