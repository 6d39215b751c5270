import { expect, test } from "vitest";
import * as company from "#features/config/company-settings/company-setting-names.ts";
import * as contract from "#features/config/contract-settings/contract-setting-names.ts";
import * as email from "#features/config/email-settings/email-setting-names.ts";
import * as payment from "#features/config/payment-options/payment-setting-names.ts";

/** Other parts of the page show their effect: the clock, the color sample, who set the password. */
const SHOWN_BY_THEMSELVES = new Set(["timeZone", "themeColor", "smtpPassword"]);

const isSetting = (value: unknown): value is { name: string; hint?: string } =>
  typeof value === "object" && value !== null && "name" in value;

test("[ADMIN-37] each setting of a page says in one line what it affects", () => {
  const settings = [company, contract, email, payment]
    .flatMap((names) => Object.values(names).flat() as unknown[])
    .filter(isSetting)
    .filter(({ name }) => !SHOWN_BY_THEMSELVES.has(name));
  expect(settings.length).toBeGreaterThan(50);
  expect(settings.filter(({ hint }) => (hint ?? "") === "").map(({ name }) => name)).toEqual([]);
});
