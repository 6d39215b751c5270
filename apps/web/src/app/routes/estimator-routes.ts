import { createRoute } from "@tanstack/react-router";
import { loadPart } from "#app/load-part.ts";
import { askingPages, framedRoute, rootRoute } from "#app/routes/frame-routes.ts";
import {
  checkRecordId,
  COMPANY_ADMIN_ANYWHERE,
  COMPANY_USER,
  lazyPage,
  page,
  redirectTo,
  withLocalData,
} from "#app/routes/route-parts.ts";
import { WORKFLOW_SLUGS } from "#features/estimate/workflow-slugs.ts";
import { NEW_LEAD } from "#features/leads/new-lead.ts";
import { keptTexts } from "#ui/kept-texts.ts";

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

const leadsRoute = createRoute({
  staticData: { title: "Leads" },
  getParentRoute: () => estimatorRoute,
  path: "leads",
  component: lazyPage(() => import("#features/leads/lead-list-page.tsx"), "LeadListPage"),
});

/** Fetches the chunks of the sales area's first page while the start still finds out who is signed in. The navigation fetches again what did not arrive. */
export function preloadSalesArea(): void {
  for (const { options } of [framedRoute, estimatorRoute, leadsRoute])
    void options.component?.preload?.()?.catch(() => undefined);
}

/** Pages of the sales area that need the server. */
const salesAskingRoute = createRoute({ getParentRoute: () => estimatorRoute, id: "asking", component: askingPages });

/** The start of admins of a new company (MOVE-04). */
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

/** The step without an id is a new window without a source (ROUTE-33). */
const newWindowRoute = createRoute({
  getParentRoute: () => estimateRoute,
  path: "windows/2",
  beforeLoad: ({ location }) => {
    throw redirectTo(location.href.replace(/\/windows\/2\/?/, "/windows/2/0/0"));
  },
});

/** The quick estimate and the steps of every workflow, at the specified addresses (ROUTE-28, ROUTE-30 to 37). */
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
 * The pages that make documents, at the specified addresses (ROUTE-39 to 43). A labor bill is made from another document: without one its address is not
 * found (ROUTE-41). A change order names its contract in its query.
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

/** The homeowner's view: the same estimate, without the app around it. */
export const homeownerRoute = createRoute({
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

export const estimatorRoutes = estimatorRoute.addChildren([
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
]);
