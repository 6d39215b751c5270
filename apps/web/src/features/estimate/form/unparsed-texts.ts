import {
  fieldByKey,
  fieldProblemTexts,
  type FieldPlace,
  type FieldProblem,
  type WorkflowValues,
} from "@ridgebook/estimating";
import { findLine, topOf } from "#features/estimate/form/form-questions.ts";
import { findPlacedLine } from "#features/estimate/form/rejected-entries.ts";
import { mapPlaceIds } from "#features/estimate/form/saved-lines.ts";
import type { FormProblem, UnparsedQuantity } from "#features/estimate/form/workflow-form.ts";
import { isSamePlace } from "#features/estimate/rows/field-place.ts";

/*
 * Text in quantity fields that is not a number. The line itself has an empty quantity. The text is kept here, so that the field and the
 * error summary agree, and stored in the draft, so that it survives a reload.
 */

interface UnparsedText {
  readonly at: FieldPlace;
  readonly typed: string;
}

export type UnparsedTexts = readonly UnparsedText[];

/** Reads a draft's texts; drops those of fields that no longer exist. */
export const unparsedOfDraft = (workflowId: number, kept: readonly UnparsedQuantity[] = []): UnparsedTexts =>
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

/** Sets or, with null, removes a place's text. Returns the same list if nothing changed. */
export function setUnparsed(texts: UnparsedTexts, at: FieldPlace, typed: string | null): UnparsedTexts {
  const others = texts.filter((text) => !isSamePlace(text.at, at));
  if (typed === null) return others.length === texts.length ? texts : others;
  return [...others, { at, typed }];
}

export const unparsedWithout = (texts: UnparsedTexts, properties: readonly string[] | undefined): UnparsedTexts =>
  texts.filter(({ at }) => properties && !properties.includes(topOf(at)));

export const unparsedWithNewIds = (texts: UnparsedTexts, newIds: ReadonlyMap<number, number>): UnparsedTexts =>
  texts.map(({ at, typed }) => ({ at: mapPlaceIds(at, (id) => newIds.get(id) ?? id), typed }));

/** The texts whose quantity is still empty, below these top-level fields or all. Elsewhere another value was entered since. */
export function unparsedIn(
  { values, unparsed }: { values: WorkflowValues; unparsed: UnparsedTexts },
  properties?: readonly string[],
): readonly UnparsedQuantity[] {
  return unparsed.flatMap(({ at, typed }) => {
    const line = !properties || properties.includes(topOf(at)) ? findLine(values, at) : null;
    return line?.quantity === null ? [{ path: [...at.outer, { property: at.property, id: line.id }], typed }] : [];
  });
}

/** Replaces "required" problems of such quantities by "unreadable" ones. */
export function explainUnparsed<Told extends FormProblem>(
  values: WorkflowValues,
  unparsed: readonly UnparsedQuantity[],
  problems: readonly Told[],
): readonly (Told | FieldProblem)[] {
  if (unparsed.length === 0 || problems.length === 0) return problems;
  const textByPath = new Map(
    unparsed.map(({ path, typed }) => [`${findPlacedLine(values, path.at(-1)?.id ?? 0)?.path ?? ""}.quantity`, typed]),
  );
  return problems.map((problem) => {
    const typed = problem.code === "required" ? textByPath.get(problem.path) : undefined;
    return typed === undefined
      ? problem
      : { ...problem, code: "unreadable", text: fieldProblemTexts.unreadable(typed) };
  });
}
