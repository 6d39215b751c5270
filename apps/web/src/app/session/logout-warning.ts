/** What a person reads before a logout that loses changes (1.§8). */
export const unsyncedWarning = (count: number): string =>
  `You have ${String(count)} unsynced change(s). Are you sure you want to logout? You will lose any unsynced changes.`;

export const LOGGED_OUT_MESSAGE = "You have been logged out.";
