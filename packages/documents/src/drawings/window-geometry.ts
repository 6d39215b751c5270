import type { WindowView } from "#drawings/window-colors.ts";
import { gridBars, type Rect, type SashPlace, type Segment } from "#drawings/window-grid.ts";
import type { Lite, WindowLook, WindowShape } from "#drawings/window-look.ts";

/*
 * The layout of a window's parts, in inches from its upper left corner, x to the right and y down. It is computed as seen from
 * outside and mirrored for the inside, so that both drawings show the same window.
 */

/** How a sash moves. Hinges are named by the fixed edge. */
export type Movement = "up" | "down" | "left" | "right" | "hingeLeft" | "hingeRight" | "hingeTop" | "hingeBottom";

/** The bars of one grid on one sash. */
export interface Bars {
  readonly color: string;
  /** Inches. */
  readonly width: number;
  readonly segments: readonly Segment[];
}

/** A pane with its surround: an operable sash, a fixed lite or a door leaf. */
export interface Sash {
  readonly rect: Rect;
  /** Null for a slab without glass. */
  readonly glass: Rect | null;
  readonly shape: WindowShape;
  readonly bars: readonly Bars[];
  readonly movement: Movement | null;
  /** Whether a hinged sash opens towards the viewer. */
  readonly comesTowards: boolean;
  readonly isObscure: boolean;
  readonly hasBlinds: boolean;
  /** Raised panels of a slab. */
  readonly panels: readonly Rect[];
  /** Position of the lever or knob; null without one. */
  readonly handle: { readonly x: number; readonly y: number } | null;
}

export interface WindowGeometry {
  readonly width: number;
  readonly height: number;
  readonly shape: WindowShape;
  /** Width of the frame's face, inches. */
  readonly frame: number;
  readonly frameColor: string;
  readonly sashes: readonly Sash[];
  /** Screens, if they are on the side in view. */
  readonly screens: readonly Rect[];
  /** The shelf and edges of a garden window. */
  readonly edges: readonly Segment[];
  /** The roof of a bay. It is above the window, so its y is negative. */
  readonly roof: readonly { readonly x: number; readonly y: number }[] | null;
}

const MULLION = 1.5;
const MAX_TRANSOM = 18;
const ROOF_HEIGHT = 0.16;

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

const inset = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x + by,
  y: y + by,
  width: Math.max(0, width - 2 * by),
  height: Math.max(0, height - 2 * by),
});

/** Divides a rectangle into columns with the given shares of its width. */
function columnsOf(rect: Rect, shares: readonly number[], gap = 0): readonly Rect[] {
  const total = shares.reduce((sum, share) => sum + share, 0);
  const usable = Math.max(0, rect.width - gap * (shares.length - 1));
  let x = rect.x;
  return shares.map((share) => {
    const width = (usable * share) / total;
    const column = { ...rect, x, width };
    x += width + gap;
    return column;
  });
}

const equal = (count: number): readonly number[] => Array.from({ length: count }, () => 1);

/** Returns the direction in which a sash slides: towards a fixed neighbor, otherwise towards the middle. */
function slideOf(lites: readonly Lite[], index: number): "left" | "right" | null {
  if (lites[index] !== "opens") return null;
  if (lites[index + 1] === "fixed") return "right";
  if (lites[index - 1] === "fixed") return "left";
  return index < lites.length / 2 ? "right" : "left";
}

interface SashParts {
  readonly rect: Rect;
  /** Width of the face of its stiles, inches; 0 for a lite that is glazed into the frame. */
  readonly stile: number;
  readonly place?: SashPlace;
  readonly movement?: Movement | null;
  readonly isObscure?: boolean;
  readonly shape?: WindowShape;
  readonly handle?: Sash["handle"];
}

