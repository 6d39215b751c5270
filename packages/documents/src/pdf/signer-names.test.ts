import { expect, test } from "vitest";
import type { DocumentModel } from "#model/document-model.ts";
import { LEFT, RIGHT } from "#pdf/type-styles.ts";
import { drawPaper } from "#pdf/draw-paper.ts";
import { renderPdf } from "#pdf/render-pdf.ts";
import { readPdf, withoutSpaces } from "#pdf/testing/read-pdf.ts";
import { sampleInput } from "#pdf/testing/sample-input.ts";
import { sampleContract } from "#pdf/testing/sample-models.ts";

const namedAs = (name: string): DocumentModel => {
  const model = sampleContract();
  if (!model.closing) throw new Error("A contract has signatures.");
  const [first, ...others] = model.closing.signatures;
  return {
    ...model,
    parties: [{ caption: "Owner", strong: [name], lines: [] }, ...model.parties.slice(1)],
    closing: { ...model.closing, signatures: first ? [{ ...first, name }, ...others] : others },
  };
};

test.each([
  ["without a name", ""],
  ["of 300 letters", "Wolfeschlegelsteinhausenbergerdorff".repeat(9).slice(0, 300)],
  ["called like a path", "../../x"],
  ["called like a page", "<script>alert(1)</script>"],
])("[SIGN-40] a signer %s is printed as text inside of the margins", async (_, name) => {
  const input = await sampleInput(namedAs(name), { isSigned: true });
  const letters = (await readPdf(await renderPdf(input))).pages.map((page) => page.letters).join("");
  // Among the owners, and below the signature.
  expect(letters.split(withoutSpaces(name)).length - 1).toBeGreaterThanOrEqual(2);
  const texts = drawPaper(input)
    .pages.flatMap((page) => (page.kind === "file" ? [] : page.marks))
    .flatMap((mark) => (mark.type === "text" ? mark.spans : []));
  expect(texts.filter(({ x, width }) => x < LEFT - 0.5 || x + width > RIGHT + 0.5)).toEqual([]);
});
