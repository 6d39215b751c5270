import {
  readWindowLook,
  windowGeometry,
  type WindowGeometry,
  type WindowTexts,
  type WindowView,
} from "@ridgebook/documents/drawings";
import { hasSize } from "#features/estimate/drawings/window-words.ts";

/** What the largest drawing fits into, in pixels, without its dimension lines. */
const BOX = { width: 188, height: 312 } as const;
/** What stands in for a window without a size, inches. */
const WITHOUT_SIZE = { width: 36, height: 48 } as const;

/** Inches that a window takes on its drawing. */
export const sizeOnDrawing = (texts: WindowTexts): { width: number; height: number } =>
  hasSize(texts) ? { width: texts.width ?? 0, height: texts.height ?? 0 } : WITHOUT_SIZE;

/** Inches that the drawing goes up above the window: the roof of a bay. */
export const heightAbove = ({ roof }: WindowGeometry): number => (roof ? Math.max(...roof.map(({ y }) => -y)) : 0);

function scaleThatFits(texts: WindowTexts, view: WindowView): number {
  const { width, height } = sizeOnDrawing(texts);
  const above = heightAbove(windowGeometry({ look: readWindowLook(texts), width, height, view }));
  return Math.min(BOX.width / width, BOX.height / (height + above));
}

/**
 * Pixels of an inch at which the largest of these windows fits. Drawings that are seen together share it, so that a door is larger
 * than a window beside it.
 */
export const elevationScale = (windows: readonly WindowTexts[], view: WindowView = "outside"): number =>
  Math.min(...windows.map((texts) => scaleThatFits(texts, view)));
