import { fileUrl, isNoFile, SETTING_FILES } from "@ridgebook/contract";
import type { LocalStore } from "#local-data/database/local-store.ts";
import { readNewestEntries } from "./kept-price-books.ts";

/** The URLs of pictures of options, files of settings, and photos of leads that were opened here; without data URLs. */
export function readImageUrls(store: LocalStore): Promise<string[]> {
  const { owner, read } = store.session();
  return read(async (transaction) => {
    const entries = await readNewestEntries(transaction);
    const ofOptions = entries.flatMap(({ options }) => options.flatMap(({ imageUrl }) => imageUrl ?? []));
    const settings = await transaction.record("settings", 1);
    const ofSettings = Object.keys(SETTING_FILES)
      .flatMap((name) => settings?.[name])
      .filter((id) => typeof id === "string" && !isNoFile(id))
      .map((id) => fileUrl({ id: String(id), companyId: owner.companyId }));
    const ofPhotos = (await transaction.records("lead-photos")).map(({ fileId }) =>
      fileUrl({ id: String(fileId), companyId: owner.companyId }),
    );
    return [...new Set([...ofOptions.filter((url) => !url.startsWith("data:")), ...ofSettings, ...ofPhotos])];
  });
}
