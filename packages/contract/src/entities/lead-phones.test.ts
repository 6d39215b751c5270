import { expect, test } from "vitest";
import { leadInput, splitLeadPhones } from "./lead.ts";

test.each([
  [{ phone: "(269) 555-0122 ext. 14" }, { phone: "(269) 555-0122", phoneExtension: "14" }],
  [
    { mobilePhone: "269-555-0122", lastName: "Lee" },
    { mobilePhone: "269-555-0122", lastName: "Lee" },
  ],
  [
    { mobilePhone: "269-555-0122x7", phone: "" },
    { mobilePhone: "269-555-0122", mobilePhoneExtension: "7", phone: "" },
  ],
  [{ phone: "2695550122;12" }, { phone: "2695550122", phoneExtension: "12" }],
  [{ phone: "269-555-0122,,12" }, { phone: "269-555-0122", phoneExtension: "12" }],
  [{ phone: "+1-269-555-0122;ext=12" }, { phone: "+1-269-555-0122", phoneExtension: "12" }],
  // [VAL-37] Invisible characters at both ends, and a space that does not break.
  [{ phone: "\u200e(269) 555-0122 x12\u200b" }, { phone: "(269) 555-0122", phoneExtension: "12" }],
  [{ phone: "269-555-0122\u00a0ext.\u00a012" }, { phone: "269-555-0122", phoneExtension: "12" }],
  // Neither half is a number with an extension.
  [{ phone: "269-555;0122" }, { phone: "269-555;0122" }],
  // A different extension counts; an empty one does not.
  [
    { phone: "269-555-0122 x7", phoneExtension: "9" },
    { phone: "269-555-0122 x7", phoneExtension: "9" },
  ],
  [
    { phone: "269-555-0122 x7", phoneExtension: "" },
    { phone: "269-555-0122", phoneExtension: "7" },
  ],
  // A change with former values names each member that it changes.
  [
    { phone: "269-555-0122 x7", former: { phone: "" } },
    { phone: "269-555-0122 x7", former: { phone: "" } },
  ],
  ["text", "text"],
  [null, null],
])("[LEAD-32] of %j becomes %j", (sent, read) => {
  expect(splitLeadPhones(sent)).toEqual(read);
});

test("[LEAD-32] a phone with its extension is a number and an extension", () => {
  const read = leadInput.parse(splitLeadPhones({ lastName: "Lee", phone: "+1 269 555 0122 extension 14" }));
  expect([read.phone, read.phoneExtension]).toEqual(["+12695550122", "14"]);
});
