import type { AppState, AppStateStore } from "#app/app-state.ts";
import { SEND_OUTBOX } from "#app/service-worker/messages.ts";

/** Background sync: the browser wakes the worker once there is a network, also when no page is open any more. */
export interface OneOffSync {
  register(tag: string): Promise<void>;
}

/** What a pass could send; refused changes wait for a person. */
const isSomethingToSend = ({ sync }: AppState): boolean =>
  sync !== undefined && sync.unsyncedCount > sync.needsYouCount;

/**
 * Asks the browser for a background sync when something waits that this page cannot send now: the server is out of reach, or
 * the person leaves the page. Browsers without it send when the app is opened next.
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
    // A person may forbid it; the open app sends by itself anyway.
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
