import { fieldById, fieldByKey } from "#catalogue/catalogue.ts";
import type { FieldDefinition } from "#catalogue/define-fields.ts";
import { linesOf, type FormLine, type WorkflowValues } from "./form-values.ts";
import type { LinePath } from "./line-path.ts";
import { lineScope, workflowScope, type LineScope } from "./line-scope.ts";

/** A line of a field, or the place of its first line. */
export interface Place {
  readonly field: FieldDefinition;
  /** The enclosing line, or the workflow. */
  readonly outer: LineScope;
  /** Null if nothing is entered yet. */
  readonly line: FormLine | null;
}

export interface FoundPlace extends Place {
  /** Property names joined by dots, with [i] after repeatable fields: "window[0].interiorTrim[1].interiorTrimLength". */
  readonly path: string;
}

/** The place of a field: its enclosing lines, its property, and its line (null if it does not exist yet). */
export interface FieldPlace {
  readonly outer: LinePath;
  readonly property: string;
  readonly lineId: number | null;
}

/** The scope of a formula or rule for the place: its own line, else the enclosing one. */
export const scopeOfPlace = ({ field, outer, line }: Place): LineScope =>
  line ? lineScope(outer, field.key, line) : outer;

/** A lookup key for a place: field key and line id, or the enclosing line's id if there is no line. */
export const placeKey = ({ key, lineId, outerId }: { key: string; lineId: number | null; outerId: number | null }) =>
  lineId === null ? `${key}@new@${String(outerId ?? "")}` : `${key}@${lineId}`;

export const keyOfPlace = ({ field, outer, line }: Place): string =>
  placeKey({ key: field.key, lineId: line?.id ?? null, outerId: outer.line?.id ?? null });

/** The path of the line in a place's key; undefined for a place without a line. */
export function pathOfPlaceKey(values: WorkflowValues, name: string): LinePath | undefined {
  const [key = "", id = ""] = name.split("@");
  const lineId = Number(id);
  if (!Number.isInteger(lineId) || id === "") return undefined;
  const properties = key.split(".");
  const search = (lines: WorkflowValues, depth: number, outer: LinePath): LinePath | undefined => {
    const property = properties[depth] ?? "";
    for (const line of linesOf(lines, property)) {
      const path = [...outer, { property, id: line.id }];
      if (depth === properties.length - 1) {
        if (line.id === lineId) return path;
        continue;
      }
      const found = line.children && search(line.children, depth + 1, path);
      if (found) return found;
    }
    return undefined;
  };
  return search(values, 0, []);
}

/**
 * Every line of a field, and for each enclosing line without one, the place of its first line.
 *
 * @param isMeant whether to look below a top-level line
 */
export function placesOf(
  values: WorkflowValues,
  field: FieldDefinition,
  isMeant: (topLine: FormLine) => boolean = () => true,
): readonly FoundPlace[] {
  const fields = [...field.ancestors.map(fieldById), field];
  const places: FoundPlace[] = [];
  const descend = (depth: number, outer: LineScope, outerPath: string): void => {
    const at = fields[depth];
    if (!at) return;
    const { property } = at;
    const lines = linesOf(outer.lines, property);
    const found: readonly (FormLine | null)[] = lines.length === 0 && at === field ? [null] : lines;
    found.forEach((line, index) => {
      if (depth === 0 && line && !isMeant(line)) return;
      const path = `${outerPath}${property}${at.allowMultiple ? `[${index}]` : ""}`;
      if (at === field) places.push({ field, outer, line, path });
      else if (line) descend(depth + 1, lineScope(outer, at.key, line), `${path}.`);
    });
  };
  descend(0, workflowScope(values), "");
  return places;
}

/** The line of a top-level field that is not repeatable; undefined if it is empty or the workflow has no such field. */
export const topLine = (values: WorkflowValues, property: string): FormLine | undefined => linesOf(values, property)[0];

export const hasField = (workflowId: number, key: string): boolean => fieldByKey(workflowId, key) !== undefined;
