import { createHash } from "node:crypto";
import {
  DOCUMENT_PDF_FIELD,
  DOCUMENT_TYPES,
  documentToForm,
  EMPTY_ESTIMATE,
  type DocumentKind,
  type EstimateId,
  type SignatureInput,
  type SignatureKey,
} from "@ridgebook/contract";
import {
  basisOf,
  canonicalJson,
  DRAWING_VERSION,
  fingerprintOf,
  readModel,
  type ChangeOrderChoices,
  type Closing,
  type ContractChoices,
  type DocumentModel,
  type SignatureSlot,
} from "@ridgebook/documents";
import { WORKFLOWS } from "@ridgebook/estimating";
import sharp from "sharp";

const CONSENT = "I agree to this contract and to sign it electronically.";

type Section = DocumentModel["sections"][number];

function amountTable(id: string, columns: readonly string[], totals: readonly string[]): Section {
  const [first = "", ...amounts] = columns;
  const column = (label: string, align: "left" | "right") => ({ label, align, grow: 0, tone: "plain" as const });
  return {
    id,
    number: "",
    heading: "Price",
    note: "",
    aside: null,
    startsPage: false,
    blocks: [
      {
        kind: "table",
        columns: [column(first, "left"), ...amounts.map((label) => column(label, "right"))],
        rows: [],
        totals: [{ cells: [...totals], indent: 0 }],
        note: "",
      },
    ],
  };
}

/** The amounts of an empty signed paper: its estimate has no work. */
const AMOUNT_SECTIONS: Partial<Record<DocumentKind, readonly Section[]>> = {
  contract: [amountTable("price", ["Work", "Total"], ["Contract price", "$0.00"])],
  changeOrder: [
    amountTable("price", ["Work", "Before", "Now", "Difference"], ["This change", "", "", "$0.00"]),
    amountTable("value", ["", "Amount"], ["Contract value with this change", "$0.00"]),
  ],
};

const owner = (key: SignatureKey, name: string): SignatureSlot => ({
  key,
  name,
  role: "Owner",
  consent: CONSENT,
  required: true,
});
const ANN = owner("customer", "Ann Whitfield");
const BOB = owner("customer2", "Bob Whitfield");

/** For Thursday, May 14, 2026: Friday, Saturday and Monday are the three business days. */
const RIGHT_TO_CANCEL: Closing["rightToCancel"] = {
  lastDay: "Monday, May 18, 2026",
  notice: "You may cancel this transaction.",
  form: { title: "Notice of cancellation", paragraphs: ["NOT LATER THAN MIDNIGHT OF Monday, May 18, 2026."] },
};

/** A short document: one paragraph, and signature slots if homeowners sign. */
export function buildModel(model: Partial<DocumentModel> & Pick<DocumentModel, "kind">): DocumentModel {
  const isSignable = model.kind === "contract" || model.kind === "changeOrder";
  return {
    typeVersion: 1,
    title: "Home improvement contract",
    number: "2026-0514-K7QD",
    date: "2026-05-14",
    dateText: "May 14, 2026",
    company: {
      name: "North Gable Exteriors",
      lines: ["12 Ridge Road, Portage, MI 49024"],
      logoFileId: null,
      color: "#2ab0da",
      timeZone: "America/Detroit",
    },
    parties: [{ caption: "Customer", strong: ["Ann Whitfield"], lines: ["4 Elm Street"] }],
    keyFigures: [],
    sections: [
      {
        id: "notes",
        number: "",
        heading: "Notes",
        note: "",
        aside: null,
        blocks: [
          {
            kind: "text",
            blocks: [{ type: "paragraph", runs: [{ text: "A new roof." }] }],
            taskColumns: 1,
            tone: "plain",
          },
        ],
        startsPage: false,
      },
      ...(AMOUNT_SECTIONS[model.kind] ?? []),
    ],
    closing: isSignable
      ? {
          rightToCancel: model.kind === "contract" ? RIGHT_TO_CANCEL : null,
          summary: [{ text: "By signing, both sides agree." }],
          signatures: [ANN],
        }
      : null,
    footer: { lines: ["North Gable Exteriors"], hasInitials: false },
    attachmentFileIds: [],
    total: isSignable ? 0 : 12_000,
    runningTotal: model.kind === "changeOrder" ? 0 : null,
    ...model,
  };
}

/** A drawn signature: a dark stroke on a transparent background. */
export async function drawSignature(timestamp = "2026-05-14T18:02:11.000Z"): Promise<SignatureInput> {
  const stroke = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="90"><path d="M10 60 Q 80 10 140 60 T 280 40" fill="none" stroke="#123" stroke-width="3"/></svg>',
  );
  const picture = await sharp(stroke).png().toBuffer();
  return { data: `data:image/png;base64,${picture.toString("base64")}`, timestamp };
}

export interface NewDocument {
  readonly estimateId: number;
  readonly kind: DocumentKind;
  readonly name?: string;
  readonly workflows?: readonly string[];
  readonly createdTime?: string;
  readonly model?: Partial<DocumentModel>;
  readonly data?: Readonly<Record<string, string>>;
  /** Unsigned by default. */
  readonly signatures?: Partial<Record<SignatureKey, SignatureInput>>;
}

const COMMON = { copies: [], texts: {}, startDate: null, workingDays: null } as const;

