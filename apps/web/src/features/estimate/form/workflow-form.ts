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
 * The open form of one workflow copy: what is entered, what follows from it, and what was saved. No React in here, no network, no
 * storage; a keystroke is one call, after which `getSnapshot()` holds every recomputed quantity, price and total.
 *
 *     const form = createWorkflowForm({ copy, book, nextId, saved, draft });
 *     form.setQuantity({ outer: [], property: "eaveLength", lineId: null }, 128);
 *     form.getSnapshot().totals.totalWithMargin;
 */
export interface WorkflowForm {
  readonly copy: EstimateCopy;
  readonly book: IndexedPriceBook;
  /** The newest state; another object after each change. */
  getSnapshot(): FormSnapshot;
  /** Is told of every change at once: for what answers a key, and costs little. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Is told of what was typed once the answer to the key is on the screen, and of any other change at once (answer-first.ts). */
  readonly subscribeBehind: (listener: () => void) => () => void;
  /** Makes an edit for a key that was typed. */
  readonly type: (edit: () => void) => void;

  /* Editing. A place without a line gets one with its defaults first. */
  /** As the screen shows quantities: in rows of measured squares without waste. */
  setQuantity(at: FieldPlace, quantity: number | null): void;
  /** What a quantity's field holds that is no number, while its line's quantity is null; null once it is one. */
  noteUnread(at: FieldPlace, typed: string | null): void;
  setValue(at: FieldPlace, value: string | null): void;
  setAmounts(at: FieldPlace, amounts: UnitAmounts): void;
  addRow(rows: RowsPlace, options?: { after?: number }): void;
  removeRow(at: FieldPlace & { lineId: number }): void;
  clearRows(rows: RowsPlace): void;
  /** Takes over the recommended quantity of a place. */
  useRecommended(at: FieldPlace): void;
  /** The same without a press, by saving: the row is marked. */
  fillIn(at: FieldPlace): void;
  /** Takes over every recommendation that differs, below the given top-level fields. */
  useAllRecommended(properties: readonly string[]): void;
  /** Also marks what is wrong or missing by then in touched fields of the package's step (3.§4), unless a page without problems chooses. */
  choosePackage(optionId: string, options?: { marksProblems?: boolean }): void;
  /** Takes over measured rows, with what follows from them, as one edit. */
  takeMeasurements(rows: readonly MeasuredRow[]): void;
  /** The snapshot as it would be with these rows taken; nothing changes. */
  withMeasurements(rows: readonly MeasuredRow[]): FormSnapshot;
  /** Which packages are compared; the chosen one is among them. */
  selectComparison(optionIds: readonly string[]): void;
  /** Adds a copy of a window behind all others and returns the id of its line. */
  copyWindow(sourceLineId: number): number;
  /** Discount and margin: what the totals are shown with until they are saved. Fractions. */
  setTerms(terms: Partial<FormTerms>): void;

  /** The last edit is taken back; edits of one field in a row count as one. False when there is none. */
  undo(): boolean;
  redo(): boolean;
  canUndo(): boolean;
  canRedo(): boolean;
  /** Another page opens: what was edited until now is not taken back any more, there or anywhere. */
  readonly beginHistory: () => void;

