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
import { checkForm, noteRefused } from "#features/estimate/form/form-problems.ts";
import { createFormQuestions } from "#features/estimate/form/form-questions.ts";
import { snapshotOf } from "#features/estimate/form/form-snapshot.ts";
import {
  beginHistory,
  discard,
  edit,
  openValue,
  receive,
  redo,
  save,
  typeUnread,
  undo,
} from "#features/estimate/form/form-state.ts";
import { idByNow, savedItems, type FormValue } from "#features/estimate/form/form-value.ts";
import { openCopy, type CopyToOpen, type OpenedCopy } from "#features/estimate/form/opened-copy.ts";
import { mapPlaceIds } from "#features/estimate/form/saved-lines.ts";
import { tellUnread } from "#features/estimate/form/unread-texts.ts";
import type { FormDraft, SavedCopy, SavedPart, WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { isSamePlace } from "#features/estimate/rows/field-place.ts";

/**
 * Opens the form of one workflow copy from what is saved, with a draft on top if there is one: holds its value (form-state.ts), and
 * tells who subscribed of each other one.
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
  const { tell, ...listeners } = createListeners();
  /** The lines that a part was made of: more than its items tell, as rows that are offered empty. */
  const linesOfParts = new WeakMap<SavedPart, WorkflowValues>();
  let value = first;
  let snapshot = snapshotOf(opened, value);

  const set = (next: FormValue): void => {
    if (next === value) return;
    value = next;
    snapshot = snapshotOf(opened, value, snapshot);
    tell();
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
    value = beginHistory(value);
    if (hadHistory) tell();
  };

  const emptyAll = (places: readonly FieldPlace[], emptyOne: (at: FieldPlace) => void): void => {
    for (const place of places) {
      const at = mapPlaceIds(place, (id) => idByNow(value, id));
      if (questions.lineAt(at)) emptyOne(at);
    }
    // The person may be at another page by now: nothing there goes back behind it.
    beginPage();
  };

  return {
    copy,
    book,
    getSnapshot: () => snapshot,
    ...listeners,

    ...edits,
    noteUnread: (at, typed) => set(typeUnread(value, at, typed)),
    setTerms: (changed) => set({ ...value, terms: { ...value.terms, ...changed } }),
    withMeasurements: (rows) => {
      const { values } = value.mine;
      // Ids that no line keeps: the values are only looked at.
      const trial = { workflowId: copy.workflowId, values, book, nextId: temporaryIds({ below: lowestId(values) }) };
      return snapshotOf(opened, { ...value, mine: { ...value.mine, values: takeMeasurements(trial, rows) } });
    },

    undo: () => move(undo(opened, value)),
    redo: () => move(redo(opened, value)),
    canUndo: () => canUndo(value.history),
    canRedo: () => canRedo(value.history),
    beginHistory: beginPage,

    trial: () => formOf(opened, value),

    validate: (properties, { as } = {}) => {
      const problems = checkForm(opened, value.problems, as?.getSnapshot() ?? value.mine, properties);
      set({ ...value, problems });
      return tellUnread(value.mine.values, snapshot.unread, problems.found);
    },
    tellRefused: (refused) => {
      const byNow = refused.map((each) => ({ ...each, lineId: idByNow(value, each.lineId) }));
      const problems = noteRefused(value.problems, value.mine, byNow);
      if (problems !== value.problems) set({ ...value, problems });
    },
    isChanged: (properties) => isFormChanged(opened, value, properties),
    partToSave: (properties) => {
      // What is saved now was no number on its way.
      value = { ...value, run: undefined };
      const made = partOf(opened, value, properties);
      if (made) linesOfParts.set(made.part, made.values);
      return made?.part;
    },
    rowsWithoutQuantity: (properties) =>
      rowsWithoutQuantity({
        ...{ workflowId: copy.workflowId, values: value.mine.values, before: value.base.values, properties },
      }).filter((at) => questions.stateOf(at).visible),
    markUnkept: (rows) => {
      const unkept = new Set(rows.flatMap(({ lineId }) => lineId ?? []).map((id) => idByNow(value, id)));
      if (unkept.size > 0 || value.mine.unkept.size > 0) set({ ...value, mine: { ...value.mine, unkept } });
    },
    markSaved: (part, properties) => {
      const lines = linesOfParts.get(part) ?? value.mine.values;
      set(save(opened, value, { part, lines }, properties));
    },
    discard: (properties) => set(discard(opened, value, properties)),
    leaveEmpty: (places) => emptyAll(places, answerZero),
    takeBack: (places) => emptyAll(places, empty),
    receive: (next, newIds) => set(receive(opened, value, next, newIds)),
    toDraft: () => draftOf(opened, value),
    savedItems: () => savedItems(value),
    asSeen: (estimate) => asSeen(opened, value, estimate),

    ...questions,
    unreadAt: (at) =>
      questions.lineAt(at)?.quantity === null
        ? value.mine.unread.find((text) => isSamePlace(text.at, at))?.typed
        : undefined,
    isZeroAnswered: (at) => {
      const line = questions.lineAt(at);
      return line !== null && line.quantity === 0 && value.mine.zeros.all.has(line.id);
    },
    isUnkept: (at) => {
      if (value.mine.unkept.size === 0) return false;
      const line = questions.lineAt(at);
      return line !== null && value.mine.unkept.has(line.id) && (line.quantity ?? 0) === 0 && hasChoice(line);
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
