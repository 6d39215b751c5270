import { DEFAULT_SETTINGS, EMPTY_LEAD, type Settings } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { buildLead } from "@ridgebook/testing";
import { addDays, dayOf, dayText, timeZoneOf, weekdayOf, weekdayText } from "./dates.ts";
import { documentFrame, ownerParty, placeLines } from "./document-frame.ts";
import { formatAmount, formatAmountChange, formatMoney, formatMoneyChange, formatQuantity } from "./numbers.ts";
import { joinInWords, quantityInWords } from "./quantity-words.ts";

describe("amounts and quantities", () => {
  test.each([
    { say: formatMoney, value: 1_234.5, text: "$1,234.50" },
    { say: formatMoney, value: -0.001, text: "$0.00" },
    { say: formatAmount, value: -204.2, text: "−204.20" },
    { say: formatMoneyChange, value: 48.02, text: "+$48.02" },
    { say: formatMoneyChange, value: 0, text: "$0.00" },
    { say: formatAmountChange, value: -1_669.81, text: "−1,669.81" },
    { say: formatQuantity, value: 19.6667, text: "19.667" },
  ])("$value is $text", ({ say, value, text }) => {
    expect(say(value)).toBe(text);
  });

  test.each([
    { quantity: 1, unit: "SQ", text: "1 square" },
    { quantity: 22, unit: "SQ", text: "22 squares" },
    { quantity: 2_000, unit: "SQ FT", text: "2,000 sq ft" },
    { quantity: 3, unit: "EA", text: "3" },
  ] as const)("$quantity $unit is $text", ({ quantity, unit, text }) => {
    expect(quantityInWords(quantity, unit)).toBe(text);
  });

  test("lists are read like sentences", () => {
    expect([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(joinInWords)).toEqual(["", "a", "a and b", "a, b and c"]);
  });
});

describe("days", () => {
  test("a moment has a day in a time zone, from then on it is counted without one", () => {
    const evening = new Date("2026-03-08T04:30:00Z");
    expect(dayOf(evening, "America/New_York")).toBe("2026-03-07");
    expect(dayOf(evening, "America/Los_Angeles")).toBe("2026-03-07");
    expect(dayOf(evening, "UTC")).toBe("2026-03-08");
    // Clocks go forward on March 8.
    expect(addDays("2026-03-07", 2)).toBe("2026-03-09");
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(weekdayOf("2026-05-17")).toBe(0);
    expect([dayText("2026-05-14"), weekdayText("2026-05-18")]).toEqual(["May 14, 2026", "Monday, May 18, 2026"]);
  });

  test("a company without a time zone has that of the device", () => {
    expect(timeZoneOf({ timeZone: "" })).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  });
});

describe("heads and feet", () => {
  const settings: Settings = { ...DEFAULT_SETTINGS, smtpPasswordIsSet: false, timeZone: "America/Chicago" };
  const now = new Date("2026-05-15T04:30:00Z");

  test("a company and a lead of which nothing is known leave no empty lines", () => {
    const frame = documentFrame({ lead: EMPTY_LEAD, settings, number: "N", now }, { kind: "contract", title: "T" });
    expect(frame.company.lines).toEqual([]);
    expect(frame.footer.lines).toEqual(["Contract N"]);
    expect(frame.date).toBe("2026-05-14");
    expect(ownerParty(EMPTY_LEAD, [])).toEqual({ caption: "Owner", strong: [], lines: [] });
    expect(placeLines(EMPTY_LEAD)).toEqual([]);
  });

  test("the company's name in its own app replaces its name", () => {
    const named = { ...settings, appCompanyName: "Gable App" };
    const { company } = documentFrame(
      { lead: buildLead(), settings: named, number: "N", now },
      { kind: "contract", title: "T" },
    );
    expect(company.name).toBe("Gable App");
  });

  test("a company as the customer is listed with its people", () => {
    const lead = buildLead({ company: "Lakeside LLC" });
    expect(ownerParty(lead, ["Karen Whitfield"]).lines[0]).toBe("Lakeside LLC");
    expect(ownerParty(lead, ["Lakeside LLC"]).lines[0]).toBe("(269) 555-0168");
  });
});
