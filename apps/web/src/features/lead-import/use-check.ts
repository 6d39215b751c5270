import { MAX_STAGED_ROWS, Problem, type LeadDuplicate, type LeadImport } from "@ridgebook/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import type { ReadFile } from "#features/lead-import/import-reader.ts";
import { failureText } from "#features/lead-import/import-texts.ts";
import type { KeptImport } from "#features/lead-import/kept-import.ts";
import {
  checkLeads,
  decideImport,
  finishImport,
  listDuplicates,
  resumeImport,
  type Progress,
  type RunOptions,
} from "#features/lead-import/run-import.ts";
import type { Reading } from "#features/lead-import/use-reading.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import type { ImportFile } from "#local-data/session/import-draft.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

/** Correcting several cells does not start a check behind each of them. */
const CHECKED_AFTER_MS = 1_200;

const messageOf = (error: unknown): string =>
  error instanceof Problem ? error.message : new Problem("unexpected").message;

/** Sends the rows and has them checked, again after each change; then imports them when the button is pressed. */
export function useCheck({
  source,
  reading: { file, reader, isReading },
  kept,
  change,
  setOutcome,
  isOver,
}: {
  source: ImportFile | undefined;
  reading: Reading;
  kept: KeptImport;
  change: (changed: Partial<KeptImport>) => void;
  setOutcome: (outcome: LeadImport | undefined) => void;
  isOver: boolean;
}) {
  const client = useClient();
  const queryClient = useQueryClient();
  const localData = useLocalData();
  const { reportFailure } = useSession();
  const [progress, setProgress] = useState<Progress>();
  const [checked, setChecked] = useState<{
    file: ReadFile;
    result: LeadImport;
    duplicates: readonly LeadDuplicate[];
  }>();
  const [failed, setFailed] = useState<{ source: ImportFile | undefined; text: string | undefined }>();
  const [noted, setNoted] = useState<{ source: ImportFile | undefined; text: string | undefined }>();
  const [attempt, setAttempt] = useState(0);
  /** The file whose check the user canceled. */
  const [stopped, setStopped] = useState<ImportFile>();
  const failure = failed?.source === source ? failed?.text : undefined;
  /** What the user has to read before the next press. */
  const notice = noted?.source === source ? noted?.text : undefined;
  const isStopped = stopped !== undefined && stopped === source;
  const setFailure = useCallback((text?: string) => setFailed({ source, text }), [source]);
  const setNotice = useCallback((text?: string) => setNoted({ source, text }), [source]);
  const running = useRef<AbortController>(undefined);
  const { importId } = kept;
  const staged = useRef(importId);
  const wasChecked = useRef(false);

  const optionsFor = useCallback(
    (signal: AbortSignal): RunOptions => ({
      client,
      signal,
      onProgress: (shown) => !signal.aborted && setProgress(shown),
    }),
    [client],
  );
  useEffect(() => {
    staged.current = importId;
  }, [importId]);
  const showImported = useCallback(
    async (result: LeadImport): Promise<void> => {
      setOutcome(result);
      await localData.importDraft.drop();
      await queryClient.invalidateQueries();
      await localData.sync.run();
    },
    [localData, queryClient, setOutcome],
  );
  // A page that is left stops following a running import: coming back follows it again (resumeImport).
  useEffect(() => () => running.current?.abort(), []);
  const isAsked = file?.dates.isDecided === false;
  useEffect(() => {
    if (!source || !file || !reader || isReading || isAsked || isStopped || isOver || file.leadCount === 0)
      return undefined;
    const stop = new AbortController();
    running.current = stop;
    const run = async (): Promise<void> => {
      const options = optionsFor(stop.signal);
      const former = staged.current;
      if (former !== null) {
        const left = await resumeImport(former, options);
        if (left?.state === "imported") {
          await showImported(left);
          return;
        }
        // The server keeps only one check of a file. If the former one is gone already, that is fine.
        await client.call("deleteLeadImport", { params: { id: String(former) } }).catch(() => undefined);
      }
      const batchCount = Math.ceil(file.leadCount / MAX_STAGED_ROWS);
      const onStarted = (id: LeadImport["id"]): void => change({ importId: id });
      const batch = (index: number) => reader.batch(index);
      const result = await checkLeads({ fileName: source.name, batchCount, batch, onStarted }, options);
      if (result.state !== "checked") {
        setFailure(failureText(result.failure));
        return;
      }
      const duplicates = await listDuplicates(result.id, options);
      wasChecked.current = true;
      setChecked({ file, result, duplicates });
    };
    const timer = setTimeout(
      () => {
        setFailure(undefined);
        run()
          .catch(async (error: unknown) => {
            if (stop.signal.aborted) return;
            setFailure(messageOf(error));
            if (error instanceof Problem && error.status === 401) await reportFailure(error);
          })
          .finally(() => !stop.signal.aborted && setProgress(undefined));
      },
      wasChecked.current ? CHECKED_AFTER_MS : 0,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
      setProgress(undefined);
    };
  }, [
    source,
    file,
    reader,
    isReading,
    isAsked,
    isStopped,
    isOver,
    attempt,
    client,
    optionsFor,
    change,
    reportFailure,
    showImported,
    setFailure,
  ]);

  const current = checked && checked.file === file && !isReading ? checked : undefined;
  const decided = current && decideImport({ ...current, decisions: kept.decisions, others: kept.others });
  const importChecked = async (): Promise<void> => {
    if (!current || !decided) return;
    setFailure(undefined);
    setNotice(undefined);
    const stop = new AbortController();
    running.current = stop;
    try {
      const result = await finishImport(current.result.id, decided.body, optionsFor(stop.signal));
      if (result.state === "checked") {
        // Other users added leads since the check that are like rows of the file.
        const duplicates = await listDuplicates(result.id, optionsFor(stop.signal));
        setChecked({ file: current.file, result, duplicates });
        setNotice(
          "Nothing is imported yet: the duplicates have changed since the check. Look at them, and import again.",
        );
        return;
      }
      if (result.state !== "imported") {
        setFailure(failureText(result.failure));
        setChecked(undefined);
        return;
      }
      await showImported(result);
    } catch (error) {
      if (!stop.signal.aborted) setFailure(messageOf(error));
    } finally {
      setProgress(undefined);
    }
  };
  const undo = async (outcome: LeadImport): Promise<void> => {
    try {
      setOutcome(await client.call("undoLeadImport", { params: { id: String(outcome.id) } }));
      await localData.sync.run();
    } catch (error) {
      await reportFailure(error);
    }
  };
  return {
    progress,
    checked: current,
    decided,
    failure,
    notice,
    isStopped,
    undoImport: undo,
    checkAgain: () => {
      setStopped(undefined);
      setAttempt((count) => count + 1);
    },
    cancel: () => {
      setStopped(source);
      running.current?.abort();
      // Without this, a check would stay on the server for some days.
      if (staged.current !== null)
        client.call("deleteLeadImport", { params: { id: String(staged.current) } }).catch(() => undefined);
    },
    finish: importChecked,
  };
}
