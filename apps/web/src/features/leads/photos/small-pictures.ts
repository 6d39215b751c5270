import type { KeptFile } from "#files/kept-file.ts";
import { makeSmallCopy } from "#files/resize-image.ts";

/** Some 30 KB each: more photos than a lead has, and few enough to keep in memory. */
const KEPT = 200;

/** Reads a picture by its URL; undefined if it is not to be had now. */
type ReadPicture = (url: string) => Promise<Pick<KeptFile, "bytes"> | undefined>;

interface SmallPictures {
  /** The URL of a small copy; undefined without one: the picture itself has to be shown. */
  of(url: string, read: ReadPicture): Promise<string | undefined>;
  /** The URL of a copy that was made before. */
  known(url: string): string | undefined;
}

/**
 * Small copies of photos for the tiles of a list. A tile with the photo itself holds all its pixels, 6 MB each, and WebKit frees them late.
 * They are kept in memory only: a copy takes some 30 ms to make.
 */
export function createSmallPictures({
  shrink = makeSmallCopy,
  address = (blob: Blob): string => URL.createObjectURL(blob),
  revoke = (made: string): void => URL.revokeObjectURL(made),
  limit = KEPT,
}: {
  shrink?: (bytes: Uint8Array) => Promise<Blob | undefined>;
  address?: (blob: Blob) => string;
  revoke?: (made: string) => void;
  limit?: number;
} = {}): SmallPictures {
  /** By the picture's URL, the oldest first. */
  const made = new Map<string, string>();
  const making = new Map<string, Promise<string | undefined>>();

  const keep = (url: string, blob: Blob): string => {
    const small = address(blob);
    made.set(url, small);
    const [oldest] = made;
    if (made.size > limit && oldest) {
      made.delete(oldest[0]);
      revoke(oldest[1]);
    }
    return small;
  };
  const make = async (url: string, read: ReadPicture): Promise<string | undefined> => {
    try {
      const file = await read(url);
      const blob = file && (await shrink(file.bytes));
      return blob && keep(url, blob);
    } catch {
      // Showing the picture itself tells what is wrong with it.
      return undefined;
    } finally {
      making.delete(url);
    }
  };
  return {
    known: (url) => made.get(url),
    of: async (url, read) => {
      const small = made.get(url) ?? making.get(url);
      if (small !== undefined) return await small;
      const now = make(url, read);
      making.set(url, now);
      return await now;
    },
  };
}
