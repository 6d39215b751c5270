import path from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import sharp from "sharp";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
// eslint-disable-next-line no-restricted-imports -- the browser belongs to the project, outside of every package
import { BROWSER_ARGS, findBrowser } from "../../../../scripts/find-browser.mjs";
import type * as ResizeImage from "./resize-image.ts";

/* Pictures made smaller by a real browser; sharp makes them and looks at what came out. */

/** Runs in the page: what the bundle puts there. */
declare const images: typeof ResizeImage;

/** The module as a script of a page. */
async function bundle(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: "error",
    root: path.join(import.meta.dirname, "../.."),
    build: {
      write: false,
      minify: false,
      lib: { entry: path.join(import.meta.dirname, "resize-image.ts"), formats: ["iife"], name: "images" },
    },
  })) as Rolldown.RolldownOutput[];
  const code = built[0]?.output[0].code;
  if (code === undefined) throw new Error("nothing was built");
  return code;
}

/** A picture with grain, as cameras make them: it does not pack to nothing. */
const photo = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: "#fff", noise: { type: "gaussian", mean: 128, sigma: 30 } },
  });

interface Resized {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

describe("pictures in the browser", () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS });
    page = await browser.newPage();
    await page.addScriptTag({ content: await bundle() });
  });
  afterAll(() => browser.close());

  /** The file after it went through the page. */
  async function resize(name: string, bytes: Buffer): Promise<Resized> {
    const resized = await page.evaluate(
      async ({ name, base64 }) => {
        const sent = await (await fetch(`data:application/octet-stream;base64,${base64}`)).arrayBuffer();
        const file = await images.resizeImage(new File([sent], name));
        const chunks = Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCharCode(byte));
        return { name: file.name, type: file.type, base64: btoa(chunks.join("")) };
      },
      { name, base64: bytes.toString("base64") },
    );
    return { name: resized.name, type: resized.type, bytes: Buffer.from(resized.base64, "base64") };
  }
  const failure = (name: string, bytes: Buffer): Promise<string> =>
    resize(name, bytes).then(
      () => "none",
      (error: unknown) => /Error processing image file: [A-Za-z ]+/.exec(String(error))?.[0] ?? String(error),
    );

  test.each([
    { size: [4000, 2000], becomes: [1920, 960] },
    { size: [2000, 4000], becomes: [960, 1920] },
  ])("[FILE-07] a photo of $size becomes $becomes", async ({ size: [width = 0, height = 0], becomes }) => {
    const taken = await photo(width, height).jpeg({ quality: 95 }).toBuffer();
    const { name, type, bytes } = await resize("Front.JPG", taken);
    const seen = await sharp(bytes).metadata();
    expect([seen.width, seen.height, seen.format]).toEqual([...becomes, "jpeg"]);
    expect([name, type]).toEqual(["Front.JPG", "image/jpeg"]);
    expect(bytes.length).toBeLessThan(taken.length);
  });

  test("[FILE-07] a photo that the camera held turned is measured upright", async () => {
    // Orientation 6: lying in the file, standing for a person.
    const turned = await photo(4000, 2000).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
    const { width, height, orientation } = await sharp((await resize("turned.jpg", turned)).bytes).metadata();
    expect([width, height, orientation]).toEqual([960, 1920, undefined]);
  });

  test("[FILE-08] a photo of the right size is encoded again at a lower quality, and kept where that is smaller", async () => {
    const fine = await photo(800, 600).jpeg({ quality: 100 }).toBuffer();
    const coarse = await photo(800, 600).jpeg({ quality: 30 }).toBuffer();
    expect((await resize("fine.jpg", fine)).bytes.length).toBeLessThan(fine.length);
    expect((await resize("coarse.jpg", coarse)).bytes.equals(coarse)).toBe(true);
  });

  test("[FILE-08] a tiny picture stays byte-identical", async () => {
    for (const [name, bytes] of [
      ["a.jpg", await photo(8, 8).jpeg({ quality: 40 }).toBuffer()],
      // Four colours are two bits a pixel; a browser writes 32.
      ["a.png", await photo(32, 32).png({ palette: true, colours: 4 }).toBuffer()],
    ] as const)
      expect((await resize(name, bytes)).bytes.equals(bytes), name).toBe(true);
  });

  test("[FILE-06] a transparent picture stays transparent; a GIF, which may move, and other files stay as they are", async () => {
    const transparent = await sharp({ create: { width: 2400, height: 1200, channels: 4, background: "#2ab0da80" } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    const seen = await sharp((await resize("logo.png", transparent)).bytes).metadata();
    expect([seen.width, seen.height, seen.hasAlpha]).toEqual([1920, 960, true]);
    const gif = await photo(60, 30).gif().toBuffer();
    expect((await resize("moving.gif", gif)).bytes.equals(gif)).toBe(true);
    const pdf = Buffer.from("%PDF-1.7 no picture");
    expect((await resize("contract.pdf", pdf)).bytes.equals(pdf)).toBe(true);
  });

  test("[ERR-13] [ERR-14] each failure has its words", async () => {
    const jpeg = await photo(40, 20).jpeg().toBuffer();
    expect(await failure("a.png", Buffer.from("no picture"))).toBe("Error processing image file: Invalid image");
    expect(await failure("a.jpg", jpeg.subarray(0, 40))).toBe("Error processing image file: Image loading error");

    /** Breaks one thing of the browser for one file. */
    const failWithout = async (breakIt: () => void): Promise<string> => {
      await page.evaluate(breakIt);
      const said = await failure("a.jpg", jpeg);
      await page.evaluate(() => {
        (window as unknown as { mend: () => void }).mend();
      });
      return said;
    };
    expect(
      await failWithout(() => {
        const { arrayBuffer } = Blob.prototype;
        Blob.prototype.arrayBuffer = () => Promise.reject(new DOMException("gone", "NotReadableError"));
        Object.assign(window, { mend: () => (Blob.prototype.arrayBuffer = arrayBuffer) });
      }),
    ).toBe("Error processing image file: File reading error");
    expect(
      await failWithout(() => {
        const { getContext } = HTMLCanvasElement.prototype;
        HTMLCanvasElement.prototype.getContext = () => null;
        Object.assign(window, { mend: () => (HTMLCanvasElement.prototype.getContext = getContext) });
      }),
    ).toBe("Error processing image file: Failed to get canvas context");
    expect(
      await failWithout(() => {
        const { toBlob } = HTMLCanvasElement.prototype;
        HTMLCanvasElement.prototype.toBlob = (done) => {
          done(null);
        };
        Object.assign(window, { mend: () => (HTMLCanvasElement.prototype.toBlob = toBlob) });
      }),
    ).toBe("Error processing image file: Blob creation failed");
  });
});
