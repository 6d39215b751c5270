import type { BrowserKind } from "#app/shell/browser-kind.ts";

/** Decides whether and how the app offers to be installed (1.§4 Install and update). */
interface InstallState {
  /** Whether the browser is ready to ask. */
  hasPrompt: boolean;
  isUpdatePending: boolean;
  /** Whether the user dismissed the offer once; kept on the device. */
  saidNo: boolean;
  browser: Pick<BrowserKind, "isAppleTouch" | "isInstalled">;
  unsyncedCount: number;
  path: string;
}

/** Pages where the user is not in the middle of a task, and no homeowner is watching. */
const HINT_PATHS = ["/account/login", "/estimator/leads"];

/**
 * `homeScreen` explains how to add the app by hand. The app on the home screen has its own storage, so the hint waits
 * until nothing unsent would stay behind; the caller also checks the device for drafts.
 */
export function installOffer(state: InstallState): "prompt" | "homeScreen" | undefined {
  if (state.isUpdatePending || state.saidNo) return undefined;
  if (state.hasPrompt) return "prompt";
  const { isAppleTouch, isInstalled } = state.browser;
  const isHintShown =
    isAppleTouch && !isInstalled && state.unsyncedCount === 0 && HINT_PATHS.includes(state.path.replace(/\/$/, ""));
  return isHintShown ? "homeScreen" : undefined;
}

/** What follows from the user's answer, to the banner and then to the browser's own question. */
export function afterInstallAnswer(answer: "no" | "accepted" | "declined"): Pick<InstallState, "hasPrompt" | "saidNo"> {
  // The browser's prompt can be used once: it is gone after either answer.
  switch (answer) {
    case "no":
      return { hasPrompt: true, saidNo: true };
    case "accepted":
      return { hasPrompt: false, saidNo: false };
    case "declined":
      return { hasPrompt: false, saidNo: true };
  }
}
