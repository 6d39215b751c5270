import {
  findField,
  quantityBounds,
  unitMark,
  type Explanation,
  type FieldId,
  type FieldPlace,
} from "@ridgebook/estimating";
import type { WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { formatMoney, formatQuantity } from "#features/estimate/format.ts";
import { useSectionPlace } from "#features/estimate/rows/use-field.ts";
import { useWhy, type WhyEntry, type WhyQuestion } from "#features/estimate/why/why-context.ts";

/** Opens explanations under this section's name. */
function useWhyHere(): (name: string, why: Omit<WhyQuestion, "place">) => void {
  const askWhy = useWhy();
  const section = useSectionPlace();
  return (name, why) => askWhy({ ...why, place: [section, name].filter(Boolean).join(" · ") });
}

/** Another number of the form or of the same row, which the explanation lets the person edit. */
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

/** Opens the explanation of a recommended or calculated quantity. */
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

/** Opens the explanation of an order. */
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

/** Opens the explanation of an amount: of a line, or of a group's sum. */
export function useWhyAmount(name: string, total: number, explain: (form: WorkflowForm) => Explanation | null) {
  const form = useWorkflowForm();
  const askWhy = useWhyHere();
  return () => askWhy(name, { answer: formatMoney(total), explain: () => explain(form) });
}
