import { expect, test } from "vitest";
import { pdfDefinition } from "#pdf/definition.ts";
import { describeDefinition } from "#pdf/testing/describe-definition.ts";
import { sampleInput } from "#pdf/testing/sample-input.ts";
import { sampleContract } from "#pdf/testing/sample-models.ts";

/** Page 1, price, payment and the end of the sample contract. */
const SMALL = ["scope-2", "price", "payment", "start"];

test("[PAPER-01] the definition of a small signed contract is the reviewed one", async () => {
  const model = sampleContract();
  const small = { ...model, sections: model.sections.filter(({ id }) => SMALL.includes(id)) };
  const definition = pdfDefinition(await sampleInput(small, { isSigned: true }));
  await expect(describeDefinition(definition)).toMatchFileSnapshot("testing/small-contract.definition.txt");
});

test("[PAPER-01] a definition is data: nothing in it is a function", async () => {
  const definition = pdfDefinition(await sampleInput(sampleContract()));
  expect(structuredClone(definition)).toEqual(definition);
});
