import { isDeepStrictEqual } from "node:util";
import {
  MAX_LISTED_CHANGES,
  MAX_LISTED_PROBLEMS,
  pick,
  Problem,
  UPLOAD_FIELD,
  type PriceBookImport,
  type PriceBookVersion,
  type SpreadsheetProblem,
  type UploadedFile,
} from "@ridgebook/contract";
import {
  chargesNoIceBarrier,
  emptyEntry,
  findField,
  NO_ICE_BARRIER_IS_CHARGED,
  type FieldId,
  type PriceBookEntry,
} from "@ridgebook/estimating";
import type { CompanyScope } from "#database/company-scope.ts";
import type { Actor } from "#http/note-activity.ts";
import { orNotFound } from "#http/or-not-found.ts";
import { askAboutNames } from "./ask-about-names.ts";
import { findEntryProblems } from "./check-entry.ts";
import { findForeignPictures, FOREIGN_PICTURE } from "./option-pictures.ts";
import { SHEETS } from "./spreadsheet/price-book-sheets.ts";
import {
  changedFieldIds,
  describeChanges,
  fieldTitle,
  optionNames,
  summarizeChanges,
  toEntriesById,
  type EntriesById,
} from "./describe-changes.ts";
import { ensurePriceBook } from "./ensure-price-book.ts";
import {
  beginImport,
  findImport,
  forgetImports,
  holdImport,
  updateImport,
  type ImportRow,
} from "./import-repository.ts";
import {
  findNewestVersion,
  findVersion,
  holdPriceBook,
  readEntries,
  readUsedOptionNumbers,
} from "./price-book-repository.ts";
import { applyChanges, conflictProblem, findConflicts, publish, type EntryChanges } from "./publish.ts";
import { readPriceBook, type WorkbookReading } from "./spreadsheet/read-price-book.ts";
import { UnreadableWorkbook } from "./spreadsheet/workbook.ts";

/*
 * From a workbook to a version: parsed, diffed against the version it was exported from, reviewed, and published as a whole. Changes
 * published by others are kept, field by field, unless the workbook changes the same field.
 */

const DAY_MS = 86_400_000;
/** Imports are reviewed within days, if ever. */
const IMPORTS_KEPT_DAYS = 7;

type Transact = <Result>(work: (scope: CompanyScope) => Promise<Result>) => Promise<Result>;

/** The newest version of a company that has one; see ensurePriceBook. */
async function requireNewest(scope: CompanyScope): Promise<PriceBookVersion> {
  const newest = await findNewestVersion(scope);
  if (!newest) throw new Error("The company has no price book.");
  return newest;
}

const changesOf = ({ changed, removed }: ImportRow): EntryChanges => ({
  changed: changed,
  removed: removed as FieldId[],
});
const touchedBy = ({ changed, removed }: EntryChanges): FieldId[] => [...changed.map(({ id }) => id), ...removed];

/** Notes of one kind; without a kind, the problems. */
const notesOf = (row: ImportRow, wanted?: "formula" | "question"): SpreadsheetProblem[] =>
  row.problems.filter(({ kind }) => kind === wanted).map(({ sheet, cell, message }) => ({ sheet, cell, message }));

/** An import for review: what it would change in the newest version. */
export async function presentImport(scope: CompanyScope, row: ImportRow): Promise<PriceBookImport> {
  const newest = await requireNewest(scope);
  const changes = changesOf(row);
  const before = toEntriesById(await readEntries(scope, newest.version));
  const after = row.state === "ready" ? applyChanges(before, changes) : before;
  const described = describeChanges({ before, after, names: optionNames([...before.values()], [...after.values()]) });
  const isOutdated = row.state === "ready" && row.exportedFrom !== newest.version;
  const former = isOutdated ? toEntriesById(await readEntries(scope, row.exportedFrom)) : before;
  return {
    ...pick(row, ["id", "fileName", "state", "progress", "exportedFrom", "publishedVersion", "problemCount"]),
    createdTime: row.createdTime.toISOString(),
    startedFrom: newest.version,
    summary: summarizeChanges({ before, after, changes: described }),
    changes: described.slice(0, MAX_LISTED_CHANGES),
    changeCount: described.length,
    overwritten: findConflicts({ former, mine: after, theirs: before, touched: touchedBy(changes) }).map(
      ({ field }) => ({
        fieldId: field as FieldId,
        field: fieldTitle(field as FieldId),
      }),
    ),
    problems: notesOf(row),
    formulas: notesOf(row, "formula"),
    questions: notesOf(row, "question"),
    warnings: [...after.values()].some(chargesNoIceBarrier) ? [NO_ICE_BARRIER_IS_CHARGED] : [],
  };
}

