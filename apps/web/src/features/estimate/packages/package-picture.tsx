import { patternOf, type PicturePattern } from "#features/estimate/packages/picture-pattern.ts";
import classes from "#features/estimate/packages/package-picture.module.css";

/** The picture of a package; without one, a grey drawing of such a material. Decorative, because the name is below it. */
export function PackagePicture({
  workflowId,
  name,
  imageUrl,
}: {
  workflowId: number;
  name: string;
  imageUrl: string | undefined;
}) {
  if (imageUrl)
    return <img className={classes.picture} src={imageUrl} alt="" loading="lazy" decoding="async" draggable={false} />;
  return (
    <svg className={classes.picture} viewBox="0 0 240 108" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <rect width="240" height="108" className={classes.ground} />
      {PIECES[patternOf({ workflowId, name })].map(({ x, y, width, height, shade }) => (
        <rect
          key={`${String(x)} ${String(y)}`}
          x={x}
          y={y}
          width={width}
          height={height}
          className={classes.piece}
          data-shade={shade}
        />
      ))}
    </svg>
  );
}

interface Piece {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly shade: number;
}

const SHADES = 3;

/** Courses of pieces with joints between them; the widths repeat, so that joints do not align. */
function courses({ height, widths }: { height: number; widths: readonly number[] }): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let course = 0; course * height < 108; course += 1) {
    let index = course * 2;
    for (let x = -((course * 23) % 46); x < 240; index += 1) {
      const width = widths[index % widths.length] ?? 40;
      pieces.push({
        x,
        y: course * height,
        width: width - 1.5,
        height: height - 2,
        shade: (index * 7 + course) % SHADES,
      });
      x += width;
    }
  }
  return pieces;
}

const panes: readonly Piece[] = [0, 1, 2].flatMap((column) =>
  [0, 1].map((line) => ({
    x: 12 + column * 76,
    y: 10 + line * 46,
    width: 64,
    height: 42,
    shade: (column + line) % SHADES,
  })),
);

const PIECES: Readonly<Record<PicturePattern, readonly Piece[]>> = {
  tabs: courses({ height: 21.6, widths: [46] }),
  laminated: courses({ height: 18, widths: [34, 52, 26, 61, 43] }),
  shakes: courses({ height: 27, widths: [18, 27, 14, 23, 31] }),
  slabs: courses({ height: 36, widths: [46] }),
  seams: courses({ height: 108, widths: [40] }),
  laps: courses({ height: 18, widths: [300] }),
  panes,
};
