import { Button } from "@mantine/core";
import { IMAGE_RULES } from "@ridgebook/contract";
import { IconCamera, IconPhotoPlus } from "@tabler/icons-react";
import { useRef, type ChangeEvent } from "react";
import classes from "#features/leads/photos/photo-section.module.css";
import { acceptOf } from "#files/picture-kinds.ts";

const ICON = { size: 18, stroke: 1.75, "aria-hidden": true } as const;

/** Takes a photo on handheld devices, or chooses files. */
export function PhotoButtons({ onChoose }: { onChoose: (files: readonly File[]) => void }) {
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const handleChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(currentTarget.files ?? [])];
    // Allows choosing the same file again.
    currentTarget.value = "";
    if (files.length > 0) onChoose(files);
  };
  return (
    <>
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label="Take a photo"
        className={classes.hiddenFile}
        tabIndex={-1}
        onChange={handleChange}
      />
      <input
        ref={gallery}
        type="file"
        accept={acceptOf(IMAGE_RULES)}
        multiple
        aria-label="Choose photos"
        className={classes.hiddenFile}
        tabIndex={-1}
        onChange={handleChange}
      />
      <Button
        variant="secondary"
        className={classes.camera}
        leftSection={<IconCamera {...ICON} />}
        onClick={() => camera.current?.click()}
      >
        Take photo
      </Button>
      <Button variant="secondary" leftSection={<IconPhotoPlus {...ICON} />} onClick={() => gallery.current?.click()}>
        Add photos
      </Button>
    </>
  );
}
