import type { ContractChoices, LaborBillChoices, PurchaseOrderChoices } from "@ridgebook/documents";
import { describe, expect, test } from "vitest";
import { choiceProblems } from "#features/documents/choices/choice-problems.ts";

const common = { name: "Contract", copies: [{ workflowId: 1, workflowEstimateId: 1 }], texts: {} };
const contract: ContractChoices = {
  kind: "contract",
  ...common,
  scopeTexts: {},
  windowScopeTexts: {},
  photos: [],
  showsComparison: false,
  startDate: null,
  workingDays: null,
  customerNames: ["Karen Whitfield"],
};
const order: PurchaseOrderChoices = {
  kind: "purchaseOrder",
  ...common,
  poNumber: "",
  projectType: "",
  salesTaxPercent: 6,
  leftOutItemIds: [],
  supplier: { name: "", lines: [] },
  delivery: { date: null, note: "" },
};
const bill: LaborBillChoices = { kind: "laborBill", ...common, payee: "", extraCosts: [], quantities: {} };

const fields = (choices: Parameters<typeof choiceProblems>[0]): string[] =>
  choiceProblems(choices).map(({ field }) => field);

describe("errors to fix before a document is made", () => {
  test("nothing where everything is there, however little that is", () => {
    expect([contract, order, bill].flatMap(fields)).toEqual([]);
  });

  test.each([
    { given: "no name", choices: { ...contract, name: "  " }, field: "name" },
    { given: "a name of 201 letters", choices: { ...contract, name: "x".repeat(201) }, field: "name" },
    { given: "no work", choices: { ...contract, copies: [] }, field: "copies" },
    { given: "nobody who signs", choices: { ...contract, customerNames: [" "] }, field: "customer1" },
    { given: "half a working day", choices: { ...contract, workingDays: 0.5 }, field: "workingDays" },
    { given: "a tax of 101 %", choices: { ...order, salesTaxPercent: 101 }, field: "salesTax" },
    { given: "a cost without a name", choices: { ...bill, extraCosts: [{ label: "", amount: 40 }] }, field: "extra0" },
    { given: "less than nothing done", choices: { ...bill, quantities: { "12": -1 } }, field: "quantities" },
  ])("[MSG-02] $given", ({ choices, field }) => {
    expect(fields(choices)).toEqual([field]);
  });
});
