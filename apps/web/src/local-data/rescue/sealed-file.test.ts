import { describe, expect, test } from "vitest";
import { openSealedFile, sealFile } from "./sealed-file.ts";

const PASSPHRASE = "four ridges above Portage";
const contents = new TextEncoder().encode("Karen Whitfield, 128 ft of eave");
// Real files take 600,000; one of the tests below does too.
const seal = (passphrase = PASSPHRASE) => sealFile({ contents, passphrase, iterations: 1_000 });

/** From sealed-file.ts: magic 16, version 1, iterations 4, salt 16, check 16, nonce 12, digest 32. */
const CONTENTS_AT = 97;

describe("[SYNC-20] a sealed file", () => {
  test("gives its contents to who knows the passphrase", async () => {
    const file = await sealFile({ contents, passphrase: PASSPHRASE });
    expect(new TextDecoder().decode(file)).not.toContain("Whitfield");
    expect(new TextDecoder().decode(file.slice(0, 16))).toBe("RIDGEBOOK RESCUE");
    expect(new DataView(file.buffer).getUint32(17)).toBe(600_000);
    expect(await openSealedFile({ file, passphrase: PASSPHRASE })).toEqual(contents);
  });

  test("is another one each time", async () => {
    expect(await seal()).not.toEqual(await seal());
  });

  test("takes a passphrase however a keyboard composes its accents", async () => {
    const file = await seal("sur le toit, d\u00e9j\u00e0");
    expect(await openSealedFile({ file, passphrase: "sur le toit, de\u0301ja\u0300" })).toEqual(contents);
  });

  test("tells a wrong passphrase from a damaged file", async () => {
    const file = await seal();
    await expect(openSealedFile({ file, passphrase: "Four ridges above Portage" })).rejects.toMatchObject({
      failure: "wrongPassphrase",
      message: "The passphrase does not fit this file. Nothing was imported.",
    });
  });

  test.each([
    ["cut short", (file: Uint8Array) => file.slice(0, -1)],
    ["cut within its head", (file: Uint8Array) => file.slice(0, 40)],
    [
      "with a changed byte in its contents",
      (file: Uint8Array) => file.with(CONTENTS_AT + 3, (file[CONTENTS_AT + 3] ?? 0) ^ 1),
    ],
    ["with a changed salt", (file: Uint8Array) => file.with(21, (file[21] ?? 0) ^ 1)],
    ["with a changed count of iterations", (file: Uint8Array) => file.with(17, 255)],
  ])("%s is damaged, whatever the passphrase", async (_, damage) => {
    const file = damage(await seal());
    for (const passphrase of [PASSPHRASE, "another passphrase"])
      await expect(openSealedFile({ file, passphrase })).rejects.toMatchObject({ failure: "damaged" });
  });

  test("of a later version asks for an update, and any other file is refused", async () => {
    const later = (await seal()).with(16, 2);
    await expect(openSealedFile({ file: later, passphrase: PASSPHRASE })).rejects.toMatchObject({
      failure: "newerVersion",
    });
    for (const text of ["", "%PDF-1.7 a contract", "{}"])
      await expect(
        openSealedFile({ file: new TextEncoder().encode(text), passphrase: PASSPHRASE }),
      ).rejects.toMatchObject({ failure: "notARescueFile" });
  });
});
