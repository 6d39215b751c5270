import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type ParsedLocation,
} from "@tanstack/react-router";
import { isCompanyUser } from "@ridgebook/contract";
import type { AppStateStore } from "#app/app-state.ts";
import { redirectOf, safeReferrer, type PageRule } from "#app/guards/guards.ts";
import { homePath } from "#app/guards/home-path.ts";
import { loadPart } from "#app/load-part.ts";
import { parseSearch, stringifySearch, takeMessage } from "#app/search-params.ts";
import type { AppSession } from "#app/session/session.ts";
import { PageFailure } from "#app/shell/page-failure.tsx";
import { RootLayout } from "#app/shell/root-layout.tsx";
import { consentReturns, withoutConsent } from "#features/config/connections/consent-returns.ts";
import { NEW_LEAD } from "#features/leads/new-lead.ts";
import { idInHomeownerAddress } from "#features/estimate/homeowner/homeowner-address.ts";
import { WORKFLOW_SLUGS } from "#features/estimate/workflow-slugs.ts";
import { LoginPage } from "#features/account/login-page.tsx";
import type { ServerClient } from "#server-client/server-client.ts";
import { keptTexts } from "#ui/kept-texts.ts";
import { lockedView, lockView, pathOf, pinOwner, unlockView } from "#ui/pin-lock/view-lock.ts";
import type { NewNotice } from "#ui/notices/notice-store.ts";

interface RouterContext {
  session: AppSession;
  state: AppStateStore;
  client: Pick<ServerClient, "call">;
  showNotice: (notice: NewNotice) => void;
}

/** Values of a query, all plain text. */
type PlainSearch = Record<string, string | undefined>;

const EVERYBODY: PageRule = { access: "everybody", isBlockedOffline: false };
const ANYBODY_ONLINE: PageRule = { access: "everybody", isBlockedOffline: true };
const ANONYMOUS: PageRule = { access: "anonymous", isBlockedOffline: true };
const SIGNED_IN: PageRule = { access: "signedIn", isBlockedOffline: true };
const COMPANY_USER: PageRule = { access: "companyUser", isBlockedOffline: false };
/** The guided list: what the device knows of it is shown without a network. */
const COMPANY_ADMIN_ANYWHERE: PageRule = { access: "companyAdmin", isBlockedOffline: false };
const COMPANY_ADMIN: PageRule = { access: "companyAdmin", isBlockedOffline: true };
const SUPER_ADMIN: PageRule = { access: "superAdmin", isBlockedOffline: true };
const MASTER_ADMIN: PageRule = { access: "masterAdmin", isBlockedOffline: false };

/** Goes to a path of this app instead, without a step in the history for the one that was asked for. */
function redirectTo(path: string) {
  const { pathname, search } = new URL(path, "http://app.invalid");
  return redirect({ to: pathname, search: parseSearch(search), replace: true });
}

interface GuardedVisit {
  context: RouterContext;
  location: ParsedLocation;
}

/** A page's title and who may open it, or all pages below it. */
const page = ({ title, rule }: { title: string; rule: PageRule }) => ({
  staticData: { title },
  validateSearch: (search: Record<string, unknown>): PlainSearch => search as PlainSearch,
  beforeLoad: ({ context, location }: GuardedVisit): void => {
    const { user, isOnline } = context.state.getSnapshot();
    const path = redirectOf({ rule, user, isOnline, path: location.href });
    if (path !== undefined) throw redirectTo(path);
  },
});

/** What a provider sent back is secret for as long as it is good: it leaves the address before anything shows or counts the page. */
function takeConsent({ path, search }: { path: string; search: PlainSearch }): void {
  if (!consentReturns.note(path, search)) return;
  throw redirectTo(`${path}${stringifySearch(withoutConsent(search))}`);
}

/** Always the same databases; whose they are is seen to before each page. */
const withLocalData = {
  loader: ({ context }: { context: RouterContext }) => context.session.openLocalData(),
  staleTime: Infinity,
  gcTime: Infinity,
};

