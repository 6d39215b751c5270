import { copiesOf, DOCUMENT_LABELS, summaryKey, type DocumentKind, type EstimateCopy } from "@ridgebook/contract";
import { findField } from "@ridgebook/estimating";
import { addendumOf } from "#agreed/agreed-of.ts";
import type { DocumentChoices, FinalLaborBillChoices } from "#choices/document-choices.ts";
import type { DocumentSource } from "#model/document-source.ts";
import { copiesIn, copyTitle, inDisplayOrder } from "#wording/copy-titles.ts";
import { customerNamesOf } from "#wording/document-frame.ts";
import { joinInWords } from "#wording/quantity-words.ts";
import { readModel } from "./document-data.ts";

/** For the company's own people; a copy that holds nothing else has nothing to put on paper. */
const NOTES = "notes";

/** Copies that hold anything but notes, in display order; all of them where none does. */
export function copiesWithWork({ estimate, workflows }: DocumentSource): readonly EstimateCopy[] {
  const held = new Set(
    estimate.items.flatMap(({ fieldId, workflowEstimateId }) => {
      const field = findField(fieldId);
      return !field || field.property === NOTES
        ? []
        : [summaryKey({ workflowId: field.workflowId, workflowEstimateId })];
    }),
  );
  const copies = copiesOf(estimate);
  const worked = copies.filter((copy) => held.has(summaryKey(copy)));
  return inDisplayOrder(worked.length > 0 ? worked : copies, workflows);
}

/** A change order begins without what another contract is about: that work is agreed there. */
function copiesToBeginWith(source: DocumentSource, kind: DocumentKind): readonly EstimateCopy[] {
  const copies = copiesWithWork(source);
  const elsewhere = new Set(kind === "changeOrder" ? source.agreedElsewhere : []);
  const own = copies.filter((copy) => !elsewhere.has(summaryKey(copy)));
  return own.length > 0 ? own : copies;
}

const MAX_NAME = 200;

/** "Contract, Roofing and Gutters". */
const nameOf = (source: DocumentSource, kind: DocumentKind, copies: readonly EstimateCopy[]): string =>
  [DOCUMENT_LABELS[kind], joinInWords(copies.map((copy) => copyTitle(source, copy)))]
    .filter((part) => part !== "")
    .join(", ")
    .slice(0, MAX_NAME);

/** What an earlier document was about, as far as the new one can be about it too. */
type Earlier = DocumentChoices | undefined;

const scheduleOf = (earlier: Earlier) => ({
  startDate: earlier && "startDate" in earlier ? earlier.startDate : null,
  workingDays: earlier && "workingDays" in earlier ? earlier.workingDays : null,
});

const photosOf = (earlier: Earlier) => ({ photos: earlier && "photos" in earlier ? earlier.photos : [] });

/** What labor bills before this final one paid: the bill that it is made from. */
function paidBefore({ madeFrom }: DocumentSource, earlier: Earlier): FinalLaborBillChoices["paid"] {
  if (!madeFrom || earlier?.kind !== "laborBill") return [];
  const { number, total } = readModel(madeFrom.data);
  return total === null ? [] : [{ label: `${DOCUMENT_LABELS.laborBill} ${number}`, amount: total }];
}

/**
 * What a document begins with before anybody decides anything: all copies with work, the lead's people, the texts of the settings.
 * Made from another document, it begins with what was decided there: everything of one of its own kind, and of another kind what
 * both have (OP-67). Copies that the estimate no longer holds are left out. Scope texts that were edited go from a contract to
 * its work order only where the copy is the same; they hold the quantities of that day.
 *
 * @param madeFromChoices `readChoices` of the document that this one is made from.
 */
export function initialChoices<Kind extends DocumentKind>(
  source: DocumentSource,
  kind: Kind,
  options?: { readonly madeFromChoices?: DocumentChoices | undefined },
): Extract<DocumentChoices, { readonly kind: Kind }>;
export function initialChoices(
  source: DocumentSource,
  kind: DocumentKind,
  { madeFromChoices: earlier }: { readonly madeFromChoices?: DocumentChoices | undefined } = {},
): DocumentChoices {
  const former = earlier ? copiesIn(source, earlier.copies) : [];
  const copies = former.length > 0 ? former : copiesToBeginWith(source, kind);
  const name = nameOf(source, kind, copies);
  // The same kind again: what was decided stays decided.
  if (earlier?.kind === kind) return { ...earlier, name, copies };

  const common = { name, copies, texts: {}, ...(earlier?.printedAs && { printedAs: earlier.printedAs }) };
  const customerNames = customerNamesOf(source.lead);
  switch (kind) {
    case "contract":
      return {
        ...{ kind, ...common, ...scheduleOf(earlier), ...photosOf(earlier), customerNames },
        ...{ scopeTexts: {}, windowScopeTexts: {}, showsComparison: false },
      };
    case "changeOrder":
      return {
        ...{ kind, ...common, startDate: null, workingDays: null },
        customerNames: earlier?.kind === "contract" ? earlier.customerNames : customerNames,
        ...{ showAdditionalCost: false, additionalCost: 0 },
        additionalWorkTotalBroughtFromAddendum: addendumOf(source.changed?.changeOrders ?? []),
      };
    case "purchaseOrder":
      return {
        ...{ kind, ...common, poNumber: "", projectType: source.lead.projectType },
        ...{ supplier: { name: "", lines: [] }, delivery: { date: null, note: "" } },
        ...{ salesTaxPercent: 0, leftOutItemIds: [] },
      };
    case "workOrder":
      return {
        ...{ kind, ...common, ...scheduleOf(earlier), ...photosOf(earlier), crew: "" },
        scopeTexts: earlier?.kind === "contract" ? earlier.scopeTexts : {},
        windowScopeTexts: earlier?.kind === "contract" ? earlier.windowScopeTexts : {},
      };
    case "costEstimate":
    case "itemizedEstimate":
      return { kind, ...common };
    case "laborBill":
      return {
        kind,
        ...common,
        payee: earlier?.kind === "workOrder" ? earlier.crew : "",
        extraCosts: [],
        quantities: {},
      };
    case "finalLaborBill":
      return {
        ...{ kind, ...common },
        payee: earlier?.kind === "laborBill" ? earlier.payee : earlier?.kind === "workOrder" ? earlier.crew : "",
        extraCosts: earlier?.kind === "laborBill" ? earlier.extraCosts : [],
        quantities: earlier?.kind === "laborBill" ? earlier.quantities : {},
        paid: paidBefore(source, earlier),
      };
  }
}
