import { isolatedText, type CompanyId } from "@ridgebook/contract";
import { escapeHtml } from "#http/escape-html.ts";
import { readMailMessage } from "./mail-message.ts";
import type { Mail } from "./mailer.ts";

export interface DocumentMail {
  readonly to: string;
  readonly documentName: string;
  /** Parts that make the file name distinctive: the lead's name and the document's number, if any. */
  readonly fileNameParts: readonly string[];
  readonly companyName: string;
  readonly companyId: CompanyId;
  /** HTML of the editor's e-mail mode; "" without a message. */
  readonly message: string;
  /** The sender; replies go there if the company names no address. */
  readonly replyTo: string | undefined;
  readonly pdf: Uint8Array;
}

/** Makes a file name that every mail program accepts. */
const toFileName = (name: string): string =>
  `${
    name
      .replaceAll(/[^\p{L}\p{N} ._-]/gu, " ")
      .replaceAll(/\s+/g, " ")
      .trim()
      .slice(0, 100) || "Document"
  }.pdf`;

/** The mail with the PDF attached (DOC-25). */
export function writeDocumentMail(mail: DocumentMail): Mail {
  const { to, documentName, companyName, companyId, replyTo, pdf } = mail;
  const withoutMessage = isolatedText(`${documentName} is attached to this e-mail.`);
  const { text, html } = readMailMessage(mail.message) ?? {
    text: withoutMessage,
    html: `<p>${escapeHtml(withoutMessage)}</p>`,
  };
  return {
    to: { name: "", address: to },
    subject: companyName === "" ? documentName : `${documentName} from ${companyName}`,
    companyId,
    replyTo,
    text,
    // A message may be right-to-left as a whole.
    html: `<div dir="auto" style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#222">\n${html}\n</div>`,
    attachments: [
      {
        filename: toFileName([documentName, ...mail.fileNameParts].filter(Boolean).join(" - ")),
        contentType: "application/pdf",
        content: Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength),
      },
    ],
  };
}
