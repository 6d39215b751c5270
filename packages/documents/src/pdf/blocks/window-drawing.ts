import {
  edgeColorOf,
  outlinePath,
  readStoredWindowTexts,
  readWindowLook,
  windowGeometry,
  type Rect,
  type Sash,
} from "#drawings/index.ts";
import type { WindowRow } from "#model/document-model.ts";

/* A window as a small drawing, for paper: frame, sashes, glass and grid, and how it opens. */

const GLASS = "#dfe8ec";
const OBSCURE_GLASS = "#b9cbd3";
const ROOF = "#8b9aa3";

const round = (value: number): number => Math.round(value * 100) / 100;

const scaled = ({ x, y, width, height }: Rect, scale: number): Rect => ({
  x: round(x * scale),
  y: round(y * scale),
  width: round(width * scale),
  height: round(height * scale),
});

function sashSvg(sash: Sash, scale: number, frameColor: string, clip: string): string {
  const edge = edgeColorOf(frameColor);
  const glass = sash.glass && scaled(sash.glass, scale);
  const outline = outlinePath(sash.shape, scaled(sash.rect, scale));
  const parts = [`<path d="${outline}" fill="${frameColor}" stroke="${edge}" stroke-width="0.35"/>`];
  for (const panel of sash.panels)
    parts.push(
      `<path d="${outlinePath("rectangle", scaled(panel, scale))}" fill="none" stroke="${edge}" stroke-width="0.35"/>`,
    );
  if (!glass) return parts.join("");
  const pane = outlinePath(sash.shape, glass);
  parts.push(
    `<path d="${pane}" fill="${sash.isObscure ? OBSCURE_GLASS : GLASS}" stroke="${edge}" stroke-width="0.35"/>`,
  );
  const bars = sash.bars.flatMap(({ color, width, segments }) =>
    segments.map(
      ({ x1, y1, x2, y2 }) =>
        `<path d="M${round(x1 * scale)} ${round(y1 * scale)}L${round(x2 * scale)} ${round(y2 * scale)}" stroke="${color}" stroke-width="${Math.max(0.6, round(width * scale))}" fill="none"/>`,
    ),
  );
  if (bars.length > 0)
    parts.push(
      // On a rectangle bars end at the glass by themselves.
      sash.shape === "rectangle"
        ? bars.join("")
        : `<clipPath id="${clip}"><path d="${pane}"/></clipPath><g clip-path="url(#${clip})">${bars.join("")}</g>`,
    );
  return parts.join("");
}

/** Hinge lines and arrows are as wide as the glass; a very small pane has none. */
function operationSvg({ movement, glass, rect, panels, comesTowards }: Sash, scale: number): string {
  if (movement === null) return "";
  const { x, y, width, height } = scaled(panels.length > 0 ? rect : (glass ?? rect), scale);
  if (Math.min(width, height) < 4) return "";
  const right = round(x + width);
  const bottom = round(y + height);
  const middle = round(x + width / 2);
  const half = round(y + height / 2);
  const hinge = {
    hingeLeft: `M${right} ${y}L${x} ${half}L${right} ${bottom}`,
    hingeRight: `M${x} ${y}L${right} ${half}L${x} ${bottom}`,
    hingeTop: `M${x} ${bottom}L${middle} ${y}L${right} ${bottom}`,
    hingeBottom: `M${x} ${y}L${middle} ${bottom}L${right} ${y}`,
  };
  const dash = comesTowards ? "" : ' stroke-dasharray="1.4 1"';
  if (movement in hinge)
    return `<path d="${hinge[movement as keyof typeof hinge]}" fill="none" stroke="#46545d" stroke-width="0.4"${dash}/>`;
  const [across, down] = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] }[
    movement as "up" | "down" | "left" | "right"
  ] as [number, number];
  const reach = Math.min(across === 0 ? height : width, 12) * 0.3;
  const head = Math.min(1.8, reach * 0.6);
  const tip = { x: middle + across * reach, y: half + down * reach };
  const wing = (side: number): string =>
    `M${round(tip.x)} ${round(tip.y)}L${round(tip.x - across * head + down * head * side)} ${round(tip.y - down * head + across * head * side)}`;
  return `<path d="M${round(middle - across * reach)} ${round(half - down * reach)}L${round(tip.x)} ${round(tip.y)}${wing(1)}${wing(-1)}" fill="none" stroke="#46545d" stroke-width="0.5"/>`;
}

export interface WindowDrawing {
  readonly svg: string;
  /** Points. */
  readonly width: number;
  readonly height: number;
}

/** The window at so many points an inch; null where no size is known. */
export function windowDrawing(look: WindowRow["look"], scale: number): WindowDrawing | null {
  if (!look || !(look.width > 0) || !(look.height > 0)) return null;
  const texts = readStoredWindowTexts(look);
  const geometry = windowGeometry({
    look: readWindowLook(texts),
    width: look.width,
    height: look.height,
    view: "outside",
  });
  const { shape, frameColor, sashes, edges, roof } = geometry;
  const above = round((roof ? Math.max(...roof.map(({ y }) => -y)) : 0) * scale);
  const width = round(look.width * scale);
  const height = round(look.height * scale);
  const whole = scaled({ x: 0, y: 0, width: geometry.width, height: geometry.height }, scale);
  const parts = [
    ...(roof
      ? [`<path d="M${roof.map(({ x, y }) => `${round(x * scale)} ${round(y * scale)}`).join("L")}Z" fill="${ROOF}"/>`]
      : []),
    `<path d="${outlinePath(shape, whole)}" fill="${frameColor}" stroke="${edgeColorOf(frameColor)}" stroke-width="0.5"/>`,
    ...sashes.map((sash, index) => sashSvg(sash, scale, frameColor, `glass${index}`)),
    ...edges.map(
      ({ x1, y1, x2, y2 }) =>
        `<path d="M${round(x1 * scale)} ${round(y1 * scale)}L${round(x2 * scale)} ${round(y2 * scale)}" stroke="${frameColor}" stroke-width="0.75" fill="none"/>`,
    ),
    ...sashes.map((sash) => operationSvg(sash, scale)),
  ];
  // Half a line of the frame lies outside of the window.
  const pad = 0.5;
  const size = { width: round(width + 2 * pad), height: round(height + above + 2 * pad) };
  return {
    ...size,
    svg:
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="0 0 ${size.width} ${size.height}">` +
      `<g transform="translate(${pad} ${round(above + pad)})">${parts.join("")}</g></svg>`,
  };
}
