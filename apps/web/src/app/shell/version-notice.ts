import type { AppState } from "#app/app-state.ts";

interface VersionNotice {
  text: string;
  /** The button's action; undefined if the user can only wait. */
  action: "update" | "reload" | undefined;
  isBusy: boolean;
}

type ShownState = Pick<AppState, "isUpdateReady" | "isReloadOffered" | "serverAge" | "updateSearch"> & {
  sync: Pick<NonNullable<AppState["sync"]>, "unsyncedCount"> | undefined;
};

/** The message about versions of app and server; none while they fit, and the most urgent first. */
export function versionNotice(state: ShownState): VersionNotice | undefined {
  const { isUpdateReady, isReloadOffered, serverAge, updateSearch, sync } = state;
  const isBusy = updateSearch === "looking" || updateSearch === "takingOver";
  if (updateSearch === "notTakenOver" && !isReloadOffered)
    return {
      text: "The new version could not take over. Close all other tabs and windows with this app, then press Update again.",
      action: "update",
      isBusy: false,
    };
  if (serverAge === "tooNew") {
    const needed = "A new version is needed to send. Your work is kept.";
    if (isReloadOffered) return { text: needed, action: "reload", isBusy: false };
    if (updateSearch === "nothingFound")
      return {
        text: `${needed} It has not arrived yet: please try again in a few minutes.`,
        action: "update",
        isBusy: false,
      };
    return { text: needed, action: "update", isBusy };
  }
  if (isReloadOffered)
    return { text: "The new version has taken over. Reload when you are ready.", action: "reload", isBusy: false };
  if (isUpdateReady && updateSearch === "nothingFound")
    return {
      text: "The new version did not arrive. Check the connection, then press Update again.",
      action: "update",
      isBusy: false,
    };
  if (isUpdateReady) return { text: "A new version is ready.", action: "update", isBusy };
  if (serverAge === "older" && sync !== undefined && sync.unsyncedCount > 0)
    return {
      text: "The server is being updated. What it cannot take yet waits on this device and is sent automatically.",
      action: undefined,
      isBusy: false,
    };
  return undefined;
}
