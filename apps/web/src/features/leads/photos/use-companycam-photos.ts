import {
  companyCamPage,
  companyCamProjectOf,
  Problem,
  type CompanyCamPhoto,
  type ConnectionFailure,
} from "@ridgebook/contract";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useClient } from "#server-client/client-context.tsx";
import { failureOfProvider, providerProblemText } from "#server-client/provider-failure.ts";
import { useSession } from "#server-client/session-context.tsx";

/** Our server tries CompanyCam up to four times. */
const TIMEOUT_MS = 90_000;
/** A list this old on arrival was cached by the server, as CompanyCam does not respond. */
const STALE_MS = 120_000;

/** Failures that only an admin can fix. */
const FOR_ADMINS: readonly (ConnectionFailure | undefined)[] = [
  "notConnected",
  "reconnectNeeded",
  "refused",
  "notSetUp",
];

interface CompanyCamPhotos {
  readonly photos: readonly CompanyCamPhoto[];
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  /** Why there are no photos, or no more of them. */
  readonly message: string | undefined;
  /** Only an admin can fix it: retrying is pointless. */
  readonly isForAdmins: boolean;
  /** When CompanyCam was asked, if that is a while ago; ISO 8601. */
  readonly staleTime: string | undefined;
  readonly loadMore: () => void;
  readonly reload: () => void;
}

const textOf = (error: unknown): string => {
  if (!(error instanceof Problem)) return "The photos could not be loaded.";
  if (error.code === "notFound") return "The lead’s link has changed. Try again.";
  if (failureOfProvider(error) === "notFound")
    return "CompanyCam has no such project, or the connected account may not see it. Check the link.";
  return providerProblemText(error, "CompanyCam") ?? error.message;
};

/** The photos of a lead's linked project, 50 at a time; online only. */
export function useCompanyCamPhotos({
  leadId,
  cameraUrl,
  isOnline,
}: {
  leadId: number;
  cameraUrl: string;
  isOnline: boolean;
}): CompanyCamPhotos {
  const client = useClient();
  const { companyId } = useSession();
  const projectId = companyCamProjectOf(cameraUrl);
  const list = useInfiniteQuery({
    queryKey: ["companycam-photos", companyId, leadId, cameraUrl],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...(projectId !== undefined && { projectId }), ...(pageParam !== "" && { cursor: pageParam }) };
      const options = { signal, timeoutMs: TIMEOUT_MS };
      const reply = await client.call("listCompanyCamPhotos", { params: { id: String(leadId) }, query }, options);
      // A captive portal may reply anything with 200.
      const read = companyCamPage.safeParse(reply);
      if (!read.success) throw new Problem("unavailable");
      return { ...read.data, receivedTime: Date.now() };
    },
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: isOnline && leadId > 0 && projectId !== undefined,
    retry: false,
    gcTime: 0,
  });
  const pages = list.data?.pages ?? [];
  // New photos shift others between pages.
  const byId = new Map(pages.flatMap(({ photos }) => photos).map((photo) => [photo.id, photo]));
  const stale = pages.find(
    ({ fetchedTime, receivedTime }) => fetchedTime !== null && receivedTime - Date.parse(fetchedTime) > STALE_MS,
  );
  return {
    photos: [...byId.values()],
    isLoading: list.isFetching,
    hasMore: list.hasNextPage,
    message: list.error ? textOf(list.error) : undefined,
    isForAdmins: list.error instanceof Problem && FOR_ADMINS.includes(failureOfProvider(list.error)),
    staleTime: stale?.fetchedTime ?? undefined,
    loadMore: () => void list.fetchNextPage(),
    reload: () => void list.refetch(),
  };
}
