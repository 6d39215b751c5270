import { expect, test } from "vitest";
import { openedText, rescueFileName, savedText, takeInQuestion, unsentWorkText } from "./describe-rescue.ts";

test("[SYNC-21] a rescue file is named by its day", () => {
  expect(rescueFileName(new Date(2026, 4, 4))).toBe("ridgebook-rescue-2026-05-04.rescue");
});

test.each([
  [
    { changeCount: 1, draftCount: 0, isNoted: true },
    "The rescue file holds 1 change. It does not matter which device sends first.",
  ],
  [
    { changeCount: 5, draftCount: 2, isNoted: false },
    "The rescue file holds 5 changes and 2 open forms. This device has no space to note that: send from one of the two devices only.",
  ],
])("[SYNC-25] after %j was saved it says: %s", (saved, text) => {
  expect(savedText(saved)).toBe(text);
});

const nothing = { takenIn: 0, alreadyHere: 0, leftOut: 0, draftsTakenIn: 0, draftsLeftOut: 0 };

test.each([
  [{ takenIn: 4, draftsTakenIn: 1 }, "4 changes imported. 1 open form imported."],
  [{ alreadyHere: 1 }, "1 change was here already."],
  [{ leftOut: 2 }, "2 changes were left out: one device deletes what the other one changes."],
  [{ draftsLeftOut: 1 }, "1 open form was left out for a newer one here."],
  [{}, "The file was empty."],
])("[SYNC-23] after %j was opened it says: %s", (opened, text) => {
  expect(openedText({ ...nothing, ...opened })).toBe(text);
});

test.each([
  [
    { personName: "Dana Whitlock", changeCount: 12, draftCount: 0 },
    "12 changes of Dana Whitlock. They are sent in your name.",
  ],
  [
    { personName: "Dana Whitlock", changeCount: 1, draftCount: 0 },
    "1 change of Dana Whitlock. It is sent in your name.",
  ],
  [
    { personName: undefined, changeCount: 1, draftCount: 2 },
    "1 change and 2 open forms of somebody who is no longer a user of this company. They are sent in your name.",
  ],
])("[SYNC-24] before %j is imported an admin reads: %s", (work, message) => {
  expect(takeInQuestion(work)).toMatchObject({ message, confirmText: "Take in" });
});

test.each([
  [{ changeCount: 1, draftCount: 0 }, "1 change of yours waits on this device"],
  [{ changeCount: 0, draftCount: 2 }, "2 open forms of yours wait on this device"],
  [{ changeCount: 3, draftCount: 1 }, "3 changes and 1 open form of yours wait on this device"],
])("[SYNC-84] a user who may not sign in any more reads for %j: %s", (work, text) => {
  expect(unsentWorkText(work)).toContain(text);
});
