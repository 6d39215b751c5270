import { createRootRouteWithContext, createRoute } from "@tanstack/react-router";
import { loadPart } from "#app/load-part.ts";
import {
  type GuardedVisit,
  lazyPage,
  type PlainSearch,
  redirectTo,
  type RouterContext,
} from "#app/routes/route-parts.ts";
import { stringifySearch, takeMessage } from "#app/search-params.ts";
import { PageFailure } from "#app/shell/page-failure.tsx";
import { RootLayout } from "#app/shell/root-layout.tsx";
import { idInHomeownerAddress } from "#features/estimate/homeowner/homeowner-address.ts";
import { keptTexts } from "#ui/kept-texts.ts";
import { lockedView, lockView, pathOf, pinOwner, unlockView } from "#ui/pin-lock/view-lock.ts";

/* Layouts around pages. */

/** While a homeowner has the device, every other address redirects to their view (HOME-06). */
async function keepInLockedView({ context, location }: GuardedVisit): Promise<void> {
  const { user } = context.state.getSnapshot();
  const owner = user && pinOwner(user);
  const locked = owner === undefined ? undefined : lockedView(keptTexts, owner);
  if (owner === undefined || locked === undefined) return;
  const idText = idInHomeownerAddress(locked);
  if (idText === undefined) {
    // No page there asks for the PIN, so it could not be left.
    unlockView(keptTexts);
    return;
  }
  const path = pathOf(location.pathname);
  if (path === pathOf(locked)) return;
  const part = await loadPart(() => import("#app/guards/check-record-id.ts"));
  // The estimate may have got the server's id meanwhile.
  const href = (await part.checkRecordId({ idText, href: locked, session: context.session })) ?? locked;
  if (path !== pathOf(href)) throw redirectTo(href);
  lockView(keptTexts, { owner, href });
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: RootLayout,
  errorComponent: PageFailure,
  validateSearch: (search: Record<string, unknown>): PlainSearch => search as PlainSearch,
  beforeLoad: async ({ context, location, search }) => {
    const { message, rest, isTaken } = takeMessage(search as Record<string, string>);
    if (message) context.showNotice(message);
    if (isTaken) throw redirectTo(`${location.pathname}${stringifySearch(rest)}`);
    await context.session.refreshIfStale();
    await keepInLockedView({ context, location });
  },
});

/** Pages under the top bar. */
export const framedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "framed",
  component: lazyPage(() => import("#app/shell/app-frame.tsx"), "AppFrame"),
});

export const askingPages = lazyPage(() => import("#app/shell/asking-pages.tsx"), "AskingPages");

/** Pages outside the sales area that need the server. */
export const askingRoute = createRoute({ getParentRoute: () => framedRoute, id: "asking", component: askingPages });
