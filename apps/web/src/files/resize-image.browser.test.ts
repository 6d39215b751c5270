import { readFile } from "node:fs/promises";
import path from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import sharp from "sharp";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
// eslint-disable-next-line no-restricted-imports -- the browser belongs to the project, outside of every package
import { BROWSER_ARGS, findBrowser, startBrowser } from "../../../../scripts/find-browser.mjs";
import type { PictureSource } from "./picture-kinds.ts";
import type * as ResizeImage from "./resize-image.ts";
import { COLORS, readCorners, type Color } from "./testing/read-corners.ts";

/* Pictures made smaller by a real browser; sharp makes them and looks at what came out. */

/** Runs in the page: what the bundle puts there. */
declare const images: typeof ResizeImage;

const ORIGIN = "http://pictures.test";

/** The files of the module and its worker, by their address; the module is `/resize-image.js`. */
async function bundle(): Promise<ReadonlyMap<string, string>> {
  const { output } = (await build({
    configFile: false,
    logLevel: "error",
    root: path.join(import.meta.dirname, "../.."),
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: path.join(import.meta.dirname, "resize-image.ts"),
        preserveEntrySignatures: "strict",
        output: { entryFileNames: "[name].js" },
      },
    },
  })) as Rolldown.RolldownOutput;
  return new Map(
    output.map((file) => [`${ORIGIN}/${file.fileName}`, file.type === "chunk" ? file.code : String(file.source)]),
  );
}

/** A picture with grain, as cameras make them: it does not pack to nothing. */
const photo = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: "#fff", noise: { type: "gaussian", mean: 128, sigma: 30 } },
  });

/** How the upright picture lies in the file, by EXIF orientation: the steps from upright to stored. */
const STORED: readonly ((upright: sharp.Sharp) => sharp.Sharp)[] = [
  (upright) => upright,
  (upright) => upright.flop(),
  (upright) => upright.rotate(180),
  (upright) => upright.flip(),
  (upright) => upright.rotate(90).flip(),
  (upright) => upright.rotate(270),
  (upright) => upright.rotate(90).flop(),
  (upright) => upright.rotate(90),
];

/** A lying picture of four colors, 240x120 or `scale` times that, stored in one of the eight ways of EXIF. */
async function corners(orientation: number, scale = 1): Promise<Buffer> {
  const quarter = { width: 120, height: 60, channels: 3 } as const;
  const place = ([color, left, top]: [Color, number, number]) => {
    const [r, g, b] = COLORS[color];
    return { input: { create: { ...quarter, background: { r, g, b } } }, left, top };
  };
  const upright = await sharp({ create: { width: 240, height: 120, channels: 3, background: "#000" } })
    .composite([place(["red", 0, 0]), place(["green", 120, 0]), place(["blue", 0, 60]), place(["white", 120, 60])])
    .png()
    .toBuffer()
    .then((small) =>
      sharp(small)
        .resize({ width: 240 * scale, kernel: "nearest" })
        .png()
        .toBuffer(),
    );
  const store = STORED[orientation - 1];
  if (!store) throw new Error(`EXIF has no orientation ${String(orientation)}.`);
  const stored = await store(sharp(upright)).png().toBuffer();
  return await sharp(stored).withMetadata({ orientation }).jpeg({ quality: 100 }).toBuffer();
}

interface Resized {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

describe("pictures in the browser", () => {
  let browser: Browser;
  let files: ReturnType<typeof bundle> | undefined;
  let page: Page;
  beforeAll(async () => {
    browser = await startBrowser(() => chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS }));
    page = await openPage();
  });

  /** A page that has the module as `images`. */
  async function openPage(): Promise<Page> {
    files ??= bundle();
    const served = await files;
    const opened = await browser.newPage();
    await opened.route(`${ORIGIN}/**`, (route) => {
      const code = served.get(route.request().url());
      return code === undefined
        ? route.fulfill({ contentType: "text/html", body: "" })
        : route.fulfill({ contentType: "text/javascript", body: code });
    });
    await opened.goto(ORIGIN);
    await opened.addScriptTag({
      type: "module",
      content: 'import * as images from "/resize-image.js"; Object.assign(window, { images });',
    });
    await opened.waitForFunction(() => "images" in window);
    return opened;
  }

  /** The page does what workers cannot. */
  async function openPageWithoutWorkers(): Promise<Page> {
    const opened = await openPage();
    await opened.evaluate(() => {
      Object.assign(window, { Worker: undefined });
    });
    return opened;
  }
  afterAll(() => browser.close());