/** A page whose code is loaded when it is first opened. */
function lazyPage<Part extends Record<string, unknown>, Name extends keyof Part & string>(
  load: () => Promise<Part>,
  name: Name,
) {
  return lazyRouteComponent(() => loadPart(load), name);
}

/** `referrer` is followed after login and on coming back online, so it may only name pages of this app. */
const withSafeReferrer = (search: Record<string, unknown>): PlainSearch => {
  const plain = search as PlainSearch;
  return plain.referrer === undefined ? plain : { ...plain, referrer: safeReferrer(plain.referrer) };
};

/** While a homeowner holds the device, every other address leads back to what they look at (HOME-06). */
async function keepInLockedView({ context, location }: GuardedVisit): Promise<void> {
  const { user } = context.state.getSnapshot();
  const owner = user && pinOwner(user);
  const locked = owner === undefined ? undefined : lockedView(keptTexts, owner);
  if (owner === undefined || locked === undefined) return;
  const idText = idInHomeownerAddress(locked);
  if (idText === undefined) {
    // No page of it asks for the PIN, so nobody would ever get out.
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

const rootRoute = createRootRouteWithContext<RouterContext>()({
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

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  beforeLoad: ({ context }) => {
    throw redirectTo(homePath(context.state.getSnapshot().user));
  },
});

/** Pages under the top bar. */
const framedRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: "framed",
  component: lazyPage(() => import("#app/shell/app-frame.tsx"), "AppFrame"),
});

const askingPages = lazyPage(() => import("#app/shell/asking-pages.tsx"), "AskingPages");

/** Pages besides the sales area that ask the server. */
const askingRoute = createRoute({ getParentRoute: () => framedRoute, id: "asking", component: askingPages });

const aboutRoute = createRoute({
  ...page({ title: "About", rule: EVERYBODY }),
  getParentRoute: () => framedRoute,
  path: "/about",
  component: lazyPage(() => import("#features/public/about-page.tsx"), "AboutPage"),
});

const policiesRoute = createRoute({
  ...page({ title: "Policies", rule: EVERYBODY }),
  getParentRoute: () => framedRoute,
  path: "/policies",
  component: lazyPage(() => import("#features/public/policies-page.tsx"), "PoliciesPage"),
});

const accessDeniedRoute = createRoute({
  ...page({ title: "Access denied", rule: EVERYBODY }),
  getParentRoute: () => framedRoute,
  path: "/access-denied",
  component: lazyPage(() => import("#features/public/access-denied-page.tsx"), "AccessDeniedPage"),
});

const offlineRoute = createRoute({
  ...page({ title: "Offline", rule: EVERYBODY }),
  validateSearch: withSafeReferrer,
  getParentRoute: () => framedRoute,
  path: "/offline",
  component: lazyPage(() => import("#features/public/offline-page.tsx"), "OfflinePage"),
});

const notFoundPage = lazyPage(() => import("#features/public/not-found-page.tsx"), "NotFoundPage");

/** Unknown addresses: below a guarded area its guard decides first who reads that there is nothing. */
const notFoundRoutes = Object.entries({
  "": EVERYBODY,
  account: ANYBODY_ONLINE,
  admin: SUPER_ADMIN,
  master: MASTER_ADMIN,
  config: COMPANY_ADMIN,
}).map(([area, rule]) =>
  createRoute({
    ...page({ title: "Page not found", rule }),
    getParentRoute: () => framedRoute,
    path: `${area}/$`,
    component: notFoundPage,
  }),
);

const loginRoute = createRoute({
  ...page({ title: "Log in", rule: ANONYMOUS }),
  validateSearch: withSafeReferrer,
  getParentRoute: () => rootRoute,
  path: "/account/login",
  // Not lazy: it is the first page of most first visits.
  component: LoginPage,
});

