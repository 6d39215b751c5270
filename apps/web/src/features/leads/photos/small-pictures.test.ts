import { describe, expect, test } from "vitest";
import { createSmallPictures } from "#features/leads/photos/small-pictures.ts";

/** Copies named after the bytes of their picture; `revoked` and `reads` record the calls. */
function prepare(files: Record<string, Uint8Array<ArrayBuffer>>, options: { limit?: number } = {}) {
  const reads: string[] = [];
  const revoked: string[] = [];
  let count = 0;
  const read = async (url: string) => {
    reads.push(url);
    const bytes = files[url];
    return bytes && { bytes };
  };
  const made = createSmallPictures({
    shrink: async (bytes) => {
      if (bytes.length === 0) throw new Error("no picture");
      return bytes.length === 1 ? undefined : new Blob([bytes.slice()]);
    },
    address: ({ size }) => `blob:${(count += 1)}:${size}`,
    revoke: (address) => void revoked.push(address),
    ...options,
  });
  const pictures = { known: made.known, of: (url: string) => made.of(url, read) };
  return { pictures, reads, revoked };
}

describe("small copies of photos", () => {
  test("[PHOTO-10] makes a copy once, however often it is asked for", async () => {
    const { pictures, reads } = prepare({ "/a": new Uint8Array(5) });
    expect(pictures.known("/a")).toBeUndefined();
    expect(await Promise.all([pictures.of("/a"), pictures.of("/a")])).toEqual(["blob:1:5", "blob:1:5"]);
    expect([await pictures.of("/a"), pictures.known("/a"), reads]).toEqual(["blob:1:5", "blob:1:5", ["/a"]]);
  });

  test("[PHOTO-10] has no copy of a missing, a moving or a broken picture, and tries again later", async () => {
    const files: Record<string, Uint8Array<ArrayBuffer>> = { "/gif": new Uint8Array(1), "/broken": new Uint8Array(0) };
    const { pictures } = prepare(files);
    for (const url of ["/missing", "/gif", "/broken"]) expect(await pictures.of(url)).toBeUndefined();
    files["/missing"] = new Uint8Array(7);
    expect(await pictures.of("/missing")).toBe("blob:1:7");
  });

  test("[PHOTO-10] frees the oldest copy when there are too many", async () => {
    const { pictures, revoked } = prepare(
      { "/a": new Uint8Array(2), "/b": new Uint8Array(3), "/c": new Uint8Array(4) },
      { limit: 2 },
    );
    for (const url of ["/a", "/b", "/c"]) await pictures.of(url);
    expect(revoked).toEqual(["blob:1:2"]);
    expect(["/a", "/b", "/c"].map((url) => pictures.known(url))).toEqual([undefined, "blob:2:3", "blob:3:4"]);
  });
});
