import { Button } from "@mantine/core";
import { MAX_CAPTION_LENGTH } from "@ridgebook/contract";
import { IconChevronLeft, IconChevronRight, IconTrash, IconX } from "@tabler/icons-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import classes from "#features/leads/photos/photo-viewer.module.css";
import { PhotoPicture } from "#features/leads/photos/photo-picture.tsx";
import { useRemoval } from "#forms/use-removal.ts";
import type { LocalLeadPhoto } from "#local-data/photos/lead-photo-store.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { useModalDialog } from "#ui/dialogs/use-modal-dialog.ts";
import { IconButton } from "#ui/icon-button.tsx";
import { SyncMark } from "#ui/sync-mark.tsx";
import { TextField } from "#ui/text-field.tsx";

const ICON = { size: 20, stroke: 1.75, "aria-hidden": true } as const;

/** A large photo with its caption; arrow keys go to the others. */
export function PhotoViewer({
  photos,
  index,
  onShow,
  onClose,
}: {
  photos: readonly LocalLeadPhoto[];
  index: number;
  onShow: (index: number) => void;
  onClose: () => void;
}) {
  const modal = useModalDialog({ isBusy: false, onDismiss: onClose });
  const photo = photos[index];
  const remove = useRemovePhoto();
  if (!photo) return null;

  const step = (by: number): void => {
    if (photos[index + by]) onShow(index + by);
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.target instanceof HTMLInputElement) return;
    if (event.key === "ArrowLeft") step(-1);
    if (event.key === "ArrowRight") step(1);
  };
  const label = `Photo ${String(index + 1)} of ${String(photos.length)}`;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys do what the two buttons do
    <dialog
      {...modal}
      className={`rb-window ${classes.viewer}`}
      data-ground="surface"
      aria-label={label}
      data-mantine-stop-propagation="true"
      onKeyDown={handleKey}
    >
      <div className={classes.head}>
        <p className={classes.count} aria-live="polite">
          {label}
        </p>
        <SyncMark sync={photo.sync} />
        <IconButton className={classes.close ?? ""} label="Close" icon={<IconX {...ICON} />} onClick={onClose} />
      </div>
      <div className={classes.stage}>
        <PhotoPicture key={photo.fileId} photo={photo} alt={photo.caption || label} className={classes.picture} />
        {photos.length > 1 && (
          <>
            <IconButton
              className={classes.previous ?? ""}
              label="Previous photo"
              icon={<IconChevronLeft {...ICON} />}
              disabled={index === 0}
              onClick={() => step(-1)}
            />
            <IconButton
              className={classes.next ?? ""}
              label="Next photo"
              icon={<IconChevronRight {...ICON} />}
              disabled={index === photos.length - 1}
              onClick={() => step(1)}
            />
          </>
        )}
      </div>
      <div className={classes.foot}>
        <Caption key={photo.fileId} photo={photo} />
        <Button variant="danger-text" leftSection={<IconTrash {...ICON} />} onClick={() => void remove(photo)}>
          Delete photo
        </Button>
      </div>
    </dialog>
  );
}

/** The photo's caption; saved on blur. */
function Caption({ photo }: { photo: LocalLeadPhoto }) {
  const { photos } = useLocalData();
  const { reportFailure } = useSession();
  const [text, setText] = useState<string>();
  /** The field shows what it saved, also before the photo is drawn with it. */
  const saved = useRef<string>(undefined);

  const save = async (): Promise<void> => {
    const caption = text?.trim();
    const from = saved.current ?? photo.caption;
    if (caption === undefined || caption === from) return;
    saved.current = caption;
    try {
      await photos.setCaption(photo.id, caption, { from });
    } catch (error) {
      saved.current = from;
      await reportFailure(error);
    }
  };
  const saveLatest = useRef(save);
  useEffect(() => {
    saveLatest.current = save;
  });
  // Escape, an arrow or the close button unmount the field without a blur.
  useEffect(() => () => void saveLatest.current(), []);

  return (
    <TextField
      label="Caption"
      placeholder="What it shows, such as North slope"
      className={classes.caption ?? ""}
      value={text ?? photo.caption}
      maxLength={MAX_CAPTION_LENGTH}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => void save()}
      onKeyDown={(event) => {
        if (event.key === "Enter") event.currentTarget.blur();
      }}
    />
  );
}

/** Confirms and deletes; after a rejection the photo stays. */
function useRemovePhoto(): (photo: LocalLeadPhoto) => Promise<void> {
  const { photos } = useLocalData();
  const removal = useRemoval();
  return async (photo) => {
    await removal({
      question: {
        title: "Delete this photo?",
        message: "It is removed from the lead for everybody in the company. Documents that show it keep it.",
        confirmText: "Delete photo",
      },
      remove: () => photos.remove(photo.id),
      done: "Photo deleted",
      keptText: ({ message }) => `${message} It is kept.`,
    });
  };
}
