import { ProviderFailure } from "#integrations/connection/provider.ts";
import type { FileStorage, NewPlace, StoredItem } from "./stored-item.ts";

/** A template with more than this is not copied to its end; nobody's folders for one job are so deep. */
const MAX_DEPTH = 6;
const MAX_COPIED = 300;
/** How often something is made whose answer is lost. */
const MAX_TRIES = 3;

/** After these, what was asked for may have been done all the same. */
const isUncertain = (error: unknown): boolean =>
  error instanceof ProviderFailure && (error.failure === "unavailable" || error.failure === "timedOut");

/** Looks, and makes what is not there, under one id however often the answer is lost. */
async function lookOrMake(
  storage: FileStorage,
  place: NewPlace,
  make: (newId: string | undefined) => Promise<void>,
): Promise<{ item: StoredItem; isMade: boolean }> {
  const there = await storage.child(place);
  if (there) return { item: there, isMade: false };
  const newId = await storage.newId();
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    try {
      await make(newId);
    } catch (error) {
      if (!isUncertain(error) || tries === MAX_TRIES) throw error;
    }
    // By its id it is there at once; a list may be late.
    const item = newId === undefined ? await storage.child(place) : await storage.find(newId);
    if (item) return { item, isMade: true };
  }
  throw new ProviderFailure("unreadable");
}

/** The folder of a name, made where none exists. Two jobs of a company never do this at once. */
export const makeFolder = (storage: FileStorage, place: NewPlace): Promise<{ item: StoredItem; isMade: boolean }> =>
  lookOrMake(storage, place, (newId) => storage.addFolder(place, newId));

/**
 * Copies what a template folder holds into a folder. What is there already stays, so that a copy that was interrupted is finished by the
 * next one. Returns false where the template is too large to be copied whole.
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
      if (!item.isFolder) await lookOrMake(storage, place, (newId) => storage.copyFile(item, place, newId));
      else if (!(await copyInto(item.id, (await makeFolder(storage, place)).item.id, depth + 1))) return false;
    }
    return true;
  };
  return copyInto(templateId, folderId, 1);
}
