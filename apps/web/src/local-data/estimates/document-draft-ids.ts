import { DOCUMENT_KINDS, isLocalId, type DocumentKind, isObject } from "@ridgebook/contract";
import type { EstimateDraft } from "#local-data/database/device-database.ts";
import type { FieldValues } from "#local-data/database/stored-record.ts";

/*
 * Drafts of documents are stored with those of the estimate's copies, and refer to other documents: in their key, to the source
 * document; in their values and signed contents, to the source and to the contract that a change order changes.
 */

type Draft = Pick<EstimateDraft, "copyKey" | "values">;
type NewIds = ReadonlyMap<number, number>;

const PREFIX = "document:";
const KEY_WITH_SOURCE = /^(document:\w+:)(-?\d+)$/;
const MEMBERS = ["contractId", "sourceId", "basedOnId"] as const;

/** The key of the draft of a document of one kind, with its source document if any. */
export const draftKey = (kind: string, sourceId: number | undefined): string =>
  `${PREFIX}${kind}${sourceId === undefined ? "" : `:${String(sourceId)}`}`;

const KEY = /^document:([A-Za-z]+)(?::(-?\d+))?$/;

/** Parses the key of a document's draft; undefined for other drafts. */
export function documentOfDraft(
  copyKey: string,
): { readonly kind: DocumentKind; readonly sourceId: number | undefined } | undefined {
  const [, kind, sourceId] = KEY.exec(copyKey) ?? [];
  const known = DOCUMENT_KINDS.find((each) => each === kind);
  return known && { kind: known, sourceId: sourceId === undefined ? undefined : Number(sourceId) };
}

export const isDocumentDraft = ({ copyKey }: Pick<Draft, "copyKey">): boolean => copyKey.startsWith(PREFIX);

/** The local ids of documents that a draft refers to. */
export function localDocumentIdsIn({ copyKey, values }: Draft): number[] {
  if (!isDocumentDraft({ copyKey })) return [];
  const { signing } = values;
  const named = [values, isObject(signing) ? signing : {}].flatMap((place) => MEMBERS.map((member) => place[member]));
  const sourceId = Number(KEY_WITH_SOURCE.exec(copyKey)?.[2]);
  return [sourceId, ...named].filter((id): id is number => typeof id === "number" && isLocalId(id));
}

/** The key of the same draft after its source document got another id. */
export const keyWithDocumentIds = (copyKey: string, newIds: NewIds): string =>
  copyKey.replace(KEY_WITH_SOURCE, (_key, kind: string, id: string) => kind + String(newIds.get(Number(id)) ?? id));

const withNewMembers = (place: FieldValues, newIds: NewIds): FieldValues => ({
  ...place,
  ...Object.fromEntries(
    MEMBERS.flatMap((member) => {
      const id = place[member];
      return typeof id === "number" ? [[member, newIds.get(id) ?? id]] : [];
    }),
  ),
});

/** The same draft with new ids of documents in its key and values. */
export function withDocumentIds<Named extends Draft>(draft: Named, newIds: NewIds): Named {
  if (localDocumentIdsIn(draft).length === 0) return draft;
  const { copyKey, values } = draft;
  const { signing } = values;
  return {
    ...draft,
    copyKey: keyWithDocumentIds(copyKey, newIds),
    values: {
      ...withNewMembers(values, newIds),
      ...(isObject(signing) && { signing: withNewMembers(signing, newIds) }),
    },
  };
}
