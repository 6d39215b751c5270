import { IconCloudDownload, IconPinFilled } from "@tabler/icons-react";
import listClasses from "#features/leads/lead-list.module.css";
import { Mark } from "#ui/sync-mark.tsx";

/** Offline: only the lead itself is certain to be on this device. */
export const NotHereMark = () => (
  <Mark
    icon={IconCloudDownload}
    title="Estimates and documents of this lead may not be on this device. They open with a signal."
  >
    Needs a signal
  </Mark>
);

export const PinMark = ({ isPinned }: { isPinned: boolean }) =>
  isPinned && <IconPinFilled size={14} className={listClasses.pin} role="img" aria-label="Pinned" />;
