import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { workflowDefinitions } from "#catalogue/workflow-definitions.ts";
import { operandsOf, type Expression, type NeedSetting } from "#expressions/expression.ts";

const settingsIn = (expression: Expression): readonly Extract<Expression, { kind: "setting" }>[] =>
  expression.kind === "setting" ? [expression] : operandsOf(expression).flatMap(settingsIn);

/** Which fields the formulas read each setting at, by "workflow:key". */
function findPlaces(): ReadonlyMap<string, ReadonlySet<NeedSetting>> {
  const places = new Map<string, Set<NeedSetting>>();
  for (const { recommendations } of workflowDefinitions)
    for (const [result, { quantity }] of recommendations.byKey)
      for (const { of, name } of settingsIn(quantity)) {
        const place = `${String(recommendations.workflowId)}:${of ?? result}`;
        places.set(place, (places.get(place) ?? new Set<NeedSetting>()).add(name));
      }
  return places;
}

let found: ReadonlyMap<string, ReadonlySet<NeedSetting>> | undefined;

/** Whether a formula reads a setting of a field: elsewhere it would change nothing, and a price book may not hold it. */
export function takesSetting(
  { workflowId, key }: Pick<FieldDefinition, "workflowId" | "key">,
  name: NeedSetting,
): boolean {
  found ??= findPlaces();
  return found.get(`${String(workflowId)}:${key}`)?.has(name) === true;
}
