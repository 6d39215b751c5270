import { fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { PACKAGE_PIECES } from "#catalogue/roofing/package-pieces.ts";
import { workflowDefinitions } from "#catalogue/workflow-definitions.ts";
import { operandsOf, type ConversionIndex, type Expression } from "#expressions/expression.ts";
import { addOnPrice } from "#pricing/formulas.ts";

type Conversion = Extract<Expression, { kind: "conversion" }>;

/** The conversions that an expression reads. */
const conversionsIn = (expression: Expression): readonly Conversion[] =>
  expression.kind === "conversion" ? [expression] : operandsOf(expression).flatMap(conversionsIn);

const ROOFING = 1;

/** Conversion 1 of fields that are read without a formula: by the check of the scope, and by roofing's comparison of packages. */
function readWithoutFormula({ workflowId, key }: FieldDefinition): string | undefined {
  if (key === "dumpster.dumpsterType") return "Tons that one dumpster carries";
  return workflowId === ROOFING && key === "package" ? PACKAGE_PIECES : undefined;
}

/**
 * What a conversion of a field means, as the formulas that read it say: "Feet of one piece". Several formulas may read one for different
 * things: each label once, in the order of the catalogue. Empty where nothing reads it.
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
