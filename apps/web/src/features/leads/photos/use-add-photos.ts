import { fileMessages, IMAGE_EXTENSIONS, IMAGE_RULES, imageFailureMessage } from "@ridgebook/contract";
import { useState } from "react";
import { photoTypeOf } from "#features/leads/photos/photo-type.ts";
import { keepFile } from "#files/kept-file.ts";
import { prepareFile } from "#files/prepare-file.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";

export interface AddPhotos {
  /** How many are being made smaller and stored. */
  readonly addingCount: number;
  /** What is wrong with files that were chosen last, each by its name. */
  readonly problems: readonly string[];
  readonly add: (files: readonly File[]) => Promise<void>;
}

/** When a picture was taken: cameras and galleries say so by the file's time, which may not lie ahead. */
const takenAtOf = ({ lastModified }: File): string => new Date(Math.min(lastModified, Date.now())).toISOString();

/** Adds chosen or taken pictures to a lead, one after the other, with or without a network. */
export function useAddPhotos(leadId: number): AddPhotos {
  const { photos } = useLocalData();
  const { reportFailure } = useSession();
  const [addingCount, setAddingCount] = useState(0);
  const [problems, setProblems] = useState<readonly string[]>([]);

  /** What is wrong with the file, if anything is. */
  const addOne = async (chosen: File): Promise<string | undefined> => {
    const prepared = await prepareFile(chosen, IMAGE_RULES);
    if ("message" in prepared) return prepared.message;
    const bytes = new Uint8Array(await prepared.file.arrayBuffer());
    const contentType = photoTypeOf(bytes);
    if (contentType === undefined)
      return bytes.length === 0 ? fileMessages.type(IMAGE_EXTENSIONS) : imageFailureMessage("Invalid image");
    // A full cache: the photo is stored and sent all the same.
    await keepFile(await photos.addressOf({ bytes, contentType }), { contentType, bytes }).catch(() => undefined);
    const { isKnown } = await photos.add({ leadId, bytes, contentType, takenAt: takenAtOf(chosen) });
    if (isKnown) notices.add({ message: `${chosen.name} is on this lead already.` });
    return undefined;
  };

  const add = async (files: readonly File[]): Promise<void> => {
    setProblems([]);
    setAddingCount((count) => count + files.length);
    for (const chosen of files) {
      try {
        const message = await addOne(chosen);
        if (message !== undefined) setProblems((others) => [...others, `${chosen.name}: ${message}`]);
      } catch (error) {
        await reportFailure(error);
      } finally {
        setAddingCount((count) => count - 1);
      }
    }
  };

  return { addingCount, problems, add };
}
