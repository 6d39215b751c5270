import { useState } from "react";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";

/**
 * Runs what a person asked for. A failure goes to the generic handler; `attempt` then resolves false.
 *
 * @param isExplained failures whose own message a notice shows instead
 * @param onSettled runs after success and failure, while `isBusy` still holds
 */
export function useAttempt({
  isExplained = () => false,
  onSettled,
}: { isExplained?: (error: Error) => boolean; onSettled?: () => Promise<unknown> } = {}) {
  const { reportFailure } = useSession();
  const [isBusy, setIsBusy] = useState(false);
  const attempt = async (work: () => Promise<void>): Promise<boolean> => {
    setIsBusy(true);
    try {
      await work();
      return true;
    } catch (error) {
      if (error instanceof Error && isExplained(error)) notices.add({ message: error.message, type: "error" });
      else await reportFailure(error);
      return false;
    } finally {
      await onSettled?.();
      setIsBusy(false);
    }
  };
  return { isBusy, attempt };
}
