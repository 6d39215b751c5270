import { randomUUID } from "node:crypto";
import {
  fileIdPrefix,
  leadPhotoToForm,
  type CompanyId,
  type DocumentId,
  type LeadId,
  type RouteName,
} from "@ridgebook/contract";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { uploadForm } from "@ridgebook/testing/upload-form";
import { Secret, TOTP } from "otpauth";
import sharp from "sharp";
import { DEMO_REDUCED_RATE, DEMO_ZERO_INTEREST } from "#database/demo/demo-accounts.ts";
import { writeDemoEstimates } from "#database/demo/demo-estimates.ts";
import { beginAfterImport, hashOfEvent } from "#features/documents/evidence-log.ts";
import { importedEvent } from "#database/schema/document-tables.ts";
import { writePriceBook } from "#features/price-book/spreadsheet/write-price-book.ts";
import { buildDocument, buildPdf, documentForm, drawSignature } from "./build-document.ts";
import { TEST_PASSWORD, type SignedIn, type TestApplication } from "./test-application.ts";

/** An answered call with its idempotency key. */
export interface SentAttempt {
  readonly accountId: number;
  readonly name: RouteName;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly key: string;
}

const TAKEN = "2026-05-14T14:24:08.000Z";
const GUTTERS = 4;
/** The whole starter would be most of a company's bytes; the fields of one workflow show what an entry is. */
const KEPT_ENTRIES = `field_id like '${String(GUTTERS)}.%' or from_version > 1 or until_version is not null`;

/** Nothing in the product writes these yet: they are for integrations, or record failures. */
const WITHOUT_A_CALL = [
  `update lead set external_id = 'zoho-' || id, user_external_id = 'zoho-user', project_folder_link = 'https://drive.test/p',
     project_folder_id = 'p', contract_folder_link = 'https://drive.test/c', contract_folder_id = 'c',
     estimation_folder_link = 'https://drive.test/e', estimation_folder_id = 'e', production_folder_link = 'https://drive.test/w',
     production_folder_id = 'w', hover_job_id = 'hover-1', camera_url = 'https://camera.test/1' where id = 1`,
  "update document set pdf_status = 4, pdf_failure = 'The paper could not be drawn.', pdf_attempts = 3 where name = 'Never drawn'",
  `update webhook_delivery set state = 'givenUp', status_code = 503, failure = 'status', tries = 3, about = 'Whitfield',
     last_tried_time = created_time`,
  "update webhook set rests_until = created_time",
  "insert into usage_report_period (company_id, first_day, last_day, queued_time) values (1, '2026-05-04', '2026-05-10', '2026-05-11')",
  "insert into usage_report_mail (company_id, first_day, last_day, user_id) values (1, '2026-05-04', '2026-05-10', 2)",
  `insert into connection_grant (company_id, provider, grant_id, is_rehearsal, state, version, refresh_token, access_token,
     access_ends_time, account_label, details, connected_by, connected_by_name, connected_time, renewed_time, lease_id, lease_ends_time,
     last_success_time, last_failure_time, last_failure, calls_left, calls_time, rests_until, failures_in_row, breaker_ends_time)
   values (1, 'hover', gen_random_uuid(), false, 'connected', 3, 'hvr_rt_1', 'hvr_at_1', '2026-05-14', 'Hover organization 55012',
     '{"location":"us"}', 1, 'Grace Lee', '2026-05-12', '2026-05-13', gen_random_uuid(), '2026-05-13', '2026-05-13', '2026-05-13', 'unavailable', 29.5,
     '2026-05-13', '2026-05-13', 5, '2026-05-13')`,
  `insert into connection_pending (company_id, state_hash, provider, is_rehearsal, session_id, verifier, ends_time)
   values (1, repeat('a', 64), 'hover', false, gen_random_uuid(), 'verifier', '2100-01-01')`,
  `insert into connection_cache (company_id, provider, call, parameters, reply, stamp, fetched_time)
   values (1, 'hover', 'job', '48210337', '{"id":48210337}', '2026-05-13T08:40:51.000Z', '2026-05-13')`,
  `insert into document_filing (company_id, document_id, waiting_since, last_failure, stored_at, file_id, file_url, pdf_hash, filed_time)
   values (1, (select min(id) from document where company_id = 1), '2026-05-14', 'unavailable', 'google office@north.test', '1AbC',
     'https://drive.google.com/file/d/1AbC', repeat('c', 64), '2026-05-13')`,
  `insert into folder_log (company_id, folder_type, folder_id, parent_id, folder_name, project_type, project_types, is_mapping_correct,
     details, is_fixed, created_time)
   values (1, 'project', '1Fo', '1Pa', 'Whitfield (1)', 'Roofing', '["Roofing"]', true, 'Made Whitfield (1) in Projects.', true, '2026-05-13')`,
  `insert into zoho_sync (company_id, grant_id, generation, cursor, deleted_cursor, caught_up_time, sent_up_to, mapping, metadata, metadata_time,
     webhook_token, channel_ends_time)
   values (1, gen_random_uuid(), 2, '2026-05-13', '2026-05-13', '2026-05-13', 7, '{"meetingDate":"Meeting_Date"}',
     '{"leads":[],"deals":[],"statuses":[]}', '2026-05-13', 'token', '2026-05-19')`,
  `insert into zoho_lead (company_id, zoho_id, lead_id, state, base, owner, modified_time, findings)
   values (1, 'zoho-1', 1, 'linked', '{"city":"Portage"}', 'zoho-user', '2026-05-13',
     '[{"kind":"bothChanged","field":"city","here":"Portage","there":"Kalamazoo"}]')`,
  "insert into zoho_hint (company_id, zoho_id, hints) values (1, 'zoho-1', 2)",
  "update membership set mail_refused_time = '2026-05-14' where id = (select max(id) from membership)",
  "update login_session set expires_time = '2100-01-01' where revoked_time is null",
  "insert into company (name, active, deletion_time) values ('Being Deleted Roofing', false, '2026-05-14')",
  "insert into sealed_company (id, travel_id, name, deleted_time) values (77, gen_random_uuid(), 'Sealed Roofing', '2026-05-14')",
  "update company set two_step_required_time = '2100-01-01' where id = 1",
];

