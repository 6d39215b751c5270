import { afterEach, expect, test, vi } from "vitest";
import { fetchPicture } from "./fetch-picture.ts";

const photo = {
  id: "2841196000",
  url: "/api/leads/7/companycam-photos/2841196000",
  takenAt: "2026-11-02T09:00:00.000Z",
};
const answer = (body: string, { status = 200, type = "application/json" } = {}) =>
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status, headers: { "content-type": type } })));

afterEach(() => vi.unstubAllGlobals());

test("[CONN-41] a picture becomes a file of the time at which it was taken", async () => {
  answer("bytes", { type: "image/jpeg" });
  const fetched = await fetchPicture(photo);
  expect("file" in fetched && [fetched.file.name, fetched.file.lastModified, fetched.file.size]).toEqual([
    "CompanyCam 2841196000.jpg",
    Date.parse("2026-11-02T09:00:00Z"),
    5,
  ]);
});

test.each(["webp", "heic"])("[CONN-48] a picture of the kind %s is one to be converted", async (kind) => {
  answer("bytes", { type: `image/${kind}` });
  expect(await fetchPicture(photo)).toMatchObject({ file: { name: `CompanyCam 2841196000.${kind}` } });
});

test.each([
  {
    what: "a refusal of CompanyCam's",
    body: JSON.stringify({
      code: "providerFailed",
      title: "Failed",
      status: 424,
      errors: { provider: ["tooManyCalls"] },
    }),
    status: 424,
    text: "The limit of calls at CompanyCam is reached. Wait a minute and try again.",
  },
  {
    what: "a photo that is gone",
    body: JSON.stringify({ code: "notFound", title: "Not found", status: 404 }),
    status: 404,
    text: "It is no longer among the photos of the lead’s link.",
  },
  {
    what: "a page of a machine on the way",
    body: "<html>Sign in</html>",
    status: 200,
    text: "It could not be fetched. Try again with a signal.",
  },
])("[CONN-43] $what has a message", async ({ body, status, text }) => {
  answer(body, { status, type: body.startsWith("<") ? "text/html" : "application/json" });
  expect(await fetchPicture(photo)).toEqual({ message: text });
});
