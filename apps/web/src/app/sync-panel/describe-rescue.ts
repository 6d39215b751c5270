import type { OpenedRescue, SavedRescue } from "#local-data/rescue/rescue.ts";

const counted = (count: number, one: string, many = `${one}s`): string =>
  `${String(count)} ${count === 1 ? one : many}`;

/** "ridgebook-rescue-2026-05-14.rescue", by the day on the device. */
export function rescueFileName(time: Date): string {
  const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map((part) => String(part).padStart(2, "0"));
  return `ridgebook-rescue-${day.join("-")}.rescue`;
}

/** What a person reads once the file is saved. */
export function savedText({ changeCount, draftCount, isNoted }: Omit<SavedRescue, "file">): string {
  const drafts = draftCount > 0 ? ` and ${counted(draftCount, "open form")}` : "";
  const saved = `The rescue file holds ${counted(changeCount, "change")}${drafts}.`;
  if (isNoted) return `${saved} It does not matter which device sends first.`;
  return `${saved} This device has no space to note that: send from one of the two devices only.`;
}

/** What a person reads once the file was opened. */
export function openedText({ takenIn, alreadyHere, leftOut, draftsTakenIn, draftsLeftOut }: OpenedRescue): string {
  const sentences = [
    takenIn > 0 && `${counted(takenIn, "change")} taken in.`,
    draftsTakenIn > 0 && `${counted(draftsTakenIn, "open form")} taken in.`,
    alreadyHere > 0 && `${counted(alreadyHere, "change was", "changes were")} here already.`,
    leftOut > 0 &&
      `${counted(leftOut, "change was", "changes were")} left out: one device deletes what the other one changes.`,
    draftsLeftOut > 0 && `${counted(draftsLeftOut, "open form was", "open forms were")} left out for a newer one here.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length > 0 ? sentences.join(" ") : "The file was empty.";
}
