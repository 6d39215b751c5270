import type { Problem } from "@ridgebook/contract";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import type { EstimateEdit, LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";

/** The text for a refused save; the edit waits in the list of unsent changes. */
export const refusalText = ({ code, message }: Problem): string =>
  code === "notFound" ? message : `Not sent: ${message} What you entered is kept on this device.`;

/** Saves an edit of the open estimate on this device first. Returns false, after a notice, if it was refused or could not be stored. */
export function useSaveEstimate(): (edit: EstimateEdit, options?: { from?: LocalEstimate }) => Promise<boolean> {
  const localData = useLocalData();
  const { reportFailure } = useSession();
  const { estimate } = useOpenEstimate();
  return async (edit, { from = estimate } = {}) => {
    try {
      const result = await localData.estimates.save(estimate.id, edit, { from });
      if (result.outcome !== "refused") return true;
      notices.add({ message: refusalText(result.problem), type: "error" });
    } catch (error) {
      await reportFailure(error);
    }
    return false;
  };
}
