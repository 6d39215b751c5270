import {
  DOCUMENT_TYPES,
  documentInput,
  leadFieldsOf,
  type EstimateId,
  type SignatureInput,
  type User,
} from "@ridgebook/contract";
import {
  documentDataOf,
  DRAWING_VERSION,
  fingerprintOf,
  readBasis,
  readChoices,
  readMadeWith,
  readModel,
} from "@ridgebook/documents";
import sharp from "sharp";
import type { CompanyScope } from "#database/company-scope.ts";
import { checkNewDocument } from "#features/documents/check-document.ts";
import { addDocument } from "#features/documents/add-document.ts";
import type { Transact } from "#features/documents/document-pdf.ts";
import { withMadeData, type MakingParts } from "#features/documents/make-document.ts";
import type { FormerRecords } from "#features/documents/receive-signed.ts";
import { isWholeImage } from "#features/files/is-whole-image.ts";

/*
 * The demo's signed documents, built from its estimates. Each is checked like a document from a device, without recalculating amounts or
 * comparing a PDF: the server made both itself.
 */

type DemoSigner = Pick<User, "id" | "firstName" | "lastName" | "email">;

export interface DemoPaper {
  readonly kind: "contract" | "changeOrder";
  readonly estimateId: EstimateId;
  readonly name: string;
  readonly workflows: readonly string[];
  readonly time: Date;
  readonly by: DemoSigner;
  /** Fingerprints of the signed papers that it builds on. */
  readonly buildsOn: readonly string[];
}

const WIDTH = 320;
const HEIGHT = 90;
/** Odd: a path has a starting point, and each curve takes two more. */
const POINTS = 35;

/** Generates an SVG path that looks like handwriting, from the name alone. */
function penStroke(name: string): string {
  const codes = Array.from(name, (letter) => letter.codePointAt(0) ?? 0);
  const points = Array.from({ length: POINTS }, (_, index) => {
    const code = codes[index % codes.length] ?? 0;
    const x = 14 + (index * (WIDTH - 28)) / POINTS;
    const y = HEIGHT / 2 + (index % 2 === 0 ? -1 : 1) * (6 + (code % 19)) + (index < 2 ? -12 : 0);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
  return `M${points[0] ?? ""} Q ${points.slice(1).join(" ")}`;
}

async function sign(name: string, time: Date): Promise<SignatureInput> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${String(WIDTH)}" height="${String(HEIGHT)}">
    <path d="${penStroke(name)}" fill="none" stroke="#14303c" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
  const picture = await sharp(Buffer.from(drawing)).png({ compressionLevel: 9 }).toBuffer();
  return { data: `data:image/png;base64,${picture.toString("base64")}`, timestamp: time.toISOString() };
}

/** Never called: the lead and the estimate were added in the same transaction. */
const NOTHING_GONE: FormerRecords = {
  restoreLead: () => Promise.reject(new Error("The lead of a demo paper is gone.")),
  restoreEstimate: () => Promise.reject(new Error("The estimate of a demo paper is gone.")),
};

/** Adds a signed paper and returns its fingerprint; its PDF is drawn by a job. */
export async function addSignedPaper(
  scope: CompanyScope,
  { kind, time, by, buildsOn, ...members }: DemoPaper,
  given: Omit<MakingParts, "now">,
): Promise<string> {
  const parts = { ...given, now: () => time };
  const found = await parts.work.find(scope, members.estimateId);
  if (!found) throw new Error("The estimate of a demo paper was not made.");
  const wanted = documentInput.parse({ ...members, type: DOCUMENT_TYPES[kind], createdTime: time.toISOString() });
  const made = { body: wanted, hasPdf: false, by: by.id, transact: ((work) => work(scope)) as Transact };
  const { body } = await withMadeData(made, parts);
  const model = readModel(body.data);
  const slots = model.closing?.signatures ?? [];
  const signed = await Promise.all(slots.map(async ({ key, name }) => ({ key, ...(await sign(name, time)) })));
  const fingerprint = await fingerprintOf(model, signed);
  const data = documentDataOf({
    model,
    choices: readChoices(body.data),
    basis: readBasis(body.data),
    basedOnId: body.data["basedOnId"],
    madeWith: readMadeWith(body.data),
    signed: {
      fingerprint,
      consents: Object.fromEntries(slots.map(({ key, consent }) => [key, consent])),
      strokes: {},
      buildsOn,
      drawing: DRAWING_VERSION,
      lead: leadFieldsOf(found.lead),
      clock: { aheadSeconds: 0, comparedTime: time.toISOString() },
    },
  });
  const signatures = Object.fromEntries(signed.map(({ key, ...signature }) => [key, signature]));
  const sent = { ...body, data, signatures };
  const checked = await checkNewDocument({ body: sent, file: undefined }, { isWholeImage });
  const sender = { user: by, device: "Safari on iPad", userAgent: "", address: "" };
  await addDocument(
    scope,
    { body: sent, checked: { ...checked, findings: [] }, pdfHash: null, sender, now: time, eventTime: time },
    NOTHING_GONE,
  );
  return fingerprint;
}
