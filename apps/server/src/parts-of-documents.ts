import type { PricesOfDocuments } from "#features/documents/check-signed.ts";
import type { WorkOfDocuments } from "#features/documents/make-document.ts";
import { findOtherPrices } from "#features/estimates/check-prices.ts";
import { toEstimate } from "#features/estimates/estimate-presenter.ts";
import { findEstimates } from "#features/estimates/estimate-repository.ts";
import { toLead } from "#features/leads/lead-presenter.ts";
import { findLead } from "#features/leads/lead-repository.ts";
import type { createIndexedPriceBooks } from "#features/price-book/indexed-price-books.ts";
import { nameWorkflows } from "#features/workflows/workflow-repository.ts";

/* Wires the document feature to the features whose data it needs. */

export const workOfDocuments: WorkOfDocuments = {
  async find(scope, id) {
    const [estimate] = (await findEstimates(scope, [id])).map(toEstimate);
    const lead = estimate && (await findLead(scope, estimate.leadId));
    return lead && { estimate, lead: toLead(lead) };
  },
  workflows: nameWorkflows,
};

export const pricesOfDocuments = (priceBooks: ReturnType<typeof createIndexedPriceBooks>): PricesOfDocuments => ({
  ...priceBooks,
  linesOf: async (scope, id) => (await findEstimates(scope, [id]))[0]?.items,
  findOtherPrices,
});
