import { useState } from "react";
import { useSession } from "#server-client/session-context.tsx";

/**
 * Runs what a person asked for. A failure goes to the generic handler; `attempt` then resolves false.
 *
 * @param onSettled runs after success and failure, while `isBusy` still holds
 */
export function useAttempt({ onSettled }: { onSettled?: () => Promise<unknown> } = {}) {
  const { reportFailure } = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    setIsBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      await reportFailure(error);
      return false;
    } finally {
      await onSettled?.();
      setIsBusy(false);
    }
  };
  return { isBusy, attempt };
}
