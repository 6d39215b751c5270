import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { DocumentKind } from "@ridgebook/contract";
import { buildDocument, initialChoices, type DocumentModel } from "@ridgebook/documents";
import { sampleEstimate, sampleSource } from "@ridgebook/documents/testing/sample-source";
import type Axe from "axe-core";
import { chromium, type Browser, type Page } from "playwright-core";
import { build, type Rolldown } from "vite";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
// eslint-disable-next-line no-restricted-imports -- the browser belongs to the project, outside of every package
import { findBrowser } from "../../../../../../scripts/find-browser.mjs";
import type { ShownSignatures } from "./document-paper.tsx";
import type { paper as TestPaper } from "./testing/paper-page.tsx";

/* Papers of the sample houses in a browser, as people read them before they sign. */

declare global {
  interface Window {
    axe: typeof Axe;
  }
}

/** Runs in the page: what the bundle of `testing/paper-page.tsx` puts there. */
declare const page: { readonly paper: typeof TestPaper };

const ADDRESS = "http://paper.test/page";
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser: Browser;
let html: string;
let open: Page | undefined;
let failures: string[] = [];

async function bundle(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    oxc: { jsx: { runtime: "automatic", development: false } },
    root: path.join(import.meta.dirname, "../../../.."),
    build: {
      write: false,
      minify: false,
      lib: { entry: path.join(import.meta.dirname, "testing/paper-page.tsx"), formats: ["iife"], name: "page" },
    },
  })) as Rolldown.RolldownOutput[];
  const output = built[0]?.output ?? [];
  const script = output.flatMap((part) => (part.type === "chunk" ? [part.code] : [])).join("\n");
  const style = output.flatMap((part) => (part.type === "asset" ? [String(part.source)] : [])).join("\n");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Paper</title>
    <meta name="viewport" content="width=device-width"><style>${style}</style></head>
    <body><div id="root"></div><script>${script.replaceAll("</script", "<\\/script")}</script></body></html>`;
}

beforeAll(async () => {
  html = await bundle();
  browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox", "--disable-gpu"] });
}, 120_000);

afterEach(async () => {
  await open?.context().close();
  expect(failures).toEqual([]);
});

afterAll(() => browser.close());

const source = sampleSource(sampleEstimate(["roofing-colonial", "windows-ranch", "gutters-cape"]));
const modelOf = (kind: DocumentKind): DocumentModel => buildDocument(source, initialChoices(source, kind));

async function show(
  model: DocumentModel,
  {
    signatures = {},
    width = 1440,
    colorScheme = "light",
  }: { signatures?: ShownSignatures; width?: number; colorScheme?: "light" | "dark" } = {},
): Promise<Page> {
  failures = [];
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  open = await context.newPage();
  open.on("pageerror", (error) => failures.push(error.stack ?? error.message));
  await open.route(ADDRESS, (route) => route.fulfill({ contentType: "text/html", body: html }));
  await open.goto(ADDRESS);
  await open.evaluate(
    (scheme) => document.documentElement.setAttribute("data-mantine-color-scheme", scheme),
    colorScheme,
  );
  await open.evaluate(([shown, signed]) => page.paper.show(shown, signed), [model, signatures] as const);
  await open.getByRole("article", { name: "Paper as it will be" }).waitFor();
  return open;
}

const KINDS = ["contract", "purchaseOrder", "workOrder", "costEstimate", "laborBill", "itemizedEstimate"] as const;

describe("the paper on the screen", () => {
  test.each(
    KINDS.flatMap((kind) => [
      { kind, width: 1440, colorScheme: "light" as const },
      { kind, width: 390, colorScheme: "dark" as const },
    ]),
  )("reads well for everybody: $kind at $width px, $colorScheme", async ({ kind, width, colorScheme }) => {
    const shown = await show(modelOf(kind), { width, colorScheme });
    await shown.evaluate(axe);
    const { violations } = await shown.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.target])).toEqual([]);
    const tooWide = await shown.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(tooWide).toBe(0);
    // Paper stays paper.
    const ground = await shown.getByRole("article").evaluate((sheet) => getComputedStyle(sheet).backgroundColor);
    expect(ground).toBe("rgb(255, 255, 255)");
  });

  test("[DOC-29] says all that the document says, section by section", async () => {
    const model = modelOf("contract");
    const shown = await show(model);
    const headings = await shown.getByRole("article").getByRole("heading", { level: 3 }).allTextContents();
    const said = model.sections.flatMap(({ number, heading }) => (heading === "" ? [] : [`${number}${heading}`]));
    expect(headings.slice(0, said.length)).toEqual(said);
    const text = (await shown.getByRole("article").textContent()) ?? "";
    for (const { large } of model.keyFigures) expect(text).toContain(large);
    const checked = await shown.getByRole("listitem").filter({ hasText: "Part of the work:" }).count();
    const tasks = model.sections
      .flatMap(({ blocks }) => blocks)
      .flatMap((block) => (block.kind === "text" ? block.blocks : []))
      .flatMap((block) => (block.type === "tasks" ? block.items : []));
    expect(checked).toBe(tasks.length);
  });

  test("[DOC-12] shows each signature above its name, with the company's time", async () => {
    const picture =
      "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
    const model = modelOf("contract");
    const name = model.closing?.signatures[0]?.name ?? "";
    const shown = await show(model, { signatures: { customer: { picture, timestamp: "2026-05-14T14:24:08.000Z" } } });
    await shown.getByRole("img", { name: `Signature of ${name}` }).waitFor();
    await shown.getByText("Signed May 14, 2026, 10:24:08 AM EDT").waitFor();
  });
});
