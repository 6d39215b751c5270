import { SIGNATURE_KEYS, type SignatureInput, type SignatureKey } from "@ridgebook/contract";
import type { DeviceClock, SignatureSlot, SignatureToSeal } from "@ridgebook/documents";
import { listText } from "#ui/counted-text.ts";
import type { Signature } from "#ui/signature-pad/signature-pad.tsx";

/** A given signature. */
export interface TakenSignature extends Signature {
  /** When they agreed, by the device's clock. ISO 8601. */
  readonly timestamp: string;
  /** The known offset of the device's clock then. */
  readonly clock: DeviceClock;
}

export type TakenSignatures = Readonly<Partial<Record<SignatureKey, TakenSignature>>>;

/** The next signer: the first who has not signed and is not absent. */
export const nextSlot = (
  slots: readonly SignatureSlot[],
  taken: TakenSignatures,
  putOff: ReadonlySet<SignatureKey> = new Set(),
): SignatureSlot | undefined => slots.find(({ key }) => !taken[key] && !putOff.has(key));

/** "Karen Whitfield and Dana Mercer have", "Karen Whitfield has": who has signed so far. */
export function signedNames(
  slots: readonly Pick<SignatureSlot, "key" | "name" | "role">[],
  taken: Readonly<Partial<Record<SignatureKey, unknown>>>,
): string {
  const names = slots.filter(({ key }) => taken[key] !== undefined).map(({ name, role }) => name || role);
  return `${listText(names)} ${names.length === 1 ? "has" : "have"}`;
}

/** Whether everyone required has signed. */
export const isComplete = (slots: readonly SignatureSlot[], taken: TakenSignatures): boolean =>
  slots.every(({ key, required }) => !required || taken[key]);

/** The signatures in slot order. */
export const toSeal = (slots: readonly SignatureSlot[], taken: TakenSignatures): SignatureToSeal[] =>
  slots.flatMap(({ key }) => {
    const signature = taken[key];
    return signature ? [{ key, data: signature.picture, timestamp: signature.timestamp }] : [];
  });

const NO_COMPARISON: DeviceClock = { aheadSeconds: null, comparedTime: null };

/** The clock state to report: the largest offset if it was changed during signing. */
export function clockWhenSigned(taken: TakenSignatures): DeviceClock {
  const compared = Object.values(taken).flatMap(({ clock }) => (clock.aheadSeconds === null ? [] : [clock]));
  const [worst = NO_COMPARISON] = compared.toSorted(
    (one, other) => Math.abs(other.aheadSeconds ?? 0) - Math.abs(one.aheadSeconds ?? 0),
  );
  return worst;
}

/** The stored form of the signatures, with the sentence that each person agreed to and the strokes. */
export function signedData(slots: readonly SignatureSlot[], taken: TakenSignatures) {
  const sealed = toSeal(slots, taken);
  const signatures: Partial<Record<SignatureKey, SignatureInput>> = Object.fromEntries(
    sealed.map(({ key, data, timestamp }) => [key, { data, timestamp }]),
  );
  return {
    signatures,
    signed: {
      consents: Object.fromEntries(slots.flatMap(({ key, consent }) => (taken[key] ? [[key, consent]] : []))),
      strokes: Object.fromEntries(
        slots.flatMap(({ key }) => {
          const strokes = taken[key]?.strokes;
          return strokes ? [[key, strokes]] : [];
        }),
      ),
      clock: clockWhenSigned(taken),
    },
  };
}

const isTaken = (value: unknown): value is TakenSignature => {
  if (typeof value !== "object" || value === null) return false;
  const { picture, timestamp } = value as Partial<TakenSignature>;
  return typeof picture === "string" && typeof timestamp === "string" && !Number.isNaN(Date.parse(timestamp));
};

/** Parses signatures stored as JSON. Throws for anything else. */
export function readTaken(kept: string): TakenSignatures {
  const taken = Object.entries(JSON.parse(kept) as Record<string, unknown>);
  if (!taken.every(([key, value]) => SIGNATURE_KEYS.includes(key as SignatureKey) && isTaken(value)))
    throw new Error("What was stored is not a signature.");
  // Older apps stored no clock.
  const withClock = (signature: Omit<TakenSignature, "clock"> & Partial<TakenSignature>): TakenSignature => ({
    ...signature,
    clock: signature.clock ?? NO_COMPARISON,
  });
  return Object.fromEntries(
    (taken as [string, TakenSignature][]).map(([key, signature]) => [key, withClock(signature)]),
  );
}
