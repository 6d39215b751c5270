import { z } from "zod";
import { ProviderFailure } from "#integrations/connection/provider.ts";
import { absentKeys, readRows, type NoteMissing } from "#integrations/connection/read-reply.ts";

const rawPhoto = z.looseObject({
  id: z
    .union([z.string(), z.number()])
    .transform(String)
    .pipe(z.string().regex(/^\d{1,20}$/)),
  project_id: z.union([z.string(), z.number()]).transform(String).nullish(),
  status: z.string().nullish(),
  processing_status: z.string().nullish(),
  creator_name: z.string().nullish(),
  description: z.string().nullish(),
  captured_at: z.number().nullish(),
  uris: z.array(z.looseObject({ type: z.string(), uri: z.string().nullish(), url: z.string().nullish() })),
});

/** A cached photo: what is shown, and its picture addresses. */
const keptPhoto = z.object({
  id: z.string(),
  takenAt: z.string().nullable(),
  creatorName: z.string(),
  description: z.string(),
  original: z.string(),
  thumbnail: z.string(),
});
export type KeptPhoto = z.infer<typeof keptPhoto>;
export const keptPage = z.object({ photos: z.array(keptPhoto), nextCursor: z.string().nullable() });
export type KeptPage = z.infer<typeof keptPage>;

/** The limit of Date, in seconds. */
const MAX_SECONDS = 8.64e12;
const READY = ["processed", "duplicate"];

function toKeptPhoto(read: z.output<typeof rawPhoto>, projectId: string): KeptPhoto | undefined {
  const { id, project_id, status, processing_status, creator_name, description, captured_at, uris } = read;
  if ((status ?? "active") !== "active" || !READY.includes(processing_status ?? "processed")) return undefined;
  if ((project_id ?? projectId) !== projectId) return undefined;
  const addressOf = (wanted: string): string | undefined => {
    const found = uris.find(({ type }) => type === wanted);
    return found?.uri ?? found?.url ?? undefined;
  };
  const original = addressOf("original") ?? addressOf("web");
  if (original === undefined) return undefined;
  const isTime = captured_at != null && Math.abs(captured_at) < MAX_SECONDS;
  return {
    id,
    original,
    thumbnail: addressOf("thumbnail") ?? addressOf("web") ?? original,
    creatorName: creator_name ?? "",
    description: description ?? "",
    takenAt: isTime ? new Date(captured_at * 1000).toISOString() : null,
  };
}

/**
 * A page of a project's photos: a bare array, newest first. Deleted, unprocessed and unreadable photos are skipped. Throws unreadable for
 * anything but an array.
 */
export function readPhotoPage(json: unknown, projectId: string, noteMissing: NoteMissing): KeptPhoto[] {
  if (!Array.isArray(json)) throw new ProviderFailure("unreadable");
  const photos = readRows(rawPhoto, json, noteMissing);
  noteMissing(absentKeys(photos, ["status", "processing_status", "captured_at"]));
  return photos.flatMap((photo) => toKeptPhoto(photo, projectId) ?? []);
}

const OWN_HOST = /^(?:[a-z0-9-]+\.)*companycam\.com$/;

/**
 * The address of a picture, which is fetched without the token: an https host of CompanyCam's, or the configured site itself. Throws
 * unreadable for any other, such as one in the operator's network.
 */
export function pictureAddress(address: string, baseUrl: string): string {
  if (!URL.canParse(address)) throw new ProviderFailure("unreadable");
  const { protocol, hostname, origin, port, href } = new URL(address);
  const isOwn = protocol === "https:" && port === "" && OWN_HOST.test(hostname);
  if (!isOwn && origin !== new URL(baseUrl).origin) throw new ProviderFailure("unreadable");
  return href;
}
