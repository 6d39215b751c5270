import { expect, test } from "vitest";
import { keepLogo, readKeptLogo } from "#features/account/kept-logo.ts";
import { createKeptTexts } from "#ui/kept-texts.ts";

const LOGO = { fileId: "a".repeat(64), companyName: "North Gable", picture: "data:image/png;base64,AAAA" };

function openTexts() {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  } as Storage;
  return { kept, texts: createKeptTexts(() => storage) };
}

test("[ADMIN-33] the logo of the company is kept for the login page until it has none", () => {
  const { texts, kept } = openTexts();
  expect(readKeptLogo(texts)).toBeUndefined();
  keepLogo(texts, LOGO);
  expect(readKeptLogo(texts)).toEqual(LOGO);
  keepLogo(texts, undefined);
  expect([readKeptLogo(texts), kept.size]).toEqual([undefined, 0]);
});

test("[ADMIN-33] a file that is no picture, or too large, is not kept or shown", () => {
  const { texts, kept } = openTexts();
  keepLogo(texts, { ...LOGO, picture: "https://elsewhere.test/a.png" });
  keepLogo(texts, { ...LOGO, picture: `data:image/png;base64,${"A".repeat(200_000)}` });
  expect(kept.size).toBe(0);
  texts.keep("ridgebook-login-logo", "no JSON");
  expect(readKeptLogo(texts)).toBeUndefined();
});
