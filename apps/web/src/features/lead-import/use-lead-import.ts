import { fullName, type LeadImport } from "@ridgebook/contract";
import { useCallback, useEffect, useMemo, useState } from "react";
import type { ImportChoices } from "#features/lead-import/import-choices.ts";
import type { Context } from "#features/lead-import/import-reader.ts";
import { keptValues, restoreValues, type KeptImport } from "#features/lead-import/kept-import.ts";
import { useCheck } from "#features/lead-import/use-check.ts";
import { useReading } from "#features/lead-import/use-reading.ts";
import { useLocalData, useLocalQuery } from "#local-data/local-data-context.tsx";
import type { ImportFile } from "#local-data/session/import-draft.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

const MAX_FILE_NAME = 255;

/** The company's users as salespeople, and its clock; undefined until loaded. */
function useContext(): Context | undefined {
  const localData = useLocalData();
  const { timeZone } = useSession();
  const { value: users } = useLocalQuery("users", () => localData.users.list(), [localData]);
  return useMemo(
    () =>
      users && {
        timeZone,
        salespeople: users
          .filter(({ active }) => active)
          .map((user) => ({ id: user.id, name: fullName(user), email: user.email })),
      },
    [users, timeZone],
  );
}

/** An import of leads from the chosen file to its end, kept on the device meanwhile. */
export function useLeadImport() {
  const localData = useLocalData();
  const client = useClient();
  const { reportFailure } = useSession();
  const context = useContext();
  const [isReady, setIsReady] = useState(false);
  const [source, setSource] = useState<ImportFile>();
  const [kept, setKept] = useState<KeptImport>(() => restoreValues({}));
  const [outcome, setOutcome] = useState<LeadImport>();

  const { importDraft } = localData;
  useEffect(() => {
    importDraft
      .read()
      .then((draft) => {
        if (!draft) return;
        setSource(draft.file);
        setKept(restoreValues(draft.values));
      })
      .catch(reportFailure)
      .finally(() => setIsReady(true));
  }, [importDraft, reportFailure]);

  const change = useCallback(
    (changed: Partial<KeptImport>): void =>
      setKept((current) => {
        const next = { ...current, ...changed };
        importDraft.saveValues(keptValues(next)).catch(reportFailure);
        return next;
      }),
    [importDraft, reportFailure],
  );
  /** Deletes what was sent of a closed file; a finished import stays. */
  const takeBack = (): void => {
    if (kept.importId !== null && outcome === undefined)
      client.call("deleteLeadImport", { params: { id: String(kept.importId) } }).catch(() => undefined);
  };
  const forget = async (): Promise<void> => {
    takeBack();
    setSource(undefined);
    setKept(restoreValues({}));
    setOutcome(undefined);
    await importDraft.drop().catch(reportFailure);
  };
  const choose = async (file: File): Promise<void> => {
    takeBack();
    const bytes = new Uint8Array(await file.arrayBuffer());
    const chosen = { name: file.name.slice(-MAX_FILE_NAME), bytes };
    setOutcome(undefined);
    setKept(restoreValues({}));
    setSource(chosen);
    // Without space to keep it the import still works, until the page is reloaded.
    await importDraft.saveFile(chosen).catch(reportFailure);
  };
  const reading = useReading({ source, choices: kept.choices, context });
  const check = useCheck({ source, reading, kept, change, setOutcome, isOver: outcome !== undefined });
  return {
    isReady,
    source,
    kept,
    change,
    choose,
    forget,
    outcome,
    salespeople: context?.salespeople,
    changeChoices: (changed: Partial<ImportChoices>) => change({ choices: { ...kept.choices, ...changed } }),
    file: reading.file,
    refusal: reading.refusal,
    isReading: reading.isReading,
    ...check,
  };
}

export type LeadImportWork = ReturnType<typeof useLeadImport>;
