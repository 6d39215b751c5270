import type { WorkflowSummary } from "@ridgebook/contract";
import {
  findField,
  toItems,
  unitMark,
  unusedRecommendations,
  type FieldDefinition,
  type FieldPlace,
  type PricedLine,
  type UnusedRecommendation,
} from "@ridgebook/estimating";
import type { FormSnapshot, SavedPart, WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { formatQuantity } from "#features/estimate/format.ts";
import { insideSentence } from "#features/estimate/rows/field-layout.ts";
import { isLaterThanComplete, type CopyProgress } from "#features/estimate/steps/progress.ts";
import { orderedTrim, orderText, takeOrdersBack } from "#features/estimate/steps/ordered-trim.ts";
import { tellRefusal, type RefusedChange } from "#features/estimate/steps/refused-change.ts";
import type { EstimateStore, LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import type { ConfirmQuestion } from "#ui/dialogs/dialog-store.ts";
import { doneMessage } from "#ui/notices/done-message.ts";
import type { NewNotice } from "#ui/notices/notice-store.ts";

/** For a save with errors (MSG-02). */
export const HAS_ERRORS_TEXT = "The page has errors which must be fixed before saving";
/** For a save with unused recommendations (MSG-04). */
const UNUSED_TEXT = "Recommended values not completed, do you still want to continue?";

/** How many names a question or notice lists before "and 3 more". */
const MOST_NAMED = 4;
/** Filling in a quantity may recommend another one; no chain of the catalogue is longer. */
const MAX_ROUNDS = 8;

/** The dependencies of `saveForm`. */
interface SaveSurroundings {
  readonly form: WorkflowForm;
  readonly estimate: LocalEstimate;
  readonly workflow: CopyProgress["workflow"];
  readonly summary: WorkflowSummary;
  readonly save: EstimateStore["save"];
  readonly confirm: (question: ConfirmQuestion) => Promise<boolean>;
  readonly notify: (notice: NewNotice) => void;
  readonly reportFailure: (error: unknown) => Promise<void>;
  /** The current estimate. */
  readonly readEstimate: () => LocalEstimate;
  /** The refused change of this estimate that waits on the device, if any. */
  readonly findRefusal: () => Promise<RefusedChange | undefined>;
  readonly focus: (place: FieldPlace) => void;
}

export interface SaveOptions {
  /** The step that this save completes; if omitted, progress stays. */
  readonly completesSectionId?: number;
  /** Whether to notify of the save; not needed when another page opens. */
  readonly tells?: boolean;
}

const listed = (names: readonly string[]): string =>
  names.length <= MOST_NAMED
    ? names.join("\n")
    : `${names.slice(0, MOST_NAMED).join("\n")}\nand ${names.length - MOST_NAMED} more`;

const listedInLine = (names: readonly string[]): string =>
  `${names.slice(0, MOST_NAMED).join(", ")}${names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : ""}`;

/** "Underlayment"; for a child field also its parent: "House insulation, material". */
function labelWithParent({ label, parentId }: FieldDefinition): string {
  const parent = parentId === null ? undefined : findField(parentId);
  return parent ? `${parent.label}, ${insideSentence(label)}` : label;
}

/** "Underlayment 3 RL" */
const filledText = ({ field, recommended }: UnusedRecommendation): string =>
  `${labelWithParent(field)} ${formatQuantity(recommended)} ${unitMark(field.unit, recommended)}`;

/** "Gutters 2" in a list of several rows; else as `labelWithParent`. */
function nameOfRow(form: WorkflowForm, { outer, property, lineId }: FieldPlace): string {
  const definition = form.definitionOf({ outer, property });
  const rows = outer.length === 0 ? (form.getSnapshot().values[property] ?? []) : [];
  const number = rows.length > 1 ? ` ${String(rows.findIndex(({ id }) => id === lineId) + 1)}` : "";
  return labelWithParent(definition) + number;
}

/** "Underlayment: 3 RL recommended, 2 entered" */
const unusedText = ({ field, recommended, entered }: UnusedRecommendation): string =>
  `${labelWithParent(field)}: ${formatQuantity(recommended)} ${unitMark(field.unit, recommended)} recommended, ${formatQuantity(entered)} entered`;

/** The unused recommendations of fields that are visible and editable. */
export function unusedOf(
  form: WorkflowForm,
  properties: readonly string[],
  { values, recommendations }: Pick<FormSnapshot, "values" | "recommendations"> = form.getSnapshot(),
): readonly UnusedRecommendation[] {
  return unusedRecommendations({
    workflowId: form.copy.workflowId,
    values,
    recommendations,
    properties,
    isShown: (place) => {
      const { visible, disabled, readOnly } = form.stateOf(place);
      return visible && !disabled && !readOnly;
    },
    isZeroAnswered: (place) => form.isZeroAnswered(place),
  });
}

/** Fills in missing recommended quantities (the engine's unused-recommendations.ts) and returns them. */
function fillIn(form: WorkflowForm, properties: readonly string[]): readonly UnusedRecommendation[] {
  const filled: UnusedRecommendation[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const missing = unusedOf(form, properties).filter(({ onSave }) => onSave === "fillIn");
    if (missing.length === 0) break;
    for (const each of missing) {
      // An earlier row that shares the quantity may have taken all of it.
      const recommended = form.recommendedAt(each.place)?.quantity ?? 0;
      if (recommended <= 0) continue;
      form.fillIn(each.place);
      filled.push({ ...each, recommended });
    }
  }
  return filled;
}

/** A sentence for each line with a choice that has no price variant or tier (1.§8). */
function missingPrices(form: WorkflowForm, properties: readonly string[]): readonly string[] {
  const lines = form
    .getSnapshot()
    .lines.filter(({ definition }: PricedLine) => properties.includes(definition.property));
  const { warnings } = toItems({ lines, book: form.book, workflowEstimateId: form.copy.workflowEstimateId });
  return warnings.map(({ reason, fieldId, optionId, size }) => {
    const field = findField(fieldId);
    const option = field && optionId !== null ? form.book.entryOf(field).optionById.get(optionId)?.value : undefined;
    const measure = reason === "noTier" && size ? `, ${size.width} x ${size.height} in` : "";
    const chosen = option === undefined ? "" : `: ${option}`;
    const until = reason === "noSize" ? " until width and height are entered" : "";
    return `No price for ${field?.label ?? fieldId}${chosen}${measure}${until}, the line is saved without a price.`;
  });
}

/**
 * Saves what was entered below some top-level fields (a section, a window, a whole quick estimate):
 *
 * 1. validates, and stops if there are errors (MSG-02),
 * 2. asks about recommendations that differ (MSG-04),
 * 3. fills in missing recommended quantities (the engine's unused-recommendations.ts); 1 and 2 use a trial form that is already filled in,
 * so that a stopped save changes nothing,
 * 4. saves on this device; it is sent to the server now or later,
 * 5. notifies of rows that were dropped, because they have no quantity, and marks them.
 *
 * Returns "stayed" if the person has to act first; the form keeps everything entered. The server's messages about a refused save are shown
 * at the entries they name until those are edited, and others in notices (VAL-31). The refused change stays on this device in the list of
 * unsent changes; saving again without an edit shows the same messages.
 */
export async function saveForm(
  surroundings: SaveSurroundings,
  properties: readonly string[],
  { completesSectionId, tells = false }: SaveOptions = {},
): Promise<"saved" | "stayed"> {
  const { form, estimate, workflow, summary, save, confirm, notify, reportFailure, focus } = surroundings;
  const tell = (refused: RefusedChange, isKept: boolean): void => {
    const [first, ...more] = tellRefusal(refused, { form, properties });
    if (first === undefined) return;
    notify({ message: isKept ? `Not sent: ${first} What you entered is kept on this device.` : first, type: "error" });
    for (const message of more) notify({ message, type: "error" });
  };

  const trial = form.trial();
  fillIn(trial, properties);
  // The page shows the problems, focuses the first and says why it did not save.
  if (form.validate(properties, { as: trial }).length > 0) return "stayed";

  const unused = unusedOf(trial, properties).filter(({ onSave }) => onSave === "ask");
  const [firstUnused] = unused;
  if (firstUnused) {
    const continues = await confirm({
      title: UNUSED_TEXT,
      message: listed(unused.map(unusedText)),
      confirmText: "Continue",
      cancelText: "Cancel",
    });
    if (!continues) {
      focus(firstUnused.place);
      return "stayed";
    }
  }

  const filled = fillIn(form, properties);
  const tellFilled = (): void => {
    if (filled.length === 0) return;
    notify({
      message: `Filled in as recommended: ${listedInLine(filled.map(filledText))}`,
      type: "info",
      action: {
        label: "Undo",
        run: () => {
          form.leaveEmpty(filled.map(({ place }) => place));
          void saveWithout(surroundings, properties, "Left empty");
        },
      },
    });
  };
  const takeBackFilled = (): void => {
    if (filled.length > 0) form.clearFilledIn(filled.map(({ place }) => place));
  };
  const dropped = form.rowsWithoutQuantity(properties);
  const droppedNames = dropped.map((place) => nameOfRow(form, place));
  const { workflowId, workflowEstimateId } = form.copy;
  const nothing: SavedPart = { workflowId: workflowId as SavedPart["workflowId"], workflowEstimateId };
  const part = form.partToSave(properties);
  const ordered = orderedTrim(form, part, { items: form.asSeen(estimate).items, properties });
  const completes =
    completesSectionId !== undefined && isLaterThanComplete({ workflow, summary, sectionId: completesSectionId });
  if (part || completes) {
    try {
      const result = await save(
        estimate.id,
        {
          parts: [
            {
              ...(part ?? nothing),
              ...(completes && { lastCompleteSectionId: completesSectionId }),
            },
          ],
        },
        { from: form.asSeen(estimate) },
      );
      if (!isGone(result)) form.markSaved(part ?? nothing, properties);
      if (result.outcome === "refused") {
        const { problem } = result;
        tell((await surroundings.findRefusal()) ?? { problem, slices: {} }, !isGone(result));
        // Unless the estimate is gone, the filled-in quantities are saved on this device too.
        if (isGone(result)) takeBackFilled();
        else tellFilled();
        // A conflict is resolved in the list of unsent changes and does not block the person here.
        return result.problem.code === "conflict" ? "saved" : "stayed";
      }
      form.reportRejected([]);
      if (tells) notify({ message: doneMessage("Saved", { isSent: result.outcome === "synced" }) });
    } catch (error) {
      // Nothing was saved, so undo what saving filled in.
      takeBackFilled();
      await reportFailure(error);
      return "stayed";
    }
  } else {
    form.markSaved(nothing, properties);
    const refused = estimate.sync === "failed" ? await surroundings.findRefusal() : undefined;
    if (refused) tell(refused, true);
    // A person who is leaving the page can go on: the work is kept, and nothing can be done about it here.
    if (refused && tells) return "stayed";
    if (tells) notify({ message: doneMessage("Saved", { isSent: estimate.sync !== "waiting" }) });
  }

  tellFilled();
  if (ordered.length > 0)
    notify({
      message: `Trim ordered for the windows: ${listedInLine(ordered.map(({ order }) => orderText(order)))}`,
      type: "info",
      action: {
        label: "Undo",
        run: () => void saveWithout(surroundings, takeOrdersBack(form, ordered), "Trim is as before"),
      },
    });
  form.markDropped(dropped);
  if (dropped.length > 0)
    notify({ message: `Not kept, because no quantity is entered: ${listedInLine(droppedNames)}`, type: "warning" });
  for (const message of missingPrices(form, properties)) notify({ message, type: "warning", autoClose: false });
  return "saved";
}

/** Saves again after the person undid what saving had filled in, maybe from another step. */
async function saveWithout(
  { form, save, notify, reportFailure, readEstimate }: SaveSurroundings,
  properties: readonly string[],
  doneText: string,
): Promise<void> {
  const part = form.partToSave(properties);
  if (!part) return;
  try {
    const estimate = readEstimate();
    const result = await save(estimate.id, { parts: [part] }, { from: form.asSeen(estimate) });
    if (!isGone(result)) form.markSaved(part, properties);
    if (result.outcome === "refused") notify({ message: result.problem.message, type: "error" });
    else notify({ message: doneText });
  } catch (error) {
    await reportFailure(error);
  }
}

/** Whether the estimate no longer exists, so that nothing was kept. */
const isGone = (result: Awaited<ReturnType<EstimateStore["save"]>>): boolean =>
  result.outcome === "refused" && result.problem.code === "notFound";
