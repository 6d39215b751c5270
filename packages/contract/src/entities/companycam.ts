import { z } from "zod";

const PROJECT_LINK = /^https:\/\/app\.companycam\.com\/projects\/(\d{1,20})(?:[/?#]|$)/;

/** The project that a lead's `cameraUrl` leads to; undefined for every other link, which is only a link. */
export const companyCamProjectOf = (cameraUrl: string): string | undefined => PROJECT_LINK.exec(cameraUrl)?.[1];

/** Kept as it is: only a link of CompanyCam's is ever asked for photos, and no link is called. */
export const cameraUrl = z
  .string()
  .trim()
  .max(500, "The link must be at most 500 characters long.")
  .refine(
    (url) => url === "" || (/^https:\/\//i.test(url) && URL.canParse(url)),
    "Enter a link that begins with https://.",
  );

export const companyCamId = z.string().regex(/^\d{1,20}$/, "must be the number of a project or photo of CompanyCam.");
/** Where a list goes on, as CompanyCam said it. */
export const companyCamCursor = z.string().min(1).max(500, "cursor must be one that the list gave.");

/** A photo of the service; its pictures come through our server (OP-64). */
const companyCamPhoto = z.object({
  id: z.string(),
  /** Relative to the app. Without metadata. */
  url: z.string(),
  thumbnailUrl: z.string(),
  /** Null where the service does not say. */
  takenAt: z.iso.datetime().nullable(),
  creatorName: z.string(),
  description: z.string(),
});
export type CompanyCamPhoto = z.infer<typeof companyCamPhoto>;

/** Up to 50 photos, newest first. */
export const companyCamPage = z.object({
  /** Null where the lead's link leads to no project of CompanyCam. */
  projectId: z.string().nullable(),
  photos: z.array(companyCamPhoto),
  /** Null on the last page. */
  nextCursor: z.string().nullable(),
  /** When CompanyCam was asked; of a while ago where it does not answer. */
  fetchedTime: z.iso.datetime().nullable(),
});
export type CompanyCamPage = z.infer<typeof companyCamPage>;
