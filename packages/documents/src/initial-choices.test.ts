import { DOCUMENT_TYPES, type DocumentId } from "@ridgebook/contract";
import { buildLead } from "@ridgebook/testing";
import { describe, expect, test } from "vitest";
import { buildDocument } from "./build-document.ts";
import { basisOf, documentDataOf } from "./document-data.ts";
import { initialChoices } from "./initial-choices.ts";
import { sampleEstimate, sampleSource } from "#testing/sample-source.ts";

const estimate = sampleEstimate(["gutters-cape", "roofing-colonial"]);
const source = sampleSource(estimate);
const ROOFING = { workflowId: 1, workflowEstimateId: 1 };
const GUTTERS = { workflowId: 4, workflowEstimateId: 1 };

describe("a new document", () => {
  test("[DOC-06] is about all copies with work in display order, and named after them", () => {
    const { name, copies, customerNames } = initialChoices(source, "contract");
    expect(copies).toEqual([ROOFING, GUTTERS]);
    expect(name).toBe("Contract, Roofing and Gutters");
    expect(customerNames).toEqual(["Karen Whitfield", "Tom Whitfield"]);
  });

  test("[SIGN-74] a change order starts without another contract's work, a new contract with all of it", () => {
    const besideRoof = sampleSource(estimate, { agreedElsewhere: ["1"] });
    expect(initialChoices(besideRoof, "changeOrder").copies).toEqual([GUTTERS]);
    expect(initialChoices(besideRoof, "contract").copies).toEqual([ROOFING, GUTTERS]);
  });

  test("[OP-37] a workflow that holds nothing but notes is left out", () => {
    const withGeneral = { ...estimate, workflowIds: [0, 1, 4, 2] as typeof estimate.workflowIds };
    expect(initialChoices(sampleSource(withGeneral), "contract").copies).toEqual([ROOFING, GUTTERS]);
  });

  test.each([
    { lead: { firstName: "Ann", lastName: "Lee" }, names: ["Ann Lee"] },
    { lead: { firstName: "Sandy and Roland", lastName: "Berg" }, names: ["Sandy Berg", "Roland Berg"] },
    { lead: { firstName: "Ann Cole & Bo", lastName: "Lee" }, names: ["Ann Cole", "Bo Lee"] },
    { lead: { firstName: "", lastName: "", company: "Lakeside LLC" }, names: ["Lakeside LLC"] },
  ])("[DOC-12] $names sign", ({ lead, names }) => {
    expect(initialChoices(sampleSource(estimate, { lead: buildLead(lead) }), "contract").customerNames).toEqual(names);
  });
});

describe("made from another document", () => {
  const contract = {
    ...initialChoices(source, "contract"),
    copies: [GUTTERS],
    startDate: "2026-06-15",
    workingDays: 2,
    scopeTexts: { 4: "<p>Ours</p>" },
    photos: [{ fileId: "photo", caption: "" }],
    texts: { warranty: "<p>Two years.</p>" },
  };

  test("[OP-67] one of the same kind begins with all that was decided", () => {
    expect(initialChoices(source, "contract", { madeFromChoices: contract })).toEqual({
      ...contract,
      name: "Contract, Gutters",
    });
  });

  test("[DOC-08] a work order takes copies, schedule, photos and edited scope of a contract", () => {
    expect(initialChoices(source, "workOrder", { madeFromChoices: contract })).toMatchObject({
      kind: "workOrder",
      copies: [GUTTERS],
      startDate: "2026-06-15",
      workingDays: 2,
      photos: contract.photos,
      scopeTexts: { 4: "<p>Ours</p>" },
      texts: {},
      crew: "",
    });
  });

  test("[DOC-08] a labor bill is paid to the crew of its work order; the final one lists what was paid", () => {
    const workOrder = { ...initialChoices(source, "workOrder"), crew: "North crew" };
    const laborBill = initialChoices(source, "laborBill", { madeFromChoices: workOrder });
    expect(laborBill.payee).toBe("North crew");
    const model = buildDocument(source, laborBill);
    const madeFrom = {
      id: 5 as DocumentId,
      type: DOCUMENT_TYPES.laborBill,
      data: documentDataOf({ model, choices: laborBill, basis: basisOf(estimate) }),
    };
    const final = initialChoices(sampleSource(estimate, { madeFrom }), "finalLaborBill", {
      madeFromChoices: laborBill,
    });
    expect(final).toMatchObject({ payee: "North crew", copies: [ROOFING, GUTTERS] });
    expect(final.paid).toEqual([{ label: "Labor bill 2026-0514-K7QD", amount: model.total }]);
  });

  test("[OP-67] copies that the estimate no longer holds are left out", () => {
    const roof = sampleSource(sampleEstimate(["roofing-colonial"]));
    expect(initialChoices(roof, "workOrder", { madeFromChoices: contract }).copies).toEqual([ROOFING]);
  });
});
