import { expect, test } from "vitest";
import { choicesOf } from "./finding-choices.ts";

test.each([
  { kind: "bothChanged", field: "city", offers: ["Use ours", "Use Zoho’s"] },
  { kind: "bothChanged", field: "userId", offers: ["OK"] },
  { kind: "statusUnknown", field: "leadStatus", offers: ["Use Zoho’s"] },
  { kind: "notAccepted", field: "phone", offers: ["Send again", "Use Zoho’s"] },
  { kind: "notTaken", field: "email", offers: ["Look again"] },
  { kind: "deletedThere", field: "", offers: ["OK"] },
] as const)("[ZOHO-16] of $field, $kind, an admin can choose $offers", ({ offers, ...finding }) => {
  expect(choicesOf(finding).map(({ label }) => label)).toEqual(offers);
});
