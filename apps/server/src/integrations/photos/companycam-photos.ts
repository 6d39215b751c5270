import fastq from "fastq";
import type { CompanyId, ConnectionFailure } from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import { cacheRepository, removeOldReplies, type CacheKey } from "#integrations/connection/cache-repository.ts";
import { requireGrantId } from "#integrations/connection/require-grant.ts";
import type { ProviderAccess } from "#integrations/connection/provider-calls.ts";
import { OUTAGES, ProviderFailure } from "#integrations/connection/provider.ts";
import { readJson } from "#integrations/connection/read-reply.ts";
import { ACCEPTED_PICTURES, MAX_PICTURE_BYTES, readPicture, type Picture, type PictureSize } from "./read-picture.ts";
import { keptPage, pictureAddress, readPhotoPage, type KeptPage } from "./read-companycam.ts";

export const PHOTO_LIST = "photos";
const PAGE_SIZE = 50;
const MAX_LIST_BYTES = 4_000_000;
/** The cache time of a list; its picture addresses are valid for a day. */
const LIST_KEPT_MS = 60_000;
const ADDRESSES_KEPT_MS = 86_400_000;

/** Full-size pictures in memory at the same time. */
const ORIGINALS_AT_ONCE = 8;

/** Failures of a picture address that has expired. */
const GONE: readonly ConnectionFailure[] = ["refused", "notFound"];

export interface PhotoPlace {
  readonly projectId: string;
  /** Undefined for the first. */
  readonly cursor: string | undefined;
}
interface FoundPage extends KeptPage {
  readonly fetchedTime: Date;
}

/** CompanyCam's photos, by company. All methods throw ProviderFailure. */
export function createCompanyCamPhotos({ database, call, provider, now }: ProviderAccess) {
  const keyOf = ({ projectId, cursor = "" }: PhotoPlace): CacheKey => ({
    provider: provider.id,
    call: PHOTO_LIST,
    parameters: JSON.stringify([projectId, cursor]),
  });

  async function findKept(companyId: CompanyId, place: PhotoPlace): Promise<FoundPage | undefined> {
    const kept = await database.inCompany({ companyId }, (scope) => cacheRepository.find(scope, keyOf(place)));
    if (!kept) return undefined;
    const read = keptPage.safeParse(kept.reply);
    return read.success ? { ...read.data, fetchedTime: kept.fetchedTime } : undefined;
  }
  const ageOf = ({ fetchedTime }: FoundPage): number => now().getTime() - fetchedTime.getTime();

  async function fetchPage(companyId: CompanyId, place: PhotoPlace, grantId: string): Promise<FoundPage> {
    const { projectId, cursor } = place;
    const query = new URLSearchParams({ per_page: String(PAGE_SIZE), ...(cursor !== undefined && { after: cursor }) });
    const page = await call({
      companyId,
      provider,
      request: {
        name: PHOTO_LIST,
        maxBytes: MAX_LIST_BYTES,
        urlOn: (base) => `${base}/projects/${projectId}/photos?${query.toString()}`,
        read: (reply, noteMissing): KeptPage => {
          const photos = readPhotoPage(readJson(reply), projectId, noteMissing);
          const next = reply.headers["x-next-cursor"];
          const hasNext = reply.headers["x-has-next"] !== "false" && typeof next === "string" && next !== "";
          return { photos, nextCursor: hasNext ? next : null };
        },
      },
    });
    const fetchedTime = now();
    await database.inCompany({ companyId }, (scope) =>
      cacheRepository.keep(scope, keyOf(place), { reply: page, stamp: "", fetchedTime, grantId }),
    );
    return { ...page, fetchedTime };
  }

  async function openPage(companyId: CompanyId, place: PhotoPlace, isFresh: (kept: FoundPage) => boolean) {
    const grantId = await requireGrantId(database, { companyId, provider: provider.id });
    const kept = await findKept(companyId, place);
    if (kept && isFresh(kept)) return kept;
    try {
      return await fetchPage(companyId, place, grantId);
    } catch (error) {
      if (kept && error instanceof ProviderFailure && OUTAGES.includes(error.failure)) return kept;
      throw error;
    }
  }

  const originals = fastq.promise((fetching: () => Promise<Picture>) => fetching(), ORIGINALS_AT_ONCE);

  async function fetchPicture(
    companyId: CompanyId,
    { address, size }: { address: string; size: PictureSize },
  ): Promise<Picture> {
    const body = await call({
      companyId,
      provider,
      request: {
        name: "picture",
        maxBytes: MAX_PICTURE_BYTES[size],
        isOpenAddress: true,
        headers: { accept: ACCEPTED_PICTURES },
        // No token was sent, so a 401 does not concern the grant.
        expects: [401],
        urlOn: (base) => pictureAddress(address, base),
        read: (reply) => {
          if (reply.status === 401) throw new ProviderFailure("refused");
          return reply.body;
        },
      },
    });
    // Outside the call: one odd file is not an outage of CompanyCam, and must not block the company's other calls.
    return readPicture(body, size);
  }

  return {
    list: (companyId: CompanyId, place: PhotoPlace): Promise<FoundPage> =>
      openPage(companyId, place, (kept) => ageOf(kept) < LIST_KEPT_MS),

    /** Undefined for a photo that is not on the page. No address comes from the browser. */
    async picture(
      companyId: CompanyId,
      { photoId, size, ...place }: PhotoPlace & { photoId: string; size: PictureSize },
    ): Promise<Picture | undefined> {
      const fetchOne = (address: string): Promise<Picture> => {
        const fetching = () => fetchPicture(companyId, { address, size });
        return size === "original" ? originals.push(fetching) : fetching();
      };
      const find = ({ photos }: KeptPage) => photos.find(({ id }) => id === photoId);
      const page = await openPage(companyId, place, (kept) => ageOf(kept) < ADDRESSES_KEPT_MS);
      const photo = find(page);
      if (!photo) return undefined;
      try {
        return await fetchOne(photo[size]);
      } catch (error) {
        const isGone = error instanceof ProviderFailure && GONE.includes(error.failure);
        if (!isGone || ageOf(page) < LIST_KEPT_MS) throw error;
        // Addresses may expire before their list: a new list has new ones.
        const again = find(await openPage(companyId, place, (kept) => ageOf(kept) < LIST_KEPT_MS));
        return again && (await fetchOne(again[size]));
      }
    },
  };
}

export const removeOldPhotoLists = (scope: CompanyScope, now: Date): Promise<void> =>
  removeOldReplies(scope, {
    provider: "companycam",
    call: PHOTO_LIST,
    before: new Date(now.getTime() - ADDRESSES_KEPT_MS),
  });
