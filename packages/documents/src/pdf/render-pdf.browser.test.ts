import { createHash } from "node:crypto";
import path from "node:path";
import { PDFDocument } from "@cantoo/pdf-lib";
import { chromium, type Browser, type Page } from "playwright-core";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
// eslint-disable-next-line no-restricted-imports -- the browser belongs to the project, outside of every package
import { BROWSER_ARGS, findBrowser, startBrowser } from "../../../../scripts/find-browser.mjs";
import type { PdfInput } from "#pdf/definition.ts";
import { FONT_NAMES } from "#pdf/font-files.ts";
import { renderPdf } from "#pdf/render-pdf.ts";
import { sampleInput } from "#pdf/testing/sample-input.ts";
import { sampleContract } from "#pdf/testing/sample-models.ts";
import type * as Pdf from "./index.ts";

/* The same document made by a real browser and by Node. */

/** Runs in the page: what the bundle puts there. */
declare const pdf: typeof Pdf;

const ORIGIN = "http://documents.test";

/** As the server sends it: no inline scripts, no eval. */
const CSP = "default-src 'self'; script-src 'self'; connect-src 'self'; object-src 'none'";

/** The package as a script of a page. */
async function bundle(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: "error",
    root: path.join(import.meta.dirname, "../.."),
    build: {
      write: false,
      minify: false,
      lib: { entry: path.join(import.meta.dirname, "index.ts"), formats: ["iife"], name: "pdf" },
    },
  })) as Rolldown.RolldownOutput[];
  const code = built[0]?.output[0].code;
  if (code === undefined) throw new Error("nothing was built");
  return code;
}

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

describe("PDFs in the browser", () => {
  let browser: Browser;
  let page: Page;
  let input: PdfInput;
  const problems: string[] = [];

  beforeAll(async () => {
    const leaflet = await PDFDocument.create({ updateMetadata: false });
    leaflet.addPage([612, 792]);
    const files = new Map([["leaflet", { contentType: "application/pdf", bytes: await leaflet.save() }]]);
    input = await sampleInput(
      { ...sampleContract(), attachmentFileIds: ["leaflet", "photo-1"] },
      { isSigned: true, files },
    );
    const script = await bundle();
    browser = await startBrowser(() => chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS }));
    page = await browser.newPage();
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    page.on("pageerror", (error) => problems.push(String(error)));
    await page.route(`${ORIGIN}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      const name = pathname.slice(1);
      const font = FONT_NAMES.find((each) => each === name);
      if (name === "") {
        const body = '<!doctype html><title>PDF</title><script src="/script.js"></script>';
        await route.fulfill({ body, contentType: "text/html", headers: { "content-security-policy": CSP } });
      } else if (name === "script.js")
        await route.fulfill({ body: script, contentType: "text/javascript; charset=utf-8" });
      else if (font) await route.fulfill({ body: Buffer.from(input.fonts[font]), contentType: "font/ttf" });
      else if (name.startsWith("file/")) {
        const bytes = input.files.get(name.slice("file/".length))?.bytes ?? new Uint8Array();
        await route.fulfill({ body: Buffer.from(bytes), contentType: "application/octet-stream" });
      } else if (name.startsWith("signature/")) {
        const picture = input.signatures.find(({ key }) => `signature/${key}` === name)?.picture ?? new Uint8Array();
        await route.fulfill({ body: Buffer.from(picture), contentType: "image/png" });
      } else await route.fulfill({ status: 404, body: "" });
    });
    await page.goto(`${ORIGIN}/`);
  });
  afterAll(() => browser.close());

  test("[PAPER-01] a signed contract with attachments has the same bytes as in Node, also where eval is forbidden", async () => {
    const { files, fonts: _fonts, signatures, ...values } = input;
    const base64 = await page.evaluate(
      async ({ values, fontNames, fileTypes, signed }) => {
        const bytesOf = async (address: string) => new Uint8Array(await (await fetch(address)).arrayBuffer());
        const fonts = Object.fromEntries(
          await Promise.all(fontNames.map(async (name) => [name, await bytesOf(`/${name}`)] as const)),
        ) as Record<(typeof fontNames)[number], Uint8Array>;
        const files = new Map(
          await Promise.all(
            fileTypes.map(
              async ([id, contentType]) => [id, { contentType, bytes: await bytesOf(`/file/${id}`) }] as const,
            ),
          ),
        );
        const signatures = await Promise.all(
          signed.map(async ({ key, timestamp }) => ({ key, timestamp, picture: await bytesOf(`/signature/${key}`) })),
        );
        const bytes = await pdf.renderPdf({ ...values, fonts, files, signatures });
        const chunks = Array.from(bytes, (byte) => String.fromCharCode(byte));
        return btoa(chunks.join(""));
      },
      {
        values,
        fontNames: FONT_NAMES,
        fileTypes: [...files].map(([id, { contentType }]) => [id, contentType] as const),
        signed: signatures.map(({ key, timestamp }) => ({ key, timestamp })),
      },
    );
    const made = Buffer.from(base64, "base64");
    const expected = await renderPdf(input);
    expect(made.length).toBe(expected.length);
    expect(hashOf(made)).toBe(hashOf(expected));
    // The library tries `new Function` and goes on without it; the browser reports the attempt only where it is not caught.
    expect(problems.filter((problem) => !/unsafe-eval/.test(problem))).toEqual([]);
  });
});
