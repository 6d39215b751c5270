/** Why a received PDF is not the document's own; the message describes the difference for people. */
export class PdfDifference extends Error {
  override readonly name = "PdfDifference";
}

/** Entries that our papers never have, in words that follow "The PDF". */
const WORDS: Readonly<Record<string, string>> = {
  OpenAction: "does something when it is opened",
  AA: "does something when a page is shown or left",
  JavaScript: "runs JavaScript",
  JS: "runs JavaScript",
  Names: "has scripts, other files or named places inside",
  EmbeddedFiles: "has other files inside",
  AF: "has other files inside",
  AcroForm: "has a form",
  XFA: "has a form",
  Encrypt: "is encrypted",
  Annots: "has links or comments",
  A: "has a link",
  OCProperties: "has layers that can be shown and hidden",
  Prev: "was changed after it was made",
};

/** The error for an entry that the document's own PDF lacks. */
export const unexpectedEntry = (key: string): PdfDifference =>
  new PdfDifference(`The PDF ${WORDS[key] ?? `has an entry "${key}"`}, and the document's own does not.`);
