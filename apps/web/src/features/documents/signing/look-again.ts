import { isLocalId, Problem } from "@ridgebook/contract";
import { workflowKeysOf, type SignedPaper } from "@ridgebook/documents";
import type { FrozenDocument } from "#features/documents/create/frozen-document.ts";
import { changesMissing, papersBeside, signedPapersOf } from "#features/documents/signing/papers-before.ts";
import type { LocalDocument } from "#local-data/documents/document-store.ts";
import type { LocalData } from "#local-data/local-data.ts";
import type { ServerClient } from "#server-client/server-client.ts";

/*
 * Before the first signature the device checks again: its own database, which another tab may have changed, and the server if online
 * (decision 0070).
 */

/** A slow server must not block signing: its findings come when the paper arrives there. */
const LOOK_TIMEOUT_MS = 3_000;

/** The result of the check. */
export interface Look {
  /** All of the estimate on this device. */
  readonly documents: readonly LocalDocument[];
  /** Signed papers of the same work that the paper is not built on, oldest first. */
  readonly beside: readonly SignedPaper[];
  /** Of a contract: change orders of the contract it replaces that it is not built on, oldest first. */
  readonly grown: readonly SignedPaper[];
  /** Of a change order: its contract's current id. */
  readonly basedOnId: number | undefined;
  readonly isNumberTaken: boolean;
  /** The office has deleted the estimate. */
  readonly isEstimateDeleted: boolean;
}

export interface LookParts {
  readonly localData: Pick<LocalData, "documents" | "resolveId">;
  readonly client: Pick<ServerClient, "call">;
  readonly estimate: { readonly id: number; readonly leadId: number };
  /** False checks this device only. */
  readonly hasSignal: boolean;
  /** The server's timeout; shorter in tests only. */
  readonly timeoutMs?: number;
}

const NOTHING_SAID = { isNumberTaken: false, isEstimateDeleted: false };

/** Checks again for an unsigned paper. Throws only if the device's own database is unreadable. */
export async function lookAgain(document: FrozenDocument, parts: LookParts): Promise<Look> {
  const { localData, hasSignal, timeoutMs = LOOK_TIMEOUT_MS } = parts;
  const said = hasSignal ? await inTime((signal) => askServer(document, { ...parts, signal }), timeoutMs) : undefined;
  const documentId = (id: number | undefined): Promise<number | undefined> =>
    id === undefined ? Promise.resolve(id) : localData.resolveId({ storeName: "estimate-documents", id });
  const [documents, sourceId, basedOnId, isNumberHere] = await Promise.all([
    localData.documents.listOfEstimate(parts.estimate.id),
    documentId(document.sourceId),
    documentId(document.basedOnId),
    localData.documents.hasNumber(document.model.number),
  ]);
  const { isNumberTaken, isEstimateDeleted } = said ?? NOTHING_SAID;
  const { choices } = document;
  const { kind } = choices;
  const paper = {
    workflows: workflowKeysOf(choices),
    basedOnId,
    sourceId,
    buildsOn: document.buildsOn ?? [],
  };
  return {
    documents,
    basedOnId,
    isEstimateDeleted,
    beside: kind === "contract" || kind === "changeOrder" ? papersBeside({ kind, ...paper }, documents) : [],
    grown: kind === "contract" ? changesMissing({ kind, ...paper }, documents) : [],
    isNumberTaken: isNumberTaken || isNumberHere,
  };
}

/** Asks the server; the papers that it names are then on this device. */
async function askServer(
  { model }: FrozenDocument,
  { localData, client, estimate, signal }: LookParts & { readonly signal: AbortSignal },
): Promise<Pick<Look, "isNumberTaken" | "isEstimateDeleted">> {
  const id = await localData.resolveId({ storeName: "estimates", id: estimate.id });
  // The server does not know it.
  if (isLocalId(id)) return NOTHING_SAID;
  try {
    const { isNumberTaken, signedPapers } = await client.call(
      "checkBeforeSigning",
      { params: { id: String(id) }, query: { number: model.number } },
      { signal },
    );
    const here = new Set(
      signedPapersOf(await localData.documents.listOfEstimate(estimate.id)).map(({ fingerprint }) => fingerprint),
    );
    if (signedPapers.some(({ fingerprint }) => !here.has(fingerprint)))
      await localData.documents.fetchOfLead(estimate.leadId);
    return { isNumberTaken, isEstimateDeleted: false };
  } catch (error) {
    if (error instanceof Problem && error.code === "notFound") return { ...NOTHING_SAID, isEstimateDeleted: true };
    throw error;
  }
}

/** The result, or undefined on failure or timeout. */
async function inTime<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
  timeoutMs: number,
): Promise<Result | undefined> {
  const abort = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      abort.abort();
      resolve(undefined);
    }, timeoutMs);
  });
  try {
    return await Promise.race([work(abort.signal).catch(() => undefined), over]);
  } finally {
    clearTimeout(timer);
  }
}
