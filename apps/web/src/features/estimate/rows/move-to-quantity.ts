/** Marks the inputs that Enter moves between. */
export const QUANTITY = { "data-quantity": "" } as const;
/** Marks the form that Enter stays within. */
export const SECTION = { "data-section-form": "" } as const;

/** Focuses the next or previous quantity of the form; does nothing at its end. */
export function moveToQuantity(from: HTMLElement, direction: "on" | "back"): void {
  const form = from.closest("[data-section-form]") ?? document;
  const quantities = [...form.querySelectorAll<HTMLElement>("[data-quantity]:not(:disabled)")];
  const next = quantities[quantities.indexOf(from) + (direction === "on" ? 1 : -1)];
  next?.focus();
}
