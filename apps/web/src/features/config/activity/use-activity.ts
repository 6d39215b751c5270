import { Problem, type Activity, type ActivityPage, type FieldConflict } from "@ridgebook/contract";
import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ActivitySearch } from "#features/config/activity/activity-rows.ts";
import { settingLabel } from "#features/config/activity/setting-labels.ts";
import { useAttemptKey } from "#features/config/attempt-key.ts";
import type { ConflictChoice } from "#features/config/two-versions.tsx";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";
import { notices } from "#ui/notices/notices.ts";

const KEY = "activity";
const EXPORT_PAGE = 500;
const MAX_EXPORTED = 10_000;

/** The filtered rows, in pages of 100. */
export function useActivity(search: ActivitySearch) {
  const client = useClient();
  return useInfiniteQuery({
    queryKey: [KEY, search],
    queryFn: ({ pageParam, signal }): Promise<ActivityPage> =>
      client.call("listActivity", { query: { ...search, ...(pageParam && { cursor: pageParam }) } }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: keepPreviousData,
  });
}

/** Reads the filtered rows for a file: at most 10,000. `isCut` says whether there are more. */
export function useExportedActivity() {
  const client = useClient();
  return async (search: ActivitySearch): Promise<{ rows: Activity[]; isCut: boolean }> => {
    const rows: Activity[] = [];
    let cursor: string | null = "";
    while (cursor !== null && rows.length < MAX_EXPORTED) {
      const page: ActivityPage = await client.call("listActivity", {
        query: { ...search, limit: String(EXPORT_PAGE), ...(cursor && { cursor }) },
      });
      rows.push(...page.data);
      cursor = page.nextCursor;
    }
    return { rows, isCut: cursor !== null };
  };
}

/** A setting that another user changed while its row was being undone. */
interface UndoConflict {
  readonly row: Activity;
  readonly conflicts: readonly FieldConflict[];
}

/** Restores the former value of a setting's row: an ordinary save, based on the value that the row had set. */
export function useUndo() {
  const client = useClient();
  const queries = useQueryClient();
  const localData = useLocalData();
  const { reportFailure } = useSession();
  const keyOf = useAttemptKey();
  const [undoing, setUndoing] = useState<number>();
  const [conflict, setConflict] = useState<UndoConflict>();

  const refused = (error: unknown, row: Activity): Promise<unknown> | undefined => {
    if (!(error instanceof Problem) || error.status !== 400) return reportFailure(error);
    const { conflicts = [], errors = {} } = error.details;
    if (conflicts.length > 0) setConflict({ row, conflicts });
    else
      notices.add({
        message: `${settingLabel(row.subject)} was not put back: ${Object.values(errors).flat().join(" ") || error.message}`,
        type: "error",
      });
    return undefined;
  };

  const save = async (row: Activity, former?: { value: unknown }): Promise<void> => {
    setUndoing(row.id);
    setConflict(undefined);
    try {
      const whole = row.isLong ? await client.call("getActivity", { params: { id: String(row.id) } }) : row;
      const basedOn = former ? former.value : whole.to;
      const body = [{ op: "replace" as const, path: `/${row.subject}`, value: whole.from, former: basedOn }];
      await client.call("updateSettings", { body }, { idempotencyKey: keyOf({ undoes: row.id, body }) });
      notices.add({ message: `${settingLabel(row.subject)} put back` });
      await queries.invalidateQueries({ queryKey: [KEY] });
      await localData.sync.run();
    } catch (error) {
      await refused(error, row);
    } finally {
      setUndoing(undefined);
    }
  };

  return {
    /** The row that is being undone. */
    undoing,
    conflict,
    undo: (row: Activity) => save(row),
    resolve: async (choices: Readonly<Record<string, ConflictChoice>>): Promise<void> => {
      if (!conflict) return;
      const { row, conflicts } = conflict;
      if (choices[row.subject] === "mine") return save(row, { value: conflicts[0]?.theirs });
      setConflict(undefined);
      await queries.invalidateQueries({ queryKey: [KEY] });
    },
  };
}
