import { useState, type ReactNode } from "react";
import classes from "#features/leads/photos/photo-section.module.css";
import { PhotoButtons } from "#features/leads/photos/photo-buttons.tsx";
import { PhotoProblems } from "#features/leads/photos/photo-problems.tsx";
import { progressText } from "#features/leads/photos/photo-queue.ts";
import { PhotoTile } from "#features/leads/photos/photo-tile.tsx";
import { PhotoViewer } from "#features/leads/photos/photo-viewer.tsx";
import { useAddPhotos } from "#features/leads/photos/use-add-photos.ts";
import type { LocalLeadPhoto } from "#local-data/photos/lead-photo-store.ts";
import { useLeadPhotos } from "#local-data/photos/use-lead-photos.ts";
import { Panel } from "#ui/panel.tsx";
import { SkeletonRows } from "#ui/skeleton-rows.tsx";
import { SyncMark } from "#ui/sync-mark.tsx";

const photoLabel = ({ caption }: Pick<LocalLeadPhoto, "caption">, index: number): string =>
  caption || `Photo ${String(index + 1)}`;

/**
 * A lead's photos: take, choose, view, caption and delete, online or offline (LEAD-18).
 *
 * @param children shown below, such as the link to photos elsewhere
 */
export function PhotoSection({ leadId, children }: { leadId: number; children?: ReactNode }) {
  const { photos, isWaiting, isDeviceOnly } = useLeadPhotos(leadId);
  const { progress, problems, add } = useAddPhotos(leadId);
  // By file: a photo's id changes when it is sent.
  const [openFileId, setOpenFileId] = useState<string>();
  const addingCount = progress ? progress.count - progress.number + 1 : 0;
  const openIndex = photos?.findIndex(({ fileId }) => fileId === openFileId) ?? -1;
  const nothing = (
    <p className={classes.empty}>
      {isDeviceOnly ? "No photos on this device." : "No photos yet."} Photos of the house can be printed on contracts
      and work orders.
    </p>
  );
  return (
    <Panel title="Photos" actions={<PhotoButtons onChoose={(files) => void add(files)} />}>
      {isWaiting && <SkeletonRows rows={1} label="Loading the photos" likely={nothing} />}
      {!isWaiting && photos?.length === 0 && addingCount === 0 && nothing}
      {photos && (photos.length > 0 || addingCount > 0) && (
        <ul className={classes.grid} aria-label="Photos">
          {photos.map((photo, index) => (
            <li key={photo.fileId} className={classes.tile}>
              <button
                type="button"
                className={classes.open}
                data-on-paper="yes"
                aria-label={`Open ${photoLabel(photo, index)}`}
                onClick={() => setOpenFileId(photo.fileId)}
              >
                <PhotoTile photo={photo} alt={photoLabel(photo, index)} />
              </button>
              {photo.caption && <span className={classes.caption}>{photo.caption}</span>}
              <SyncMark sync={photo.sync} />
            </li>
          ))}
          {Array.from({ length: addingCount }, (_, index) => (
            <li key={`adding ${String(index)}`} className={classes.tile}>
              <div className={classes.coming} />
              <span className={classes.caption}>Adding</span>
            </li>
          ))}
        </ul>
      )}
      {progress && (
        <p role="status" className={classes.progress}>
          {progressText(progress)}
        </p>
      )}
      <PhotoProblems problems={problems} />
      {children}
      {photos && openIndex >= 0 && (
        <PhotoViewer
          photos={photos}
          index={openIndex}
          onShow={(index) => setOpenFileId(photos[index]?.fileId)}
          onClose={() => setOpenFileId(undefined)}
        />
      )}
    </Panel>
  );
}