/** The choices of an empty paper. */
const choicesOf = (
  kind: DocumentKind,
  { name, customerNames }: { name: string; customerNames: readonly string[] },
): ContractChoices | ChangeOrderChoices =>
  kind === "changeOrder"
    ? {
        kind,
        name,
        ...COMMON,
        customerNames,
        showAdditionalCost: false,
        additionalCost: 0,
        additionalWorkTotalBroughtFromAddendum: 0,
      }
    : {
        kind: "contract",
        name,
        ...COMMON,
        customerNames,
        scopeTexts: {},
        windowScopeTexts: {},
        photos: [],
        showsComparison: false,
      };

const ownersOf = ({ closing }: DocumentModel): string[] =>
  (closing?.signatures ?? []).filter(({ role }) => role === "Owner").map(({ name }) => name);

const WORKFLOW_IDS = WORKFLOWS.map(({ id }) => id);

/** An estimate of empty workflows, from the first version of a company's price book. */
const noWork = (id: number, workflows: readonly string[]) =>
  basisOf({
    ...EMPTY_ESTIMATE,
    id,
    priceBookVersion: 1,
    items: [],
    comparisons: [],
    workflowSummaries: {},
    workflowIds: WORKFLOW_IDS.filter((workflowId) => workflows.includes(String(workflowId))),
    createdTime: "",
    modifiedTime: "",
    principal: 0,
    monthlyRate: 0,
    monthlyPayment: 0,
  });

/** The input of a new document as a device sends it. */
export async function buildDocument({ estimateId, kind, signatures = {}, ...given }: NewDocument) {
  const alone = buildModel({ kind, ...given.model });
  const { closing } = alone;
  // A second owner gets a signature slot if one signs.
  const isForTwo = signatures.customer2 && closing && !given.model?.closing;
  const model = isForTwo ? { ...alone, closing: { ...closing, signatures: [ANN, BOB] } } : alone;
  const signed = (Object.entries(signatures) as [SignatureKey, SignatureInput][]).map(([key, signature]) => ({
    key,
    ...signature,
  }));
  const consents = Object.fromEntries(signed.map(({ key }) => [key, CONSENT]));
  const strokes = Object.fromEntries(signed.map(({ key }) => [key, [[{ x: 1, y: 2, time: 3 }]]]));
  return {
    estimateId: estimateId as EstimateId,
    name: given.name ?? "Contract",
    type: DOCUMENT_TYPES[kind],
    workflows: [...(given.workflows ?? [])],
    createdTime: given.createdTime ?? "2026-05-14T18:02:15.000Z",
    signatures,
    data: {
      typeVersion: "1",
      number: model.number,
      model: canonicalJson(model),
      ...(signed.length > 0 && {
        fingerprint: await fingerprintOf(model, signed),
        consents: canonicalJson(consents),
        strokes: canonicalJson(strokes),
        choices: canonicalJson(choicesOf(kind, { name: given.name ?? "Contract", customerNames: ownersOf(model) })),
        basis: canonicalJson(noWork(estimateId, given.workflows ?? [])),
        drawing: DRAWING_VERSION,
      }),
      ...given.data,
    } as Record<string, string>,
  };
}

/** A document as a browser sends it, with the device's PDF. */
export async function documentForm(
  input: Parameters<typeof documentToForm>[0],
  { pdf, further = [] }: { pdf?: File; further?: readonly (readonly [string, string])[] } = {},
): Promise<{ payload: Buffer; headers: { "content-type": string } }> {
  const form = new FormData();
  for (const [name, value] of [...documentToForm(input), ...further]) form.append(name, value);
  if (pdf) form.append(DOCUMENT_PDF_FIELD, pdf);
  const written = new Response(form);
  return {
    payload: Buffer.from(await written.arrayBuffer()),
    headers: { "content-type": written.headers.get("content-type") ?? "" },
  };
}

/** Draws a signed document's PDF like its device. `files` by file id. */
export async function drawPdf(
  { data, signatures }: Pick<Awaited<ReturnType<typeof buildDocument>>, "data" | "signatures">,
  files: ReadonlyMap<string, { contentType: string; name: string; bytes: Uint8Array }> = new Map(),
): Promise<Buffer> {
  const [{ renderPdf }, { readFontFiles }] = await Promise.all([
    import("@ridgebook/documents/pdf"),
    import("@ridgebook/documents/pdf-node"),
  ]);
  const drawn = await renderPdf({
    model: readModel(data),
    files,
    fonts: await readFontFiles(),
    fingerprint: data["fingerprint"] ?? null,
    signatures: Object.entries(signatures).map(([key, { data: url, timestamp }]) => ({
      key,
      timestamp,
      picture: Uint8Array.from(Buffer.from(url.slice(url.indexOf(",") + 1), "base64")),
    })),
  });
  return Buffer.from(drawn);
}

/** A small valid PDF, made unique by its text. */
export function buildPdf(text = "Contract"): Buffer {
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << >> >>",
    `<< /Length ${String(text.length + 2)} >>\nstream\n%${text}\n\nendstream`,
  ];
  let written = "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n";
  const offsets = objects.map((object, index) => {
    const offset = written.length;
    written += `${String(index + 1)} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = written.length;
  written += `xref\n0 ${String(objects.length + 1)}\n0000000000 65535 f \n`;
  for (const offset of offsets) written += `${String(offset).padStart(10, "0")} 00000 n \n`;
  written += `trailer\n<< /Size ${String(objects.length + 1)} /Root 1 0 R >>\nstartxref\n${String(table)}\n%%EOF\n`;
  return Buffer.from(written, "latin1");
}

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
