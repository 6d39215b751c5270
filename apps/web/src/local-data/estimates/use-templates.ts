import type { EstimateTemplate } from "@ridgebook/contract";
import { useLocalData, useLocalQuery, type LocalQuery } from "#local-data/local-data-context.tsx";

/** The templates on this device, by name, and again when one changes. */
export function useTemplates(): LocalQuery<EstimateTemplate[]> {
  const localData = useLocalData();
  return useLocalQuery("estimate-templates", () => localData.templates.list(), [localData]);
}
