import type { Environment } from "@ridgebook/contract";

const SUFFIX_BY_ENVIRONMENT: Record<Environment, string> = {
  development: " (Development)",
  testing: " (Testing)",
  staging: " (Staging)",
  production: "",
};

/** "Leads - Ridgebook", with a suffix outside production (1.§2). */
export function pageTitle({
  routeTitle,
  productName,
  environment,
}: {
  routeTitle: string | undefined;
  productName: string;
  environment: Environment;
}): string {
  const title = routeTitle === undefined ? productName : `${routeTitle} - ${productName}`;
  return title + SUFFIX_BY_ENVIRONMENT[environment];
}
