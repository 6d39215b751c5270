import { IconAlertCircle, IconCloudOff, IconDownload, IconRefresh } from "@tabler/icons-react";
import { useAppState } from "#app/app-state-context.tsx";
import { syncChipState } from "#app/shell/sync-chip-state.ts";
import { unsentAge } from "#app/shell/unsent-age.ts";
import { useNow } from "#ui/use-now.ts";
import { Chip } from "#ui/chip.tsx";

const ICONS = { offline: IconCloudOff, sending: IconRefresh, receiving: IconDownload, attention: IconAlertCircle };

/** Shows the unsent changes, and opens their list. */
export function SyncChip({ onOpen }: { onOpen: () => void }) {
  const { sync } = useAppState("sync");
  const now = useNow();
  const chip = syncChipState(sync, sync && unsentAge(sync, now));
  if (!chip) return null;
  const Icon = ICONS[chip.icon];
  return (
    <Chip
      icon={<Icon size={16} stroke={1.75} />}
      tone={chip.tone}
      spinning={chip.icon === "sending"}
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      {/* The arrow shows it to sighted users. */}
      {chip.icon === "receiving" && <span className="rb-visually-hidden">Downloading </span>}
      {chip.text}
    </Chip>
  );
}
