import type { CompanyId, UserId } from "@ridgebook/contract";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

/*
 * The database's own half of the isolation proof: whatever statement the app's role sends, it reaches the rows of its transaction's company
 * and no others. The tables are read from the database, so a new one is covered on the day it appears.
 */

/** Tables of which the app's role may read and add rows, and nothing else; and the one that says where such a table ends. */
const ADDED_TO_ONLY = ["activity", "document_event", "imported_event", "lead_event"];
const NEVER_DELETED = [...ADDED_TO_ONLY, "document_log"];

interface Companies {
  readonly own: CompanyId;
  readonly foreign: CompanyId;
}

describe("row-level security of the company tables", () => {
  let database: TestDatabase;
  let companies: Companies;
  let tables: string[];

  beforeAll(async () => {
    database = await createTestDatabase(inject("postgresUrl"));
    const ids: CompanyId[] = [];
    for (const name of ["Own", "Foreign"]) {
      const { rows } = await database.superuserPool.query<{ id: string }>(
        "insert into company (name) values ($1) returning id",
        [name],
      );
      const id = Number(rows[0]?.id) as CompanyId;
      ids.push(id);
      await database.superuserPool.query(
        "with person as (insert into account (email) values ($2) returning id) insert into membership (company_id, account_id, role) select $1, id, 'User' from person",
        [id, `${name}@x.test`],
      );
      await database.superuserPool.query("insert into lead (company_id, last_name) values ($1, $2)", [id, name]);
      await database.superuserPool.query(
        "insert into file (company_id, id, name, size, content_type) values ($1, repeat('a', 64), 'a.png', 1, 'image/png')",
        [id],
      );
      await database.superuserPool.query("insert into company_settings (company_id) values ($1)", [id]);
      for (const statement of [
        "insert into lead_event (company_id, lead_id, kind, status, time) select company_id, id, 'status', 'Sold', now() from lead where company_id = $1",
        "insert into lead_photo (company_id, lead_id, file_id, taken_time, created_time, modified_time) select lead.company_id, lead.id, file.id, now(), now(), now() from lead join file using (company_id) where lead.company_id = $1",
        "insert into price_book_version (company_id, version, source, published_time, summary) values ($1, 1, 'starter', now(), '{}')",
        "insert into price_book_entry (company_id, field_id, from_version, content, change_number) values ($1, '4.11', 1, '{}', 0)",
        "insert into price_book_import (company_id, id, state, exported_from, created_time) values ($1, gen_random_uuid(), 'ready', 1, now())",
        "insert into lead_import (company_id, file_name, state, created_time) values ($1, 'leads.csv', 'staging', now())",
        `insert into lead_import_row (company_id, import_id, row, "values") select company_id, id, 2, '{}' from lead_import where company_id = $1`,
        "insert into estimate_workflow (company_id, workflow_id) values ($1, 4)",
        "insert into estimate_section (company_id, workflow_id, section_id, optional) values ($1, 4, 401, false)",
        "insert into estimate (company_id, lead_id, name, term, price_book_version) select $1, id, 'Roof', '{}', 1 from lead where company_id = $1",
        "insert into estimate_item (company_id, estimate_id, id, field_id, position) select $1, id, 7, '1.58', 0 from estimate where company_id = $1",
        "insert into estimate_comparison (company_id, estimate_id, workflow_id, workflow_estimate_id, position, field_option_id, items) select $1, id, 1, 1, 0, '1.5.1', '[]' from estimate where company_id = $1",
        "insert into estimate_summary (company_id, estimate_id, workflow_id, workflow_estimate_id) select $1, id, 1, 1 from estimate where company_id = $1",
        "insert into document (company_id, estimate_id, lead_id, name, type, created_time, received_time, modified_time, pdf_status) select $1, id, lead_id, 'Contract', 1, now(), now(), now(), 5 from estimate where company_id = $1",
        "insert into document_signature (company_id, document_id, key, picture, signed_time) select $1, id, 'customer', '', now() from document where company_id = $1",
        "insert into document_email (company_id, document_id, email, requested_time, status) select $1, id, 'eve@one.test', now(), 2 from document where company_id = $1",
        "insert into credential (company_id, name, secret, modified_time) values ($1, 'CRM', 'x', now())",
        "insert into webhook (company_id, url, events, secret, secret_time, created_time) values ($1, 'https://a.test', '{}', 'x', now(), now())",
        `insert into webhook_delivery (company_id, webhook_id, message_id, event, body, created_time, ends_time)
         select company_id, id, gen_random_uuid(), 'test', '{}', now(), now() from webhook where company_id = $1`,
        "insert into estimate_template (company_id, name, content, made_by, created_time) values ($1, 'Roof', '{}', 'Ann Lee', now())",
        `insert into connection_grant (company_id, provider, grant_id, is_rehearsal, state, refresh_token, access_token, access_ends_time,
           connected_by_name, connected_time, calls_left, calls_time)
         values ($1, 'hover', gen_random_uuid(), false, 'connected', 'x', 'x', now(), 'Ann Lee', now(), 1, now())`,
        `insert into connection_pending (company_id, state_hash, provider, is_rehearsal, session_id, ends_time)
         values ($1, 'x', 'hover', false, gen_random_uuid(), now())`,
        `insert into connection_cache (company_id, provider, call, parameters, reply, fetched_time)
         values ($1, 'hover', 'job', '1', '{}', now())`,
        "insert into imported_event (company_id, chain, sequence, former_company_id, document_id, kind, payload, time, previous_hash, hash) values ($1, 1, 1, 1, 1, 'signed', '{}', now(), '', '')",
        "insert into document_filing (company_id, document_id, waiting_since) select $1, id, now() from document where company_id = $1",
        `insert into folder_log (company_id, folder_type, folder_id, parent_id, folder_name, project_type, project_types,
           is_mapping_correct, details, created_time)
         values ($1, 'project', 'f', 'p', 'Folder', 'Roofing', '["Roofing"]', false, 'Not mapped', now())`,
        "insert into zoho_sync (company_id) values ($1)",
        "insert into zoho_lead (company_id, zoho_id, lead_id, state, base, modified_time) select $1, '1', id, 'linked', '{}', now() from lead where company_id = $1",
        "insert into zoho_hint (company_id, zoho_id) values ($1, '1')",
        "insert into document_log (company_id) values ($1)",
        "insert into activity (company_id, actor_name, kind, action, subject, searched) values ($1, 'Ann Lee', 'settings', 'changed', 'themeColor', '')",
        "insert into mail_use (company_id, requested_time, mails) values ($1, now(), 1)",
        "insert into moving_in_hidden (company_id, user_id) values ($1, 1)",
        "insert into usage_report_schedule (company_id, frequency, since) values ($1, 1, now())",
        "insert into usage_report_period (company_id, first_day, last_day, queued_time) values ($1, '2026-05-01', '2026-05-07', now())",
        "insert into usage_report_mail (company_id, first_day, last_day, email) values ($1, '2026-05-01', '2026-05-07', 'eve@one.test')",
        "insert into document_event (company_id, sequence, document_id, kind, payload, time, previous_hash, hash) select $1, 1, id, 'signed', '{}', now(), '', '' from document where company_id = $1",
      ])
        await database.superuserPool.query(statement, [id]);
      await database.superuserPool.query(
        "insert into tombstone (company_id, store, record_id, change_number) values ($1, 'leads', 77, 0)",
        [id],
      );
      await database.superuserPool.query(
        "insert into idempotency_key (company_id, account_id, key, request_hash) select $1, account_id, 'key', '' from membership where company_id = $1",
        [id],
      );
    }
    const [own, foreign] = ids;
    if (own === undefined || foreign === undefined) throw new Error("no companies");
    companies = { own, foreign };
    const found = await database.superuserPool.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and has_table_privilege('ridgebook_app', oid, 'select') order by 1",
    );
    tables = found.rows.map(({ name }) => name);
  });
  afterAll(() => database.close());

  test("the company tables are those that the app's role may read", () => {
    expect(tables).toEqual([
      "activity",
      "change_counter",
      "company_settings",
      "connection_cache",
      "connection_grant",
      "connection_pending",
      "credential",
      "document",
      "document_email",
      "document_event",
      "document_filing",
      "document_log",
      "document_signature",
      "estimate",
      "estimate_comparison",
      "estimate_item",
      "estimate_section",
      "estimate_summary",
      "estimate_template",
      "estimate_workflow",
      "file",
      "file_usage",
      "folder_log",
      "idempotency_key",
      "imported_event",
      "lead",
      "lead_event",
      "lead_import",
      "lead_import_row",
      "lead_photo",
      "mail_use",
      "moving_in_hidden",
      "price_book_entry",
      "price_book_import",
      "price_book_version",
      "tombstone",
      "usage_report_mail",
      "usage_report_period",
      "usage_report_schedule",
      "webhook",
      "webhook_delivery",
      "zoho_hint",
      "zoho_lead",
      "zoho_sync",
    ]);
  });

  test("select sees the own company's rows only", async () => {
    for (const table of tables) {
      const seen = await database.database.inCompany({ companyId: companies.own }, ({ db }) =>
        db.execute<{ company_id: string }>(sql.raw(`select company_id from ${table}`)),
      );
      expect(
        seen.rows.map(({ company_id: id }) => Number(id)),
        table,
      ).toEqual([companies.own]);
    }
  });

  test("select with the other company asked for by name finds nothing", async () => {
    for (const table of tables) {
      const seen = await database.database.inCompany({ companyId: companies.own }, ({ db }) =>
        db.execute(sql.raw(`select from ${table} where company_id = ${String(companies.foreign)}`)),
      );
      expect(seen.rowCount, table).toBe(0);
    }
  });

  test("without a company nothing is seen and nothing can be written", async () => {
    for (const table of tables) {
      const seen = await database.database.transaction("begin", ({ db }) =>
        db.execute(sql.raw(`select from ${table}`)),
      );
      expect(seen.rowCount, table).toBe(0);
    }
    await expect(
      database.database.transaction("begin", ({ db }) =>
        db.execute(sql.raw(`insert into lead (company_id, last_name) values (${String(companies.own)}, 'x')`)),
      ),
    ).rejects.toThrow();
  });

  test("update and delete reach no foreign row", async () => {
    for (const table of tables) {
      for (const statement of [
        ...(ADDED_TO_ONLY.includes(table) ? [] : [`update ${table} set company_id = company_id`]),
        ...(NEVER_DELETED.includes(table) ? [] : [`delete from ${table}`]),
      ].map((each) => `${each} where company_id = ${String(companies.foreign)}`)) {
        const done = await database.database.inCompany({ companyId: companies.own }, ({ db }) =>
          db.execute(sql.raw(statement)),
        );
        expect(done.rowCount, statement).toBe(0);
      }
    }
  });

  test("append-only tables can be neither changed nor deleted, not even by its own company", async () => {
    for (const statement of [
      ...ADDED_TO_ONLY.map((table) => `update ${table} set company_id = company_id`),
      ...NEVER_DELETED.map((table) => `delete from ${table}`),
    ])
      await expect(
        database.database.inCompany({ companyId: companies.own }, ({ db }) => db.execute(sql.raw(statement))),
        statement,
      ).rejects.toThrow();
  });

  test("no row can be moved into or made in another company", async () => {
    for (const table of tables) {
      await expect(
        database.database.inCompany({ companyId: companies.own }, ({ db }) =>
          db.execute(sql.raw(`update ${table} set company_id = ${String(companies.foreign)}`)),
        ),
        table,
      ).rejects.toThrow();
    }
    await expect(
      database.database.inCompany({ companyId: companies.own }, ({ db }) =>
        db.execute(sql.raw(`insert into lead (company_id, last_name) values (${String(companies.foreign)}, 'x')`)),
      ),
    ).rejects.toThrow();
  });

  test("a lead cannot name a salesperson of another company", async () => {
    await expect(
      database.database.inCompany({ companyId: companies.own }, ({ db }) =>
        db.execute(
          sql`update lead set user_id = (select max(user_id) from company_users()) + 1 where company_id = ${companies.own}`,
        ),
      ),
    ).rejects.toThrow();
  });

  test("platform tables and the searched texts are closed to the app's role", async () => {
    for (const table of [
      "account",
      "api_access",
      "calendar_feed",
      "company",
      "membership",
      "member_sign_in",
      "login_session",
      "known_device",
      "account_code",
      "two_step",
      "backup_code",
      "installation",
      "audit_event",
      "lead_search",
    ])
      await expect(
        database.database.inCompany({ companyId: companies.own }, ({ db }) =>
          db.execute(sql.raw(`select from ${table}`)),
        ),
        table,
      ).rejects.toThrow();
  });

  test("the functions that run as owner take the company from the transaction only", async () => {
    const answer = await database.database.inCompany(
      { companyId: companies.own, userId: 1 as UserId },
      async ({ db }) => ({
        users: await db.execute<{ company_id: string }>(sql`select company_id from company_users()`),
        own: await db.execute(sql`select from search_leads(array['own'], 10)`),
        foreign: await db.execute(sql`select from search_leads(array['foreign'], 10)`),
      }),
    );
    expect(answer.users.rows.map(({ company_id: id }) => Number(id))).toEqual([companies.own]);
    expect(answer.own.rowCount).toBe(1);
    expect(answer.foreign.rowCount).toBe(0);
    const nobody = await database.database.transaction("begin", ({ db }) =>
      db.execute(sql`select from company_users()`),
    );
    expect(nobody.rowCount).toBe(0);
  });
});
