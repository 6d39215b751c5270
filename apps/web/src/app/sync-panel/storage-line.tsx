import { downloadText, storageText } from "#app/sync-panel/storage-text.ts";
import classes from "#app/sync-panel/sync-panel.module.css";
import type { BrowserKind } from "#app/shell/browser-kind.ts";
import type { DeviceSpace } from "#local-data/device/device-space.ts";
import type { SyncStatus } from "#local-data/device/sync-status.ts";

/** The progress of the download, and whether the browser keeps this device's data. */
export function StorageLine({
  sync,
  space,
  browser,
}: {
  sync: SyncStatus;
  space: DeviceSpace | undefined;
  browser: BrowserKind;
}) {
  const download = downloadText(sync);
  return (
    <div className={classes.storage}>
      {download && <p className="rb-hint">{download}</p>}
      {space && <p className="rb-hint">{storageText({ space, browser, unsyncedCount: sync.unsyncedCount })}</p>}
    </div>
  );
}