/** The evidence of an imported company: the imported log, and its own, which names the imported one's end. */
async function importEvidence(app: TestApplication, companyId: CompanyId): Promise<void> {
  const time = app.clock.now();
  const event = {
    companyId: 55,
    sequence: 1,
    documentId: 7,
    kind: "deleted",
    payload: { deletedBy: 9 },
    time,
    fileHash: "",
    previousHash: "",
  };
  const hash = hashOfEvent(event);
  await app.database.inCompany({ companyId }, async (scope) => {
    await scope.db
      .insert(importedEvent)
      .values({ ...event, hash, companyId, formerCompanyId: event.companyId, chain: 1 });
    await beginAfterImport(scope, { chain: 1, eventCount: 1, head: hash });
  });
}

const picture = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 8, height: 4, channels: 3, background } })
    .jpeg()
    .toBuffer();

/**
 * Fills every table through the server's own calls: a company with leads, photos, estimates, documents, a price book of several versions,
 * people in every state, attempts and waiting jobs; and a second, nearly empty company.
 *
 * Lead 3, estimate 1 and the first photo are used by the changes in the contract's `past-versions/`.
 */
export async function fillEveryTable(app: TestApplication): Promise<readonly SentAttempt[]> {
  const attempts: SentAttempt[] = [];
  const must = <Body>(reply: { status: number; body: Body }, what: string): Body => {
    if (reply.status >= 300) throw new Error(`${what}: ${String(reply.status)} ${JSON.stringify(reply.body)}`);
    return reply.body;
  };
  /** Sends a call that must succeed; records one with a key. */
  const send = async (
    who: SignedIn,
    name: RouteName,
    input: { params?: Record<string, unknown>; body?: unknown; key?: string },
  ): Promise<{ id: number; revision: number }> => {
    const reply = must(await who.callRaw(name, input), name) as { id: number; revision: number };
    const { key, body, params } = input;
    if (key !== undefined) attempts.push({ accountId: who.id, name, ...(params && { params }), body, key });
    return reply;
  };
  const post = async (who: SignedIn, url: string, form: { payload: Buffer; headers: object }): Promise<unknown> => {
    const reply = await app.app.inject({ method: "POST", url, ...form, headers: { ...form.headers, ...who.headers } });
    return must({ status: reply.statusCode, body: reply.json<unknown>() }, url);
  };

  // People and companies.
  const superAdmin = await app.signInNew({ email: "super@release.test", isSuperAdmin: true });
  const companyId = (await send(superAdmin, "createCompany", { body: { name: "North Gable Exteriors" } }))
    .id as CompanyId;
  const otherId = (await send(superAdmin, "createCompany", { body: { name: "Other Peak Roofing" } })).id as CompanyId;
  const admin = await app.signInNew({ email: "admin@release.test", companyId, role: "Admin", firstName: "Grace" });
  const sales = await app.signInNew({ email: "sales@release.test", companyId, firstName: "Dana", lastName: "Mercer" });
  const other = await app.signInNew({ email: "admin@other.test", companyId: otherId, role: "Admin" });
  await app.createUser({ email: "left@release.test", companyId, active: false });
  const person = { firstName: "Ines", lastName: "Tavares", phoneNumber: "+12695550111" };
  await send(admin, "createUser", {
    body: { ...person, email: "invited@release.test", role: "User", externalId: "zoho-7", folderId: "folder-7" },
  });
  await app.runJobs();
  const invited = (await app.readMails()).at(-1)?.link?.searchParams;
  must(
    await app.callRaw("setUp", {
      body: { userId: invited?.get("userId"), code: invited?.get("code"), password: TEST_PASSWORD },
    }),
    "setUp",
  );
  const joining = await app.signInNew({ email: "declined@release.test" });
  await send(admin, "createUser", { body: { ...person, email: "declined@release.test" } });
  await send(joining, "declineInvitation", { params: { id: companyId } });
  const twoStep = must(
    await joining.call("beginTwoStep", { body: { currentPassword: TEST_PASSWORD } }),
    "beginTwoStep",
  );
  const timestamp = app.clock.now().getTime();
  const code = new TOTP({ secret: Secret.fromBase32(twoStep.secret) }).generate({ timestamp });
  must(await joining.call("confirmTwoStep", { body: { code } }), "confirmTwoStep");
  for (const body of [{}, { keepFormerDays: 7 }]) {
    const { token } = must(await admin.call("resetIntegrationToken", { body }), "resetIntegrationToken");
    must(await app.call("listLeads", { token }), "listLeads");
  }
  const feed = must(await sales.call("renewCalendarFeed", {}), "renewCalendarFeed");
  await app.app.inject({ url: new URL(feed.address).pathname });
  await send(admin, "createCredential", { body: { name: "CRM", userName: "gable", secret: "s3cret" } });
  await send(superAdmin, "createUser", { body: { ...person, email: "master@release.test", isMasterAdmin: true } });
  await app.runJobs();
  await app.callRaw("login", { body: { email: "sales@release.test", password: "Wrong-1" }, address: "10.9.9.9" });
  await sales.callRaw("listLeads", { companyId: otherId });
  const elsewhere = await app.signIn({ email: "sales@release.test" }, { companyId });
  const renewed = await app.call("refresh", { cookie: elsewhere.cookie });
  await app.call("logout", { cookie: renewed.cookie ?? "" });

  // Settings and work categories.
  const logo = (await post(
    admin,
    "/api/files",
    await uploadForm(new File([Uint8Array.from(await picture("#2ab0da"))], "logo.jpg")),
  )) as { id: string };
  await send(admin, "updateSettings", {
    body: [
      { op: "replace", path: "/companyName", value: "North Gable Exteriors" },
      { op: "replace", path: "/logoImage", value: logo.id },
      { op: "replace", path: "/zeroInterest", value: { "12": DEMO_ZERO_INTEREST } },
      { op: "replace", path: "/reducedRate", value: { "120": DEMO_REDUCED_RATE } },
      { op: "replace", path: "/usageReportFrequency", value: 1 },
    ],
  });
  await send(sales, "rememberMeasurementNames", { body: { names: { "drip edge": "eaves" } } });
  await send(admin, "updateEstimateWorkflow", { params: { id: GUTTERS }, body: { alias: "Eavestroughs" } });
  await send(admin, "updateEstimateSection", { params: { id: 401 }, body: { description: "Gutters first", order: 3 } });

  // Leads and photos.
  const lead = (body: Record<string, unknown>, key?: string) =>
    send(sales, "createLead", { body, ...(key !== undefined && { key }) });
  const address = { street: "4057 Sunset Blvd", city: "Three Rivers", state: "MI", zipCode: "49093" };
  const first = await lead(
    {
      ...address,
      firstName: "Renée & Jörg",
      lastName: "Thackeray",
      company: "Thackeray's “Barn”",
      phone: "+12695550100",
      phoneExtension: "14",
      mobilePhone: "+12695550101",
      mobilePhoneExtension: "0",
      email: "renee@home.test",
      description: "Dog in the yard.\nCall from the driveway.",
      projectType: "Siding",
      projectTypes: ["Siding", "Gutters"],
      leadStatus: "New",
      customerNumber: "K-0042",
      meetingDate: "2026-06-01T14:00:00.000Z",
      userId: sales.id,
      additionalSalesmanId: admin.id,
    },
    randomUUID(),
  );
  await lead({ company: "Only a company" });
  const third = await lead({ lastName: "Lee" });
  const gone = await lead({ lastName: "Deleted" });
  must(await sales.callRaw("deleteLead", { params: { id: gone.id } }), "deleteLead");
  await send(admin, "updateLead", {
    params: { id: first.id },
    body: { revision: first.revision, former: { city: "Three Rivers" }, city: "Portage" },
    key: randomUUID(),
  });
  await send(admin, "updateLead", {
    params: { id: first.id },
    body: {
      revision: first.revision,
      former: { leadStatus: "New", userId: sales.id, additionalSalesmanId: admin.id },
      leadStatus: "Sold",
      userId: admin.id,
      additionalSalesmanId: sales.id,
    },
    key: randomUUID(),
  });
  const addPhoto = async (leadId: number, caption: string, color: string) => {
    const name = "photo.jpg";
    const bytes = await picture(color);
    const prefix = new TextEncoder().encode(fileIdPrefix({ companyId, name }));
    const digest = await crypto.subtle.digest("SHA-256", Buffer.concat([prefix, bytes]));
    const fields = { leadId, name, caption, takenAt: TAKEN, fileId: Buffer.from(digest).toString("hex") };
    const form = new FormData();
    for (const [field, value] of leadPhotoToForm(fields)) form.append(field, value);
    form.append("formFile", new File([Uint8Array.from(bytes)], name));
    const written = new Response(form);
    const payload = Buffer.from(await written.arrayBuffer());
    await post(sales, "/api/leads/photos/", {
      payload,
      headers: { "content-type": written.headers.get("content-type") ?? "" },
    });
  };
  await addPhoto(third.id, "North side", "#2ab0da");
  await addPhoto(first.id, "", "#b45309");

  // Estimates.
  const roof = await send(sales, "createEstimate", { body: { leadId: third.id, name: "Roof", workflowIds: [1] } });
  await send(admin, "updateEstimate", {
    params: { id: roof.id },
    body: { revision: roof.revision, former: { downpayment: 0 }, downpayment: 1500 },
    key: randomUUID(),
  });
  const [gutters, , whole] = writeDemoEstimates(first.id as LeadId);
  const house = await send(sales, "createEstimate", {
    body: { ...gutters, duplicateWorkflows: [{ workflowId: GUTTERS, workflowEstimateId: 2, name: "Garage" }] },
    key: randomUUID(),
  });
  await send(sales, "createEstimate", { body: whole });
  const unwanted = await send(sales, "createEstimate", { body: { leadId: third.id, name: "Deleted" } });
  must(await sales.callRaw("deleteEstimate", { params: { id: unwanted.id } }), "deleteEstimate");

  // A price book of several versions, and an import that waits.
  const priced = starterPriceBook.entries.find(({ id, options }) => id.startsWith("4.") && options.length > 0);
  await send(admin, "updateEstimateFieldOption", {
    params: { id: priced?.options[0]?.id },
    body: { startedFrom: 1, value: "Whole house, both sides", note: "Renamed" },
    key: randomUUID(),
  });
  await send(admin, "restoreEstimateFieldVersion", { params: { version: 1 }, body: { startedFrom: 2, note: "Back" } });
  const workbook = await writePriceBook(
    {
      version: 3,
      entries: starterPriceBook.entries.map((entry) =>
        entry.id === priced?.id
          ? { ...entry, options: entry.options.map((option, at) => (at === 0 ? { ...option, value: "All" } : option)) }
          : entry,
      ),
    },
    { companyId },
  );
  const book = await uploadForm(new File([Uint8Array.from(workbook)], "book.xlsx"));
  await post(admin, "/api/estimatefields?publish=true", book);
  await post(admin, "/api/estimatefields", book);

  // Documents.
  const sign = async (data: Record<string, string> = {}) => {
    const signatures = { customer: await drawSignature(), customer2: await drawSignature() };
    const body = await buildDocument({ estimateId: house.id, kind: "contract", workflows: ["4"], signatures, data });
    const form = await documentForm(body, { pdf: new File([Uint8Array.from(buildPdf(randomUUID()))], "contract.pdf") });
    return ((await post(sales, "/api/documents/", form)) as { id: number }).id;
  };
  const draft = async (name: string) =>
    send(sales, "createDocument", {
      body: await buildDocument({ estimateId: house.id, kind: "changeOrder", name }),
      key: randomUUID(),
    });
  const signed = await sign();
  await sign({ sourceId: String(signed) });
  const deleted = await sign();
  must(await admin.callRaw("deleteDocument", { params: { id: deleted } }), "deleteDocument");
  const { id: documentId } = await draft("Change order");
  const mail = {
    documentId: documentId as DocumentId,
    emailAddresses: ["renee@home.test"],
    message: "<p>Dear Renée</p>",
  };
  must(await sales.callRaw("emailDocument", { body: mail }), "emailDocument");
  await draft("Never drawn");
  await app.runJobs();

  // Imports of leads: one that filled in a lead, and one that waits for decisions.
  for (const isFinished of [true, false]) {
    const { id } = await send(admin, "createLeadImport", { body: { fileName: "leads.csv" } });
    const rows = [
      {
        row: 2,
        fields: { firstName: "Renée & Jörg", lastName: "Thackeray", phone: "+12695550100" },
        externalId: "CRM-7",
        changedTime: "2026-05-01T12:00:00Z",
      },
      { row: 3, fields: { lastName: "Thackeray", email: "renee@home.test" } },
      { row: 4, fields: { lastName: "Imported", email: "imported@home.test" } },
      { row: 5, fields: { lastName: "Imported", email: "imported@home.test", city: "Portage" } },
    ];
    must(await admin.callRaw("stageLeadImportRows", { params: { id }, body: { rows } }), "stageLeadImportRows");
    await send(admin, "checkLeadImport", { params: { id } });
    await app.runJobs();
    if (isFinished)
      await send(admin, "finishLeadImport", {
        params: { id },
        body: { decisions: [{ row: 3, decision: "skip" }], others: "update" },
      });
    await app.runJobs();
  }

  // Its salesperson left between check and import.
  const failed = await send(admin, "createLeadImport", { body: { fileName: "leads.csv" } });
  await app.testDatabase.superuserPool.query(
    "update lead_import set state = 'failed', failure = 'salespersonGone' where id = $1",
    [failed.id],
  );

  // The other company, and personal records.
  await send(other, "createLead", { body: { lastName: "Peak" }, key: randomUUID() });
  await send(admin, "hideMovingIn", { body: { isHidden: true } });
  await send(admin, "sendUsageReport", { body: { startDate: "2026-05-04", endDate: "2026-05-10" } });

  const content = {
    workflowIds: [GUTTERS],
    duplicateWorkflows: [],
    holdsQuantities: false,
    lines: [],
    optionalSections: [],
  };
  await send(admin, "createCompanyEstimateTemplate", { body: { name: "5-inch gutters", content } });
  await send(admin, "createEstimateTemplate", { body: { name: "My gutters", content } });

  await importEvidence(app, otherId);
  await send(superAdmin, "createCompanyExport", { params: { id: companyId } });
  await app.runJobs();

  const { webhook } = must(
    await admin.call("createWebhook", { body: { url: "https://9.9.9.9/ridgebook", events: ["lead.created"] } }),
    "createWebhook",
  );
  must(await admin.callRaw("testWebhook", { params: { id: webhook.id } }), "testWebhook");
  // Waiting jobs: none runs from here on.
  await draft("Not drawn yet");
  await app.call("forgotPassword", { body: { email: "sales@release.test" } });
  // Last: until now everyone has seen all leads.
  await send(admin, "updateSettings", { body: [{ op: "replace", path: "/salespeopleSeeAllLeads", value: false }] });

  for (const statement of [...WITHOUT_A_CALL, `delete from price_book_entry where not (${KEPT_ENTRIES})`])
    await app.testDatabase.superuserPool.query(statement);
  return attempts;
}
