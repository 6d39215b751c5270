import { copiesOf, DOCUMENT_LABELS, summaryKey, type DocumentKind, type EstimateCopy } from "@ridgebook/contract";
import { findField } from "@ridgebook/estimating";
import { addendumOf } from "#agreed/agreed-of.ts";
import type { DocumentChoices, FinalLaborBillChoices } from "#choices/document-choices.ts";
import type { DocumentSource } from "#model/document-source.ts";
import { copiesIn, copyTitle, inDisplayOrder } from "#wording/copy-titles.ts";
import { customerNamesOf } from "#wording/document-frame.ts";
import { joinInWords } from "#wording/quantity-words.ts";
import { readModel } from "./document-data.ts";

/** Internal; a copy with nothing else is not printed. */
const NOTES = "notes";

/** Copies with anything but notes, in display order; all of them if none has more. */
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

/** A change order starts without other contracts' work, which is agreed there. */
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

/** The source document's choices, as far as they apply to the new one. */
type Earlier = DocumentChoices | undefined;

const scheduleOf = (earlier: Earlier) => ({
  startDate: earlier && "startDate" in earlier ? earlier.startDate : null,
  workingDays: earlier && "workingDays" in earlier ? earlier.workingDays : null,
});

const photosOf = (earlier: Earlier) => ({ photos: earlier && "photos" in earlier ? earlier.photos : [] });

/** The payments before this final labor bill: those of its source bill. */
function paidBefore({ madeFrom }: DocumentSource, earlier: Earlier): FinalLaborBillChoices["paid"] {
  if (!madeFrom || earlier?.kind !== "laborBill") return [];
  const { number, total } = readModel(madeFrom.data);
  return total === null ? [] : [{ label: `${DOCUMENT_LABELS.laborBill} ${number}`, amount: total }];
}

/**
 * A document's initial choices: all copies with work, the lead's people, the settings' texts. A copy of another document takes over all
 * choices of the same kind, and the common ones of another kind (OP-67). Removed copies of the estimate are dropped. Edited scope texts go
 * from a contract to its work order only for the same copy, since they have that day's quantities.
 *
 * @param madeFromChoices `readChoices` of the source document
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
  // The same kind keeps all choices.
  if (earlier?.kind === kind) return { ...earlier, name, copies };

  const common = { name, copies, texts: {}, ...(earlier?.printedAs && { printedAs: earlier.printedAs }) };
  const customerNames = customerNamesOf(source.lead);
  switch (kind) {
    case "contract":
      return {
        kind,
        ...common,
        ...scheduleOf(earlier),
        ...photosOf(earlier),
        customerNames,
        scopeTexts: {},
        windowScopeTexts: {},
        showsComparison: false,
      };
    case "changeOrder":
      return {
        kind,
        ...common,
        startDate: null,
        workingDays: null,
        customerNames: earlier?.kind === "contract" ? earlier.customerNames : customerNames,
        showAdditionalCost: false,
        additionalCost: 0,
        additionalWorkTotalBroughtFromAddendum: addendumOf(source.changed?.changeOrders ?? []),
      };
    case "purchaseOrder":
      return {
        kind,
        ...common,
        poNumber: "",
        projectType: source.lead.projectType,
        supplier: { name: "", lines: [] },
        delivery: { date: null, note: "" },
        salesTaxPercent: 0,
        leftOutItemIds: [],
      };
    case "workOrder":
      return {
        kind,
        ...common,
        ...scheduleOf(earlier),
        ...photosOf(earlier),
        crew: "",
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
        kind,
        ...common,
        payee: earlier?.kind === "laborBill" ? earlier.payee : earlier?.kind === "workOrder" ? earlier.crew : "",
        extraCosts: earlier?.kind === "laborBill" ? earlier.extraCosts : [],
        quantities: earlier?.kind === "laborBill" ? earlier.quantities : {},
        paid: paidBefore(source, earlier),
      };
  }
}