const forgotPasswordRoute = createRoute({
  ...page({ title: "Forgot password", rule: ANYBODY_ONLINE }),
  getParentRoute: () => rootRoute,
  path: "/account/forgot-password",
  component: lazyPage(() => import("#features/account/forgot-password-page.tsx"), "ForgotPasswordPage"),
});

const resetPasswordRoute = createRoute({
  ...page({ title: "Reset password", rule: ANYBODY_ONLINE }),
  getParentRoute: () => rootRoute,
  path: "/account/reset-password",
  component: lazyPage(() => import("#features/account/reset-password-page.tsx"), "ResetPasswordPage"),
});

const setUpRoute = createRoute({
  ...page({ title: "Set up your account", rule: ANYBODY_ONLINE }),
  getParentRoute: () => rootRoute,
  path: "/account/setup",
  component: lazyPage(() => import("#features/account/set-up-page.tsx"), "SetUpPage"),
});

const manageRoute = createRoute({
  ...page({ title: "Manage account", rule: SIGNED_IN }),
  getParentRoute: () => askingRoute,
  path: "/account/manage",
  component: lazyPage(() => import("#features/account/manage-account-page.tsx"), "ManageAccountPage"),
});

const companiesRoute = createRoute({
  ...page({ title: "Select company", rule: SIGNED_IN }),
  getParentRoute: () => askingRoute,
  path: "/account/companies",
  component: lazyPage(() => import("#features/account/companies-page.tsx"), "CompaniesPage"),
});

/** Pages that work with the company's data on this device. */
const estimatorRoute = createRoute({
  ...page({ title: "Sales", rule: COMPANY_USER }),
  getParentRoute: () => framedRoute,
  path: "/estimator",
  ...withLocalData,
  component: lazyPage(() => import("#app/shell/estimator-area.tsx"), "EstimatorArea"),
});

const estimatorIndexRoute = createRoute({
  getParentRoute: () => estimatorRoute,
  path: "/",
  beforeLoad: async ({ context: { state, client } }) => {
    const part = await loadPart(() => import("#app/guards/start-path.ts"));
    const { user, isOnline } = state.getSnapshot();
    throw redirectTo(await part.startPath({ user, isOnline, client, texts: keptTexts }));
  },
});

/** Ids in addresses are checked by a part of their own: the first page has none. */
async function checkRecordId({ context, location, params }: GuardedVisit & { params: { id: string } }): Promise<void> {
  const part = await loadPart(() => import("#app/guards/check-record-id.ts"));
  const path = await part.checkRecordId({ idText: params.id, href: location.href, session: context.session });
  if (path !== undefined) throw redirectTo(path);
}

const leadsRoute = createRoute({
  staticData: { title: "Leads" },
  getParentRoute: () => estimatorRoute,
  path: "leads",
  component: lazyPage(() => import("#features/leads/lead-list-page.tsx"), "LeadListPage"),
});

/**
 * Fetches the parts of the sales area's first page while the start still finds out who is signed in. What does not arrive
 * now is asked for again by the navigation.
 */
export function preloadSalesArea(): void {
  for (const { options } of [framedRoute, estimatorRoute, leadsRoute])
    void options.component?.preload?.()?.catch(() => undefined);
}

/** Pages of the sales area that ask the server. */
const salesAskingRoute = createRoute({ getParentRoute: () => estimatorRoute, id: "asking", component: askingPages });

/** Where admins of a new company begin (MOVE-04). */
const startRoute = createRoute({
  ...page({ title: "Up to the first contract", rule: COMPANY_ADMIN_ANYWHERE }),
  getParentRoute: () => salesAskingRoute,
  path: "start",
  component: lazyPage(() => import("#features/moving-in/moving-in-page.tsx"), "MovingInPage"),
});

const leadDetailsRoute = createRoute({
  staticData: { title: "Lead" },
  getParentRoute: () => salesAskingRoute,
  path: "leads/$id/details",
  beforeLoad: checkRecordId,
  component: lazyPage(() => import("#app/lead-frame.tsx"), "LeadFrame"),
});

