import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { caretAfterDigits, countDigits, formatPhoneText } from "#ui/phone-text.ts";

describe("phone text", () => {
  test.each([
    { typed: "", shown: "" },
    { typed: "2", shown: "2" },
    { typed: "269", shown: "269" },
    { typed: "2695", shown: "(269) 5" },
    { typed: "269555", shown: "(269) 555" },
    { typed: "2695550", shown: "(269) 555-0" },
    { typed: "2695550142", shown: "(269) 555-0142" },
    { typed: "269.555.0142", shown: "(269) 555-0142" },
    { typed: "+1 269 555 0142", shown: "(269) 555-0142" },
    { typed: "12695550142", shown: "(269) 555-0142" },
    { typed: "(269) ", shown: "269" },
    { typed: "+49 30 901820", shown: "+49 30 901820" },
    { typed: "26955501421", shown: "26955501421" },
    { typed: "269-555-0142 ext 4", shown: "269-555-0142 ext 4" },
  ])("$typed is shown as $shown", ({ typed, shown }) => {
    expect(formatPhoneText(typed)).toBe(shown);
  });

  test("ten digits lose none, and shaping them again changes nothing", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{0,10}$/), (digits) => {
        const shown = formatPhoneText(digits);
        expect(shown.replace(/\D/g, "")).toBe(digits);
        expect(formatPhoneText(shown)).toBe(shown);
      }),
    );
  });

  test("the caret stays behind its digit", () => {
    expect(countDigits("(269) 55")).toBe(5);
    expect(caretAfterDigits({ text: "(269) 555-0142", digits: 0 })).toBe(0);
    expect(caretAfterDigits({ text: "(269) 555-0142", digits: 3 })).toBe(4);
    expect(caretAfterDigits({ text: "(269) 555-0142", digits: 10 })).toBe(14);
  });
});
