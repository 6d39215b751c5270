import {
  DOCUMENT_LABELS,
  documentKindOf,
  EMAIL_STATUSES,
  isSigned,
  PDF_STATUSES,
  type StoredDocument,
} from "@ridgebook/contract";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import type { TagTone } from "#ui/tag.tsx";

/** A state in words. */
interface StateText {
  readonly text: string;
  readonly tone: TagTone;
}

/** A kind's name; an unknown number is just a document (DOC-23). */
export const kindLabel = (type: number): string => {
  const kind = documentKindOf(type);
  return kind ? DOCUMENT_LABELS[kind] : "Document";
};

type WithPdf = Pick<StoredDocument, "pdfStatus" | "pdfFailure" | "signatures">;

/** The state of a document's PDF (DOC-24, OP-65); undefined if there is nothing to report. */
export function pdfState(document: WithPdf): StateText | undefined {
  switch (document.pdfStatus) {
    case PDF_STATUSES.queued:
      return { text: "PDF waits to be made", tone: "neutral" };
    case PDF_STATUSES.processing:
      return { text: "PDF is being made", tone: "neutral" };
    case PDF_STATUSES.success:
      return { text: "PDF ready", tone: "ok" };
    case PDF_STATUSES.failure:
      return {
        text: document.pdfFailure === "" ? "PDF failed" : `PDF failed: ${document.pdfFailure}`,
        tone: "bad",
      };
    case PDF_STATUSES.skipped:
      return { text: isSigned(document) ? "Signed PDF kept as it is" : "PDF skipped", tone: "neutral" };
    default:
      return undefined;
  }
}

/** Whether its PDF will change by itself soon. */
export const isPdfComing = ({ pdfStatus }: Pick<StoredDocument, "pdfStatus">): boolean =>
  pdfStatus === PDF_STATUSES.queued || pdfStatus === PDF_STATUSES.processing;

/** The sync state of an unsent document; undefined once it is sent. */
export function syncState(sync: LocalDocument["sync"]): StateText | undefined {
  switch (sync) {
    case "synced":
      return undefined;
    case "waiting":
      return { text: "On this device, waits for a signal", tone: "neutral" };
    case "sending":
      return { text: "Sending", tone: "neutral" };
    case "failed":
      return { text: "Not sent", tone: "bad" };
    case "conflict":
      return { text: "Two versions", tone: "warn" };
  }
}

/** Why the server rejected a document: its field messages, else its general one; undefined if it did not. */
export function refusalReason({ sync, problem }: Pick<LocalDocument, "sync" | "problem">): string | undefined {
  if (sync !== "failed") return undefined;
  const messages = Object.values(problem?.errors ?? {}).flat();
  return messages.length > 0 ? messages.join(" ") : (problem?.title ?? "The server did not say why.");
}

/** The state of a document's mail to one address (DOC-27). */
export function emailState(status: number): StateText {
  switch (status) {
    case EMAIL_STATUSES.success:
      return { text: "Sent", tone: "ok" };
    case EMAIL_STATUSES.failure:
      return { text: "Failed", tone: "bad" };
    case EMAIL_STATUSES.pending:
      return { text: "Waits to be sent", tone: "neutral" };
    case EMAIL_STATUSES.sending:
      return { text: "Sending", tone: "neutral" };
    default:
      return { text: "Not sent", tone: "neutral" };
  }
}

/** Whether a mail's state will change by itself soon. */
export const isEmailComing = (status: number): boolean =>
  status === EMAIL_STATUSES.pending || status === EMAIL_STATUSES.sending;