  /** The file after it went through the page. */
  async function resize(
    name: string,
    bytes: Buffer,
    { on = page, source }: { on?: Page; source?: PictureSource } = {},
  ): Promise<Resized> {
    const resized = await on.evaluate(
      async ({ name, base64, source }) => {
        const sent = await (await fetch(`data:application/octet-stream;base64,${base64}`)).arrayBuffer();
        const file = await images.resizeImage(await images.nameByContent(new File([sent], name)), source);
        const chunks = Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCharCode(byte));
        return { name: file.name, type: file.type, base64: btoa(chunks.join("")) };
      },
      { name, base64: bytes.toString("base64"), source },
    );
    return { name: resized.name, type: resized.type, bytes: Buffer.from(resized.base64, "base64") };
  }
  const failure = (name: string, bytes: Buffer, options?: { on?: Page; source?: PictureSource }): Promise<string> =>
    resize(name, bytes, options).then(
      () => "none",
      (error: unknown) => /ImageError: (.*)/.exec(String(error))?.[1] ?? String(error),
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

  test("[FILE-07] is made smaller in a worker: the page draws nothing", async () => {
    const counting = await openPage();
    await counting.evaluate(() => {
      HTMLCanvasElement.prototype.getContext = () => {
        throw new Error("drawn in the page");
      };
    });
    const taken = await photo(2400, 1200).jpeg({ quality: 95 }).toBuffer();
    const { width } = await sharp((await resize("a.jpg", taken, { on: counting })).bytes).metadata();
    expect(width).toBe(1920);
  });

  test("[FILE-07] photos that follow each other share a worker; after one that failed comes another", async () => {
    const counting = await openPage();
    await counting.evaluate(() => {
      const { Worker: Native, setTimeout: later } = window;
      let started = 0;
      Object.assign(window, {
        // A worker rests for three seconds, and a busy machine takes longer between two photos.
        setTimeout: (run: () => void, ms: number) => later(run, 100 * ms),
        Worker: class extends Native {
          constructor(...of: ConstructorParameters<typeof Native>) {
            super(...of);
            Object.assign(window, { startedWorkers: (started += 1) });
          }
        },
      });
    });
    const countStarted = () =>
      counting.evaluate(() => (window as unknown as { startedWorkers: number }).startedWorkers);
    const jpeg = await photo(400, 200).jpeg({ quality: 95 }).toBuffer();
    for (const name of ["a.jpg", "b.jpg", "c.jpg"]) await resize(name, jpeg, { on: counting });
    expect(await countStarted()).toBe(1);
    expect(await failure("d.jpg", jpeg.subarray(0, 40), { on: counting })).toContain("Image loading error");
    await resize("e.jpg", jpeg, { on: counting });
    expect(await countStarted()).toBe(2);
  });

  test("[FILE-07] photos of every EXIF orientation come out upright, from a worker and from the page", async () => {
    const withoutWorkers = await openPageWithoutWorkers();
    for (const on of [page, withoutWorkers])
      for (let orientation = 1; orientation <= 8; orientation++) {
        const { bytes } = await resize("turned.jpg", await corners(orientation), { on });
        expect([orientation, await readCorners(bytes)]).toEqual([orientation, "240x120 red green blue white"]);
      }
  });

  test("[PHOTO-10] a tile's copy of a photo of any EXIF orientation is upright and fits 480 pixels; a GIF has none", async () => {
    const copy = (bytes: Buffer): Promise<string | undefined> =>
      page.evaluate(async (base64) => {
        const sent = await (await fetch(`data:application/octet-stream;base64,${base64}`)).arrayBuffer();
        const small = await images.makeSmallCopy(new Uint8Array(sent));
        const bytes = small && new Uint8Array(await small.arrayBuffer());
        return bytes && btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
      }, bytes.toString("base64"));
    for (let orientation = 1; orientation <= 8; orientation++) {
      const small = Buffer.from((await copy(await corners(orientation, 3))) ?? "", "base64");
      expect([orientation, await readCorners(small)]).toEqual([orientation, "480x240 red green blue white"]);
    }
    expect(await copy(await photo(60, 30).gif().toBuffer())).toBeUndefined();
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

  test("[FILE-12] position, device and time are removed from a picture that otherwise stays unchanged, and its rotation is kept", async () => {
    const coarse = photo(300, 150).withMetadata({ orientation: 6 });
    const secret = { IFD0: { Make: "SECRET" }, IFD3: { GPSLatitudeRef: "N", GPSLatitude: "41/1 52/1 41/1" } };
    const taken = await coarse.clone().jpeg({ quality: 20 }).withExif(secret).toBuffer();
    const screenshot = await photo(32, 32).png({ palette: true, colours: 4 }).withExif(secret).toBuffer();
    for (const [name, bytes] of [
      ["taken.jpg", taken],
      ["screenshot.png", screenshot],
    ] as const) {
      const kept = await resize(name, bytes);
      expect([bytes.includes("SECRET"), kept.bytes.includes("SECRET")]).toEqual([true, false]);
      const [was, is] = [await sharp(bytes).metadata(), await sharp(kept.bytes).metadata()];
      expect([is.width, is.height, is.orientation ?? 1]).toEqual([was.width, was.height, was.orientation]);
    }
  });

  test("[FILE-07] [FILE-14] more than 40 megapixels are made smaller even if that takes more bytes; a GIF is refused with a message", async () => {
    const plain = sharp({ create: { width: 8_000, height: 5_100, channels: 3, background: "#fff" } });
    const drawing = await plain.png({ palette: true, colours: 2 }).toBuffer();
    const { width, height } = await sharp((await resize("plan.png", drawing)).bytes).metadata();
    expect([width, height]).toEqual([1694, 1080]);
    // A GIF says in front how large it is; what it shows may be smaller.
    const gif = await photo(60, 30).gif().toBuffer();
    gif.writeUInt16LE(8_000, 6);
    gif.writeUInt16LE(6_000, 8);
    expect(await failure("plan.gif", gif)).toBe("The picture has 48 megapixels. At most 40 are allowed.");
  });

  test("[FILE-06] a transparent picture stays transparent; a GIF, which may move, and other files stay unchanged", async () => {
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

  test("[FILE-10] HEIC becomes JPEG where the browser decodes it, whatever its name is", async () => {
    // AVIF lies in the same box as HEIC. Chromium reads it by the general brand too.
    const avif = await photo(400, 200).avif({ effort: 0 }).toBuffer();
    avif.write("mif1", 8, "latin1");
    for (const name of ["IMG_1.HEIC", "IMG_1", "IMG_1.jpg"]) {
      const converted = await resize(name, avif);
      const { format, width, height } = await sharp(converted.bytes).metadata();
      expect([converted.name, converted.type, format, width, height]).toEqual([
        "IMG_1.jpg",
        "image/jpeg",
        "jpeg",
        400,
        200,
      ]);
    }
  });

  test("[FILE-10] HEIC that the browser cannot decode is refused with a message; JPEG under its name is accepted", async () => {
    // Real ones; this page is not served securely, so the browser's decoder of video is out of reach (e2e/engines/webkit-heic.spec.ts).
    for (const file of ["turned", "grid"])
      for (const name of ["IMG_1.HEIC", "IMG_1", "IMG_1.jpg"])
        expect(await failure(name, await readFile(path.join(import.meta.dirname, `heic/testing/${file}.heic`)))).toBe(
          "Photos in HEIC can't be opened by this browser. On an iPad or iPhone they work; or save them as JPEG.",
        );
    const jpeg = await photo(800, 600).jpeg({ quality: 100 }).toBuffer();
    expect(await resize("IMG_1.HEIC", jpeg)).toMatchObject({ name: "IMG_1.jpg", type: "image/jpeg" });
  });

  test("[CONN-48] [FILE-06] WebP of a service becomes JPEG without metadata; one that a person chose is refused", async () => {
    const webp = await photo(2400, 300)
      .webp({ quality: 90 })
      .withExif({ IFD0: { Make: "SECRET" } })
      .toBuffer();
    const converted = await resize("CompanyCam 1.webp", webp, { source: "service" });
    const { format, width, height } = await sharp(converted.bytes).metadata();
    expect([converted.name, converted.type, format, width, height]).toEqual([
      "CompanyCam 1.jpg",
      "image/jpeg",
      "jpeg",
      1920,
      240,
    ]);
    expect([webp.includes("SECRET"), converted.bytes.includes("SECRET")]).toEqual([true, false]);
    // Its name alone is refused before, by prepareFile.
    expect(await failure("Front.jpg", webp)).toBe("Error processing image file: Invalid image");
    const broken = Buffer.concat([webp.subarray(0, 12), Buffer.alloc(60)]);
    expect(await failure("a.webp", broken, { source: "service" })).toBe(
      "Error processing image file: Image loading error",
    );
  });

  test("[CONN-48] see-through parts of a WebP become white, drawn in a worker and in the page", async () => {
    const square = await sharp({ create: { width: 200, height: 200, channels: 3, background: "#dc1414" } })
      .png()
      .toBuffer();
    const logo = await sharp({ create: { width: 600, height: 400, channels: 4, background: "#00000000" } })
      .composite([{ input: square, left: 0, top: 0 }])
      .webp({ lossless: true })
      .toBuffer();
    for (const on of [page, await openPageWithoutWorkers()]) {
      const { bytes } = await resize("logo.webp", logo, { on, source: "service" });
      expect(await readCorners(bytes)).toBe("600x400 red white white white");
    }
  });

  test("[ERR-13] [ERR-14] each failure has its words", async () => {
    const jpeg = await photo(40, 20).jpeg().toBuffer();
    expect(await failure("a.png", Buffer.from("no picture"))).toBe("Error processing image file: Invalid image");
    expect(await failure("a.jpg", jpeg.subarray(0, 40))).toBe("Error processing image file: Image loading error");

    /** Breaks one thing of the browser for one file. */
    const withoutWorkers = await openPageWithoutWorkers();
    const failWithout = async (breakIt: () => void): Promise<string> => {
      await withoutWorkers.evaluate(breakIt);
      const said = await failure("a.jpg", jpeg, { on: withoutWorkers });
      await withoutWorkers.evaluate(() => {
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
