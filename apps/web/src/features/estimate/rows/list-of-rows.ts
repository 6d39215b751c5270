import { lineAt, linesOf } from "@ridgebook/estimating";
import { useState } from "react";
import { useFormValue } from "#features/estimate/form/form-context.tsx";
import type { FormSnapshot, RowsPlace, WorkflowForm } from "#features/estimate/form/workflow-form.ts";
import { fieldDomId } from "#features/estimate/rows/field-place.ts";
import { followKeys, type FollowedRow } from "#features/estimate/rows/follow-keys.ts";

function idsIn({ values }: FormSnapshot, { outer, property }: RowsPlace): readonly number[] {
  const lines = outer.length === 0 ? values : lineAt(values, outer)?.children;
  return linesOf(lines, property).map(({ id }) => id);
}

export const lineIdsOf = (form: WorkflowForm, rows: RowsPlace): readonly number[] => idsIn(form.getSnapshot(), rows);

export const rowDomId = (rows: RowsPlace, lineId: number): string => `row-${fieldDomId({ ...rows, lineId })}`;

/** The button that adds a list's first row. */
export const addFirstDomId = (rows: RowsPlace): string => `add-${fieldDomId({ ...rows, lineId: null })}`;

const isSameList = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((id, index) => id === other[index]);

let lastKey = 0;
const nextKey = (): number => (lastKey += 1);

/** A list's rows with stable React keys; rerenders only when rows are added, removed or moved. */
export function useRowsOf(rows: RowsPlace): readonly FollowedRow[] {
  const ids = useFormValue((snapshot) => idsIn(snapshot, rows), isSameList);
  const [followed, setFollowed] = useState(() => ({ ids, rows: followKeys([], ids, nextKey) }));
  if (followed.ids === ids) return followed.rows;
  const next = { ids, rows: followKeys(followed.rows, ids, nextKey) };
  setFollowed(next);
  return next.rows;
}
