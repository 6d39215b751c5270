import type { OpenedRescue, OthersWork, SavedRescue } from "#local-data/rescue/rescue.ts";
import type { UnsentWork } from "#local-data/session/session-data.ts";
import { countedText } from "#ui/counted-text.ts";
import type { ConfirmQuestion } from "#ui/dialogs/dialog-store.ts";

/** "ridgebook-rescue-2026-05-14.rescue", with the device's date. */
export function rescueFileName(time: Date): string {
  const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, "0"));
  return `ridgebook-rescue-${day.join("-")}.rescue`;
}

type Counts = Pick<UnsentWork, "changeCount" | "draftCount">;

/** "12 changes and 1 open form"; without changes "1 open form". */
function workText({ changeCount, draftCount }: Counts): string {
  const drafts = draftCount > 0 && countedText(draftCount, "open form");
  const changes = (changeCount > 0 || !drafts) && countedText(changeCount, "change");
  return [changes, drafts].filter(Boolean).join(" and ");
}

const isOne = ({ changeCount, draftCount }: Counts): boolean => changeCount + draftCount === 1;

/** The text for a user who may not sign in any more and has unsent work on this device. */
export function unsentWorkText(work: Counts): string {
  const [wait, them] = isOne(work) ? ["waits", "it"] : ["wait", "them"];
  return `You cannot sign in any more, and ${workText(work)} of yours ${wait} on this device. Save ${them} as a file and give it to an admin of your company, who can open it with this passphrase and send ${them}. Nobody can recover the passphrase.`;
}

/** The question to an admin before another user's file is imported. */
export function takeInQuestion({ personName, ...work }: OthersWork): ConfirmQuestion {
  const person = personName ?? "somebody who is no longer a user of this company";
  return {
    title: "Import another user’s work?",
    message: `${workText(work)} of ${person}. ${isOne(work) ? "It is" : "They are"} sent in your name.`,
    confirmText: "Take in",
  };
}

/** The text after a file was saved. */
export function savedText({ isNoted, ...work }: Omit<SavedRescue, "file">): string {
  const saved = `The rescue file holds ${workText(work)}.`;
  if (isNoted) return `${saved} It does not matter which device sends first.`;
  return `${saved} This device has no space to note that: send from one of the two devices only.`;
}

/** The text after a file was opened. */
export function openedText({ takenIn, alreadyHere, leftOut, draftsTakenIn, draftsLeftOut }: OpenedRescue): string {
  const sentences = [
    takenIn > 0 && `${countedText(takenIn, "change")} imported.`,
    draftsTakenIn > 0 && `${countedText(draftsTakenIn, "open form")} imported.`,
    alreadyHere > 0 && `${countedText(alreadyHere, "change was", "changes were")} here already.`,
    leftOut > 0 &&
      `${countedText(leftOut, "change was", "changes were")} left out: one device deletes what the other one changes.`,
    draftsLeftOut > 0 &&
      `${countedText(draftsLeftOut, "open form was", "open forms were")} left out for a newer one here.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length > 0 ? sentences.join(" ") : "The file was empty.";
}
