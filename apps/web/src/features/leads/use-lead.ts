import { Problem } from "@ridgebook/contract";
import { useQuery } from "@tanstack/react-query";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import type { LocalLead } from "#local-data/leads/leads.ts";

type LeadReading =
  | { state: "loading" }
  /** `askedTime`: when the server last sent it, in epoch milliseconds; 0 if never. */
  | { state: "here"; lead: LocalLead; askedTime: number }
  /** The lead does not exist, or is not on this device while offline. */
  | { state: "missing" }
  /** It was here when the page was opened, and has been deleted. */
  | { state: "deleted" }
  | { state: "failed"; problem: Problem; askAgain: () => void };

/** A lead from the device at once; the server's version is fetched meanwhile, and shown when it arrives. */
export function useLead(id: number): LeadReading {
  const localData = useLocalData();
  const device = useLocalQuery("leads", () => localData.leads.find(id), [localData, id]);
  const server = useQuery({
    queryKey: ["lead", id],
    // The response is stored on the device, and read from there with unsent changes.
    queryFn: async () => (await localData.leads.fetch(id)).revision,
    gcTime: 0,
    retry: false,
    networkMode: "always",
  });
  // Until the next lead is read, the query still has the previous one.
  if (device.isLoading && device.value?.id !== id) return { state: "loading" };
  if (device.value) return { state: "here", lead: device.value, askedTime: server.dataUpdatedAt };
  if (server.isPending) return { state: "loading" };
  if (server.error === null) return { state: "deleted" };
  if (server.error instanceof Problem && server.error.code === "notFound") return { state: "missing" };
  const problem = server.error instanceof Problem ? server.error : new Problem("unexpected");
  return { state: "failed", problem, askAgain: () => void server.refetch() };
}
