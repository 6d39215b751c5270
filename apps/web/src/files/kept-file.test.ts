import { expect, test } from "vitest";
import { keepFile, readKeptFile } from "#files/kept-file.ts";

const answer = (text: string, headers: Record<string, string> = {}) =>
  new Response(text, { headers: { "content-type": "application/pdf", ...headers } });

function fakeCache(kept: Record<string, Response> = {}) {
  const put: string[] = [];
  const cache = {
    match: (url: string) => Promise.resolve(kept[url]),
    put: (url: string) => {
      put.push(url);
      return Promise.resolve();
    },
  } as unknown as Pick<Cache, "match" | "put">;
  return { cache: Promise.resolve(cache), put };
}

const noNetwork = () => Promise.reject(new TypeError("Failed to fetch"));

test("[OFF-06] a file of this device needs no network", async () => {
  const { cache } = fakeCache({ "/a": answer("terms", { "content-disposition": 'inline; filename="terms.pdf"' }) });
  const file = await readKeptFile("/a", { cache, fetch: noNetwork });
  expect(file).toMatchObject({ contentType: "application/pdf", name: "terms.pdf" });
  expect(new TextDecoder().decode(file?.bytes)).toBe("terms");
});

test("one that arrives now is kept for the next time", async () => {
  const { cache, put } = fakeCache();
  const name = "inline; filename*=UTF-8''warranty%20roof.pdf";
  const file = await readKeptFile("/b", {
    cache,
    fetch: () => Promise.resolve(answer("x", { "content-disposition": name })),
  });
  expect(file?.name).toBe("warranty roof.pdf");
  expect(put).toEqual(["/b"]);
});

test("one that is nowhere is undefined, also where the server refuses it", async () => {
  const { cache } = fakeCache();
  expect(await readKeptFile("/c", { cache, fetch: noNetwork })).toBeUndefined();
  const refuse = () => Promise.resolve(new Response("", { status: 404 }));
  expect(await readKeptFile("/c", { cache, fetch: refuse })).toBeUndefined();
});

test("[PHOTO-07] a file that this device made is kept under the address that it will have", async () => {
  const { cache, put } = fakeCache();
  await keepFile("/d", { contentType: "image/jpeg", bytes: new Uint8Array([1]) }, { cache });
  expect(put).toEqual(["/d"]);
});
