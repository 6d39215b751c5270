import {
  edgeColorOf,
  lightnessOf,
  outlinePath,
  readWindowLook,
  THUMBNAIL_BOX,
  windowGeometry,
  type Movement,
  type Rect,
  type Sash,
  type WindowGeometry,
  type WindowTexts,
  type WindowView,
} from "@ridgebook/documents/drawings";
import { memo, useId, type ReactNode } from "react";
import { elevationScale, heightAbove, sizeOnDrawing } from "#features/estimate/drawings/elevation-scale.ts";
import classes from "#features/estimate/drawings/window-elevation.module.css";
import { hasSize, windowSentence } from "#features/estimate/drawings/window-words.ts";
import { formatQuantity } from "#features/estimate/format.ts";

const LEFT_GUTTER = 42;
const RIGHT_GUTTER = 16;
const TOP_GUTTER = 2;
const BOTTOM_GUTTER = 42;
const DIMENSION_AT = 22;
const DIMENSION_TEXT_HALF = 18;

const px = (value: number): number => Math.round(value * 100) / 100;

const scaled = ({ x, y, width, height }: Rect, scale: number): Rect => ({
  x: px(x * scale),
  y: px(y * scale),
  width: px(width * scale),
  height: px(height * scale),
});

/**
 * A window drawn to scale from its values: frame, sashes, grid, colors, operation, and its size on dimension lines. Leaves out what has no
 * value; a window without a size is an outline.
 *
 * @param scale pixels per inch, for windows that are shown together (`elevationScale`); by default as large as fits
 */
export function WindowElevation({
  view = "outside",
  showsDimensions = true,
  scale: sharedScale,
  className,
  ...texts
}: WindowTexts & {
  view?: WindowView;
  scale?: number;
  showsDimensions?: boolean;
  className?: string;
}) {
  const isSized = hasSize(texts);
  const { width, height } = sizeOnDrawing(texts);
  const geometry = windowGeometry({ look: readWindowLook(texts), width, height, view });
  const top = heightAbove(geometry);
  const scale = sharedScale ?? elevationScale([texts], view);
  const drawn = { width: px(width * scale), height: px(height * scale), top: px(top * scale) };
  const [left, right, above, below] = showsDimensions
    ? [LEFT_GUTTER, RIGHT_GUTTER, TOP_GUTTER, BOTTOM_GUTTER]
    : [1, 1, 1, 1];
  const size = { width: left + drawn.width + right, height: above + drawn.top + drawn.height + below };
  return (
    <svg
      role="img"
      aria-label={windowSentence(texts, view)}
      className={[classes.elevation, className ?? ""].join(" ").trim()}
      width={size.width}
      height={size.height}
      viewBox={`0 0 ${px(size.width)} ${px(size.height)}`}
    >
      <g transform={`translate(${left} ${px(above + drawn.top)})`}>
        {isSized ? (
          <Parts geometry={geometry} scale={scale} isThumbnail={false} />
        ) : (
          <rect className={classes.unsized} x={0.5} y={0.5} width={drawn.width - 1} height={drawn.height - 1} />
        )}
        {showsDimensions && (
          <>
            <g transform={`translate(${-DIMENSION_AT} 0) rotate(90)`}>
              <Dimension length={drawn.height} text={isSized ? `${formatQuantity(height)}″` : "–"} isTurned />
            </g>
            <g transform={`translate(0 ${px(drawn.height + DIMENSION_AT)})`}>
              <Dimension length={drawn.width} text={isSized ? `${formatQuantity(width)}″` : "–"} />
            </g>
          </>
        )}
      </g>
    </svg>
  );
}

/**
 * A small drawing of a window, for lists. All thumbnails of a list share one scale (`thumbnailScale`). Decorative, because its text is
 * beside it.
 */
export const WindowThumbnail = memo(function WindowThumbnail({
  texts,
  scale,
  box = THUMBNAIL_BOX,
}: {
  texts: WindowTexts;
  /** Pixels per inch. */
  scale: number;
  /** The size of its square in pixels. */
  box?: number;
}) {
  const isSized = hasSize(texts);
  const { width, height } = sizeOnDrawing(texts);
  const drawn = { width: px(width * scale), height: px(height * scale) };
  const x = px((box - drawn.width) / 2);
  const y = px((box - drawn.height) / 2);
  return (
    <svg aria-hidden className={classes.thumbnail} width={box} height={box} viewBox={`0 0 ${box} ${box}`}>
      <g transform={`translate(${x} ${y})`}>
        {isSized ? (
          <Parts
            geometry={windowGeometry({ look: readWindowLook(texts), width, height, view: "outside" })}
            scale={scale}
            isThumbnail
          />
        ) : (
          <rect className={classes.unsized} x={0.5} y={0.5} width={drawn.width - 1} height={drawn.height - 1} />
        )}
      </g>
    </svg>
  );
});

