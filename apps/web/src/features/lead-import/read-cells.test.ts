import { splitExtension } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { readName } from "./read-name.ts";
import { readAddress } from "./read-place.ts";
import { readMoment } from "./read-time.ts";

describe("[IMPORT-22] names in one cell", () => {
  test.each([
    ["Hoa Nguyen", "Hoa", "Nguyen", ""],
    ["Church, Tom", "Tom", "Church", ""],
    ["John Smith Jr.", "John", "Smith, Jr.", ""],
    ["Robert Lee III", "Robert", "Lee, III", ""],
    ["First Baptist Church", "", "", "First Baptist Church"],
    ["Smith & Sons LLC", "", "", "Smith & Sons LLC"],
  ])("%s", (cell, firstName, lastName, company) => {
    expect(readName(cell)).toEqual({ firstName, lastName, company });
  });

  test("with the last name first, also without a comma", () => {
    expect(readName("SMITH JOHN", { lastNameFirst: true })).toEqual({
      firstName: "JOHN",
      lastName: "SMITH",
      company: "",
    });
  });
});

test.each([
  ["269-555-0122 ext14", "269-555-0122", "14"],
  ["269-555-0122ext. 14", "269-555-0122", "14"],
  ["(269) 555-0122 x14", "(269) 555-0122", "14"],
  ["269-555-0122, extension 14", "269-555-0122", "14"],
])("[IMPORT-24] the extension of %s", (cell, phone, extension) => {
  expect(splitExtension(cell)).toEqual({ phone, extension });
});

describe("[IMPORT-22] addresses in one cell", () => {
  test.each([
    ["1420 Leonard St NE", { street: "1420 Leonard St NE", city: "", state: "", zipCode: "" }],
    ["1420 Leonard St NE 49505", { street: "1420 Leonard St NE", city: "", state: "", zipCode: "49505" }],
    ["19 ELM CT", { street: "19 ELM CT", city: "", state: "", zipCode: "" }],
    ["19 Elm Ct 49071", { street: "19 Elm Ct", city: "", state: "", zipCode: "49071" }],
    ["12 Main St Omaha NE 68102", { street: "12 Main St", city: "Omaha", state: "NE", zipCode: "68102" }],
    ["8 Elm St Hartford CT 06103", { street: "8 Elm St", city: "Hartford", state: "CT", zipCode: "06103" }],
    ["100 Lake Dr St Joseph, MI 49085", { street: "100 Lake Dr", city: "St Joseph", state: "MI", zipCode: "49085" }],
  ])("%s", (cell, place) => {
    expect(readAddress(cell)).toEqual(place);
  });
});

test("[IMPORT-25] a spreadsheet's midnight is a day without a time, and 12:00 AM is a time", () => {
  const rules = { order: "month", timeZone: "America/Detroit", clock: "09:00", isMidnightUntimed: true } as const;
  // 9:00 in Detroit is 13:00 UTC in April.
  expect(readMoment("4/6/2026 0:00", rules)).toEqual({ time: "2026-04-06T13:00:00.000Z", hasClock: false });
  expect(readMoment("2026-04-06 00:00:00", rules)).toEqual({ time: "2026-04-06T13:00:00.000Z", hasClock: false });
  expect(readMoment("4/6/2026 12:00 AM", rules)).toEqual({ time: "2026-04-06T04:00:00.000Z", hasClock: true });
});
