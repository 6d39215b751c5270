import { createRoute, type ParsedLocation } from "@tanstack/react-router";
import { askingRoute } from "#app/routes/frame-routes.ts";
import { COMPANY_ADMIN, lazyPage, page, type PlainSearch, redirectTo, withLocalData } from "#app/routes/route-parts.ts";
import { stringifySearch } from "#app/search-params.ts";
import { consentReturns, withoutConsent } from "#features/config/connections/consent-returns.ts";

/** A page that a provider redirects to. The query is secret while valid: it is removed from the address before the page is shown or counted. */
const takesConsent = {
  beforeLoad: ({ location: { pathname }, search }: { location: ParsedLocation; search: PlainSearch }): void => {
    if (!consentReturns.note(pathname, search)) return;
    throw redirectTo(`${pathname}${stringifySearch(withoutConsent(search))}`);
  },
};

/** Pages of admins about their company. */
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
  staticData: { title: "Fields and prices" },
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

const fileSettingsRoute = createRoute({
  ...takesConsent,
  staticData: { title: "Files" },
  getParentRoute: () => configRoute,
  path: "file-settings",
  component: lazyPage(() => import("#features/config/file-settings/file-settings-page.tsx"), "FileSettingsPage"),
});

const hoverIntegrationRoute = createRoute({
  ...takesConsent,
  staticData: { title: "Hover" },
  getParentRoute: () => configRoute,
  path: "hover-integration",
  component: lazyPage(() => import("#features/config/connections/hover-page.tsx"), "HoverPage"),
});

const zohoIntegrationRoute = createRoute({
  ...takesConsent,
  staticData: { title: "Zoho CRM" },
  getParentRoute: () => configRoute,
  path: "zoho-integration",
  component: lazyPage(() => import("#features/config/connections/zoho/zoho-page.tsx"), "ZohoPage"),
});

const photoIntegrationRoute = createRoute({
  ...takesConsent,
  staticData: { title: "CompanyCam" },
  getParentRoute: () => configRoute,
  path: "photo-integration",
  component: lazyPage(() => import("#features/config/connections/photo-page.tsx"), "PhotoPage"),
});

const apiIntegrationRoute = createRoute({
  staticData: { title: "API access" },
  getParentRoute: () => configRoute,
  path: "api-integration",
  component: lazyPage(() => import("#features/config/api-access/api-access-page.tsx"), "ApiAccessPage"),
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
  component: lazyPage(() => import("#app/users-frame.tsx"), "UsersFrame"),
});

const userRoute = createRoute({
  staticData: { title: "User" },
  getParentRoute: () => configRoute,
  path: "users/$id",
  component: lazyPage(() => import("#app/user-frame.tsx"), "UserFrame"),
});

const importLeadsRoute = createRoute({
  staticData: { title: "Import leads" },
  getParentRoute: () => configRoute,
  path: "import-leads",
  component: lazyPage(() => import("#features/lead-import/lead-import-page.tsx"), "LeadImportPage"),
});

export const configRoutes = configRoute.addChildren([
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
]);
