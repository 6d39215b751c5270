import { DOCUMENT_SLUGS, type DocumentKind } from "@ridgebook/contract";

/* Addresses inside the app; ids may be local. */

export const estimatePath = (estimateId: number): string => `/estimator/estimate/${String(estimateId)}`;

/** Makes a document of a kind (ROUTE-39 to 43); `sourceId` is the document whose choices are copied (OP-67). */
export const createPath = (estimateId: number, kind: DocumentKind, sourceId?: number): string =>
  `${estimatePath(estimateId)}/${DOCUMENT_SLUGS[kind]}/create${sourceId === undefined ? "" : `/${String(sourceId)}`}`;

/** Makes a change order of a signed contract. */
export const changeOrderPath = (estimateId: number, contractId: number): string =>
  `${createPath(estimateId, "changeOrder")}?contract=${String(contractId)}`;

/** Splits a path with its query for the router's links. */
export function linkTo(path: string): { to: string; search: Record<string, string> } {
  const [to = "", query = ""] = path.split("?");
  return { to, search: Object.fromEntries(new URLSearchParams(query)) };
}

const CREATE = /^\/estimator\/estimate\/(-?\d+)(\/.*)$/;

/** The page below an estimate, without the estimate's id, which changes when the server assigns its own. */
export function belowEstimate(pathname: string): { estimateId: number; below: string } | undefined {
  const [, id, below] = CREATE.exec(pathname) ?? [];
  return id === undefined || below === undefined
    ? undefined
    : { estimateId: Number(id), below: below.replace(/\/$/, "") };
}
