import { Problem } from "@ridgebook/contract";
import { useSession } from "#server-client/session-context.tsx";

/** After a 401 on one's own data or password nobody can be sure who sits there: the device is emptied (1.§4). */
export function useSessionLoss(): (error: unknown) => Promise<void> {
  const { wipeLocalData } = useSession();
  return async (error) => {
    if (error instanceof Problem && error.status === 401) await wipeLocalData();
  };
}
