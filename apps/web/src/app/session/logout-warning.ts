/** The warning before a logout that loses changes (1.§8). */
export const unsyncedWarning = (count: number): string =>
  `You have ${String(count)} unsynced change(s). Are you sure you want to logout? You will lose any unsynced changes.`;

export const LOGGED_OUT_MESSAGE = "You have been logged out.";

/** Shown if the server has logged out but the device's data could not be deleted completely. */
export const NOT_EMPTIED_MESSAGE =
  "You have been logged out, but this device could not delete everything: some of your data is still stored on it. Free some space, then log in and log out again.";
