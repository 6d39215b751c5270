import type { dumpsterFields } from "#catalogue/building-blocks/dumpster.ts";
import type { fasciaFields } from "#catalogue/building-blocks/fascia.ts";
import type { gutterDetailFields, gutterFields } from "#catalogue/building-blocks/gutters.ts";
import type { soffitFields } from "#catalogue/building-blocks/soffit.ts";
import type { trimCoilFields } from "#catalogue/building-blocks/trim-coil.ts";
import type { FieldKeyOf, KeyOf } from "#catalogue/define-fields.ts";
import type { repairWorkflowFields } from "#catalogue/repairs/repairs-fields.ts";
import type { roofingWorkflowFields } from "#catalogue/roofing/roofing-fields.ts";
import type { sidingWorkflowFields } from "#catalogue/siding/siding-fields.ts";
import type { WindowKey } from "#catalogue/windows/window-fields.ts";
import { STORY_ROWS } from "#form/states/stories.ts";
import { addUp } from "#rounding.ts";
import { amountText, type ScopeFacts } from "./scope-facts.ts";

/*
 * What belongs together on a job (ours): an estimate with only one of the two is probably unfinished. Each rule says in the trade's words
 * what is there and what is missing. Warnings only.
 */

interface ScopeRule<Key extends string = string> {
  /** A stable id, for example to suppress a finding: "dripEdge". */
  readonly code: string;
  readonly severity: "missing" | "mismatch";
  /** The field where it can be fixed. */
  readonly field: Key;
  /** The rule runs for each line of this field; if omitted, once for the workflow. */
  readonly each?: Key;
  /** The finding; null for none. */
  readonly find: (facts: ScopeFacts<Key>) => string | null;
}

type RoofingKey = FieldKeyOf<typeof roofingWorkflowFields>;
type SidingKey = FieldKeyOf<typeof sidingWorkflowFields>;
type RepairKey = FieldKeyOf<typeof repairWorkflowFields>;
type SoffitKey = KeyOf<ReturnType<typeof soffitFields>>;
type CoilKey = KeyOf<ReturnType<typeof fasciaFields>> | KeyOf<ReturnType<typeof trimCoilFields>>;
type GutterKey = KeyOf<ReturnType<typeof gutterDetailFields>> | KeyOf<ReturnType<typeof gutterFields>>;
type DumpsterKey = KeyOf<ReturnType<typeof dumpsterFields>>;

/** Something is there, but nothing that goes with it. */
const goesWith = <Key extends string>(rule: {
  code: string;
  field: Key;
  /** What is there, in words; null if it is not. */
  there: (facts: ScopeFacts<Key>) => string | null;
  /** Whether the counterpart is there; by default, whether the field is. */
  has?: (facts: ScopeFacts<Key>) => boolean;
  /** "no starter strip" */
  missing: string;
}): ScopeRule<Key> => ({
  code: rule.code,
  severity: "missing",
  field: rule.field,
  find: (facts) => {
    const there = rule.there(facts);
    const has = rule.has ?? (({ quantity }) => quantity(rule.field) > 0);
    return there === null || has(facts) ? null : `${there} and ${rule.missing}.`;
  },
});

/** "30 FT of valleys", if there are any. */
const amountOf =
  <Key extends string>(key: Key, what: string) =>
  (facts: ScopeFacts<Key>): string | null =>
    facts.quantity(key) > 0 ? `${facts.amount(key)} of ${what}` : null;

/* What several workflows share */

const soffitRules: readonly ScopeRule<SoffitKey>[] = [
  goesWith<SoffitKey>({
    code: "soffitPanels",
    field: "soffit",
    there: ({ quantity, amount }) =>
      quantity("standardSoffit.length") > 0
        ? `${amount("standardSoffit.length")} of eaves to cover`
        : quantity("hiddenVentSoffit.length") > 0
          ? `${amount("hiddenVentSoffit.length")} of eaves to cover`
          : quantity("porchSoffit.length") > 0
            ? `${amount("porchSoffit.length")} of porch ceiling`
            : null,
    missing: "no soffit panels",
  }),
];

