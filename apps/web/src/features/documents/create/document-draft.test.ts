import type { LaborBillChoices, PurchaseOrderChoices } from "@ridgebook/documents";
import { expect, test } from "vitest";
import { draftKey, draftToValues, valuesToDraft } from "#features/documents/create/document-draft.ts";

const common = {
  name: "Bill",
  copies: [{ workflowId: 1, workflowEstimateId: 1 }],
  texts: { notes: "<p>Call first.</p>" },
};
const bill: LaborBillChoices = {
  ...{ kind: "laborBill", ...common, payee: "Ortiz crew", extraCosts: [{ label: "Travel", amount: 40 }] },
  quantities: { "-12": 3, "7": 0 },
};
const order: PurchaseOrderChoices = {
  ...{ kind: "purchaseOrder", ...common, poNumber: "PO-1", projectType: "", salesTaxPercent: 6 },
  ...{ leftOutItemIds: [-12, 7], supplier: { name: "", lines: [] }, delivery: { date: null, note: "" } },
};

test("choices come back as they were kept", () => {
  for (const choices of [bill, order])
    expect(valuesToDraft(draftToValues({ choices, contractId: -3 }), choices)).toEqual({ choices, contractId: -3 });
});

test("lines are named where the device replaces their ids by the server's", () => {
  const { choices } = draftToValues({ choices: order, contractId: undefined }) as {
    choices: { leftOutItemIds: unknown };
  };
  expect(choices.leftOutItemIds).toEqual([{ id: -12 }, { id: 7 }]);
  const kept = draftToValues({ choices: bill, contractId: undefined }) as { choices: { quantities: unknown } };
  expect(kept.choices.quantities).toContainEqual({ id: -12, quantity: 3 });
});

test("what another version kept begins where it says nothing, and another kind's is left out", () => {
  expect(
    valuesToDraft({ choices: { kind: "laborBill", payee: "Ortiz crew" } }, { ...bill, payee: "" })?.choices,
  ).toEqual(bill);
  expect(valuesToDraft({ choices: { kind: "workOrder" } }, bill)).toBeUndefined();
  expect(valuesToDraft(undefined, bill)).toBeUndefined();
});

test("[OP-67] a document made from another one has a draft of its own", () => {
  expect([draftKey("workOrder", undefined), draftKey("workOrder", -4)]).toEqual([
    "document:workOrder",
    "document:workOrder:-4",
  ]);
});
