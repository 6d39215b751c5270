import {
  averageTicket,
  closeRate,
  DOCUMENT_TYPES,
  marginInclLenderFee,
  marginShare,
  type CompanyId,
  type DocumentType,
} from "@ridgebook/contract";
import { companyMargin } from "@ridgebook/estimating";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";

/* New York: 4 hours behind UTC in May. */

describe("the sales report", () => {
  let server: TestApplication;
  let company: CompanyId;
  let admin: SignedIn;
  let ann: number;
  let bob: number;
  const DAYS = { startDate: "2026-04-01", endDate: "2026-05-31" };
  const DAY_MS = 86_400_000;

  const insert = async (statement: string, values: readonly unknown[]): Promise<number> => {
    const { rows } = await server.testDatabase.superuserPool.query<{ id: string }>(statement, [...values]);
    return Number(rows[0]?.id);
  };
  const addLead = (userId: number | null, leadStatus = "New") =>
    insert("insert into lead (company_id, last_name, user_id, lead_status) values ($1, 'Reed', $2, $3) returning id", [
      company,
      userId,
      leadStatus,
    ]);
  interface Copy {
    workflow: number;
    copy?: number;
    price: number;
    cost: number;
    fee?: number;
    lenderFee?: number;
  }
  const addEstimate = async (leadId: number, time: string, copies: readonly Copy[]) => {
    const id = await insert(
      "insert into estimate (company_id, lead_id, name, term, price_book_version, created_time) values ($1, $2, 'Roof', '{}', 1, $3) returning id",
      [company, leadId, time],
    );
    for (const { workflow, copy = 1, price, cost, fee = 0, lenderFee = 0 } of copies)
      await server.testDatabase.superuserPool.query(
        `insert into estimate_summary (company_id, estimate_id, workflow_id, workflow_estimate_id, total_with_margin, total_cost, fee, lender_fee)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [company, id, workflow, copy, price, cost, fee, lenderFee],
      );
    return id;
  };
  const addContract = async (
    leadId: number,
    estimateId: number,
    {
      signed,
      workflows,
      type = DOCUMENT_TYPES.contract,
    }: { signed?: string; workflows: string[]; type?: DocumentType },
  ) => {
    const id = await insert(
      `insert into document (company_id, estimate_id, lead_id, name, type, workflows, created_time, received_time, modified_time, pdf_status)
       values ($1, $2, $3, 'Paper', $4, $5, now(), now(), now(), 5) returning id`,
      [company, estimateId, leadId, type, workflows],
    );
    if (signed !== undefined)
      await server.testDatabase.superuserPool.query(
        "insert into document_signature (company_id, document_id, key, picture, signed_time) values ($1, $2, 'customer', '', $3)",
        [company, id, signed],
      );
    return id;
  };

  beforeAll(async () => {
    server = await startTestApplication(inject("postgresUrl"));
    company = await server.createCompany();
    admin = await server.signInNew({ companyId: company, role: "Admin", lastName: "Adams" });
    ann = (await server.createUser({ companyId: company, firstName: "Ann", lastName: "Lee" })).id;
    bob = (await server.createUser({ companyId: company, firstName: "Bob", lastName: "Gray", active: false })).id;

    // Ann's first: roofing and gutters in April, signed in May. The second copy of the gutters is in no contract.
    const first = await addLead(ann);
    const house = await addEstimate(first, "2026-04-10T12:00:00Z", [
      { workflow: 1, price: 20_000, cost: 12_000, fee: 800 },
      { workflow: 4, price: 5_000, cost: 3_000, fee: -50 },
      { workflow: 4, copy: 2, price: 900, cost: 100 },
    ]);
    // A later estimate of the same lead: the lead stays in April, and is not open.
    await addEstimate(first, "2026-05-10T12:00:00Z", [{ workflow: 1, price: 7_000, cost: 1 }]);
    await addContract(first, house, { signed: "2026-05-20T12:00:00Z", workflows: ["1", "4"] });
    // The same roof in a second contract counts once.
    await addContract(first, house, { signed: "2026-05-21T12:00:00Z", workflows: ["1"] });

    // Bob's: estimate on the last second of April 30, signed in June: closed, but no sale of these days.
    const second = await addLead(bob);
    const late = await addEstimate(second, "2026-05-01T03:59:59Z", [{ workflow: 1, price: 10_000, cost: 6_000 }]);
    await addContract(second, late, { signed: "2026-06-02T12:00:00Z", workflows: ["1"] });

    // Bob's second: only gutters, the second copy, signed on the last second of May.
    const third = await addLead(bob);
    const garage = await addEstimate(third, "2026-05-02T12:00:00Z", [
      { workflow: 4, price: 1, cost: 1 },
      { workflow: 4, copy: 2, price: 1_000.1, cost: 1_200.3, lenderFee: 40.01 },
    ]);
    await addContract(third, garage, { signed: "2026-06-01T03:59:59Z", workflows: ["4.2"] });

    // Not signed, signed as a change order only, and a contract that was replaced: none of them closes a lead.
    const fourth = await addLead(null);
    const unsigned = await addEstimate(fourth, "2026-05-03T12:00:00Z", [{ workflow: 1, price: 3_000, cost: 1 }]);
    await addContract(fourth, unsigned, { workflows: ["1"] });
    await addContract(fourth, unsigned, {
      signed: "2026-05-21T12:00:00Z",
      workflows: ["1"],
      type: DOCUMENT_TYPES.changeOrder,
    });
    const replaced = await addContract(fourth, unsigned, { signed: "2026-05-21T12:00:00Z", workflows: ["1"] });
    await server.testDatabase.superuserPool.query("update document set superseded_by_id = id where id = $1", [
      replaced,
    ]);
    const before = (days: number) => new Date(server.clock.now().getTime() - days * DAY_MS - 1000).toISOString();
    const open = await addLead(ann);
    for (const [days, price] of [
      [0, 100],
      [30, 200.5],
      [31, 400],
      [180, 800],
      [2_000, 1_600],
    ] as const)
      await addEstimate(open, before(days), [{ workflow: 1, price, cost: 0 }]);
    const lost = await addLead(ann, "Lost");
    await addEstimate(lost, before(1), [{ workflow: 1, price: 50_000, cost: 0 }]);
    // None of these leads began within the days, nor is open in another way.
    await server.testDatabase.superuserPool.query("delete from estimate_summary where estimate_id = $1", [unsigned]);
  });
  afterAll(() => server.close());

  test("[SALES-01] the close rate is that of the leads whose first estimate was made in a month", async () => {
    const { status, body } = await admin.call("getSalesReport", { query: DAYS });
    expect(status).toBe(200);
    const cohorts = body.cohorts.filter(({ month }) => month <= "2026-05");
    // April: Ann's first and Bob's first, both signed. May: Bob's second is signed, the fourth is not.
    expect(cohorts.slice(0, 2)).toEqual([
      { month: "2026-04", leads: 2, closed: 2 },
      { month: "2026-05", leads: 2, closed: 1 },
    ]);
    expect(cohorts.map(closeRate)).toEqual([1, 0.5]);
  });

  test("[SALES-02] [SUM-14] price, margin after a lender's fee of either kind and average ticket by salesperson and by workflow", async () => {
    const { body } = await admin.call("getSalesReport", { query: DAYS });
    // Ann: 20,000 + 5,000; (20,000 - 12,000 - 800) + (5,000 - 3,000) = 9,200; a discount for cash is no fee.
    // Bob: 1,000.10; 1,000.10 - 1,200.30 - 40.01 = -240.21, of a fee that the company bears.
    expect(body.people).toEqual([
      { userId: bob, firstName: "Bob", lastName: "Gray", sales: 1, price: 1_000.1, margin: -240.21, lenderFee: 40.01 },
      { userId: ann, firstName: "Ann", lastName: "Lee", sales: 1, price: 25_000, margin: 9_200, lenderFee: 800 },
    ]);
    expect(body.workflows).toEqual([
      { workflowId: 1, sales: 1, price: 20_000, margin: 7_200, lenderFee: 800 },
      // 5,000 + 1,000.10; 2,000 - 240.21
      { workflowId: 4, sales: 2, price: 6_000.1, margin: 1_759.79, lenderFee: 40.01 },
    ]);
    expect(body.total).toEqual({ sales: 2, price: 26_000.1, margin: 8_959.79, lenderFee: 840.01 });
    // 26,000.10 / 2; 9,200 / 25,000
    expect(averageTicket(body.total)).toBe(13_000.05);
    // The screens' formula gives what the SQL does: 20,000, 12,000, 800; 5,000, 3,000, -50; 1,000.10, 1,200.30, and 40.01 borne.
    const margin = companyMargin(
      { totalWithMargin: 20_000, totalCost: 12_000, fee: 800, lenderFee: 0 },
      { totalWithMargin: 5_000, totalCost: 3_000, fee: -50, lenderFee: 0 },
      { totalWithMargin: 1_000.1, totalCost: 1_200.3, fee: 0, lenderFee: 40.01 },
    );
    expect(margin).toMatchObject({ afterLender: body.total.margin, lenderFee: body.total.lenderFee });
    expect(marginInclLenderFee(body.total)).toBe(margin.beforeLender);
    expect(body.people[1] && marginShare(body.people[1])).toBe(0.368);
  });

  test("[SALES-03] open estimates by age leave out leads that signed, are sold or lost", async () => {
    const { body } = await admin.call("getSalesReport", { query: DAYS });
    // The fourth lead's of May 3 is worth nothing any more; the clock says how old it is.
    const age = Math.floor((server.clock.now().getTime() - Date.parse("2026-05-03T12:00:00Z")) / DAY_MS);
    const more = (from: number, to: number) => (age >= from && age <= to ? 1 : 0);
    expect(body.open).toEqual([
      { fromDays: 0, toDays: 30, estimates: 2 + more(0, 30), value: 300.5 },
      { fromDays: 31, toDays: 60, estimates: 1 + more(31, 60), value: 400 },
      { fromDays: 61, toDays: 90, estimates: more(61, 90), value: 0 },
      { fromDays: 91, toDays: 180, estimates: 1 + more(91, 180), value: 800 },
      { fromDays: 181, toDays: null, estimates: 1 + more(181, Infinity), value: 1_600 },
    ]);
  });

  test("[SALES-07] tells why leads of the days were lost, the most frequent reason first", async () => {
    const addLost = (reason: string, time: string, status = "Lost") =>
      insert(
        `insert into lead (company_id, last_name, lead_status, lost_reason, created_time) values ($1, 'Reed', $2, $3, $4) returning id`,
        [company, status, reason, time],
      );
    // The last second of May 31, and two spellings of one reason; a CRM writes the status in capitals.
    await addLost("Price", "2026-06-01T03:59:59Z");
    await addLost(" price", "2026-04-10T12:00:00Z", "LOST");
    await addLost("", "2026-04-10T12:00:00Z");
    // Sold all the same, before the days, and after them.
    await addLost("Price", "2026-04-10T12:00:00Z", "Sold");
    await addLost("Project postponed", "2026-04-01T03:59:59Z");
    await addLost("Project postponed", "2026-06-01T04:00:00Z");
    const { body } = await admin.call("getSalesReport", { query: DAYS });
    expect(body.lost.map(({ reason, leads }) => [reason.toLowerCase(), leads])).toEqual([
      ["price", 2],
      ["", 1],
    ]);
  });

  test("[SALES-04] is for admins, of one's own company only", async () => {
    const salesperson = await server.signInNew({ companyId: company });
    expect((await salesperson.call("getSalesReport", { query: DAYS })).status).toBe(403);
    const other = await server.signInNew({ companyId: await server.createCompany(), role: "Admin" });
    const { body } = await other.call("getSalesReport", { query: DAYS });
    expect(body).toMatchObject({ cohorts: [], total: { sales: 0, price: 0, margin: 0 }, people: [], workflows: [] });
    expect(body.open.map(({ estimates }) => estimates)).toEqual([0, 0, 0, 0, 0]);
    const turned = await admin.call("getSalesReport", { query: { startDate: "2026-05-02", endDate: "2026-05-01" } });
    expect(turned.problem.errors).toEqual({ endDate: ["endDate must not be before startDate."] });
  });
});
