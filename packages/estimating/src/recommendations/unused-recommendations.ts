/**
 * Which recommendations a person has not taken over, and which of them saving fills in.
 *
 * Saving drops what has no quantity: a length of drip edge without pieces would be gone. So it *fills in* the recommended quantity
 * where none is entered, in a row that was begun (WF-ROOF-27 "can apply automatically"):
 *
 * - its choice is made (ice barrier), or something else of its row is entered (a length, a type), and nobody has touched its
 *   quantity;
 * - a number without a choice or a row (gutter corners, downspouts) only once what it comes with is chosen: whoever measures a gutter
 *   for its guard hangs no new one, and a gutter may keep its downspouts;
 * - a 0 that somebody entered is an answer and stays. What is stored cannot tell it from nothing, because a save drops both: so in
 *   a step that was saved before, a quantity that is not stored counts as answered, and only the first save fills in;
 * - a list of rows gets no row of its own;
 * - five fields are left alone, because going without is as common as going with: hand loading, gutter ice barrier, attic baffles,
 *   house insulation, and the whole roof as membrane (2.§3.5), of which mostly a part is flat.
 *
 * It *asks* about another quantity than the recommended one, an answered 0 and one that its field does not take too, and of the five as well as soon as it is not 0
 * ("Recommended values not completed, do you still want to continue?", MSG-04). A row that was not begun, a part that nobody chose, and
 * the five while nothing is entered, are *left* as they are: the form shows their recommendation, and going without it needs no answer. Nothing recommended
 * (0) is never unused; of rows that share a quantity, each is measured against what the others leave over.
 */
import { fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import type { FormLine, WorkflowValues } from "#form/form-values.ts";
import { pathOfScope } from "#form/line-path.ts";
import { keyOfPlace, placesOf, type FieldPlace, type FoundPlace } from "#form/places.ts";
import type { OfferedQuantity } from "./split-rows.ts";

/** Top-level fields with rows: what is recommended for every roof or house, and often not wanted. */
const NEVER_FILLED_IN: ReadonlySet<string> = new Set(["houseInsulation", "membrane"]);

/**
 * By a top-level number that has no choice and no row: the fields with which a person chooses it. A number that is not named here is
 * never filled in, as nothing that a person enters says that they want it.
 */
const FILLED_IN_WITH: Readonly<Record<string, readonly string[]>> = {
  gutterCorners: ["gutter"],
  downspoutQuantity: ["downspout", "downspoutDrop"],
  downspoutElbows: ["downspout", "downspoutQuantity"],
  trimNails: ["interiorTrimMaterial", "exteriorTrimMaterial"],
  sprayFoam: ["window"],
  airSealingFoam: ["sealTopPlates", "sealKneeWallFloorLine", "sealBasementBoxStill"],
};

/** A recommendation that differs from what is entered. */
export interface UnusedRecommendation {
  readonly place: FieldPlace;
  readonly field: FieldDefinition;
  readonly recommended: number;
  /** 0 where nothing is entered. */
  readonly entered: number;
  /** What saving does about it. */
  readonly onSave: "fillIn" | "ask" | "leave";
}

interface RecommendedForm {
  readonly workflowId: number;
  readonly values: WorkflowValues;
  readonly recommendations: ReadonlyMap<string, OfferedQuantity>;
}

export const topPropertyOf = ({ key }: FieldDefinition): string => key.split(".")[0] ?? key;

const isEntered = ({ value, quantity, children }: FormLine): boolean =>
  (value !== null && value !== "" && value !== "false") ||
  (quantity ?? 0) > 0 ||
  Object.values(children ?? {}).some((lines) => lines.some(isEntered));

/** Whether something of the row is entered, so that a missing quantity is missed. */
function isBegun({ field, outer, line }: FoundPlace): boolean {
  // Pieces of nothing chosen would only be an error to mend.
  if (field.dataType !== "number" && (line?.value ?? "") === "") return false;
  if (outer.line) return isEntered(outer.line);
  return field.childIds.length === 0 || (line !== null && isEntered(line));
}

const isLoneNumber = ({ dataType, parentId, childIds }: FieldDefinition): boolean =>
  dataType === "number" && parentId === null && childIds.length === 0;

function isFilledIn(found: FoundPlace, values: WorkflowValues, { use }: OfferedQuantity): boolean {
  const property = topPropertyOf(found.field);
  if (NEVER_FILLED_IN.has(property) || !isBegun(found)) return false;
  // A preset is there from the beginning.
  if (use === "preset" || !isLoneNumber(found.field)) return true;
  return (FILLED_IN_WITH[property] ?? []).some((chosen) => values[chosen]?.some(isEntered));
}

function onSaveOf(
  found: FoundPlace,
  recommended: OfferedQuantity,
  { values, isAnswered }: { values: WorkflowValues; isAnswered: boolean },
): UnusedRecommendation["onSave"] {
  // Emptied, or typed as something that is no number: the field says so itself.
  if (found.line?.quantity === null) return "leave";
  if ((found.line?.quantity ?? 0) !== 0) return "ask";
  if (!isFilledIn(found, values, recommended)) return "leave";
  return isAnswered || recommended.aboveMax !== undefined ? "ask" : "fillIn";
}

/** A list without rows offers to add one; no row stands there whose recommendation could be taken. */
const hasRow = ({ field, line }: FoundPlace): boolean => line !== null || !field.allowMultiple;

const fieldsOf = (workflowId: number, recommendations: RecommendedForm["recommendations"]) => {
  const keys = new Set<string>();
  for (const [place, { isRecommended }] of recommendations)
    if (isRecommended) keys.add(place.slice(0, place.indexOf("@")));
  return [...keys].flatMap((key) => fieldByKey(workflowId, key) ?? []);
};

/**
 * The recommendations below some top-level fields that differ from what is entered, in the order of the formulas.
 *
 * @param isShown whether a form shows the place and lets the person enter it; others are nobody's to use
 * @param isZeroAnswered whether somebody entered the 0 that stands there
 */
export function unusedRecommendations({
  workflowId,
  values,
  recommendations,
  properties,
  isShown,
  isZeroAnswered,
}: RecommendedForm & {
  properties: readonly string[];
  isShown: (place: FieldPlace) => boolean;
  isZeroAnswered: (place: FieldPlace) => boolean;
}): readonly UnusedRecommendation[] {
  return fieldsOf(workflowId, recommendations)
    .filter((field) => properties.includes(topPropertyOf(field)))
    .flatMap((field) =>
      placesOf(values, field).flatMap((found): UnusedRecommendation[] => {
        const offered = recommendations.get(keyOfPlace(found));
        const recommended = offered?.quantity ?? 0;
        const entered = found.line?.quantity ?? 0;
        if (!offered || recommended <= 0 || entered === recommended || !hasRow(found)) return [];
        const place = {
          outer: pathOfScope(found.outer),
          property: field.property,
          lineId: found.line?.id ?? null,
        };
        if (!isShown(place)) return [];
        // A section that nobody saved opens with its lines; one without a line was saved without it.
        const isAnswered = found.line === null || isZeroAnswered(place);
        return [{ place, field, recommended, entered, onSave: onSaveOf(found, offered, { values, isAnswered }) }];
      }),
    );
}
