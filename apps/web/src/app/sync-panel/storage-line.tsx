import { useQuery } from "@tanstack/react-query";
import { downloadText, storageText } from "#app/sync-panel/storage-text.ts";
import classes from "#app/sync-panel/sync-panel.module.css";
import { useLocalData } from "#local-data/local-data-context.tsx";
import type { SyncStatus } from "#local-data/device/sync-status.ts";

const isInstalledApp = (): boolean => globalThis.matchMedia("(display-mode: standalone)").matches;

/** What there is to know of this device's space: how far a download is, and what the browser promises. */
export function StorageLine({ sync }: { sync: SyncStatus }) {
  const localData = useLocalData();
  const { data: space } = useQuery({
    queryKey: ["device-space", sync.lastRefreshTime],
    queryFn: () => localData.readSpace(),
    gcTime: 0,
    retry: false,
    networkMode: "always",
  });
  const download = downloadText(sync);
  return (
    <div className={classes.storage}>
      {download && <p className="rb-hint">{download}</p>}
      {space && <p className="rb-hint">{storageText({ space, isInstalled: isInstalledApp() })}</p>}
    </div>
  );
}
