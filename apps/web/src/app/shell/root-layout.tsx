import { Outlet } from "@tanstack/react-router";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { useHoldInLockedView } from "#app/guards/hold-in-locked-view.ts";
import { loadPart } from "#app/load-part.ts";
import { Banners } from "#app/shell/banners.tsx";
import { CONTENT_ID } from "#app/shell/content-id.ts";
import { dialogs } from "#ui/dialogs/dialogs.ts";
import { NoticeHost } from "#ui/notices/notice-host.tsx";
import { SkipLink } from "#ui/skip-link.tsx";

const DialogHost = lazy(() =>
  loadPart(() => import("#ui/dialogs/dialog-host.tsx")).then(({ DialogHost: component }) => ({ default: component })),
);

/** The parts of every page: the skip link, notices, dialogs, and the app's own messages. */
export function RootLayout() {
  useHoldInLockedView();
  const isDialogOpen = useSyncExternalStore(dialogs.subscribe, dialogs.getSnapshot) !== undefined;
  return (
    <>
      <SkipLink targetId={CONTENT_ID} />
      <Outlet />
      <Banners />
      <NoticeHost />
      {isDialogOpen && (
        <Suspense>
          <DialogHost />
        </Suspense>
      )}
    </>
  );
}
