import type { FocusEvent, MouseEvent } from "react";

type Field = HTMLInputElement;

/** The field that is being pressed without having the focus yet. */
let pressed: Field | null = null;
/** The field that the current press has entered: its click selects. */
let entered: Field | null = null;

/**
 * Props of an input whose content is selected when it is entered, so that typing replaces it; a second press places the caret. Selecting
 * on focus alone does not last: WebKit places the caret of a press in selected text after the click, so a press selects on its click.
 */
export const selectOnEntry = {
  onMouseDown: ({ button, currentTarget }: MouseEvent<Field>): void => {
    entered = null;
    pressed = button === 0 && document.activeElement !== currentTarget ? currentTarget : null;
  },
  onFocus: ({ currentTarget }: FocusEvent<Field>): void => {
    if (pressed === currentTarget) entered = currentTarget;
    else {
      currentTarget.select();
      selectOnFirstPress(currentTarget);
    }
    pressed = null;
  },
  onClick: ({ currentTarget }: MouseEvent<Field>): void => {
    // Dragging over a part of the text has selected that part.
    const isUnselected = currentTarget.selectionStart === currentTarget.selectionEnd;
    if (entered === currentTarget && isUnselected) currentTarget.select();
    entered = null;
  },
};

/**
 * Lets the first press into a field that got the focus without one, as the first of a dialog does, select its content as well: with the
 * caret beside its 0, a typed 5 would become 50.
 */
function selectOnFirstPress(field: Field): void {
  const ends = new AbortController();
  const { signal } = ends;
  const end = (): void => ends.abort();
  // Inside a selection, the browser would place the caret after the click, so the selection ends first.
  field.addEventListener("mousedown", () => field.setSelectionRange(0, 0), { once: true, signal });
  field.addEventListener(
    "click",
    () => {
      if (field.selectionStart === field.selectionEnd) field.select();
    },
    { once: true, signal },
  );
  field.addEventListener("input", end, { once: true, signal });
  field.addEventListener("blur", end, { once: true, signal });
}
