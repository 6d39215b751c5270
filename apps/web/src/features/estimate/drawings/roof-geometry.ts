/*
 * A house with one of every kind of roof edge: a main roof with a gable on the left and a hip on the right, a front wing that makes a
 * valley, and a porch roof along the wing's wall (step flashing) that ends below the wall of the house (head flashing). Coordinates are in
 * feet and projected.
 */

/** The kinds of roof edges that are measured. */
export type RoofEdge = "eave" | "rake" | "ridge" | "hip" | "valley" | "step" | "flashing";

/** Right, back, up. */
type Point = readonly [x: number, y: number, z: number];
export type Drawn = readonly [x: number, y: number];

const TURN = (16 * Math.PI) / 180;
const TILT = (33 * Math.PI) / 180;
const GROUND = -8;

/** Seen from the front, slightly from the right and above. */
function project([x, y, z]: Point): Drawn {
  const away = y * Math.cos(TURN) - x * Math.sin(TURN);
  return [x * Math.cos(TURN) + y * Math.sin(TURN), -(z * Math.cos(TILT) + away * Math.sin(TILT))];
}

const down = ([x, y]: Point): Point => [x, y, GROUND];

const main = {
  frontLeft: [0, 0, 0],
  frontRight: [42, 0, 0],
  backRight: [42, 24, 0],
  ridgeLeft: [0, 12, 9],
  ridgeRight: [30, 12, 9],
} as const satisfies Record<string, Point>;
const wing = {
  frontLeft: [5, -11, 0],
  frontRight: [17, -11, 0],
  backLeft: [5, 0, 0],
  backRight: [17, 0, 0],
  peak: [11, -11, 4.5],
  valley: [11, 6, 4.5],
} as const satisfies Record<string, Point>;
const porch = {
  wallLeft: [17, 0, -1.6],
  wallRight: [35, 0, -1.6],
  frontRight: [35, -8, -4.6],
  frontLeft: [17, -8, -4.6],
} as const satisfies Record<string, Point>;

/** Light comes from the left, so faces to the right are darker. */
type Shade = "roof" | "roofAway" | "wall" | "wallAway";

const FACES: readonly { readonly shade: Shade; readonly corners: readonly Point[] }[] = [
  { shade: "wall", corners: [main.frontLeft, main.frontRight, down(main.frontRight), down(main.frontLeft)] },
  { shade: "wallAway", corners: [main.frontRight, main.backRight, down(main.backRight), down(main.frontRight)] },
  { shade: "roof", corners: [main.frontLeft, main.frontRight, main.ridgeRight, main.ridgeLeft] },
  { shade: "roofAway", corners: [main.frontRight, main.backRight, main.ridgeRight] },
  { shade: "wallAway", corners: [wing.frontRight, wing.backRight, down(wing.backRight), down(wing.frontRight)] },
  {
    shade: "wall",
    corners: [wing.frontLeft, wing.peak, wing.frontRight, down(wing.frontRight), down(wing.frontLeft)],
  },
  { shade: "roof", corners: [wing.frontLeft, wing.backLeft, wing.valley, wing.peak] },
  { shade: "roofAway", corners: [wing.frontRight, wing.backRight, wing.valley, wing.peak] },
  { shade: "roof", corners: [porch.wallLeft, porch.wallRight, porch.frontRight, porch.frontLeft] },
];

const EDGES: readonly { readonly edge: RoofEdge; readonly from: Point; readonly to: Point }[] = [
  { edge: "eave", from: main.frontLeft, to: wing.backLeft },
  { edge: "eave", from: wing.backRight, to: main.frontRight },
  { edge: "eave", from: main.frontRight, to: main.backRight },
  { edge: "eave", from: wing.frontLeft, to: wing.backLeft },
  { edge: "eave", from: wing.frontRight, to: wing.backRight },
  { edge: "eave", from: porch.frontLeft, to: porch.frontRight },
  { edge: "rake", from: main.frontLeft, to: main.ridgeLeft },
  { edge: "rake", from: wing.frontLeft, to: wing.peak },
  { edge: "rake", from: wing.peak, to: wing.frontRight },
  { edge: "rake", from: porch.wallRight, to: porch.frontRight },
  { edge: "ridge", from: main.ridgeLeft, to: main.ridgeRight },
  { edge: "ridge", from: wing.peak, to: wing.valley },
  { edge: "hip", from: main.ridgeRight, to: main.frontRight },
  { edge: "hip", from: main.ridgeRight, to: main.backRight },
  { edge: "valley", from: wing.backLeft, to: wing.valley },
  { edge: "valley", from: wing.backRight, to: wing.valley },
  { edge: "step", from: porch.wallLeft, to: porch.frontLeft },
  { edge: "flashing", from: porch.wallLeft, to: porch.wallRight },
];

const POSTS = [porch.frontRight, [26, -8, -4.6]] as const satisfies readonly Point[];

/* Moved to positive coordinates. */

const MARGIN = 2;
const projected = FACES.flatMap(({ corners }) => corners.map(project));
const left = Math.min(...projected.map(([x]) => x)) - MARGIN;
const top = Math.min(...projected.map(([, y]) => y)) - MARGIN;
const place = (point: Point): Drawn => {
  const [x, y] = project(point);
  return [Math.round((x - left) * 100) / 100, Math.round((y - top) * 100) / 100];
};

/** The drawn size in feet. */
export const ROOF_SIZE = {
  width: Math.max(...projected.map(([x]) => x)) - left + MARGIN,
  height: Math.max(...projected.map(([, y]) => y)) - top + MARGIN,
};
/** From back to front. */
export const ROOF_FACES = FACES.map(({ shade, corners }) => ({ shade, corners: corners.map(place) }));
export const ROOF_EDGES = EDGES.map(({ edge, from, to }) => ({ edge, from: place(from), to: place(to) }));
export const ROOF_POSTS = POSTS.map((post) => ({ from: place(post), to: place(down(post)) }));
