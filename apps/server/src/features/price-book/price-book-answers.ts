import { randomUUID } from "node:crypto";
import {
  fullName,
  MAX_LISTED_CHANGES,
  PRICE_BOOK_VERSION_HEADER,
  Problem,
  type CompanyId,
  type PriceBookVersion,
} from "@ridgebook/contract";
import type { OptionId, PriceBookEntry } from "@ridgebook/estimating";
import type { CompanyScope } from "#database/company-scope.ts";
import { inCompany, inCompanySteps, type CompanyContext } from "#http/handlers.ts";
import { actorOf } from "#http/note-activity.ts";
import { orNotFound } from "#http/or-not-found.ts";
import { changeField } from "./change-field.ts";
import { addOption, changeOption, orderOptions } from "./change-options.ts";
import { changedFieldIds, describeChanges, optionNames, toEntriesById } from "./describe-changes.ts";
import { ensurePriceBook } from "./ensure-price-book.ts";
import { getImport, presentImport, publishImport, readImport } from "./import-price-book.ts";
import { findImport } from "./import-repository.ts";
import { previewImpact, type OpenEstimates } from "./price-impact.ts";
import {
  findNewestVersion,
  findVersion,
  holdPriceBook,
  listVersions,
  readDifference,
  readEntries,
  readEntriesToRestore,
  readUsedOptionNumbers,
} from "./price-book-repository.ts";
import { conflictProblem, findConflicts, publish } from "./publish.ts";
import { writePriceBook } from "./spreadsheet/write-price-book.ts";

