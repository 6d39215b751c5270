import { DEFAULT_SETTINGS, type MovingIn } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { keepMovingIn, readKeptMovingIn } from "#features/moving-in/kept-moving-in.ts";
import {
  contractWording,
  firstLead,
  mail,
  movingInItems,
  nameAndLogo,
  nextText,
  paymentPlans,
  prices,
  progressText,
  users,
} from "#features/moving-in/moving-in-items.ts";

const FILE = "a".repeat(64);
const NO_FILE = "0".repeat(64);
const ON_CONTRACT = {
  license: "2101-1",
  phoneNumber: "+12695550142",
  addressStreet: "2250 Centre Ave",
  addressCity: "Portage",
  addressState: "MI",
  addressPostalCode: "49024",
};

const withSettings = (settings: Partial<MovingIn["settings"]>): Pick<MovingIn, "settings"> => ({
  settings: { ...DEFAULT_SETTINGS, showPaymentOptions: true, lifetimeWorkmanship: false, ...settings },
});

describe("the guided list", () => {
  test.each([
    [{}, false, "Name and logo are missing", "setting-companyName"],
    [{ companyName: "Lakeside" }, false, "Lakeside, the logo is missing", "section-logos"],
    [{ companyName: "Lakeside", logoImage: NO_FILE }, false, "Lakeside, the logo is missing", "section-logos"],
    [{ logoImage: FILE }, false, "The name is missing", "setting-companyName"],
    [{ companyName: "Lakeside", logoImage: FILE }, true, "Lakeside, logo", "section-logos"],
    [
      { companyName: "Lakeside", logoImage: FILE, logoDarkImage: FILE },
      true,
      "Lakeside, logo for light and dark",
      "section-logos",
    ],
  ])("[MOVE-02][MOVE-08] name and logo, with %j: done is %j", (settings, isDone, line, hash) => {
    const item = nameAndLogo(withSettings(settings));
    expect(item).toMatchObject({ isDone, line, links: [{ path: "/config/settings", hash }] });
  });

  test.each([
    [{ active: 1, invited: 0, deactivated: 0 }, false, "One person so far"],
    [{ active: 1, invited: 0, deactivated: 2 }, false, "One person so far, 2 deactivated"],
    // A super admin set the company up and works in it without being one of its users.
    [{ active: 0, invited: 1, deactivated: 0 }, false, "One person, invited"],
    [{ active: 0, invited: 0, deactivated: 0 }, false, "Nobody yet"],
    [{ active: 1, invited: 1, deactivated: 0 }, true, "1 active, 1 invited"],
    [{ active: 3, invited: 0, deactivated: 1 }, true, "3 active"],
  ])("[MOVE-01][MOVE-02] users %j: done is %j", (counts, isDone, line) => {
    expect(users({ users: counts })).toMatchObject({ isDone, line });
  });

  test.each([
    [
      { isPublished: false, changedFields: 0, hasEstimate: false },
      false,
      "Starter prices. Change them, or keep them with a first estimate",
    ],
    [{ isPublished: false, changedFields: 0, hasEstimate: true }, true, "Starter prices, kept with the first estimate"],
    [{ isPublished: true, changedFields: 14, hasEstimate: false }, true, "Starter prices, changed in 14 fields"],
    [{ isPublished: true, changedFields: 1, hasEstimate: true }, true, "Starter prices, changed in 1 field"],
    [{ isPublished: true, changedFields: 0, hasEstimate: false }, true, "Starter prices, none changed"],
  ])("[MOVE-02] prices %j: done is %j", (facts, isDone, line) => {
    expect(prices({ prices: facts })).toMatchObject({ isDone, line, links: [{ search: { show: "prices" } }] });
  });

  test.each([
    [ON_CONTRACT, true, "License number, address and phone number are on page 1", "setting-license"],
    [{ ...ON_CONTRACT, license: " " }, false, "The license number is missing on page 1", "setting-license"],
    [{ ...ON_CONTRACT, addressCity: "" }, false, "The address is not complete on page 1", "setting-addressCity"],
    [
      { ...ON_CONTRACT, license: "", phoneNumber: "" },
      false,
      "The license number and the phone number are missing on page 1",
      "setting-license",
    ],
    [{}, false, "The license number, the address and the phone number are missing on page 1", "setting-license"],
  ])("[MOVE-02][MOVE-08] contract wording with %j: done is %j", (settings, isDone, line, hash) => {
    expect(contractWording(withSettings(settings))).toMatchObject({ isDone, line, links: [{ hash }] });
  });

  test("[MOVE-08] contract wording names the warranty that is on by default, and leads to it", () => {
    const item = contractWording(withSettings({ ...ON_CONTRACT, lifetimeWorkmanship: true }));
    expect(item).toMatchObject({
      isDone: true,
      line: "License number, address and phone number are on page 1. Contracts promise a lifetime workmanship warranty",
      links: [
        { text: "Warranty", path: "/config/contract-settings", hash: "setting-lifetimeWorkmanship" },
        { text: "Change", path: "/config/settings" },
      ],
    });
  });

  test("[MOVE-08] the items are in the order in which they are done: mail before the people whom it invites", () => {
    expect(movingInItems(COMPLETE).map(({ title }) => title)).toEqual([
      "Name and logo",
      "Contract wording",
      "Mail",
      "Users",
      "Prices",
      "Payment plans",
      "First lead",
    ]);
  });

  const plan = { label: "12 months", months: 12 };
  test.each([
    [{}, false, "Cash or check only"],
    [{ zeroInterest: { "12": plan } }, true, "1 plan"],
    [{ zeroInterest: { "12": { ...plan, enabled: false } } }, false, "Cash or check only, 1 plan off"],
    [{ cashCheckDiscount: 3 }, true, "3 % off for cash or check"],
    [{ cashCheckDiscount: 3, contractFinancingApr: 9.9 }, true, "1 plan, 3 % off for cash or check"],
    // Cash is not accepted, so it gives no discount.
    [{ cashCheckDiscount: 3, paymentOptions: { "1": { enabled: false } } }, false, "Cash or check only"],
  ])("[MOVE-01][MOVE-02] payment plans with %j: done is %j", (settings, isDone, line) => {
    expect(paymentPlans(withSettings(settings))).toMatchObject({ isDone, line });
  });

  test.each([
    [{ zeroInterest: { "12": plan } }, "1 plan, not shown on estimates"],
    [{ cashCheckDiscount: 3 }, "3 % off for cash or check, not shown on estimates"],
  ])("[MOVE-02][MOVE-08] with %j and payment options off, the switch is what is missing", (settings, line) => {
    const item = paymentPlans(withSettings({ ...settings, showPaymentOptions: false }));
    const links = [{ path: "/config/payment-options", hash: "setting-showPaymentOptions" }];
    expect(item).toMatchObject({ isDone: false, line, links });
  });

  const SENT = { isSent: true, isOutdated: false };
  test.each([
    ["", null, false, "Replies go nowhere: the reply-to address is missing"],
    ["", SENT, false, "Replies go nowhere: the reply-to address is missing"],
    ["a@b.test", null, false, "Replies go to a@b.test, no test mail was sent"],
    ["a@b.test", { ...SENT, isSent: false }, false, "Replies go to a@b.test, the last test mail was not sent"],
    [
      "a@b.test",
      { ...SENT, isOutdated: true },
      false,
      "Replies go to a@b.test, the sender or mail server changed after the last test",
    ],
    ["a@b.test", SENT, true, "Replies go to a@b.test"],
  ])(
    "[MOVE-01][MOVE-02] mail with reply-to %j and test %j: done is %j",
    (replyToEmailAddress, testMail, isDone, line) => {
      expect(mail({ ...withSettings({ replyToEmailAddress }), testMail })).toMatchObject({ isDone, line });
    },
  );

  test.each([
    [0, false, "No leads yet"],
    [1, true, "1 lead"],
    [1243, true, "1,243 leads"],
  ])("[MOVE-02] %d leads: done is %j", (leads, isDone, line) => {
    expect(firstLead({ leads })).toMatchObject({ isDone, line });
  });

  const COMPLETE: MovingIn = {
    hasSignedDocument: false,
    isHidden: false,
    leads: 4,
    testMail: SENT,
    ...withSettings({
      ...ON_CONTRACT,
      companyName: "Lakeside",
      logoImage: FILE,
      cashCheckDiscount: 3,
      replyToEmailAddress: "a@b.test",
    }),
    users: { active: 2, invited: 0, deactivated: 0 },
    prices: { isPublished: false, changedFields: 0, hasEstimate: true },
  };

  test("[MOVE-08] counts what is done and names what comes next", () => {
    const items = movingInItems(COMPLETE);
    expect(progressText(items)).toBe("7 of 7 done");
    expect(nextText(items)).toBe("Next: an estimate, and the first signature.");
    const withoutLicense = movingInItems({ ...COMPLETE, settings: { ...COMPLETE.settings, license: "" }, leads: 0 });
    expect(progressText(withoutLicense)).toBe("5 of 7 done");
    expect(nextText(withoutLicense)).toBe("Next: the license number, under Settings. Contracts print it.");
  });

  test("[MOVE-02][MOVE-07] reads the reply of a former server, which does not know the switch", () => {
    const { showPaymentOptions: _unknown, ...known } = {
      ...COMPLETE.settings,
      zeroInterest: { "12": plan },
      cashCheckDiscount: 0,
    };
    let kept = "";
    const texts = {
      read: () => kept,
      keep: (_key: string, text: string) => {
        kept = text;
      },
    };
    const owner = { id: 7, companyId: 3 } as Parameters<typeof keepMovingIn>[1];
    keepMovingIn(texts, owner, { ...COMPLETE, settings: known });
    const facts = readKeptMovingIn(texts, owner);
    expect(facts && paymentPlans(facts)).toMatchObject({ isDone: true, line: "1 plan" });
  });
});
