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

/** The edited field, and the choices that fell away with it. */
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
  // Before its choices are cleared: of a grid that is not offered nothing stays.
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
 * What follows from an edit: rows that come and go, choices that fall away, quantities that are calculated or preset. Lines
 * that nothing follows for stay the same objects. Whether the comparison of packages ends as well is for `clearsComparison`.
 */
export const applyEdit = (edit: FormEdit): WorkflowValues =>
  CONSEQUENCES.reduce((values, consequence) => consequence({ ...edit, values }), edit.values);

export type OpenedForm = FormContext & { readonly wasSaved?: boolean };

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
 * What happens to the values of a workflow when its forms are opened (2.§4). Values that come from saved items are opened with
 * `wasSaved`: then presets fill the lines of sections that are new, and leave alone what somebody saved without an entry.
 */
export const openForm = (form: OpenedForm): WorkflowValues =>
  ON_OPENING.reduce((values, step) => step({ ...form, values }), form.values);
