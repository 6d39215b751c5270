import { expect, test } from "vitest";
import { storageText } from "#features/admin/storage-text.ts";

test.each([
  [0, "0 KB"],
  [1, "0.1 KB"],
  [1536, "1.5 KB"],
  [831_488, "812 KB"],
  // 1 KB less than 1 MB, and a byte less: never shown as 1,024 KB.
  [1_047_552, "1,023 KB"],
  [1_048_575, "1 MB"],
  [3_650_722_202, "3.4 GB"],
])("[ADMIN-07] %d bytes read %j", (bytes, text) => {
  expect(storageText(bytes)).toBe(text);
});