  /* Saving */
  /** Another form that begins with the same state: what happens to it does not happen here. */
  trial(): WorkflowForm;
  /** Marks the problems of these top-level fields (all where left out) in the snapshot and returns them: those that it has `as` a trial. */
  validate(properties?: readonly string[], options?: { as?: WorkflowForm }): readonly FieldProblem[];
  /** What the server refused, in place of what it refused before: each stands in the snapshot's problems until its line is edited. */
  tellRefused(refused: readonly RefusedEntry[]): void;
  /** Whether anything below these top-level fields (anything at all where left out) differs from what is saved. */
  isChanged(properties?: readonly string[]): boolean;
  /**
   * The part to save: the changed fields among the given ones and those whose items changed with them (prices follow choices),
   * and the comparison if it changed. Undefined when nothing differs from what is saved.
   */
  partToSave(properties?: readonly string[]): SavedPart | undefined;
  /** The rows below these top-level fields of which a save keeps nothing: something is chosen in them and nothing counted. */
  rowsWithoutQuantity(properties: readonly string[]): readonly FieldPlace[];
  /** Marks the rows of which the last save kept nothing, in place of those before. */
  markUnkept(rows: readonly FieldPlace[]): void;
  /** The part is saved: what it holds counts as saved from here on, and so does every 0 answered below these top-level fields. */
  markSaved(part: SavedPart, properties?: readonly string[]): void;
  /** Empties the quantities of lines that are still there, under the ids that they have by now; an empty one counts as answered. */
  leaveEmpty(places: readonly FieldPlace[]): void;
  /** Empties what `fillIn` entered for a save that did not come about: the next one may fill it in. */
  takeBack(places: readonly FieldPlace[]): void;
  /** Back to what is saved, for these top-level fields or all. */
  discard(properties?: readonly string[]): void;
  /** The estimate changed outside (sync, another tab): fields without unsaved edits take the new items. New ids are followed. */
  receive(saved: SavedCopy, newIds: ReadonlyMap<number, number>): void;
  /** What is kept on the device; undefined when nothing differs from what is saved. */
  toDraft(): FormDraft | undefined;
  /** What counts as saved here, as items. */
  savedItems(): readonly FormItem[];
  /**
   * The estimate as this form saw it when its unsaved edits began: what `localData.estimates.save` takes as `from`, so that a
   * change that somebody else made meanwhile is a conflict instead of being overwritten unseen.
   */
  asSeen<Shown extends Pick<Estimate, "items" | "comparisons" | "workflowSummaries">>(estimate: Shown): Shown;

  /* Questions of the screen */
  /** Where a field stands, with its line, or null for one that is not there yet. */
  lineAt(at: FieldPlace): FormLine | null;
  /** The quantity as a screen shows and takes it: of rows of measured squares without waste. Undefined without a line. */
  shownQuantityAt(at: FieldPlace): number | null | undefined;
  /** What stands in a quantity's field and is no number; undefined where the form holds something else by now. */
  unreadAt(at: FieldPlace): string | undefined;
  /** What a typed number is entered as there: 26.33 squares are 26.333. */
  enteredQuantityAt(at: FieldPlace, typed: number): number;
  /** What a quantity may be there, as the screen shows it. */
  boundsAt(at: FieldPlace): QuantityBounds;
  stateOf(at: FieldPlace): FieldState;
  /** Options a dropdown offers here. */
  optionsOf(at: FieldPlace): readonly { id: string; value: string; imageUrl?: string | undefined }[];
  problemsOf(at: FieldPlace): readonly FormProblem[];
  /** What a formula recommends, presets or calculates there; of a quantity that rows share, what the other rows leave over. */
  recommendedAt(at: FieldPlace): OfferedQuantity | null;
  /** What will be ordered of what the place counts, beside roofing's squares; null elsewhere. */
  orderAt(at: FieldPlace): OrderAmount | null;
  /** Whether a person answered 0 there, in this opening or in the draft it began with: 0 of an untouched line is no answer. */
  isZeroAnswered(at: FieldPlace): boolean;
  /** Whether saving filled in the quantity that stands there, in this opening. */
  isFilledIn(at: FieldPlace): boolean;
  /** Whether the last save kept nothing of the row, and it still has a choice and no quantity. */
  isUnkept(at: FieldPlace): boolean;
  pricedAt(at: FieldPlace): PricedLine | null;
  definitionOf(at: Pick<FieldPlace, "outer" | "property">): FieldDefinition;
  explainRecommendation(at: FieldPlace): Explanation | null;
  explainPrice(at: FieldPlace, which: "price" | "cost"): Explanation | null;
  explainTotal(which: ExplainedTotal): Explanation;
  /** Lines of top-level fields together: by material and labor, as a group shows them, or line by line, as a step does. */
  explainLines(properties: ReadonlySet<string>, question: LinesQuestion): Explanation;
}

