import { expect, test } from "vitest";
import { afterInstallAnswer, installOffer } from "#app/shell/install-banner-rules.ts";

const IPAD_TAB = { isAppleTouch: true, isInstalled: false };
const STATE = {
  hasPrompt: false,
  isUpdatePending: false,
  saidNo: false,
  unsyncedCount: 0,
  path: "/estimator/leads",
  browser: { isAppleTouch: false, isInstalled: false },
};

test.each([
  { hasPrompt: true, isUpdatePending: false, offer: "prompt" },
  { hasPrompt: true, isUpdatePending: true, offer: undefined },
  { hasPrompt: false, isUpdatePending: false, offer: undefined },
  { hasPrompt: false, isUpdatePending: true, offer: undefined },
])("[PWA-03] prompt $hasPrompt, update $isUpdatePending: offers $offer", ({ offer, ...state }) => {
  expect(installOffer({ ...STATE, ...state })).toBe(offer);
});

test("[PWA-04] after No the banner stays away", () => {
  expect(installOffer({ ...STATE, ...afterInstallAnswer("no") })).toBeUndefined();
});

test.each(["accepted", "declined"] as const)("[PWA-05] after the prompt was %s the banner is gone", (outcome) => {
  const answered = afterInstallAnswer(outcome);
  expect(installOffer({ ...STATE, ...answered })).toBeUndefined();
  expect(answered.saidNo).toBe(outcome === "declined");
});

test.each([
  ["on the leads with everything sent", {}, "homeScreen"],
  ["on the login page", { path: "/account/login" }, "homeScreen"],
  ["with one unsent change", { unsyncedCount: 1 }, undefined],
  ["after it was dismissed", { saidNo: true }, undefined],
  ["while an update waits", { isUpdatePending: true }, undefined],
  ["on the home screen already", { browser: { ...IPAD_TAB, isInstalled: true } }, undefined],
  ["while a homeowner looks on", { path: "/estimator/estimate/7/homeowner" }, undefined],
  ["while a form is open", { path: "/estimator/leads/7/edit" }, undefined],
])("[PWA-09] %s a tab on an iPad gets the right offer", (_, given, offer) => {
  expect(installOffer({ ...STATE, browser: IPAD_TAB, ...given })).toBe(offer);
});
