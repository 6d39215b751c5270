import { DOCUMENT_TYPES } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { homeownersAmong, mergeRecipients, readAddresses } from "#features/documents/panel/read-addresses.ts";

describe("addresses of an e-mail", () => {
  test("[DOC-25] several are read, however they are separated", () => {
    expect(readAddresses("karen@example.com, tom@example.com;office@northgable.test\n")).toEqual({
      addresses: ["karen@example.com", "tom@example.com", "office@northgable.test"],
    });
    expect(readAddresses("  ")).toEqual({ addresses: [] });
  });

  test("[PAPER-35] the homeowner is chosen already for the homeowner's papers, and for no others", () => {
    const offered = [{ email: "Karen@example.com" }, { email: "crew@northgable.test" }];
    const chosenFor = (type: number, email = "karen@example.com"): string[] => [
      ...homeownersAmong(offered, { type, email }),
    ];
    const { contract, changeOrder, itemizedEstimate, purchaseOrder, workOrder } = DOCUMENT_TYPES;
    for (const type of [contract, changeOrder, itemizedEstimate])
      expect(chosenFor(type)).toEqual(["Karen@example.com"]);
    for (const type of [purchaseOrder, workOrder, 99]) expect(chosenFor(type)).toEqual([]);
    expect(chosenFor(contract, "")).toEqual([]);
  });

  test("one that is no address is named", () => {
    expect(readAddresses("karen@example.com, tom@")).toEqual({ problem: '"tom@" is not an e-mail address.' });
  });

  test("[DOC-25] chosen and typed ones go out once each, and never none or too many", () => {
    expect(mergeRecipients(["karen@example.com"], ["Karen@example.com", "tom@example.com"])).toEqual({
      addresses: ["Karen@example.com", "tom@example.com"],
    });
    expect(mergeRecipients([], [])).toEqual({ problem: "Choose or enter at least one e-mail address." });
    const many = Array.from({ length: 21 }, (_, index) => `person${index}@example.com`);
    expect(mergeRecipients(many, [])).toEqual({ problem: "At most 20 e-mail addresses." });
  });
});
