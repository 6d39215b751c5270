import type { MovingIn } from "@ridgebook/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { keepMovingIn, readKeptMovingIn } from "#features/moving-in/kept-moving-in.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { keptTexts } from "#ui/kept-texts.ts";

/** The company's progress: at first the answer that this device kept, then the server's, which the device keeps. */
export function useMovingIn() {
  const client = useClient();
  const queryClient = useQueryClient();
  const { user } = useSession();
  const kept = user && readKeptMovingIn(keptTexts, user);
  const queryKey = ["moving-in", user?.companyId, user?.id];
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const facts = await client.call("getMovingIn", {}, { signal });
      if (user) keepMovingIn(keptTexts, user, facts);
      return facts;
    },
    // After the first signed contract there is nothing more to load.
    enabled: user !== undefined && kept?.hasSignedDocument !== true,
    initialData: kept,
    initialDataUpdatedAt: 0,
  });
  const hide = async (isHidden: boolean): Promise<void> => {
    await client.call("hideMovingIn", { body: { isHidden } });
    const change = (facts: MovingIn): MovingIn => ({ ...facts, isHidden });
    if (data && user) keepMovingIn(keptTexts, user, change(data));
    queryClient.setQueryData<MovingIn>(queryKey, (facts) => facts && change(facts));
  };
  return { facts: data, isError, refetch, hide };
}
