import type { AppState, AppStateStore } from "#app/app-state.ts";
import { SEND_OUTBOX } from "#app/service-worker/messages.ts";

/** Background sync: the browser wakes the worker once the device is online, also without an open page. */
export interface OneOffSync {
  register(tag: string): Promise<void>;
}

/** Changes that a pass could send; refused ones wait for the user. */
const isSomethingToSend = ({ sync }: AppState): boolean =>
  sync !== undefined && sync.unsyncedCount > sync.needsYouCount;

/**
 * Registers a background sync when this page has changes that it cannot send now: the server is unreachable, or the user leaves the page. Browsers
 * without it send when the app is opened next.
 */
export function watchOutbox({
  state,
  sync,
  page,
}: {
  state: Pick<AppStateStore, "getSnapshot" | "subscribe">;
  sync: OneOffSync | undefined;
  page: Pick<Document, "addEventListener" | "visibilityState">;
}): void {
  if (!sync) return;
  const ask = (): void => {
    // A user may forbid it; the open app sends by itself anyway.
    sync.register(SEND_OUTBOX).catch(() => undefined);
  };
  let wasStuck = false;
  const follow = (): void => {
    const now = state.getSnapshot();
    const isStuck = isSomethingToSend(now) && now.sync?.online === false;
    if (isStuck && !wasStuck) ask();
    wasStuck = isStuck;
  };
  follow();
  state.subscribe(follow);
  page.addEventListener("visibilitychange", () => {
    if (page.visibilityState === "hidden" && isSomethingToSend(state.getSnapshot())) ask();
  });
}
