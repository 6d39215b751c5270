import { fileUrl, isNoFile } from "@ridgebook/contract";
import type { LocalStore } from "#local-data/database/local-store.ts";
import type { StoredEstimateField } from "./kept-price-books.ts";

const SETTINGS_IMAGES = ["logoImage", "logoDarkImage", "contractWarrantyImage"] as const;
/** Files of a contract: pictures, and pages that follow it. */
const SETTINGS_LISTS = ["contractLogos", "contractAttachments"] as const;

/** Addresses of all pictures of options, of all files of settings, and of photos of leads that were opened here; those that stand in the record itself are left out. */
export function readImageUrls(store: LocalStore): Promise<string[]> {
  const { owner, read } = store.session();
  return read(async (transaction) => {
    const entries = (await transaction.records("estimate-fields")) as unknown as StoredEstimateField[];
    const ofOptions = entries.flatMap(({ options }) => options.flatMap(({ imageUrl }) => imageUrl ?? []));
    const settings = await transaction.record("settings", 1);
    const listed = SETTINGS_LISTS.flatMap((name): unknown[] => {
      const ids: unknown = settings?.[name];
      return Array.isArray(ids) ? ids : [];
    });
    const fileIds = [...SETTINGS_IMAGES.map((name) => settings?.[name]), ...listed];
    const ofSettings = fileIds
      .filter((id) => typeof id === "string" && !isNoFile(id))
      .map((id) => fileUrl({ id: String(id), companyId: owner.companyId }));
    const ofPhotos = (await transaction.records("lead-photos")).map(({ fileId }) =>
      fileUrl({ id: String(fileId), companyId: owner.companyId }),
    );
    return [...new Set([...ofOptions.filter((url) => !url.startsWith("data:")), ...ofSettings, ...ofPhotos])];
  });
}
