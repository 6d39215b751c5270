import { MAX_CAPTION_LENGTH, type CompanyCamPhoto } from "@ridgebook/contract";
import { useState } from "react";
import { fetchPicture } from "#features/leads/photos/fetch-picture.ts";
import { photoLabelOf } from "#features/leads/photos/photo-label.ts";
import { useAddPhotos } from "#features/leads/photos/use-add-photos.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";

interface CopyPhotos {
  /** Undefined if nothing is being copied. */
  readonly progress: string | undefined;
  /** Why some were not copied, by name. */
  readonly problems: readonly string[];
  /** Copies one by one, to limit a phone's memory. `whenCopied` is called for each. */
  readonly copy: (photos: readonly CompanyCamPhoto[], whenCopied: (id: string) => void) => Promise<void>;
}

/** Copies CompanyCam photos to the lead: shrunk, without metadata, stored on the device and sent like any other. */
export function useCopyPhotos(leadId: number): CopyPhotos {
  const { photos } = useLocalData();
  const { add } = useAddPhotos(leadId);
  const [progress, setProgress] = useState<string>();
  const [problems, setProblems] = useState<readonly string[]>([]);

  const copy: CopyPhotos["copy"] = async (chosen, whenCopied) => {
    // Continues after leaving the page, and ends when the person logs out: no photo is added in the next person's name.
    const isOwnersTurn = photos.watchOwner();
    setProblems([]);
    const note = (found: readonly string[]): void => setProblems((others) => [...others, ...found]);
    for (const [index, photo] of chosen.entries()) {
      setProgress(`Copying photo ${String(index + 1)} of ${String(chosen.length)}`);
      const picture = await fetchPicture(photo);
      if (!isOwnersTurn()) break;
      if ("message" in picture) {
        note([`${photoLabelOf(photo)}: ${picture.message}`]);
        continue;
      }
      const caption = photo.description.slice(0, MAX_CAPTION_LENGTH).trim();
      const found = await add([picture.file], { caption, source: "service" });
      note(found);
      if (found.length === 0) whenCopied(photo.id);
    }
    setProgress(undefined);
  };
  return { progress, problems, copy };
}
