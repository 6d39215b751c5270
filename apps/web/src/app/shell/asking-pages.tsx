import { Problem } from "@ridgebook/contract";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { useState } from "react";

const RETRIES = 2;

/** Requests whose answers may differ the next time. */
const isWorthRetrying = (error: unknown): boolean =>
  error instanceof Problem && (error.status === 408 || error.status >= 500);

const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: (failures, error) => failures < RETRIES && isWorthRetrying(error), networkMode: "always" },
      mutations: { networkMode: "always" },
    },
  });

/**
 * Pages that need more from the server than the device has, with its answers. The list of leads is not among them: it is the first page of most visits,
 * and loads without the library.
 */
export function AskingPages() {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  );
}
