import { EMPTY_LEAD } from "@ridgebook/contract";
import {
  basisOf,
  buildDocument,
  initialChoices,
  type LaborBillChoices,
  type PurchaseOrderChoices,
} from "@ridgebook/documents";
import { sampleEstimate, sampleSource } from "@ridgebook/documents/testing/sample-source";
import { describe, expect, test } from "vitest";
import { draftToValues, valuesToDraft } from "#features/documents/create/document-draft.ts";
import type { FrozenDocument } from "#features/documents/create/frozen-document.ts";
import type { TakenSignatures } from "#features/documents/signing/taken-signature.ts";
import { draftKey } from "#local-data/estimates/document-draft-ids.ts";

const common = {
  name: "Bill",
  copies: [{ workflowId: 1, workflowEstimateId: 1 }],
  texts: { notes: "<p>Call first.</p>" },
};
const bill: LaborBillChoices = {
  kind: "laborBill",
  ...common,
  payee: "Ortiz crew",
  extraCosts: [{ label: "Travel", amount: 40 }],
  quantities: { "-12": 3, "7": 0 },
};
const order: PurchaseOrderChoices = {
  kind: "purchaseOrder",
  ...common,
  poNumber: "PO-1",
  projectType: "",
  salesTaxPercent: 6,
  leftOutItemIds: [-12, 7],
  supplier: { name: "", lines: [] },
  delivery: { date: null, note: "" },
};

test("choices come back as they were kept", () => {
  for (const choices of [bill, order])
    expect(valuesToDraft(draftToValues({ choices, contractId: -3 }), { start: choices, lead: EMPTY_LEAD })).toEqual({
      choices,
      contractId: -3,
    });
});

test("lines are named where the device replaces their ids by the server's", () => {
  const { choices } = draftToValues({ choices: order, contractId: undefined }) as {
    choices: { leftOutItemIds: unknown };
  };
  expect(choices.leftOutItemIds).toEqual([{ id: -12 }, { id: 7 }]);
  const kept = draftToValues({ choices: bill, contractId: undefined }) as { choices: { quantities: unknown } };
  expect(kept.choices.quantities).toContainEqual({ id: -12, quantity: 3 });
});

test("a draft of another version uses defaults for missing members, and another kind's is left out", () => {
  expect(
    valuesToDraft(
      { choices: { kind: "laborBill", payee: "Ortiz crew" } },
      { start: { ...bill, payee: "" }, lead: EMPTY_LEAD },
    )?.choices,
  ).toEqual(bill);
  expect(valuesToDraft({ choices: { kind: "workOrder" } }, { start: bill, lead: EMPTY_LEAD })).toBeUndefined();
  expect(valuesToDraft(undefined, { start: bill, lead: EMPTY_LEAD })).toBeUndefined();
});

test("[OP-67] a document made from another one has its own draft", () => {
  expect([draftKey("workOrder", undefined), draftKey("workOrder", -4)]).toEqual([
    "document:workOrder",
    "document:workOrder:-4",
  ]);
});

describe("in the middle of signing", () => {
  const source = sampleSource(sampleEstimate(["roofing-colonial", "gutters-cape"]));
  const contract = initialChoices(source, "contract");
  const { lead } = source;
  const model = buildDocument(source, contract);
  const document: FrozenDocument = {
    model,
    choices: contract,
    basis: basisOf(source.estimate),
    sourceId: -4,
    basedOnId: undefined,
    lead,
    buildsOn: ["ab".repeat(32)],
    madeWith: { settingsTime: "2026-05-14T12:00:00.000Z", priceBookVersion: 4 },
  };
  const taken: TakenSignatures = {
    customer: {
      picture: "data:image/png;base64,S2FyZW4=",
      strokes: { width: 600, height: 200, lines: [[{ x: 1, y: 2, time: 3, pressure: 0.5 }]] },
      typedName: null,
      timestamp: "2026-05-14T14:24:08.000Z",
      clock: { aheadSeconds: 3, comparedTime: "2026-05-14T14:20:00.000Z" },
    },
  };

  test("[PAPER-20] the paper comes back word for word, with the signatures on it", () => {
    const values = draftToValues({ choices: contract, contractId: undefined, signing: { document, taken } });
    // The stored form in the device's database.
    const kept = structuredClone(values);
    expect(valuesToDraft(kept, { start: contract, lead })?.signing).toEqual({ document, taken });
  });

  test("[PAPER-20] unreadable signatures are made again, and the choices stay", () => {
    const { signing, ...values } = draftToValues({ choices: contract, contractId: 3, signing: { document, taken } });
    for (const broken of [
      { ...(signing as object), model: "{}" },
      { ...(signing as object), taken: '{"customer":1}' },
    ])
      expect(valuesToDraft({ ...values, signing: broken }, { start: contract, lead })).toEqual({
        choices: contract,
        contractId: 3,
        signing: undefined,
      });
  });

  test("[PAPER-20][SIGN-50] a former version's draft takes the current lead, and names no papers that it builds on", () => {
    const values = draftToValues({ choices: contract, contractId: undefined, signing: { document, taken } });
    const { lead: _lead, buildsOn: _buildsOn, ...signing } = values.signing as Record<string, unknown>;
    const today = { ...lead, city: "Portage" };
    expect(valuesToDraft({ ...values, signing }, { start: contract, lead: today })?.signing).toEqual({
      document: { ...document, lead: today, buildsOn: undefined },
      taken,
    });
  });
});
