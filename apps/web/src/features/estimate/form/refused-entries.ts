import {
  AMOUNT_NAMES,
  fieldByKey,
  type FormLine,
  type LinePath,
  type LineStep,
  type WorkflowValues,
} from "@ridgebook/estimating";
import type { FormProblem, RefusedEntry } from "#features/estimate/form/workflow-form.ts";

/** With the line as it was refused: what the server said is about that. */
export interface NotedRefusal extends RefusedEntry {
  readonly line: FormLine;
}

interface PlacedLine {
  readonly line: FormLine;
  readonly steps: LinePath;
  /** "custom.0": as the engine names the way to a line. */
  readonly path: string;
}

function* linesBelow(lines: WorkflowValues, outer: readonly LineStep[] = [], before = ""): Generator<PlacedLine> {
  for (const [property, rows] of Object.entries(lines))
    for (const [index, line] of rows.entries()) {
      const steps = [...outer, { property, id: line.id }];
      const path = `${before}${property}.${String(index)}`;
      yield { line, steps, path };
      if (line.children) yield* linesBelow(line.children, steps, `${path}.`);
    }
}

/** Where a line stands in a form, whatever it is below. */
export function findPlacedLine(values: WorkflowValues, lineId: FormLine["id"]): PlacedLine | undefined {
  for (const placed of linesBelow(values)) if (placed.line.id === lineId) return placed;
  return undefined;
}

const isSameEntry = (one: FormLine, other: FormLine): boolean =>
  one.value === other.value &&
  one.quantity === other.quantity &&
  AMOUNT_NAMES.every((name) => one.amounts?.[name] === other.amounts?.[name]);

export const noteRefusals = (values: WorkflowValues, refused: readonly RefusedEntry[]): readonly NotedRefusal[] =>
  refused.flatMap((each) => {
    const line = findPlacedLine(values, each.lineId)?.line;
    return line ? [{ ...each, line }] : [];
  });

/** Of the lines that still hold what was refused; a line that was edited since has to be judged anew. */
export const problemsOfRefusals = (
  workflowId: number,
  values: WorkflowValues,
  noted: readonly NotedRefusal[],
): readonly FormProblem[] =>
  noted.flatMap(({ lineId, member, text, line }): FormProblem[] => {
    const placed = findPlacedLine(values, lineId);
    if (!placed || !isSameEntry(placed.line, line)) return [];
    const field = fieldByKey(workflowId, placed.steps.map(({ property }) => property).join("."));
    if (!field) return [];
    return [{ path: `${placed.path}.${member}`, fieldId: field.id, lineId, code: "refused", text }];
  });
