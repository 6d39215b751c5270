import { expect, test } from "vitest";
import { passphraseIssue } from "./passphrase.ts";

test.each([
  ["", "at least 12 characters"],
  ["Ridgebook-1", "at least 12 characters"],
  ["   padded   ", "at least 12 characters"],
  ["ababababababab", "more different characters"],
  ["four ridges above Portage", undefined],
])("[SYNC-20] about the passphrase %j it says: %s", (passphrase, said) => {
  if (said === undefined) expect(passphraseIssue(passphrase)).toBeUndefined();
  else expect(passphraseIssue(passphrase)).toContain(said);
});
