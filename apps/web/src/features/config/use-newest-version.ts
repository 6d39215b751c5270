import type { PriceBookVersion } from "@ridgebook/contract";
import { useQuery } from "@tanstack/react-query";
import { usePriceBook } from "#local-data/price-book/use-price-book.ts";
import { useClient } from "#server-client/client-context.tsx";

/** The author and time of the newest version; fetched again when the device receives another one. */
export function useNewestVersion(): PriceBookVersion | undefined {
  const client = useClient();
  const { value: book } = usePriceBook();
  const newest = useQuery({
    queryKey: ["price-book-versions", "newest", book?.version],
    queryFn: ({ signal }) => client.call("listEstimateFieldVersions", { query: { limit: 1 } }, { signal }),
    placeholderData: (former) => former,
  });
  return newest.data?.data[0];
}
