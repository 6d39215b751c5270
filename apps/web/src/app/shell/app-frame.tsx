import { isCompanyUser } from "@ridgebook/contract";
import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { useAppState } from "#app/app-state-context.tsx";
import { loadPart } from "#app/load-part.ts";
import { CONTENT_ID } from "#app/shell/content-id.ts";
import { TopBar } from "#app/shell/top-bar.tsx";
import { VisitorBar } from "#app/shell/visitor-bar.tsx";
import classes from "#app/shell/app-frame.module.css";
import { OPEN_SYNC_PANEL_EVENT } from "#ui/open-sync-panel.ts";

const SyncPanel = lazy(() =>
  loadPart(() => import("#app/sync-panel/sync-panel.tsx")).then(({ SyncPanel: component }) => ({ default: component })),
);

const CompanyModeBar = lazy(() =>
  loadPart(() => import("#app/shell/company-mode-bar.tsx")).then((part) => ({ default: part.CompanyModeBar })),
);

/** Top bar and page. Loaded data belongs to one user in one company: a change of either remounts it. */
export function AppFrame() {
  const { user, companyId, companyName } = useAppState("user", "companyId", "companyName");
  return (
    <>
      {user?.isSuperAdmin && user.role === null && isCompanyUser(user) && (
        <Suspense>
          <CompanyModeBar companyName={companyName} />
        </Suspense>
      )}
      <OwnedFrame key={`${String(user?.id)} ${String(companyId)}`} isSignedIn={user !== undefined} />
    </>
  );
}

function OwnedFrame({ isSignedIn }: { isSignedIn: boolean }) {
  const [isSyncPanelOpen, setIsSyncPanelOpen] = useState(false);
  const [wasSyncPanelOpened, setWasSyncPanelOpened] = useState(false);
  const openSyncPanel = useCallback((): void => {
    setWasSyncPanelOpened(true);
    setIsSyncPanelOpen(true);
  }, []);
  useEffect(() => {
    // Pages use it without knowing who renders it.
    window.addEventListener(OPEN_SYNC_PANEL_EVENT, openSyncPanel);
    return () => window.removeEventListener(OPEN_SYNC_PANEL_EVENT, openSyncPanel);
  }, [openSyncPanel]);
  return (
    <>
      {isSignedIn ? <TopBar onOpenSyncPanel={openSyncPanel} /> : <VisitorBar />}
      <main id={CONTENT_ID} tabIndex={-1} className={classes.content}>
        <Outlet />
      </main>
      {wasSyncPanelOpened && (
        <Suspense>
          <SyncPanel isOpen={isSyncPanelOpen} onClose={() => setIsSyncPanelOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
