import { Problem } from "@ridgebook/contract";
import { useEffect, useRef, useState } from "react";
import type { NewRow } from "#features/users/csv-people.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

/** A row that the server refused, with its reason. */
interface RefusedRow {
  readonly row: NewRow;
  readonly reason: string;
}

export interface InviteRun {
  readonly total: number;
  readonly done: number;
  readonly invited: number;
  readonly refused: readonly RefusedRow[];
  /** Why it ended before the last row. The rest is not invited. */
  readonly stoppedBecause?: string;
  readonly isOver: boolean;
}

/** Errors of one row alone; the following rows can still be invited. */
const ABOUT_ONE_ROW = [400, 409];

const reasonOf = (problem: Problem): string =>
  Object.values(problem.details.errors ?? {})
    .flat()
    .join(" ") || problem.message;

/** Invites the rows of a file one after the other, in its order. Rows that one run leaves are still new for the next. */
export function useCsvInvites({ onOver }: { onOver: (run: InviteRun) => Promise<void> }) {
  const client = useClient();
  const { reportFailure } = useSession();
  const [run, setRun] = useState<InviteRun>();
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);

  const start = async (rows: readonly NewRow[]): Promise<void> => {
    const stop = new AbortController();
    stopping.current = stop;
    let current: InviteRun = { total: rows.length, done: 0, invited: 0, refused: [], isOver: false };
    const proceed = (changed: Partial<InviteRun>): void => {
      current = { ...current, ...changed };
      setRun(current);
    };
    proceed({});
    for (const row of rows) {
      if (stop.signal.aborted) {
        proceed({ stoppedBecause: "Stopped." });
        break;
      }
      try {
        // Not canceled half way: it would be unknown whether the person was invited.
        await client.call("createUser", { body: row.input });
        proceed({ done: current.done + 1, invited: current.invited + 1 });
      } catch (error) {
        if (error instanceof Problem && ABOUT_ONE_ROW.includes(error.status))
          proceed({ done: current.done + 1, refused: [...current.refused, { row, reason: reasonOf(error) }] });
        else {
          proceed({ stoppedBecause: error instanceof Problem ? error.message : "Something went wrong." });
          if (!(error instanceof Problem && error.status === 429)) await reportFailure(error);
          break;
        }
      }
    }
    proceed({ isOver: true });
    await onOver(current);
  };

  return { run, start, stop: () => stopping.current?.abort(), forget: () => setRun(undefined) };
}
