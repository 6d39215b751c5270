import type { SignatureKey } from "@ridgebook/contract";
import type { DocumentModel, SignatureSlot } from "#model/document-model.ts";
import { section } from "#kinds/company-paper.ts";

/** Names for signature keys without a person on the paper. */
const UNNAMED: Readonly<Record<SignatureKey, string>> = {
  customer: "Owner",
  customer2: "Owner",
  salesperson: "For the contractor",
};

/**
 * A contract or change order written after it was signed, because the signatures came without the words (decision 0142). Says so in its
 * title, in its first section and above the signatures, and no one on it agrees to anything. The last day to cancel depends on an unknown
 * paper, so it is left out.
 *
 * @param keys the received signatures
 * @param statement what is known of them, in words
 */
export function reconstructedPaper(
  model: DocumentModel,
  { keys, statement }: { readonly keys: readonly SignatureKey[]; readonly statement: string },
): DocumentModel {
  const slots = new Map(model.closing?.signatures.map((slot) => [slot.key, slot]));
  return {
    ...model,
    title: `${model.title} (reconstructed)`,
    sections: [
      section("reconstructed", {
        heading: "About this paper",
        blocks: [
          {
            kind: "text",
            taskColumns: 1,
            tone: "plain",
            blocks: [{ type: "paragraph", runs: [{ text: statement }] }],
          },
        ],
      }),
      // No one acknowledged the server's words.
      ...model.sections.filter(({ id }) => id !== "acknowledgements"),
    ],
    closing: {
      rightToCancel: null,
      summary: [{ text: statement, bold: true }],
      signatures: keys.map((key): SignatureSlot => ({
        key,
        name: slots.get(key)?.name ?? "",
        role: slots.get(key)?.role ?? UNNAMED[key],
        consent: "Not known: the words that were signed did not come with the signature.",
        required: true,
      })),
    },
    footer: { ...model.footer, hasInitials: false },
  };
}
