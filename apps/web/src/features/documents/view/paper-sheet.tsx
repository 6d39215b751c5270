import type { ChangedPlace, DrawnPath, Mark, PaperPage } from "@ridgebook/documents/pdf";
import { memo, useId } from "react";
import { paperFamily } from "#features/documents/view/paper-fonts.ts";
import classes from "#features/documents/view/paper-view.module.css";

/** In points: US Letter, the only sheet size. */
const SHEET = { width: 612, height: 792 } as const;

const NO_CHANGES: readonly ChangedPlace[] = [];

/** A picture's alternative text; undefined for decoration. */
const pictureName = (key: string): string | undefined => (key.startsWith("signature:") ? "Signature" : undefined);

/** A page of a paper, drawn from the same data as its PDF. */
export const PaperSheet = memo(function PaperSheet({
  page,
  pictureUrl,
  changes = NO_CHANGES,
}: {
  page: Extract<PaperPage, { kind: "page" }>;
  pictureUrl: (key: string) => string;
  /** Places that differ from before. */
  changes?: readonly ChangedPlace[];
}) {
  return (
    <svg
      className={classes.sheet}
      viewBox={`0 0 ${SHEET.width} ${SHEET.height}`}
      strokeMiterlimit={10}
      xmlSpace="preserve"
      focusable="false"
    >
      {changes.map(({ kind, x, y, width, height }, index) => (
        <Change key={index} kind={kind} x={x} y={y} width={width} height={height} />
      ))}
      {page.marks.map((mark, index) => (
        // A page never changes, so a mark's index is its key.
        <MarkShape key={index} mark={mark} pictureUrl={pictureUrl} />
      ))}
    </svg>
  );
});

/** Padding around the letters. */
const CHANGE_PADDING = 1.5;
/** In the margin, left of everything that is printed. */
const BAR = { x: 34, width: 3 } as const;

/** A changed passage: highlighted, and marked by a bar in the margin, which works without colors. */
function Change({ kind, x, y, width, height }: Omit<ChangedPlace, "page">) {
  return (
    <g className={classes.change} data-change={kind} aria-hidden>
      <rect x={x - CHANGE_PADDING} width={width + 2 * CHANGE_PADDING} y={y} height={height} rx={1} />
      <rect className={classes.changeBar} {...BAR} y={y} height={height} />
    </g>
  );
}

function MarkShape({ mark, pictureUrl }: { mark: Mark; pictureUrl: (key: string) => string }) {
  switch (mark.type) {
    case "text":
      return (
        <text y={mark.baseline} fontSize={mark.size} fill={mark.color} data-tabular={mark.isTabular || undefined}>
          {mark.spans.map(({ text, font, x }, index) => (
            <tspan key={index} x={x} fontFamily={`${paperFamily(font)}, sans-serif`}>
              {text}
            </tspan>
          ))}
        </text>
      );
    case "rule":
      return (
        <line
          x1={mark.x}
          x2={mark.x + mark.length}
          y1={mark.y}
          y2={mark.y}
          stroke={mark.color}
          strokeWidth={mark.weight}
        />
      );
    case "path": {
      const points = mark.points.map((point) => point.join(" ")).join("L");
      return (
        <path
          d={`M${points}${mark.isClosed ? "Z" : ""}`}
          fill={mark.fill ?? "none"}
          stroke={mark.color}
          strokeWidth={mark.weight}
        />
      );
    }
    case "circle":
      return (
        <circle
          cx={mark.x}
          cy={mark.y}
          r={mark.radius}
          fill={mark.fill ?? "none"}
          stroke={mark.weight > 0 ? mark.color : "none"}
          strokeWidth={mark.weight}
        />
      );
    case "drawing":
      return (
        <g transform={`translate(${mark.x + mark.left} ${mark.y + mark.top})`}>
          {mark.paths.map((path, index) => (
            <DrawnShape key={index} path={path} />
          ))}
        </g>
      );
    case "picture": {
      const name = pictureName(mark.picture);
      const { x, y, width, height } = mark;
      return (
        <image
          href={pictureUrl(mark.picture)}
          x={x}
          y={y}
          width={width}
          height={height}
          preserveAspectRatio="none"
          {...(name === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": name })}
        />
      );
    }
  }
}

function DrawnShape({ path: { outline, fill = "none", stroke, weight, dash, clip } }: { path: DrawnPath }) {
  const id = useId();
  const shape = (
    <path
      d={outline}
      fill={fill}
      {...(stroke !== undefined && { stroke, strokeWidth: weight })}
      {...(dash && { strokeDasharray: dash.join(" ") })}
    />
  );
  if (clip === undefined) return shape;
  return (
    <>
      <clipPath id={id}>
        <path d={clip} />
      </clipPath>
      <g clipPath={`url(#${id})`}>{shape}</g>
    </>
  );
}
