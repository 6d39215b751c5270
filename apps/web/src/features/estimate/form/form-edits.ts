import {
  addRow,
  addRowAfter,
  choosePackage,
  chosenPackage,
  clearRows,
  copyWindow,
  ensureLine,
  isMeasuredField,
  measuredBeside,
  removeRow,
  selectComparison,
  setAmounts,
  setMeasuredSquares,
  setQuantity,
  setValue,
  takeMeasurements,
  takeRecommended,
  topLevelFields,
  windowsOf,
  type FieldPlace,
  type LinePath,
  type WorkflowValues,
} from "@ridgebook/estimating";
import { keyOf, topOf } from "#features/estimate/form/form-questions.ts";
import type { EditNote } from "#features/estimate/form/form-state.ts";
import type { FormValue } from "#features/estimate/form/form-value.ts";
import type { OpenedCopy } from "#features/estimate/form/opened-copy.ts";
import { runAt } from "#features/estimate/form/typing-run.ts";
import type { FormState, WorkflowForm } from "#features/estimate/form/workflow-form.ts";

/** A line's path, and values that hold the line: it may have been made for this edit. */
interface Address {
  readonly values: WorkflowValues;
  readonly path: LinePath;
}

interface LineEdit {
  /** The first word of the edit's name: consecutive edits of one name are undone together. */
  readonly kind: string;
  readonly make: (address: Address) => WorkflowValues;
  readonly answersZero?: boolean;
  readonly isTyped?: boolean;
  /** Whether saving made this edit, not the person. */
  readonly isAutomatic?: boolean;
}

/** The name of an edit that is always undone alone. */
const UNGROUPED = "";

/**
 * Creates the functions that edit an open form.
 *
 * @param change applies the edited state and everything that follows from it
 */
