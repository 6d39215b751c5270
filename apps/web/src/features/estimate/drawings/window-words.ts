import {
  readWindowLook,
  windowGeometry,
  type Movement,
  type WindowTexts,
  type WindowView,
} from "@ridgebook/documents/drawings";
import { formatQuantity } from "#features/estimate/format.ts";

/** Whether the window has a size to draw to scale. */
export const hasSize = ({ width, height }: Pick<WindowTexts, "width" | "height">): boolean =>
  (width ?? 0) > 0 && (height ?? 0) > 0;

export const sizeText = ({ width, height }: Pick<WindowTexts, "width" | "height">): string =>
  `${formatQuantity(width ?? 0)} × ${formatQuantity(height ?? 0)}`;

/** The drawing in words, for screen readers: "Double hung, 36 by 60 inches, colonial grid, bronze". */
export function windowSentence(texts: WindowTexts, view: WindowView = "outside"): string {
  const { width, height, style, grids = [], exteriorColor, interiorColor } = texts;
  const pattern = grids.map(({ pattern: each }) => each?.trim().toLowerCase()).find(Boolean);
  const color = (view === "outside" ? exteriorColor : interiorColor)?.trim().toLowerCase();
  return [
    style?.trim() || "Window",
    hasSize(texts) ? `${formatQuantity(width ?? 0)} by ${formatQuantity(height ?? 0)} inches` : "without a size",
    ...(pattern ? [pattern.includes("grid") ? pattern : `${pattern} grid`] : []),
    ...(color ? [color] : []),
    ...(view === "inside" ? ["seen from inside"] : []),
  ].join(", ");
}

const isHinge = (movement: Movement): boolean => movement.startsWith("hinge");

/** What the drawing's arrows and lines mean; "" if nothing opens, or is decided. */
export function operationText(texts: WindowTexts, view: WindowView = "outside"): string {
  if (!hasSize(texts)) return "";
  const { width, height } = texts;
  const look = readWindowLook(texts);
  const { sashes } = windowGeometry({ look, width: width ?? 0, height: height ?? 0, view });
  const moving = sashes.filter(({ movement }) => movement !== null);
  if (moving.length === 0) return "";
  if (look.kind === "doubleHung") return "Arrows: both sashes open.";
  if (look.kind === "singleHung") return "Arrow: the bottom sash opens.";
  if (!moving.some(({ movement }) => movement !== null && isHinge(movement)))
    return moving.length === 1 ? "Arrow: the way the sash slides." : "Arrows: the way the sashes slide.";
  return moving.some(({ comesTowards }) => !comesTowards)
    ? "Lines meet at the hinge; dashed: opens away."
    : "Lines meet at the hinge.";
}