/** Lays out a window as seen from outside. */
function layOut(look: WindowLook, width: number, height: number, view: WindowView) {
  const smaller = Math.min(width, height);
  const frame = clamp(smaller * 0.06, 0.75, 2.25);
  const stile = clamp(smaller * 0.05, 0.6, 1.75);
  const sashes: Sash[] = [];
  const edges: Segment[] = [];

  const barsOn = (glass: Rect, place: SashPlace): readonly Bars[] =>
    look.grids.flatMap((grid) => {
      const segments = gridBars({ grid, glass, place });
      return segments.length > 0 ? [{ color: grid.color[view], width: grid.barWidth, segments }] : [];
    });

  const add = ({
    rect,
    stile: face,
    place = "alone",
    movement = null,
    isObscure = look.obscure === "all",
    shape = "rectangle",
    handle = null,
  }: SashParts): void => {
    const glass = inset(rect, face);
    sashes.push({
      rect,
      glass,
      shape,
      bars: barsOn(glass, place),
      movement,
      comesTowards: look.opensTo === view,
      isObscure,
      hasBlinds: look.hasBlinds,
      panels: [],
      handle,
    });
  };

  const addHung = (rect: Rect, movesTop: boolean): void => {
    const half = rect.height / 2;
    const isObscure = (side: "top" | "bottom") => look.obscure === "all" || look.obscure === side;
    const top = { ...rect, height: half };
    const bottom = { ...rect, y: rect.y + half, height: half };
    add({ rect: top, stile, place: "top", movement: movesTop ? "down" : null, isObscure: isObscure("top") });
    add({ rect: bottom, stile, place: "bottom", movement: "up", isObscure: isObscure("bottom") });
  };

  const addSliding = (rect: Rect, face: number): void => {
    const isEnds = look.kind === "slider" && look.lites.length === 3;
    columnsOf(rect, isEnds ? [1, 2, 1] : equal(look.lites.length)).forEach((column, index) => {
      const side = index === 0 ? "left" : index === look.lites.length - 1 ? "right" : null;
      const movement = slideOf(look.lites, index);
      add({
        rect: column,
        stile: face,
        movement,
        isObscure: look.obscure === "all" || look.obscure === side,
      });
    });
  };

  const hingeAt = (index: number, count: number): Movement | null => {
    if (look.hinge === "left") return "hingeLeft";
    if (look.hinge === "right") return "hingeRight";
    if (look.hinge === null) return null;
    if (count > 2 && index > 0 && index < count - 1) return null;
    return index < count / 2 ? "hingeLeft" : "hingeRight";
  };

  const addCasements = (rect: Rect, lites: readonly Lite[]): void =>
    columnsOf(rect, equal(lites.length), lites.length > 1 ? MULLION : 0).forEach((column, index) =>
      add({
        rect: column,
        stile,
        movement: lites[index] === "opens" ? hingeAt(index, lites.length) : null,
        isObscure: look.obscure === "all" || look.obscure === (index === 0 ? "left" : "right"),
      }),
    );

  const addProjecting = (rect: Rect, shares: readonly number[]): void =>
    columnsOf(rect, shares, MULLION).forEach((column, index) => {
      const isFlanker = index === 0 || index === shares.length - 1;
      if (!isFlanker || look.flankers === "fixed") add({ rect: column, stile: stile / 2 });
      else if (look.flankers === "doubleHung") addHung(column, true);
      else add({ rect: column, stile, movement: index === 0 ? "hingeLeft" : "hingeRight" });
    });

  const addGarden = (rect: Rect): void => {
    add({ rect, stile: stile / 2 });
    const roof = rect.y + rect.height * 0.2;
    const side = rect.width * 0.12;
    const right = rect.x + rect.width;
    edges.push(
      { x1: rect.x + side, y1: roof, x2: right - side, y2: roof },
      { x1: rect.x, y1: rect.y, x2: rect.x + side, y2: roof },
      { x1: right, y1: rect.y, x2: right - side, y2: roof },
      { x1: rect.x + side, y1: roof, x2: rect.x + side, y2: rect.y + rect.height },
      { x1: right - side, y1: roof, x2: right - side, y2: rect.y + rect.height },
      { x1: rect.x, y1: rect.y + rect.height * 0.62, x2: right, y2: rect.y + rect.height * 0.62 },
    );
  };

  const handleOf = (rect: Rect, movement: Movement | null): Sash["handle"] => {
    if (movement === null) return null;
    const isLeft = movement === "hingeRight" || movement === "right";
    return { x: isLeft ? rect.x + 2.2 : rect.x + rect.width - 2.2, y: rect.y + rect.height * 0.55 };
  };

  const addLeaves = (rect: Rect): void => {
    const { length } = look.lites;
    columnsOf(rect, equal(length)).forEach((column, index) => {
      const movement = hingeAt(index, length);
      add({ rect: column, stile: clamp(column.width * 0.13, 2, 4.5), movement, handle: handleOf(column, movement) });
    });
  };

  /** Adds a slab with panels, or with glass if the look says so. */
  const addSlab = (rect: Rect, movement: Movement | null): void => {
    const handle = handleOf(rect, movement);
    const side = clamp(rect.width * 0.13, 1.5, 5);
    if (look.doorGlass === "full") {
      add({ rect, stile: side, movement, handle });
      return;
    }
    const gap = side * 0.75;
    const rowsFrom = (top: number, shares: readonly number[]): readonly Rect[] => {
      const area = {
        x: rect.x + side,
        y: top,
        width: rect.width - 2 * side,
        height: rect.y + rect.height - side - top,
      };
      const total = shares.reduce((sum, share) => sum + share, 0);
      const usable = Math.max(0, area.height - gap * (shares.length - 1));
      let y = area.y;
      return shares.flatMap((share) => {
        const row = { ...area, y, height: (usable * share) / total };
        y += row.height + gap;
        return columnsOf(row, [1, 1], gap);
      });
    };
    const glass =
      look.doorGlass === "half"
        ? { x: rect.x + side, y: rect.y + side, width: rect.width - 2 * side, height: rect.height * 0.42 }
        : null;
    sashes.push({
      rect,
      glass,
      shape: "rectangle",
      bars: glass ? barsOn(glass, "alone") : [],
      movement,
      comesTowards: look.opensTo === view,
      isObscure: look.obscure === "all",
      hasBlinds: look.hasBlinds && glass !== null,
      panels: glass ? rowsFrom(glass.y + glass.height + gap, [1]) : rowsFrom(rect.y + side, [1, 3, 2.4]),
      handle,
    });
  };

  const addEntry = (rect: Rect): void => {
    const slabs = look.lites.length;
    const { sidelites } = look;
    const slabShare = 3;
    const shares = [
      ...(sidelites === 2 ? [1] : []),
      ...equal(slabs).map(() => slabShare),
      ...(sidelites > 0 ? [1] : []),
    ];
    const first = sidelites === 2 ? 1 : 0;
    columnsOf(rect, shares, sidelites > 0 ? MULLION : 0).forEach((column, index) => {
      const slab = index - first;
      if (slab >= 0 && slab < slabs) addSlab(column, hingeAt(slab, slabs));
      else add({ rect: column, stile: clamp(column.width * 0.2, 1, 3) });
    });
  };

  const addUnit = (rect: Rect): void => {
    switch (look.kind) {
      case "singleHung":
        addHung(rect, false);
        break;
      case "doubleHung":
        addHung(rect, true);
        break;
      case "slider":
        addSliding(rect, stile);
        break;
      case "patioDoor":
        addSliding(rect, clamp(rect.width / look.lites.length / 10, 1.5, 4));
        break;
      case "casement":
        addCasements(rect, look.lites);
        break;
      case "awning":
        add({ rect, stile, movement: "hingeTop" });
        break;
      case "hopper":
        add({ rect, stile, movement: "hingeBottom" });
        break;
      case "bay":
        addProjecting(rect, [1, 2.4, 1]);
        break;
      case "bow":
        addProjecting(rect, [0.8, 1, 1.1, 1, 0.8]);
        break;
      case "garden":
        addGarden(rect);
        break;
      case "frenchDoor":
        addLeaves(rect);
        break;
      case "entryDoor":
        addEntry(rect);
        break;
      case "picture":
      case "shape":
      case "plain":
        add({ rect, stile: look.kind === "picture" ? stile / 2 : 0, shape: look.shape });
        break;
    }
  };

  const inside = inset({ x: 0, y: 0, width, height }, frame);
  const transom = look.joined.hasTransom ? Math.min(inside.height * 0.25, MAX_TRANSOM) : 0;
  if (transom > 0) add({ rect: { ...inside, height: transom }, stile: stile / 2 });
  const below = transom > 0 ? transom + MULLION : 0;
  const units = { ...inside, y: inside.y + below, height: inside.height - below };
  for (const unit of columnsOf(units, equal(look.joined.units), look.joined.units > 1 ? MULLION : 0)) addUnit(unit);
  return { frame, sashes, edges };
}

