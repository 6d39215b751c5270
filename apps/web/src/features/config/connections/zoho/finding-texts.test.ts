import type { LeadId, ZohoFinding } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { choicesOf, findingText } from "./finding-texts.ts";

const finding = (given: Partial<ZohoFinding>): ZohoFinding => ({
  ...{ zohoId: "1", leadId: 7 as LeadId, leadName: "Dana Whitlock", kind: "bothChanged", field: "city" },
  ...{ here: "Olathe", there: "Lenexa", ...given },
});

test.each([
  { given: {}, says: "City: Olathe here, Lenexa in Zoho. Both were changed.", offers: ["Use ours", "Use Zoho’s"] },
  {
    given: { kind: "statusUnknown", field: "leadStatus", here: "Contract sent", there: "Contacted" },
    says: "Status: Contract sent here, Contacted in Zoho. Zoho’s list of statuses does not have “Contract sent”.",
    offers: ["Use Zoho’s"],
  },
  {
    given: { kind: "notAccepted", field: "phone", here: "+19135550142", there: "" },
    says: "Phone: (913) 555-0142 here, nothing in Zoho. Zoho did not accept ours.",
    offers: ["Send again", "Use Zoho’s"],
  },
  {
    given: { kind: "notTaken", field: "email", here: "", there: "not an address" },
    says: "E-mail: nothing here, not an address in Zoho. Zoho’s does not fit here.",
    offers: ["Look again"],
  },
  {
    given: { kind: "deletedThere", field: "", here: "", there: "" },
    says: "Deleted in Zoho. It stays here, and is no longer linked.",
    offers: ["OK"],
  },
] as const)("[ZOHO-16] $says", ({ given, says, offers }) => {
  expect(findingText(finding(given), "America/Chicago")).toBe(says);
  expect(choicesOf(finding(given)).map(({ label }) => label)).toEqual(offers);
});