const coilRules: readonly ScopeRule<CoilKey>[] = [
  goesWith<CoilKey>({
    code: "trimCoil",
    field: "trimCoil",
    there: amountOf("fasciaWrap", "fascia to wrap"),
    missing: "no trim coil",
  }),
];

const gutterRules: readonly ScopeRule<GutterKey>[] = [
  goesWith<GutterKey>({
    code: "gutter",
    field: "gutter",
    there: amountOf("totalGutterLength", "eaves that get a gutter"),
    missing: "no gutter",
  }),
  goesWith<GutterKey>({
    code: "downspouts",
    field: "downspout",
    there: amountOf("gutter", "gutter"),
    missing: "no downspouts",
  }),
  goesWith<GutterKey>({
    code: "gutterCorners",
    field: "gutterCorners",
    there: ({ quantity }) => {
      const corners = quantity("totalGutterCorners");
      return corners > 0 && quantity("gutter") > 0 ? `${corners} gutter ${corners === 1 ? "corner" : "corners"}` : null;
    },
    missing: "no corner pieces",
  }),
  goesWith<GutterKey>({
    code: "elbows",
    field: "downspoutElbows",
    there: ({ quantity, amount }) =>
      quantity("gutter") > 0 && quantity("downspout") > 0 ? `${amount("downspout")} of downspout` : null,
    missing: "no elbows",
  }),
];

/** A dumpster that is not needed; the homeowner would pay for it. */
const dumpsterNotNeeded: ScopeRule<DumpsterKey> = {
  code: "dumpsterNotNeeded",
  severity: "mismatch",
  field: "dumpsterNeeded",
  find: ({ isChosen }) =>
    isChosen("dumpster.dumpsterType") && !isChosen("dumpsterNeeded")
      ? "Dumpster needed is No, and a dumpster is in the price."
      : null,
};

const dumpsterRules: readonly ScopeRule<DumpsterKey | "tearOff">[] = [
  dumpsterNotNeeded,
  goesWith<DumpsterKey | "tearOff">({
    code: "dumpster",
    field: "dumpster",
    there: amountOf("tearOff", "tear-off"),
    has: ({ isChosen }) => isChosen("dumpster.dumpsterType"),
    missing: "no dumpster",
  }),
  {
    code: "dumpsterWeight",
    severity: "mismatch",
    field: "dumpster",
    find: ({ quantity, conversion, amount }) => {
      const carried = conversion("dumpster.dumpsterType");
      // Without a capacity there is nothing to compare; a small overload does not need another truck.
      if (!carried || quantity("dumpsterWeight") <= carried + WEIGHT_TOLERANCE_TONS) return null;
      return `${amount("dumpsterWeight")} torn off, and the dumpsters carry ${amountText(carried, "TON")}.`;
    },
  },
];

const WEIGHT_TOLERANCE_TONS = 0.025;

/* Roofing */

/** Squares with shingles, without the membrane's. */
const steepSquares = ({ quantity }: ScopeFacts<RoofingKey>): number =>
  Math.max(0, quantity("totalSquaresForMaterial") - quantity("membrane.membraneArea"));
const steepRoof = (facts: ScopeFacts<RoofingKey>): string | null => {
  const squares = steepSquares(facts);
  return squares > 0 ? `${amountText(squares, "SQ")} of roof` : null;
};

const VENTS = [
  "fasciaIntakeVent",
  "edgeVent",
  "louveredSoffitVentAluminum",
  "louveredSoffitVentWood",
  "ridgeExhaustVent",
  "boxExhaustVent",
  "powerExhaustVent",
  "cutSoffitVent",
] as const;

