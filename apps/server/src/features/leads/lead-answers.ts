import {
  effectiveLeadSort,
  isCompanyAdmin,
  LEAD_FIELD_LABELS,
  LEAD_NAME_MESSAGE,
  leadRecord,
  mergeChange,
  Problem,
  searchWords,
  type FieldErrors,
  type Lead,
  type LeadFields,
  type UserId,
  formerValuesOf,
} from "@ridgebook/contract";
import type { CompanyScope } from "#database/company-scope.ts";
import { findUsers } from "#database/company-users.ts";
import { postgresCode } from "#database/database.ts";
import { missingRecord } from "#database/deleted-record.ts";
import { conflictWithAuthors } from "#database/field-authors.ts";
import { storable } from "#database/storable.ts";
import { alsoTogether, inCompany } from "#http/handlers.ts";
import { orNotFound } from "#http/or-not-found.ts";
import type { Session } from "#http/session.ts";
import { listTimeline } from "./lead-timeline.ts";
import { toLead, toNewestEstimate } from "./lead-presenter.ts";
import { findLead, holdLead, insertLeads, listLeads, removeLead, toLeadValues } from "./lead-repository.ts";
import { announceLeads, writeHeldLead, writingLeads } from "./write-lead.ts";

const FOREIGN_KEY_VIOLATION = "23503";

const PEOPLE = ["userId", "additionalSalesmanId"] as const;
const NAMES = ["firstName", "lastName", "company"] as const;

interface WrittenFields {
  readonly values: Partial<LeadFields>;
  readonly result: LeadFields;
}

/**
 * Checks what the contract cannot: that the named people work here, and that each lead keeps a name.
 *
 * @param mayNameDeactivated for leads that an admin sends for a person who was deactivated first (decision 0125)
 */
async function assertWritable(
  scope: CompanyScope,
  written: readonly WrittenFields[],
  { mayNameDeactivated = false } = {},
): Promise<void> {
  const named = written.flatMap(({ values }) => PEOPLE.flatMap((field) => values[field] ?? []));
  const users = await findUsers(scope, [...new Set(named)]);
  const mayBeNamed = (id: UserId): boolean => (mayNameDeactivated ? users.has(id) : users.get(id)?.active === true);
  for (const { values, result } of written) {
    const errors: FieldErrors = {};
    if (NAMES.some((field) => values[field] !== undefined) && NAMES.every((field) => result[field] === ""))
      errors["lastName"] = [LEAD_NAME_MESSAGE];
    for (const field of PEOPLE) {
      const id = values[field];
      if (id !== undefined && id !== null && !mayBeNamed(id))
        errors[field] = [`${LEAD_FIELD_LABELS[field]} must be an active user of the company.`];
    }
    if (Object.keys(errors).length > 0) throw new Problem("validation", { errors });
  }
}

const isNamed = ({ userId, additionalSalesmanId }: Pick<LeadFields, (typeof PEOPLE)[number]>, id: UserId): boolean =>
  userId === id || additionalSalesmanId === id;

/**
 * A person who sees only their own leads becomes the salesperson of a lead they add without one; otherwise it would vanish for them. Naming
 * someone else hands it over.
 */
const withSalesperson = ({ ownLeadsSince, userId }: CompanyScope, fields: LeadFields): LeadFields =>
  ownLeadsSince === undefined || userId === undefined || fields.userId !== null || isNamed(fields, userId)
    ? fields
    : { ...fields, userId };

/** Marks a lead added for someone else as deleted for the sender's devices. All rows share one column default. */
const outOfSightOf = ({ ownLeadsSince, userId }: CompanyScope, fields: LeadFields) =>
  ownLeadsSince === undefined ? {} : { leftSightOf: userId === undefined || isNamed(fields, userId) ? [] : [userId] };

