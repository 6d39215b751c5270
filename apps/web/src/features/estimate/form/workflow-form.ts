import type { Estimate, EstimateCopy, EstimatePart, WorkflowSummary } from "@ridgebook/contract";
import type {
  AmountName,
  Explanation,
  ExplainedTotal,
  FieldDefinition,
  FieldPlace,
  FieldProblem,
  FieldState,
  FormLine,
  IndexedPriceBook,
  LinePath,
  MeasuredRow,
  OfferedQuantity,
  OptionItems,
  OrderAmount,
  PricedLine,
  QuantityBounds,
  UnitAmounts,
  ToldPrice,
  WorkflowTotals,
  WorkflowValues,
} from "@ridgebook/estimating";
import type { FormItem } from "#features/estimate/form/unpriced-items.ts";

/**
 * The open form of one workflow copy: what is entered, what is calculated from it, and what is saved. Contains no React, network or
 * storage. After each edit, `getSnapshot()` holds every recalculated quantity, price and total.
 *
 *     const form = createWorkflowForm({ copy, book, nextId, saved, draft });
 *     form.setQuantity({ outer: [], property: "eaveLength", lineId: null }, 128);
 *     form.getSnapshot().totals.totalWithMargin;
 */
export interface WorkflowForm {
  readonly copy: EstimateCopy;
  readonly book: IndexedPriceBook;
  /** The current state; a new object after each change. */
  getSnapshot(): FormSnapshot;
  /** Calls the listener synchronously on every change; only for cheap listeners that must update with the keystroke. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Calls the listener after the next frame for typed changes, and synchronously for others (answer-first.ts). */
  readonly subscribeDeferred: (listener: () => void) => () => void;
  /** Runs an edit caused by a keystroke. */
  readonly type: (edit: () => void) => void;

  /* Edits. A missing line is created with its defaults first. */
  /** Takes the displayed quantity: for rows of measured squares, without waste. */
  setQuantity(at: FieldPlace, quantity: number | null): void;
  /** Records text in a quantity field that is not a number; null once it is one. */
  setUnparsed(at: FieldPlace, typed: string | null): void;
  setValue(at: FieldPlace, value: string | null): void;
  setAmounts(at: FieldPlace, amounts: UnitAmounts): void;
  addRow(rows: RowsPlace, options?: { after?: number }): void;
  removeRow(at: FieldPlace & { lineId: number }): void;
  clearRows(rows: RowsPlace): void;
  /** Enters the recommended quantity. */
  useRecommended(at: FieldPlace): void;
  /** Enters the recommended quantity on behalf of a save, and marks the row as filled in. */
  fillIn(at: FieldPlace): void;
  /** Enters every recommendation that differs, below the given top-level fields. */
  useAllRecommended(properties: readonly string[]): void;
  /** Also marks problems in touched fields of the package step (3.§4), unless `marksProblems` is false. */
  choosePackage(optionId: string, options?: { marksProblems?: boolean }): void;
  /** Enters measured rows and everything calculated from them as one edit. */
  takeMeasurements(rows: readonly MeasuredRow[]): void;
  /** The snapshot that taking these rows would give; changes nothing. */
  withMeasurements(rows: readonly MeasuredRow[]): FormSnapshot;
  /** Sets the compared packages; the chosen one is always among them. */
  selectComparison(optionIds: readonly string[]): void;
  /** Appends a copy of a window and returns its line id. */
  copyWindow(sourceLineId: number): number;
  /** Sets discount and margin (fractions) for the displayed totals until they are saved. */
  setTerms(terms: Partial<FormTerms>): void;

  /** Undoes the last edit; consecutive edits of one field count as one. Returns false if there is nothing to undo. */
  undo(): boolean;
  redo(): boolean;
  canUndo(): boolean;
  canRedo(): boolean;
  /** Clears undo and redo when another page opens. */
  readonly clearHistory: () => void;

