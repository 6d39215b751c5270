import { summaryKey, type EstimateCopy } from "@ridgebook/contract";

/*
 * The choices for a document. Texts are the editor's HTML; default: the settings' texts. Choices are stored with the document, and copies
 * start with them.
 */

/** Texts of settings that a document can override, by purpose. Scope texts have their own key per copy. */
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
  /** Confirmed Latin spellings, by the unprintable words (`unprintableTexts`); "" drops the words. */
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
  /** Dollars besides the changed lines; negative if work is removed. */
  readonly showAdditionalCost: boolean;
  readonly additionalCost: number;
  /** Dollars of this contract's earlier change orders on paper. */
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
  /** Ids of excluded items. */
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

/** An extra line of a labor bill; negative for a deduction. */
export interface ExtraCost {
  readonly label: string;
  readonly amount: number;
}

export interface LaborBillChoices extends CommonChoices {
  readonly kind: "laborBill";
  readonly payee: string;
  readonly extraCosts: readonly ExtraCost[];
  /** Actual quantities by item id; default: as estimated. */
  readonly quantities: Readonly<Record<string, number>>;
}

export interface FinalLaborBillChoices extends Omit<LaborBillChoices, "kind"> {
  readonly kind: "finalLaborBill";
  /** Payments of earlier labor bills. */
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
