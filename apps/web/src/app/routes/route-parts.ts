import { lazyRouteComponent, type ParsedLocation, redirect } from "@tanstack/react-router";
import type { AppStateStore } from "#app/app-state.ts";
import { type PageRule, redirectOf, safeReferrer } from "#app/guards/guards.ts";
import { loadPart } from "#app/load-part.ts";
import { parseSearch } from "#app/search-params.ts";
import type { AppSession } from "#app/session/session.ts";
import type { ServerClient } from "#server-client/server-client.ts";
import type { NewNotice } from "#ui/notices/notice-store.ts";

/* The parts of routes: guards, redirects, and loading of code. */

export interface RouterContext {
  session: AppSession;
  state: AppStateStore;
  client: Pick<ServerClient, "call">;
  showNotice: (notice: NewNotice) => void;
}

/** Values of a query, all plain text. */
export type PlainSearch = Record<string, string | undefined>;

export const EVERYBODY: PageRule = { access: "everybody", isBlockedOffline: false };
export const ANYBODY_ONLINE: PageRule = { access: "everybody", isBlockedOffline: true };
export const ANONYMOUS: PageRule = { access: "anonymous", isBlockedOffline: true };
export const SIGNED_IN: PageRule = { access: "signedIn", isBlockedOffline: true };
export const COMPANY_USER: PageRule = { access: "companyUser", isBlockedOffline: false };
/** The guided list: the device's copy is shown offline. */
export const COMPANY_ADMIN_ANYWHERE: PageRule = { access: "companyAdmin", isBlockedOffline: false };
export const COMPANY_ADMIN: PageRule = { access: "companyAdmin", isBlockedOffline: true };
export const SUPER_ADMIN: PageRule = { access: "superAdmin", isBlockedOffline: true };
export const MASTER_ADMIN: PageRule = { access: "masterAdmin", isBlockedOffline: false };

/** Redirects to a path of this app, without a history entry for the requested one. */
export function redirectTo(path: string) {
  const { pathname, search } = new URL(path, "http://app.invalid");
  return redirect({ to: pathname, search: parseSearch(search), replace: true });
}

export interface GuardedVisit {
  context: RouterContext;
  location: ParsedLocation;
}

/** The title and guards of a page, or of all pages below it. */
export const page = ({ title, rule }: { title: string; rule: PageRule }) => ({
  staticData: { title },
  validateSearch: (search: Record<string, unknown>): PlainSearch => search as PlainSearch,
  beforeLoad: ({ context, location }: GuardedVisit): void => {
    const { user, isOnline } = context.state.getSnapshot();
    const path = redirectOf({ rule, user, isOnline, path: location.href });
    if (path !== undefined) throw redirectTo(path);
  },
});

/** Always the same databases; their owner is checked before each page. */
export const withLocalData = {
  loader: ({ context }: { context: RouterContext }) => context.session.openLocalData(),
  staleTime: Infinity,
  gcTime: Infinity,
};

/** A page whose code is loaded on its first visit. */
export function lazyPage<Part extends Record<string, unknown>, Name extends keyof Part & string>(
  load: () => Promise<Part>,
  name: Name,
) {
  return lazyRouteComponent(() => loadPart(load), name);
}

/** `referrer` is followed after login and on coming back online, so it may only be a path of this app. */
export const withSafeReferrer = (search: Record<string, unknown>): PlainSearch => {
  const plain = search as PlainSearch;
  return plain.referrer === undefined ? plain : { ...plain, referrer: safeReferrer(plain.referrer) };
};

/** A separate chunk checks ids in addresses: the first page has none. */
export async function checkRecordId({
  context,
  location,
  params,
}: GuardedVisit & { params: { id: string } }): Promise<void> {
  const part = await loadPart(() => import("#app/guards/check-record-id.ts"));
  const path = await part.checkRecordId({ idText: params.id, href: location.href, session: context.session });
  if (path !== undefined) throw redirectTo(path);
}
