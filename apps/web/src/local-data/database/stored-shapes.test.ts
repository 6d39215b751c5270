import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import ts from "typescript";

/*
 * What the device keeps stays there for weeks and is read by every later version of the app. These are the shapes that no
 * schema of the contract describes; records are in the contract's own fingerprints.
 */

const FILES = ["change-record.ts", "device-database.ts", "info-entries.ts", "specified-database.ts"];

const WHAT_TO_DO =
  "The shape of something that devices keep changed. What they hold already has the former shape: new members are optional, or " +
  "the readers do without them. In ridgebook-device a changed table is a new version with an upgrade (device-database.test.ts); the " +
  "specified database never changes its version. Write a test that begins with a stored row of the former shape, and accept the " +
  "fingerprint with `npx vitest run apps/web/src/local-data/database/stored-shapes.test.ts -u`.";

/** The declarations of a file that say what is stored, as they mean it: without comments, in one layout. */
function declarationsOf(file: string): Record<string, string> {
  const text = readFileSync(path.join(import.meta.dirname, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const printer = ts.createPrinter({ removeComments: true });
  const declared = source.statements.filter(
    (each) => ts.isInterfaceDeclaration(each) || ts.isTypeAliasDeclaration(each),
  );
  return Object.fromEntries(
    declared.map((each) => {
      const printed = printer.printNode(ts.EmitHint.Unspecified, each, source);
      return [each.name.text, createHash("sha256").update(printed).digest("hex").slice(0, 12)];
    }),
  );
}

test("[SYNC-33] stored records have the shapes that later versions read", () => {
  const shapes = Object.fromEntries(FILES.map((file) => [file, declarationsOf(file)]));
  expect(shapes, WHAT_TO_DO).toMatchSnapshot();
});
