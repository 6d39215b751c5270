import { useState, type PointerEvent } from "react";

/** A row that is dragged, and the row that it is over, both by place. */
interface RowDrag {
  readonly from: number;
  readonly to: number;
}

/** The place of the row at a height; above the first it is that, below the last that. */
function placeAt(handle: HTMLElement, y: number): number {
  const rows = [...(handle.closest("tbody")?.rows ?? [])];
  const below = rows.findIndex((row) => y < row.getBoundingClientRect().bottom);
  return below < 0 ? rows.length - 1 : below;
}

/**
 * Moves rows of a table by a handle in each, with mouse, pen and finger. Pointer events: the browser's own dragging knows no finger.
 *
 * @param onDrop by how many places a row was dragged, up below 0
 */
export function useRowDrag(onDrop: (from: number, by: number) => void) {
  const [drag, setDrag] = useState<RowDrag>();
  const end = (): void => setDrag(undefined);
  return {
    /** Where the row would be put; undefined for rows that nothing is dragged over. */
    markOf: (index: number): "above" | "below" | undefined => {
      if (drag?.to !== index || drag.to === drag.from) return undefined;
      return drag.to < drag.from ? "above" : "below";
    },
    isDragged: (index: number): boolean => drag?.from === index,
    handleProps: (index: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>): void => {
        if (event.button !== 0) return;
        // Neither marks text nor scrolls.
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
