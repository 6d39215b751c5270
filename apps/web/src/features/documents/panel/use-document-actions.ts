import { Problem, SIGNED_LINK_MINUTES } from "@ridgebook/contract";
import { whyContractIsKept } from "#features/documents/document-relations.ts";
import { kindLabel } from "#features/documents/document-states.ts";
import { useAttempt } from "#forms/use-attempt.ts";
import { useRemoval } from "#forms/use-removal.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useClient } from "#server-client/client-context.tsx";
import { notices } from "#ui/notices/notices.ts";

/** Only contracts can be in use: their change orders refer to them. */
const refusalOf = ({ code, message }: Problem): string =>
  code === "inUse" ? "Change orders build on this contract. Delete them first." : message;

/** Deletes a document, redraws its PDF, and links to it. */
export function useDocumentActions(document: LocalDocument, onChanged: () => void) {
  const localData = useLocalData();
  const client = useClient();
  const removal = useRemoval();
  const isExplained = (error: Error): boolean => error instanceof Problem;
  const { isBusy: isMakingPdf, attempt: attemptPdf } = useAttempt({ isExplained });
  const { attempt } = useAttempt({ isExplained });
  const { id, type } = document;
  const name = document.name || kindLabel(type);

  /** Explains why a contract cannot be deleted; otherwise confirms first. After a rejection the document stays. */
  const remove = async (): Promise<void> => {
    const reason = whyContractIsKept(document, await localData.documents.listOfEstimate(document.estimateId));
    if (reason !== undefined) {
      notices.add({ message: reason, type: "error" });
      return;
    }
    await removal({
      question: {
        title: `Delete ${name}?`,
        message: "The document is deleted for everybody in the company. It cannot be brought back.",
        confirmText: "Delete document",
      },
      remove: () => localData.documents.remove(id),
      done: `${name} is deleted`,
      keptText: (problem) => `${refusalOf(problem)} ${name} is kept.`,
    });
  };

  const makePdfAgain = () =>
    attemptPdf(async () => {
      await localData.documents.receive(await client.call("generateDocumentPdf", { params: { id: String(id) } }));
      onChanged();
    });

  /** Copies a link that opens this one paper without a login, to paste into a message. */
  const copyLink = () =>
    attempt(async () => {
      const { url } = await client.call("createDocumentLink", { params: { id: String(id) } });
      const link = new URL(url, window.location.origin).href;
      const message = `The link to ${name} is copied. It opens without a login for ${String(SIGNED_LINK_MINUTES)} minutes.`;
      await navigator.clipboard.writeText(link).then(
        () => notices.add({ message }),
        // Without clipboard access, the user copies it by hand.
        () => notices.add({ message: `Copy this link: ${link}`, type: "info", autoClose: false }),
      );
    });
  return { remove, makePdfAgain, isMakingPdf, copyLink };
}
