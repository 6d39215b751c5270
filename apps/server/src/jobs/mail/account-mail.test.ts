import type { AccountId, CompanyId } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { accountLink, writeAccountMail, type AccountMail } from "./account-mail.ts";

const setUp: AccountMail = {
  purpose: "setup",
  accountId: 7 as AccountId,
  to: { name: "Ann <Lee>", address: "ann@gable.test" },
  code: "a-code_1",
  companyId: 3 as CompanyId,
  companyName: "Gable & Sons",
  messages: null,
  mayPassCompany: true,
};

describe("mails of accounts", () => {
  test("[AUTH-11] a set-up link names the code and the user", () => {
    expect(accountLink("https://app.gable.test", setUp)).toBe(
      "https://app.gable.test/account/setup?code=a-code_1&userId=7",
    );
  });

  test("[AUTH-10] a reset link names the code only", () => {
    expect(accountLink("https://app.gable.test", { ...setUp, purpose: "reset" })).toBe(
      "https://app.gable.test/account/reset-password?code=a-code_1",
    );
  });

  test("[MAIL-03] a reset names the company, or the installation without one", () => {
    const write = (mail: AccountMail) => writeAccountMail(mail, { publicUrl: "https://app.gable.test" });
    expect(write({ ...setUp, purpose: "reset" })).toMatchObject({
      subject: "Choose a new password for Gable & Sons on Ridgebook",
      companyId: 3,
    });
    expect(write({ ...setUp, purpose: "reset", companyId: null, companyName: null })).toMatchObject({
      subject: "Choose a new password for Ridgebook",
      companyId: null,
    });
  });

  test("[TEXT-04] a name and a company from right to left keep to themselves, in text and in HTML", () => {
    const mail = { ...setUp, to: { name: "משה כהן", address: "m@gable.test" }, companyName: "גגות" };
    const { text, html } = writeAccountMail(mail, { publicUrl: "https://app.gable.test" });
    for (const body of [text, html]) {
      expect(body).toContain("Hello \u2068משה כהן\u2069,");
      expect(body).toContain("An account for \u2068גגות\u2069 on Ridgebook is waiting");
    }
  });

  test("text and HTML carry the same link, and names are no markup", () => {
    const { subject, text, html, companyId } = writeAccountMail(setUp, { publicUrl: "https://app.gable.test" });
    expect(subject).toBe("Set up your account for Gable & Sons on Ridgebook");
    expect(companyId).toBe(3);
    expect(text).toContain("Hello Ann <Lee>,");
    expect(text).toContain("https://app.gable.test/account/setup?code=a-code_1&userId=7");
    expect(html).toContain("Hello Ann &#60;Lee&#62;,");
    expect(html).toContain('href="https://app.gable.test/account/setup?code=a-code_1&#38;userId=7"');
  });
});
