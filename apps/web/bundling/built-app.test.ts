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
  ".stackTraceLimit": "zod: checks whether it is a number",
  ".startViewTransition": "React and the router: transitions are not used",
  navigation: "React: part of view transitions, which are not used",
  ".userAgentData": "Dexie: checks whether it exists",
  ".withResolvers": "Dexie: copied onto its own Promise where it exists",
  "Error.captureStackTrace": "checked before each use",
  ".imageSmoothingQuality": "pictures are scaled down at the default quality",
  VideoDecoder: "tried last for HEIC: without it, the file is refused with a message",
  "VideoDecoder.isConfigSupported": "tried last for HEIC",
  EncodedVideoChunk: "tried last for HEIC",
  // Members of our or a library's objects that have the same name.
  ".colorSpace": "pdf-lib: a member of its PNG",
  ".displayName": "React: a member of components",
  ".fetchPriority": "React: a property that it passes on",
  ".fileName": "ours: the name of a chosen file",
  ".getHTML": "TipTap: a method of the editor",
  ".isError": "React Query: a member of queries",
  ".parseHTML": "TipTap: a member of attributes",
  ".toArray": "Dexie: a method of collections",
  // Enhancements: the page works without them.
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
  "css hanging-punctuation": "only used as a feature check, to hide WebKit's empty dates",
  "css hanging-punctuation: first": "only used as a feature check",
  "css overscroll-behavior": "the page scrolls on at the end of a list",
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

/** Above the current count, and far below what the bundler makes by default. */
const MAX_FILES = 64;

describe("the built app", () => {
  test("has about forty files, because a device caches each of them separately", () => {
    const files = readdirSync(join(BUILT, "assets")).filter((file) => /\.(?:js|css)$/.test(file));
    expect(files.length).toBeLessThanOrEqual(MAX_FILES);
  });

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

test("ignores features that all browsers have, and names that the script declares itself", () => {
  const code = "structuredClone([1].toSorted()); navigator.locks; function navigation() {} navigation();";
  expect(findNewerInScript(code)).toEqual([]);
});

test("throws on syntax that an oldest browser cannot parse", () => {
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

  /** Runs the script as a browser without `lacks` would, and returns its effects on the page. */
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

  test("the script runs in every browser: its syntax is that of 2009", async () => {
    const { parse } = await import("acorn");
    expect(() => parse(script, { ecmaVersion: 5 })).not.toThrow();
  });

  test("the script, the README and the guide name the versions that the app is built for", () => {
    const { chrome, edge, firefox, safari } = OLDEST_BROWSERS;
    const guide = join(WEB, "../../docs/guide/getting-around.md");
    for (const text of [script, ...[join(WEB, "../../README.md"), guide].map((file) => readFileSync(file, "utf8"))])
      for (const words of [`iPadOS ${safari}.0`, `Chrome ${chrome}`, `Edge ${edge}`, `Firefox ${firefox}`])
        expect(text).toContain(words);
  });
});
