import { DOCUMENT_KINDS, SIGNATURE_KEYS } from "@ridgebook/contract";
import { z } from "zod";

/*
 * What a document says, from its first line to its last, as data: every amount, date and sentence in the words in which it will be
 * read. The paper on the screen and the PDF are drawn from this alone, today and in ten years, so a price list, a setting or a
 * name that changes later changes no document. A signature signs exactly this.
 */

/** Version of this shape; travels as `data.typeVersion`. */
export const TYPE_VERSION = 1;

const textRun = z.object({
  text: z.string(),
  bold: z.literal(true).optional(),
  italic: z.literal(true).optional(),
  underline: z.literal(true).optional(),
});
export type TextRun = z.infer<typeof textRun>;

const runs = z.array(textRun);

/** A line with a box: part of the work or not. */
const checkItem = z.object({ checked: z.boolean(), runs });
export type CheckItem = z.infer<typeof checkItem>;

/** Text as people write it in the editor. Headings of level 1 to 3 stand below the section's own. */
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
  /** Share of the width that is left over; 0 takes what its longest cell needs. */
  grow: z.number().min(0).max(12),
  /** Names of things are strong, what is said of them is grey. */
  tone: z.enum(["plain", "strong", "quiet"]),
});
export type TableColumn = z.infer<typeof tableColumn>;

/** One text a column, ready to read ("21,688.51", "−204.20"); indent 1 is a part of the row above. */
export const tableRow = z.object({ cells: z.array(z.string()), indent: z.union([z.literal(0), z.literal(1)]) });
export type TableRow = z.infer<typeof tableRow>;

/** A window as a person reads it, and as it is drawn: the choices' texts. */
export const windowRow = z.object({
  number: z.number().int(),
  room: z.string(),
  style: z.string(),
  madeWith: z.string(),
  /** "48 × 36 in" */
  size: z.string(),
  quantity: z.string(),
  /** Inches and texts of choices, for the drawing; null where no size is known. */
  look: z.object({ width: z.number(), height: z.number(), texts: z.record(z.string(), z.string()) }).nullable(),
});
export type WindowRow = z.infer<typeof windowRow>;

export const block = z.discriminatedUnion("kind", [
  /** Text of the editor. Tasks are set in so many columns. */
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
    /** Below a rule; the last one is the result and stands out. They stay with the last two rows. */
    totals: z.array(tableRow),
    note: z.string().default(""),
  }),
  z.object({ kind: z.literal("windows"), rows: z.array(windowRow) }),
  /** Ways to pay, packages: one line each, the chosen one marked. */
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
  /** Pictures by file id, so many in a row. */
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
  /** For tests and links: "scope-1", "price", "payment". */
  id: z.string(),
  /** "1" of numbered work, "" of others. */
  number: z.string(),
  heading: z.string(),
  /** A grey sentence below the heading. */
  note: z.string(),
  /** At the right of the heading: measurements, and the pitch as a triangle. */
  aside: z
    .object({ lines: z.array(z.string()), pitch: z.object({ rise: z.number(), run: z.number() }).nullable() })
    .nullable(),
  blocks: z.array(block),
  startsPage: z.boolean(),
});
export type DocumentSection = z.infer<typeof documentSection>;

/** Up to three columns below the title: who, where, what. */
export const party = z.object({ caption: z.string(), strong: z.array(z.string()), lines: z.array(z.string()) });
export type Party = z.infer<typeof party>;

/** Between two full rules: price, payment, start. `large` is set as a price. */
const keyFigure = z.object({ caption: z.string(), large: z.string(), lines: z.array(z.string()) });
export type KeyFigure = z.infer<typeof keyFigure>;

export const signatureSlot = z.object({
  key: z.enum(SIGNATURE_KEYS),
  name: z.string(),
  /** "Owner", "For North Gable Exteriors" */
  role: z.string(),
  /** The sentence that this person agrees to by signing. */
  consent: z.string(),
  required: z.boolean(),
});
export type SignatureSlot = z.infer<typeof signatureSlot>;

/** What stands together at the end: notice, summary and signatures stay on one page. */
export const closing = z.object({
  rightToCancel: z
    .object({
      /** "Monday, May 18, 2026" */
      lastDay: z.string(),
      /** At least 10-point bold. */
      notice: z.string(),
      /** Pages of the form, made twice: one is kept, one is sent back. */
      form: z.object({ title: z.string(), paragraphs: z.array(z.string()) }),
    })
    .nullable(),
  /** "By signing, both sides agree to …", with the price and the way to pay. */
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
  /** Day in the company's time zone, "2026-05-14", and as it is read. */
  date: z.string(),
  dateText: z.string(),
  company: z.object({
    name: z.string(),
    /** Address, phone, license. */
    lines: z.array(z.string()),
    logoFileId: z.string().nullable(),
    /** The exact company color, "#2ab0da": the short bar. */
    color: z.string(),
    timeZone: z.string(),
  }),
  parties: z.array(party).max(3),
  keyFigures: z.array(keyFigure).max(3),
  sections: z.array(documentSection),
  closing: closing.nullable(),
  footer: z.object({ lines: z.array(z.string()), hasInitials: z.boolean() }),
  /** Files whose pages follow; page numbers do not count them. */
  attachmentFileIds: z.array(z.string()),
  /** Dollars that the document is about: contract value, order total; null where it has none. */
  total: z.number().nullable(),
  /** Of contracts and change orders, dollars: value of the contract with all changes up to this one. */
  runningTotal: z.number().nullable(),
});
export type DocumentModel = z.infer<typeof documentModel>;

/** Every file that drawing the document needs. */
export const filesOf = (model: DocumentModel): string[] => {
  const pictures = model.sections.flatMap(({ blocks }) =>
    blocks.flatMap((each) => (each.kind === "pictures" ? each.pictures.map(({ fileId }) => fileId) : [])),
  );
  const logo = model.company.logoFileId;
  return [...new Set([...(logo === null ? [] : [logo]), ...pictures, ...model.attachmentFileIds])];
};
