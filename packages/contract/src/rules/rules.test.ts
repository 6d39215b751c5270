import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isEmail } from "./email.ts";
import { ruleMessages } from "./messages.ts";
import { isStrongPassword, PASSWORD_REQUIREMENTS } from "./password.ts";
import { formatLeadPhone, formatPhone, normalizePhone } from "./phone.ts";
import { isOnStep } from "./step.ts";
import { optionalEmail, phone, requiredEmail, text, zipCode } from "./text.ts";
import { isUnique } from "./unique.ts";
import { isZipCode } from "./zip-code.ts";

const digits = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }).map((list) => list.join(""));

describe("phone", () => {
  test.each([
    { given: "555-123-4567", stored: "+15551234567" },
    { given: "(555) 123-4567", stored: "+15551234567" },
    { given: "+1 555 123 4567", stored: "+15551234567" },
    { given: "1.555.123.4567", stored: "+15551234567" },
    { given: "  ", stored: "" },
    { given: "123-4567", stored: undefined },
    { given: "25551234567", stored: undefined },
    // A hyphen that keeps a number on one line, a dash, and a minus: pasted from Word and web pages.
    { given: "555\u2011123\u20114567", stored: "+15551234567" },
    { given: "555–123–4567", stored: "+15551234567" },
    { given: "555\u2212123\u22124567", stored: "+15551234567" },
    { given: "call me", stored: undefined },
    { given: "555-123-4567 ext 2", stored: undefined },
  ])("[VAL-05] '$given' is stored as $stored", ({ given, stored }) => {
    expect(normalizePhone(given)).toBe(stored);
  });

  test("[VAL-05] a stored number is shown as (ddd) ddd-dddd", () => {
    expect(formatPhone("+15551234567")).toBe("(555) 123-4567");
    expect(formatPhone("")).toBe("");
  });

  test("[LEAD-32] a number with an extension is shown with it, and an extension alone is not", () => {
    expect(formatPhone("+12695550122", "14")).toBe("(269) 555-0122 ext. 14");
    expect(formatPhone("", "14")).toBe("");
    const lead = { phone: "+12695550122", phoneExtension: "14", mobilePhone: "", mobilePhoneExtension: "" };
    expect(formatLeadPhone(lead, { first: "mobilePhone" })).toBe("(269) 555-0122 ext. 14");
    expect(formatLeadPhone({ ...lead, mobilePhone: "+12695550123" }, { first: "mobilePhone" })).toBe("(269) 555-0123");
  });

  test("[VAL-05] any ten digits survive being shown and stored again", () => {
    fc.assert(
      fc.property(digits(10), (number) => {
        expect(normalizePhone(formatPhone(`+1${number}`))).toBe(`+1${number}`);
      }),
    );
  });
});

describe("pasted text", () => {
  const ZERO_WIDTH = "\u200b";
  const FROM_RIGHT_TO_LEFT = "\u202e";
  test.each([
    { schema: phone("Phone"), given: `${ZERO_WIDTH}(555)\u00a0123-4567\u202c`, stored: "+15551234567" },
    { schema: optionalEmail("E-mail"), given: `ann@mail.test${ZERO_WIDTH}`, stored: "ann@mail.test" },
    { schema: requiredEmail("E-mail"), given: `\ufeff ann@mail.test${FROM_RIGHT_TO_LEFT}`, stored: "ann@mail.test" },
    { schema: zipCode("Zip code"), given: `K1A\u00a00B1${ZERO_WIDTH}`, stored: "K1A 0B1" },
  ])("[VAL-37] leaves its invisible characters behind: $stored", ({ schema, given, stored }) => {
    expect(schema.parse(given)).toBe(stored);
  });

  test("[VAL-38] a name loses what would turn the text around it, and nothing else", () => {
    const name = text({ field: "Name", max: 20 });
    expect(name.parse(`${FROM_RIGHT_TO_LEFT}Ann \u2067Lee\u2069\u202c`)).toBe("Ann Lee");
    expect(name.parse("\u200fמשה 👩‍👧")).toBe("\u200fמשה 👩‍👧");
  });

  test("[VAL-37] nothing but invisible characters is nothing", () => {
    expect(requiredEmail("E-mail").safeParse(ZERO_WIDTH).error?.issues[0]?.message).toBe(
      ruleMessages.required("E-mail"),
    );
  });
});

