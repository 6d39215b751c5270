import type { Problem, WorkflowSummary } from "@ridgebook/contract";
import { findField, toItems, type PricedLine } from "@ridgebook/estimating";
import type { FieldPlace, FormSnapshot, SavedPart, WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { formatQuantity } from "#features/estimate/format.ts";
import { isLaterThanComplete, type CopyProgress } from "#features/estimate/steps/progress.ts";
import { unusedRecommendations, type UnusedRecommendation } from "#features/estimate/steps/recommended-values.ts";
import type { EstimateStore, LocalEstimate } from "#local-data/estimates/estimate-store.ts";
import { sortServerMessages } from "#server-client/server-validation.ts";
import type { ConfirmQuestion } from "#ui/dialogs/dialog-store.ts";
import { doneMessage } from "#ui/notices/done-message.ts";
import type { NewNotice } from "#ui/notices/notice-store.ts";

/** On saving with errors (MSG-02). */
export const HAS_ERRORS_TEXT = "The page has errors which must be fixed before saving";
/** On saving with recommendations that were not taken over (MSG-04). */
export const UNUSED_TEXT = "Recommended values not completed, do you still want to continue?";

/** Names that a question or notice lists before it counts the rest. */
const MOST_NAMED = 4;
/** A filled-in quantity may recommend another; more rounds than any chain of the catalogue has. */
const MAX_ROUNDS = 8;

/** What saving needs of the app around it. */
export interface SaveSurroundings {
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
  /** Why the server refused what waits of the estimate here; undefined where it refused nothing. */
  readonly findRefusal: () => Promise<Problem | undefined>;
  /** Brings a field into view. */
  readonly focus: (place: FieldPlace) => void;
}

export interface SaveOptions {
  /** The step that is complete with this save; left out, progress stays (OP-42). */
  readonly completesSectionId?: number;
  /** Tells that it is saved; on the way to another page that page says enough. */
  readonly tells?: boolean;
}

const listed = (names: readonly string[]): string =>
  names.length <= MOST_NAMED
    ? names.join("\n")
    : `${names.slice(0, MOST_NAMED).join("\n")}\nand ${names.length - MOST_NAMED} more`;

/** "Underlayment: 3 RL recommended, 2 entered" */
const unusedText = ({ field, recommended, entered }: UnusedRecommendation): string =>
  `${field.label}: ${formatQuantity(recommended)} ${field.unit} recommended, ${formatQuantity(entered)} entered`;

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

/** Takes over what saving fills in (recommended-values.ts); resolves to what it was, for telling. */
function fillIn(form: WorkflowForm, properties: readonly string[]): readonly UnusedRecommendation[] {
  const filled = new Map<string, UnusedRecommendation>();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const missing = unusedOf(form, properties).filter(({ onSave }) => onSave === "fillIn");
    if (missing.length === 0) break;
    for (const each of missing) {
      form.useRecommended(each.place);
      filled.set(`${each.field.key} ${each.place.lineId ?? ""}`, each);
    }
  }
  return [...filled.values()];
}

/** Lines with something chosen for which the price book has no variant or tier: one sentence each (1.§8). */
function missingPrices(form: WorkflowForm, properties: readonly string[]): readonly string[] {
  const lines = form
    .getSnapshot()
    .lines.filter(({ definition }: PricedLine) => properties.includes(definition.property));
  const { warnings } = toItems({ lines, book: form.book, workflowEstimateId: form.copy.workflowEstimateId });
  return warnings.map(({ fieldId, optionId, size }) => {
    const field = findField(fieldId);
    const option = field && optionId !== null ? form.book.entryOf(field).optionById.get(optionId)?.value : undefined;
    const measure = size ? `, ${size.width} x ${size.height} in` : "";
    const chosen = option === undefined ? "" : `: ${option}`;
    return `No price for ${field?.label ?? fieldId}${chosen}${measure}, the line is saved without a price.`;
  });
}

/** Named by the fields of the part where the server names their items ("items[3].quantity"). */
function refusalTexts(problem: Problem, part: SavedPart | undefined): readonly string[] {
  const { others, fields } = sortServerMessages({
    problem,
    knownFields: Object.keys(problem.details.errors ?? {}).filter((key) => itemIndexOf(key) !== undefined),
  });
  return [
    ...others,
    ...fields.map(({ field, message }) => {
      const item = part?.items?.[itemIndexOf(field) ?? -1];
      const label = item && findField(item.fieldId)?.label;
      return label === undefined || message.startsWith(label) ? message : `${label}: ${message}`;
    }),
  ];
}

