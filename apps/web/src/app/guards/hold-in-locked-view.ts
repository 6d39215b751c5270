import { useRouter, type AnyRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import type { AppStateStore } from "#app/app-state.ts";
import { keptTexts } from "#ui/kept-texts.ts";
import { lockedView, pathOf, pinOwner } from "#ui/pin-lock/view-lock.ts";

interface HeldRouter extends Pick<AnyRouter, "invalidate"> {
  readonly state: { readonly location: { readonly pathname: string } };
  readonly options: { readonly context: { readonly state: Pick<AppStateStore, "getSnapshot"> } };
}

/**
 * Returns an open page to the homeowner's view as soon as one is locked, in this tab or another (HOME-06), by running its guards again. The returned
 * function stops it.
 *
 * @param comesBack the target of "visibilitychange": a sleeping tab misses the changes of others
 */
export function holdInLockedView(
  router: HeldRouter,
  comesBack: Pick<EventTarget, "addEventListener" | "removeEventListener">,
) {
  const look = (): void => {
    const { user } = router.options.context.state.getSnapshot();
    const locked = user && lockedView(keptTexts, pinOwner(user));
    if (locked !== undefined && pathOf(locked) !== pathOf(router.state.location.pathname)) void router.invalidate();
  };
  const stop = keptTexts.subscribe(look);
  comesBack.addEventListener("visibilitychange", look);
  return (): void => {
    stop();
    comesBack.removeEventListener("visibilitychange", look);
  };
}

/** Holds the tab while the app is mounted. */
export function useHoldInLockedView(): void {
  const router = useRouter();
  useEffect(() => holdInLockedView(router, document), [router]);
}