/** A workbook does not contain retirement: retired options stay retired. */
function withRetired(entry: PriceBookEntry, former: PriceBookEntry | undefined): PriceBookEntry {
  const retired = new Set(former?.options.filter((option) => option.retired).map(({ id }) => id));
  if (retired.size === 0) return entry;
  return {
    ...entry,
    options: entry.options.map((option) => (retired.has(option.id) ? { ...option, retired: true as const } : option)),
  };
}

/** Diffs a workbook against a version. An empty row of a field that the version lacks is no change. */
function compareWith(former: EntriesById, entries: readonly PriceBookEntry[]): EntryChanges {
  const stated = entries
    .filter((entry) => former.has(entry.id) || !isDeepStrictEqual(entry, emptyEntry(entry.id)))
    .map((entry) => withRetired(entry, former.get(entry.id)));
  const after = toEntriesById(stated);
  const { changed, removed } = changedFieldIds(former, after);
  const wanted = new Set(changed);
  return {
    changed: stated.filter(({ id }) => wanted.has(id)),
    // A workbook only has rows for the catalogue's fields.
    removed: removed.filter((id) => findField(id) !== undefined),
  };
}

/** The version a workbook was exported from, if it is this company's. */
async function findExportedFrom(scope: CompanyScope, { exportedFrom, companyId }: WorkbookReading): Promise<number> {
  const isOwn = companyId === undefined || companyId === scope.companyId;
  const named = isOwn && exportedFrom !== undefined ? await findVersion(scope, exportedFrom) : undefined;
  return (named ?? (await requireNewest(scope))).version;
}

const picturesOf = (entries: readonly PriceBookEntry[]): { value: string; imageUrl: string }[] =>
  entries.flatMap(({ options }) =>
    options.flatMap(({ value, imageUrl }) => (imageUrl === undefined ? [] : [{ value, imageUrl }])),
  );

/** Options with a new picture that is not a file of the company, as problems of the workbook. */
async function findForeignOptions(
  scope: CompanyScope,
  { former, entries }: { former: readonly PriceBookEntry[]; entries: readonly PriceBookEntry[] },
): Promise<ImportRow["problems"]> {
  const known = new Set(picturesOf(former).map(({ imageUrl }) => imageUrl));
  const shown = picturesOf(entries).filter(({ imageUrl }) => !known.has(imageUrl));
  const foreign = await findForeignPictures(
    scope,
    shown.map(({ imageUrl }) => imageUrl),
  );
  return shown
    .filter(({ imageUrl }) => foreign.has(imageUrl))
    .map(({ value }) => ({ sheet: SHEETS.options.name, cell: "", message: `${value}: ${FOREIGN_PICTURE}` }));
}

/**
 * Reads a workbook and stores its changes for publishing. One with problems is stored as rejected. Retries with the same id are the same
 * import.
 *
 * Throws validation for a file that is not a price book.
 */
