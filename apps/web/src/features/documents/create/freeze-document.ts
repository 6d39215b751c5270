import { leadFieldsOf, type DocumentKind } from "@ridgebook/contract";
import {
  basisOf,
  hasNothingToOrder,
  NOTHING_TO_ORDER,
  type DocumentChoices,
  type DocumentSource,
} from "@ridgebook/documents";
import { printingProblem } from "#features/documents/choices/printed-as.ts";
import { madeWithOf } from "#features/documents/create/document-source.ts";
import type { Agreed, FrozenDocument } from "#features/documents/create/frozen-document.ts";
import { tryToBuild } from "#features/documents/create/live-preview.tsx";
import type { DocumentWork } from "#features/documents/document-work.tsx";
import { buildsOn } from "#features/documents/signing/papers-before.ts";
import type { LocalLead } from "#local-data/leads/leads.ts";
import type { FieldError } from "#ui/error-summary.tsx";

/** Kinds that are signed. */
export const isAgreedKind = (kind: DocumentKind): kind is "contract" | "changeOrder" =>
  kind === "contract" || kind === "changeOrder";

/**
 * The document as these choices make it now, or what has to be put right first.
 *
 * @param source what the paper is built from, with `agreed`
 * @param sourceId the document that it is made from
 */
export function freezeDocument({
  work,
  lead,
  source,
  choices,
  sourceId,
  agreed,
}: {
  work: DocumentWork;
  lead: LocalLead;
  source: DocumentSource;
  choices: DocumentChoices;
  sourceId: number | undefined;
  agreed: Agreed;
}): { readonly document: FrozenDocument } | { readonly problem: FieldError } {
  const named = { ...choices, name: choices.name.trim() };
  const built = tryToBuild(source, named);
  if ("failure" in built) return { problem: { field: "name", message: `This paper cannot be made: ${built.failure}` } };
  const { model } = built;
  if (hasNothingToOrder(model)) return { problem: { field: "quantities", message: NOTHING_TO_ORDER } };
  const unprintable = printingProblem(model);
  if (unprintable) return { problem: unprintable };
  const basedOnId = named.kind === "changeOrder" ? agreed.contractId : undefined;
  return {
    document: {
      model,
      choices: named,
      basis: basisOf(source.estimate),
      madeWith: madeWithOf(work),
      lead: leadFieldsOf(lead),
      sourceId,
      basedOnId,
      buildsOn: isAgreedKind(named.kind) ? buildsOn({ kind: named.kind, basedOnId, sourceId }, agreed.documents) : [],
    },
  };
}
