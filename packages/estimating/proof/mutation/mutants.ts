import { workflowDefinitions } from "#catalogue/workflow-definitions.ts";
import type { Expression } from "#expressions/expression.ts";
import * as pricingFormulas from "#pricing/formulas.ts";
import * as totalsFormulas from "#totals/formulas.ts";

/** A small change of one node of a formula. */
interface Mutant {
  /** The formula's place and the path to the node. */
  readonly place: string;
  /** "multiply becomes divide". */
  readonly change: string;
  /** The engine's folder whose tests are most likely to notice. */
  readonly area: string;
  readonly apply: () => void;
}

interface Formula {
  readonly place: string;
  readonly area: string;
  readonly expression: Expression;
}

const isExpression = (value: unknown): value is Expression =>
  typeof value === "object" && value !== null && "kind" in value && typeof value.kind === "string";

/** The formulas in a module's exports, including records of formulas. */
const formulasOf = (module: object, file: string, area: string): readonly Formula[] =>
  Object.entries(module).flatMap(([name, value]: readonly [string, unknown]): readonly Formula[] => {
    if (isExpression(value)) return [{ place: `${file} ${name}`, area, expression: value }];
    if (typeof value !== "object" || value === null) return [];
    return formulasOf(value, `${file} ${name}`, area);
  });

export const allFormulas = (): readonly Formula[] => [
  ...formulasOf(pricingFormulas, "pricing/formulas.ts", "pricing"),
  ...formulasOf(totalsFormulas, "totals/formulas.ts", "totals"),
  ...workflowDefinitions.flatMap(({ recommendations: { workflowId, byKey } }) =>
    [...byKey.values()].map(({ field, quantity }) => ({
      place: `workflow ${workflowId} ${field}`,
      area: `catalogue workflow ${workflowId}`,
      expression: quantity,
    })),
  ),
];

/** Overwrites a node in place, so that everything that refers to the formula uses the mutant. */
function become(node: Expression, other: object): void {
  for (const name of Object.keys(node)) Reflect.deleteProperty(node, name);
  Object.assign(node, other);
}

/** The possible changes of a node, in words and as a new node. */
function changesOf(node: Expression): readonly (readonly [change: string, other: object])[] {
  const nothing = { kind: "constant", label: "Nothing", value: 0 };
  switch (node.kind) {
    case "constant":
      return [[`${node.value} becomes ${node.value + 1}`, { ...node, value: node.value + 1 }]];
    case "input":
      return [[`input ${node.name} becomes 0`, nothing]];
    case "quantity":
      return [[`quantity of ${node.of} becomes 0`, nothing]];
    case "conversion": {
      const index = node.index === 3 ? 1 : node.index + 1;
      const other: (readonly [string, object])[] = [[`conversion ${node.index} becomes ${index}`, { ...node, index }]];
      if (node.orElse !== undefined)
        other.push([`orElse ${node.orElse} becomes ${node.orElse + 1}`, { ...node, orElse: node.orElse + 1 }]);
      return other;
    }
    case "setting":
      return [[`setting ${node.name} becomes 0`, nothing]];
    case "ifSet":
      return [
        ["the setting counts as off", node.otherwise],
        ["the setting counts as on", node.then],
      ];
    case "sum":
      return [
        ["the sum becomes 0", nothing],
        ...node.matching.map(
          ({ counted }) =>
            [
              `matching by ${counted} is left out`,
              { ...node, matching: node.matching.filter((each) => each.counted !== counted) },
            ] as const,
        ),
      ];
    case "ceil":
      return [["rounding up is left out", { kind: "figure", label: "", operand: node.operand }]];
    case "round": {
      const decimals = node.decimals === 2 ? 3 : 2;
      return [[`${node.decimals} decimals become ${decimals}`, { ...node, decimals }]];
    }
    case "roundToStep":
      return [["nearest step becomes next step", { ...node, kind: "ceilToStep" }]];
    case "ceilToStep":
      return [["next step becomes nearest step", { ...node, kind: "roundToStep" }]];
    case "figure":
      return [];
    case "add":
      return [["add becomes subtract", { ...node, kind: "subtract" }]];
    case "addBoth":
      return [["what is half entered counts", { ...node, kind: "add" }]];
    case "subtract":
      return [["subtract becomes add", { ...node, kind: "add" }]];
    case "multiply":
      return [["multiply becomes divide", { ...node, kind: "divide" }]];
    case "divide":
      return [["divide becomes multiply", { ...node, kind: "multiply" }]];
    case "max":
      return [["max becomes add", { ...node, kind: "add" }]];
    case "annuity":
      return [["annuity becomes max", { ...node, kind: "max" }]];
  }
}

const partsOf = (node: Expression): readonly (readonly [name: string, part: Expression])[] => {
  if ("operand" in node) return [[node.kind, node.operand]];
  if ("left" in node)
    return [
      [`${node.kind} left`, node.left],
      [`${node.kind} right`, node.right],
    ];
  if (node.kind === "ifSet")
    return [
      ["setting on", node.then],
      ["setting off", node.otherwise],
    ];
  return node.kind === "sum" ? [[`sum over ${node.over}`, node.each]] : [];
};

/** Every mutant of every formula. Shared nodes are mutated once. */
export function listMutants(): readonly Mutant[] {
  const seen = new Set<Expression>();
  const mutants: Mutant[] = [];
  const visit = (node: Expression, place: string, area: string): void => {
    if (seen.has(node)) return;
    seen.add(node);
    for (const [change, other] of changesOf(node))
      mutants.push({ place, change, area, apply: () => become(node, other) });
    for (const [name, part] of partsOf(node)) visit(part, `${place} / ${name}`, area);
  };
  for (const { place, area, expression } of allFormulas()) visit(expression, place, area);
  return mutants;
}
