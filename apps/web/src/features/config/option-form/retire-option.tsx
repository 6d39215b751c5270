import { Button } from "@mantine/core";
import { Problem } from "@ridgebook/contract";
import type { OptionId, PriceBookOption } from "@ridgebook/estimating";
import { useState } from "react";
import { useAttemptKey } from "#features/config/attempt-key.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { useConfirm } from "#ui/dialogs/use-confirm.ts";
import { notices } from "#ui/notices/notices.ts";

/** Takes an option out of what is offered, after asking, or offers it again. */
export function RetireOption({ option, version }: { option: PriceBookOption; version: number }) {
  const client = useClient();
  const localData = useLocalData();
  const confirm = useConfirm();
  const { isOnline, reportFailure } = useSession();
  const keyOf = useAttemptKey();
  const [isSaving, setIsSaving] = useState(false);
  const isRetired = option.retired ?? false;

  const publish = async (): Promise<void> => {
    const isSure =
      isRetired ||
      (await confirm({
        title: `Retire ${option.value}?`,
        message: "It is no longer offered. Estimates that have it keep it, with its prices. It can be offered again.",
        confirmText: "Retire option",
        kind: "warning",
      }));
    if (!isSure) return;
    const id: OptionId = option.id;
    const body = { startedFrom: version, retired: !isRetired };
    setIsSaving(true);
    try {
      const saved = await client.call(
        "updateEstimateFieldOption",
        { params: { id }, body },
        { idempotencyKey: keyOf({ id, ...body }) },
      );
      notices.add({ message: `Saved as version ${String(saved.version)}` });
    } catch (error) {
      const [refused] = error instanceof Problem ? (error.details.errors?.["retired"] ?? []) : [];
      if (refused === undefined) await reportFailure(error);
      else notices.add({ message: refused, type: "error" });
    } finally {
      setIsSaving(false);
    }
    await localData.sync.run();
  };
  return (
    <Button
      variant={isRetired ? "tertiary" : "danger-text"}
      disabled={!isOnline}
      loading={isSaving}
      onClick={() => void publish()}
    >
      {isRetired ? "Offer again" : "Retire"}
    </Button>
  );
}
