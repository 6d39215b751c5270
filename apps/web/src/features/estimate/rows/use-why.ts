import type { FieldPlace } from "#features/estimate/form/workflow-form.ts";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { formatMoney, formatQuantity } from "#features/estimate/format.ts";
import type { AmountsView } from "#features/estimate/rows/amounts-view.ts";
import { useSectionPlace } from "#features/estimate/rows/use-field.ts";
import { useWhy } from "#features/estimate/why/why-context.ts";

const joinPlace = (...parts: readonly string[]): string => parts.filter(Boolean).join(" · ");

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
  const askWhy = useWhy();
  const section = useSectionPlace();
  return () =>
    askWhy({
      place: joinPlace(section, name),
      answer: `${formatQuantity(recommended)} ${unit}`.trim(),
      explain: () => form.explainRecommendation(place),
      inUse: isInUse,
      ...(!isInUse && { onUse: () => form.useRecommended(place) }),
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
  const askWhy = useWhy();
  const section = useSectionPlace();
  return () =>
    askWhy({
      place: joinPlace(section, name),
      answer: formatMoney(total),
      explain: () => form.explainPrice(place, view),
    });
}
