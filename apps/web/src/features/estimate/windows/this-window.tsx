import { useFormValue } from "#features/estimate/form/form-context.tsx";
import { formatQuantity } from "#features/estimate/format.ts";
import { Figure } from "#features/estimate/steps/totals-bar.tsx";

/** What one line of windows comes to, with its quantity. */
export function ThisWindow({ windowId }: { windowId: number }) {
  const total = useFormValue(({ lineById }) => lineById.get(windowId)?.totals.total ?? 0);
  const quantity = useFormValue(({ lineById }) => lineById.get(windowId)?.quantity ?? 0);
  const caption = quantity > 1 ? `This window, ${formatQuantity(quantity)} ×` : "This window";
  return <Figure caption={caption} amount={total} isStrong />;
}
