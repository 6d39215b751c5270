import path from "node:path";
import type { DocumentKind } from "@ridgebook/contract";
import { buildDocument, initialChoices, type DocumentModel } from "@ridgebook/documents";
import { sampleEstimate, sampleSource } from "@ridgebook/documents/testing/sample-source";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { accessibilityProblems, buildStage, launchBrowser, openStage } from "#testing/stage.ts";
import type { ShownSignatures } from "./document-paper.tsx";
import type { paper as TestPaper } from "./testing/paper-page.tsx";

/* Papers of the sample houses in a browser, as people read them before they sign. */

/** Runs in the page: what the bundle of `testing/paper-page.tsx` puts there. */
declare const page: { readonly paper: typeof TestPaper };

let browser: Browser;
let html: string;
let open: Page | undefined;
let failures: string[] = [];

beforeAll(async () => {
  html = await buildStage({ entry: path.join(import.meta.dirname, "testing/paper-page.tsx"), name: "page" });
  browser = await launchBrowser();
});

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
  open = await openStage(browser, html, { viewport: { width, height: 900 }, colorScheme }, (opened) => {
    opened.on("pageerror", (error) => failures.push(error.stack ?? error.message));
    return Promise.resolve();
  });
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
  )("is accessible: $kind at $width px, $colorScheme", async ({ kind, width, colorScheme }) => {
    const shown = await show(modelOf(kind), { width, colorScheme });
    expect(await accessibilityProblems(shown, { isBeyondWcag: true })).toEqual([]);
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