const itemIndexOf = (key: string): number | undefined => {
  const index = /(?:^|\.)items(?:\.|\[)(\d+)/.exec(key)?.[1];
  return index === undefined ? undefined : Number(index);
};

/** The part of a form's last save that the server refused: it names items by their place in it. */
const refusedParts = new WeakMap<WorkflowForm, SavedPart>();

/**
 * Saves what was entered below some top-level fields (a section, a window, a whole quick estimate):
 *
 * 1. fills in what is recommended and missing (recommended-values.ts),
 * 2. marks what is wrong and stops there (MSG-02),
 * 3. asks about recommendations that differ (MSG-04),
 * 4. saves on this device; the server hears of it now or later.
 *
 * "stayed": the person has to do something first; everything entered is still in the form. A refusal of the server is told with its
 * reason; what was saved stays on this device and waits in the list of unsent changes. As long as it waits there, saving once more
 * without a change tells the same: nothing of it is saved on the server.
 */
export async function saveForm(
  surroundings: SaveSurroundings,
  properties: readonly string[],
  { completesSectionId, tells = false }: SaveOptions = {},
): Promise<"saved" | "stayed"> {
  const { form, estimate, workflow, summary, save, confirm, notify, reportFailure, focus } = surroundings;
  const tellRefusal = (problem: Problem, part: SavedPart | undefined, isKept: boolean): void => {
    const [first = problem.message, ...more] = refusalTexts(problem, part);
    notify({ message: isKept ? `Not sent: ${first} What you entered is kept on this device.` : first, type: "error" });
    for (const message of more) notify({ message, type: "error" });
  };

  const filled = fillIn(form, properties);
  // The page shows the problems, goes to the first and says why it did not save.
  if (form.validate(properties).length > 0) return "stayed";

  const unused = unusedOf(form, properties).filter(({ onSave }) => onSave === "ask");
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

  const { workflowId, workflowEstimateId } = form.copy;
  const nothing: SavedPart = { workflowId: workflowId as SavedPart["workflowId"], workflowEstimateId };
  const part = form.partToSave(properties);
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
        if (part) refusedParts.set(form, part);
        tellRefusal(result.problem, part, !isGone(result));
        // A conflict is decided in the list of unsent changes; here it is in nobody's way.
        return result.problem.code === "conflict" ? "saved" : "stayed";
      }
      if (tells) notify({ message: doneMessage("Saved", { isSent: result.outcome === "synced" }) });
    } catch (error) {
      // What was entered is still on the page.
      await reportFailure(error);
      return "stayed";
    }
  } else {
    form.markSaved(nothing, properties);
    const refused = estimate.sync === "failed" ? await surroundings.findRefusal() : undefined;
    if (refused) tellRefusal(refused, refusedParts.get(form), true);
    // Who is on the way to another page goes on: there is nothing to do about it here, and the work is kept.
    if (refused && tells) return "stayed";
    if (tells) notify({ message: doneMessage("Saved", { isSent: estimate.sync !== "waiting" }) });
  }

  if (filled.length > 0)
    notify({
      message: `Filled in as recommended: ${filled
        .slice(0, MOST_NAMED)
        .map(({ field, recommended }) => `${field.label} ${formatQuantity(recommended)} ${field.unit}`)
        .join(", ")}${filled.length > MOST_NAMED ? `, and ${filled.length - MOST_NAMED} more` : ""}`,
      type: "info",
      action: { label: "Undo", run: () => void leaveEmpty(surroundings, properties, filled) },
    });
  for (const message of missingPrices(form, properties)) notify({ message, type: "warning", autoClose: false });
  return "saved";
}

/** Takes back what saving has filled in, and saves that; the person may be at another step by now. */
async function leaveEmpty(
  { form, save, notify, reportFailure, readEstimate }: SaveSurroundings,
  properties: readonly string[],
  filled: readonly UnusedRecommendation[],
): Promise<void> {
  form.leaveEmpty(filled.map(({ place }) => place));
  const part = form.partToSave(properties);
  if (!part) return;
  try {
    const estimate = readEstimate();
    const result = await save(estimate.id, { parts: [part] }, { from: form.asSeen(estimate) });
    if (!isGone(result)) form.markSaved(part, properties);
    if (result.outcome === "refused") notify({ message: result.problem.message, type: "error" });
    else notify({ message: "Left empty" });
  } catch (error) {
    await reportFailure(error);
  }
}

/** The estimate is not there any more: nothing of it is kept. */
const isGone = (result: Awaited<ReturnType<EstimateStore["save"]>>): boolean =>
  result.outcome === "refused" && result.problem.code === "notFound";
