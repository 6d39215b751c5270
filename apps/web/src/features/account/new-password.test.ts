import { fieldErrorsOf } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { changePasswordForm, newPasswordForm } from "#features/account/new-password.ts";

const errorsOf = (values: { password: string; repeatPassword: string }) => {
  const result = newPasswordForm.safeParse(values);
  return result.success ? {} : fieldErrorsOf(result.error);
};

describe("[AUTH-10] a new password", () => {
  test("that is strong and repeated is accepted", () => {
    expect(errorsOf({ password: "Aa1!aa", repeatPassword: "Aa1!aa" })).toEqual({});
  });

  test("[VAL-04] that is weak is refused", () => {
    expect(errorsOf({ password: "aaaaaa", repeatPassword: "aaaaaa" })).toEqual({
      password: ["Password is not complex enough."],
    });
  });

  test("[VAL-07] that is repeated differently is refused, together with what else is wrong", () => {
    expect(errorsOf({ password: "aaaaaa", repeatPassword: "bbbbbb" })).toEqual({
      password: ["Password is not complex enough."],
      repeatPassword: ["Repeat password must be the same as Password."],
    });
  });

  test("needs the former one of people who are signed in", () => {
    const result = changePasswordForm.safeParse({ currentPassword: "", password: "Aa1!aa", repeatPassword: "Aa1!aa" });
    expect(result.error && fieldErrorsOf(result.error)).toEqual({ currentPassword: ["Current password is required."] });
  });
});
