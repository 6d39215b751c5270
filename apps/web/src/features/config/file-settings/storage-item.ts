import {
  FILE_CAN_DOWNLOAD_MESSAGE,
  FILE_EXISTS_MESSAGE,
  storageFile,
  type CompanyId,
  type StorageFile,
} from "@ridgebook/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { PROVIDER_TIMEOUT_MS } from "#features/config/connections/connection-provider.ts";
import { useClient } from "#server-client/client-context.tsx";
import type { ServerClient } from "#server-client/server-client.ts";
import { useSession } from "#server-client/session-context.tsx";

/* Folders and files of the connected storage, entered as a link or an id. */

/** A save repeats older look-ups. */
const CHECK_STALE_MS = 10_000;

/** The target of a link or id; null if missing or in the trash. */
export const storageItemQuery = (
  client: Pick<ServerClient, "call">,
  { companyId, service, id }: { companyId: CompanyId | null; service: number; id: string },
) => ({
  queryKey: ["storage-file", companyId, service, id],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<StorageFile | null> => {
    const reply = await client.call("getStorageFile", { params: { id } }, { signal, timeoutMs: PROVIDER_TIMEOUT_MS });
    return storageFile.nullable().parse(reply);
  },
  retry: false,
});

/** Why a found item cannot be used (VAL-27, VAL-28); undefined if it can. */
export function storageItemProblem(found: StorageFile | null, { isFile }: { isFile: boolean }): string | undefined {
  if (found === null) return FILE_EXISTS_MESSAGE;
  if (found.isFolder === isFile)
    return `${found.name} is a ${isFile ? "folder" : "file"}. Choose a ${isFile ? "file" : "folder"}.`;
  return isFile && !found.canDownload ? FILE_CAN_DOWNLOAD_MESSAGE : undefined;
}

/**
 * Checks before a save whether a link leads to a usable folder. A storage that is down or not connected does not prevent the save: the answer is then
 * undefined.
 */
export function useStorageItemCheck(): (value: string, kind: { isFile: boolean }) => Promise<string | undefined> {
  const client = useClient();
  const queries = useQueryClient();
  const { settings, companyId } = useSession();
  const service = settings?.fileStorageService ?? 0;
  return useCallback(
    async (value, kind) => {
      const id = value.trim();
      if (id === "" || service === 0) return undefined;
      try {
        const query = storageItemQuery(client, { companyId, service, id });
        return storageItemProblem(await queries.query({ ...query, staleTime: CHECK_STALE_MS }), kind);
      } catch {
        return undefined;
      }
    },
    [client, queries, companyId, service],
  );
}
