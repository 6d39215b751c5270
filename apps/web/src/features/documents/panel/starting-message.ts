import { richTextToHtml } from "@ridgebook/documents/rich-text";

/** A mail's initial text: the company's words, or a greeting and the attachment's name. HTML of the editor's e-mail mode. */
export function startingMessage({
  companyText,
  firstName,
  documentName,
  companyName,
  sender,
}: {
  companyText: string;
  /** Of the homeowner, in a mail to them; else "". */
  firstName: string;
  documentName: string;
  companyName: string;
  sender: string;
}): string {
  if (companyText !== "") return companyText;
  const lines = [
    firstName === "" ? "Hello," : `Hello ${firstName},`,
    `${documentName}${companyName === "" ? "" : ` from ${companyName}`} is attached. If you have a question, just answer this e-mail.`,
    sender,
  ];
  return richTextToHtml(lines.filter((line) => line !== "").map((text) => ({ type: "paragraph", runs: [{ text }] })));
}