/** The routes of leads (1.§7). `now` is the clock of created and modified times. */
export const leadAnswers = ({
  now,
  afterCrmLeadChange,
}: {
  now: () => Date;
  /** Called in the transaction after a lead known to a CRM changed. */
  afterCrmLeadChange: (scope: CompanyScope) => Promise<void>;
}) => {
  const createLeads = async (
    { scope, session }: { scope: CompanyScope; session: Session },
    given: readonly LeadFields[],
  ): Promise<Lead[]> => {
    const fields = given.map((each) => withSalesperson(scope, each));
    await assertWritable(
      scope,
      fields.map((body) => ({ values: body, result: body })),
      { mayNameDeactivated: isCompanyAdmin(session.user) },
    );
    const time = now();
    const added = { createdTime: time, modifiedTime: time, modifiedBy: scope.userId ?? null };
    const rows = await writingLeads(scope, fields, () =>
      insertLeads(
        scope,
        fields.map((body) => ({ ...toLeadValues(storable(body)), ...added, ...outOfSightOf(scope, body) })),
      ),
    );
    const leads = rows.map(toLead);
    await announceLeads(scope, { event: "lead.created", leads, now: time });
    return leads;
  };

  const answers = inCompany({
    async listLeads({ query, scope }) {
      const { searchQuery, userId, startDate, endDate, withoutStatus, limit, offset } = query;
      const words = searchWords(searchQuery);
      // Without letters or digits there is no search, and no relevance to sort by.
      const sort = effectiveLeadSort({ sort: query.sort, searchQuery: words.join(" ") });
      const { rows, newestEstimates, totalCount } = await listLeads(scope, {
        words,
        userId,
        startDate,
        endDate,
        withoutStatus,
        sort,
        limit,
        offset,
      });
      return {
        data: rows.map(toLead),
        newestEstimates: newestEstimates.map(toNewestEstimate),
        offset,
        limit,
        totalCount,
      };
    },

    async searchLeads({ query: { searchQuery, limit }, scope }) {
      const words = searchWords(searchQuery);
      if (words.length === 0) return [];
      const { rows } = await listLeads(scope, {
        words,
        userId: undefined,
        startDate: undefined,
        endDate: undefined,
        sort: "relevance",
        limit,
        offset: 0,
      });
      return rows.map(toLead);
    },

    async getLead({ params, scope }) {
      return toLead(orNotFound(await findLead(scope, params.id)));
    },

    async getLeadTimeline({ params, scope }) {
      if (!(await findLead(scope, params.id))) throw new Problem("notFound");
      return await listTimeline(scope, params.id);
    },

    async createLead({ body, ...context }) {
      const [created] = await createLeads(context, [body]);
      if (!created) throw new Error("A lead was created and did not come back.");
      return created;
    },

    async updateLead({ params, body: { former: sentFormer, revision, ...wanted }, scope }) {
      const held = await holdLead(scope, params.id);
      if (!held) throw await missingRecord(scope, { store: "leads", id: params.id });
      const current = toLead(held.row);
      const former = formerValuesOf({ former: sentFormer, revision }, { revision: current.revision, values: current });
      const { values, conflicts } = mergeChange<LeadFields>({
        written: leadRecord.written,
        current,
        wanted: wanted as Partial<LeadFields>,
        former,
        store: storable,
      });
      const { lastSave, fieldAuthors } = held;
      if (conflicts) throw await conflictWithAuthors(scope, { conflicts, fieldAuthors, lastSave });
      if (Object.keys(values).length === 0) return current;
      await assertWritable(scope, [{ values, result: { ...current, ...values } }]);
      const changed = await writeHeldLead(scope, held, { values, now: now() });
      if (changed.externalId !== null) await afterCrmLeadChange(scope);
      return changed;
    },

    async setHoverJobId({ params, body: { jobId }, scope }) {
      const held = orNotFound(await holdLead(scope, params.id));
      if (held.row.hoverJobId === jobId) return toLead(held.row);
      return await writeHeldLead(scope, held, { values: {}, references: { hoverJobId: jobId }, now: now() });
    },

    async setCameraUrl({ params, body: { cameraUrl }, scope }) {
      const held = orNotFound(await holdLead(scope, params.id));
      if (held.row.cameraUrl === cameraUrl) return toLead(held.row);
      return await writeHeldLead(scope, held, { values: {}, references: { cameraUrl }, now: now() });
    },

    async deleteLead({ params, scope }) {
      const held = orNotFound(await holdLead(scope, params.id));
      if (held.row.externalId !== null) throw new Problem("inUse");
      try {
        await removeLead(scope, params.id);
      } catch (error) {
        if (postgresCode(error) === FOREIGN_KEY_VIOLATION) throw new Problem("inUse");
        throw error;
      }
    },
  });

  return alsoTogether(answers, {
    createLead: async (inputs) => {
      const [first] = inputs;
      return first
        ? await createLeads(
            first,
            inputs.map(({ body }) => body),
          )
        : [];
    },
  });
};
