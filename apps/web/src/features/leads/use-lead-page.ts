import { Problem, type ProblemCode } from "@ridgebook/contract";
import { toLeadListQuery, type LeadListSearch } from "#features/leads/lead-list-search.ts";
import { useKeptLeads } from "#features/leads/use-kept-leads.ts";
import { useServerPage } from "#features/leads/use-server-page.ts";
import { useLocalData, useLocalQuery, useSyncStatus } from "#local-data/local-data-context.tsx";
import type { LeadPage, LocalLead } from "#local-data/leads/leads.ts";

export interface ShownLeads {
  /** Undefined while neither device nor server has replied. */
  page: LeadPage | undefined;
  /** The search of `page`; undefined while the page is of the previous one. */
  answered: string | undefined;
  /** Set if the server was unreachable and the page is the device's. */
  fromDevice: { lastRefreshTime: number | null; problem: Problem | undefined } | undefined;
  /** The server's totals of the newest estimates, in dollars by lead id. */
  newestTotals: ReadonlyMap<number, number> | undefined;
  askAgain: () => void;
}

/** No response, or none for this session: the list is the device's, and the shell says why. */
const EXPECTED: readonly ProblemCode[] = ["unavailable", "aborted", "requestTimeout", "sessionExpired"];

/**
 * The leads of a search: the device's at once, the server's when they arrive, both with local changes.
 *
 * @param typed the search being typed, which the device answers with every letter
 * @param settled the address's search, which the server answers
 */
export function useLeadPage({ typed, settled }: { typed: LeadListSearch; settled: LeadListSearch }): ShownLeads {
  const localData = useLocalData();
  const { lastRefreshTime } = useSyncStatus("lastRefreshTime");
  const typedKey = JSON.stringify(typed);
  const settledKey = JSON.stringify(settled);

  // Only the device knows its pinned leads, and has all of them.
  const { pinnedIds } = useKeptLeads();
  const among = typed.pinned ? pinnedIds : undefined;
  const device = useLocalQuery("leads", () => localData.leads.list(toLeadListQuery(typed), { among }), [
    localData,
    typedKey,
    among,
  ]);
  const isAsked = !typed.pinned;
  const server = useServerPage(settled, { isAsked: !settled.pinned });
  const isRefused = server.error !== undefined;

  const overlay = useLocalQuery("leads", () => localData.leads.some((server.page?.data ?? []).map(({ id }) => id)), [
    localData,
    server.page,
  ]);

  const isAnswered = isAsked && typedKey === settledKey && !isRefused && !overlay.isLoading;
  const answer = isAnswered ? server.page : undefined;
  const devicePage = device.isLoading ? undefined : device.value;
  const serverPage = answer && layOver({ page: answer, records: overlay.value });
  const page = choosePage({ devicePage, serverPage });
  const isPending = server.page === undefined && !isRefused;
  const isWaiting = isAsked && (isPending || (typedKey !== settledKey && !isRefused));
  const problem = server.error instanceof Problem ? server.error : undefined;
  // Common rows stay mounted: replacing all takes most of a keystroke's time.
  const stalePage = !page && device.isLoading && device.value?.totalCount ? device.value : undefined;
  return {
    // An empty device is not an empty list while the server has not replied.
    page: stalePage ?? (page?.totalCount === 0 && isWaiting && !answer ? undefined : page),
    answered: stalePage ? undefined : typedKey,
    fromDevice:
      isAsked && isRefused
        ? {
            lastRefreshTime,
            problem: problem && EXPECTED.includes(problem.code) ? undefined : (problem ?? new Problem("unexpected")),
          }
        : undefined,
    newestTotals: server.page?.newestTotals,
    askAgain: server.askAgain,
  };
}

/** The server's page is authoritative. If the device has all of it, its own page has the same leads, and an edit moves at once. */
function choosePage({
  devicePage,
  serverPage,
}: {
  devicePage: LeadPage | undefined;
  serverPage: LeadPage | undefined;
}): LeadPage | undefined {
  if (!serverPage || !devicePage) return serverPage ?? devicePage;
  return devicePage.totalCount === serverPage.totalCount ? devicePage : serverPage;
}

/** The server's page with the device's records: edited ones as edited, without deleted ones. */
function layOver({ page, records }: { page: LeadPage; records: ReadonlyMap<number, LocalLead> | undefined }): LeadPage {
  if (!records) return page;
  // The page was stored when it arrived: missing leads were deleted or have a new id.
  const data = page.data.flatMap(({ id }) => records.get(id) ?? []);
  return { ...page, data, totalCount: page.totalCount - (page.data.length - data.length) };
}
