import { SIGNATURE_KEYS, type SignatureInput, type SignatureKey } from "@ridgebook/contract";
import type { SignatureSlot, SignatureToSeal, SignedData } from "@ridgebook/documents";
import type { Signature } from "#ui/signature-pad/signature-pad.tsx";

/** A signature that somebody gave, with the moment in which they agreed. ISO 8601. */
export interface TakenSignature extends Signature {
  readonly timestamp: string;
}

export type TakenSignatures = Readonly<Partial<Record<SignatureKey, TakenSignature>>>;

/** Whose turn it is: the first who has not signed. */
export const nextSlot = (slots: readonly SignatureSlot[], taken: TakenSignatures): SignatureSlot | undefined =>
  slots.find(({ key }) => !taken[key]);

/** Whether everybody has signed who must. */
export const isComplete = (slots: readonly SignatureSlot[], taken: TakenSignatures): boolean =>
  slots.every(({ key, required }) => !required || taken[key]);

/** The signatures in the order of their places. */
export const toSeal = (slots: readonly SignatureSlot[], taken: TakenSignatures): SignatureToSeal[] =>
  slots.flatMap(({ key }) => {
    const signature = taken[key];
    return signature ? [{ key, data: signature.picture, timestamp: signature.timestamp }] : [];
  });

/** What is stored of the signatures, with the sentence that each person agreed to and the lines as they were drawn. */
export function signedData(
  slots: readonly SignatureSlot[],
  taken: TakenSignatures,
  fingerprint: string,
): { signatures: Partial<Record<SignatureKey, SignatureInput>>; signed: SignedData } {
  const sealed = toSeal(slots, taken);
  return {
    signatures: Object.fromEntries(sealed.map(({ key, data, timestamp }) => [key, { data, timestamp }])),
    signed: {
      fingerprint,
      consents: Object.fromEntries(slots.flatMap(({ key, consent }) => (taken[key] ? [[key, consent]] : []))),
      strokes: Object.fromEntries(
        slots.flatMap(({ key }) => {
          const strokes = taken[key]?.strokes;
          return strokes ? [[key, strokes]] : [];
        }),
      ),
    },
  };
}

const isTaken = (value: unknown): value is TakenSignature => {
  if (typeof value !== "object" || value === null) return false;
  const { picture, timestamp } = value as Partial<TakenSignature>;
  return typeof picture === "string" && typeof timestamp === "string" && !Number.isNaN(Date.parse(timestamp));
};

/** Signatures that the device has kept as JSON. Throws for anything else. */
export function readTaken(kept: string): TakenSignatures {
  const taken = Object.entries(JSON.parse(kept) as Record<string, unknown>);
  if (!taken.every(([key, value]) => SIGNATURE_KEYS.includes(key as SignatureKey) && isTaken(value)))
    throw new Error("What was kept are no signatures.");
  return Object.fromEntries(taken);
}
