import type { SignatureSlot } from "@ridgebook/documents";
import { expect, test } from "vitest";
import {
  isComplete,
  nextSlot,
  signedData,
  toSeal,
  type TakenSignatures,
} from "#features/documents/signing/taken-signature.ts";

const slot = (key: SignatureSlot["key"], name: string): SignatureSlot => ({
  ...{ key, name, role: "Owner", consent: `${name} agrees.`, required: true },
});
const slots = [
  slot("customer", "Karen Whitfield"),
  slot("customer2", "Tom Whitfield"),
  slot("salesperson", "Dana Mercer"),
];

const drawn = { lines: [] } as never;
const karen = {
  picture: "data:image/png;base64,S2FyZW4=",
  strokes: drawn,
  typedName: null,
  timestamp: "2026-05-14T14:24:08.000Z",
};
const tom = {
  picture: "data:image/png;base64,VG9t",
  strokes: null,
  typedName: "Tom Whitfield",
  timestamp: "2026-05-14T14:24:51.000Z",
};
const dana = { ...karen, timestamp: "2026-05-14T14:25:30.000Z" };

test("[DOC-12] they sign one after the other, and the document is complete when all have", () => {
  const some: TakenSignatures = { customer: karen };
  expect(nextSlot(slots, some)?.key).toBe("customer2");
  expect(isComplete(slots, some)).toBe(false);
  const all = { ...some, customer2: tom, salesperson: dana };
  expect(nextSlot(slots, all)).toBeUndefined();
  expect(isComplete(slots, all)).toBe(true);
});

test("[DOC-11][OP-68] each signature is sent with its picture and time, by key", () => {
  const { signatures } = signedData(slots, { salesperson: dana, customer: karen, customer2: tom }, "ab".repeat(32));
  expect(signatures).toEqual({
    customer: { data: karen.picture, timestamp: karen.timestamp },
    customer2: { data: tom.picture, timestamp: tom.timestamp },
    salesperson: { data: dana.picture, timestamp: dana.timestamp },
  });
});

test("[DOC-12] the sentence that each agreed to is kept, and the lines of what was drawn", () => {
  const { signed } = signedData(slots, { customer: karen, customer2: tom }, "ab".repeat(32));
  expect(signed).toEqual({
    fingerprint: "ab".repeat(32),
    consents: { customer: "Karen Whitfield agrees.", customer2: "Tom Whitfield agrees." },
    strokes: { customer: drawn },
  });
});

test("what is sealed stands in the order of the places, whoever signed first", () => {
  expect(toSeal(slots, { salesperson: dana, customer: karen }).map(({ key }) => key)).toEqual([
    "customer",
    "salesperson",
  ]);
});
