import path from "node:path";
import type { Browser, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessibilityProblems, buildStage, launchBrowser, openStage } from "#testing/stage.ts";
import type * as PadPage from "./testing/pad-page.tsx";

/* The signature pad in a real browser: drawn, turned, undone, typed. Checks the resulting pixels closely. */

/** Runs in the page: what the bundle puts there. */
declare const page: typeof PadPage;

const PORTRAIT = { width: 390, height: 844 };
const LANDSCAPE = { width: 844, height: 390 };

describe("the signature pad in the browser", () => {
  let browser: Browser;
  let html: string;
  beforeAll(async () => {
    html = await buildStage({ entry: path.join(import.meta.dirname, "testing/pad-page.tsx"), name: "page" });
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  async function open({
    viewport = PORTRAIT,
    colorScheme = "light",
    deviceScaleFactor = 2,
  }: { viewport?: typeof PORTRAIT; colorScheme?: "light" | "dark"; deviceScaleFactor?: number } = {}): Promise<Page> {
    const opened = await openStage(browser, html, {
      viewport,
      colorScheme,
      deviceScaleFactor,
      reducedMotion: "reduce",
    });
    await opened.evaluate(() => {
      page.padPage.mount();
    });
    await canvas(opened).waitFor();
    return opened;
  }
  const canvas = (opened: Page) => opened.locator("canvas");
  const told = (opened: Page) => opened.evaluate(() => page.padPage.told().at(-1));

  /** A line from one place to another; places are shares of the pad. */
  async function draw(opened: Page, from: [number, number], to: [number, number]): Promise<void> {
    const box = await canvas(opened).boundingBox();
    if (!box) throw new Error("no pad");
    const at = ([across, down]: [number, number]) => [box.x + box.width * across, box.y + box.height * down] as const;
    await opened.mouse.move(...at(from));
    await opened.mouse.down();
    await opened.mouse.move(...at(to), { steps: 20 });
    await opened.mouse.up();
  }
  /** The bounds of the ink on the screen, as shares of the pad; null without any. */
  const inkOnScreen = (opened: Page): Promise<number[] | null> =>
    canvas(opened).evaluate((element) => {
      const { width, height } = element as HTMLCanvasElement;
      const { data } = (element as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, width, height) ?? {
        data: [],
      };
      let [left, top, right, bottom] = [width, height, -1, -1];
      for (let pixel = 0; pixel < width * height; pixel += 1)
        if ((data[pixel * 4 + 3] ?? 0) > 127) {
          const [x, y] = [pixel % width, Math.floor(pixel / width)];
          [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
        }
      return right < 0 ? null : [left / width, top / height, right / width, bottom / height];
    });
  const pictureOf = (picture: string | undefined) =>
    sharp(Buffer.from((picture ?? "").replace("data:image/png;base64,", ""), "base64"));

  test("[DOC-12] a drawing is reported as a trimmed, transparent picture in dark ink, with its lines and their times", async () => {
    const opened = await open();
    const before = Date.now();
    await draw(opened, [0.2, 0.3], [0.6, 0.7]);
    await draw(opened, [0.6, 0.3], [0.2, 0.7]);
    const signature = await told(opened);
    expect(signature?.typedName).toBeNull();
    expect(signature?.picture.length).toBeLessThan(500_000);
    const { data, info } = await pictureOf(signature?.picture)
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    // The lines cover 0.4 of the width and 0.4 of the height of a pad of 5 : 2, so 2.5 : 1, with little margin.
    expect(info.width / info.height).toBeGreaterThan(2);
    expect(info.width / info.height).toBeLessThan(2.6);
    expect(info.width).toBeGreaterThan(500);
    const pixels = Array.from({ length: info.width * info.height }, (_, index) =>
      data.subarray(index * 4, index * 4 + 4),
    );
    expect([...(pixels[0] ?? [])][3]).toBe(0);
    const inked = pixels.filter((pixel) => (pixel[3] ?? 0) > 200);
    expect(inked.length).toBeGreaterThan(500);
    expect(inked.every(([red = 255, green = 255, blue = 255]) => red + green + blue < 120)).toBe(true);
    const { lines = [], width } = signature?.strokes ?? {};
    expect(lines).toHaveLength(2);
    expect(width).toBe(358);
    expect(lines.flat().every(({ time }) => time >= before && time <= Date.now())).toBe(true);
    expect(lines[0]?.[0]?.x).toBeCloseTo(0.2 * 358, 0);
    await opened.context().close();
  });

  test("[DOC-12] turning the device keeps the lines where they were on the pad, sharp, and back again", async () => {
    const opened = await open();
    await draw(opened, [0.1, 0.2], [0.5, 0.8]);
    const upright = await inkOnScreen(opened);
    const first = await told(opened);
    await opened.setViewportSize(LANDSCAPE);
    // 640 px is as wide as a pad gets, at two dots to the pixel.
    await expect.poll(() => canvas(opened).evaluate((element) => (element as HTMLCanvasElement).width)).toBe(1280);
    const lying = await inkOnScreen(opened);
    for (const [index, share] of (upright ?? []).entries()) expect(lying?.[index]).toBeCloseTo(share, 1);
    // Further lines are drawn where the pen is.
    await draw(opened, [0.9, 0.2], [0.6, 0.8]);
    await expect.poll(async () => (await inkOnScreen(opened))?.[2]).toBeCloseTo(0.9, 1);
    await expect.poll(async () => (await told(opened))?.strokes?.lines).toHaveLength(2);
    await opened.setViewportSize(PORTRAIT);
    await expect.poll(() => canvas(opened).evaluate((element) => (element as HTMLCanvasElement).width)).toBe(716);
    const [x0, x1] = [first, await told(opened)].map((signature) => signature?.strokes?.lines[0]?.[0]?.x);
    expect(x1).toBeCloseTo(x0 ?? 0, 0);
    await opened.context().close();
  });

  test("[DOC-12] a device that is turned while a line is drawn ends the line, and the next can be drawn", async () => {
    const opened = await open();
    const box = await canvas(opened).boundingBox();
    await opened.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 40);
    await opened.mouse.down();
    await opened.mouse.move((box?.x ?? 0) + 120, (box?.y ?? 0) + 80, { steps: 10 });
    await opened.setViewportSize(LANDSCAPE);
    await expect.poll(() => canvas(opened).evaluate((element) => (element as HTMLCanvasElement).width)).toBe(1280);
    await opened.mouse.up();
    await draw(opened, [0.5, 0.2], [0.9, 0.8]);
    const lines = (await told(opened))?.strokes?.lines ?? [];
    expect(lines).toHaveLength(2);
    // On a pad of 640 x 256 the first line ends at 120 / 358 of the width.
    expect(lines[0]?.at(-1)?.x).toBeLessThan((130 / 358) * 640);
    await opened.context().close();
  });

  test("[DOC-12] undo takes the last line back, clear all of them; an empty pad is no signature", async () => {
    const opened = await open();
    await expect.poll(() => opened.getByRole("button", { name: "Undo line" }).isDisabled()).toBe(true);
    await draw(opened, [0.1, 0.2], [0.3, 0.8]);
    await draw(opened, [0.6, 0.2], [0.8, 0.8]);
    await opened.getByRole("button", { name: "Undo line" }).click();
    await expect.poll(async () => (await told(opened))?.strokes?.lines).toHaveLength(1);
    await expect.poll(async () => (await inkOnScreen(opened))?.[2]).toBeLessThan(0.4);
    await opened.getByRole("button", { name: "Clear" }).click();
    await expect.poll(() => told(opened)).toBeNull();
    await expect.poll(() => inkOnScreen(opened)).toBeNull();
    await expect.poll(() => opened.getByRole("img", { name: "not signed yet" }).count()).toBe(1);
    await opened.context().close();
  });

  test("[DOC-12] with the keyboard alone the name is typed and becomes the signature; going back to drawing brings the lines back", async () => {
    const opened = await open();
    await draw(opened, [0.1, 0.2], [0.3, 0.8]);
    await opened.getByRole("radio", { name: "Draw" }).focus();
    await opened.keyboard.press("ArrowRight");
    await expect.poll(() => told(opened)).toBeNull();
    await opened.keyboard.press("Tab");
    await opened.keyboard.type("  Karen   Whitfield ");
    await opened.getByRole("img", { name: "Karen Whitfield, as it is printed" }).waitFor();
    await expect.poll(async () => (await told(opened))?.typedName).toBe("Karen Whitfield");
    const signature = await told(opened);
    expect(signature?.strokes).toBeNull();
    const { width, height, hasAlpha } = await pictureOf(signature?.picture).metadata();
    expect([width > 400, height > 60, hasAlpha]).toEqual([true, true, true]);
    await opened.getByRole("radio", { name: "Draw" }).check({ force: true });
    await expect.poll(async () => (await told(opened))?.strokes?.lines).toHaveLength(1);
    await opened.getByRole("radio", { name: "Type" }).check({ force: true });
    await expect.poll(async () => (await told(opened))?.typedName).toBe("Karen Whitfield");
    await opened.getByRole("button", { name: "Clear" }).click();
    await expect.poll(() => told(opened)).toBeNull();
    await opened.context().close();
  });

  test("[DOC-12] in the dark the paper stays white, and both ways are accessible", async () => {
    for (const viewport of [PORTRAIT, { width: 820, height: 1180 }, { width: 1440, height: 900 }]) {
      const opened = await open({ colorScheme: "dark", viewport });
      await draw(opened, [0.1, 0.2], [0.3, 0.8]);
      const ground = await canvas(opened).evaluate((element) =>
        getComputedStyle(element.parentElement ?? element).getPropertyValue("background-color"),
      );
      expect(ground).toBe("rgb(255, 255, 255)");
      await expect
        .poll(() => opened.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
        .toBeLessThanOrEqual(0);
      for (const way of ["Draw", "Type"]) {
        await opened.getByRole("radio", { name: way }).check({ force: true });
        expect(await accessibilityProblems(opened)).toEqual([]);
      }
      await opened.context().close();
    }
  });
});
