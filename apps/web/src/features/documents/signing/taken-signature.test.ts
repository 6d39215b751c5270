import type { SignatureSlot } from "@ridgebook/documents";
import { expect, test } from "vitest";
import {
  clockWhenSigned,
  isComplete,
  nextSlot,
  readTaken,
  signedData,
  toSeal,
  type TakenSignatures,
} from "#features/documents/signing/taken-signature.ts";

const slot = (key: SignatureSlot["key"], name: string): SignatureSlot => ({
  key,
  name,
  role: "Owner",
  consent: `${name} agrees.`,
  required: true,
});
const slots = [
  slot("customer", "Karen Whitfield"),
  slot("customer2", "Tom Whitfield"),
  slot("salesperson", "Dana Mercer"),
];

const clock = { aheadSeconds: 0, comparedTime: "2026-05-14T14:20:00.000Z" };
const drawn = { lines: [] } as never;
const karen = {
  picture: "data:image/png;base64,S2FyZW4=",
  strokes: drawn,
  typedName: null,
  timestamp: "2026-05-14T14:24:08.000Z",
  clock,
};
const tom = {
  picture: "data:image/png;base64,VG9t",
  strokes: null,
  typedName: "Tom Whitfield",
  timestamp: "2026-05-14T14:24:51.000Z",
  clock,
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
  const { signatures } = signedData(slots, { salesperson: dana, customer: karen, customer2: tom });
  expect(signatures).toEqual({
    customer: { data: karen.picture, timestamp: karen.timestamp },
    customer2: { data: tom.picture, timestamp: tom.timestamp },
    salesperson: { data: dana.picture, timestamp: dana.timestamp },
  });
});

test("[DOC-12] the sentence that each agreed to is kept, and the lines of what was drawn", () => {
  const { signed } = signedData(slots, { customer: karen, customer2: tom });
  expect(signed).toEqual({
    consents: { customer: "Karen Whitfield agrees.", customer2: "Tom Whitfield agrees." },
    strokes: { customer: drawn },
    clock,
  });
});

test("signatures are sealed in slot order, no matter who signed first", () => {
  expect(toSeal(slots, { salesperson: dana, customer: karen }).map(({ key }) => key)).toEqual([
    "customer",
    "salesperson",
  ]);
});

test.each([
  ["forward", 0, 31_536_000, 31_536_000],
  ["back", 31_536_000, 0, 31_536_000],
  ["behind", 3, -7_200, -7_200],
])("[SIGN-47] if the clock jumps %s while people sign, its largest error is kept", (_way, first, second, kept) => {
  const at = (aheadSeconds: number) => ({ ...karen, clock: { ...clock, aheadSeconds } });
  expect(clockWhenSigned({ customer: at(first), customer2: at(second) }).aheadSeconds).toBe(kept);
});

test("[SIGN-46] a signature that was given before the first comparison says less than one that was given after it", () => {
  const never = { aheadSeconds: null, comparedTime: null };
  expect(clockWhenSigned({ customer: { ...karen, clock: never } })).toEqual(never);
  expect(clockWhenSigned({ customer: { ...karen, clock: never }, salesperson: dana })).toEqual(clock);
  expect(clockWhenSigned({ customer: karen, salesperson: { ...dana, clock: never } })).toEqual(clock);
});

test("signatures that a former version of the app kept come back, without a clock", () => {
  const { clock: _clock, ...former } = karen;
  expect(readTaken(JSON.stringify({ customer: former }))).toEqual({
    customer: { ...karen, clock: { aheadSeconds: null, comparedTime: null } },
  });
});
