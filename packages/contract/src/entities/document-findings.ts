import { z } from "zod";
import { documentId } from "#ids.ts";

/**
 * Findings of the server when it receives a signed document; `sameNumber` also for others. A finding is stored with the document and shown
 * to the salesperson and the office; it never rejects what a homeowner signed.
 *
 * - `supersededBase`: another paper of the same work, unknown to the device, had been signed before
 * - `unknownChange`: it replaces a contract with a signed change order that it does not know
 * - `deletedBase`: the contract that it changes had been deleted, so it does not count
 * - `sameNumber`: another document of the company has its number
 * - `wrongClock`: the device's clock was more than 10 minutes off
 * - `broughtBack`: its estimate, or its lead too, had been deleted, and was restored with it
 * - `otherWording`: its words differ from those of today's settings, names or catalogue
 * - `otherDrawing`: another release drew its PDF, so it was compared by its words
 * - `reconstructed`: signatures came without the signed words; the server wrote the paper afterwards, and it agrees on nothing
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

/** Whether a paper's signatures came without the signed words (decision 0142): nothing on it counts as agreed. */
export const isReconstructed = ({ findings = [] }: { readonly findings?: readonly DocumentFinding[] }): boolean =>
  findings.some(({ kind }) => kind === ("reconstructed" satisfies FindingKind));

/** A signed paper of an estimate, for devices to compare with those they know. */
export const signedPaper = z.object({
  documentId,
  type: z.number().int(),
  number: z.string(),
  fingerprint: z.string(),
  createdTime: z.iso.datetime(),
  supersededById: documentId.nullable(),
});

/** The reply to a device's check before the first signature, while online. */
export const signingCheck = z.object({
  serverTime: z.iso.datetime(),
  isNumberTaken: z.boolean(),
  /** Of the estimate, oldest first. */
  signedPapers: z.array(signedPaper),
});
export type SigningCheck = z.infer<typeof signingCheck>;
