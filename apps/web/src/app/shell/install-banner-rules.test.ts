import { expect, test } from "vitest";
import { afterInstallAnswer, isInstallBannerShown } from "#app/shell/install-banner-rules.ts";

test.each([
  { hasPrompt: true, isUpdatePending: false, shown: true },
  { hasPrompt: true, isUpdatePending: true, shown: false },
  { hasPrompt: false, isUpdatePending: false, shown: false },
  { hasPrompt: false, isUpdatePending: true, shown: false },
])("[PWA-03] prompt $hasPrompt, update $isUpdatePending: banner $shown", ({ shown, ...state }) => {
  expect(isInstallBannerShown({ ...state, saidNo: false })).toBe(shown);
});

test("[PWA-04] after No the banner stays away", () => {
  expect(isInstallBannerShown({ ...afterInstallAnswer("no"), isUpdatePending: false })).toBe(false);
});

test.each(["accepted", "declined"] as const)("[PWA-05] after the prompt was %s the banner is gone", (outcome) => {
  const state = afterInstallAnswer(outcome);
  expect(isInstallBannerShown({ ...state, isUpdatePending: false })).toBe(false);
  expect(state.saidNo).toBe(outcome === "declined");
});
