import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { findNewerInScript, findNewerInStyles, type NewerFeature } from "./find-newer-features.ts";
import { OLDEST_BROWSERS } from "./oldest-browsers.ts";

const WEB = join(import.meta.dirname, "..");
const BUILT = join(WEB, "dist");

/** Features in the built app that an oldest browser lacks, and why that is harmless. */
const ALLOWED: Readonly<Record<string, string>> = {
  // The library checks for it before using it.
  ".caretPositionFromPoint": "ProseMirror: falls back to caretRangeFromPoint",
  ".caretRangeFromPoint": "ProseMirror: after caretPositionFromPoint",
  ".getComposedRanges": "ProseMirror: falls back to getSelection",
  ".persistentDeviceId": "signature_pad: falls back to pointerId",
  ".setImmediate": "Dexie: falls back to setTimeout",
  setImmediate: "Dexie and React: fall back to other timers",
  ".stackTraceLimit": "zod: asks whether it is a number",
  ".startViewTransition": "React and the router: transitions are not used",
  navigation: "React: part of view transitions, which are not used",
  ".userAgentData": "Dexie: asks whether it is there",
  ".withResolvers": "Dexie: copied onto its own Promise where it exists",
  "Error.captureStackTrace": "asked for before each use",
  ".imageSmoothingQuality": "a picture is made smaller at the usual quality",
  VideoDecoder: "tried last for HEIC: where it is missing, the file is refused in words",
  "VideoDecoder.isConfigSupported": "tried last for HEIC",
  EncodedVideoChunk: "tried last for HEIC",
  // Members of our own or of a library's objects that share the name.
  ".colorSpace": "pdf-lib: of a PNG",
  ".displayName": "React: of a component",
  ".fetchPriority": "React: a property that it passes on",
  ".fileName": "ours: the name of a chosen file",
  ".getHTML": "TipTap: of the editor",
  ".isError": "React Query: of a query",
  ".parseHTML": "TipTap: of an attribute",
  ".toArray": "Dexie: of a collection",
  // Style that only adds: the page works without it.
  "css accent-color": "the browser's own color",
  "css @page": "the browser's own margins of a printed page",
  "css box-decoration-break: clone": "the box ends at the line's end",
  "css break-after: avoid": "a heading may end a printed page",
  "css content-visibility": "draws more at once",
  "css content-visibility: auto": "draws more at once",
  "css field-sizing": "the field keeps its width",
  "css field-sizing: content": "the field keeps its width",
  "css forced-color-adjust": "Safari has no forced colors",
  "css forced-color-adjust: none": "Safari has no forced colors",
  "css hanging-punctuation": "only asked about: the empty dates of WebKit are hidden where it is known",
  "css hanging-punctuation: first": "only asked about",
  "css overscroll-behavior": "the page scrolls on behind a list's end",
  "css print-color-adjust: exact": "the build adds -webkit-print-color-adjust",
  "css scrollbar-width": "a scroll bar shows",
  "css scrollbar-width: none": "a scroll bar shows",
  "css text-box-edge": "a few pixels of space",
  "css text-box-edge: alphabetic": "a few pixels of space",
  "css text-box-edge: cap": "a few pixels of space",
  "css text-box-trim": "a few pixels of space",
  "css text-box-trim: trim-both": "a few pixels of space",
  "css text-decoration: dotted": "a plain underline, or none",
  "css text-decoration: wavy": "a plain underline, or none",
  "css text-size-adjust": "the build adds -webkit-text-size-adjust",
  "css text-wrap": "lines break elsewhere",
  "css text-wrap: balance": "lines break elsewhere",
  "css text-wrap: pretty": "lines break elsewhere",
};

/** More than there are, and far fewer than the bundler makes of it when it is left to itself. */
const MAX_FILES = 64;

