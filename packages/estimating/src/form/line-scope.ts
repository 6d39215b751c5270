import type { FormLine, FormLines } from "./form-values.ts";
import { linesOf } from "./form-values.ts";

/** Where a formula, a price or a choice stands: a line, the lines around it, and at the outermost the workflow's values. */
export interface LineScope {
  /** The field of `line`; "" for the workflow itself. */
  readonly key: string;
  /** Null for the workflow itself. */
  readonly line: FormLine | null;
  /** The lines directly below. */
  readonly lines: FormLines;
  readonly outer: LineScope | null;
}

const NONE: FormLines = {};

export const workflowScope = (values: FormLines): LineScope => ({ key: "", line: null, lines: values, outer: null });

/** The scope of a line of the field `key` below the scope that encloses it. */
export const lineScope = (outer: LineScope, key: string, line: FormLine): LineScope => ({
  key,
  line,
  lines: line.children ?? NONE,
  outer,
});

/** The scope of a line of `property` directly below another scope. */
export const scopeBelow = (outer: LineScope, property: string, line: FormLine): LineScope =>
  lineScope(outer, outer.key === "" ? property : `${outer.key}.${property}`, line);

/** The workflow's own scope, seen from any line. */
export function outermostScope(scope: LineScope): LineScope {
  let outermost = scope;
  while (outermost.outer) outermost = outermost.outer;
  return outermost;
}

const pathsByKey = new Map<string, readonly string[]>();

/** The properties that a key leads through: "gutter.gutterType" is gutter, gutterType. */
function pathOf(key: string): readonly string[] {
  let path = pathsByKey.get(key);
  if (!path) pathsByKey.set(key, (path = key.split(".")));
  return path;
}

function collect(lines: FormLines, path: readonly string[], depth: number, into: LineScope[], outer: LineScope): void {
  const property = path[depth] ?? "";
  for (const line of linesOf(lines, property)) {
    const below = scopeBelow(outer, property, line);
    if (depth === path.length - 1) into.push(below);
    else collect(below.lines, path, depth + 1, into, below);
  }
}

/**
 * The lines that a key means, seen from a scope: a line around it, or that line's children; where no line around belongs to the
 * key, all lines of the workflow.
 */
export function scopesAt(scope: LineScope, key: string): readonly LineScope[] {
  const path = pathOf(key);
  for (let around: LineScope | null = scope; around !== null; around = around.outer) {
    if (around.key === key) return [around];
    const isOutermost = around.key === "";
    if (!isOutermost && !key.startsWith(`${around.key}.`)) continue;
    const found: LineScope[] = [];
    collect(around.lines, path, isOutermost ? 0 : pathOf(around.key).length, found, around);
    return found;
  }
  return [];
}
