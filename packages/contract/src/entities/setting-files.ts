import type { UploadExtension } from "#rules/file-rules.ts";
import type { SettingsField } from "./settings.ts";

/** Types that a PDF can embed: a GIF would only fail at signing. */
export const PRINTED_PICTURES: readonly UploadExtension[] = ["jpg", "jpeg", "png"];
/** Pages that follow a contract. */
export const ATTACHMENTS: readonly UploadExtension[] = ["pdf", ...PRINTED_PICTURES];

/** Every setting with a file or list of files, with the allowed types. */
export const SETTING_FILES = {
  logoImage: PRINTED_PICTURES,
  // Shown on screens only.
  logoDarkImage: [...PRINTED_PICTURES, "gif"],
  contractLogos: PRINTED_PICTURES,
  contractAttachments: ATTACHMENTS,
  contractWarrantyImage: PRINTED_PICTURES,
} as const satisfies Partial<Record<SettingsField, readonly UploadExtension[]>>;