const roofingRules: readonly ScopeRule<RoofingKey>[] = [
  {
    code: "upperStories",
    severity: "mismatch",
    field: "squaresOnStory2",
    find: ({ quantity }) =>
      quantity("numberOfStories") > 1 &&
      quantity("totalSquaresForLabor") > 0 &&
      STORY_ROWS.slice(1).every((key) => quantity(key) === 0)
        ? `${quantity("numberOfStories")} stories and no squares above the first: nobody pays for the height.`
        : null,
  },
  ...dumpsterRules,
  {
    code: "pitchSquares",
    severity: "mismatch",
    field: "installPitch",
    find: ({ quantity, amount }) => {
      const difference = Math.abs(quantity("installPitch") - quantity("totalSquaresForMaterial"));
      // Three thirds written .333 and .667 are 1.
      if (difference <= THIRDS_TOLERANCE) return null;
      return `${amount("installPitch")} of pitches, and ${amount("totalSquaresForMaterial")} of roof, both with waste.`;
    },
  },
  {
    code: "storySquares",
    severity: "mismatch",
    field: "squaresOnStory1",
    find: ({ quantity, amount }) => {
      const stories = addUp(STORY_ROWS.map(quantity));
      // A roof without squares by story has one story.
      const roof = quantity("totalSquaresForMaterial");
      if (stories === 0 || roof === 0 || Math.abs(stories - roof) <= THIRDS_TOLERANCE) return null;
      return `${amountText(stories, "SQ")} on the stories, and ${amount("totalSquaresForMaterial")} of roof, both with waste.`;
    },
  },
  goesWith<RoofingKey>({
    code: "edgeLengths",
    field: "eaveLength",
    there: steepRoof,
    has: ({ quantity }) => quantity("eaveLength") + quantity("rakeEdgeLength") > 0,
    missing: "no length of eaves or rakes",
  }),
  goesWith<RoofingKey>({
    code: "iceBarrier",
    field: "iceBarrier",
    there: ({ isChosen, quantity, amount }) => {
      if (quantity("eaveLength") === 0) return null;
      const rows = quantity("iceBarrierRows");
      if (rows > 0) return `${rows} ${rows === 1 ? "row" : "rows"} of ice barrier on ${amount("eaveLength")} of eaves`;
      // Choosing "none" is deliberate.
      return isChosen("iceBarrierRows") ? null : `${amount("eaveLength")} of eaves`;
    },
    missing: "no ice barrier",
  }),
  {
    code: "dripEdge",
    severity: "missing",
    field: "dripEdge",
    find: ({ quantity, amount }) => {
      if (quantity("dripEdge") > 0) return null;
      if (quantity("rakeEdgeLength") > 0) return `${amount("rakeEdgeLength")} of rakes and no drip edge.`;
      return quantity("eaveLength") > 0 && quantity("gutterFlashing") === 0
        ? `${amount("eaveLength")} of eaves and neither drip edge nor gutter apron.`
        : null;
    },
  },
  goesWith<RoofingKey>({
    code: "valleyFlashing",
    field: "valleyFlashing",
    there: amountOf("valleyLength", "valleys"),
    missing: "no valley metal",
  }),
  goesWith<RoofingKey>({
    code: "stepFlashing",
    field: "stepFlashing",
    there: amountOf("roofToWallFlashingLength", "roof along a wall"),
    missing: "no step flashing",
  }),
  goesWith<RoofingKey>({
    code: "headFlashing",
    field: "headFlashing",
    there: amountOf("flashingLength", "roof below a wall"),
    missing: "no head flashing",
  }),
  goesWith<RoofingKey>({
    code: "ventilation",
    field: "ridgeExhaustVent",
    there: steepRoof,
    has: ({ quantity }) => VENTS.some((key) => quantity(key) > 0),
    missing: "no ventilation",
  }),
  ...soffitRules,
  ...gutterRules,
  goesWith<RoofingKey>({ code: "fasteners", field: "fasteners", there: steepRoof, missing: "no nails" }),
  ...coilRules,
  goesWith<RoofingKey>({
    code: "package",
    field: "package",
    there: steepRoof,
    has: ({ isChosen }) => isChosen("package"),
    missing: "no shingles chosen",
  }),
  goesWith<RoofingKey>({
    code: "installation",
    field: "roofingInstallation",
    there: steepRoof,
    has: ({ isChosen }) => isChosen("roofingInstallation"),
    missing: "no installation labor",
  }),
  goesWith<RoofingKey>({ code: "underlayment", field: "underlayment", there: steepRoof, missing: "no underlayment" }),
  goesWith<RoofingKey>({ code: "starters", field: "starters", there: steepRoof, missing: "no starter strip" }),
  goesWith<RoofingKey>({
    code: "hipRidge",
    field: "hipRidge",
    there: amountOf("hipRidgeLength", "hips and ridges"),
    missing: "no caps",
  }),
];

