import {
  Problem,
  type DuplicateDecision,
  type LeadDuplicate,
  type LeadImport,
  type LeadImportDecisions,
  type LeadImportId,
  type StagedLead,
} from "@ridgebook/contract";
import type { ServerClient } from "#server-client/server-client.ts";

/** The progress of a check or an import; `isPaused` while offline. */
export interface Progress {
  readonly what: "sending" | "checking" | "importing";
  readonly done: number;
  readonly total: number;
  readonly isPaused: boolean;
}

export interface RunOptions {
  readonly client: Pick<ServerClient, "call">;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Resolves after the time in milliseconds, or when the signal aborts. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** More are rarely decided one by one: the choice for "the others" applies to the rest. */
const MAX_SHOWN_DUPLICATES = 2_000;
const PAGE = 100;
const ASK_AGAIN_AFTER_MS = 700;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

const waitFor = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const proceed = (): void => {
      clearTimeout(timer);
      resolve();
    };
    signal.addEventListener("abort", proceed, { once: true });
    globalThis.addEventListener("online", proceed, { once: true });
  });

/** No answer, too late, too many calls, or a server error: a retry of the same call may succeed. */
const isPassing = (error: unknown): boolean =>
  error instanceof Problem && (error.status === 408 || error.status === 429 || error.status >= 500);

/** Retries a call until it succeeds, is refused, or the user cancels. */
async function persist<Result>(
  call: () => Promise<Result>,
  { signal, wait = waitFor, onPause }: Pick<RunOptions, "signal" | "wait"> & { onPause: (isPaused: boolean) => void },
): Promise<Result> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      signal.throwIfAborted();
      const result = await call();
      if (pause > FIRST_PAUSE_MS) onPause(false);
      return result;
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error;
      onPause(true);
      await wait(pause, signal);
    }
  }
}

/** Polls until the running job has ended. */
async function follow(id: LeadImportId, what: Progress["what"], options: RunOptions): Promise<LeadImport> {
  const { client, signal, onProgress, wait = waitFor } = options;
  let progress: Progress = { what, done: 0, total: 0, isPaused: false };
  for (;;) {
    const found = await persist(() => client.call("getLeadImport", { params: { id: String(id) } }, { signal }), {
      ...options,
      onPause: (isPaused) => onProgress({ ...progress, isPaused }),
    });
    if (found.state !== "checking" && found.state !== "importing") return found;
    progress = { what, done: found.doneCount, total: found.rowCount, isPaused: false };
    onProgress(progress);
    await wait(ASK_AGAIN_AFTER_MS, signal);
    signal.throwIfAborted();
  }
}

/**
 * Stages a file's leads and has the server look for duplicates. A lost part is sent again. When `signal` cancels it, it removes what was staged.
 *
 * @param onStarted gets the import's id before the first part is sent
 */
export async function checkLeads(
  {
    fileName,
    batchCount,
    batch,
    onStarted,
  }: {
    fileName: string;
    batchCount: number;
    batch: (index: number) => Promise<readonly StagedLead[]>;
    onStarted?: (id: LeadImportId) => void;
  },
  options: RunOptions,
): Promise<LeadImport> {
  const { client, signal, onProgress } = options;
  let progress: Progress = { what: "sending", done: 0, total: batchCount, isPaused: false };
  const show = (changed: Partial<Progress>): void => {
    progress = { ...progress, ...changed };
    onProgress(progress);
  };
  const patient = { ...options, onPause: (isPaused: boolean) => show({ isPaused }) };
  show({});
  const { id } = await persist(() => client.call("createLeadImport", { body: { fileName } }), patient);
  onStarted?.(id);
  const params = { id: String(id) };
  try {
    for (let index = 0; index < batchCount; index += 1) {
      const rows = [...(await batch(index))];
      await persist(() => client.call("stageLeadImportRows", { params, body: { rows } }, { signal }), patient);
      show({ done: index + 1, isPaused: false });
    }
    await persist(() => client.call("checkLeadImport", { params }, { signal }), patient);
    return await follow(id, "checking", options);
  } catch (error) {
    // The server deletes unfinished imports after some days.
    if (signal.aborted) await client.call("deleteLeadImport", { params }).catch(() => undefined);
    throw error;
  }
}

/** The duplicates of a checked import, the first MAX_SHOWN_DUPLICATES of them. */
export async function listDuplicates(id: LeadImportId, options: RunOptions): Promise<LeadDuplicate[]> {
  const { client, signal } = options;
  const found: LeadDuplicate[] = [];
  for (;;) {
    const query = { offset: found.length, limit: PAGE };
    const page = await persist(
      () => client.call("listLeadDuplicates", { params: { id: String(id) }, query }, { signal }),
      { ...options, onPause: () => undefined },
    );
    found.push(...page.data);
    if (page.data.length === 0 || found.length >= Math.min(page.totalCount, MAX_SHOWN_DUPLICATES)) return found;
  }
}

/** Imports a checked file and follows it to its end. */
export async function finishImport(
  id: LeadImportId,
  decisions: LeadImportDecisions,
  options: RunOptions,
): Promise<LeadImport> {
  const params = { id: String(id) };
  const show = (isPaused: boolean): void => options.onProgress({ what: "importing", done: 0, total: 0, isPaused });
  show(false);
  await persist(() => options.client.call("finishLeadImport", { params, body: decisions }), {
    ...options,
    onPause: show,
  }).catch((error: unknown) => {
    // Retried after a lost answer, the import is running already: following it shows its end.
    if (!(error instanceof Problem && error.code === "importState")) throw error;
  });
  return follow(id, "importing", options);
}

/**
 * Follows an import to its end if the page was left after its last press; undefined for one that was only checked or is gone. Starting over would show
 * its own leads as duplicates, and lose its Undo.
 */
export async function resumeImport(id: LeadImportId, options: RunOptions): Promise<LeadImport | undefined> {
  const call = () => options.client.call("getLeadImport", { params: { id: String(id) } }, { signal: options.signal });
  const found = await persist(call, { ...options, onPause: () => undefined }).catch((error: unknown) => {
    if (error instanceof Problem && error.code === "notFound") return undefined;
    throw error;
  });
  if (found?.state === "importing") return follow(id, "importing", options);
  return found?.state === "imported" ? found : undefined;
}

export type Decisions = Readonly<Record<number, DuplicateDecision>>;

interface DecidedImport {
  /** Leads that the import adds. */
  readonly added: number;
  /** Rows that fill in a lead, or another row. */
  readonly updated: number;
  readonly undecided: number;
  readonly body: LeadImportDecisions;
}

/** The result of an import with the current decisions about duplicates. Decisions for rows that are no duplicates any more do not count. */
export function decideImport({
  result: { rowCount, duplicateCount },
  duplicates,
  decisions,
  others,
}: {
  result: Pick<LeadImport, "rowCount" | "duplicateCount">;
  duplicates: readonly LeadDuplicate[];
  decisions: Decisions;
  others: DuplicateDecision | null;
}): DecidedImport {
  const decided = duplicates.flatMap(({ row }) => {
    const decision = decisions[row];
    return decision === undefined ? [] : [{ row, decision }];
  });
  const rest = duplicateCount - decided.length;
  const countOf = (wanted: DuplicateDecision): number =>
    decided.filter(({ decision }) => decision === wanted).length + (others === wanted ? rest : 0);
  return {
    added: rowCount - duplicateCount + countOf("add"),
    updated: countOf("update"),
    undecided: others === null ? rest : 0,
    body: { decisions: decided, others },
  };
}
