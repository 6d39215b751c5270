import { IconCloudOff } from "@tabler/icons-react";
import { useSession } from "#server-client/session-context.tsx";

/** Shown when the network is lost while the page is open: the data come from the device, and nothing can be published. */
export function OfflineBanner() {
  const { isOnline } = useSession();
  if (isOnline) return null;
  return (
    <div role="alert" className="rb-banner">
      <IconCloudOff size={20} stroke={1.75} aria-hidden />
      <p>
        <strong>No signal.</strong> What you see is from this device. Importing, publishing and saving wait for the
        server.
      </p>
    </div>
  );
}
