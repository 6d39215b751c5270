import { fileMessages, IMAGE_EXTENSIONS, IMAGE_RULES, imageFailureMessage } from "@ridgebook/contract";
import { useState, useSyncExternalStore } from "react";
import { createPhotoQueue, type PhotoProgress } from "#features/leads/photos/photo-queue.ts";
import { keepFile } from "#files/kept-file.ts";
import { pictureKind, pictureKindOf, type PictureSource } from "#files/picture-kinds.ts";
import { prepareFile } from "#files/prepare-file.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";

interface AddPhotos {
  /** Undefined if no photo is being shrunk and stored. */
  readonly progress: PhotoProgress | undefined;
  /** Errors of the last chosen files, by name. */
  readonly problems: readonly string[];
  /** `caption` applies to all. Resolves to the errors of these files. */
  readonly add: (
    files: readonly File[],
    options?: { caption?: string; source?: PictureSource },
  ) => Promise<readonly string[]>;
}

/** When a picture was taken: the file's time, but not in the future. */
const takenAtOf = ({ lastModified }: File): string => new Date(Math.min(lastModified, Date.now())).toISOString();

/** Shared by the app: photos are still added after leaving the lead's page. */
const queue = createPhotoQueue();

/** Adds chosen or taken pictures to a lead one by one, online or offline. */
export function useAddPhotos(leadId: number): AddPhotos {
  const { photos } = useLocalData();
  const { reportFailure } = useSession();
  const progress = useSyncExternalStore(
    (listener) => queue.subscribe(listener),
    () => queue.progressOf(leadId),
  );
  const [problems, setProblems] = useState<readonly string[]>([]);

  /** The file's error. Undefined if it is stored, or its owner has logged out. */
  const addOne = async (
    chosen: File,
    { caption, source, isOwnersTurn }: { caption: string; source: PictureSource; isOwnersTurn: () => boolean },
  ): Promise<string | undefined> => {
    if (!isOwnersTurn()) return undefined;
    const prepared = await prepareFile(chosen, IMAGE_RULES, source);
    if ("message" in prepared) return prepared.message;
    const bytes = new Uint8Array(await prepared.file.arrayBuffer());
    const kind = pictureKindOf(bytes);
    if (kind === undefined)
      return bytes.length === 0 ? fileMessages.type(IMAGE_EXTENSIONS) : imageFailureMessage("Invalid image");
    const { contentType } = pictureKind(kind);
    if (!isOwnersTurn()) return undefined;
    // A full cache: the photo is stored and sent anyway.
    await keepFile(await photos.addressOf({ bytes, contentType }), { contentType, bytes }).catch(() => undefined);
    if (!isOwnersTurn()) return undefined;
    const { isKnown } = await photos.add({ leadId, bytes, contentType, takenAt: takenAtOf(chosen), caption });
    if (isKnown) notices.add({ message: `${chosen.name} is on this lead already.` });
    return undefined;
  };

  const add: AddPhotos["add"] = async (files, { caption = "", source = "person" } = {}) => {
    setProblems([]);
    const isOwnersTurn = photos.watchOwner();
    const found: string[] = [];
    const addProblem = (problem: string): void => {
      found.push(problem);
      setProblems([...found]);
    };
    await queue.add(leadId, files, {
      storeOne: async (chosen) => {
        const message = await addOne(chosen, { caption, source, isOwnersTurn });
        if (message !== undefined) addProblem(`${chosen.name}: ${message}`);
      },
      onFailure: async (chosen, error) => {
        if (!isOwnersTurn()) return;
        addProblem(`${chosen.name} was not added.`);
        await reportFailure(error);
      },
    });
    return found;
  };

  return { progress, problems, add };
}