export function createFormEdits({
  opened: { copy, book, nextId, comparison },
  recommendedAt,
  getValue,
  change,
}: {
  opened: OpenedCopy;
  recommendedAt: WorkflowForm["recommendedAt"];
  getValue: () => FormValue;
  change: (made: Partial<FormState>, note: EditNote) => void;
}) {
  const { workflowId } = copy;
  const getState = (): FormState => getValue().mine;

  const addressOf = (at: FieldPlace): Address => {
    const { values } = getState();
    if (at.lineId !== null) return { values, path: [...at.outer, { property: at.property, id: at.lineId }] };
    return ensureLine({ workflowId, values, outer: at.outer, property: at.property, book, nextId });
  };

  /** Enters a quantity as displayed. */
  const enterQuantity =
    (at: FieldPlace, quantity: number | null) =>
    ({ values, path }: Address): WorkflowValues =>
      isMeasuredField(workflowId, keyOf(at))
        ? setMeasuredSquares({ workflowId, values, book, nextId, path, squares: quantity })
        : setQuantity({ values, path, quantity });

  /** The properties that an edit at a place changed; rows that share measured squares change together. */
  const editedAt = (at: FieldPlace, before: WorkflowValues, values: WorkflowValues): readonly string[] => {
    const beside = measuredBeside(workflowId, keyOf(at)).filter((property) => values[property] !== before[property]);
    return [...new Set([topOf(at), ...beside])];
  };

  const editLine = (
    at: FieldPlace,
    { kind, make, answersZero = false, isTyped = false, isAutomatic = false }: LineEdit,
  ): void => {
    const before = getState().values;
    const address = addressOf(at);
    const made = make(address);
    const lineId = address.path.at(-1)?.id;
    const zeroOf = answersZero ? lineId : undefined;
    const filledIn = isAutomatic ? lineId : undefined;
    const name = `${kind} ${address.path.map(({ property, id }) => `${property}#${String(id)}`).join(".")}`;
    const start = { path: address.path, before, begun: address.values };
    // A run of keystrokes: each key's edit is made from the values before the first. A key that changes nothing starts none.
    const run = isTyped && made !== before ? runAt(getValue().run, start) : undefined;
    const values = run ? make({ values: run.begun, path: run.path }) : made;
    const edited = editedAt(at, before, values);
    change({ values }, { name, key: keyOf(at), edited, zeroOf, filledIn, ...(run && { run }) });
  };

  const enterRecommended = (at: FieldPlace, by: { isAutomatic?: boolean } = {}): void => {
    const recommended = recommendedAt(at);
    if (recommended && recommended.aboveMax === undefined)
      editLine(at, { kind: "recommended", make: enterQuantity(at, recommended.quantity), ...by });
  };

  return {
    setQuantity: (at, quantity) =>
      editLine(at, { kind: "quantity", make: enterQuantity(at, quantity), answersZero: quantity === 0, isTyped: true }),
    /** Sets a quantity to 0 and records that a person entered it. */
    answerZero: (at: FieldPlace): void =>
      editLine(at, { kind: "quantity", make: enterQuantity(at, 0), answersZero: true }),
    /** Sets a quantity to 0 without recording an answer. */
    empty: (at: FieldPlace): void => editLine(at, { kind: "quantity", make: enterQuantity(at, 0) }),
    setValue: (at, value) => editLine(at, { kind: "value", make: (address) => setValue({ ...address, value }) }),
    setAmounts: (at, amounts) =>
      editLine(at, { kind: "amounts", make: (address) => setAmounts({ ...address, amounts }) }),
    addRow: (rows, { after } = {}) => {
      const place = { workflowId, values: getState().values, ...rows, book, nextId };
      const values = after === undefined ? addRow(place) : addRowAfter({ ...place, after });
      change({ values }, { name: UNGROUPED, key: keyOf(rows), edited: [topOf(rows)] });
    },
    removeRow: (at) => {
      const path = [...at.outer, { property: at.property, id: at.lineId }];
      const values = removeRow({ values: getState().values, path });
      change({ values }, { name: UNGROUPED, key: keyOf(at), edited: [topOf(at)] });
    },
    clearRows: (rows) => {
      const values = clearRows({ workflowId, values: getState().values, ...rows, book, nextId });
      change({ values }, { name: UNGROUPED, key: keyOf(rows), edited: [topOf(rows)] });
    },
    useRecommended: (at) => enterRecommended(at),
    fillIn: (at) => enterRecommended(at, { isAutomatic: true }),
    useAllRecommended: (properties) => {
      const before = getState().values;
      const values = takeRecommended({ workflowId, book, nextId, values: before, properties });
      const edited = properties.filter((property) => values[property] !== before[property]);
      if (edited.length > 0) change({ values }, { name: UNGROUPED, edited });
    },
    choosePackage: (optionId, { marksProblems = true } = {}) => {
      const { choice } = comparison;
      if (choice === undefined) return;
      const { values: before, comparisons, touched } = getValue().mine;
      const chosen = choosePackage({
        copy,
        values: before,
        comparisons: comparison.asStored(comparisons),
        optionId,
        book,
        nextId,
      });
      // A package sets several fields; all of them belong to this edit.
      const decided = topLevelFields(workflowId).flatMap(({ property }) =>
        chosen.values[property] === before[property] ? [] : [property],
      );
      change(
        { values: chosen.values, comparisons: comparison.asOptions(chosen.comparisons) },
        {
          name: UNGROUPED,
          key: choice,
          edited: [...new Set([choice, ...decided])],
          // An untouched field is not an error yet; it is marked when the step is saved.
          marked: marksProblems ? comparison.propertiesBeside().filter((property) => touched.has(property)) : [],
        },
      );
    },
    takeMeasurements: (rows) => {
      const before = getState().values;
      const values = takeMeasurements({ workflowId, values: before, book, nextId }, rows);
      // Quantities taken from a recommendation are recalculated, and belong to this edit.
      const edited = topLevelFields(workflowId).flatMap(({ property }) =>
        values[property] === before[property] ? [] : [property],
      );
      if (edited.length > 0) change({ values }, { name: UNGROUPED, edited });
    },
    selectComparison: (ids) => {
      const { choice } = comparison;
      if (choice === undefined) return;
      const { values, comparisons } = getState();
      const chosen = chosenPackage(workflowId, values);
      const optionIds = chosen === null || ids.includes(chosen) ? ids : [...ids, chosen];
      const selected = selectComparison({ comparisons: comparison.asStored(comparisons), copy, optionIds });
      change({ comparisons: comparison.asOptions(selected) }, { name: UNGROUPED, edited: [choice] });
    },
    copyWindow: (sourceId) => {
      const values = copyWindow({ values: getState().values, sourceId, nextId });
      change({ values }, { name: UNGROUPED, key: "window", edited: ["window"] });
      return windowsOf(getState().values).at(-1)?.id ?? 0;
    },
  } satisfies Partial<WorkflowForm> & Record<"answerZero" | "empty", (at: FieldPlace) => void>;
}
