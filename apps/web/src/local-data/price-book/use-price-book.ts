import { useLocalData, useLocalQuery, type LocalQuery } from "#local-data/local-data-context.tsx";
import type { LocalPriceBook, LocalWorkflow } from "#local-data/price-book/price-book.ts";

/** The newest price book on this device, read again when one of its records changes. */
export function usePriceBook(): LocalQuery<LocalPriceBook> {
  const localData = useLocalData();
  return useLocalQuery("estimate-fields", () => localData.priceBook.read(), [localData]);
}

/** All work categories in display order, with their sections; also ones that the company does not offer. */
export function useWorkflows(): LocalQuery<LocalWorkflow[]> {
  const localData = useLocalData();
  return useLocalQuery(["estimate-workflows", "estimate-sections"], () => localData.priceBook.readWorkflows(), [
    localData,
  ]);
}