const leadEditRoute = createRoute({
  staticData: { title: "Edit lead" },
  getParentRoute: () => salesAskingRoute,
  path: "leads/$id/edit",
  beforeLoad: (visit) => (visit.params.id === NEW_LEAD ? undefined : checkRecordId(visit)),
  component: lazyPage(() => import("#features/leads/lead-edit-page.tsx"), "LeadEditPage"),
});

/** One estimate: its summary and everything below. */
const estimateRoute = createRoute({
  staticData: { title: "Estimate" },
  getParentRoute: () => salesAskingRoute,
  path: "estimate/$id",
  beforeLoad: checkRecordId,
  component: lazyPage(() => import("#app/estimate-frame.tsx"), "EstimateFrame"),
});

const estimateSummaryRoute = createRoute({
  staticData: { title: "Estimate summary" },
  getParentRoute: () => estimateRoute,
  path: "/",
  component: lazyPage(() => import("#app/estimate-summary-frame.tsx"), "EstimateSummaryFrame"),
});

const workflowSummaryRoute = createRoute({
  staticData: { title: "Workflow summary" },
  getParentRoute: () => estimateRoute,
  path: "summary/$workflowId",
  component: lazyPage(() => import("#features/estimate/summary/workflow-summary-page.tsx"), "WorkflowSummaryPage"),
});

const quickWindowRoute = createRoute({
  staticData: { title: "Window" },
  getParentRoute: () => estimateRoute,
  path: "quick_estimate_by_window/$windowId",
  component: lazyPage(() => import("#features/estimate/windows/quick-window-page.tsx"), "QuickWindowPage"),
});

const windowDetailsRoute = createRoute({
  staticData: { title: "Window Details" },
  getParentRoute: () => estimateRoute,
  path: "windows/2/$estimateItemId/$sourceEstimateItemId",
  component: lazyPage(() => import("#features/estimate/windows/window-details-page.tsx"), "WindowDetailsPage"),
});

/** The step alone is a new window without a source (ROUTE-33). */
const newWindowRoute = createRoute({
  getParentRoute: () => estimateRoute,
  path: "windows/2",
  beforeLoad: ({ location }) => {
    throw redirectTo(location.href.replace(/\/windows\/2\/?/, "/windows/2/0/0"));
  },
});

/** The quick estimate and the steps of every workflow, at the addresses of the specification (ROUTE-28, ROUTE-30 to 37). */
const workflowRoutes = Object.values(WORKFLOW_SLUGS).flatMap((slug) => [
  createRoute({
    staticData: { title: "Quick estimate" },
    getParentRoute: () => estimateRoute,
    path: `quick_estimate_${slug}`,
    component:
      slug === "windows"
        ? lazyPage(() => import("#features/estimate/windows/quick-windows-page.tsx"), "QuickWindowsPage")
        : lazyPage(() => import("#features/estimate/steps/quick-estimate-page.tsx"), "QuickEstimatePage"),
  }),
  createRoute({
    staticData: { title: "Estimate step" },
    getParentRoute: () => estimateRoute,
    path: `${slug}/$step`,
    component: lazyPage(() => import("#features/estimate/steps/step-page.tsx"), "StepPage"),
  }),
]);

/**
 * Making documents, at the addresses of the specification (ROUTE-39 to 43). A labor bill is made from another document: without one
 * its address is nobody's (ROUTE-41). A change order names its contract in its query.
 */
