import { Problem, type ProblemCode } from "@ridgebook/contract";
import { toLeadListQuery, type LeadListSearch } from "#features/leads/lead-list-search.ts";
import { useKeptLeads } from "#features/leads/use-kept-leads.ts";
import { useServerPage } from "#features/leads/use-server-page.ts";
import { useLocalData, useLocalQuery, useSyncStatus } from "#local-data/local-data-context.tsx";
import type { LeadPage, LocalLead } from "#local-data/leads/leads.ts";

export interface ShownLeads {
  /** Undefined: nothing to show yet, from the device or the server. */
  page: LeadPage | undefined;
  /** The search that `page` answers; undefined while it is the previous one, until the device has found the typed one. */
  answered: string | undefined;
  /** Set when the server could not be asked and the page is what the device has. */
  fromDevice: { lastRefreshTime: number | null; problem: Problem | undefined } | undefined;
  /** What the server says of the newest estimates of its page's leads, in dollars, by the lead's id. */
  newestTotals: ReadonlyMap<number, number> | undefined;
  askAgain: () => void;
}

/** No answer, or none for this session: the list of the device is what there is, and the shell says why. */
const EXPECTED: readonly ProblemCode[] = ["unavailable", "aborted", "requestTimeout", "sessionExpired"];

/**
 * The leads of a search: the device's at once, the server's as soon as they are there, both with what was changed on
 * this device.
 *
 * @param typed the search as it is being typed, which the device answers with every letter
 * @param settled the search of the address, which the server answers
 */
export function useLeadPage({ typed, settled }: { typed: LeadListSearch; settled: LeadListSearch }): ShownLeads {
  const localData = useLocalData();
  const { lastRefreshTime } = useSyncStatus("lastRefreshTime");
  const typedKey = JSON.stringify(typed);
  const settledKey = JSON.stringify(settled);

  // The server does not know what is pinned on a device, and all of it is here.
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
  // Rows that are in both lists stay: removing all and drawing all again takes most of a key's time.
  const stalePage = !page && device.isLoading && device.value?.totalCount ? device.value : undefined;
  return {
    // An empty device says nothing while the server has not answered: the first visit is a list to come, not an empty one.
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

/**
 * The server's page decides what there is. Where the device holds all of it, its own page is the same leads, and an edit
 * moves to its place at once.
 */
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

/** A page of the server with the device's records in place of its own: edited ones as edited, deleted ones left out. */
function layOver({ page, records }: { page: LeadPage; records: ReadonlyMap<number, LocalLead> | undefined }): LeadPage {
  if (!records) return page;
  // The page was stored on the device when it arrived: what is not there any more was deleted or has a new id.
  const data = page.data.flatMap(({ id }) => records.get(id) ?? []);
  return { ...page, data, totalCount: page.totalCount - (page.data.length - data.length) };
}
