import classes from "#features/estimate/drawings/drawings.module.css";
import { EDGE_WORDS } from "#features/estimate/drawings/edges-of-field.ts";
import {
  ROOF_EDGES,
  ROOF_FACES,
  ROOF_POSTS,
  ROOF_SIZE,
  type Drawn,
  type RoofEdge,
} from "#features/estimate/drawings/roof-geometry.ts";
import { formatQuantity } from "#features/estimate/format.ts";

const NO_EDGES: readonly RoofEdge[] = [];

const pathOf = (points: readonly Drawn[]): string =>
  `M${points.map(([x, y]) => `${String(x)} ${String(y)}`).join("L")}`;

/**
 * A roof with some kinds of edges highlighted.
 *
 * @param lengths in feet, shown after the highlighted edges' labels
 * @param size `small` goes beside a field and has no labels
 */
export function RoofEdges({
  highlighted,
  lengths = {},
  size = "large",
}: {
  highlighted: RoofEdge | readonly RoofEdge[] | null;
  lengths?: Partial<Record<RoofEdge, number>>;
  size?: "small" | "large";
}) {
  const edges = typeof highlighted === "string" ? [highlighted] : (highlighted ?? NO_EDGES);
  const [first] = edges;
  const words = first && EDGE_WORDS[first];
  const length = first && lengths[first];
  return (
    <figure className={classes.roof} data-size={size}>
      <svg
        viewBox={`0 0 ${String(ROOF_SIZE.width)} ${String(ROOF_SIZE.height)}`}
        role="img"
        aria-label={words ?? "A roof with its edges"}
      >
        {ROOF_FACES.map(({ shade, corners }, index) => (
          <path key={index} className={classes[shade]} d={`${pathOf(corners)}Z`} />
        ))}
        {ROOF_POSTS.map(({ from, to }, index) => (
          <path key={index} className={classes.post} d={pathOf([from, to])} />
        ))}
        {ROOF_EDGES.map(({ edge, from, to }, index) => (
          <path
            key={index}
            className={classes.edge}
            data-highlighted={edges.includes(edge) ? "" : undefined}
            d={pathOf([from, to])}
          />
        ))}
      </svg>
      {size === "large" && (
        <figcaption className={classes.roofWords} aria-hidden>
          {words ?? "Choose a length to see where it is measured."}
          {length ? <b className={classes.roofLength}> {formatQuantity(length)} FT</b> : null}
        </figcaption>
      )}
    </figure>
  );
}
