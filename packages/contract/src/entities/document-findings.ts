import { z } from "zod";
import { documentId } from "#ids.ts";

/**
 * What the server can find when it receives a signed document; `sameNumber` of others too. A finding is kept with the document and told to the salesperson and the
 * office; it is never a reason to refuse what a homeowner signed.
 *
 * - `supersededBase`: another paper of the same work had been signed before, which the device did not know
 * - `unknownChange`: it stands in the place of a contract of which a change order had been signed that it does not know
 * - `deletedBase`: the contract that it changes had been deleted, so it is not counted
 * - `sameNumber`: another document of the company has its number
 * - `wrongClock`: the device's clock was more than 10 minutes off
 * - `broughtBack`: its estimate, or its lead too, had been deleted, and came back with it
 * - `otherWording`: its words are not those of today's settings, names or catalogue
 * - `otherDrawing`: its PDF was drawn by another release, so it was compared by its words
 * - `reconstructed`: signatures came without the words that were signed; the server wrote the paper afterwards, and it agrees on nothing
 */
const FINDING_KINDS = [
  "supersededBase",
  "unknownChange",
  "deletedBase",
  "sameNumber",
  "wrongClock",
  "broughtBack",
  "otherWording",
  "otherDrawing",
  "reconstructed",
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

export const documentFinding = z.object({
  /** One of `FINDING_KINDS`, or of a later release. */
  kind: z.string(),
  /** In words, with numbers, amounts and times: "Change order 2026-0514-K7QDMA was signed at 8:46 PM and is not counted here." */
  text: z.string(),
});
export type DocumentFinding = z.infer<typeof documentFinding>;

/** Whether a paper's signatures came without the words that were signed (decision 0142): nothing on it counts as agreed. */
export const isReconstructed = ({ findings = [] }: { readonly findings?: readonly DocumentFinding[] }): boolean =>
  findings.some(({ kind }) => kind === ("reconstructed" satisfies FindingKind));

/** A signed paper of an estimate, as a device compares it with those that it knows. */
export const signedPaper = z.object({
  documentId,
  type: z.number().int(),
  number: z.string(),
  fingerprint: z.string(),
  createdTime: z.iso.datetime(),
  supersededById: documentId.nullable(),
});

/** What a device asks before the first signature, where it has a signal. */
export const signingCheck = z.object({
  serverTime: z.iso.datetime(),
  /** Whether another document of the company has the number. */
  isNumberTaken: z.boolean(),
  /** Of the estimate, oldest first. */
  signedPapers: z.array(signedPaper),
});
export type SigningCheck = z.infer<typeof signingCheck>;
