import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { useLocalData } from "#local-data/local-data-context.tsx";

/** Whether an id is that of the open estimate: the one on the screen, or the server's, which may just have replaced it. */
export function useIsOpenEstimate(): (id: number) => Promise<boolean> {
  const { estimate } = useOpenEstimate();
  const localData = useLocalData();
  return async (id) =>
    id === estimate.id || id === (await localData.resolveId({ storeName: "estimates", id: estimate.id }));
}
