import { expect, test } from "vitest";
import { buildDocument } from "#build-document.ts";
import type { ContractChoices } from "#choices/document-choices.ts";
import { initialChoices } from "#initial-choices.ts";
import type { DocumentModel, DocumentSection } from "#model/document-model.ts";
import { sampleEstimate, sampleSource } from "#testing/sample-source.ts";
import { strayAmounts } from "./stray-amounts.ts";

const source = sampleSource(sampleEstimate(["roofing-colonial", "gutters-cape"], { promotion: 250 }), {
  settings: { contractLegalText: "<p>A late payment costs $25.00.</p>", showRightToCancel: true },
});
const begun = initialChoices(source, "contract");
const choices: ContractChoices = {
  ...begun,
  texts: { ...begun.texts, notes: "<p>An allowance of $500 for the chimney.</p>" },
  scopeTexts: { ...begun.scopeTexts, "1": "<p>New roof.</p>" },
  windowScopeTexts: { ...begun.windowScopeTexts, "1": "" },
};
const model = buildDocument(source, choices);

/** The paper with a sentence more in one of its sections. */
const adding = (id: string, text: string): DocumentModel => ({
  ...model,
  sections: model.sections.map((section): DocumentSection =>
    section.id === id
      ? {
          ...section,
          blocks: [
            ...section.blocks,
            { kind: "text", blocks: [{ type: "paragraph", runs: [{ text }] }], taskColumns: 1, tone: "plain" },
          ],
        }
      : section,
  ),
});

test("[PAPER-44] amounts that the company or the salesperson wrote are no difference", () => {
  expect(strayAmounts(model, [model], choices)).toEqual({ differences: [], otherWords: [] });
  expect(JSON.stringify(model.sections)).toContain("$500");
});

test.each([
  ["what was written for this paper alone", "notes", "Notes says $99.00, which is no amount of the estimate."],
  ["work whose text was written for it", "scope-1", "Roofing says $99.00, which is no amount of the estimate."],
])("[PAPER-44] another amount in %s is a difference", (_, id, says) => {
  expect(strayAmounts(adding(id, "Plus $99."), [model], choices).differences).toEqual([says]);
});

test.each([
  ["the company's terms", "legal", "$99.00 in Terms"],
  ["work that the company words", "scope-4", "$99.00 in Gutters"],
])("[PAPER-44] another amount in %s may be of other settings: it is reported", (_, id, says) => {
  expect(strayAmounts(adding(id, "Plus $99.00."), [model], choices)).toEqual({ differences: [], otherWords: [says] });
});
