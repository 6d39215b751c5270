import path from "node:path";
import { chromium, type Browser, type Page } from "playwright-core";
import { build, type Rolldown } from "vite";
import { afterAll, beforeAll } from "vitest";
// eslint-disable-next-line no-restricted-imports -- the browser belongs to the project, outside of every package
import { findBrowser } from "../../../../../../scripts/find-browser.mjs";
import { test } from "vitest";

async function bundle(): Promise<{ code: string; css: string }> {
  const built = (await build({
    configFile: false,
    logLevel: "error",
    mode: "production",
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    root: path.join(import.meta.dirname, "../../../.."),
    build: {
      write: false,
      minify: false,
      lib: { entry: path.join(import.meta.dirname, "testing/rows-page.tsx"), formats: ["iife"], name: "page" },
    },
  })) as Rolldown.RolldownOutput[];
  const output = built[0]?.output ?? [];
  const code = output.flatMap((each) => (each.type === "chunk" ? [each.code] : [])).join("\n");
  const css = output
    .flatMap((each) => (each.type === "asset" && each.fileName.endsWith(".css") ? [String(each.source)] : []))
    .join("\n");
  return { code, css };
}
let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findBrowser(), args: ["--no-sandbox", "--disable-gpu"] });
});
afterAll(() => browser.close());
test("shots", async () => {
  const { code, css } = await bundle();
  const fs = await import("node:fs");
  fs.writeFileSync(
    "/tmp/rows/page.html",
    `<!doctype html><html><head><style>${css}</style></head><body><div id=root></div><script>${code.replaceAll("</script", "<\\/script")}</script></body></html>`,
  );
  console.log(code.length, css.length);
});
