/**
 * Which recommendations are unused, and which of them saving fills in.
 *
 * Saving drops lines without a quantity: a length of drip edge without pieces would be lost. So it *fills in* the recommended quantity
 * where none is entered, in a row that was begun (WF-ROOF-27 "can apply automatically"):
 *
 * - if its choice is made (ice barrier), or something else in its row is entered (a length, a type), and its quantity was never edited;
 * - for a number without a choice or row (gutter corners, downspouts) only if what it belongs to is chosen: measuring a gutter for its
 * guard does not order a new one, and a gutter may keep its downspouts;
 * - not if the user entered 0, which is an answer.
 */
import { fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import type { FormLine, WorkflowValues } from "#form/form-values.ts";
import { pathOfScope } from "#form/line-path.ts";
import { keyOfPlace, placesOf, type FieldPlace, type FoundPlace } from "#form/places.ts";
import type { OfferedQuantity } from "./split-rows.ts";

/** Top-level fields with rows that are recommended for every roof or house, but often not wanted. */
const NEVER_FILLED_IN: ReadonlySet<string> = new Set(["houseInsulation", "membrane"]);

/**
 * Top-level numbers without a choice or row, and the fields whose choice implies them. A number that is missing here is never filled in,
 * because no entry shows that it is wanted.
 */
const FILLED_IN_WITH: Readonly<Record<string, readonly string[]>> = {
  gutterCorners: ["gutter"],
  downspoutQuantity: ["downspout", "downspoutDrop"],
  downspoutElbows: ["downspout", "downspoutQuantity"],
  trimNails: ["interiorTrimMaterial", "exteriorTrimMaterial"],
  sprayFoam: ["window"],
  airSealingFoam: ["sealTopPlates", "sealKneeWallFloorLine", "sealBasementBoxStill"],
};

/** A recommendation that differs from the entered quantity. */
export interface UnusedRecommendation {
  readonly place: FieldPlace;
  readonly field: FieldDefinition;
  readonly recommended: number;
  /** 0 if nothing is entered. */
  readonly entered: number;
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

/** Whether something in the row is entered, so that a quantity is missing. */
function isBegun({ field, outer, line }: FoundPlace): boolean {
  // A quantity without a choice would only be an error.
  if (field.dataType !== "number" && (line?.value ?? "") === "") return false;
  if (outer.line) return isEntered(outer.line);
  return field.childIds.length === 0 || (line !== null && isEntered(line));
}

const isLoneNumber = ({ dataType, parentId, childIds }: FieldDefinition): boolean =>
  dataType === "number" && parentId === null && childIds.length === 0;

function isFilledIn(found: FoundPlace, values: WorkflowValues, { use }: OfferedQuantity): boolean {
  const property = topPropertyOf(found.field);
  if (NEVER_FILLED_IN.has(property) || !isBegun(found)) return false;
  // A preset exists from the start.
  if (use === "preset" || !isLoneNumber(found.field)) return true;
  return (FILLED_IN_WITH[property] ?? []).some((chosen) => values[chosen]?.some(isEntered));
}

function onSaveOf(
  found: FoundPlace,
  recommended: OfferedQuantity,
  { values, isAnswered }: { values: WorkflowValues; isAnswered: boolean },
): UnusedRecommendation["onSave"] {
  // Cleared, or not a number: the field shows the error.
  if (found.line?.quantity === null) return "leave";
  if ((found.line?.quantity ?? 0) !== 0) return "ask";
  if (!isFilledIn(found, values, recommended)) return "leave";
  return isAnswered || recommended.aboveMax !== undefined ? "ask" : "fillIn";
}

/** An empty list has no row to enter the recommendation in. */
const hasRow = ({ field, line }: FoundPlace): boolean => line !== null || !field.allowMultiple;

const fieldsOf = (workflowId: number, recommendations: RecommendedForm["recommendations"]) => {
  const keys = new Set<string>();
  for (const [place, { isRecommended }] of recommendations)
    if (isRecommended) keys.add(place.slice(0, place.indexOf("@")));
  return [...keys].flatMap((key) => fieldByKey(workflowId, key) ?? []);
};

/**
 * The unused recommendations below some top-level fields, in formula order.
 *
 * @param isShown whether the form shows the place and lets the person enter it
 * @param isZeroAnswered whether the user entered the 0 there
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
        // An unsaved section opens with its lines, so a missing line was saved as empty.
        const isAnswered = found.line === null || isZeroAnswered(place);
        return [{ place, field, recommended, entered, onSave: onSaveOf(found, offered, { values, isAnswered }) }];
      }),
    );
}
