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

/** On saving with errors (MSG-02). */
export const HAS_ERRORS_TEXT = "The page has errors which must be fixed before saving";
/** On saving with recommendations that were not taken over (MSG-04). */
const UNUSED_TEXT = "Recommended values not completed, do you still want to continue?";

/** Names that a question or notice lists before it counts the rest. */
const MOST_NAMED = 4;
/** A filled-in quantity may recommend another; more rounds than any chain of the catalogue has. */
const MAX_ROUNDS = 8;

/** What saving needs of the app around it. */
interface SaveSurroundings {
  readonly form: WorkflowForm;
  readonly estimate: LocalEstimate;
  readonly workflow: CopyProgress["workflow"];
  readonly summary: WorkflowSummary;
  readonly save: EstimateStore["save"];
  readonly confirm: (question: ConfirmQuestion) => Promise<boolean>;
  readonly notify: (notice: NewNotice) => void;
  readonly reportFailure: (error: unknown) => Promise<void>;
  /** The estimate as it is by now. */
  readonly readEstimate: () => LocalEstimate;
  /** What waits of the estimate here because the server refused it. */
  readonly findRefusal: () => Promise<RefusedChange | undefined>;
  /** Brings a field into view. */
  readonly focus: (place: FieldPlace) => void;
}

export interface SaveOptions {
  /** The step that is complete with this save; left out, progress stays. */
  readonly completesSectionId?: number;
  /** Tells that it is saved; on the way to another page that page says enough. */
  readonly tells?: boolean;
}

const listed = (names: readonly string[]): string =>
  names.length <= MOST_NAMED
    ? names.join("\n")
    : `${names.slice(0, MOST_NAMED).join("\n")}\nand ${names.length - MOST_NAMED} more`;

const listedInLine = (names: readonly string[]): string =>
  `${names.slice(0, MOST_NAMED).join(", ")}${names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : ""}`;

/** "Underlayment", and of a field below another one both: "House insulation, material". */
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

/** Those of the form that somebody can see and enter. */
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

/** Takes over what saving fills in (the engine's unused-recommendations.ts). @returns what it filled in */
function fillIn(form: WorkflowForm, properties: readonly string[]): readonly UnusedRecommendation[] {
  const filled: UnusedRecommendation[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const missing = unusedOf(form, properties).filter(({ onSave }) => onSave === "fillIn");
    if (missing.length === 0) break;
    for (const each of missing) {
      // Of a quantity that rows share, a row before may have taken all.
      const recommended = form.recommendedAt(each.place)?.quantity ?? 0;
      if (recommended <= 0) continue;
      form.fillIn(each.place);
      filled.push({ ...each, recommended });
    }
  }
  return filled;
}

/** Lines with something chosen for which the price book has no variant or tier: one sentence each (1.§8). */
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
 * 1. marks what is wrong and stops there (MSG-02),
 * 2. asks about recommendations that differ (MSG-04),
 * 3. fills in what is recommended and missing (the engine's unused-recommendations.ts): 1 and 2 look at a trial that has it already,
 *    so that nothing is filled in by a save that stays,
 * 4. saves on this device; the server hears of it now or later,
 * 5. says and marks of which rows nothing is kept, because nothing is counted in them.
 *
 * "stayed": the person has to do something first; everything entered is still in the form. What the server says of a refused save
 * stands at the entries that it names, until they are edited, and else in notices (VAL-31); what was saved stays on this device and
 * waits in the list of unsent changes. As long as it waits there, saving once more without a change tells the same: nothing of it is
 * saved on the server.
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
  // The page shows the problems, goes to the first and says why it did not save.
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
    if (filled.length > 0) form.takeBack(filled.map(({ place }) => place));
  };
  const unkept = form.rowsWithoutQuantity(properties);
  const unkeptNames = unkept.map((place) => nameOfRow(form, place));
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
        // Unless the estimate is gone, it is kept on this device with the rest.
        if (isGone(result)) takeBackFilled();
        else tellFilled();
        // A conflict is decided in the list of unsent changes; here it is in nobody's way.
        return result.problem.code === "conflict" ? "saved" : "stayed";
      }
      form.tellRefused([]);
      if (tells) notify({ message: doneMessage("Saved", { isSent: result.outcome === "synced" }) });
    } catch (error) {
      // What was entered is still on the page, and nothing else.
      takeBackFilled();
      await reportFailure(error);
      return "stayed";
    }
  } else {
    form.markSaved(nothing, properties);
    const refused = estimate.sync === "failed" ? await surroundings.findRefusal() : undefined;
    if (refused) tell(refused, true);
    // Who is on the way to another page goes on: there is nothing to do about it here, and the work is kept.
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
  form.markUnkept(unkept);
  if (unkept.length > 0)
    notify({ message: `Not kept, because no quantity is entered: ${listedInLine(unkeptNames)}`, type: "warning" });
  for (const message of missingPrices(form, properties)) notify({ message, type: "warning", autoClose: false });
  return "saved";
}

/** Saves that what saving had filled in was taken back; the person may be at another step by now. */
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

/** The estimate is not there any more: nothing of it is kept. */
const isGone = (result: Awaited<ReturnType<EstimateStore["save"]>>): boolean =>
  result.outcome === "refused" && result.problem.code === "notFound";