  /* Saving. */
  /** An independent copy of this form. */
  trial(): WorkflowForm;
  /** Validates these top-level fields (all if omitted), shows the problems and returns them. `as` validates the values of a trial form. */
  validate(properties?: readonly string[], options?: { as?: WorkflowForm }): readonly FieldProblem[];
  /** Replaces the server's rejections; each is shown until its line is edited. */
  reportRejected(refused: readonly RejectedEntry[]): void;
  /** Whether anything below these top-level fields (all if omitted) is unsaved. */
  isChanged(properties?: readonly string[]): boolean;
  /**
   * The part to save: the given fields that changed, every field whose items changed with them (prices follow choices), and the comparison
   * if it changed. Undefined if nothing is unsaved.
   */
  partToSave(properties?: readonly string[]): SavedPart | undefined;
  /** The rows below these top-level fields that a save drops: something is chosen, but the quantity is empty. */
  rowsWithoutQuantity(properties: readonly string[]): readonly FieldPlace[];
  /** Marks the rows that the last save dropped, replacing earlier marks. */
  markDropped(rows: readonly FieldPlace[]): void;
  /** Marks the part as saved, and every 0 entered below these top-level fields. */
  markSaved(part: SavedPart, properties?: readonly string[]): void;
  /** Sets the quantities of existing lines to 0, as an answer. Old ids are followed. */
  leaveEmpty(places: readonly FieldPlace[]): void;
  /** Clears the quantities that `fillIn` entered for a failed save, so that the next save can fill them in. */
  clearFilledIn(places: readonly FieldPlace[]): void;
  /** Restores the saved state of these top-level fields, or of all. */
  discard(properties?: readonly string[]): void;
  /** Merges an estimate that sync or another tab changed: fields without unsaved edits take the new items. */
  receive(saved: SavedCopy, newIds: ReadonlyMap<number, number>): void;
  /** The draft to store on the device; undefined if nothing is unsaved. */
  toDraft(): FormDraft | undefined;
  /** The saved items. */
  savedItems(): readonly FormItem[];
  /**
   * The estimate as it was when the unsaved edits began. `localData.estimates.save` takes it as `from`, so that a change by another user
   * since then is reported as a conflict, not overwritten.
   */
  asSeen<Shown extends Pick<Estimate, "items" | "comparisons" | "workflowSummaries">>(estimate: Shown): Shown;

  /* Queries. */
  /** The line at a place, or null if it does not exist yet. */
  lineAt(at: FieldPlace): FormLine | null;
  /** The displayed quantity: for rows of measured squares, without waste. Undefined without a line. */
  shownQuantityAt(at: FieldPlace): number | null | undefined;
  /** Text in the quantity field that is not a number; undefined if a number was entered since. */
  unparsedAt(at: FieldPlace): string | undefined;
  /** The quantity that a typed number is stored as: 26.33 squares are 26.333. */
  enteredQuantityAt(at: FieldPlace, typed: number): number;
  /** The bounds of the displayed quantity. */
  boundsAt(at: FieldPlace): QuantityBounds;
  stateOf(at: FieldPlace): FieldState;
  optionsOf(at: FieldPlace): readonly { id: string; value: string; imageUrl?: string | undefined }[];
  problemsOf(at: FieldPlace): readonly FormProblem[];
  /** The recommended, preset or calculated quantity; for rows that share a quantity, what the other rows leave over. */
  recommendedAt(at: FieldPlace): OfferedQuantity | null;
  /** The order that results from the place's quantity, such as bundles for squares; null if none does. */
  orderAt(at: FieldPlace): OrderAmount | null;
  /** Whether a person entered 0 there, in this opening or in its draft. The 0 of an untouched line is not an answer. */
  isZeroAnswered(at: FieldPlace): boolean;
  /** Whether the current quantity was filled in by a save in this opening. */
  isFilledIn(at: FieldPlace): boolean;
  /** Whether the last save dropped the row, and it still has a choice but no quantity. */
  isDropped(at: FieldPlace): boolean;
  pricedAt(at: FieldPlace): PricedLine | null;
  definitionOf(at: Pick<FieldPlace, "outer" | "property">): FieldDefinition;
  explainRecommendation(at: FieldPlace): Explanation | null;
  explainPrice(at: FieldPlace, which: "price" | "cost"): Explanation | null;
  explainTotal(which: ExplainedTotal): Explanation;
  /** Explains the sum of top-level fields: by material and labor (a group), or line by line (a step). */
  explainLines(properties: ReadonlySet<string>, question: LinesQuestion): Explanation;
}

