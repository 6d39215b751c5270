import { summaryKey, type EstimateCopy } from "@ridgebook/contract";

/*
 * What a person decides when a document is made. Texts are HTML as the editor writes it; a text that is left out is the settings'.
 * Choices are kept with the document, so that one made from it begins with them.
 */

/** Texts of settings that can be changed for one document, by what they are for. Scope texts have a key of their own for each copy. */
export const DOCUMENT_TEXTS = [
  "warranty",
  "paymentDisclaimer",
  "startDateDisclaimer",
  "legalText",
  "disclosures",
  "acknowledgements",
  "changes",
  "notes",
] as const;
export type DocumentTextName = (typeof DOCUMENT_TEXTS)[number];

interface CommonChoices {
  readonly name: string;
  /** Copies that it is about, in display order; at least one. */
  readonly copies: readonly EstimateCopy[];
  readonly texts: Readonly<Partial<Record<DocumentTextName, string>>>;
  /** Latin spellings that a person confirmed, by the words that cannot be printed (`unprintableTexts`); "" leaves the words out. */
  readonly printedAs?: Readonly<Record<string, string>>;
}

/** `scopeTexts` by `summaryKey` of the copy; `windowsScope` is the text repeated for each window. */
interface WithScope {
  readonly scopeTexts: Readonly<Record<string, string>>;
  readonly windowScopeTexts: Readonly<Record<string, string>>;
}

interface Schedule {
  /** Day, "2026-06-15"; null while open. */
  readonly startDate: string | null;
  readonly workingDays: number | null;
}

interface Photos {
  /** Files of the lead. */
  readonly photos: readonly { readonly fileId: string; readonly caption: string }[];
}

export interface ContractChoices extends CommonChoices, WithScope, Schedule, Photos {
  readonly kind: "contract";
  /** The chosen package, or all compared ones beside each other. */
  readonly showsComparison: boolean;
  readonly customerNames: readonly string[];
}

export interface ChangeOrderChoices extends CommonChoices, Schedule {
  readonly kind: "changeOrder";
  readonly customerNames: readonly string[];
  /** Dollars beside the changed lines; negative where work falls away. */
  readonly showAdditionalCost: boolean;
  readonly additionalCost: number;
  /** Dollars of change orders on paper that this contract had before. */
  readonly additionalWorkTotalBroughtFromAddendum: number;
}

export interface PurchaseOrderChoices extends CommonChoices {
  readonly kind: "purchaseOrder";
  readonly poNumber: string;
  readonly projectType: string;
  readonly supplier: { readonly name: string; readonly lines: readonly string[] };
  readonly delivery: { readonly date: string | null; readonly note: string };
  /** 6 is 6 %. */
  readonly salesTaxPercent: number;
  /** Item ids that are not ordered. */
  readonly leftOutItemIds: readonly number[];
}

export interface WorkOrderChoices extends CommonChoices, WithScope, Schedule, Photos {
  readonly kind: "workOrder";
  readonly crew: string;
}

export interface CostEstimateChoices extends CommonChoices {
  readonly kind: "costEstimate";
}

export interface ItemizedEstimateChoices extends CommonChoices {
  readonly kind: "itemizedEstimate";
}

/** A further line of a labor bill; negative takes back. */
export interface ExtraCost {
  readonly label: string;
  readonly amount: number;
}

export interface LaborBillChoices extends CommonChoices {
  readonly kind: "laborBill";
  readonly payee: string;
  readonly extraCosts: readonly ExtraCost[];
  /** Quantities that were really done, by item id; others as estimated. */
  readonly quantities: Readonly<Record<string, number>>;
}

export interface FinalLaborBillChoices extends Omit<LaborBillChoices, "kind"> {
  readonly kind: "finalLaborBill";
  /** What was paid by earlier labor bills. */
  readonly paid: readonly ExtraCost[];
}

export type DocumentChoices =
  | ContractChoices
  | ChangeOrderChoices
  | PurchaseOrderChoices
  | WorkOrderChoices
  | CostEstimateChoices
  | ItemizedEstimateChoices
  | LaborBillChoices
  | FinalLaborBillChoices;

/** `workflows` of the document (1.§7). */
export const workflowKeysOf = ({ copies }: Pick<DocumentChoices, "copies">): string[] => copies.map(summaryKey);
