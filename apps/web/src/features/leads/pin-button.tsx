import { Button } from "@mantine/core";
import { Problem } from "@ridgebook/contract";
import { IconPin, IconPinFilled } from "@tabler/icons-react";
import { useKeptLeads } from "#features/leads/use-kept-leads.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { MAX_PINNED_LEADS } from "#local-data/working-set/working-set.ts";
import { notices } from "#ui/notices/notices.ts";

const ICON = { size: 18, stroke: 1.75, "aria-hidden": true } as const;

/** Pins a lead with all of its estimates and documents on this device, or unpins it. */
export function PinButton({ leadId }: { leadId: number }) {
  const { keptLeads } = useLocalData();
  const isPinned = useKeptLeads().isPinned(leadId);
  const toggle = async (): Promise<void> => {
    try {
      if (isPinned) await keptLeads.unpin(leadId);
      else if ((await keptLeads.pin(leadId)) === "tooMany")
        notices.add({
          message: `You have pinned ${String(MAX_PINNED_LEADS)} leads. Unpin one that you do not need any more.`,
          type: "error",
        });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      notices.add({ message: error.message, type: "error" });
    }
  };
  return (
    <Button
      variant="secondary"
      leftSection={isPinned ? <IconPinFilled {...ICON} /> : <IconPin {...ICON} />}
      aria-pressed={isPinned}
      title="Pinned leads stay on this device with all of their estimates and documents."
      onClick={() => void toggle()}
    >
      {isPinned ? "Pinned" : "Pin"}
    </Button>
  );
}
