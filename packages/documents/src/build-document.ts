import type { DocumentChoices } from "#choices/document-choices.ts";
import { buildChangeOrder } from "#kinds/change-order.ts";
import { buildContract } from "#kinds/contract.ts";
import { buildCostEstimate } from "#kinds/cost-estimate.ts";
import { buildItemizedEstimate } from "#kinds/itemized-estimate.ts";
import { buildFinalLaborBill, buildLaborBill } from "#kinds/labor-bill.ts";
import { buildPurchaseOrder } from "#kinds/purchase-order.ts";
import { buildWorkOrder } from "#kinds/work-order.ts";
import { withPrintedAs } from "#printing/unprintable-texts.ts";
import type { DocumentModel } from "#model/document-model.ts";
import type { DocumentSource } from "#model/document-source.ts";

/**
 * Builds a document's content from settings, estimate and choices (architecture, "Documents"). Deterministic, on a device and on the
 * server. Throws an Error for a change order without its signed contract.
 */
export const buildDocument = (source: DocumentSource, choices: DocumentChoices): DocumentModel =>
  withPrintedAs(buildKind(source, choices), choices.printedAs ?? {});

function buildKind(source: DocumentSource, choices: DocumentChoices): DocumentModel {
  switch (choices.kind) {
    case "contract":
      return buildContract(source, choices);
    case "changeOrder":
      return buildChangeOrder(source, choices);
    case "purchaseOrder":
      return buildPurchaseOrder(source, choices);
    case "workOrder":
      return buildWorkOrder(source, choices);
    case "costEstimate":
      return buildCostEstimate(source, choices);
    case "itemizedEstimate":
      return buildItemizedEstimate(source, choices);
    case "laborBill":
      return buildLaborBill(source, choices);
    case "finalLaborBill":
      return buildFinalLaborBill(source, choices);
  }
}
