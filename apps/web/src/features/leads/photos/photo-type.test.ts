import { expect, test } from "vitest";
import { photoTypeOf } from "#features/leads/photos/photo-type.ts";

test.each([
  { given: "a JPEG", bytes: [0xff, 0xd8, 0xff, 0xe0], type: "image/jpeg" },
  { given: "a PNG", bytes: [0x89, 0x50, 0x4e, 0x47], type: "image/png" },
  { given: "a GIF", bytes: [0x47, 0x49, 0x46, 0x38], type: "image/gif" },
  { given: "a text", bytes: [0x68, 0x65], type: undefined },
  { given: "nothing", bytes: [], type: undefined },
])("[PHOTO-01] $given is $type by its first bytes", ({ bytes, type }) => {
  expect(photoTypeOf(Uint8Array.from(bytes))).toBe(type);
});