describe("the built app", () => {
  test("is some forty files, since a device keeps each of them on its own", () => {
    const files = readdirSync(join(BUILT, "assets")).filter((file) => /\.(?:js|css)$/.test(file));
    expect(files.length).toBeLessThanOrEqual(MAX_FILES);
  });

  // Every script of the app is parsed.
  test("uses nothing that an oldest browser lacks, except behind a feature check, or as an enhancement", () => {
    if (!existsSync(BUILT)) throw new Error("Nothing is built yet: run `npm run build` first.");
    const found = new Map<string, string>();
    for (const file of readdirSync(BUILT, { recursive: true, encoding: "utf8" })) {
      const find = file.endsWith(".js") ? findNewerInScript : file.endsWith(".css") ? findNewerInStyles : undefined;
      for (const { feature, browsers, excerpt } of find?.(readFileSync(join(BUILT, file), "utf8")) ?? [])
        found.set(feature, `${feature} is too new for ${browsers.join(", ")} in ${file}: ${excerpt}`);
    }
    expect([...found].filter(([feature]) => !(feature in ALLOWED)).map(([, words]) => words)).toEqual([]);
    expect(Object.keys(ALLOWED).filter((feature) => !found.has(feature))).toEqual([]);
  });
});

const namesOf = (found: NewerFeature[]): string[] => found.map(({ feature }) => feature);

test.each([
  ["Object.groupBy(list, name)", "Object.groupBy"],
  ["Promise.withResolvers()", "Promise.withResolvers"],
  ["Array.fromAsync(list)", "Array.fromAsync"],
  ["URL.parse(address)", "URL.parse"],
  ["AbortSignal.any([one])", "AbortSignal.any"],
  ["element.checkVisibility()", ".checkVisibility"],
  ["list.isSubsetOf(other)", ".isSubsetOf"],
  ["requestIdleCallback(work)", "requestIdleCallback"],
])("finds %s", (code, feature) => {
  expect(namesOf(findNewerInScript(code))).toContain(feature);
});

test("leaves alone what all have, and names that the script declares itself", () => {
  const code = "structuredClone([1].toSorted()); navigator.locks; function navigation() {} navigation();";
  expect(findNewerInScript(code)).toEqual([]);
});

test("syntax that an oldest browser cannot read is an error", () => {
  expect(() => findNewerInScript("using file = open();")).toThrow(SyntaxError);
  expect(() => findNewerInScript("/(?i:a)b/")).toThrow(SyntaxError);
});

test.each([
  [".a { field-sizing: content }", "css field-sizing"],
  [".a { color: light-dark(red, blue) }", "css light-dark()"],
  ["@starting-style { .a { opacity: 0 } }", "css @starting-style"],
  [".a { anchor-name: --a }", "css anchor-name"],
  [".a { text-decoration: underline dotted var(--a) }", "css text-decoration with a variable"],
])("finds %s", (code, feature) => {
  expect(namesOf(findNewerInStyles(code))).toContain(feature);
});

describe("the page for older browsers", () => {
  const script = readFileSync(join(WEB, "public/old-browser.js"), "utf8");

  /** The script's effect on the page of a browser without the features in `lacks`. */
  const run = (lacks?: "CSS" | "popover" | "mask-composite") => {
    const splash = { innerHTML: "" };
    const attributes: string[] = [];
    const HTMLElement = function () {};
    if (lacks !== "popover") Object.assign(HTMLElement.prototype as object, { popover: null });
    runInNewContext(script, {
      HTMLElement,
      ...(lacks !== "CSS" && { CSS: { supports: () => lacks !== "mask-composite" } }),
      document: {
        documentElement: { setAttribute: (name: string) => attributes.push(name) },
        getElementById: () => splash,
      },
    });
    return { splash, attributes };
  };

  test.each(["CSS", "popover", "mask-composite"] as const)("a browser without %s shows what to do", (lacks) => {
    const { splash, attributes } = run(lacks);
    expect(splash.innerHTML).toContain("This browser is too old for Ridgebook");
    expect(attributes).toEqual(["data-old-browser"]);
  });

  test("a browser with all features starts the app", () => {
    expect(run()).toEqual({ splash: { innerHTML: "" }, attributes: [] });
  });

  test("it runs in every browser: its syntax is of 2009", async () => {
    const { parse } = await import("acorn");
    expect(() => parse(script, { ecmaVersion: 5 })).not.toThrow();
  });

  test("it, the README and the guide name the versions that the app is built for", () => {
    const { chrome, edge, firefox, safari } = OLDEST_BROWSERS;
    const guide = join(WEB, "../../docs/guide/getting-around.md");
    for (const text of [script, ...[join(WEB, "../../README.md"), guide].map((file) => readFileSync(file, "utf8"))])
      for (const words of [`iPadOS ${safari}.0`, `Chrome ${chrome}`, `Edge ${edge}`, `Firefox ${firefox}`])
        expect(text).toContain(words);
  });
});
