import {
  AMOUNT_NAMES,
  fieldByKey,
  type FormLine,
  type LinePath,
  type LineStep,
  type WorkflowValues,
} from "@ridgebook/estimating";
import type { FormProblem, RejectedEntry } from "#features/estimate/form/workflow-form.ts";

/** A rejection, and the line as it was rejected. */
export interface RejectedLine extends RejectedEntry {
  readonly line: FormLine;
}

interface PlacedLine {
  readonly line: FormLine;
  readonly steps: LinePath;
  /** The engine's path of a line: "custom.0". */
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

/** Finds a line at any depth. */
export function findPlacedLine(values: WorkflowValues, lineId: FormLine["id"]): PlacedLine | undefined {
  for (const placed of linesBelow(values)) if (placed.line.id === lineId) return placed;
  return undefined;
}

const isSameEntry = (one: FormLine, other: FormLine): boolean =>
  one.value === other.value &&
  one.quantity === other.quantity &&
  AMOUNT_NAMES.every((name) => one.amounts?.[name] === other.amounts?.[name]);

export const withRejectedLines = (values: WorkflowValues, refused: readonly RejectedEntry[]): readonly RejectedLine[] =>
  refused.flatMap((each) => {
    const line = findPlacedLine(values, each.lineId)?.line;
    return line ? [{ ...each, line }] : [];
  });

/** The problems of lines that still hold the rejected values. An edited line has to be sent again first. */
export const problemsOfRejections = (
  workflowId: number,
  values: WorkflowValues,
  noted: readonly RejectedLine[],
): readonly FormProblem[] =>
  noted.flatMap(({ lineId, member, text, line }): FormProblem[] => {
    const placed = findPlacedLine(values, lineId);
    if (!placed || !isSameEntry(placed.line, line)) return [];
    const field = fieldByKey(workflowId, placed.steps.map(({ property }) => property).join("."));
    if (!field) return [];
    return [{ path: `${placed.path}.${member}`, fieldId: field.id, lineId, code: "refused", text }];
  });
