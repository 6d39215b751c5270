import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findDialect } from "./plain-words.mjs";

const root = path.join(import.meta.dirname, "..");
const KINDS = ["*.ts", "*.tsx", "*.mts", "*.mjs", "*.cjs", "*.js", "*.css", "*.md"];

/** The word list and its test. */
const exempt = new Set(["scripts/plain-words.mjs", "scripts/plain-words.test.mjs"]);

test("comments, test titles and pages use plain words", () => {
  const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...KINDS], { cwd: root })
    .toString()
    .split("\n")
    .filter((name) => name !== "" && !exempt.has(name) && existsSync(path.join(root, name)));
  expect(files.flatMap((name) => findDialect(name, readFileSync(path.join(root, name), "utf8")))).toEqual([]);
});

test.each([
  { given: "a line comment", text: "// Nobody waits.", words: 1 },
  { given: "a comment behind code", text: "const one = 1; // somebody", words: 1 },
  { given: "a phrase across two lines", text: "/**\n * What\n * stands here.\n */", words: 1 },
  { given: "a test title", text: 'test("shown to whoever asks", () => {});', words: 1 },
  { given: "a title behind a table", text: "test.each([1])(`is told ${1}`, () => {});", words: 1 },
  { given: "a comment in markup", text: "const one = <p>{/* of its own */}nobody</p>;", words: 1 },
  { given: "two words of one comment", text: "/* nobody, somebody */", words: 2 },
  { given: "a string", text: 'const text = "Nobody is signed in. // anew";', words: 0 },
  { given: "a template", text: "const text = `Nobody ${1} /* anew */`;", words: 0 },
  { given: "a regular expression", text: "const word = /nobody \\/* anew *\\//;", words: 0 },
  { given: "a name", text: "const nobody = 1;", words: 0 },
  { given: "a name that a comment quotes", text: "// Set `told` first.", words: 0 },
])("finds $words in $given", ({ text, words }) => {
  expect(findDialect("any.tsx", text)).toHaveLength(words);
});

test("finds the dialect of a style sheet's comments, not of its strings", () => {
  expect(findDialect("any.css", '/* nobody */\n.one::before { content: "/* anew */"; }')).toEqual([
    'any.css:1 "nobody": write no user, no caller, no one',
  ]);
});

test("finds the dialect of a page, not of its code and of what it quotes from the screen", () => {
  expect(findDialect("any.md", 'Nobody\n\n`anew`, **For everybody**, "afresh"\n\n```\nsomebody\n```\n')).toEqual([
    'any.md:1 "Nobody": write no user, no caller, no one',
  ]);
});
