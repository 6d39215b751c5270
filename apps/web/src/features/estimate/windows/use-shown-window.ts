import { isLocalId } from "@ridgebook/contract";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useWorkflowForm } from "#features/estimate/form/form-context.tsx";
import { useRowsOf } from "#features/estimate/rows/list-of-rows.ts";
import { createWindow, dropUntouchedWindow, newWindowOf } from "#features/estimate/windows/new-window.ts";
import { WINDOW } from "#features/estimate/windows/window-lines.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";

const LIST = { outer: [], property: WINDOW } as const;

export type ShownWindow =
  | {
      readonly state: "here";
      readonly id: number;
      /** Stays the same when the server's id replaces the local one. */
      readonly key: number;
      /** From 1. */
      readonly number: number;
      readonly isNew: boolean;
    }
  | { readonly state: "waiting" }
  | { readonly state: "missing" };

/**
 * The window in the address. Id 0 is a new one with the source's values (OP-40): created on arrival, and removed on leaving if untouched.
 * `onReplaced` is called with the server's id when it replaces a local one.
 */
export function useShownWindow({
  windowId,
  sourceId,
  onReplaced,
}: {
  /** Undefined if the address names no window; so is the source. */
  windowId: number | undefined;
  sourceId: number | undefined;
  onReplaced: (windowId: number) => void;
}): ShownWindow {
  const form = useWorkflowForm();
  const { estimates } = useLocalData();
  const rows = useRowsOf(LIST);
  const asked = `${String(windowId)} ${String(sourceId)}`;
  const [last, setLast] = useState<{ asked: string; key: number }>();
  const [missing, setMissing] = useState<string>();

  // While the address stays, so does the window, even when saving replaces its id.
  const kept = rows.find(({ key }) => last?.asked === asked && key === last.key);
  const id = windowId === 0 ? newWindowOf(form)?.id : windowId;
  const row = kept ?? rows.find((each) => each.id === id);
  if (row && (last?.asked !== asked || last.key !== row.key)) setLast({ asked, key: row.key });

  const isSourceThere = sourceId === 0 || rows.some((each) => each.id === sourceId);
  const wantsNew = windowId === 0 && sourceId !== undefined && isSourceThere;
  const isHere = row !== undefined;
  const created = useRef<number | undefined>(undefined);
  useLayoutEffect(() => {
    const before = newWindowOf(form);
    // An untouched window from another source is no longer wanted.
    if (wantsNew && before && sourceId !== 0 && before.sourceId !== sourceId) dropUntouchedWindow(form, before.id);
    // Recreate a new window that was discarded with all other edits.
    if (wantsNew && !isHere) created.current = newWindowOf(form)?.id ?? createWindow(form, { sourceId });
  }, [form, wantsNew, sourceId, isHere]);
  useLayoutEffect(() => {
    if (!wantsNew) return undefined;
    return () => {
      if (created.current !== undefined) dropUntouchedWindow(form, created.current);
    };
  }, [form, wantsNew, sourceId]);

  const isNamedByItsId = row?.id === windowId;
  useEffect(() => {
    if (windowId === undefined || !isLocalId(windowId) || isNamedByItsId) return undefined;
    let isOvertaken = false;
    const find = async (): Promise<void> => {
      const serverId = (await estimates.itemIdsOf([windowId])).get(windowId);
      if (isOvertaken) return;
      if (serverId === undefined) setMissing(asked);
      else onReplaced(serverId);
    };
    find().catch(() => {
      if (!isOvertaken) setMissing(asked);
    });
    return () => {
      isOvertaken = true;
    };
  }, [windowId, isNamedByItsId, asked, estimates, onReplaced]);

  if (row)
    return {
      state: "here",
      id: row.id,
      key: row.key,
      number: rows.indexOf(row) + 1,
      isNew: row.id === newWindowOf(form)?.id,
    };
  const isAwaited = windowId === 0 || (windowId !== undefined && isLocalId(windowId));
  return isAwaited && missing !== asked && isSourceThere ? { state: "waiting" } : { state: "missing" };
}
