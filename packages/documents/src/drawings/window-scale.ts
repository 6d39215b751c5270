import type { WindowTexts } from "#drawings/window-look.ts";

/** Pixels of the square that a thumbnail stands in. */
export const THUMBNAIL_BOX = 44;
/** A list of small windows is not blown up to the size of doors, inches. */
const SMALLEST_LARGEST = 60;

/** Pixels of an inch at which the largest of these windows fits a thumbnail's square. */
export function thumbnailScale(
  windows: readonly Pick<WindowTexts, "width" | "height">[],
  box: number = THUMBNAIL_BOX,
): number {
  const largest = windows.reduce(
    (most, { width, height }) => Math.max(most, width ?? 0, height ?? 0),
    SMALLEST_LARGEST,
  );
  return box / largest;
}
