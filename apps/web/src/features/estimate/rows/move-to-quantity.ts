/** Marks what Enter stops at. */
export const QUANTITY = { "data-quantity": "" } as const;
/** Marks where Enter stays inside: all groups of one form. */
export const SECTION = { "data-section-form": "" } as const;

/** Puts the focus on the next quantity of the form, or the one before; at the end it stays where it is. */
export function moveToQuantity(from: HTMLElement, direction: "on" | "back"): void {
  const form = from.closest("[data-section-form]") ?? document;
  const quantities = [...form.querySelectorAll<HTMLElement>("[data-quantity]:not(:disabled)")];
  const next = quantities[quantities.indexOf(from) + (direction === "on" ? 1 : -1)];
  next?.focus();
}
