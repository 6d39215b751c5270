import { z } from "zod";

/** What a document is (3.§3 "Document"). */
export const DOCUMENT_KINDS = {
  1: "Contract",
  2: "Purchase order",
  3: "Work order",
  4: "Cost estimate",
  5: "Labor bill",
  6: "Itemized estimate",
  7: "Change order",
  8: "Final labor bill",
} as const;
export type DocumentType = keyof typeof DOCUMENT_KINDS;

/** What the list shows of a document; everything else of it belongs to its own pages. */
const listedDocument = z.object({
  id: z.number(),
  name: z.string().default(""),
  type: z.number(),
  createdTime: z.string().optional(),
});

export interface ListedDocument {
  readonly id: number;
  /** Its own name, else its kind's. */
  readonly name: string;
  readonly type: number;
  readonly createdTime: string | undefined;
}

const isKind = (type: number): type is DocumentType => type in DOCUMENT_KINDS;

/** The documents of an estimate, of one type where one is given (EST-06); entries that are none are left out. */
export const listDocuments = (documents: readonly unknown[], type?: DocumentType): ListedDocument[] =>
  documents.flatMap((each) => {
    const read = listedDocument.safeParse(each);
    if (!read.success || (type !== undefined && read.data.type !== type)) return [];
    const { id, name, type: kind, createdTime } = read.data;
    return [{ id, name: name || (isKind(kind) ? DOCUMENT_KINDS[kind] : "Document"), type: kind, createdTime }];
  });
