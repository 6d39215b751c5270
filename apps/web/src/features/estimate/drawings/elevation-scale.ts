import {
  readWindowLook,
  windowGeometry,
  type WindowGeometry,
  type WindowTexts,
  type WindowView,
} from "@ridgebook/documents/drawings";
import { hasSize } from "#features/estimate/drawings/window-words.ts";

/** The largest drawing in pixels, without dimension lines. */
const BOX = { width: 188, height: 312 } as const;
/** Used for a window without a size, in inches. */
const WITHOUT_SIZE = { width: 36, height: 48 } as const;

/** The drawn size of a window, in inches. */
export const sizeOnDrawing = (texts: WindowTexts): { width: number; height: number } =>
  hasSize(texts) ? { width: texts.width ?? 0, height: texts.height ?? 0 } : WITHOUT_SIZE;

/** The height of a bay's roof above the window, in inches. */
export const heightAbove = ({ roof }: WindowGeometry): number => (roof ? Math.max(...roof.map(({ y }) => -y)) : 0);

function scaleThatFits(texts: WindowTexts, view: WindowView): number {
  const { width, height } = sizeOnDrawing(texts);
  const above = heightAbove(windowGeometry({ look: readWindowLook(texts), width, height, view }));
  return Math.min(BOX.width / width, BOX.height / (height + above));
}

/**
 * Pixels per inch at which the largest of these windows fits. Drawings shown together share it, so that a door is drawn larger than a
 * window.
 */
export const elevationScale = (windows: readonly WindowTexts[], view: WindowView = "outside"): number =>
  Math.min(...windows.map((texts) => scaleThatFits(texts, view)));
