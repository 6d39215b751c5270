import { fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { PACKAGE_PIECES } from "#catalogue/roofing/package-pieces.ts";
import { workflowDefinitions } from "#catalogue/workflow-definitions.ts";
import { operandsOf, type ConversionIndex, type Expression } from "#expressions/expression.ts";
import { addOnPrice } from "#pricing/formulas.ts";

type Conversion = Extract<Expression, { kind: "conversion" }>;

const conversionsIn = (expression: Expression): readonly Conversion[] =>
  expression.kind === "conversion" ? [expression] : operandsOf(expression).flatMap(conversionsIn);

const ROOFING = 1;

/** The meaning of conversion 1 for fields that are read without a formula: by the scope check, and by roofing's comparison of packages. */
function readWithoutFormula({ workflowId, key }: FieldDefinition): string | undefined {
  if (key === "dumpster.dumpsterType") return "Tons that one dumpster carries";
  return workflowId === ROOFING && key === "package" ? PACKAGE_PIECES : undefined;
}

/**
 * The meanings of a field's conversion, from the formulas that read it: "Feet of one piece". Distinct labels in catalogue order; empty if
 * nothing reads it.
 */
export function conversionLabels(field: FieldDefinition, index: ConversionIndex): readonly string[] {
  const { workflowId, key } = field;
  const recommendations = workflowDefinitions.find(({ fields }) => fields.workflowId === workflowId)?.recommendations;
  const formulas = [...(recommendations?.byKey ?? [])].map(([result, { quantity }]) => ({ result, formula: quantity }));
  if (fieldByKey(workflowId, "custom")?.key === key)
    formulas.push(...Object.values(addOnPrice).map((formula) => ({ result: key, formula })));
  const labels = formulas.flatMap(({ result, formula }) =>
    conversionsIn(formula)
      .filter((read) => (read.of ?? result) === key && read.index === index)
      .map(({ label }) => label),
  );
  const other = index === 1 ? readWithoutFormula(field) : undefined;
  return [...new Set(other === undefined ? labels : [...labels, other])];
}
