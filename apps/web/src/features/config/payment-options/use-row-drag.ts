import { useState, type PointerEvent } from "react";

/** The dragged row, and the row under it, both by index. */
interface RowDrag {
  readonly from: number;
  readonly to: number;
}

/** The index of the row at a height, clamped to the first and the last. */
function placeAt(handle: HTMLElement, y: number): number {
  const rows = [...(handle.closest("tbody")?.rows ?? [])];
  const below = rows.findIndex((row) => y < row.getBoundingClientRect().bottom);
  return below < 0 ? rows.length - 1 : below;
}

/**
 * Moves rows of a table by a handle in each, with mouse, pen and finger. Uses pointer events, since the browser's own dragging does not support touch.
 *
 * @param onDrop gets the number of places that a row was dragged, below 0 for up
 */
export function useRowDrag(onDrop: (from: number, by: number) => void) {
  const [drag, setDrag] = useState<RowDrag>();
  const end = (): void => setDrag(undefined);
  return {
    /** Where the row would be dropped; undefined for rows without a drag. */
    markOf: (index: number): "above" | "below" | undefined => {
      if (drag?.to !== index || drag.to === drag.from) return undefined;
      return drag.to < drag.from ? "above" : "below";
    },
    isDragged: (index: number): boolean => drag?.from === index,
    handleProps: (index: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>): void => {
        if (event.button !== 0) return;
        // Prevents text selection and scrolling.
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: index, to: index });
      },
      onPointerMove: (event: PointerEvent<HTMLElement>): void => {
        if (!drag) return;
        const to = placeAt(event.currentTarget, event.clientY);
        if (to !== drag.to) setDrag({ ...drag, to });
      },
      onPointerUp: (event: PointerEvent<HTMLElement>): void => {
        if (!drag) return;
        const by = placeAt(event.currentTarget, event.clientY) - drag.from;
        end();
        if (by !== 0) onDrop(drag.from, by);
      },
      onPointerCancel: end,
    }),
  };
}
