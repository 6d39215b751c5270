import type { FormLine, FormLines } from "./form-values.ts";
import { linesOf } from "./form-values.ts";

/** The context of a formula, price or choice: a line and its enclosing lines up to the workflow's values. */
export interface LineScope {
  /** The field of `line`; "" for the workflow. */
  readonly key: string;
  /** Null for the workflow. */
  readonly line: FormLine | null;
  readonly lines: FormLines;
  readonly outer: LineScope | null;
}

const NONE: FormLines = {};

export const workflowScope = (values: FormLines): LineScope => ({ key: "", line: null, lines: values, outer: null });

/** The scope of a line of the field `key` below its enclosing scope. */
export const lineScope = (outer: LineScope, key: string, line: FormLine): LineScope => ({
  key,
  line,
  lines: line.children ?? NONE,
  outer,
});

/** The scope of a line of `property` directly below another scope. */
export const scopeBelow = (outer: LineScope, property: string, line: FormLine): LineScope =>
  lineScope(outer, outer.key === "" ? property : `${outer.key}.${property}`, line);

/** The workflow's scope around any scope. */
export function outermostScope(scope: LineScope): LineScope {
  let outermost = scope;
  while (outermost.outer) outermost = outermost.outer;
  return outermost;
}

/** A step of a key's path: a property, and the key of its field. */
interface KeyStep {
  readonly property: string;
  readonly key: string;
}

const waysByKey = new Map<string, readonly KeyStep[]>();

/** The steps of a key: "gutter.gutterType" is gutter, then gutterType. */
function wayOf(key: string): readonly KeyStep[] {
  const known = waysByKey.get(key);
  if (known) return known;
  const properties = key.split(".");
  const way = properties.map((property, depth) => ({ property, key: properties.slice(0, depth + 1).join(".") }));
  waysByKey.set(key, way);
  return way;
}

function collect(lines: FormLines, way: readonly KeyStep[], depth: number, into: LineScope[], outer: LineScope): void {
  const step = way[depth];
  if (!step) return;
  for (const line of linesOf(lines, step.property)) {
    const below = lineScope(outer, step.key, line);
    if (depth === way.length - 1) into.push(below);
    else collect(below.lines, way, depth + 1, into, below);
  }
}

/**
 * The lines that a key refers to from a scope: an enclosing line, or its children; if no enclosing line belongs to the key, all lines of
 * the workflow.
 */
export function scopesAt(scope: LineScope, key: string): readonly LineScope[] {
  const way = wayOf(key);
  for (let around: LineScope | null = scope; around !== null; around = around.outer) {
    if (around.key === key) return [around];
    const depth = around.key === "" ? 0 : wayOf(around.key).length;
    if (depth > 0 && way[depth - 1]?.key !== around.key) continue;
    const found: LineScope[] = [];
    collect(around.lines, way, depth, found, around);
    return found;
  }
  return [];
}
