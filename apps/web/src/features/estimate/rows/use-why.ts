import { findField, quantityBounds, unitMark, type FieldId, type FieldPlace } from "@ridgebook/estimating";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { formatMoney, formatQuantity } from "#features/estimate/format.ts";
import type { AmountsView } from "#features/estimate/rows/amounts-view.ts";
import { useSectionPlace } from "#features/estimate/rows/use-field.ts";
import { useWhy, type WhyEntry, type WhyQuestion } from "#features/estimate/why/why-context.ts";

/** Opens the why of something that stands in this section under a name. */
function useWhyHere(): (name: string, why: Omit<WhyQuestion, "place">) => void {
  const askWhy = useWhy();
  const section = useSectionPlace();
  return (name, why) => askWhy({ ...why, place: [section, name].filter(Boolean).join(" · ") });
}

/** A number field that stands beside a place, in the form or in the same row, as it can be entered from the tape. */
function entryBeside(form: WorkflowForm, place: FieldPlace, fieldId: FieldId): WhyEntry | undefined {
  const field = findField(fieldId);
  if (field?.parentId !== form.definitionOf(place).parentId) return undefined;
  const at: FieldPlace = { outer: place.outer, property: field.property, lineId: null };
  const { visible, disabled, readOnly } = form.stateOf(at);
  if (!visible || disabled || readOnly) return undefined;
  const { min, max } = quantityBounds(form.book, field);
  return {
    allows: (quantity) => quantity >= min && quantity <= max,
    enter: (quantity) => form.setQuantity(at, quantity),
  };
}

/** Opens how a recommended or calculated quantity came about. */
export function useWhyRecommended({
  place,
  name,
  unit,
  recommended,
  isInUse,
}: {
  place: FieldPlace;
  name: string;
  unit: string;
  recommended: number;
  isInUse: boolean;
}): () => void {
  const form = useWorkflowForm();
  const askWhy = useWhyHere();
  return () =>
    askWhy(name, {
      answer: `${formatQuantity(recommended)} ${unitMark(unit, recommended)}`.trim(),
      explain: () => form.explainRecommendation(place),
      inUse: isInUse,
      entryOf: (fieldId) => entryBeside(form, place, fieldId),
      ...(!isInUse && { onUse: () => form.useRecommended(place) }),
    });
}

/** Opens how an order came about. */
export function useWhyOrder({ place, name }: { place: FieldPlace; name: string }): () => void {
  const form = useWorkflowForm();
  const askWhy = useWhyHere();
  return () => {
    const order = form.orderAt(place);
    if (!order) return;
    askWhy(`${name} to order`, {
      answer: `${formatQuantity(order.quantity)} ${order.unit}`,
      explain: () => form.orderAt(place)?.explain() ?? null,
    });
  };
}

/** Opens how the sum of a group's lines came about. */
export function useWhyGroup({
  title,
  properties,
  view,
  total,
}: {
  title: string;
  properties: ReadonlySet<string>;
  view: AmountsView;
  total: number;
}): () => void {
  const form = useWorkflowForm();
  const askWhy = useWhyHere();
  return () =>
    askWhy(title, {
      answer: formatMoney(total),
      explain: () => form.explainLines(properties, { name: title, which: view, by: "amount" }),
    });
}

/** Opens how a line's cost or price came about. */
export function useWhyAmount({
  place,
  name,
  view,
  total,
}: {
  place: FieldPlace;
  name: string;
  view: AmountsView;
  total: number;
}): () => void {
  const form = useWorkflowForm();
  const askWhy = useWhyHere();
  return () =>
    askWhy(name, {
      answer: formatMoney(total),
      explain: () => form.explainPrice(place, view),
    });
}
