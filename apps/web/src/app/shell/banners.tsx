import { Button } from "@mantine/core";
import { useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from "react";
import { useAppState } from "#app/app-state-context.tsx";
import { loadPart } from "#app/load-part.ts";
import { Banner } from "#app/shell/banner.tsx";
import { readBrowserKind, type BrowserKind } from "#app/shell/browser-kind.ts";
import { installOffer } from "#app/shell/install-banner-rules.ts";
import { useAppUpdates } from "#app/shell/app-updates-context.ts";
import { unsentAge } from "#app/shell/unsent-age.ts";
import { versionNotice } from "#app/shell/version-notice.ts";
import { productNameOf } from "#app/app-state.ts";
import { useNow } from "#ui/use-now.ts";

const loadStorageBanners = () => loadPart(() => import("#app/shell/storage-banners.tsx"));

/** A page works without a banner whose code did not load. */
const NOTHING = { default: (): ReactNode => null };

/* Most visits need neither. */
const HomeScreenHint = lazy((): Promise<{ default: ComponentType<{ browser: BrowserKind }> }> =>
  loadStorageBanners().then(
    (part) => ({ default: part.HomeScreenHint }),
    () => NOTHING,
  ),
);
const UnsentWarning = lazy((): Promise<{ default: ComponentType<{ browser: BrowserKind; now: number }> }> =>
  loadStorageBanners().then(
    (part) => ({ default: part.UnsentWarning }),
    () => NOTHING,
  ),
);

/** Pages that the homeowner sees or signs. */
const isSeenByHomeowner = (path: string): boolean => /\/homeowner\/?$|\/create(\/|$)/.test(path);

/**
 * The app-update banner, the refresh prompt after another tab has updated, notes about a server of another age, the warning about changes that have
 * waited for days, and the offer to install; one at a time, the most urgent first. None of them acts before it is pressed: a page with unsaved input is
 * left alone.
 */
export function Banners() {
  const state = useAppState(
    "isUpdateReady",
    "isReloadOffered",
    "serverAge",
    "updateSearch",
    "sync",
    "user",
    "settings",
    "hasInstallPrompt",
    "saidNoToInstall",
  );
  const updates = useAppUpdates();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [browser] = useState(readBrowserKind);
  const now = useNow();
  const notice = versionNotice(state);
  if (notice)
    return (
      <Banner text={notice.text}>
        {notice.action === "update" && (
          <Button size="sm" loading={notice.isBusy} onClick={() => void updates.update()}>
            Update
          </Button>
        )}
        {notice.action === "reload" && (
          <Button size="sm" onClick={() => updates.reload()}>
            Reload
          </Button>
        )}
      </Banner>
    );
  const { sync, user, hasInstallPrompt: hasPrompt, saidNoToInstall: saidNo, isUpdateReady: isUpdatePending } = state;
  const isWarned = sync !== undefined && user !== undefined && unsentAge(sync, now).level !== "none";
  if (isWarned && !isSeenByHomeowner(path))
    return (
      <Suspense>
        <UnsentWarning browser={browser} now={now} />
      </Suspense>
    );
  const unsyncedCount = sync?.unsyncedCount ?? 0;
  switch (installOffer({ hasPrompt, isUpdatePending, saidNo, browser, unsyncedCount, path })) {
    case "prompt":
      return (
        <Banner
          text={`Install ${productNameOf(state)} on this device? It then opens from the home screen, also without a signal.`}
        >
          <Button size="sm" onClick={() => void updates.install()}>
            Yes
          </Button>
          <Button size="sm" variant="secondary" onClick={() => updates.refuseInstall()}>
            No
          </Button>
        </Banner>
      );
    case "homeScreen":
      return (
        <Suspense>
          <HomeScreenHint browser={browser} />
        </Suspense>
      );
    case undefined:
      return null;
  }
}
