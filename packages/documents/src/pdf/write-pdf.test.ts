import { expect, test } from "vitest";
import { renderPdf } from "#pdf/render-pdf.ts";
import { sampleInput } from "#pdf/testing/sample-input.ts";
import { sampleContract, samplePurchaseOrder } from "#pdf/testing/sample-models.ts";

test("[PAPER-06] a document has the same bytes whichever others were made before it in the same thread", async () => {
  const [contract, order] = [await sampleInput(sampleContract()), await sampleInput(samplePurchaseOrder())];
  const first = await renderPdf(order);
  await renderPdf(contract);
  const again = await renderPdf(order);
  await renderPdf({ ...contract, model: { ...contract.model, title: "Ωμέγα ﬁ 1/2 → ½" } });
  expect(Buffer.compare(first, again)).toBe(0);
  expect(Buffer.compare(first, await renderPdf(order))).toBe(0);
});
