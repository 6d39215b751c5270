import { preprocessCSS, resolveConfig } from "vite";
import { expect, test } from "vitest";
import { sizesInRem } from "./sizes-in-rem.ts";

async function build(css: string): Promise<string> {
  const config = await resolveConfig(
    { configFile: false, logLevel: "error", css: { postcss: { plugins: [sizesInRem] } } },
    "build",
  );
  return (await preprocessCSS(css, "page.css", config)).code;
}

test("[TEXT-01] sizes follow the text size that a user chose; 16 px are 1rem", async () => {
  expect(await build("a { font-size: 14px; margin: -8px 0 24px auto; width: calc(100% - 40px) }")).toBe(
    "a { font-size: 0.875rem; margin: -0.5rem 0 1.5rem auto; width: calc(100% - 2.5rem) }",
  );
});

test("[TEXT-01] breakpoints follow the text size that a user chose, not that of the container", async () => {
  expect(await build("@media (max-width: 640px) { a { color: red } }")).toContain("(max-width: 40em)");
  expect(await build("@container form (min-width: 479.9px) { a { color: red } }")).toContain(
    "(min-width: 29.99375rem)",
  );
});

test("[TEXT-01] lines, shadows and outlines keep their width", async () => {
  const css = "a { border: 1px solid; box-shadow: 0 12px 32px red; outline-offset: 3px; background: url(a-20px.png) }";
  expect(await build(css)).toBe(css);
});
