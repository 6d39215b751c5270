import { useEffect, useState } from "react";
import type { ImportChoices } from "#features/lead-import/import-choices.ts";
import type { Context, ReadFile } from "#features/lead-import/import-reader.ts";
import { createReaderClient, type ReaderClient } from "#features/lead-import/reader-client.ts";
import { UnreadableFile } from "#features/lead-import/unreadable-file.ts";
import type { ImportFile } from "#local-data/session/import-draft.ts";
import { useSession } from "#server-client/session-context.tsx";

export interface Reading {
  readonly file: ReadFile | undefined;
  /** Why the file, or the chosen sheet, cannot be imported. */
  readonly refusal: UnreadableFile | undefined;
  readonly isReading: boolean;
  readonly reader: ReaderClient | undefined;
}

/** Reads the file in a worker, again with each choice. The former reading stays shown until the next is there. */
export function useReading({
  source,
  choices,
  context,
}: {
  source: ImportFile | undefined;
  choices: ImportChoices;
  context: Context | undefined;
}): Reading {
  const { reportFailure } = useSession();
  const [opened, setOpened] = useState<{ source: ImportFile; sheet: string | undefined; reader: ReaderClient }>();
  const [read, setRead] = useState<{ source: ImportFile; choices: ImportChoices; file: ReadFile }>();
  const [refused, setRefused] = useState<{ source: ImportFile; sheet: string | undefined; refusal: UnreadableFile }>();
  const { sheet } = choices;

  useEffect(() => {
    if (!source) return undefined;
    let isCurrent = true;
    const reader = createReaderClient();
    reader
      .open(source.bytes, sheet)
      .then(() => isCurrent && setOpened({ source, sheet, reader }))
      .catch(async (error: unknown) => {
        if (!isCurrent) return;
        if (error instanceof UnreadableFile) setRefused({ source, sheet, refusal: error });
        else await reportFailure(error);
      });
    return () => {
      isCurrent = false;
      reader.close();
    };
  }, [source, sheet, reportFailure]);

  const reader = opened?.source === source && opened?.sheet === sheet ? opened?.reader : undefined;
  useEffect(() => {
    if (!source || !reader || !context) return undefined;
    let isCurrent = true;
    reader
      .read(choices, context)
      .then((file) => isCurrent && setRead({ source, choices, file }))
      .catch(async (error: unknown) => {
        if (isCurrent) await reportFailure(error);
      });
    return () => {
      isCurrent = false;
    };
  }, [source, reader, choices, context, reportFailure]);

  const isCurrent = read?.source === source && read?.choices === choices;
  const refusal = refused?.source === source && refused?.sheet === sheet ? refused?.refusal : undefined;
  return {
    file: read?.source === source ? read?.file : undefined,
    refusal,
    isReading: source !== undefined && !isCurrent && refusal === undefined,
    reader,
  };
}
