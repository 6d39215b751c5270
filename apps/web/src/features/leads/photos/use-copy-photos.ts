import { MAX_CAPTION_LENGTH, type CompanyCamPhoto } from "@ridgebook/contract";
import { useState } from "react";
import { fetchPicture } from "#features/leads/photos/fetch-picture.ts";
import { photoLabelOf } from "#features/leads/photos/photo-label.ts";
import { useAddPhotos } from "#features/leads/photos/use-add-photos.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";

interface CopyPhotos {
  /** Undefined: nothing is being copied. */
  readonly progress: string | undefined;
  /** Why some were not copied, each by its name. */
  readonly problems: readonly string[];
  /** Copies one after the other, so that a phone never holds many pictures. `whenCopied` learns of each that is on the lead. */
  readonly copy: (photos: readonly CompanyCamPhoto[], whenCopied: (id: string) => void) => Promise<void>;
}

/** Makes photos of CompanyCam photos of the lead: made smaller, without metadata, kept on the device and sent like any other. */
export function useCopyPhotos(leadId: number): CopyPhotos {
  const { photos } = useLocalData();
  const { add } = useAddPhotos(leadId);
  const [progress, setProgress] = useState<string>();
  const [problems, setProblems] = useState<readonly string[]>([]);

  const copy: CopyPhotos["copy"] = async (chosen, whenCopied) => {
    // It goes on when the page is left, and ends when the person leaves: no photo is added in the name of the next one.
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