/** What somebody asks about lines that are added up. */
interface LinesQuestion {
  /** What they are together: "Flashing". */
  readonly name: string;
  readonly which: "price" | "cost";
  readonly by: "amount" | "line";
}

/** What stands at a field: what this form found itself, or what the server said when it refused it, which holds up no save. */
export interface FormProblem extends Omit<FieldProblem, "code"> {
  readonly code: FieldProblem["code"] | "refused";
}

/** What the server said of an entry that it refused. */
export interface RefusedEntry {
  readonly lineId: FormLine["id"];
  readonly member: "value" | "quantity" | AmountName;
  readonly text: string;
}

/** The rows of a repeatable field. */
export type RowsPlace = Pick<FieldPlace, "outer" | "property">;

/** What was typed as a line's quantity and is no number; the line itself has none. */
export interface UnreadQuantity {
  readonly path: LinePath;
  readonly typed: string;
}

export interface FormSnapshot {
  readonly values: WorkflowValues;
  /** Top-level lines with their children. */
  readonly lines: readonly PricedLine[];
  /** Every line, children too, by its id; worked out for whoever asks first. */
  readonly lineById: ReadonlyMap<number, PricedLine>;
  /** By the engine's `placeKey`; worked out for whoever asks first. */
  readonly recommendations: ReadonlyMap<string, OfferedQuantity>;
  readonly totals: WorkflowTotals;
  /** How the total is made up, as on every paper. */
  readonly told: ToldPrice;
  readonly comparisons: readonly OptionItems[];
  /** The same list until it changes. */
  readonly unread: readonly UnreadQuantity[];
  /** Lines in which 0 was answered since they were saved; the same set until it changes. */
  readonly unsavedZeros: ReadonlySet<number>;
  /** Of the last `validate`; those of edited fields go as soon as they are right. Behind them those of `tellRefused`. */
  readonly problems: readonly FormProblem[];
  readonly isChanged: boolean;
}

/** What somebody enters, and undo brings back. */
export type FormState = Pick<FormSnapshot, "values" | "comparisons">;

/** What totals are shown with: decisions outside the lines. Fractions, and dollars of promotion. */
export interface FormTerms {
  readonly discountPercent: number;
  readonly marginPercent: number;
  /** Dealer fee of the chosen way to pay. */
  readonly feePercent: number;
  /** What of the dealer fee the company bears. */
  readonly lenderFeePercent: number;
  /** The copy's share. */
  readonly promotion: number;
}

/** What is saved of a copy: the estimate's items and comparison of this copy, and its discount and margin. */
export interface SavedCopy {
  /** The estimate's items, and lines without a price. */
  readonly items: readonly FormItem[];
  readonly comparisons: readonly OptionItems[];
  readonly summary: WorkflowSummary;
  /** Dealer fee of the estimate's way to pay, a fraction. */
  readonly feePercent: number;
  /** What of it the company bears, a fraction. */
  readonly lenderFeePercent: number;
}

export type SavedPart = Pick<EstimatePart, "workflowId" | "workflowEstimateId"> &
  Partial<Pick<EstimatePart, "fieldIds" | "items" | "unpricedItems" | "comparisons">>;

/** JSON; belongs to one copy. */
export interface FormDraft {
  readonly values: WorkflowValues;
  readonly comparisons: readonly OptionItems[];
  /** The items that the changed fields had when the edit began, by field id: what "changed" is measured against. */
  readonly from: Readonly<Record<string, readonly FormItem[]>>;
  /** The comparison that was saved when the edit began; drafts of earlier versions lack it. */
  readonly comparisonsFrom?: readonly OptionItems[] | undefined;
  /** Lines in which 0 was answered; drafts of earlier versions lack it. */
  readonly zerosOf?: readonly number[] | undefined;
  /** Drafts of earlier versions lack it. */
  readonly unread?: readonly UnreadQuantity[] | undefined;
}
