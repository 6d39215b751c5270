import { linesOf, type FormLine, type FormLines } from "./form-values.ts";
import type { LineScope } from "./line-scope.ts";

/** A step of a line's path: a property, and the id of one of its lines. */
export interface LineStep {
  readonly property: string;
  readonly id: number;
}

/** The path from a workflow's values down to a line; the empty path is the values. */
export type LinePath = readonly LineStep[];

const NO_CHILDREN: FormLines = {};

/** The last property of a key: "gutterType" of "gutter.gutterType". */
const lastProperty = (key: string): string => key.slice(key.lastIndexOf(".") + 1);

export function pathOfScope(scope: LineScope): LinePath {
  const path: LineStep[] = [];
  for (let at: LineScope | null = scope; at?.line; at = at.outer)
    path.unshift({ property: lastProperty(at.key), id: at.line.id });
  return path;
}

/** Changes the lines of one property below a line. Unchanged lines keep their identity. */
export function editRows({
  values,
  outer,
  property,
  edit,
}: {
  values: FormLines;
  outer: LinePath;
  property: string;
  edit: (rows: readonly FormLine[]) => readonly FormLine[];
}): FormLines {
  const [step, ...rest] = outer;
  if (!step) {
    const rows = linesOf(values, property);
    const edited = edit(rows);
    return edited === rows ? values : { ...values, [property]: edited };
  }
  return editRows({
    values,
    outer: [],
    property: step.property,
    edit: (rows) =>
      replaceRow(rows, step.id, (row) => {
        const children = row.children ?? NO_CHILDREN;
        const edited = editRows({ values: children, outer: rest, property, edit });
        return edited === children ? row : { ...row, children: edited };
      }),
  });
}

function replaceRow(rows: readonly FormLine[], id: number, edit: (row: FormLine) => FormLine): readonly FormLine[] {
  const index = rows.findIndex((row) => row.id === id);
  const row = rows[index];
  if (!row) return rows;
  const edited = edit(row);
  return edited === row ? rows : rows.with(index, edited);
}

/** Changes one line; a path without a line changes nothing. */
export function editLine({
  values,
  path,
  edit,
}: {
  values: FormLines;
  path: LinePath;
  edit: (line: FormLine) => FormLine;
}): FormLines {
  const step = path.at(-1);
  if (!step) return values;
  return editRows({
    values,
    outer: path.slice(0, -1),
    property: step.property,
    edit: (rows) => replaceRow(rows, step.id, edit),
  });
}

export function lineAt(values: FormLines, path: LinePath): FormLine | undefined {
  let lines: FormLines | undefined = values;
  let found: FormLine | undefined;
  for (const { property, id } of path) {
    found = linesOf(lines, property).find((line) => line.id === id);
    lines = found?.children;
  }
  return found;
}

/** Applies a change to every line of a top-level property. */
export const editEach = (values: FormLines, property: string, edit: (line: FormLine) => FormLine): FormLines =>
  editRows({
    values,
    outer: [],
    property,
    edit: (rows) => {
      const edited = rows.map(edit);
      return edited.some((line, index) => line !== rows[index]) ? edited : rows;
    },
  });

export const withQuantity = (line: FormLine, quantity: number | null): FormLine =>
  line.quantity === quantity ? line : { ...line, quantity };

export const withValue = (line: FormLine, value: string | null): FormLine =>
  line.value === value ? line : { ...line, value };
