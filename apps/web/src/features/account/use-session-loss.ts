import { Problem } from "@ridgebook/contract";
import { useSession } from "#server-client/session-context.tsx";

/** After a 401 on one's own data or password, the user at the device is unknown, so its data is deleted (1.§4). */
export function useSessionLoss(): (error: unknown) => Promise<void> {
  const { wipeLocalData } = useSession();
  return async (error) => {
    if (error instanceof Problem && error.status === 401) await wipeLocalData();
  };
}
