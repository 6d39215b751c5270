import { Button } from "@mantine/core";
import { Problem } from "@ridgebook/contract";
import type { OptionId, PriceBookOption } from "@ridgebook/estimating";
import { useState } from "react";
import { useAttemptKey } from "#features/config/attempt-key.ts";
import { PriceImpact } from "#features/config/price-impact-panel.tsx";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { notices } from "#ui/notices/notices.ts";

/** Publishes whether an option is offered. */
function useOffering({ option, version }: { option: PriceBookOption; version: number }) {
  const client = useClient();
  const localData = useLocalData();
  const { reportFailure } = useSession();
  const keyOf = useAttemptKey();
  const [isSaving, setIsSaving] = useState(false);
  const publish = async (retired: boolean): Promise<void> => {
    const id: OptionId = option.id;
    const body = { startedFrom: version, retired };
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
  return { isSaving, publish };
}

/** Asks whether to stop offering an option, or offers it again. */
export function RetireOption({
  option,
  version,
  onAsk,
}: {
  option: PriceBookOption;
  version: number;
  onAsk: () => void;
}) {
  const { isOnline } = useSession();
  const { isSaving, publish } = useOffering({ option, version });
  const isRetired = option.retired ?? false;
  return (
    <Button
      variant={isRetired ? "tertiary" : "danger-text"}
      disabled={!isOnline}
      loading={isSaving}
      onClick={() => (isRetired ? void publish(false) : onAsk())}
    >
      {isRetired ? "Offer again" : "Retire"}
    </Button>
  );
}

/** Shows the effect of retiring an option on open estimates before it is done. It has a form, so it is outside of the option's. */
export function RetireDialog({
  option,
  version,
  onDone,
}: {
  option: PriceBookOption;
  version: number;
  onDone: () => void;
}) {
  const { isSaving, publish } = useOffering({ option, version });
  return (
    <FormDialog
      title={`Retire ${option.value}?`}
      text="It is no longer offered. Estimates that have it keep it, with its prices. It can be offered again."
      submitLabel="Retire option"
      isWide
      isBusy={isSaving}
      onSubmit={() => void publish(true).then(onDone)}
      onDismiss={onDone}
    >
      <PriceImpact change={{ kind: "option", id: option.id, option: { startedFrom: version, retired: true } }} />
    </FormDialog>
  );
}
