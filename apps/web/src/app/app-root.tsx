import { RouterProvider } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, type ReactNode } from "react";
import { AppStateContext, useAppState } from "#app/app-state-context.tsx";
import { productNameOf, timeZoneOf, type AppStateStore } from "#app/app-state.ts";
import { loadPart } from "#app/load-part.ts";
import type { AppRouter } from "#app/router.ts";
import type { AppSession } from "#app/session/session.ts";
import { AppUpdatesContext } from "#app/shell/app-updates-context.ts";
import type { AppUpdates } from "#app/shell/app-updates.ts";
import { useKeepLogo } from "#features/account/use-keep-logo.ts";
import { ClientContext } from "#server-client/client-context.tsx";
import type { ServerClient } from "#server-client/server-client.ts";
import { SessionContext } from "#server-client/session-context.tsx";
import { UiProvider } from "#ui/theme/ui-provider.tsx";

const UnsentWorkDialog = lazy(() =>
  loadPart(() => import("#app/sync-panel/unsent-work-dialog.tsx")).then((part) => ({ default: part.UnsentWorkDialog })),
);

interface AppParts {
  state: AppStateStore;
  updates: AppUpdates;
  client: ServerClient;
  session: AppSession;
  router: AppRouter;
}

/** Provides the app's services to its pages, in the company's color. */
export function AppRoot({ state, updates, client, session, router }: AppParts) {
  return (
    <AppStateContext value={state}>
      <AppUpdatesContext value={updates}>
        <ClientContext value={client}>
          <SessionView session={session}>
            <RouterProvider router={router} />
            <UnsentWorkOffer session={session} />
          </SessionView>
        </ClientContext>
      </AppUpdatesContext>
    </AppStateContext>
  );
}

/** The session as the features see it. */
function SessionView({ session, children }: { session: AppSession; children: ReactNode }) {
  const state = useAppState("user", "profile", "companyId", "companyName", "settings", "isOnline");
  const { user, profile, companyId, companyName, settings, isOnline } = state;
  const productName = productNameOf(state);
  const timeZone = timeZoneOf(state);
  useKeepLogo({ companyId, companyName, settings, isOnline });
  const value = useMemo(
    () => ({
      user,
      profile,
      companyId,
      companyName,
      settings,
      isOnline,
      productName,
      timeZone,
      logIn: session.logIn.bind(session),
      logOut: session.logOut.bind(session),
      chooseCompany: session.chooseCompany.bind(session),
      refresh: session.refresh.bind(session),
      wipeLocalData: session.wipeLocalData.bind(session),
      updateProfile: session.updateProfile.bind(session),
      expire: session.expire.bind(session),
      reportFailure: session.reportFailure,
    }),
    [user, profile, companyId, companyName, settings, isOnline, productName, timeZone, session],
  );
  return (
    <UiProvider companyColor={settings?.themeColor}>
      <SessionContext value={value}>{children}</SessionContext>
    </UiProvider>
  );
}

/** On the login page, which has no user's data. */
function UnsentWorkOffer({ session }: { session: AppSession }) {
  const { unsentWork } = useAppState("unsentWork");
  if (unsentWork.length === 0) return null;
  return (
    <Suspense>
      <UnsentWorkDialog
        save={session.saveUnsentWork.bind(session)}
        onDismiss={session.dismissUnsentWork.bind(session)}
      />
    </Suspense>
  );
}
