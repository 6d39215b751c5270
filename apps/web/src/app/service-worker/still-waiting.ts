import type { LocalData } from "#local-data/local-data.ts";

/** What still waits is tried again by the browser, when it sees fit. */
export class StillWaiting extends Error {
  constructor() {
    super("Changes still wait to be sent.");
    this.name = "StillWaiting";
  }
}

/**
 * Whether something is left that another try may send. Without a login nothing goes out however often it is tried: the app asks
 * for it.
 */
export async function isStillWaiting({ changes, status }: Pick<LocalData, "changes" | "status">): Promise<boolean> {
  const isWaiting = (await changes.list()).some((change) => change.status === "waiting");
  return isWaiting && !status.getSnapshot().signInNeeded;
}