/** Cranked and hopper windows have their screen inside, all others outside. */
const screenSideOf = ({ kind }: WindowLook): WindowView =>
  kind === "casement" || kind === "awning" || kind === "bay" || kind === "bow" || kind === "garden"
    ? "inside"
    : "outside";

function screensOf(look: WindowLook, sashes: readonly Sash[], view: WindowView): readonly Rect[] {
  if (look.screen === "none" || screenSideOf(look) !== view) return [];
  const moving = sashes.filter(({ movement }) => movement !== null);
  if (look.screen === "half") {
    // A half screen covers the operable part: the bottom of a hung window, one side of a slider.
    const lower = moving.filter(({ movement }) => movement !== "down");
    return (lower.length > 0 ? lower.slice(0, 1) : sashes.slice(-1)).map(({ rect }) => rect);
  }
  const isWhole = look.kind === "doubleHung" || look.kind === "singleHung" || look.kind === "slider";
  return (isWhole ? sashes : moving).map(({ rect }) => rect);
}

const MIRRORED: Record<Movement, Movement> = {
  up: "up",
  down: "down",
  left: "right",
  right: "left",
  hingeLeft: "hingeRight",
  hingeRight: "hingeLeft",
  hingeTop: "hingeTop",
  hingeBottom: "hingeBottom",
};

