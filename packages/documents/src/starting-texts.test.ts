import { DOCUMENT_KINDS } from "@ridgebook/contract";
import { expect, test } from "vitest";
import { DOCUMENT_TEXTS } from "#choices/document-choices.ts";
import { sampleEstimate, sampleSource } from "#testing/sample-source.ts";
import { startingScope, startingText, startingWindowScope, TEXTS_OF_KIND } from "./starting-texts.ts";

const estimate = sampleEstimate(["roofing-colonial"]);
const copies = [{ workflowId: 1, workflowEstimateId: 1 }];
const settings = {
  contractRoofingScopeOfWork: "<p>{{quantity 1.58}} ft of eaves</p>",
  contractWindowDetailsScopeOfWork: "<p>{{value 3.2}}</p>",
  contractWarrantyText: "<p>Ten years.</p>",
  contractPaymentDisclaimer: "<p>Of contracts.</p>",
  changeOrderPaymentDisclaimer: "<p>Of change orders.</p>",
  changeOrderScopeOfWork: "<p>Eaves: {{value 1.58}}</p>",
};
const source = sampleSource(estimate, { settings });

test("[DOC-30] an editor opens with what would be printed", () => {
  const textOf = (kind: "contract" | "changeOrder" | "workOrder", name: (typeof DOCUMENT_TEXTS)[number]): string =>
    startingText(source, { kind, copies, name });
  expect(textOf("contract", "warranty")).toBe("<p>Ten years.</p>");
  expect(textOf("contract", "paymentDisclaimer")).toBe("<p>Of contracts.</p>");
  expect(textOf("changeOrder", "paymentDisclaimer")).toBe("<p>Of change orders.</p>");
  expect(textOf("changeOrder", "changes")).toBe("<p>Eaves: 80 ft</p>");
  expect(textOf("contract", "notes")).toBe("");
  expect(textOf("workOrder", "warranty")).toBe("");
});

test("[DOC-29] a scope opens with its keywords answered, that of each window with its keywords", () => {
  expect(startingScope(source, copies[0] ?? { workflowId: 0, workflowEstimateId: 1 })).toBe("<p>80 ft of eaves</p>");
  expect(startingScope(sampleSource(estimate), { workflowId: 1, workflowEstimateId: 1 })).toContain("Drip edge");
  expect(startingWindowScope(source)).toBe("<p>{{value 3.2}}</p>");
});

test("every kind says which texts it has, and every text is one of some kind", () => {
  expect(new Set(Object.keys(TEXTS_OF_KIND))).toEqual(new Set(DOCUMENT_KINDS));
  expect(new Set(Object.values(TEXTS_OF_KIND).flat())).toEqual(new Set(DOCUMENT_TEXTS));
});
