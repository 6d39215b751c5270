import { Problem } from "@ridgebook/contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preloadImages, type ImageCache } from "#app/preload-images.ts";
import type { WaitingPicture } from "#local-data/photos/lead-photo-store.ts";
import type { LocalData } from "#local-data/local-data.ts";

const ORIGIN = "https://app.test";
const address = (name: string): string => `/api/Files/Download/${name}?companyId=3`;

beforeEach(() => {
  vi.stubGlobal("location", { origin: ORIGIN });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function buildDevice({
  isOnline = () => true,
  failure = () => undefined,
}: { isOnline?: () => boolean; failure?: () => DOMException | undefined } = {}) {
  const kept = new Map<string, Response>();
  const fetched: string[] = [];
  const hrefOf = (request: RequestInfo | URL): string =>
    new URL(request instanceof Request ? request.url : request, ORIGIN).href;
  const cache: ImageCache = {
    match: (request) => Promise.resolve(kept.get(hrefOf(request))),
    put: (request, response) => {
      const error = failure();
      return error ? Promise.reject(error) : Promise.resolve(void kept.set(hrefOf(request), response));
    },
    keys: () => Promise.resolve([...kept.keys()].map((url) => new Request(url))),
    delete: (request) => Promise.resolve(kept.delete(hrefOf(request))),
  };
  let urls: readonly string[] | Problem = [];
  const waiting: WaitingPicture[] = [];
  let tell: Parameters<LocalData["subscribe"]>[0] = () => undefined;
  preloadImages({
    localData: {
      subscribe: (listener) => {
        tell = listener;
        return () => undefined;
      },
      photos: { waitingPictures: () => Promise.resolve(waiting) },
      imageUrls: () => (urls instanceof Problem ? Promise.reject(urls) : Promise.resolve([...urls])),
    },
    openCache: () => Promise.resolve(cache),
    fetch: (url, options) => {
      fetched.push(`${String(url instanceof Request ? url.url : url)} ${String(options?.priority)}`);
      return isOnline() ? Promise.resolve(new Response("picture")) : Promise.reject(new TypeError("no network"));
    },
    whenIdle: (work) => {
      work();
    },
    reportDefect: (error) => {
      throw error;
    },
  });
  return {
    kept,
    fetched,
    waiting,
    name: async (given: readonly string[] | Problem): Promise<void> => {
      urls = given;
      tell("estimate-fields");
      await new Promise((resolve) => setTimeout(resolve, 5));
    },
  };
}

test("[PKG-11] [SET-27] pictures that records name are fetched once, behind everything else, and kept", async () => {
  const device = buildDevice();
  await device.name([address("a"), address("b")]);
  await device.name([address("a"), address("b"), address("c")]);
  expect(device.fetched).toEqual([`${address("a")} low`, `${address("b")} low`, `${address("c")} low`]);
  expect([...device.kept.keys()]).toEqual(["a", "b", "c"].map((name) => ORIGIN + address(name)));
});

test("[SET-27] deletes what no record names any more, and everything when no user is signed in", async () => {
  const device = buildDevice();
  await device.name([address("a"), address("b")]);
  await device.name([address("b")]);
  expect([...device.kept.keys()]).toEqual([ORIGIN + address("b")]);
  await device.name(new Problem("sessionExpired"));
  expect(device.kept.size).toBe(0);
});

test("[PKG-11] offline nothing is requested twice; the next change fetches what is missing", async () => {
  let isOnline = false;
  const device = buildDevice({ isOnline: () => isOnline });
  await device.name([address("a"), address("b")]);
  expect(device.fetched).toHaveLength(1);
  isOnline = true;
  await device.name([address("a"), address("b")]);
  expect(device.kept.size).toBe(2);
});

test.each([
  { name: "QuotaExceededError", what: "a full device" },
  { name: "NetworkError", what: "a device whose connection goes in the middle of a picture" },
])("[SYNC-41] $what keeps its pictures, requests no more, and continues afterwards", async ({ name }) => {
  let failure: DOMException | undefined;
  const device = buildDevice({ failure: () => failure });
  await device.name([address("a.png")]);
  failure = new DOMException("It failed.", name);
  await device.name([address("a.png"), address("b.png"), address("c.png")]);
  expect([...device.kept.keys()]).toEqual([`${ORIGIN}${address("a.png")}`]);
  // One try is enough.
  expect(device.fetched).toHaveLength(2);
  failure = undefined;
  await device.name([address("a.png"), address("b.png"), address("c.png")]);
  expect(device.kept.size).toBe(3);
});

test("[PHOTO-07] a photo that only this device has is put there from what is stored, without a call", async () => {
  const device = buildDevice({ isOnline: () => false });
  const url = address("photo");
  device.waiting.push({ url, contentType: "image/jpeg", bytes: new TextEncoder().encode("taken here") });
  await device.name([url]);
  const kept = device.kept.get(`${ORIGIN}${url}`);
  expect(kept?.headers.get("content-type")).toBe("image/jpeg");
  expect(await kept?.clone().text()).toBe("taken here");
  expect(device.fetched).toEqual([]);
});
