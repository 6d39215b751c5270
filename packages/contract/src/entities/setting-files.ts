import type { UploadExtension } from "#rules/file-rules.ts";
import type { SettingsField } from "./settings.ts";

/** What a PDF can hold: a GIF would only fail at signing. */
export const PRINTED_PICTURES: readonly UploadExtension[] = ["jpg", "jpeg", "png"];
/** Pages that follow a contract. */
export const ATTACHMENTS: readonly UploadExtension[] = ["pdf", ...PRINTED_PICTURES];

/** Every setting that names a file, or a list of them, with what the files may be. */
export const SETTING_FILES = {
  logoImage: PRINTED_PICTURES,
  // Shown on screens only.
  logoDarkImage: [...PRINTED_PICTURES, "gif"],
  contractLogos: PRINTED_PICTURES,
  contractAttachments: ATTACHMENTS,
  contractWarrantyImage: PRINTED_PICTURES,
} as const satisfies Partial<Record<SettingsField, readonly UploadExtension[]>>;
