import { accountRoutes } from "./account-routes.ts";
import { activityRoutes } from "./activity-routes.ts";
import { apiAccessRoutes } from "./api-access-routes.ts";
import { calendarRoutes } from "./calendar-routes.ts";
import { companyRoutes } from "./company-routes.ts";
import { documentRoutes } from "./document-routes.ts";
import { estimateRoutes } from "./estimate-routes.ts";
import { estimateTemplateRoutes } from "./estimate-template-routes.ts";
import { fileRoutes } from "./file-routes.ts";
import { companyCamRoutes } from "./companycam-routes.ts";
import { hoverRoutes } from "./hover-routes.ts";
import { zohoRoutes } from "./zoho-routes.ts";
import { infoRoutes } from "./info-routes.ts";
import { leadImportRoutes } from "./lead-import-routes.ts";
import { leadPhotoRoutes } from "./lead-photo-routes.ts";
import { leadRoutes } from "./lead-routes.ts";
import { movingInRoutes } from "./moving-in-routes.ts";
import { priceBookRoutes } from "./price-book-routes.ts";
import { settingsRoutes } from "./settings-routes.ts";
import { storageRoutes } from "./storage-routes.ts";
import { syncRoutes } from "./sync-routes.ts";
import { telemetryRoutes } from "./telemetry-routes.ts";
import { usageReportRoutes } from "./usage-report-routes.ts";
import { invitationRoutes } from "./invitation-routes.ts";
import { twoStepRoutes } from "./two-step-routes.ts";
import { userRoutes } from "./user-routes.ts";
import { webhookRoutes } from "./webhook-routes.ts";

/** Every call of the API. */
export const routes = {
  ...accountRoutes,
  ...invitationRoutes,
  ...twoStepRoutes,
  ...calendarRoutes,
  // Before /api/users/:id, which also matches its path.
  ...usageReportRoutes,
  ...userRoutes,
  ...activityRoutes,
  ...companyRoutes,
  ...leadRoutes,
  ...leadPhotoRoutes,
  ...estimateRoutes,
  ...estimateTemplateRoutes,
  ...documentRoutes,
  ...settingsRoutes,
  ...movingInRoutes,
  ...priceBookRoutes,
  ...apiAccessRoutes,
  ...leadImportRoutes,
  ...webhookRoutes,
  ...fileRoutes,
  ...syncRoutes,
  ...hoverRoutes,
  ...companyCamRoutes,
  ...storageRoutes,
  ...zohoRoutes,
  ...infoRoutes,
  ...telemetryRoutes,
};
export type Routes = typeof routes;
export type RouteName = keyof Routes;
