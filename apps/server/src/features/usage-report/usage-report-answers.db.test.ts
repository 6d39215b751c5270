import { DOCUMENT_TYPES, type CompanyId } from "@ridgebook/contract";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";

/* Days are those of New York, where a company is that says nothing: 4 hours behind UTC in May. */

describe("[API-67] the usage report", () => {
  let server: TestApplication;
  let company: CompanyId;
  let admin: SignedIn;
  let ann: number;
  const MAY = { startDate: "2026-05-01", endDate: "2026-05-31" };

  const insert = async (statement: string, values: readonly unknown[]): Promise<number> => {
    const { rows } = await server.testDatabase.superuserPool.query<{ id: string }>(statement, [...values]);
    return Number(rows[0]?.id);
  };
  const addLead = (userId: number | null, time: string): Promise<number> =>
    insert(
      "insert into lead (company_id, last_name, user_id, created_time, modified_time, modified_by) values ($1, 'Reed', $2, $3, $3, $2) returning id",
      [company, userId, time],
    );
  const addEstimate = (leadId: number, time: string): Promise<number> =>
    insert(
      "insert into estimate (company_id, lead_id, name, term, price_book_version, created_time) values ($1, $2, 'Roof', '{}', 1, $3) returning id",
      [company, leadId, time],
    );
  const addDocument = (
    estimateId: number,
    leadId: number,
    { type = DOCUMENT_TYPES.contract as number, time = "2026-05-10T12:00:00Z", model = "{}" },
  ): Promise<number> =>
    insert(
      `insert into document (company_id, estimate_id, lead_id, name, type, created_time, received_time, modified_time, pdf_status, data)
       values ($1, $2, $3, 'Paper', $4, $5, $5, $5, 5, jsonb_build_object('model', $6::text)) returning id`,
      [company, estimateId, leadId, type, time, model],
    );
  const sign = (documentId: number, key: string, time: string) =>
    server.testDatabase.superuserPool.query(
      "insert into document_signature (company_id, document_id, key, picture, signed_time) values ($1, $2, $3, '', $4)",
      [company, documentId, key, time],
    );

  beforeAll(async () => {
    server = await startTestApplication(inject("postgresUrl"));
    company = await server.createCompany();
    admin = await server.signInNew({ companyId: company, role: "Admin", firstName: "Zoe", lastName: "Adams" });
    ann = (await server.createUser({ companyId: company, firstName: "Ann", lastName: "Lee" })).id;
    await server.createUser({ companyId: company, lastName: "Gone", active: false });

    // The last second of April 30, the first of May, the last of May, the first of June.
    await addLead(ann, "2026-05-01T03:59:59Z");
    const first = await addLead(ann, "2026-05-01T04:00:00Z");
    await addLead(ann, "2026-06-01T03:59:59Z");
    await addLead(ann, "2026-06-01T04:00:00Z");
    const nobodys = await addLead(null, "2026-05-20T12:00:00Z");
    await addEstimate(nobodys, "2026-05-20T12:00:00Z");

    const estimate = await addEstimate(first, "2026-05-02T12:00:00Z");
    const contract = await addDocument(estimate, first, { model: '{"total":20467.67}' });
    await sign(contract, "customer", "2026-05-11T12:00:00Z");
    await sign(contract, "salesperson", "2026-06-11T12:00:00Z");
    const order = await addDocument(estimate, first, { type: DOCUMENT_TYPES.changeOrder, model: '{"total":-467.67}' });
    await sign(order, "customer", "2026-05-12T12:00:00Z");
    // Replaced, signed in June, and not to be read: none of them counts as signed value of May.
    const replaced = await addDocument(estimate, first, { model: '{"total":9000}' });
    await sign(replaced, "customer", "2026-05-11T12:00:00Z");
    await server.testDatabase.superuserPool.query("update document set superseded_by_id = $2 where id = $1", [
      replaced,
      contract,
    ]);
    const june = await addDocument(estimate, first, { model: '{"total":8000}', time: "2026-06-10T12:00:00Z" });
    await sign(june, "customer", "2026-06-10T12:00:00Z");
    const broken = await addDocument(estimate, first, { model: "not JSON" });
    await sign(broken, "customer", "2026-05-11T12:00:00Z");
    await addDocument(estimate, first, { type: DOCUMENT_TYPES.workOrder });
  });
  afterAll(() => server.close());

  test("[USAGE-01] counts leads, estimates, documents by kind and signed value for the salesperson, in days of the company", async () => {
    const { status, body } = await admin.call("getUsageReport", { query: MAY });
    expect(status).toBe(200);
    const [zoe, lee, nobody] = body.people;
    expect(body.people).toHaveLength(3);
    expect(zoe).toMatchObject({ lastName: "Adams", leads: 0, estimates: 0, signedValue: 0, lastActivity: null });
    expect(lee).toMatchObject({ userId: ann, leads: 2, estimates: 1, lastActivity: "2026-06-01T04:00:00.000Z" });
    // Contracts: the signed one, the replaced one and the one that cannot be read.
    expect(lee?.documents).toMatchObject({ contract: 3, changeOrder: 1, workOrder: 1, laborBill: 0 });
    // 20,467.67 - 467.67; the first signature says when.
    expect(lee?.signedValue).toBe(20_000);
    expect(nobody).toMatchObject({ userId: null, lastName: "", leads: 1, estimates: 1, lastActivity: null });
  });

  test("[USAGE-03] is for admins, of one's own company only", async () => {
    const salesperson = await server.signInNew({ companyId: company });
    expect((await salesperson.call("getUsageReport", { query: MAY })).status).toBe(403);
    const other = await server.signInNew({ companyId: await server.createCompany(), role: "Admin" });
    const reply = await other.call("getUsageReport", { query: MAY });
    expect(reply.body.people.map(({ userId, leads }) => ({ userId, leads }))).toEqual([{ userId: other.id, leads: 0 }]);
  });

  test("[USAGE-03] invalid days, or a range that ends before it begins, are refused by name", async () => {
    const turned = await admin.call("getUsageReport", { query: { startDate: "2026-05-02", endDate: "2026-05-01" } });
    expect(turned.problem.errors).toEqual({ endDate: ["endDate must not be before startDate."] });
    const none = await admin.callRaw("getUsageReport", { query: { startDate: "May 1", endDate: "2026-02-30" } });
    expect(Object.keys(none.problem.errors ?? {})).toEqual(["startDate", "endDate"]);
    const ages = { startDate: "0000-01-01", endDate: "9999-12-31" };
    expect((await admin.call("getUsageReport", { query: ages })).status).toBe(200);
  });
});
