import { DOCUMENT_KINDS, estimate, type DocumentData, type LeadFields, type SignatureKey } from "@ridgebook/contract";
import { z } from "zod";
import type { DocumentChoices } from "#choices/document-choices.ts";
import type { DeviceClock } from "./device-clock.ts";
import { canonicalJson } from "#fingerprint/canonical-json.ts";
import { documentModel, TYPE_VERSION, type DocumentModel } from "#model/document-model.ts";
import type { DocumentBasis, EstimateOfDocument } from "#model/document-source.ts";

/* A document's own values, each a text (the contract's `documentData`): what it says, what was chosen, what it was made from. */

/** What an estimate looks like to whoever compares with it later: without its progress, dates and documents. */
export const basisOf = ({
  id,
  items,
  comparisons,
  workflowSummaries,
  workflowIds,
  duplicateWorkflows,
  paymentOption,
  promotion,
  downpayment,
  term,
  priceBookVersion,
}: EstimateOfDocument): DocumentBasis => ({
  id,
  items,
  comparisons,
  workflowSummaries,
  workflowIds,
  duplicateWorkflows,
  paymentOption,
  promotion,
  downpayment,
  term,
  priceBookVersion,
});

/** Which versions of what the company decides a document was made with. */
export interface MadeWith {
  /** When the settings, the wording among them, were last changed, as the device knew; ISO 8601, null where it did not. */
  readonly settingsTime: string | null;
  readonly priceBookVersion: number;
}

/** What signing adds: the seal, who agreed to what, and the lines that were drawn. */
export interface SignedData {
  /** SHA-256 of model and signatures, hexadecimal. */
  readonly fingerprint: string;
  readonly consents: Readonly<Partial<Record<SignatureKey, string>>>;
  /** Points of the drawn lines as the pad gives them; a typed signature has none. */
  readonly strokes: Readonly<Partial<Record<SignatureKey, unknown>>>;
  /** Fingerprints of the signed papers that it is built on, oldest first; undefined where a previous version of the app began it. */
  readonly buildsOn: readonly string[] | undefined;
  readonly clock: DeviceClock;
  /** `DRAWING_VERSION` of the program that drew the PDF. */
  readonly drawing: string;
  /** The lead as it stood. */
  readonly lead: LeadFields;
}

/** The values that are stored and sent with a document. `sourceId` and `basedOnId` are ids of documents. */
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
  /** Undefined of a paper that a previous version of the app began. */
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

/** Reads one value; throws an Error that says which value of the document cannot be read, and why. */
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

/** What a stored document says. Throws an Error that names the value and the place where it cannot be read. */
export const readModel = (data: Stored): DocumentModel => readValue(data, "model", documentModel, "content");

/** A line may still have the negative id of the device that made the document, and so may the estimate. */
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

/** The estimate that a stored document was made from. Throws an Error like `readModel`. */
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

/** Of papers that homeowners sign all members are known: the server builds these papers again. */
const contractChoices = z.looseObject({
  ...{ kind: z.literal("contract"), ...commonChoices, ...schedule },
  ...{ customerNames, photos, scopeTexts: texts, windowScopeTexts: texts, showsComparison: z.boolean() },
});
const changeOrderChoices = z.looseObject({
  ...{ kind: z.literal("changeOrder"), ...commonChoices, ...schedule, customerNames },
  showAdditionalCost: z.boolean(),
  additionalCost: z.number(),
  additionalWorkTotalBroughtFromAddendum: z.number(),
});
const otherChoices = z.looseObject({ kind: z.enum(DOCUMENT_KINDS), ...commonChoices });

/** What was chosen when a stored document was made. Throws an Error like `readModel`. */
export function readChoices(data: Stored): DocumentChoices {
  const read = readValue(data, "choices", otherChoices, "choices");
  const schemas = { contract: contractChoices, changeOrder: changeOrderChoices };
  const { kind } = read;
  // The members of the other kinds were written by documentDataOf.
  const whole =
    kind === "contract" || kind === "changeOrder" ? readValue(data, "choices", schemas[kind], "choices") : read;
  return whole as DocumentChoices;
}

const madeWithSchema = z.object({
  settingsTime: z.iso.datetime().nullable(),
  priceBookVersion: z.number().int().min(0),
});

/** With which versions a stored document was made; undefined of one that does not say, or not in a way that can be read. */
export function readMadeWith(data: Stored): MadeWith | undefined {
  try {
    return readValue(data, "madeWith", madeWithSchema, "versions");
  } catch {
    return undefined;
  }
}
