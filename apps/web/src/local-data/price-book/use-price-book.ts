import { useLocalData, useLocalQuery, type LocalQuery } from "#local-data/local-data-context.tsx";
import type { LocalPriceBook, LocalWorkflow } from "#local-data/price-book/price-book.ts";

/** The company's newest price book on this device, and again when one of its records changes. */
export function usePriceBook(): LocalQuery<LocalPriceBook> {
  const localData = useLocalData();
  return useLocalQuery("estimate-fields", () => localData.priceBook.read(), [localData]);
}

/** All work categories in display order, with their sections; those that the company does not offer as well. */
export function useWorkflows(): LocalQuery<LocalWorkflow[]> {
  const localData = useLocalData();
  return useLocalQuery(["estimate-workflows", "estimate-sections"], () => localData.priceBook.readWorkflows(), [
    localData,
  ]);
}
