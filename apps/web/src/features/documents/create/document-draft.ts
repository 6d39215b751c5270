import { documentKindOf, isSigned, type DocumentKind, type LeadFields, isObject } from "@ridgebook/contract";
import {
  buildsOnOf,
  documentDataOf,
  readBasis,
  readChoices,
  readMadeWith,
  readModel,
  type DocumentChoices,
} from "@ridgebook/documents";
import type { FrozenDocument } from "#features/documents/create/frozen-document.ts";
import { readTaken, type TakenSignatures } from "#features/documents/signing/taken-signature.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import type { FieldValues } from "#local-data/database/stored-record.ts";

/*
 * The stored draft of a document's choices. Ids of lines and documents in it may be local; sync replaces members called `id`, so the draft
 * uses that name. Other documents are covered by `document-draft-ids.ts`.
 */

export interface DocumentDraft {
  readonly choices: DocumentChoices;
  /** Of a change order: its contract. */
  readonly contractId: number | undefined;
  /** After the first signature: the paper word for word, with its signatures. */
  readonly signing?: SigningDraft | undefined;
}

interface SigningDraft {
  readonly document: FrozenDocument;
  readonly taken: TakenSignatures;
}

const namedIds = (ids: readonly number[]) => ids.map((id) => ({ id }));

export function draftToValues({ choices, contractId, signing }: DocumentDraft): FieldValues {
  return {
    contractId: contractId ?? null,
    signing: signing ? signingToValues(signing) : null,
    choices: {
      ...choices,
      ...("leftOutItemIds" in choices && { leftOutItemIds: namedIds(choices.leftOutItemIds) }),
      ...("quantities" in choices && {
        quantities: Object.entries(choices.quantities).map(([id, quantity]) => ({ id: Number(id), quantity })),
      }),
    },
  };
}

/** Texts, in which no id is replaced: what was signed stays what was read. Only ids of other documents are. */
const signingToValues = ({
  document: { sourceId, basedOnId, buildsOn, lead, ...document },
  taken,
}: SigningDraft): FieldValues => ({
  ...documentDataOf(document),
  taken: JSON.stringify(taken),
  ...(buildsOn && { buildsOn: JSON.stringify(buildsOn) }),
  lead: JSON.stringify(lead),
  sourceId: sourceId ?? null,
  basedOnId: basedOnId ?? null,
});

/**
 * Whether the draft's signed paper already exists as a document of the estimate. A number is issued on the device for one paper, which is
 * final once signed.
 */
export function isAlreadyMade(
  values: FieldValues,
  kind: DocumentKind,
  documents: readonly Pick<LocalDocument, "type" | "data" | "signatures">[],
): boolean {
  const number = isObject(values.signing) ? values.signing.number : undefined;
  return (
    number !== undefined &&
    documents.some(
      (document) => documentKindOf(document.type) === kind && isSigned(document) && document.data["number"] === number,
    )
  );
}

const idOrNone = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);

/** Undefined if unreadable: then it must be signed again. `lead` is for drafts of an older app without one. */
function valuesToSigning(values: unknown, lead: LeadFields): SigningDraft | undefined {
  if (!isObject(values)) return undefined;
  const data = values as Record<string, string>;
  try {
    return {
      document: {
        model: readModel(data),
        choices: readChoices(data),
        basis: readBasis(data),
        lead: data.lead === undefined ? lead : (JSON.parse(data.lead) as LeadFields),
        buildsOn: buildsOnOf(data),
        madeWith: readMadeWith(data),
        sourceId: idOrNone(values.sourceId),
        basedOnId: idOrNone(values.basedOnId),
      },
      taken: readTaken(data.taken ?? ""),
    };
  } catch {
    return undefined;
  }
}

/** Undefined if unreadable, such as for another version's draft. */
export function valuesToDraft(
  values: FieldValues | undefined,
  { start, lead }: { start: DocumentChoices; lead: LeadFields },
): DocumentDraft | undefined {
  const kept = values?.choices;
  if (!values || !isObject(kept) || kept.kind !== start.kind) return undefined;
  // As written by `draftToValues`.
  const leftOut = kept.leftOutItemIds as readonly { id: number }[] | undefined;
  const quantities = kept.quantities as readonly { id: number; quantity: number }[] | undefined;

  const choices = {
    ...start,
    ...kept,
    ...(leftOut && { leftOutItemIds: leftOut.map(({ id }) => id) }),
    ...(quantities && { quantities: Object.fromEntries(quantities.map(({ id, quantity }) => [String(id), quantity])) }),
  };
  return {
    choices,
    contractId: idOrNone(values.contractId),
    signing: valuesToSigning(values.signing, lead),
  };
}
