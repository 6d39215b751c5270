import { idInAddress, isLocalId, Problem } from "@ridgebook/contract";
import type { LocalData } from "#local-data/local-data.ts";

/** Where addresses name records that may have a local id. */
const NAMED_RECORDS = [
  { storeName: "leads", folder: "/leads/" },
  { storeName: "estimates", folder: "/estimate/" },
] as const;

interface NamedRecord {
  /** The id's text in the address. */
  readonly idText: string;
  /** Path, query and hash that were asked for. */
  readonly href: string;
  readonly session: {
    reportFailure(error: unknown): Promise<void>;
    openLocalData(): Promise<Pick<LocalData, "resolveId"> | undefined>;
  };
}

/**
 * Where an address leads instead of its record's page; undefined lets it open. An id that can name no record leads to the leads, with
 * the message of a missing record (ERR-06, ERR-11). A local id is replaced by the server's as soon as there is one (GUARD-11).
 */
export async function checkRecordId({ idText, href, session }: NamedRecord): Promise<string | undefined> {
  const id = idInAddress(idText);
  if (!id) {
    await session.reportFailure(new Problem("notFound"));
    return "/estimator/leads";
  }
  if (!isLocalId(id)) return undefined;
  const [pathname = ""] = href.split("?");
  const localData = await session.openLocalData();
  for (const { storeName, folder } of NAMED_RECORDS) {
    const named = `${folder}${idText}`;
    if (!pathname.includes(named)) continue;
    const serverId: number | undefined = await localData?.resolveId({ storeName, id });
    if (serverId !== undefined && serverId !== id) return href.replace(named, `${folder}${String(serverId)}`);
  }
  return undefined;
}