/** A spreadsheet in the company's connected storage. */
interface ConnectedSpreadsheet {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** Who publishes, and when. */
const publishedBy = ({ session, caller }: Pick<CompanyContext, "session" | "caller">, publishedTime: Date) => ({
  author: fullName(session.user),
  by: actorOf(session, caller),
  publishedTime,
});

/** Publishes changed entries; returns the version. */
async function publishOptions(
  { scope, now, ...who }: Pick<CompanyContext, "scope" | "session" | "caller"> & { now: Date },
  {
    newest,
    changed,
    note = "",
  }: { newest: PriceBookVersion; changed: readonly PriceBookEntry[]; note?: string | undefined },
): Promise<number> {
  const changes = { changed, removed: [] };
  return (await publish(scope, { newest, changes, source: "option", note, ...publishedBy(who, now) })).version;
}

/** A permanent ETag of a version. The time distinguishes versions whose numbers a restored database reused. */
const tagOf = (scope: { companyId: CompanyId }, { version, publishedTime }: PriceBookVersion): string =>
  `price-book-${scope.companyId}-${version}-${Date.parse(publishedTime)}`;

/** The requested version, or the newest. Throws notFound for a missing one. */
async function requireVersion(scope: CompanyScope, { asked, now }: { asked: number | undefined; now: Date }) {
  await ensurePriceBook(scope, now);
  return orNotFound(asked === undefined ? await findNewestVersion(scope) : await findVersion(scope, asked));
}

/** The newest version, locked against publishing until the transaction ends. */
async function holdNewest(scope: CompanyScope, { startedFrom, now }: { startedFrom: number | undefined; now: Date }) {
  await ensurePriceBook(scope, now);
  await holdPriceBook(scope);
  const newest = orNotFound(await findNewestVersion(scope));
  if (startedFrom !== undefined && startedFrom > newest.version)
    throw new Problem("validation", { errors: { startedFrom: ["There is no such version."] } });
  return newest;
}

/** The routes of the price book (1.§7). `now` is the clock of publishing. */
export const priceBookAnswers = ({
  now,
  openEstimates,
  readConnectedSpreadsheet,
}: {
  now: () => Date;
  openEstimates: OpenEstimates;
  /** The spreadsheet named by the settings (OP-58); undefined without a connected storage. */
  readConnectedSpreadsheet: (companyId: CompanyId) => Promise<ConnectedSpreadsheet | undefined>;
}) => ({
  ...inCompany({
    async listEstimateFields({ query, scope, caller }) {
      const version = await requireVersion(scope, { asked: query.version, now: now() });
      caller.setHeader(PRICE_BOOK_VERSION_HEADER, String(version.version));
      if (query.since === undefined) {
        caller.setTag(tagOf(scope, version));
        return readEntries(scope, version.version);
      }
      // A device ahead of the server, which was restored from a backup, gets everything.
      const since = query.since > version.version ? 0 : query.since;
      caller.setTag(`${tagOf(scope, version)}-since-${since}`);
      const difference = await readDifference(scope, { since, version: version.version });
      return { version: version.version, since, ...difference };
    },

    async updateEstimateFieldOption({ params: { id }, body, scope, ...who }) {
      const { startedFrom, note } = body;
      const newest = await holdNewest(scope, { startedFrom, now: now() });
      const entries = await readEntries(scope, newest.version);
      const entry = await changeOption(scope, { id, change: body, entries, newest: newest.version });
      const version = await publishOptions({ scope, ...who, now: now() }, { newest, changed: [entry], note });
      return { version, field: entry };
    },

    async addEstimateFieldOption({ body, scope, ...who }) {
      const { startedFrom, fieldId, note, ...added } = body;
      const newest = await holdNewest(scope, { startedFrom, now: now() });
      const entries = await readEntries(scope, newest.version);
      const number = ((await readUsedOptionNumbers(scope)).get(fieldId) ?? 0) + 1;
      const id: OptionId = `${fieldId}.${number}`;
      const changed = addOption(entries, { ...added, fieldId, id });
      const version = await publishOptions({ scope, ...who, now: now() }, { newest, changed, note });
      const field = changed.find((entry) => entry.id === fieldId);
      if (!field) throw new Error("An option was added and its field did not change.");
      return { version, field, id };
    },

    async orderEstimateFieldOptions({ body: { startedFrom, fieldId, order, note }, scope, ...who }) {
      const newest = await holdNewest(scope, { startedFrom, now: now() });
      const find = async (version: number) => (await readEntries(scope, version)).find((entry) => entry.id === fieldId);
      const current = orNotFound(await find(newest.version));
      const former = startedFrom === newest.version ? current : await find(startedFrom);
      const field = orderOptions({ former, current, newest }, order);
      const version = await publishOptions({ scope, ...who, now: now() }, { newest, changed: [field], note });
      return { version, field };
    },

    async updateEstimateField({ params: { id }, body, scope, ...who }) {
      const { startedFrom, note } = body;
      const newest = await holdNewest(scope, { startedFrom, now: now() });
      const entries = await readEntries(scope, newest.version);
      const former = startedFrom === newest.version ? entries : await readEntries(scope, startedFrom);
      const field = changeField({ id, former, entries, newest }, body);
      const version = await publishOptions({ scope, ...who, now: now() }, { newest, changed: [field], note });
      return { version, field };
    },

    async getEstimateFieldImport({ params, scope }) {
      await ensurePriceBook(scope, now());
      return getImport(scope, params.importId);
    },

    async publishEstimateFieldImport({ params, body: { startedFrom, note = "" }, scope, ...who }) {
      await holdNewest(scope, { startedFrom, now: now() });
      return publishImport(scope, { id: params.importId, startedFrom, note, ...publishedBy(who, now()) });
    },

    async listEstimateFieldVersions({ query: { offset, limit }, scope }) {
      await ensurePriceBook(scope, now());
      const { versions, totalCount } = await listVersions(scope, { offset, limit });
      return { data: versions, offset, limit, totalCount };
    },

    async getEstimateFieldVersion({ params, scope }) {
      const version = await requireVersion(scope, { asked: params.version, now: now() });
      const before = toEntriesById(await readEntries(scope, version.version - 1));
      const after = toEntriesById(await readEntries(scope, version.version));
      const names = optionNames([...before.values()], [...after.values()]);
      const changes = describeChanges({ before, after, names });
      return { ...version, changes: changes.slice(0, MAX_LISTED_CHANGES), changeCount: changes.length };
    },

    async restoreEstimateFieldVersion({ params, body: { startedFrom, note = "" }, scope, ...who }) {
      const newest = await holdNewest(scope, { startedFrom, now: now() });
      if (!(await findVersion(scope, params.version))) throw new Problem("notFound");
      const theirs = toEntriesById(await readEntries(scope, newest.version));
      const target = toEntriesById(
        await readEntriesToRestore(scope, { version: params.version, newest: newest.version }),
      );
      if (startedFrom !== newest.version) {
        const former = toEntriesById(await readEntries(scope, startedFrom));
        throw conflictProblem(
          newest,
          findConflicts({ former, mine: target, theirs, touched: [...new Set([...theirs.keys(), ...target.keys()])] }),
        );
      }
      const removed = changedFieldIds(theirs, target).removed;
      return publish(scope, {
        newest,
        changes: { changed: [...target.values()], removed },
        source: "restore",
        restoredVersion: params.version,
        note,
        ...publishedBy(who, now()),
      });
    },
  }),

  ...inCompanySteps({
    previewPriceImpact: ({ body, transact }) => previewImpact(body, { openEstimates, transact, now: now() }),

    async importEstimateFields({ file, query, transact, ...who }) {
      const { importId: id = randomUUID(), publish: shallPublish } = query;
      const read = await readImport({ id, file, now: now(), transact });
      if (shallPublish !== "true" || read.state !== "ready" || read.questions.length > 0) return read;
      return transact(async (scope) => {
        const { startedFrom } = read;
        await publishImport(scope, { id, startedFrom, note: "", ...publishedBy(who, now()) });
        const row = orNotFound(await findImport(scope, id));
        return { ...read, ...(await presentImport(scope, row)), summary: read.summary, changes: read.changes };
      });
    },

    async importConnectedEstimateFields({ query: { importId: id = randomUUID() }, companyId, transact }) {
      const file = await readConnectedSpreadsheet(companyId);
      if (!file) throw new Problem("storageNotConnected");
      return readImport({ id, file, now: now(), transact });
    },

    async exportEstimateFields({ query, companyId, transact }) {
      const { version, entries } = await transact(async (scope) => {
        const found = await requireVersion(scope, { asked: query.version, now: now() });
        return { version: found, entries: await readEntries(scope, found.version) };
      });
      return {
        contentType: XLSX,
        name: `price-book-${version.version}.xlsx`,
        disposition: "attachment" as const,
        etag: tagOf({ companyId }, version),
        bytes: () => writePriceBook({ version: version.version, entries }, { companyId }),
      };
    },
  }),
});
