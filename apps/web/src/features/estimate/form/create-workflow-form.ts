import {
  hasChoice,
  lowestId,
  rowsWithoutQuantity,
  takeMeasurements,
  temporaryIds,
  type FieldPlace,
  type WorkflowValues,
} from "@ridgebook/estimating";
import { createListeners } from "#features/estimate/form/answer-first.ts";
import { canRedo, canUndo } from "#features/estimate/form/edit-history.ts";
import { asSeen, draftOf, isFormChanged, partOf } from "#features/estimate/form/form-changes.ts";
import { createFormEdits } from "#features/estimate/form/form-edits.ts";
import { checkForm, setRejected } from "#features/estimate/form/form-problems.ts";
import { createFormQuestions } from "#features/estimate/form/form-questions.ts";
import { snapshotOf } from "#features/estimate/form/form-snapshot.ts";
import {
  clearHistory,
  discard,
  edit,
  openValue,
  receive,
  redo,
  save,
  typeUnparsed,
  undo,
} from "#features/estimate/form/form-state.ts";
import { currentId, savedItems, type FormValue } from "#features/estimate/form/form-value.ts";
import { openCopy, type CopyToOpen, type OpenedCopy } from "#features/estimate/form/opened-copy.ts";
import { mapPlaceIds } from "#features/estimate/form/saved-lines.ts";
import { explainUnparsed } from "#features/estimate/form/unparsed-texts.ts";
import type { FormDraft, SavedCopy, SavedPart, WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { isSamePlace } from "#features/estimate/rows/field-place.ts";

/**
 * Opens the form of one workflow copy from its saved state, with a draft on top if there is one. Holds the form's value (form-state.ts) and
 * notifies subscribers when it changes.
 */
export function createWorkflowForm({
  saved,
  draft,
  ...toOpen
}: CopyToOpen & { saved: SavedCopy; draft?: FormDraft | undefined }): WorkflowForm {
  const opened = openCopy(toOpen);
  return formOf(opened, openValue(opened, saved, draft));
}

function formOf(opened: OpenedCopy, first: FormValue): WorkflowForm {
  const { copy, book } = opened;
  const { notify, ...listeners } = createListeners();
  /** The lines each part was made from. They hold more than its items: empty rows, for example. */
  const linesOfParts = new WeakMap<SavedPart, WorkflowValues>();
  let value = first;
  let snapshot = snapshotOf(opened, value);

  const set = (next: FormValue): void => {
    if (next === value) return;
    value = next;
    snapshot = snapshotOf(opened, value, snapshot);
    notify();
  };
  const move = (next: FormValue | undefined): boolean => {
    if (next) set(next);
    return next !== undefined;
  };

  const questions = createFormQuestions({ copy, book, getSnapshot: () => snapshot });
  const { answerZero, empty, ...edits } = createFormEdits({
    opened,
    recommendedAt: questions.recommendedAt,
    getValue: () => value,
    change: (made, note) => set(edit(opened, value, made, note)),
  });

  const beginPage = (): void => {
    const hadHistory = canUndo(value.history) || canRedo(value.history);
    value = clearHistory(value);
    if (hadHistory) notify();
  };

  const emptyAll = (places: readonly FieldPlace[], emptyOne: (at: FieldPlace) => void): void => {
    for (const place of places) {
      const at = mapPlaceIds(place, (id) => currentId(value, id));
      if (questions.lineAt(at)) emptyOne(at);
    }
    // The person may be on another page now, where undo must not revert this.
    beginPage();
  };

  return {
    copy,
    book,
    getSnapshot: () => snapshot,
    ...listeners,

    ...edits,
    setUnparsed: (at, typed) => set(typeUnparsed(value, at, typed)),
    setTerms: (changed) => set({ ...value, terms: { ...value.terms, ...changed } }),
    withMeasurements: (rows) => {
      const { values } = value.mine;
      // Temporary ids, because these values are never stored.
      const trial = { workflowId: copy.workflowId, values, book, nextId: temporaryIds({ below: lowestId(values) }) };
      return snapshotOf(opened, { ...value, mine: { ...value.mine, values: takeMeasurements(trial, rows) } });
    },

    undo: () => move(undo(opened, value)),
    redo: () => move(redo(opened, value)),
    canUndo: () => canUndo(value.history),
    canRedo: () => canRedo(value.history),
    clearHistory: beginPage,

    trial: () => formOf(opened, value),

    validate: (properties, { as } = {}) => {
      const problems = checkForm(opened, value.problems, as?.getSnapshot() ?? value.mine, properties);
      set({ ...value, problems });
      return explainUnparsed(value.mine.values, snapshot.unparsed, problems.found);
    },
    reportRejected: (refused) => {
      const byNow = refused.map((each) => ({ ...each, lineId: currentId(value, each.lineId) }));
      const problems = setRejected(value.problems, value.mine, byNow);
      if (problems !== value.problems) set({ ...value, problems });
    },
    isChanged: (properties) => isFormChanged(opened, value, properties),
    partToSave: (properties) => {
      // A saved number is final, so later typing starts a new run.
      value = { ...value, run: undefined };
      const made = partOf(opened, value, properties);
      if (made) linesOfParts.set(made.part, made.values);
      return made?.part;
    },
    rowsWithoutQuantity: (properties) =>
      rowsWithoutQuantity({
        workflowId: copy.workflowId,
        values: value.mine.values,
        before: value.base.values,
        properties,
      }).filter((at) => questions.stateOf(at).visible),
    markDropped: (rows) => {
      const dropped = new Set(rows.flatMap(({ lineId }) => lineId ?? []).map((id) => currentId(value, id)));
      if (dropped.size > 0 || value.mine.dropped.size > 0) set({ ...value, mine: { ...value.mine, dropped } });
    },
    markSaved: (part, properties) => {
      const lines = linesOfParts.get(part) ?? value.mine.values;
      set(save(opened, value, { part, lines }, properties));
    },
    discard: (properties) => set(discard(opened, value, properties)),
    leaveEmpty: (places) => emptyAll(places, answerZero),
    clearFilledIn: (places) => emptyAll(places, empty),
    receive: (next, newIds) => set(receive(opened, value, next, newIds)),
    toDraft: () => draftOf(opened, value),
    savedItems: () => savedItems(value),
    asSeen: (estimate) => asSeen(opened, value, estimate),

    ...questions,
    unparsedAt: (at) =>
      questions.lineAt(at)?.quantity === null
        ? value.mine.unparsed.find((text) => isSamePlace(text.at, at))?.typed
        : undefined,
    isZeroAnswered: (at) => {
      const line = questions.lineAt(at);
      return line !== null && line.quantity === 0 && value.mine.zeros.all.has(line.id);
    },
    isDropped: (at) => {
      if (value.mine.dropped.size === 0) return false;
      const line = questions.lineAt(at);
      return line !== null && value.mine.dropped.has(line.id) && (line.quantity ?? 0) === 0 && hasChoice(line);
    },
    isFilledIn: (at) => {
      if (value.mine.filledIn.size === 0) return false;
      const line = questions.lineAt(at);
      return (
        line !== null && value.mine.filledIn.has(line.id) && line.quantity === questions.recommendedAt(at)?.quantity
      );
    },
  };
}
