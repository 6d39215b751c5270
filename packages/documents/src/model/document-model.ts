import { DOCUMENT_KINDS, SIGNATURE_KEYS } from "@ridgebook/contract";
import { z } from "zod";

/*
 * The complete content of a document, in order, as data. Every amount, date and sentence is stored as the text that is displayed.
 * The paper on the screen and the PDF are rendered from this alone, so later changes to a price list, a setting or a name change
 * no document. A signature covers exactly this data.
 */

/** Version of this shape, stored as `data.typeVersion`. */
export const TYPE_VERSION = 1;

const textRun = z.object({
  text: z.string(),
  bold: z.literal(true).optional(),
  italic: z.literal(true).optional(),
  underline: z.literal(true).optional(),
});
export type TextRun = z.infer<typeof textRun>;

const runs = z.array(textRun);

/** An item with a checkbox: included in the work or not. */
const checkItem = z.object({ checked: z.boolean(), runs });
export type CheckItem = z.infer<typeof checkItem>;

/** Text from the editor. Headings of level 1 to 3 rank below the section's heading. */
export const richBlock = z.discriminatedUnion("type", [
  z.object({ type: z.literal("paragraph"), runs }),
  z.object({ type: z.literal("heading"), level: z.union([z.literal(1), z.literal(2), z.literal(3)]), runs }),
  z.object({ type: z.literal("list"), ordered: z.boolean(), items: z.array(runs) }),
  z.object({ type: z.literal("tasks"), items: z.array(checkItem) }),
]);
export type RichBlock = z.infer<typeof richBlock>;

const tableColumn = z.object({
  label: z.string(),
  align: z.enum(["left", "right"]),
  /** Share of the remaining width; 0 for the width of the longest cell. */
  grow: z.number().min(0).max(12),
  /** Item names are strong, details are quiet. */
  tone: z.enum(["plain", "strong", "quiet"]),
});
export type TableColumn = z.infer<typeof tableColumn>;

/** A row with one formatted text per column ("21,688.51", "−204.20"). Indent 1 marks a part of the row above. */
export const tableRow = z.object({ cells: z.array(z.string()), indent: z.union([z.literal(0), z.literal(1)]) });
export type TableRow = z.infer<typeof tableRow>;

/** A window as displayed text, with the data for its drawing. */
export const windowRow = z.object({
  number: z.number().int(),
  room: z.string(),
  style: z.string(),
  madeWith: z.string(),
  /** "48 × 36 in" */
  size: z.string(),
  quantity: z.string(),
  /** Size in inches and the texts of its choices, for the drawing; null if the size is unknown. */
  look: z.object({ width: z.number(), height: z.number(), texts: z.record(z.string(), z.string()) }).nullable(),
});
export type WindowRow = z.infer<typeof windowRow>;

export const block = z.discriminatedUnion("kind", [
  /** Text from the editor, with the number of columns for its tasks. */
  z.object({
    kind: z.literal("text"),
    blocks: z.array(richBlock),
    taskColumns: z.union([z.literal(1), z.literal(2)]).default(1),
    tone: z.enum(["plain", "quiet", "caption"]).default("plain"),
  }),
  z.object({
    kind: z.literal("table"),
    columns: z.array(tableColumn),
    rows: z.array(tableRow),
    /** Rows below a rule; the last one is the emphasized result. They stay on one page with the last two rows. */
    totals: z.array(tableRow),
    note: z.string().default(""),
  }),
  z.object({ kind: z.literal("windows"), rows: z.array(windowRow) }),
  /** Alternatives, such as payment methods or packages: one line each, with the chosen one marked. */
  z.object({
    kind: z.literal("options"),
    rows: z.array(
      z.object({
        chosen: z.boolean(),
        name: z.string(),
        detail: z.string(),
        middle: z.string(),
        amount: z.string(),
      }),
    ),
    note: z.string().default(""),
  }),
  /** Pictures by file id, with `perRow` pictures in a row. */
  z.object({
    kind: z.literal("pictures"),
    perRow: z.union([z.literal(1), z.literal(2), z.literal(3)]),
    pictures: z.array(z.object({ fileId: z.string(), caption: z.string() })),
  }),
  /** Lines to fill in by hand: "Received by, date". */
  z.object({ kind: z.literal("blanks"), labels: z.array(z.string()) }),
]);
export type Block = z.infer<typeof block>;

