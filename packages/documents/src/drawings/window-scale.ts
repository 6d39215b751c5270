import type { WindowTexts } from "#drawings/window-look.ts";

/** Side of a thumbnail's square, in pixels. */
export const THUMBNAIL_BOX = 44;
/** Lower bound in inches for the largest window, so that a list of small windows is not enlarged to the size of doors. */
const SMALLEST_LARGEST = 60;

/** Returns the pixels per inch at which the largest of these windows fits a thumbnail's square. */
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
