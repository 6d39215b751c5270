import type { DocumentChoices } from "@ridgebook/documents";
import type { FieldValues } from "#local-data/stored-record.ts";

/*
 * A document's choices as the device keeps them while they are typed. Lines of the estimate that have a local id get the server's
 * meanwhile; the keeper replaces ids where they are called `id`, so that is how a draft names them.
 */

export interface DocumentDraft {
  readonly choices: DocumentChoices;
  /** Of a change order, the contract that it changes. */
  readonly contractId: number | undefined;
}

/** The draft of a document of one kind that is made from one source, or from none. */
export const draftKey = (kind: string, sourceId: number | undefined): string =>
  `document:${kind}${sourceId === undefined ? "" : `:${String(sourceId)}`}`;

const namedIds = (ids: readonly number[]) => ids.map((id) => ({ id }));

export function draftToValues({ choices, contractId }: DocumentDraft): FieldValues {
  return {
    contractId: contractId ?? null,
    choices: {
      ...choices,
      ...("leftOutItemIds" in choices && { leftOutItemIds: namedIds(choices.leftOutItemIds) }),
      ...("quantities" in choices && {
        quantities: Object.entries(choices.quantities).map(([id, quantity]) => ({ id: Number(id), quantity })),
      }),
    },
  };
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

/** Undefined for what cannot be read, such as what another version of the app has kept. */
export function valuesToDraft(values: FieldValues | undefined, start: DocumentChoices): DocumentDraft | undefined {
  const kept = values?.choices;
  if (!values || !isObject(kept) || kept.kind !== start.kind) return undefined;
  // In the shape in which `draftToValues` wrote them.
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
    contractId: typeof values.contractId === "number" ? values.contractId : undefined,
  };
}