const documentRoutes = (
  [
    ["contract/create", "contract", "ContractCreatePage"],
    ["contract/create/$sourceId", "contract", "ContractCreatePage"],
    ["change-order/create", "change order", "ChangeOrderCreatePage"],
    ["labor-bill/create/$sourceId", "labor bill", "LaborBillCreatePage"],
    ["final-labor-bill/create/$sourceId", "final labor bill", "FinalLaborBillCreatePage"],
    ["purchase-order/create", "purchase order", "PurchaseOrderCreatePage"],
    ["purchase-order/create/$sourceId", "purchase order", "PurchaseOrderCreatePage"],
    ["work-order/create", "work order", "WorkOrderCreatePage"],
    ["work-order/create/$sourceId", "work order", "WorkOrderCreatePage"],
  ] as const
).map(([path, name, component]) =>
  createRoute({
    staticData: { title: `New ${name}` },
    getParentRoute: () => estimateRoute,
    path,
    component: lazyPage(() => import("#features/documents/create/create-pages.tsx"), component),
  }),
);

const homeownerPage = page({ title: "Estimate", rule: COMPANY_USER });

/** What the homeowner looks at: the same estimate, and nothing of the app around it. */
const homeownerRoute = createRoute({
  ...homeownerPage,
  beforeLoad: (visit) => {
    homeownerPage.beforeLoad(visit);
    return checkRecordId(visit);
  },
  getParentRoute: () => rootRoute,
  path: "/estimator/estimate/$id/homeowner",
  ...withLocalData,
  component: lazyPage(() => import("#app/homeowner-frame.tsx"), "HomeownerFrame"),
  errorComponent: lazyPage(() => import("#app/homeowner-frame.tsx"), "HomeownerFailure"),
});

/** What admins decide for their company. */
const configRoute = createRoute({
  ...page({ title: "Config", rule: COMPANY_ADMIN }),
  getParentRoute: () => askingRoute,
  path: "/config",
  ...withLocalData,
  component: lazyPage(() => import("#app/shell/config-area.tsx"), "ConfigArea"),
});

const configIndexRoute = createRoute({
  getParentRoute: () => configRoute,
  path: "/",
  beforeLoad: () => {
    throw redirectTo("/config/settings");
  },
});

const configMenuRoute = createRoute({
  staticData: { title: "Config" },
  getParentRoute: () => configRoute,
  path: "pages",
  component: lazyPage(() => import("#app/shell/config-menu.tsx"), "ConfigMenuPage"),
});

const estimateFieldsRoute = createRoute({
  staticData: { title: "Estimate fields" },
  getParentRoute: () => configRoute,
  path: "estimate-fields",
  component: lazyPage(() => import("#features/config/estimate-fields-page.tsx"), "EstimateFieldsPage"),
});

const estimateFieldOptionsRoute = createRoute({
  staticData: { title: "Field options" },
  getParentRoute: () => configRoute,
  path: "estimate-field-options",
  component: lazyPage(() => import("#features/config/field-options-page.tsx"), "FieldOptionsPage"),
});

const estimateSectionsRoute = createRoute({
  staticData: { title: "Estimate sections" },
  getParentRoute: () => configRoute,
  path: "estimate-sections",
  component: lazyPage(() => import("#features/config/estimate-sections-page.tsx"), "EstimateSectionsPage"),
});

const contractSettingsRoute = createRoute({
  staticData: { title: "Contract settings" },
  getParentRoute: () => configRoute,
  path: "contract-settings",
  component: lazyPage(() => import("#app/contract-settings-frame.tsx"), "ContractSettingsFrame"),
});

const companySettingsRoute = createRoute({
  staticData: { title: "Company settings" },
  getParentRoute: () => configRoute,
  path: "settings",
  component: lazyPage(
    () => import("#features/config/company-settings/company-settings-page.tsx"),
    "CompanySettingsPage",
  ),
});

const emailSettingsRoute = createRoute({
  staticData: { title: "E-mail settings" },
  getParentRoute: () => configRoute,
  path: "email-settings",
  component: lazyPage(() => import("#features/config/email-settings/email-settings-page.tsx"), "EmailSettingsPage"),
});

const paymentOptionsRoute = createRoute({
  staticData: { title: "Payment options" },
  getParentRoute: () => configRoute,
  path: "payment-options",
  component: lazyPage(() => import("#features/config/payment-options/payment-options-page.tsx"), "PaymentOptionsPage"),
});

