import { setImmediate as nextTurn } from "node:timers/promises";
import {
  Problem,
  priceUpdate,
  PRICED_AT_ONCE,
  type Estimate,
  type EstimateImpact,
  type PriceBookVersion,
  type PriceImpact,
  type priceImpactQuestion,
} from "@ridgebook/contract";
import { companyMargin, indexPriceBook, type FieldId, type IndexedPriceBook } from "@ridgebook/estimating";
import type { z } from "zod";
import type { CompanyScope } from "#database/company-scope.ts";
import { orNotFound } from "#http/or-not-found.ts";
import { toEntriesById, type EntriesById } from "./describe-changes.ts";
import { changeField } from "./change-field.ts";
import { changeOption } from "./change-options.ts";
import { ensurePriceBook } from "./ensure-price-book.ts";
import { findImport } from "./import-repository.ts";
import { findNewestVersion, findVersion, readEntries, readEntriesToRestore } from "./price-book-repository.ts";
import { applyChanges } from "./publish.ts";
import { sampleHouseImpacts } from "./sample-house-impacts.ts";

/** The company's open estimates, which another feature keeps. */
export interface OpenEstimates {
  count(scope: CompanyScope): Promise<number>;
  list(
    scope: CompanyScope,
    range: { after: number; limit: number },
  ): Promise<readonly { readonly estimate: Estimate; readonly customer: string }[]>;
}

type Question = z.output<typeof priceImpactQuestion>;

/** The price book after the change. */
async function readIntended(
  scope: CompanyScope,
  { change, newest: newestVersion }: { change: Question["change"]; newest: PriceBookVersion },
): Promise<EntriesById> {
  const newest = newestVersion.version;
  if (change.kind === "restore") {
    if (!(await findVersion(scope, change.version))) throw new Problem("notFound");
    return toEntriesById(await readEntriesToRestore(scope, { version: change.version, newest }));
  }
  const entries = await readEntries(scope, newest);
  const current = toEntriesById(entries);
  if (change.kind === "import") {
    const row = orNotFound(await findImport(scope, change.importId));
    if (row.state !== "ready")
      throw new Problem("validation", {
        errors: { importId: ["Only an import that can be published has an impact."] },
      });
    return applyChanges(current, { changed: row.changed, removed: row.removed as FieldId[] });
  }
  if (change.kind === "field") {
    const { startedFrom } = change.field;
    const former = startedFrom === newest ? entries : await readEntries(scope, startedFrom);
    const field = changeField({ id: change.id, former, entries, newest: newestVersion }, change.field);
    return applyChanges(current, { changed: [field], removed: [] });
  }
  const changed = await changeOption(scope, { id: change.id, change: change.option, entries, newest });
  return applyChanges(current, { changed: [changed], removed: [] });
}

function impactOn(
  { estimate, customer }: { estimate: Estimate; customer: string },
  book: IndexedPriceBook,
): EstimateImpact {
  const { before, after, copies } = priceUpdate(estimate, book);
  return {
    id: estimate.id,
    leadId: estimate.leadId,
    name: estimate.name,
    customer,
    priceBookVersion: estimate.priceBookVersion,
    oldTotal: before.total,
    newTotal: after.total,
    oldMargin: companyMargin(...before.workflows).afterLender,
    newMargin: companyMargin(...after.workflows).afterLender,
    lostCount: copies.reduce((sum, { lost }) => sum + lost.length, 0),
  };
}

/**
 * Previews a price change for the next batch of open estimates. They are read in one transaction and priced after it, yielding between
 * estimates so that other requests are served.
 */
export async function previewImpact(
  { change, after }: Question,
  {
    openEstimates,
    transact,
    now,
  }: {
    openEstimates: OpenEstimates;
    transact: <Result>(work: (scope: CompanyScope) => Promise<Result>) => Promise<Result>;
    now: Date;
  },
): Promise<PriceImpact> {
  const { newest, current, entries, open, openCount } = await transact(async (scope) => {
    await ensurePriceBook(scope, now);
    const found = orNotFound(await findNewestVersion(scope));
    return {
      newest: found.version,
      current: after === 0 ? await readEntries(scope, found.version) : undefined,
      entries: await readIntended(scope, { change, newest: found }),
      open: await openEstimates.list(scope, { after, limit: PRICED_AT_ONCE }),
      openCount: await openEstimates.count(scope),
    };
  });
  const book = indexPriceBook({ version: newest + 1, entries: [...entries.values()] });
  const estimates: EstimateImpact[] = [];
  for (const each of open) {
    estimates.push(impactOn(each, book));
    await nextTurn();
  }
  const last = estimates.at(-1);
  return {
    startedFrom: newest,
    openCount,
    estimates,
    ...(current && {
      sampleHouses: await sampleHouseImpacts({
        now: indexPriceBook({ version: newest, entries: current }),
        intended: book,
      }),
    }),
    next: last && estimates.length === PRICED_AT_ONCE ? last.id : null,
  };
}
