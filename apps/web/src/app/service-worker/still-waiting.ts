import type { LocalData } from "#local-data/local-data.ts";

/** The browser retries what is left, at a time of its choice. */
export class StillWaiting extends Error {
  constructor() {
    super("Changes still wait to be sent.");
    this.name = "StillWaiting";
  }
}

/** Whether changes are left that another try may send. Without a login no try succeeds: the app asks for it. */
export async function isStillWaiting({ changes, status }: Pick<LocalData, "changes" | "status">): Promise<boolean> {
  const isWaiting = (await changes.list()).some((change) => change.status === "waiting");
  return isWaiting && !status.getSnapshot().signInNeeded;
}
