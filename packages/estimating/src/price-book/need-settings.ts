import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { workflowDefinitions } from "#catalogue/workflow-definitions.ts";
import { operandsOf, type Expression, type NeedSetting } from "#expressions/expression.ts";

const settingsIn = (expression: Expression): readonly Extract<Expression, { kind: "setting" }>[] =>
  expression.kind === "setting" ? [expression] : operandsOf(expression).flatMap(settingsIn);

/** The fields at which formulas read each setting, by "workflow:key". */
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

/** Whether a formula reads a setting of a field; elsewhere a price book must not have it. */
export function takesSetting(
  { workflowId, key }: Pick<FieldDefinition, "workflowId" | "key">,
  name: NeedSetting,
): boolean {
  found ??= findPlaces();
  return found.get(`${String(workflowId)}:${key}`)?.has(name) === true;
}