const usageReportRoute = createRoute({
  staticData: { title: "Usage report" },
  getParentRoute: () => configRoute,
  path: "usage-report",
  component: lazyPage(() => import("#features/config/usage-report/usage-report-page.tsx"), "UsageReportPage"),
});

const activityRoute = createRoute({
  staticData: { title: "Activity" },
  getParentRoute: () => configRoute,
  path: "activity",
  component: lazyPage(() => import("#features/config/activity/activity-page.tsx"), "ActivityPage"),
});

const sectionHelpRoute = createRoute({
  staticData: { title: "Section help" },
  getParentRoute: () => configRoute,
  path: "sections-info",
  component: lazyPage(() => import("#features/config/section-help/section-help-page.tsx"), "SectionHelpPage"),
});

const estimateTemplatesRoute = createRoute({
  staticData: { title: "Templates" },
  getParentRoute: () => configRoute,
  path: "estimate-templates",
  component: lazyPage(
    () => import("#features/config/estimate-templates/estimate-templates-page.tsx"),
    "EstimateTemplatesPage",
  ),
});

const usersRoute = createRoute({
  staticData: { title: "Users" },
  getParentRoute: () => configRoute,
  path: "users",
  component: lazyPage(() => import("#features/users/users-page.tsx"), "UsersPage"),
});

const importLeadsRoute = createRoute({
  staticData: { title: "Import leads" },
  getParentRoute: () => configRoute,
  path: "import-leads",
  component: lazyPage(() => import("#features/lead-import/lead-import-page.tsx"), "LeadImportPage"),
});

const userRoute = createRoute({
  staticData: { title: "User" },
  getParentRoute: () => configRoute,
  path: "users/$id",
  component: lazyPage(() => import("#features/users/user-page.tsx"), "UserPage"),
});

const fileSettingsRoute = createRoute({
  staticData: { title: "Files" },
  getParentRoute: () => configRoute,
  path: "file-settings",
  beforeLoad: ({ location, search }) => {
    takeConsent({ path: location.pathname, search });
  },
  component: lazyPage(() => import("#features/config/file-settings/file-settings-page.tsx"), "FileSettingsPage"),
});

const hoverIntegrationRoute = createRoute({
  staticData: { title: "Hover" },
  getParentRoute: () => configRoute,
  path: "hover-integration",
  beforeLoad: ({ location, search }) => {
    takeConsent({ path: location.pathname, search });
  },
  component: lazyPage(() => import("#features/config/connections/hover-page.tsx"), "HoverPage"),
});

const zohoIntegrationRoute = createRoute({
  staticData: { title: "Zoho CRM" },
  getParentRoute: () => configRoute,
  path: "zoho-integration",
  beforeLoad: ({ location, search }) => {
    takeConsent({ path: location.pathname, search });
  },
  component: lazyPage(() => import("#features/config/connections/zoho/zoho-page.tsx"), "ZohoPage"),
});

const photoIntegrationRoute = createRoute({
  staticData: { title: "CompanyCam" },
  getParentRoute: () => configRoute,
  path: "photo-integration",
  beforeLoad: ({ location, search }) => {
    takeConsent({ path: location.pathname, search });
  },
  component: lazyPage(() => import("#features/config/connections/photo-page.tsx"), "PhotoPage"),
});

const apiIntegrationRoute = createRoute({
  staticData: { title: "API access" },
  getParentRoute: () => configRoute,
  path: "api-integration",
  component: lazyPage(() => import("#features/config/api-access/api-access-page.tsx"), "ApiAccessPage"),
});

const adminPage = page({ title: "Admin", rule: SUPER_ADMIN });

