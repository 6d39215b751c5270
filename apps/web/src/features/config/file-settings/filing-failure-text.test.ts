import { expect, test } from "vitest";
import { filingFailureText } from "./filing-failure-text.ts";

test.each([
  [
    "reconnectNeeded",
    "Google Drive no longer accepts the permission. Reconnect above: papers that wait follow by themselves.",
  ],
  ["noFolder", "No folder is chosen for them. Name the folder for salespeople below."],
  [
    "storageFull",
    "No room is left in the storage of Google Drive. Make room there and try again, or connect an account with more.",
  ],
] as const)("[CONN-53] papers that wait with %s say what to do", (failure, text) => {
  expect(filingFailureText(failure, "Google Drive")).toBe(text);
});
