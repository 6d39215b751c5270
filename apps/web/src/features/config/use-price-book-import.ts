import { Problem, type PriceBookImport, type PriceBookVersion } from "@ridgebook/contract";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useAttemptKey } from "#features/config/attempt-key.ts";
import { useLocalData } from "#local-data/local-data-context.tsx";
import { uploadMessage } from "#files/upload-file.ts";
import { useClient } from "#server-client/client-context.tsx";
import { useSession } from "#server-client/session-context.tsx";

/** A workbook may have tens of thousands of rows, and the connection may be slow. */
const UPLOAD_TIMEOUT_MS = 180_000;
const ASK_AGAIN_AFTER_MS = 500;

/** Another user changed fields that this import changes as well. */
export interface ImportConflict {
  readonly changedBy: string | undefined;
  readonly changedTime: string | undefined;
  readonly fieldIds: readonly string[];
}

interface ShownImport {
  /** Undefined until the server has started reading. */
  readonly result: PriceBookImport | undefined;
  readonly isUploading: boolean;
  /** Why there is nothing to show: the file is unreadable, or the server did not answer. */
  readonly failure: string | undefined;
  readonly conflict: ImportConflict | undefined;
  readonly isPublishing: boolean;
  /** Resolves to the new version, or to undefined if it could not be published. */
  readonly publish: (note: string) => Promise<PriceBookVersion | undefined>;
}

/** One import: sent when its file is available, followed while the server reads it, published on request. */
export function usePriceBookImport({ importId, file }: { importId: string; file: File | undefined }): ShownImport {
  const client = useClient();
  const localData = useLocalData();
  const queryClient = useQueryClient();
  const { reportFailure } = useSession();
  const keyOf = useAttemptKey();
  const [upload, setUpload] = useState<{ isUploading: boolean; failure?: string }>({ isUploading: file !== undefined });
  const [conflict, setConflict] = useState<ImportConflict>();
  const [isPublishing, setIsPublishing] = useState(false);

  const found = useQuery({
    queryKey: ["price-book-import", importId],
    queryFn: ({ signal }) => client.call("getEstimateFieldImport", { params: { importId } }, { signal }),
    // While the file is on its way the server may not know it yet.
    retry: false,
    refetchInterval: ({ state: { data } }) =>
      upload.isUploading || data?.state === "reading" ? ASK_AGAIN_AFTER_MS : false,
  });
  const { refetch } = found;

  const isSent = useRef(false);
  useEffect(() => {
    if (!file || isSent.current) return;
    isSent.current = true;
    client.call("importEstimateFields", { query: { importId }, file }, { timeoutMs: UPLOAD_TIMEOUT_MS }).then(
      (result) => {
        queryClient.setQueryData(["price-book-import", importId], result);
        setUpload({ isUploading: false });
      },
      (error: unknown) => {
        setUpload({ isUploading: false, failure: failureText(error) });
      },
    );
  }, [client, queryClient, importId, file]);

  const publish = async (note: string): Promise<PriceBookVersion | undefined> => {
    const { data: result } = found;
    if (!result) return undefined;
    setIsPublishing(true);
    const body = { startedFrom: result.startedFrom, ...(note.trim() && { note: note.trim() }) };
    try {
      const published = await client.call(
        "publishEstimateFieldImport",
        { params: { importId }, body },
        { idempotencyKey: keyOf({ importId, ...body }), timeoutMs: UPLOAD_TIMEOUT_MS },
      );
      await queryClient.invalidateQueries({ queryKey: ["price-book-versions"] });
      await localData.sync.run();
      return published;
    } catch (error) {
      if (error instanceof Problem && error.code === "conflict") {
        const { changedBy, changedTime, conflicts = [] } = error.details;
        setConflict({ changedBy, changedTime, fieldIds: conflicts.map(({ field }) => field) });
        // The preview is computed again, against the published changes.
        await refetch();
      } else await reportFailure(error);
      return undefined;
    } finally {
      setIsPublishing(false);
    }
  };

  const isWaiting = upload.isUploading || found.isPending;
  return {
    result: found.data,
    isUploading: upload.isUploading,
    failure: upload.failure ?? (found.isError && !found.data && !isWaiting ? failureText(found.error) : undefined),
    conflict,
    isPublishing,
    publish,
  };
}

/** The error of the file itself, else the error of its upload. */
function failureText(error: unknown): string {
  try {
    return uploadMessage(error);
  } catch {
    return error instanceof Problem ? error.message : new Problem("unexpected").message;
  }
}