const documentSection = z.object({
  /** A stable id for tests and links: "scope-1", "price", "payment". */
  id: z.string(),
  /** "1" for numbered work, "" for other sections. */
  number: z.string(),
  heading: z.string(),
  /** A quiet sentence below the heading. */
  note: z.string(),
  /** Measurements to the right of the heading, with the pitch as a triangle. */
  aside: z
    .object({ lines: z.array(z.string()), pitch: z.object({ rise: z.number(), run: z.number() }).nullable() })
    .nullable(),
  blocks: z.array(block),
  startsPage: z.boolean(),
});
export type DocumentSection = z.infer<typeof documentSection>;

/** One of at most three columns below the title: who, where, what. */
export const party = z.object({ caption: z.string(), strong: z.array(z.string()), lines: z.array(z.string()) });
export type Party = z.infer<typeof party>;

/** A key figure between two full rules: price, payment, start. `large` is set in the size of a price. */
const keyFigure = z.object({ caption: z.string(), large: z.string(), lines: z.array(z.string()) });
export type KeyFigure = z.infer<typeof keyFigure>;

export const signatureSlot = z.object({
  key: z.enum(SIGNATURE_KEYS),
  name: z.string(),
  /** "Owner", "For North Gable Exteriors" */
  role: z.string(),
  /** The sentence to which this person agrees by signing. */
  consent: z.string(),
  required: z.boolean(),
});
export type SignatureSlot = z.infer<typeof signatureSlot>;

/** The end of a document: notice, summary and signatures stay together on one page. */
export const closing = z.object({
  rightToCancel: z
    .object({
      /** "Monday, May 18, 2026" */
      lastDay: z.string(),
      /** Set in at least 10-point bold. */
      notice: z.string(),
      /** The cancellation form, printed twice: one copy to keep, one to send back. */
      form: z.object({ title: z.string(), paragraphs: z.array(z.string()) }),
    })
    .nullable(),
  /** "By signing, both sides agree to …", with the price and the payment method. */
  summary: runs,
  signatures: z.array(signatureSlot),
});
export type Closing = z.infer<typeof closing>;

export const documentModel = z.object({
  typeVersion: z.literal(TYPE_VERSION),
  kind: z.enum(DOCUMENT_KINDS),
  /** "Home improvement contract" */
  title: z.string(),
  /** "2026-0514-K7QD" */
  number: z.string(),
  /** Day in the company's time zone, "2026-05-14"; `dateText` is the displayed form. */
  date: z.string(),
  dateText: z.string(),
  company: z.object({
    name: z.string(),
    /** Address, phone, license. */
    lines: z.array(z.string()),
    logoFileId: z.string().nullable(),
    /** The exact company color, "#2ab0da", used for the short bar. */
    color: z.string(),
    timeZone: z.string(),
  }),
  parties: z.array(party).max(3),
  keyFigures: z.array(keyFigure).max(3),
  sections: z.array(documentSection),
  closing: closing.nullable(),
  footer: z.object({ lines: z.array(z.string()), hasInitials: z.boolean() }),
  /** Attached files, appended as pages that the page numbers do not count. */
  attachmentFileIds: z.array(z.string()),
  /** The document's amount in dollars, such as the contract value or order total; null if it has none. */
  total: z.number().nullable(),
  /** Contract value in dollars including all changes up to this one; for contracts and change orders only. */
  runningTotal: z.number().nullable(),
});
export type DocumentModel = z.infer<typeof documentModel>;

/** Returns the ids of all files that rendering the document needs. */
export const filesOf = (model: DocumentModel): string[] => {
  const pictures = model.sections.flatMap(({ blocks }) =>
    blocks.flatMap((each) => (each.kind === "pictures" ? each.pictures.map(({ fileId }) => fileId) : [])),
  );
  const logo = model.company.logoFileId;
  return [...new Set([...(logo === null ? [] : [logo]), ...pictures, ...model.attachmentFileIds])];
};
