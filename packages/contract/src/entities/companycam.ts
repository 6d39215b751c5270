import { z } from "zod";

const PROJECT_LINK = /^https:\/\/app\.companycam\.com\/projects\/(\d{1,20})(?:[/?#]|$)/;

/** The project of a lead's `cameraUrl`; undefined for other links. */
export const companyCamProjectOf = (cameraUrl: string): string | undefined => PROJECT_LINK.exec(cameraUrl)?.[1];

/** Stored unchanged: only CompanyCam links are used to request photos, and no link is called. */
export const cameraUrl = z
  .string()
  .trim()
  .max(500, "The link must be at most 500 characters long.")
  .refine(
    (url) => url === "" || (/^https:\/\//i.test(url) && URL.canParse(url)),
    "Enter a link that begins with https://.",
  );

export const companyCamId = z.string().regex(/^\d{1,20}$/, "must be the number of a project or photo of CompanyCam.");
export const companyCamCursor = z.string().min(1).max(500, "cursor must be one that the list gave.");

/** A photo of the service; its pictures come through our server (OP-64). */
const companyCamPhoto = z.object({
  id: z.string(),
  /** Relative to the app. Without metadata. */
  url: z.string(),
  thumbnailUrl: z.string(),
  /** Null if unknown. */
  takenAt: z.iso.datetime().nullable(),
  creatorName: z.string(),
  description: z.string(),
});
export type CompanyCamPhoto = z.infer<typeof companyCamPhoto>;

/** Up to 50 photos, newest first. */
export const companyCamPage = z.object({
  /** Null if the lead's link is not a CompanyCam project. */
  projectId: z.string().nullable(),
  photos: z.array(companyCamPhoto),
  /** Null on the last page. */
  nextCursor: z.string().nullable(),
  /** When CompanyCam was asked; older while it does not respond. */
  fetchedTime: z.iso.datetime().nullable(),
});
export type CompanyCamPage = z.infer<typeof companyCamPage>;
