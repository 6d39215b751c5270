import {
  DOCUMENT_KINDS,
  estimate,
  pick,
  type DocumentData,
  type LeadFields,
  type SignatureKey,
} from "@ridgebook/contract";
import { z } from "zod";
import type { DocumentChoices } from "#choices/document-choices.ts";
import type { DeviceClock } from "./device-clock.ts";
import { canonicalJson } from "#fingerprint/canonical-json.ts";
import { documentModel, TYPE_VERSION, type DocumentModel } from "#model/document-model.ts";
import type { DocumentBasis, EstimateOfDocument } from "#model/document-source.ts";

/* A document's values as texts (the contract's `documentData`): its content, its choices, its source. */

/** The part of an estimate for later comparison: without progress, dates and documents. */
export const basisOf = (source: EstimateOfDocument): DocumentBasis =>
  pick(source, [
    "id",
    "items",
    "comparisons",
    "workflowSummaries",
    "workflowIds",
    "duplicateWorkflows",
    "paymentOption",
    "promotion",
    "downpayment",
    "term",
    "priceBookVersion",
  ]);

/** The versions of the company's data that a document was made with. */
export interface MadeWith {
  /** When the settings, including the wording, were last changed as far as the device knew; ISO 8601, null if unknown. */
  readonly settingsTime: string | null;
  readonly priceBookVersion: number;
}

/** What signing adds: the seal, the consents, and the strokes. */
export interface SignedData {
  /** SHA-256 of model and signatures, hexadecimal. */
  readonly fingerprint: string;
  readonly consents: Readonly<Partial<Record<SignatureKey, string>>>;
  /** Points of the drawn lines; a typed signature has none. */
  readonly strokes: Readonly<Partial<Record<SignatureKey, unknown>>>;
  /** Fingerprints of the signed papers that it is built on, oldest first; undefined if an older app started it. */
  readonly buildsOn: readonly string[] | undefined;
  readonly clock: DeviceClock;
  /** `DRAWING_VERSION` of the program that drew the PDF. */
  readonly drawing: string;
  /** The lead as it stood. */
  readonly lead: LeadFields;
}

/** The values stored and sent with a document. `sourceId` and `basedOnId` are ids of documents. */
export const documentDataOf = ({
  model,
  choices,
  basis,
  sourceId,
  basedOnId,
  madeWith,
  signed,
}: {
  readonly model: DocumentModel;
  readonly choices: DocumentChoices;
  readonly basis: DocumentBasis;
  readonly sourceId?: number | string | undefined;
  readonly basedOnId?: number | string | undefined;
  /** Undefined for an older app's paper. */
  readonly madeWith?: MadeWith | undefined;
  readonly signed?: SignedData | undefined;
}): DocumentData => ({
  typeVersion: String(TYPE_VERSION),
  number: model.number,
  model: canonicalJson(model),
  choices: canonicalJson(choices),
  basis: canonicalJson(basis),
  ...(sourceId !== undefined && { sourceId: String(sourceId) }),
  ...(basedOnId !== undefined && { basedOnId: String(basedOnId) }),
  ...(madeWith && { madeWith: canonicalJson(madeWith) }),
  ...(signed && {
    fingerprint: signed.fingerprint,
    consents: canonicalJson(signed.consents),
    strokes: canonicalJson(signed.strokes),
    ...(signed.buildsOn && { buildsOn: canonicalJson(signed.buildsOn) }),
    clock: canonicalJson(signed.clock),
    drawing: signed.drawing,
    lead: canonicalJson(signed.lead),
  }),
});

type Stored = Readonly<Record<string, string>>;

/** Parses one value; throws an Error that names the value and the reason. */
function readValue<Schema extends z.ZodType>(
  data: Stored,
  key: string,
  schema: Schema,
  what: string,
): z.output<Schema> {
  const text = data[key];
  if (text === undefined || text === "") throw new Error(`The document has no ${what} (data.${key}).`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new Error(`The document's ${what} (data.${key}) is not readable: it is not JSON.`);
  }
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue && issue.path.length > 0 ? ` at ${issue.path.map(String).join(".")}` : "";
  throw new Error(`The document's ${what} (data.${key}) is not readable${place}: ${issue?.message ?? "unknown shape"}`);
}

/** Parses a stored document's content. Throws an Error that names the value and the place. */
export const readModel = (data: Stored): DocumentModel => readValue(data, "model", documentModel, "content");

/** Lines and the estimate may still have the device's negative ids. */
const basisSchema = estimate
  .pick({
    items: true,
    comparisons: true,
    workflowSummaries: true,
    workflowIds: true,
    duplicateWorkflows: true,
    paymentOption: true,
    promotion: true,
    downpayment: true,
    term: true,
    priceBookVersion: true,
  })
  .extend({ id: z.number().int() });

/** Parses the estimate that a stored document was made from. Throws like `readModel`. */
export const readBasis = (data: Stored): DocumentBasis => readValue(data, "basis", basisSchema, "estimate");

const commonChoices = {
  name: z.string(),
  copies: z.array(z.object({ workflowId: z.number().int(), workflowEstimateId: z.number().int() })),
  texts: z.record(z.string(), z.string()),
  printedAs: z.record(z.string(), z.string()).optional(),
};
const texts = z.record(z.string(), z.string());
const schedule = { startDate: z.iso.date().nullable(), workingDays: z.number().nullable() };
const photos = z.array(z.object({ fileId: z.string(), caption: z.string() }));
const customerNames = z.array(z.string());

/** Signed papers need all members: the server rebuilds them. */
const contractChoices = z.looseObject({
  kind: z.literal("contract"),
  ...commonChoices,
  ...schedule,
  customerNames,
  photos,
  scopeTexts: texts,
  windowScopeTexts: texts,
  showsComparison: z.boolean(),
});
const changeOrderChoices = z.looseObject({
  kind: z.literal("changeOrder"),
  ...commonChoices,
  ...schedule,
  customerNames,
  showAdditionalCost: z.boolean(),
  additionalCost: z.number(),
  additionalWorkTotalBroughtFromAddendum: z.number(),
});
const otherChoices = z.looseObject({ kind: z.enum(DOCUMENT_KINDS), ...commonChoices });

/** Parses a stored document's choices. Throws like `readModel`. */
export function readChoices(data: Stored): DocumentChoices {
  const read = readValue(data, "choices", otherChoices, "choices");
  const schemas = { contract: contractChoices, changeOrder: changeOrderChoices };
  const { kind } = read;
  // documentDataOf wrote the other kinds' members.
  const whole =
    kind === "contract" || kind === "changeOrder" ? readValue(data, "choices", schemas[kind], "choices") : read;
  return whole as DocumentChoices;
}

const madeWithSchema = z.object({
  settingsTime: z.iso.datetime().nullable(),
  priceBookVersion: z.number().int().min(0),
});

/** The versions that a stored document was made with; undefined if missing or unreadable. */
export function readMadeWith(data: Stored): MadeWith | undefined {
  try {
    return readValue(data, "madeWith", madeWithSchema, "versions");
  } catch {
    return undefined;
  }
}
