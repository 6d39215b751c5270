import { idInAddress, isLocalId, Problem } from "@ridgebook/contract";
import type { LocalData } from "#local-data/local-data.ts";

/** Parts of addresses with a record's id, which may be local. */
const NAMED_RECORDS = [
  { storeName: "leads", folder: "/leads/" },
  { storeName: "estimates", folder: "/estimate/" },
] as const;

interface NamedRecord {
  /** The id's text in the address. */
  readonly idText: string;
  /** The requested path, query and hash. */
  readonly href: string;
  readonly session: {
    reportFailure(error: unknown): Promise<void>;
    openLocalData(): Promise<Pick<LocalData, "resolveId"> | undefined>;
  };
}

/**
 * Returns the redirect of an address with a record's id; undefined to open it. An invalid id redirects to the leads, with the message of a missing
 * record (ERR-06, ERR-11). A local id is replaced by the server's as soon as it exists (GUARD-11).
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
