import { expect, test } from "vitest";
import { hasPageOfOtherVersion } from "#app/service-worker/pages-of-other-versions.ts";

const ownFiles = new Set(["https://app.test/assets/index-new.js"]);
const NEW = "ridgebook-page https://app.test/assets/index-new.js";
const FORMER = "ridgebook-page https://app.test/assets/index-former.js";

test.each([
  { situation: "no page is open", pageCount: 0, heldLocks: [], expected: false },
  {
    situation: "all pages are of this version",
    pageCount: 2,
    heldLocks: [NEW, NEW, "ridgebook-sync"],
    expected: false,
  },
  { situation: "one page is of a former version", pageCount: 2, heldLocks: [NEW, FORMER], expected: true },
  { situation: "a page has not said yet what it is", pageCount: 2, heldLocks: [NEW], expected: true },
])(
  "[SYNC-35] while $situation, files of other versions are needed: $expected",
  ({ pageCount, heldLocks, expected }) => {
    expect(hasPageOfOtherVersion({ pageCount, heldLocks, ownFiles })).toBe(expected);
  },
);
