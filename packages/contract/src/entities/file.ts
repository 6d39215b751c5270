import { z } from "zod";

/** Names a file of a company: 64 hexadecimal digits. */
export const fileId = z.string().regex(/^[0-9a-f]{64}$/, "id must be 64 hexadecimal digits.");
/** Stands for "no file" (1.§3). */
export const NO_FILE_ID = "0".repeat(64);
export const isNoFile = (id: string | null | undefined): boolean => id == null || id === "" || id === NO_FILE_ID;

/** A stored file (1.§3). */
export const file = z.object({
  id: fileId,
  /** The bytes as a data URL, on a device that has not uploaded them yet; the server leaves it out and gives `url`. */
  data: z.string().nullable().optional(),
  name: z.string(),
  /** Bytes. */
  size: z.number().int().nonnegative(),
  uploadTimestamp: z.iso.datetime(),
  /** Where a browser gets the bytes; for a link or an image, with the cookie of the login session. */
  url: z.string(),
});
export type StoredFile = z.infer<typeof file>;

/** The last part of a name, in lower case: "a.b.PDF" is "pdf"; a name without one has "". */
export const fileExtension = (name: string): string => /.\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";

/** Where the bytes of a file are (1.§7). */
export const fileUrl = ({ id, companyId }: { id: string; companyId: number }): string =>
  `/api/Files/Download/${id}?companyId=${String(companyId)}`;