/** A question about a sum of lines. */
interface LinesQuestion {
  /** Their name: "Flashing". */
  readonly name: string;
  readonly which: "price" | "cost";
  readonly by: "amount" | "line";
}

/** A problem of a field: found by this form, or reported by the server. A reported one does not block saving. */
export interface FormProblem extends Omit<FieldProblem, "code"> {
  readonly code: FieldProblem["code"] | "refused";
}

/** The server's reason for rejecting an entry. */
export interface RejectedEntry {
  readonly lineId: FormLine["id"];
  readonly member: "value" | "quantity" | AmountName;
  readonly text: string;
}

/** The rows of a repeatable field. */
export type RowsPlace = Pick<FieldPlace, "outer" | "property">;

/** Text in a quantity field that is not a number; the line's quantity is empty. */
export interface UnparsedQuantity {
  readonly path: LinePath;
  readonly typed: string;
}

export interface FormSnapshot {
  readonly values: WorkflowValues;
  /** Top-level lines with their children. */
  readonly lines: readonly PricedLine[];
  /** Every line and child by id; computed on first use. */
  readonly lineById: ReadonlyMap<number, PricedLine>;
  /** By the engine's `placeKey`; computed on first use. */
  readonly recommendations: ReadonlyMap<string, OfferedQuantity>;
  readonly totals: WorkflowTotals;
  /** How the total is presented on documents. */
  readonly told: ToldPrice;
  readonly comparisons: readonly OptionItems[];
  /** Keeps its identity while unchanged. */
  readonly unparsed: readonly UnparsedQuantity[];
  /** Lines whose 0 is not saved yet. Keeps its identity while unchanged. */
  readonly unsavedZeros: ReadonlySet<number>;
  /** Problems of the last `validate` that are not solved yet, then the server's rejections. */
  readonly problems: readonly FormProblem[];
  readonly isChanged: boolean;
}

/** What a person enters, and what undo restores. */
export type FormState = Pick<FormSnapshot, "values" | "comparisons">;

/** The terms that totals are shown with: fractions, and the promotion in dollars. */
export interface FormTerms {
  readonly discountPercent: number;
  readonly marginPercent: number;
  /** Dealer fee of the chosen payment offer. */
  readonly feePercent: number;
  /** The company's share of the dealer fee. */
  readonly lenderFeePercent: number;
  /** This copy's share of the promotion. */
  readonly promotion: number;
}

/** The saved state of a copy: its items and comparison, its discount and margin. */
export interface SavedCopy {
  /** Priced and unpriced items of the whole estimate. */
  readonly items: readonly FormItem[];
  readonly comparisons: readonly OptionItems[];
  readonly summary: WorkflowSummary;
  /** Dealer fee of the estimate's payment offer, a fraction. */
  readonly feePercent: number;
  /** The company's share of it, a fraction. */
  readonly lenderFeePercent: number;
}

export type SavedPart = Pick<EstimatePart, "workflowId" | "workflowEstimateId"> &
  Partial<Pick<EstimatePart, "fieldIds" | "items" | "unpricedItems" | "comparisons">>;

/** The unsaved work of one copy, stored as JSON. */
export interface FormDraft {
  readonly values: WorkflowValues;
  readonly comparisons: readonly OptionItems[];
  /** The saved items of the changed fields when editing began, by field id. */
  readonly from: Readonly<Record<string, readonly FormItem[]>>;
  /** The saved comparison when editing began; missing in drafts of earlier releases. */
  readonly comparisonsFrom?: readonly OptionItems[] | undefined;
  /** Lines in which 0 was entered; missing in drafts of earlier releases. */
  readonly zerosOf?: readonly number[] | undefined;
  /** Missing in drafts of earlier releases. */
  readonly unread?: readonly UnparsedQuantity[] | undefined;
}