const THIRDS_TOLERANCE = 0.0025;

/* Siding */

const walls = amountOf<SidingKey>("totalSquaresForMaterial", "siding");
/** Vinyl and metal panels need channels and a starter strip; boards and shingles are nailed directly. */
const HUNG_SIDING = /vinyl|alumin|steel|metal|polymer/i;
const hungWalls = (facts: ScopeFacts<SidingKey>): string | null =>
  HUNG_SIDING.test(facts.name("materialType")) ? walls(facts) : null;

const sidingRules: readonly ScopeRule<SidingKey>[] = [
  ...dumpsterRules,
  goesWith<SidingKey>({
    code: "houseWrap",
    field: "houseWrap",
    there: walls,
    has: ({ isChosen, quantity }) => isChosen("houseWrap.houseWrapType") && quantity("houseWrap.houseWrapMaterial") > 0,
    missing: "no house wrap",
  }),
  goesWith<SidingKey>({ code: "jChannel", field: "jChannel", there: hungWalls, missing: "no J channel" }),
  goesWith<SidingKey>({ code: "sidingStarters", field: "starters", there: hungWalls, missing: "no starter strip" }),
  goesWith<SidingKey>({
    code: "corners",
    field: "outsideCornerPost",
    there: walls,
    has: ({ quantity }) => quantity("outsideCornerPost") + quantity("insideCornerPost") > 0,
    missing: "no corner posts",
  }),
  ...soffitRules,
  ...coilRules,
  goesWith<SidingKey>({
    code: "shutterInstallation",
    field: "shutterInstallType",
    there: ({ quantity }) =>
      quantity("shutters") > 0
        ? `${quantity("shutters")} ${quantity("shutters") === 1 ? "set" : "sets"} of shutters`
        : null,
    has: ({ isChosen }) => isChosen("shutterInstallType"),
    missing: "nobody to hang them",
  }),
  ...gutterRules,
  goesWith<SidingKey>({ code: "sidingNails", field: "nails", there: walls, missing: "no nails" }),
  goesWith<SidingKey>({
    code: "sidingPackage",
    field: "sidingPackage",
    there: amountOf("totalSquaresForMaterialPackage", "siding"),
    has: ({ isChosen }) => isChosen("sidingPackage"),
    missing: "no siding chosen",
  }),
  goesWith<SidingKey>({
    code: "sidingInstallation",
    field: "sidingPackageInstallation",
    there: amountOf("totalSquaresForLaborPackage", "siding"),
    has: ({ isChosen }) => isChosen("sidingPackageInstallation"),
    missing: "no installation labor",
  }),
];

/* Windows & Doors */

/** Doors come with a frame. */
const DOOR = /\bdoors?\b/i;

/** "Kitchen", or the kind of window. */
const windowName = ({ name }: ScopeFacts<WindowKey>): string =>
  name("window.roomName") || name("window.windowStyle") || "A window";

const windows = ({ quantity }: ScopeFacts<WindowKey>): string | null => {
  const count = quantity("window");
  return count > 0 ? `${count} ${count === 1 ? "window" : "windows"}` : null;
};

