import { downloadText, storageText } from "#app/sync-panel/storage-text.ts";
import classes from "#app/sync-panel/sync-panel.module.css";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import type { SyncStatus } from "#local-data/device/sync-status.ts";

const isInstalledApp = (): boolean => globalThis.matchMedia("(display-mode: standalone)").matches;

/** What there is to know of this device's space: how far a download is, and what the browser promises. */
export function StorageLine({ sync }: { sync: SyncStatus }) {
  const localData = useLocalData();
  // No record tells of it: it is asked for when the panel opens, and after each refresh.
  const { value: space } = useLocalQuery([], () => localData.readSpace(), [localData, sync.lastRefreshTime]);
  const download = downloadText(sync);
  return (
    <div className={classes.storage}>
      {download && <p className="rb-hint">{download}</p>}
      {space && <p className="rb-hint">{storageText({ space, isInstalled: isInstalledApp() })}</p>}
    </div>
  );
}
