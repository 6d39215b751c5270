import type { EstimateCopy } from "@ridgebook/contract";
import {
  enteredQuantity,
  enteredSquares,
  explainCosts,
  explainGroup,
  explainLineCost,
  explainLinePrice,
  explainOffered,
  explainPrices,
  explainTotal,
  fieldByKey,
  fieldState,
  isMeasuredField,
  lineAt,
  offeredOptions,
  linesOf,
  measuredSquares,
  orderAmount,
  placeKey,
  scopeBelow,
  shownBounds,
  workflowScope,
  type FieldDefinition,
  type FieldPlace,
  type FormLine,
  type IndexedPriceBook,
  type LineScope,
  type OfferedQuantity,
  type PriceBookOption,
  type WorkflowValues,
} from "@ridgebook/estimating";
import type { FormSnapshot, RowsPlace, WorkflowForm } from "#features/estimate/form/workflow-form.ts";

export const keyOf = ({ outer, property }: RowsPlace): string =>
  [...outer.map((step) => step.property), property].join(".");

export const topOf = ({ outer, property }: RowsPlace): string => outer[0]?.property ?? property;

const outerIdOf = ({ outer }: RowsPlace): number | null => outer.at(-1)?.id ?? null;

/** The line at a place, or null if it does not exist yet. */
export function findLine(values: WorkflowValues, { outer, property, lineId }: FieldPlace): FormLine | null {
  if (lineId !== null) return lineAt(values, [...outer, { property, id: lineId }]) ?? null;
  const lines = outer.length === 0 ? values : lineAt(values, outer)?.children;
  return linesOf(lines, property)[0] ?? null;
}

/** Creates the read-only queries, which are answered from the form's latest snapshot. */
export function createFormQuestions({
  copy: { workflowId },
  book,
  getSnapshot,
}: {
  copy: EstimateCopy;
  book: IndexedPriceBook;
  getSnapshot: () => FormSnapshot;
}) {
  const offered = new Map<string, readonly PriceBookOption[]>();

  const definitionOf = (at: RowsPlace): FieldDefinition => {
    const field = fieldByKey(workflowId, keyOf(at));
    if (!field) throw new RangeError(`Workflow ${String(workflowId)} has no field "${keyOf(at)}".`);
    return field;
  };

  const outerScope = ({ outer }: RowsPlace): LineScope => {
    let scope = workflowScope(getSnapshot().values);
    for (const { property, id } of outer) {
      const line = linesOf(scope.lines, property).find((each) => each.id === id);
      if (!line) break;
      scope = scopeBelow(scope, property, line);
    }
    return scope;
  };

  const lineNow = (at: FieldPlace): FormLine | null => findLine(getSnapshot().values, at);

  const lineIdAt = (at: FieldPlace): number | null => at.lineId ?? lineNow(at)?.id ?? null;

  const scopeOf = (at: FieldPlace): LineScope => {
    const outer = outerScope(at);
    const line = lineNow(at);
    return line ? scopeBelow(outer, at.property, line) : outer;
  };

  const lineIdOf = (at: FieldPlace) => ({ key: keyOf(at), lineId: lineIdAt(at) ?? 0 });

  const shownQuantityAt: WorkflowForm["shownQuantityAt"] = (at) => {
    const line = lineNow(at);
    if (!line || !isMeasuredField(workflowId, keyOf(at))) return line?.quantity;
    const { values } = getSnapshot();
    return measuredSquares({ workflowId, values, book }, { key: keyOf(at), lineId: line.id }) ?? line.quantity;
  };

  const enteredQuantityAt: WorkflowForm["enteredQuantityAt"] = (at, typed) =>
    isMeasuredField(workflowId, keyOf(at))
      ? enteredSquares({ workflowId, values: getSnapshot().values, book }, lineIdOf(at), typed)
      : enteredQuantity(book, definitionOf(at), typed);

  const recommendedAt = (at: FieldPlace): OfferedQuantity | null =>
    getSnapshot().recommendations.get(placeKey({ key: keyOf(at), lineId: lineIdAt(at), outerId: outerIdOf(at) })) ??
    null;

  const pricedAt: WorkflowForm["pricedAt"] = (at) => getSnapshot().lineById.get(lineIdAt(at) ?? 0) ?? null;

  return {
    lineAt: lineNow,
    shownQuantityAt,
    enteredQuantityAt,
    boundsAt: (at) => shownBounds({ workflowId, values: getSnapshot().values, book }, definitionOf(at)),
    definitionOf,
    stateOf: (at) => fieldState({ workflowId, key: keyOf(at), scope: scopeOf(at), book }),
    optionsOf: (at) => {
      const chosen = lineNow(at)?.value;
      const { comparisons } = getSnapshot();
      const isKept = (id: string): boolean =>
        id === chosen || comparisons.some(({ fieldOptionId }) => fieldOptionId === id);
      const options = offeredOptions(book.entryOf(definitionOf(at)), scopeOf(at), isKept);
      // Keep the list's identity while its contents are unchanged, so that the component does not rerender.
      const name = `${keyOf(at)}@${String(at.lineId ?? outerIdOf(at))}`;
      const known = offered.get(name);
      if (known && known.length === options.length && known.every((option, index) => option === options[index]))
        return known;
      offered.set(name, options);
      return options;
    },
    problemsOf: (at) => {
      const { id } = definitionOf(at);
      const lineId = lineIdAt(at);
      return getSnapshot().problems.filter((problem) => problem.fieldId === id && problem.lineId === lineId);
    },
    recommendedAt,
    orderAt: (at) => orderAmount({ workflowId, values: getSnapshot().values, book }, keyOf(at)),
    pricedAt,
    explainRecommendation: (at) =>
      explainOffered(
        { workflowId, values: getSnapshot().values, book },
        { field: definitionOf(at), outer: outerScope(at), line: lineNow(at) },
      ),
    explainPrice: (at, which) => {
      const priced = pricedAt(at);
      if (!priced) return null;
      return (which === "price" ? explainLinePrice : explainLineCost)({ workflowId, book }, priced);
    },
    explainTotal: (which) => {
      const { lines, totals } = getSnapshot();
      return explainTotal({ workflowId, book }, lines, totals, which);
    },
    explainLines: (properties, { name, which, by }) => {
      const context = { workflowId, book };
      const lines = getSnapshot().lines.filter(({ definition }) => properties.has(definition.property));
      if (by === "amount") return explainGroup(context, name, lines, which);
      return (which === "price" ? explainPrices : explainCosts)(context, name, lines);
    },
  } satisfies Partial<WorkflowForm>;
}
