import { expect, test } from "vitest";
import { loadedLater } from "./loaded-later.ts";

interface Book {
  read(page: number): Promise<string>;
  close(): Promise<void>;
}

const BOOK: Book = { read: (page) => Promise.resolve(`page ${page}`), close: () => Promise.resolve() };

test("loads nothing before the first call, and only once for all calls", async () => {
  let loads = 0;
  const book = loadedLater<Book>(
    () => {
      loads += 1;
      return Promise.resolve(BOOK);
    },
    { read: true, close: true },
  );
  expect(loads).toBe(0);
  expect(await Promise.all([book.read(3), book.close(), book.read(4)])).toEqual(["page 3", undefined, "page 4"]);
  expect(loads).toBe(1);
});

test("rejects the call whose load fails, and loads again for the next call", async () => {
  let hasNetwork = false;
  const book = loadedLater<Book>(
    () => (hasNetwork ? Promise.resolve(BOOK) : Promise.reject(new Error("No network."))),
    { read: true, close: true },
  );
  await expect(book.read(3)).rejects.toThrow("No network.");
  hasNetwork = true;
  expect(await book.read(3)).toBe("page 3");
});