export async function readImport({
  id,
  file,
  now,
  transact,
}: {
  id: string;
  file: Pick<UploadedFile, "name" | "bytes">;
  now: Date;
  transact: Transact;
}): Promise<PriceBookImport> {
  const begun = await transact(async (scope) => {
    const exportedFrom = await ensurePriceBook(scope, now);
    await forgetImports(scope, new Date(now.getTime() - IMPORTS_KEPT_DAYS * DAY_MS));
    const row = await beginImport(scope, { id, fileName: file.name, exportedFrom, createdTime: now });
    return row.state === "reading"
      ? { usedOptionNumbers: await readUsedOptionNumbers(scope) }
      : { known: await presentImport(scope, row) };
  });
  if (begun.known) return begun.known;

  let reading: WorkbookReading;
  try {
    reading = await readPriceBook(file.bytes, {
      usedOptionNumbers: begun.usedOptionNumbers,
      onProgress: async (progress) => {
        await transact((scope) => updateImport(scope, id, { progress }));
      },
    });
  } catch (error) {
    if (!(error instanceof UnreadableWorkbook)) throw error;
    const { message } = error;
    await transact((scope) =>
      updateImport(scope, id, { state: "refused", problems: [{ sheet: "", cell: "", message }], problemCount: 1 }),
    );
    throw new Problem("validation", { errors: { [UPLOAD_FIELD]: [message] } });
  }

  return transact(async (scope) => {
    const exportedFrom = await findExportedFrom(scope, reading);
    const former = await readEntries(scope, exportedFrom);
    const foreign = await findForeignOptions(scope, { former, entries: reading.entries });
    const problems = [...reading.problems, ...foreign].slice(0, MAX_LISTED_PROBLEMS);
    const problemCount = reading.problemCount + foreign.length;
    const isSound = problemCount === 0;
    const { changed, removed } = isSound
      ? compareWith(toEntriesById(former), reading.entries)
      : { changed: [], removed: [] };
    const noted = isSound
      ? [
          ...reading.formulas.map((note) => ({ ...note, kind: "formula" as const })),
          ...askAboutNames(toEntriesById(former), reading).map((note) => ({ ...note, kind: "question" as const })),
        ]
      : [];
    const row = orNotFound(
      await updateImport(scope, id, {
        state: isSound ? "ready" : "refused",
        progress: 100,
        exportedFrom,
        changed: changed as ImportRow["changed"],
        removed: [...removed],
        problems: [...problems, ...noted],
        problemCount,
      }),
    );
    return presentImport(scope, row);
  });
}

/** Throws notFound if the company has no such import. */
export async function getImport(scope: CompanyScope, id: string): Promise<PriceBookImport> {
  const row = orNotFound(await findImport(scope, id));
  return presentImport(scope, row);
}

/** Checks the merged price book, where one side may have removed an option that the other uses. */
function assertSound(after: EntriesById, touched: readonly FieldId[]): void {
  const ids = new Set<string>([...after.values()].flatMap(({ options }) => options.map(({ id }) => id)));
  const messages = touched.flatMap((id) => {
    const entry = after.get(id);
    if (!entry) return [];
    const problems = findEntryProblems(entry, { hasOption: (optionId) => ids.has(optionId) });
    return problems.map(({ message }) => `${fieldTitle(id)}: ${message}`);
  });
  if (messages.length > 0)
    throw new Problem("validation", { errors: { importId: messages.slice(0, MAX_LISTED_CHANGES) } });
}

/**
 * Publishes a whole import. A published one returns its version.
 *
 * Throws conflict if others changed the same fields after `startedFrom`, the version shown to the person, and validation for an import that
 * was rejected or is still being read.
 */
export async function publishImport(
  scope: CompanyScope,
  {
    id,
    startedFrom,
    ...how
  }: { id: string; startedFrom: number; note: string; author: string; by: Actor; publishedTime: Date },
): Promise<PriceBookVersion> {
  await holdPriceBook(scope);
  const row = orNotFound(await holdImport(scope, id));
  const published = row.publishedVersion === null ? undefined : await findVersion(scope, row.publishedVersion);
  if (published) return published;
  if (row.state !== "ready")
    throw new Problem("validation", {
      errors: {
        importId: [row.state === "reading" ? "The spreadsheet is still being read." : "The spreadsheet has problems."],
      },
    });

  const newest = await requireNewest(scope);
  const changes = changesOf(row);
  const theirs = toEntriesById(await readEntries(scope, newest.version));
  const mine = applyChanges(theirs, changes);
  const touched = touchedBy(changes);
  if (startedFrom !== newest.version) {
    const former = toEntriesById(await readEntries(scope, startedFrom));
    const conflicts = findConflicts({ former, mine, theirs, touched });
    if (conflicts.length > 0) throw conflictProblem(newest, conflicts);
  }
  assertSound(mine, touched);
  const version = await publish(scope, { newest, changes, source: "import", ...how });
  await updateImport(scope, id, { state: "published", publishedVersion: version.version });
  return version;
}