/** A dimension line with its text in the middle. */
function Dimension({ length, text, isTurned = false }: { length: number; text: string; isTurned?: boolean }) {
  const middle = px(length / 2);
  const gap = Math.min(DIMENSION_TEXT_HALF + Math.max(0, text.length - 3) * 4, middle);
  return (
    <g className={classes.dimension}>
      <path
        d={`M0 0H${px(middle - gap)}M${px(middle + gap)} 0H${length}M0 -6V6M${length} -6V6M-4 4L4 -4M${px(length - 4)} 4L${px(length + 4)} -4`}
      />
      {/* Read from the right edge of the page, as on a plan. */}
      <text x={isTurned ? -middle : middle} y={5} transform={isTurned ? "rotate(180)" : undefined} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}

function Parts({ geometry, scale, isThumbnail }: { geometry: WindowGeometry; scale: number; isThumbnail: boolean }) {
  const id = useId();
  const { shape, frame, frameColor, sashes, screens, edges, roof } = geometry;
  const whole = scaled({ x: 0, y: 0, width: geometry.width, height: geometry.height }, scale);
  const edge = edgeColorOf(frameColor);
  return (
    <>
      {!isThumbnail && <Patterns id={id} />}
      {roof && (
        <path
          className={classes.roof}
          d={`M${roof.map(({ x, y }) => `${px(x * scale)} ${px(y * scale)}`).join("L")}Z`}
        />
      )}
      <path className={classes.frame} d={outlinePath(shape, whole)} fill={frameColor} />
      {!isThumbnail && (
        <path
          d={outlinePath(shape, scaled(insetOf(geometry, frame * 0.55), scale))}
          fill="none"
          stroke={edge}
          strokeWidth={1}
        />
      )}
      {sashes.map((sash, index) => (
        <SashParts
          key={index}
          sash={sash}
          scale={scale}
          frameColor={frameColor}
          edge={edge}
          isThumbnail={isThumbnail}
          id={`${id}-${index}`}
          patternsId={id}
        />
      ))}
      {edges.length > 0 && (
        <path
          fill="none"
          stroke={frameColor}
          strokeWidth={isThumbnail ? 0.75 : 2.5}
          d={edges
            .map(({ x1, y1, x2, y2 }) => `M${px(x1 * scale)} ${px(y1 * scale)}L${px(x2 * scale)} ${px(y2 * scale)}`)
            .join("")}
        />
      )}
      {!isThumbnail &&
        screens.map((screen, index) => <rect key={index} {...scaled(screen, scale)} fill={`url(#${id}-screen)`} />)}
      {!isThumbnail && sashes.map((sash, index) => <Operation key={index} sash={sash} scale={scale} />)}
    </>
  );
}

const insetOf = ({ width, height }: Pick<Rect, "width" | "height">, by: number): Rect => ({
  x: by,
  y: by,
  width: width - 2 * by,
  height: height - 2 * by,
});

function Patterns({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={`${id}-screen`} width={4} height={4} patternUnits="userSpaceOnUse">
        <path className={classes.screen} d="M0 0H4M0 0V4" />
      </pattern>
      <pattern id={`${id}-obscure`} width={7} height={7} patternUnits="userSpaceOnUse">
        <circle className={classes.obscure} cx={1.8} cy={1.8} r={1.1} />
        <circle className={classes.obscure} cx={5.3} cy={5.3} r={1.1} />
      </pattern>
      <pattern id={`${id}-blinds`} width={8} height={5} patternUnits="userSpaceOnUse">
        <path className={classes.blinds} d="M0 0.5H8" />
      </pattern>
    </defs>
  );
}

function SashParts({
  sash,
  scale,
  frameColor,
  edge,
  isThumbnail,
  id,
  patternsId,
}: {
  sash: Sash;
  scale: number;
  frameColor: string;
  edge: string;
  isThumbnail: boolean;
  id: string;
  patternsId: string;
}) {
  const rect = scaled(sash.rect, scale);
  const glass = sash.glass && scaled(sash.glass, scale);
  const isShaped = sash.shape !== "rectangle";
  const outline = (of: Rect): string => outlinePath(sash.shape, of);
  const line = isThumbnail ? 0.5 : 1;
  const bars = sash.bars.map(({ color, width, segments }, index) => {
    const d = segments
      .map(({ x1, y1, x2, y2 }) => `M${px(x1 * scale)} ${px(y1 * scale)}L${px(x2 * scale)} ${px(y2 * scale)}`)
      .join("");
    const thick = Math.max(isThumbnail ? 0.75 : 1.5, px(width * scale));
    return (
      <g key={index}>
        {/* White bars on bright glass need an edge. */}
        {!isThumbnail && <path stroke={edgeColorOf(color)} strokeOpacity={0.5} strokeWidth={thick + 1.25} d={d} />}
        <path stroke={color} strokeWidth={thick} d={d} />
      </g>
    );
  });
  return (
    <>
      <path d={outline(rect)} fill={frameColor} stroke={edge} strokeWidth={line} />
      {sash.panels.map((panel, index) => (
        <rect key={index} {...scaled(panel, scale)} fill="none" stroke={edge} strokeWidth={line} />
      ))}
      {glass && <path className={classes.glass} d={outline(glass)} stroke={edge} strokeWidth={line} />}
      {glass && sash.isObscure && !isThumbnail && <path d={outline(glass)} fill={`url(#${patternsId}-obscure)`} />}
      {glass && sash.isObscure && isThumbnail && <path className={classes.obscure} d={outline(glass)} />}
      {glass && sash.hasBlinds && !isThumbnail && <path d={outline(glass)} fill={`url(#${patternsId}-blinds)`} />}
      {glass && !isThumbnail && !sash.isObscure && !sash.hasBlinds && (
        <Clipped id={`${id}-shine`} path={isShaped ? outline(glass) : undefined}>
          <Shine glass={glass} />
        </Clipped>
      )}
      {glass && bars.length > 0 && (
        <Clipped id={id} path={isShaped ? outline(glass) : undefined}>
          {bars}
        </Clipped>
      )}
      {sash.handle && !isThumbnail && (
        <circle
          cx={px(sash.handle.x * scale)}
          cy={px(sash.handle.y * scale)}
          r={3}
          fill={lightnessOf(frameColor) > 0.5 ? "#46545d" : "#d8dcdf"}
        />
      )}
    </>
  );
}

/** Clips the bars of a shaped window; on a rectangle they end at the glass anyway. */
function Clipped({ id, path, children }: { id: string; path: string | undefined; children: ReactNode }) {
  if (path === undefined) return <g>{children}</g>;
  return (
    <>
      <clipPath id={id}>
        <path d={path} />
      </clipPath>
      <g clipPath={`url(#${id})`}>{children}</g>
    </>
  );
}

/** A reflection on the glass. */
function Shine({ glass }: { glass: Rect }) {
  const length = Math.min(glass.width, glass.height) * 0.42;
  if (length < 16) return null;
  const x = glass.x + glass.width * 0.12;
  const y = glass.y + glass.height * 0.88;
  const line = (at: number, part: number): string =>
    `M${px(x + at)} ${px(y)}L${px(x + at + length * part)} ${px(y - length * part)}`;
  return <path className={classes.shine} d={line(0, 1) + line(7, 0.6)} />;
}

const ARROW: Partial<Record<Movement, { readonly across: number; readonly down: number }>> = {
  up: { across: 0, down: -1 },
  down: { across: 0, down: 1 },
  left: { across: -1, down: 0 },
  right: { across: 1, down: 0 },
};

/** The corners where a sash's hinge lines start, and where they meet. */
function hingePoints(movement: Movement, { x, y, width, height }: Rect): readonly (readonly [number, number])[] {
  const right = x + width;
  const bottom = y + height;
  const centerX = x + width / 2;
  const centerY = y + height / 2;
  switch (movement) {
    case "hingeLeft":
      return [
        [right, y],
        [x, centerY],
        [right, bottom],
      ];
    case "hingeRight":
      return [
        [x, y],
        [right, centerY],
        [x, bottom],
      ];
    case "hingeTop":
      return [
        [x, bottom],
        [centerX, y],
        [right, bottom],
      ];
    case "hingeBottom":
      return [
        [x, y],
        [centerX, bottom],
        [right, y],
      ];
    default:
      return [];
  }
}

const ARROW_HALF = 19;

/** How a sash opens: an arrow in the direction of sliding, or lines that meet at the hinge, dashed if it opens away. */
function Operation({ sash, scale }: { sash: Sash; scale: number }) {
  const { movement } = sash;
  if (movement === null) return null;
  // On a door with panels the whole leaf swings.
  const rect = scaled(sash.panels.length > 0 ? sash.rect : (sash.glass ?? sash.rect), scale);
  const arrow = ARROW[movement];
  if (!arrow)
    return (
      <path
        className={classes.operation}
        data-away={sash.comesTowards ? undefined : ""}
        d={`M${hingePoints(movement, rect)
          .map(([x, y]) => `${px(x)} ${px(y)}`)
          .join("L")}`}
      />
    );
  const { across, down } = arrow;
  const half = Math.min(ARROW_HALF, (across === 0 ? rect.height : rect.width) * 0.32);
  const head = Math.min(5, half * 0.5);
  const centerX = rect.x + rect.width / 2;
  const centerY = rect.y + rect.height / 2;
  const tipX = centerX + across * half;
  const tipY = centerY + down * half;
  const wing = (side: number): string =>
    `M${px(tipX)} ${px(tipY)}L${px(tipX - across * head + down * head * side)} ${px(tipY - down * head + across * head * side)}`;
  return (
    <path
      className={classes.operation}
      d={`M${px(centerX - across * half)} ${px(centerY - down * half)}L${px(tipX)} ${px(tipY)}${wing(1)}${wing(-1)}`}
    />
  );
}
