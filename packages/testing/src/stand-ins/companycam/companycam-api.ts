import type { TwinReply } from "#stand-ins/twin-reply.ts";
import type { TwinRequest } from "#stand-ins/twin-server.ts";
import type { CompanyCamCaseName } from "./companycam-cases.ts";
import { drawPicture, SECRET_PLACE } from "./draw-picture.ts";
import { WEBP_PICTURE } from "./webp-picture.ts";

/* Projects, photos and pictures of an invented account (reference 5). Pure: returns a reply or the name of a case. */

/**
 * The kind of a photo's picture. "large" is one of more than 10 MB, "heic" one that only Apple's devices decode; the others are faults that data alone
 * can have.
 */
type Content =
  | ("picture" | "webp" | "heic" | "large")
  | ("page" | "pdf" | "huge" | "privateAddress" | "foreignHost" | "gone");

interface TwinPhoto {
  readonly id: string;
  readonly number: number;
  status: "active" | "deleted";
  processing: "processed" | "processing" | "processing_error" | "pending" | "duplicate";
  description: string | null;
  content: Content;
}

export interface TwinProject {
  readonly id: string;
  photos: TwinPhoto[];
}

/** A dozen photos, one of them a WebP and one of more than 10 MB; 500; and invalid pictures. */
export const COMPANYCAM_PROJECTS = { house: "61200417", large: "61200500", broken: "61200666" } as const;

const FIRST_PHOTO = 2_841_196_000;
const DESCRIPTIONS = ["North slope", "Gutter, east side", null, "Chimney flashing", null, "Siding, rear"];
const BROKEN: readonly Content[] = ["page", "pdf", "huge", "privateAddress", "foreignHost", "gone"];
/** By index in the list. */
const CONTENT_OF_HOUSE: Readonly<Record<number, Content>> = { 3: "webp", 9: "large" };
/** Newest first: a photo a minute. */
const CAPTURED_SECONDS = 1_793_640_109;

function photosOf(count: number, start: number, contentOf: (index: number) => Content = () => "picture"): TwinPhoto[] {
  return Array.from({ length: count }, (_, index) => ({
    id: String(FIRST_PHOTO + start + index),
    number: start + index,
    status: "active",
    processing: "processed",
    description: DESCRIPTIONS[index % DESCRIPTIONS.length] ?? null,
    content: contentOf(index),
  }));
}

export function makeProjects(): TwinProject[] {
  const house = photosOf(14, 0, (index) => CONTENT_OF_HOUSE[index] ?? "picture");
  const [, , , , , deleted, unready] = house;
  if (deleted) deleted.status = "deleted";
  if (unready) unready.processing = "processing";
  return [
    { id: COMPANYCAM_PROJECTS.house, photos: house },
    { id: COMPANYCAM_PROJECTS.large, photos: photosOf(500, 100) },
    { id: COMPANYCAM_PROJECTS.broken, photos: photosOf(BROKEN.length, 700, (index) => BROKEN[index] ?? "page") },
  ];
}

const PHOTOS = /^\/v2\/projects\/(\d+)\/photos$/;
const PICTURE = /^\/img\/(\d+)\/(original|web|thumbnail)$/;
const MAX_PER_PAGE = 100;
const HUGE_BYTES = 60_000_000;
/** Four uncompressed megapixels: 11.5 MB. */
const LARGE_SIZE = { width: 2_400, height: 1_600 };
const SIZES = {
  original: { width: 1_280, height: 960 },
  web: { width: 400, height: 300 },
  thumbnail: { width: 250, height: 188 },
} as const;

function addressOf({ id, content }: TwinPhoto, { origin, type }: { origin: string; type: string }): string {
  if (content === "privateAddress") return "https://169.254.169.254/latest/meta-data/";
  if (content === "foreignHost") return "https://companycam.com.example.test/picture.jpg";
  return `${origin}/img/${id}/${type}`;
}

function writePhoto(photo: TwinPhoto, { projectId, origin }: { projectId: string; origin: string }): object {
  const { id, number, status, processing, description } = photo;
  const captured = CAPTURED_SECONDS - number * 60;
  return {
    id,
    company_id: "8731",
    creator_id: "44120",
    creator_type: "User",
    creator_name: "Pat Reyes",
    project_id: projectId,
    processing_status: processing,
    status,
    coordinates: { lat: 38.9512, lon: -94.6839 },
    uris: ["original", "web", "thumbnail"].map((type) => {
      const uri = addressOf(photo, { origin, type });
      return { type, uri, url: uri };
    }),
    hash: "0f",
    description,
    internal: false,
    photo_url: `https://app.companycam.com/photos/${id}`,
    captured_at: captured,
    created_at: captured + 22,
    updated_at: captured + 81,
  };
}

/** A list of photos, for a call with a valid token. */
export function answerCompanyCamApi(
  projects: readonly TwinProject[],
  { url }: TwinRequest,
): TwinReply<CompanyCamCaseName> {
  const project = projects.find(({ id }) => id === PHOTOS.exec(url.pathname)?.[1]);
  if (!project) return { named: "notFound" };
  const perPage = Number(url.searchParams.get("per_page") ?? "50");
  if (!Number.isInteger(perPage) || perPage < 1 || perPage > MAX_PER_PAGE) return { named: "unprocessable" };
  const after = url.searchParams.get("after");
  const start = after === null ? 0 : project.photos.findIndex(({ id }) => `c_${id}` === after) + 1;
  if (after !== null && start === 0) return { named: "badRequest" };
  const page = project.photos.slice(start, start + perPage);
  const hasNext = start + perPage < project.photos.length;
  return {
    json: page.map((photo) => writePhoto(photo, { projectId: project.id, origin: url.origin })),
    headers: {
      "x-has-next": String(hasNext),
      "x-has-prev": String(start > 0),
      ...(hasNext && { "x-next-cursor": `c_${page.at(-1)?.id ?? ""}` }),
    },
  };
}

/** A picture, which needs no token; undefined for other calls. */
export function answerPicture(
  projects: readonly TwinProject[],
  { url }: TwinRequest,
): TwinReply<CompanyCamCaseName> | undefined {
  const [, photoId, size] = PICTURE.exec(url.pathname) ?? [];
  if (photoId === undefined) return undefined;
  const photo = projects.flatMap(({ photos }) => photos).find(({ id }) => id === photoId);
  switch (photo?.content) {
    case "picture":
      return { bytes: drawPicture(photo.number, SIZES[size as keyof typeof SIZES]) };
    case "webp":
      return { bytes: WEBP_PICTURE };
    case "heic":
      return { bytes: Buffer.from(`\0\0\0\x18ftypheic\0\0\0\0mif1heic${SECRET_PLACE}`.padEnd(600, "\0"), "latin1") };
    case "large":
      return size === "original"
        ? { bytes: drawPicture(photo.number, LARGE_SIZE, { isPacked: false }) }
        : { bytes: drawPicture(photo.number, SIZES[size as keyof typeof SIZES]) };
    case "page":
      return { named: "htmlWithSuccess" };
    case "pdf":
      return { bytes: Buffer.from("%PDF-1.7\n%%EOF\n") };
    case "huge":
      return { bytes: Buffer.alloc(HUGE_BYTES, 0xff) };
    default:
      return { named: "notFound" };
  }
}