/** What super admins do for all companies. They work in none of them meanwhile (GUARD-10). */
const adminRoute = createRoute({
  ...adminPage,
  beforeLoad: async (visit) => {
    adminPage.beforeLoad(visit);
    const { session, state } = visit.context;
    if (isCompanyUser(state.getSnapshot().user)) await session.chooseCompany(null);
  },
  getParentRoute: () => askingRoute,
  path: "/admin",
  component: lazyPage(() => import("#app/shell/admin-area.tsx"), "AdminArea"),
});

const adminIndexRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: "/",
  beforeLoad: () => {
    throw redirectTo("/admin/companies");
  },
});

const adminCompaniesRoute = createRoute({
  staticData: { title: "Companies" },
  getParentRoute: () => adminRoute,
  path: "companies",
  component: lazyPage(() => import("#features/admin/companies-page.tsx"), "CompaniesPage"),
});

const adminUsersRoute = createRoute({
  staticData: { title: "Users" },
  getParentRoute: () => adminRoute,
  path: "users",
  component: lazyPage(() => import("#features/users/users-page.tsx"), "AllUsersPage"),
});

const adminUserRoute = createRoute({
  staticData: { title: "User" },
  getParentRoute: () => adminRoute,
  path: "users/$id",
  component: lazyPage(() => import("#features/users/user-page.tsx"), "AnyUserPage"),
});

/** What master admins look at. */
const masterRoute = createRoute({
  ...page({ title: "Folder log", rule: MASTER_ADMIN }),
  getParentRoute: () => askingRoute,
  path: "/master",
});

const masterIndexRoute = createRoute({
  getParentRoute: () => masterRoute,
  path: "/",
  beforeLoad: () => {
    throw redirectTo("/master/folder-log");
  },
});

const folderLogRoute = createRoute({
  getParentRoute: () => masterRoute,
  path: "folder-log",
  component: lazyPage(() => import("#features/master/folder-log-page.tsx"), "FolderLogPage"),
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  loginRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  setUpRoute,
  homeownerRoute,
  framedRoute.addChildren([
    aboutRoute,
    policiesRoute,
    accessDeniedRoute,
    offlineRoute,
    estimatorRoute.addChildren([
      estimatorIndexRoute,
      leadsRoute,
      salesAskingRoute.addChildren([
        startRoute,
        leadDetailsRoute,
        leadEditRoute,
        estimateRoute.addChildren([
          estimateSummaryRoute,
          workflowSummaryRoute,
          quickWindowRoute,
          newWindowRoute,
          windowDetailsRoute,
          ...workflowRoutes,
          ...documentRoutes,
        ]),
      ]),
    ]),
    askingRoute.addChildren([
      manageRoute,
      companiesRoute,
      configRoute.addChildren([
        configIndexRoute,
        configMenuRoute,
        estimateFieldsRoute,
        estimateFieldOptionsRoute,
        estimateSectionsRoute,
        contractSettingsRoute,
        fileSettingsRoute,
        hoverIntegrationRoute,
        zohoIntegrationRoute,
        photoIntegrationRoute,
        apiIntegrationRoute,
        companySettingsRoute,
        emailSettingsRoute,
        paymentOptionsRoute,
        usageReportRoute,
        activityRoute,
        sectionHelpRoute,
        estimateTemplatesRoute,
        usersRoute,
        userRoute,
        importLeadsRoute,
      ]),
      adminRoute.addChildren([adminIndexRoute, adminCompaniesRoute, adminUsersRoute, adminUserRoute]),
      masterRoute.addChildren([masterIndexRoute, folderLogRoute]),
    ]),
    ...notFoundRoutes,
  ]),
]);

/** Every page of the app, who may open it, and where else it sends. */
export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    parseSearch,
    stringifySearch,
    defaultErrorComponent: PageFailure,
    scrollRestoration: true,
    // The former page stays until the next one is there; what is slow inside a page shows its own skeleton.
    defaultPendingMs: Infinity,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
  interface StaticDataRouteOption {
    /** What the page is called in the title of the window, and in the top bar of a phone. */
    title?: string;
  }
}
