import type { WorkflowValues } from "#form/form-values.ts";
import { deriveCalculated } from "./calculated.ts";
import { DUMPSTER_NEEDED, followDumpsterSwitch } from "./dumpster.ts";
import { emptyHiddenFields } from "./hidden-fields.ts";
import { setIceBarrierRows } from "./ice-barrier-rows.ts";
import { extendPitchRows } from "./install-pitch.ts";
import { clearChoicesNotOffered } from "./offered-choices.ts";
import { clearInapplicablePackage, clearPackageOfMaterial, clearsComparison, packageFields } from "./package-choice.ts";
import { fillMeasuredRows, followMeasuredRows } from "./measured-rows.ts";
import { fillPresets, followPresets } from "./presets.ts";
import type { FormContext, FormEdit } from "./state-context.ts";
import { NUMBER_OF_STORIES, resetStoryRows } from "./stories.ts";
import { dropGridsOfOtherType, WINDOW_STYLE } from "./window-grids.ts";
import { followWindowTrim } from "./window-trim-orders.ts";

/** The list of windows, or a field of one. */
const isOfWindow = (key: string): boolean => key === "window" || key.startsWith("window.");

type Consequence = (edit: FormEdit) => WorkflowValues;

const whenEdited =
  (isMeant: (key: string) => boolean, consequence: Consequence): Consequence =>
  (edit) =>
    isMeant(edit.key) ? consequence(edit) : edit.values;

/** The edited field, and the choices that were cleared with it. */
function changedKeys({ workflowId, key }: FormEdit): readonly string[] {
  const fields = clearsComparison(key) ? packageFields(workflowId) : undefined;
  return fields ? [key, fields.choice, ...(fields.installation ? [fields.installation] : [])] : [key];
}

function followPresetsAndWhatReadsThem(edit: FormEdit): WorkflowValues {
  const values = followPresets(edit);
  return values === edit.values ? values : deriveCalculated({ ...edit, values });
}

const CONSEQUENCES: readonly Consequence[] = [
  whenEdited((key) => key === DUMPSTER_NEEDED, followDumpsterSwitch),
  whenEdited((key) => key === NUMBER_OF_STORIES, resetStoryRows),
  whenEdited(clearsComparison, clearPackageOfMaterial),
  whenEdited((key) => key === "iceBarrierRows", setIceBarrierRows),
  // Before choices are cleared, so that a grid that is not offered is removed whole.
  whenEdited((key) => key === WINDOW_STYLE, dropGridsOfOtherType),
  (edit) => clearChoicesNotOffered({ ...edit, keys: changedKeys(edit) }),
  emptyHiddenFields,
  deriveCalculated,
  whenEdited(isOfWindow, followWindowTrim),
  followMeasuredRows,
  followPresetsAndWhatReadsThem,
  clearInapplicablePackage,
];

/**
 * Applies the consequences of an edit: rows that appear and disappear, choices that are cleared, quantities that are calculated or preset.
 * Unaffected lines keep their identity. `clearsComparison` decides whether the comparison of packages ends too.
 */
export const applyEdit = (edit: FormEdit): WorkflowValues =>
  CONSEQUENCES.reduce((values, consequence) => consequence({ ...edit, values }), edit.values);

type OpenedForm = FormContext & { readonly wasSaved?: boolean };

const ON_OPENING: readonly ((form: OpenedForm) => WorkflowValues)[] = [
  resetStoryRows,
  setIceBarrierRows,
  extendPitchRows,
  deriveCalculated,
  fillMeasuredRows,
  fillPresets,
  deriveCalculated,
  clearInapplicablePackage,
];

/**
 * Applies the consequences of opening a form (2.§4). With `wasSaved`, presets only fill lines of new sections, and not what was saved
 * without an entry.
 */
export const openForm = (form: OpenedForm): WorkflowValues =>
  ON_OPENING.reduce((values, step) => step({ ...form, values }), form.values);