describe("zip code", () => {
  test.each(["12345", "12345-6789", "K1A 0B1", "K1A0B1", "k1a-0b1", ""])("[VAL-06] '%s' is allowed", (zip) => {
    expect(isZipCode(zip)).toBe(true);
  });
  test.each(["1234", "123456", "12345-678", "1A1 A1A", "K1A  0B1", " 12345"])("[VAL-06] '%s' is refused", (zip) => {
    expect(isZipCode(zip)).toBe(false);
  });
  test("[VAL-06] the message names a valid Zip Code", () => {
    expect(ruleMessages.zipCode("Zip code")).toBe("Zip code must be a valid Zip Code.");
  });
});

describe("e-mail", () => {
  test("[VAL-01] a required one must not be blank, an optional one may be", () => {
    expect(requiredEmail("E-mail").safeParse(" ").success).toBe(false);
    expect(optionalEmail("E-mail").safeParse("").success).toBe(true);
  });
  test("[VAL-01] the format is checked when there is one", () => {
    expect(optionalEmail("E-mail").safeParse("a@").success).toBe(false);
    expect(isEmail("karen@whitfield.test")).toBe(true);
  });
});

describe("password", () => {
  test.each([
    { password: "Aa1!aa", isStrong: true },
    { password: "Aa1!a", isStrong: false },
    { password: `Aa1!${"a".repeat(96)}`, isStrong: true },
    { password: `Aa1!${"a".repeat(97)}`, isStrong: false },
    { password: "aa1!aa", isStrong: false },
    { password: "AA1!AA", isStrong: false },
    { password: "Aaa!aa", isStrong: false },
    { password: "Aa1aaa", isStrong: false },
  ])("[VAL-02] '$password' is strong: $isStrong", ({ password, isStrong }) => {
    expect(isStrongPassword(password)).toBe(isStrong);
  });

  test("[VAL-03] the checklist has the specification's words", () => {
    expect(PASSWORD_REQUIREMENTS.map(({ text }) => text)).toEqual([
      "At least 1 uppercase letter",
      "At least 1 lowercase letter",
      "At least 1 number",
      "At least 1 symbol",
      "Minimum 6 characters",
      "Maximum 100 characters",
    ]);
  });

  test("[VAL-02] a password is strong exactly when every line of the checklist is met", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 110, unit: "grapheme" }), (password) => {
        expect(isStrongPassword(password)).toBe(PASSWORD_REQUIREMENTS.every(({ isMet }) => isMet(password)));
      }),
    );
  });

  test("[VAL-04] [VAL-07] [VAL-09] the default messages", () => {
    expect(ruleMessages.strongPassword("Password")).toBe("Password is not complex enough.");
    expect(ruleMessages.equalTo("Repeat password", "Password")).toBe("Repeat password must be the same as Password.");
    expect(ruleMessages.step("Quantity", 2)).toBe("Quantity is not a multiple of 2.");
  });
});

describe("step", () => {
  test.each([
    { rule: "VAL-09", value: 3, base: 1, step: 2, fits: true },
    { rule: "VAL-09", value: 4, base: 1, step: 2, fits: false },
    { rule: "VAL-09", value: -1, base: 1, step: 2, fits: false },
    { rule: "VAL-14", value: 0.29, base: 0, step: 0.01, fits: true },
    { rule: "VAL-14", value: 0.001, base: 0, step: 0.01, fits: false },
    { rule: "VAL-14", value: 1e9, base: 0, step: 0.01, fits: true },
    { rule: "VAL-10", value: 1.333, base: 0, step: 0.333, fits: true },
    { rule: "VAL-10", value: 1.666, base: 0, step: 0.333, fits: true },
    { rule: "VAL-10", value: 1.667, base: 0, step: 0.333, fits: true },
    { rule: "VAL-10", value: 2, base: 0, step: 0.333, fits: true },
    { rule: "VAL-10", value: 1.5, base: 0, step: 0.333, fits: false },
    { rule: "VAL-13", value: Number.NaN, base: 0, step: 1, fits: false },
  ])("[$rule] $value from $base in steps of $step: $fits", ({ value, base, step, fits }) => {
    expect(isOnStep({ value, base, step })).toBe(fits);
  });

  test("[VAL-09] every whole number of steps above the base fits, and half a step more does not", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: -100, max: 100 }),
        fc.constantFrom(0.01, 0.25, 0.5, 1, 2, 5),
        (count, base, step) => {
          expect(isOnStep({ value: base + count * step, base, step })).toBe(true);
          expect(isOnStep({ value: base + (count + 0.5) * step, base, step })).toBe(false);
        },
      ),
    );
  });
});

test("[VAL-08] unique means that no item repeats", () => {
  expect(isUnique(["a", "b"])).toBe(true);
  expect(isUnique(["a", "a"])).toBe(false);
});
