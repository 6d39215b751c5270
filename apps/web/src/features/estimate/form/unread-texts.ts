import {
  fieldByKey,
  fieldProblemTexts,
  linesOf,
  type FieldPlace,
  type FieldProblem,
  type FormLine,
  type LineStep,
  type WorkflowValues,
} from "@ridgebook/estimating";
import { findLine } from "#features/estimate/form/form-questions.ts";
import { mapPlaceIds } from "#features/estimate/form/saved-lines.ts";
import type { FormProblem, UnreadQuantity } from "#features/estimate/form/workflow-form.ts";
import { isSamePlace } from "#features/estimate/rows/field-place.ts";

/*
 * What stands in the quantities of an open form and is no number. Lines hold numbers only: there such a quantity is empty. What was
 * typed is kept here, so that a field and the summary of errors say the same about it, and goes into the draft, so that it is there
 * again after a reload.
 */

interface UnreadText {
  readonly at: FieldPlace;
  readonly typed: string;
}

export type UnreadTexts = readonly UnreadText[];

/** Of a draft; without those of fields that are not there any more. */
export const unreadOfDraft = (workflowId: number, kept: readonly UnreadQuantity[] = []): UnreadTexts =>
  kept.flatMap(({ path, typed }) => {
    const field = fieldByKey(workflowId, path.map(({ property }) => property).join("."));
    const line = path.at(-1);
    if (!field || !line) return [];
    return [
      {
        at: { outer: path.slice(0, -1), property: line.property, lineId: field.allowMultiple ? line.id : null },
        typed,
      },
    ];
  });

/** With what a quantity's field holds that is no number; null once it is one. The same list where nothing changes. */
export function noteUnread(texts: UnreadTexts, at: FieldPlace, typed: string | null): UnreadTexts {
  const others = texts.filter((text) => !isSamePlace(text.at, at));
  if (typed === null) return others.length === texts.length ? texts : others;
  return [...others, { at, typed }];
}

const topOf = ({ outer, property }: FieldPlace): string => outer[0]?.property ?? property;

export const unreadWithout = (texts: UnreadTexts, properties: readonly string[] | undefined): UnreadTexts =>
  texts.filter(({ at }) => properties && !properties.includes(topOf(at)));

export const unreadWithNewIds = (texts: UnreadTexts, newIds: ReadonlyMap<number, number>): UnreadTexts =>
  texts.map(({ at, typed }) => ({ at: mapPlaceIds(at, (id) => newIds.get(id) ?? id), typed }));

/** Whose quantities are still empty, below these top-level fields or anywhere: elsewhere the form holds something else by now. */
export function unreadIn(
  { values, unread }: { values: WorkflowValues; unread: UnreadTexts },
  properties?: readonly string[],
): readonly UnreadQuantity[] {
  return unread.flatMap(({ at, typed }) => {
    const line = !properties || properties.includes(topOf(at)) ? findLine(values, at) : null;
    return line?.quantity === null ? [{ path: [...at.outer, { property: at.property, id: line.id }], typed }] : [];
  });
}

/** As the engine names the way to a line: "custom.0". */
function pathOf(values: WorkflowValues, steps: readonly LineStep[]): string {
  let lines: WorkflowValues | undefined = values;
  return steps
    .map(({ property, id }) => {
      const rows: readonly FormLine[] = linesOf(lines, property);
      const index = rows.findIndex((line) => line.id === id);
      lines = rows[index]?.children;
      return `${property}.${String(index)}`;
    })
    .join(".");
}

/** With what cannot be read told as that instead of as missing. */
export function tellUnread<Told extends FormProblem>(
  values: WorkflowValues,
  unread: readonly UnreadQuantity[],
  problems: readonly Told[],
): readonly (Told | FieldProblem)[] {
  if (unread.length === 0 || problems.length === 0) return problems;
  const textByPath = new Map(unread.map(({ path, typed }) => [`${pathOf(values, path)}.quantity`, typed]));
  return problems.map((problem) => {
    const typed = problem.code === "required" ? textByPath.get(problem.path) : undefined;
    return typed === undefined
      ? problem
      : { ...problem, code: "unreadable", text: fieldProblemTexts.unreadable(typed) };
  });
}
