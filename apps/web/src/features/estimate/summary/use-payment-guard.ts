import { useCallback, useEffect, useRef } from "react";
import { useOpenEstimate } from "#features/estimate/open-estimate.tsx";
import { estimatePath } from "#features/estimate/paths.ts";
import type { PaymentAmountEntry } from "#features/estimate/summary/use-payment-amount.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useLeaveGuard } from "#ui/use-leave-guard.ts";

/** Asks before an invalid amount is left (MSG-03, MSG-06); a valid one saves itself. */
export function usePaymentGuard(entries: readonly PaymentAmountEntry[]): void {
  const { estimate } = useOpenEstimate();
  const localData = useLocalData();
  const latest = useRef(entries);
  useEffect(() => {
    latest.current = entries;
  });
  useLeaveGuard({
    hasChanges: useCallback(() => latest.current.some((entry) => entry.isWrong()), []),
    checkForErrors: async () => {
      for (const entry of latest.current) entry.commit();
      return true;
    },
    isSameForm: async (pathname) => {
      // The estimate's id may just have been replaced by the server's: that is the same page.
      const ids = [estimate.id, await localData.resolveId({ storeName: "estimates", id: estimate.id })];
      return ids.some((id) => pathname.replace(/\/$/, "") === estimatePath(id));
    },
    onDiscard: async () => {
      for (const entry of latest.current) entry.giveUp();
    },
  });
}
