import {
  MAX_TIMELINE_EVENTS,
  type DocumentId,
  type EstimateId,
  type LeadId,
  type LeadTimelineEvent,
  type UserId,
} from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import type { CompanyScope } from "#database/company-scope.ts";
import { document, documentEmail, documentEvent, importedEvent } from "#database/schema/document-tables.ts";
import { estimate } from "#database/schema/estimate-tables.ts";
import { lead, leadEvent } from "#database/schema/lead-tables.ts";

interface EventRow extends Record<string, unknown> {
  kind: LeadTimelineEvent["kind"];
  time: Date | string;
  by: string | null;
  text: string;
  person_id: string | null;
  estimate_id: string | null;
  document_id: string | null;
  name: string;
  email_status: number | null;
}

/** For a record never changed since, the last save is its creation. */
const MADE_BY = sql.raw(`case when modified_time = created_time then modified_by end`);

/**
 * A lead's history, newest first, derived from existing records, so nothing is reported twice. Of changes older than event logging
 * (decision 0115), only the last one, named by the lead, is included. Papers are joined through their documents, which the policies show
 * only with their lead. Deleted papers are omitted.
 */
export async function listTimeline(scope: CompanyScope, id: LeadId): Promise<LeadTimelineEvent[]> {
  const { companyId } = scope;
  const { rows } = await scope.db.execute<EventRow>(sql`
    with l as (select * from ${lead} where company_id = ${companyId} and id = ${id}),
    d as (select * from ${document} where company_id = ${companyId} and lead_id = ${id}),
    happened as (
      select document_id, kind, time, payload from ${documentEvent} where company_id = ${companyId} and document_id in (select id from d)
      union all
      select document_id, kind, time, payload from ${importedEvent} where company_id = ${companyId} and document_id in (select id from d)
    ),
    event (kind, time, by, text, person_id, estimate_id, document_id, name, email_status) as (
      select 'leadCreated', created_time,
        case when (field_authors -> '*' ->> 'at')::timestamptz = created_time then (field_authors -> '*' ->> 'by')::bigint else ${MADE_BY} end,
        '', null::bigint, null::bigint, null::bigint, '', null::integer from l
      union all
      select 'meeting', meeting_date, null, '', null, null, null, '', null from l where meeting_date is not null
      union all
      select kind, time, changed_by, status, user_id, null, null, '', null
      from ${leadEvent} where company_id = ${companyId} and lead_id = ${id}
      union all
      select change.kind, (field_authors -> change.field ->> 'at')::timestamptz, (field_authors -> change.field ->> 'by')::bigint,
        case when change.kind = 'status' then lead_status else '' end,
        case change.kind when 'salesperson' then user_id when 'secondSalesperson' then additional_salesman_id end,
        null, null, '', null
      from l, (values ('status', 'leadStatus'), ('salesperson', 'userId'), ('secondSalesperson', 'additionalSalesmanId')) change (kind, field)
      where field_authors ? change.field and not exists (
        select from ${leadEvent} noted where noted.company_id = ${companyId} and noted.lead_id = l.id and noted.kind = change.kind)
      union all
      select 'estimateCreated', created_time, ${MADE_BY}, '', null, id, null, name, null
      from ${estimate} where company_id = ${companyId} and lead_id = ${id}
      union all
      select 'documentCreated', created_time, created_by_user_id, '', null, estimate_id, id, name, null from d
      union all
      select 'mail', requested_time, sent_by, mail.email, null, d.estimate_id, d.id, d.name, mail.status
      from d join ${documentEmail} mail on mail.company_id = ${companyId} and mail.document_id = d.id
      union all
      select happened.kind, happened.time, null,
        coalesce((select string_agg(signer ->> 'name', ', ') from jsonb_array_elements(
          case jsonb_typeof(payload -> 'signedBy') when 'array' then payload -> 'signedBy' else '[]' end) signer), ''),
        null, d.estimate_id, d.id, d.name, null
      from d join happened on happened.document_id = d.id
      where happened.kind in ('signed', 'superseded')
    )
    select * from event order by time desc, kind, document_id desc, estimate_id desc limit ${MAX_TIMELINE_EVENTS}`);
  return rows.map(toEvent);
}

const toId = (id: string | null): number | null => (id === null ? null : Number(id));

const toEvent = (row: EventRow): LeadTimelineEvent => ({
  kind: row.kind,
  time: new Date(row.time).toISOString(),
  by: toId(row.by) as UserId | null,
  text: row.text,
  personId: toId(row.person_id) as UserId | null,
  estimateId: toId(row.estimate_id) as EstimateId | null,
  documentId: toId(row.document_id) as DocumentId | null,
  name: row.name,
  emailStatus: row.email_status,
});
