import { z } from "zod";

/** Identifies a file of a company: 64 hexadecimal digits. */
export const fileId = z.string().regex(/^[0-9a-f]{64}$/, "id must be 64 hexadecimal digits.");
/** Stands for "no file" (1.§3). */
export const NO_FILE_ID = "0".repeat(64);
export const isNoFile = (id: string | null | undefined): boolean => id == null || id === "" || id === NO_FILE_ID;

/** A stored file (1.§3). */
export const file = z.object({
  id: fileId,
  /** The bytes as a data URL, on a device that has not uploaded them; the server omits it and sends `url`. */
  data: z.string().nullable().optional(),
  name: z.string(),
  /** Bytes. */
  size: z.number().int().nonnegative(),
  uploadTimestamp: z.iso.datetime(),
  /** The address of the bytes; links and images use the login session's cookie. */
  url: z.string(),
});
export type StoredFile = z.infer<typeof file>;

/** A name's lower-case extension: "a.b.PDF" has "pdf"; "" without one. */
export const fileExtension = (name: string): string => /.\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";

/** The address of a file's bytes (1.§7). */
export const fileUrl = ({ id, companyId }: { id: string; companyId: number }): string =>
  `/api/Files/Download/${id}?companyId=${String(companyId)}`;
