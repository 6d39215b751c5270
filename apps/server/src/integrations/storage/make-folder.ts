import { ProviderFailure } from "#integrations/connection/provider.ts";
import type { FileStorage, NewPlace, StoredItem } from "./stored-item.ts";

/** A template with more than this is not copied to its end; nobody's folders for one job are so deep. */
const MAX_DEPTH = 6;
const MAX_COPIED = 300;
/** How often something that may have been made is looked for again. */
const MAX_LOOKS = 3;

/** After these, what was asked for may have been done all the same. */
const isUncertain = (error: unknown): boolean =>
  error instanceof ProviderFailure && (error.failure === "unavailable" || error.failure === "timedOut");

/** Looks, and makes what is not there; looks again where the answer was lost. */
async function lookOrMake(
  storage: FileStorage,
  place: NewPlace,
  make: () => Promise<unknown>,
): Promise<{ item: StoredItem; isMade: boolean }> {
  let isMade = false;
  for (let looks = 1; ; looks += 1) {
    const item = await storage.child(place);
    if (item) return { item, isMade };
    if (looks > MAX_LOOKS) throw new ProviderFailure("unreadable");
    isMade = true;
    try {
      await make();
    } catch (error) {
      if (!isUncertain(error) || looks === MAX_LOOKS) throw error;
    }
  }
}

/** The folder of a name, made where there is none. Two jobs of a company never do this at once. */
export const makeFolder = (storage: FileStorage, place: NewPlace): Promise<{ item: StoredItem; isMade: boolean }> =>
  lookOrMake(storage, place, () => storage.addFolder(place));

/**
 * Copies what a template folder holds into a folder. What is there already stays, so that a copy that was interrupted is finished by the
 * next one. Answers false where the template is too large to be copied whole.
 */
export async function copyTemplate(
  storage: FileStorage,
  { templateId, folderId }: { templateId: string; folderId: string },
): Promise<boolean> {
  let left = MAX_COPIED;
  const copyInto = async (fromId: string, toId: string, depth: number): Promise<boolean> => {
    for (const item of await storage.children(fromId)) {
      left -= 1;
      if (left < 0 || depth > MAX_DEPTH) return false;
      const place = { parentId: toId, name: item.name };
      if (!item.isFolder) await lookOrMake(storage, place, () => storage.copyFile(item, place));
      else if (!(await copyInto(item.id, (await makeFolder(storage, place)).item.id, depth + 1))) return false;
    }
    return true;
  };
  return copyInto(templateId, folderId, 1);
}
