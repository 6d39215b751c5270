import { ProviderFailure } from "#integrations/connection/provider.ts";
import { isUncertain } from "./read-item.ts";
import type { FileStorage, NewPlace, StoredItem } from "./stored-item.ts";

/** Deeper templates are not copied completely; real ones are shallower. */
const MAX_DEPTH = 6;
const MAX_COPIED = 300;
/** Tries to create something whose response is lost. */
const MAX_TRIES = 3;

/** Looks for an item and creates it if missing, under one id across lost responses. */
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
    // Lookup by id is consistent; listings may lag.
    const item = newId === undefined ? await storage.child(place) : await storage.find(newId);
    if (item) return { item, isMade: true };
  }
  throw new ProviderFailure("unreadable");
}

/** Finds or creates a folder by name. Jobs of a company never run this concurrently. */
export const makeFolder = (storage: FileStorage, place: NewPlace): Promise<{ item: StoredItem; isMade: boolean }> =>
  lookOrMake(storage, place, (newId) => storage.addFolder(place, newId));

/**
 * Copies a template folder's content. Existing items stay, so that an interrupted copy can be resumed. Returns false if the template is too
 * large.
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