const windowRules: readonly ScopeRule<WindowKey>[] = [
  {
    code: "windowSize",
    severity: "missing",
    field: "window.width",
    each: "window",
    find: (facts) =>
      facts.quantity("window") > 0 && (facts.quantity("window.width") === 0 || facts.quantity("window.height") === 0)
        ? `${windowName(facts)}: no size, so no price.`
        : null,
  },
  {
    code: "windowType",
    severity: "missing",
    field: "window.windowStyle",
    each: "window",
    find: (facts) =>
      facts.quantity("window") > 0 && !facts.isChosen("window.windowStyle")
        ? `${windowName(facts)}: no window type.`
        : null,
  },
  {
    code: "windowTrim",
    severity: "missing",
    field: "window.exteriorTrim",
    each: "window",
    find: (facts) =>
      facts.quantity("window") > 0 &&
      !DOOR.test(facts.name("window.windowStyle")) &&
      !facts.isChosen("window.exteriorTrim.exteriorTrimType") &&
      !facts.isChosen("window.interiorTrim.interiorTrimType")
        ? `${windowName(facts)}: no trim inside or outside.`
        : null,
  },
  goesWith<WindowKey>({
    code: "interiorTrimMaterial",
    field: "interiorTrimMaterial",
    there: ({ isChosen }) => (isChosen("window.interiorTrim.interiorTrimType") ? "Windows with interior trim" : null),
    missing: "none to order",
  }),
  goesWith<WindowKey>({
    code: "exteriorTrimMaterial",
    field: "exteriorTrimMaterial",
    there: ({ isChosen }) => (isChosen("window.exteriorTrim.exteriorTrimType") ? "Windows with exterior trim" : null),
    missing: "none to order",
  }),
  goesWith<WindowKey>({ code: "sprayFoam", field: "sprayFoam", there: windows, missing: "no spray foam" }),
  goesWith<WindowKey>({ code: "windowCaulk", field: "caulk", there: windows, missing: "no caulk" }),
  goesWith<WindowKey>({
    code: "windowPackage",
    field: "windowPackage",
    there: (facts) => (facts.quantity("window") > 0 && facts.name("window.windowModel") === "" ? windows(facts) : null),
    has: ({ isChosen }) => isChosen("windowPackage"),
    missing: "no package chosen",
  }),
];

/* Repairs */

const REPLACED = ["replaceShingles", "replaceShinglesUnderlayment", "replaceShinglesUnderlaymentDecking"] as const;

const repairRules: readonly ScopeRule<RepairKey>[] = [
  dumpsterNotNeeded,
  goesWith<RepairKey>({
    code: "repairShingles",
    field: "package",
    there: ({ quantity }) => {
      const squares = addUp(REPLACED.map(quantity));
      return squares > 0 ? `${amountText(squares, "SQ")} of shingles to replace` : null;
    },
    missing: "none to put on",
  }),
  goesWith<RepairKey>({
    code: "repairUnderlayment",
    field: "underlayment",
    there: ({ quantity }) => {
      const squares = quantity("replaceShinglesUnderlayment") + quantity("replaceShinglesUnderlaymentDecking");
      return squares > 0 ? `${amountText(squares, "SQ")} of underlayment to replace` : null;
    },
    missing: "none to put down",
  }),
  goesWith<RepairKey>({
    code: "repairDecking",
    field: "decking",
    there: amountOf("replaceShinglesUnderlaymentDecking", "decking to replace"),
    has: ({ quantity }) => quantity("decking") + quantity("replaceDeckBoards") > 0,
    missing: "no sheets or boards",
  }),
  goesWith<RepairKey>({
    code: "repairRidge",
    field: "hipRidge",
    there: amountOf("replaceRidge", "ridge to replace"),
    missing: "no caps",
  }),
];

/** The rules of each workflow, in the order of its steps. */
export const SCOPE_RULES: ReadonlyMap<number, readonly ScopeRule[]> = new Map<number, readonly ScopeRule[]>([
  [1, roofingRules],
  [2, sidingRules],
  [3, windowRules],
  [4, gutterRules],
  [5, repairRules],
  [7, [...soffitRules, ...coilRules, ...gutterRules] as readonly ScopeRule[]],
]);