const mirrorRect = (rect: Rect, width: number): Rect => ({ ...rect, x: width - rect.x - rect.width });
const mirrorSegment = ({ x1, y1, x2, y2 }: Segment, width: number): Segment => ({
  x1: width - x1,
  y1,
  x2: width - x2,
  y2,
});

const mirrorSash = (sash: Sash, width: number): Sash => ({
  ...sash,
  rect: mirrorRect(sash.rect, width),
  glass: sash.glass && mirrorRect(sash.glass, width),
  bars: sash.bars.map((bars) => ({ ...bars, segments: bars.segments.map((each) => mirrorSegment(each, width)) })),
  movement: sash.movement && MIRRORED[sash.movement],
  panels: sash.panels.map((panel) => mirrorRect(panel, width)),
  handle: sash.handle && { ...sash.handle, x: width - sash.handle.x },
});

/** Computes the parts of a window with that size in inches, as seen from one side. Width and height must be greater than 0. */
export function windowGeometry({
  look,
  width,
  height,
  view,
}: {
  look: WindowLook;
  width: number;
  height: number;
  view: WindowView;
}): WindowGeometry {
  const { frame, sashes, edges } = layOut(look, width, height, view);
  const screens = screensOf(look, sashes, view);
  const isMirrored = view === "inside";
  const roof = width * ROOF_HEIGHT;
  return {
    width,
    height,
    shape: look.shape,
    frame,
    frameColor: look.frameColor[view],
    sashes: isMirrored ? sashes.map((sash) => mirrorSash(sash, width)) : sashes,
    screens: isMirrored ? screens.map((rect) => mirrorRect(rect, width)) : screens,
    edges: isMirrored ? edges.map((edge) => mirrorSegment(edge, width)) : edges,
    // The roof is not visible from inside.
    roof:
      look.hasRoof && !isMirrored
        ? [
            { x: 0, y: 0 },
            { x: width * 0.14, y: -roof },
            { x: width * 0.86, y: -roof },
            { x: width, y: 0 },
          ]
        : null,
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** Returns the outline of a shape in a rectangle as an SVG path, in the rectangle's coordinates. */
export function outlinePath(shape: WindowShape, { x, y, width: w, height: h }: Rect): string {
  const at = (across: number, down: number): string => `${round(x + across * w)} ${round(y + down * h)}`;
  const polygon = (...points: readonly (readonly [number, number])[]): string =>
    `M${points.map(([across, down]) => at(across, down)).join("L")}Z`;
  const arc = (rx: number, ry: number, across: number, down: number): string =>
    `A${round(rx)} ${round(ry)} 0 0 1 ${at(across, down)}`;
  switch (shape) {
    case "rectangle":
      return polygon([0, 0], [1, 0], [1, 1], [0, 1]);
    case "halfRound": {
      // The half circle has straight legs if the window is higher than the half circle.
      const spring = Math.min(1, w / 2 / h);
      return `M${at(0, 1)}L${at(0, spring)}${arc(w / 2, spring * h, 1, spring)}L${at(1, 1)}Z`;
    }
    case "quarterRound":
      return `M${at(0, 0)}${arc(w, h, 1, 1)}L${at(0, 1)}Z`;
    case "round":
    case "oval":
      return `M${at(0, 0.5)}${arc(w / 2, h / 2, 1, 0.5)}${arc(w / 2, h / 2, 0, 0.5)}Z`;
    case "arch": {
      const spring = Math.min(0.5, (w * 0.18) / h);
      const rise = spring * h;
      const radius = (w * w) / (8 * rise) + rise / 2;
      return `M${at(0, 1)}L${at(0, spring)}${arc(radius, radius, 1, spring)}L${at(1, 1)}Z`;
    }
    case "gothic": {
      const spring = Math.min(0.7, (w * 0.75) / h);
      const radius = (w * w) / 4 + (spring * h) ** 2;
      const r = radius / w;
      return `M${at(0, 1)}L${at(0, spring)}${arc(r, r, 0.5, 0)}${arc(r, r, 1, spring)}L${at(1, 1)}Z`;
    }
    case "octagon": {
      const cut = 0.2929;
      return polygon([cut, 0], [1 - cut, 0], [1, cut], [1, 1 - cut], [1 - cut, 1], [cut, 1], [0, 1 - cut], [0, cut]);
    }
    case "hexagon":
      return polygon([0.25, 0], [0.75, 0], [1, 0.5], [0.75, 1], [0.25, 1], [0, 0.5]);
    case "pentagon":
      return polygon([0.5, 0], [1, 0.4], [1, 1], [0, 1], [0, 0.4]);
    case "triangle":
      return polygon([0.5, 0], [1, 1], [0, 1]);
    case "trapezoid":
      return polygon([0, 0.35], [1, 0], [1, 1], [0, 1]);
  }
}
