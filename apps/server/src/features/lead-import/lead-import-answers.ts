import {
  LEAD_FIELD_LABELS,
  LEAD_NAME_MESSAGE,
  MAX_IMPORTED_LEADS,
  Problem,
  type FieldErrors,
  type LeadImport,
  type LeadImportId,
  type StagedLead,
} from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import { findActiveUsers } from "#database/company-users.ts";
import { enqueueJob } from "#database/job-queue.ts";
import { storable } from "#database/storable.ts";
import { addErrors } from "#http/field-errors.ts";
import { inCompany } from "#http/handlers.ts";
import { actorOf, noteActivity } from "#http/note-activity.ts";
import { orNotFound } from "#http/or-not-found.ts";
import { noteImport } from "./import-activity.ts";
import {
  addImport,
  changeImport,
  countUndecided,
  decide,
  findImport,
  holdImport,
  listDuplicates,
  listImports,
  removeImport,
  stageRows,
  type ImportRow,
} from "./import-repository.ts";
import { takeLeadsBack } from "./write-leads.ts";

const PEOPLE = ["userId", "additionalSalesmanId"] as const;

function findRepeated(numbers: readonly number[]): number | undefined {
  const seen = new Set<number>();
  return numbers.find((number) => seen.size === seen.add(number).size);
}

/** Checks what the contract cannot: unique row numbers, names, and that the named people work here. */
async function assertStageable(scope: CompanyScope, rows: readonly StagedLead[]): Promise<void> {
  const named = rows.flatMap(({ fields }) => PEOPLE.flatMap((field) => fields[field] ?? []));
  const active = await findActiveUsers(scope, [...new Set(named)]);
  const errors: FieldErrors = {};
  const repeated = findRepeated(rows.map(({ row }) => row));
  if (repeated !== undefined) addErrors(errors, { rows: [`Row ${String(repeated)} is there twice.`] });
  for (const [index, { fields }] of rows.entries()) {
    const path = (field: string): string => `rows.${String(index)}.fields.${field}`;
    if (!fields.firstName && !fields.lastName && !fields.company)
      addErrors(errors, { [path("lastName")]: [LEAD_NAME_MESSAGE] });
    for (const field of PEOPLE) {
      const person = fields[field] ?? null;
      if (person !== null && !active.has(person))
        addErrors(errors, { [path(field)]: [`${LEAD_FIELD_LABELS[field]} must be an active user of the company.`] });
    }
  }
  if (Object.keys(errors).length > 0) throw new Problem("validation", { errors });
}

async function shown(scope: CompanyScope, id: LeadImportId): Promise<LeadImport> {
  return orNotFound(await findImport(scope, id));
}

async function holdIn(
  scope: CompanyScope,
  id: LeadImportId,
  states: readonly ImportRow["state"][],
): Promise<ImportRow> {
  const held = orNotFound(await holdImport(scope, id));
  if (!states.includes(held.state)) throw new Problem("importState");
  return held;
}

const enqueue = (scope: CompanyScope, importId: LeadImportId): Promise<void> =>
  enqueueJob(scope, {
    name: "import-leads",
    payload: { companyId: scope.companyId, importId },
    key: `import-leads:${String(scope.companyId)}:${String(importId)}`,
  });

/** The routes of lead imports (company.md, "Moving in"; decision 0084). */
export const leadImportAnswers = ({ now }: { now: () => Date }) =>
  inCompany({
    listLeadImports: ({ scope }) => listImports(scope),

    async createLeadImport({ body, scope }) {
      return shown(scope, await addImport(scope, { fileName: storable(body.fileName), now: now() }));
    },

    getLeadImport: ({ params, scope }) => shown(scope, params.id),

    async stageLeadImportRows({ params: { id }, body, scope }) {
      const { rowCount } = await holdIn(scope, id, ["staging"]);
      const rows = storable(body.rows);
      await assertStageable(scope, rows);
      const count = rowCount + (await stageRows(scope, id, rows));
      if (count > MAX_IMPORTED_LEADS)
        throw new Problem("validation", {
          errors: { rows: [`An import takes at most ${MAX_IMPORTED_LEADS.toLocaleString("en-US")} rows.`] },
        });
      await changeImport(scope, { id, state: "staging" }, { rowCount: count });
      return shown(scope, id);
    },

    async checkLeadImport({ params: { id }, scope }) {
      const { state } = await holdIn(scope, id, ["staging", "checked", "failed"]);
      await changeImport(scope, { id, state }, { state: "checking", failure: null, doneCount: 0 });
      await enqueue(scope, id);
      return shown(scope, id);
    },

    async listLeadDuplicates({ params: { id }, query: { limit, offset }, scope }) {
      const { state, duplicateCount } = await shown(scope, id);
      const isFound = state !== "staging" && state !== "checking" && state !== "failed";
      const data = isFound ? await listDuplicates(scope, id, { limit, offset }) : [];
      return { data, limit, offset, totalCount: isFound ? duplicateCount : 0 };
    },

    async finishLeadImport({ params: { id }, body: { decisions, others }, scope, session, caller }) {
      await holdIn(scope, id, ["checked"]);
      const repeated = findRepeated(decisions.map(({ row }) => row));
      const unknown = repeated === undefined ? await decide(scope, id, decisions) : [];
      const errors: FieldErrors = {};
      if (repeated !== undefined) errors["decisions"] = [`Row ${String(repeated)} is decided twice.`];
      if (unknown[0] !== undefined) errors["decisions"] = [`Row ${String(unknown[0])} is not like another one.`];
      const undecided = others === null && repeated === undefined ? await countUndecided(scope, id) : 0;
      if (undecided > 0)
        errors["others"] = [
          undecided === 1
            ? "Decide what happens to 1 more row."
            : `Decide what happens to ${undecided.toLocaleString("en-US")} more rows.`,
        ];
      if (Object.keys(errors).length > 0) throw new Problem("validation", { errors });
      const actor = actorOf(session, caller);
      await changeImport(scope, { id, state: "checked" }, { state: "importing", others, actor, doneCount: 0 });
      await enqueue(scope, id);
      return shown(scope, id);
    },

    async undoLeadImport({ params: { id }, scope, session, caller }) {
      const held = await holdIn(scope, id, ["imported"]);
      if (!(await takeLeadsBack(scope, held, { now: now(), by: scope.userId ?? null }))) throw new Problem("inUse");
      await changeImport(scope, { id, state: "imported" }, { state: "undone" });
      const counts = { added: held.addedCount, updated: held.updatedCount };
      await noteActivity(
        scope,
        noteImport(scope, {
          actor: actorOf(session, caller),
          fileName: held.fileName,
          action: "removed",
          counts,
        }),
      );
      if (held.updatedCount > 0) await enqueue(scope, id);
      return shown(scope, id);
    },

    async deleteLeadImport({ params: { id }, scope }) {
      await holdIn(scope, id, ["staging", "checking", "checked", "importing", "failed"]);
      await removeImport(scope, id);
    },
  });
