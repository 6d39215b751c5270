import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useAppState } from "#app/app-state-context.tsx";
import { isInstallBannerShown } from "#app/shell/install-banner-rules.ts";
import { useAppUpdates } from "#app/shell/app-updates-context.ts";
import { versionNotice } from "#app/shell/version-notice.ts";
import { productNameOf } from "#app/app-state.ts";
import classes from "#app/shell/banners.module.css";
import { useBanner } from "#ui/use-bottom-bar.ts";

/**
 * The app-update banner, the refresh prompt after another tab has updated, what to know of a server of another age, and the
 * offer to install; one at a time, the most pressing first. None of them does anything before it is pressed: a page with unsaved input is left alone.
 */
export function Banners() {
  const state = useAppState(
    ...(["isUpdateReady", "isReloadOffered", "serverAge", "updateSearch", "sync"] as const),
    ...(["settings", "hasInstallPrompt", "saidNoToInstall"] as const),
  );
  const updates = useAppUpdates();
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
  const { hasInstallPrompt, saidNoToInstall: saidNo } = state;
  if (!isInstallBannerShown({ hasPrompt: hasInstallPrompt, isUpdatePending: state.isUpdateReady, saidNo })) return null;
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
}

function Banner({ text, children }: { text: string; children: ReactNode }) {
  const ref = useBanner();
  return (
    <aside ref={ref} className={classes.banner} aria-label="About this app">
      <p role="status">{text}</p>
      <div className={classes.actions}>{children}</div>
    </aside>
  );
}
