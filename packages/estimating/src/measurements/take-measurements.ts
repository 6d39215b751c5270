import { linesOf, type WorkflowValues } from "#form/form-values.ts";
import { lineAt, type LinePath } from "#form/line-path.ts";
import { pathOfPlaceKey } from "#form/places.ts";
import { addRow, ensureLine, setQuantity, setValue } from "#form/rows.ts";
import { applyEdit } from "#form/states/apply-edit.ts";
import { setMeasuredSquares } from "#form/states/measured-rows.ts";
import type { FormContext } from "#form/states/state-context.ts";
import { offeredQuantities } from "#recommendations/split-rows.ts";
import { untilUnchanged } from "#until-unchanged.ts";
import { ROOM_DETAILS, type MeasuredField, type MeasuredRow, type MeasuredWindowRow } from "./measured-rows.ts";

/** Taking a recommendation may change another; no chain of the catalogue is longer. */
const MAX_ROUNDS = 8;

const keyOf = (path: LinePath): string => path.map(({ property }) => property).join(".");

/** Adds a row to a top-level list; returns its path. */
function newRow({ workflowId, values, book, nextId }: FormContext, property: string) {
  const added = addRow({ workflowId, values, outer: [], property, book, nextId });
  return { values: added, path: [{ property, id: linesOf(added, property).at(-1)?.id ?? 0 }] };
}

/** Enters a quantity or value at a line, with its consequences. */
function enter(context: FormContext, path: LinePath, entry: { quantity: number } | { value: string }): WorkflowValues {
  const address = { values: context.values, path };
  const values = "quantity" in entry ? setQuantity({ ...address, ...entry }) : setValue({ ...address, ...entry });
  if (values === context.values) return values;
  return applyEdit({ ...context, values, before: context.values, key: keyOf(path) });
}

/** The line of a key; adds missing rows and lines on the way. */
function ensureWay(context: FormContext, key: string): { values: WorkflowValues; path: LinePath } {
  const { workflowId, book, nextId } = context;
  let { values } = context;
  let path: LinePath = [];
  for (const property of key.split(".")) {
    // `ensureLine` also finds a list's first row, or adds one.
    ({ values, path } = ensureLine({ workflowId, values, outer: path, property, book, nextId }));
  }
  return { values, path };
}

function takeField(context: FormContext, { field, optionId, quantity }: MeasuredField): WorkflowValues {
  if (quantity === null) return context.values;
  if (optionId === null) {
    const { values, path } = ensureWay(context, field.key);
    return enter({ ...context, values }, path, { quantity });
  }
  const row = linesOf(context.values, field.property).find(({ value }) => value === optionId);
  const place = row
    ? { values: context.values, path: [{ property: field.property, id: row.id }] }
    : newRow(context, field.property);
  const values = enter({ ...context, values: place.values }, place.path, { value: optionId });
  // The row of a pitch, in squares without waste.
  const entered = setMeasuredSquares({ ...context, values, path: place.path, squares: quantity });
  return applyEdit({ ...context, values: entered, before: values, key: keyOf(place.path) });
}

function takeWindow(context: FormContext, { window, lineId, styleId }: MeasuredWindowRow): WorkflowValues {
  const place = lineId === null ? newRow(context, "window") : null;
  const outer: LinePath = place?.path ?? [{ property: "window", id: lineId ?? 0 }];
  let values = place?.values ?? context.values;
  if (place) values = enter({ ...context, values }, outer, { quantity: 1 });
  const { workflowId, book, nextId } = context;
  const into = (property: string, entry: { quantity: number } | { value: string }): void => {
    const line = ensureLine({ workflowId, values, outer, property, book, nextId });
    values = enter({ ...context, values: line.values }, line.path, entry);
  };
  if (place && styleId !== null) into("windowStyle", { value: styleId });
  into(ROOM_DETAILS, { value: window.name });
  into("width", { quantity: window.width });
  into("height", { quantity: window.height });
  return values;
}

/** Updates quantities that were taken from a recommendation; those that a person entered stay. */
function followRecommendations(context: FormContext, before: WorkflowValues): WorkflowValues {
  const { workflowId, book } = context;
  const inUse = [...offeredQuantities({ workflowId, values: before, book })].flatMap(([place, offered]) => {
    const path = offered.isRecommended ? pathOfPlaceKey(before, place) : undefined;
    return path && offered.quantity > 0 && lineAt(before, path)?.quantity === offered.quantity ? [{ place, path }] : [];
  });
  return untilUnchanged(context.values, MAX_ROUNDS, (values) => {
    const offered = offeredQuantities({ workflowId, values, book });
    // Of rows that share a quantity, the first takes the difference; what is left for the others is known in the next round.
    const shared = new Set<string>();
    return inUse.reduce((from, { place, path }) => {
      const { quantity = 0, inAll } = offered.get(place) ?? {};
      const list = path[0]?.property ?? "";
      if (quantity <= 0 || !lineAt(from, path) || (inAll !== undefined && shared.has(list))) return from;
      const entered = enter({ ...context, values: from }, path, { quantity });
      if (inAll !== undefined && entered !== from) shared.add(list);
      return entered;
    }, values);
  });
}

/** Takes these rows, with their consequences. The caller leaves out rows that cannot be taken. */
export function takeMeasurements(context: FormContext, rows: readonly MeasuredRow[]): WorkflowValues {
  const taken = rows.reduce(
    (values, row) =>
      row.kind === "window" ? takeWindow({ ...context, values }, row) : takeField({ ...context, values }, row),
    context.values,
  );
  return taken === context.values ? taken : followRecommendations({ ...context, values: taken }, context.values);
}
