import { expect, test } from "vitest";
import { MAX_IMAGE_SIDES } from "@ridgebook/contract";
import { fitImage } from "./fit-image.ts";

test.each([
  { given: "a lying picture", size: [4000, 2000], fits: [1920, 960] },
  { given: "a standing picture", size: [2000, 4000], fits: [960, 1920] },
  // 1080 / 3000 = 0.36; 4000 x 0.36 = 1440.
  { given: "a picture whose height decides", size: [4000, 3000], fits: [1440, 1080] },
  { given: "a square, which counts as lying", size: [3000, 3000], fits: [1080, 1080] },
  { given: "a picture that just fits", size: [1920, 1080], fits: [1920, 1080] },
  { given: "one that fits standing, not lying", size: [1080, 1920], fits: [1080, 1920] },
  { given: "a small picture", size: [40, 20], fits: [40, 20] },
  { given: "a line", size: [40_000, 3], fits: [1920, 1] },
])("[FILE-07] $given of $size becomes $fits", ({ size: [width = 0, height = 0], fits }) => {
  const fitted = fitImage({ width, height }, MAX_IMAGE_SIDES);
  expect([fitted.width, fitted.height]).toEqual(fits);
});
