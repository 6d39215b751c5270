import { DOCUMENT_TYPES, OPEN_AGES, type CompanyId, type SalesReport, type UsageOfPerson } from "@ridgebook/contract";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { startTestApplication, type TestApplication } from "#testing/test-application.ts";
import { readSalesReport } from "./sales-report-repository.ts";
import { readUsage } from "./usage-report-repository.ts";

/*
 * Both reports against a calculation that reads one record after the other. It shares nothing with the statements: days are read from a
 * calendar, and money is added in cents.
 */

const TIME_ZONE = "America/Denver";
const DAY = new Intl.DateTimeFormat("en-CA", {
  timeZone: TIME_ZONE,
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});
const KINDS = [DOCUMENT_TYPES.contract, DOCUMENT_TYPES.changeOrder, DOCUMENT_TYPES.workOrder];

/** Around both changes of the clocks in 2026, March 8 and November 1, in steps that meet midnights. */
const moment = fc
  .tuple(fc.constantFrom("2026-03-07T07:00:00Z", "2026-10-31T06:00:00Z"), fc.integer({ min: -4, max: 100 }))
  .map(([from, halfHours]) => new Date(Date.parse(from) + halfHours * 1_800_000).toISOString());
const cents = fc.integer({ min: 0, max: 9_999_999 });
const paper = fc.record({
  type: fc.constantFrom(...KINDS),
  created: moment,
  total: fc.option(cents),
  signed: fc.array(moment, { maxLength: 2 }),
  isReplaced: fc.boolean(),
  copies: fc.subarray(["1", "4", "4.2"]),
});
const copy = fc.record({ price: cents, cost: cents, fee: fc.integer({ min: -500, max: 500 }), lenderFee: fc.nat(500) });
const estimate = fc.record({
  created: moment,
  copies: fc.tuple(copy, copy, copy),
  papers: fc.array(paper, { maxLength: 3 }),
});
const lead = fc.record({
  person: fc.option(fc.nat(2)),
  status: fc.constantFrom("New", "sold", "Lost"),
  created: moment,
  estimates: fc.array(estimate, { maxLength: 3 }),
});
type Lead = typeof lead extends fc.Arbitrary<infer Value> ? Value : never;

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const firstOf = (times: readonly string[]): string | undefined => [...times].sort()[0];
const inForce = ({ isReplaced, signed }: { isReplaced: boolean; signed: readonly string[] }): boolean =>
  !isReplaced && signed.length > 0;

/** Keys of the copies, in their order in `copies`. */
const KEYS = ["1", "4", "4.2"];

function sumSlowly(leads: readonly Lead[], isWithin: (time: string | undefined) => boolean) {
  const people = [0, 1, 2, null].map((person) => {
    const own = leads.filter((each) => each.person === person);
    const papers = own.flatMap(({ estimates }) => estimates.flatMap((each) => each.papers));
    return {
      leads: own.filter(({ created }) => isWithin(created)).length,
      estimates: own.flatMap(({ estimates }) => estimates).filter(({ created }) => isWithin(created)).length,
      documents: KINDS.map((kind) => papers.filter(({ type, created }) => type === kind && isWithin(created)).length),
      signed: sum(
        papers
          .filter((each) => each.type !== DOCUMENT_TYPES.workOrder && inForce(each) && isWithin(firstOf(each.signed)))
          .map(({ total }) => total ?? 0),
      ),
    };
  });
  const sold = leads.flatMap(({ person, estimates }) =>
    estimates.flatMap((each) => {
      const contracts = each.papers.filter((one) => one.type === DOCUMENT_TYPES.contract && inForce(one));
      if (!isWithin(firstOf(contracts.flatMap(({ signed }) => signed)))) return [];
      const named = each.copies.filter((_, index) =>
        contracts.some(({ copies }) => copies.includes(KEYS[index] ?? "")),
      );
      return named.length === 0 ? [] : [{ person, named }];
    }),
  );
  const fees = ({ fee, lenderFee }: { fee: number; lenderFee: number }): number => Math.max(fee, 0) + lenderFee;
  const copies = sold.flatMap(({ named }) => named);
  return {
    people,
    sales: sold.length,
    price: sum(copies.map(({ price }) => price)),
    margin: sum(copies.map((each) => each.price - each.cost - fees(each))),
    lenderFee: sum(copies.map(fees)),
    ...closedAndOpen(leads, isWithin),
  };
}

function closedAndOpen(leads: readonly Lead[], isWithin: (time: string | undefined) => boolean) {
  const isClosed = ({ estimates }: Lead): boolean =>
    estimates.some(({ papers }) => papers.some((one) => one.type === DOCUMENT_TYPES.contract && inForce(one)));
  const begun = leads.filter(({ estimates }) => isWithin(firstOf(estimates.map(({ created }) => created))));
  const open = leads.filter((each) => each.status === "New" && !isClosed(each)).flatMap(({ estimates }) => estimates);
  return {
    begun: begun.length,
    closed: begun.filter(isClosed).length,
    open: open.length,
    openValue: sum(open.flatMap((each) => each.copies.map(({ price }) => price))),
  };
}

const inCents = (dollars: number): number => Math.round(dollars * 100);

/** The reports, from the slow calculation. */
function read(usage: readonly UsageOfPerson[], sales: SalesReport, ids: readonly number[]) {
  return {
    people: [...ids, null].map((id) => {
      const person = usage.find(({ userId }) => userId === id);
      return {
        leads: person?.leads ?? 0,
        estimates: person?.estimates ?? 0,
        documents: (["contract", "changeOrder", "workOrder"] as const).map((kind) => person?.documents[kind] ?? 0),
        signed: inCents(person?.signedValue ?? 0),
      };
    }),
    sales: sales.total.sales,
    price: inCents(sales.total.price),
    margin: inCents(sales.total.margin),
    lenderFee: inCents(sales.total.lenderFee),
    begun: sum(sales.cohorts.map(({ leads }) => leads)),
    closed: sum(sales.cohorts.map(({ closed }) => closed)),
    open: sum(sales.open.map(({ estimates }) => estimates)),
    openValue: inCents(sum(sales.open.map(({ value }) => value))),
  };
}

describe("both reports", () => {
  let server: TestApplication;
  beforeAll(async () => {
    server = await startTestApplication(inject("postgresUrl"));
  });
  afterAll(() => server.close());

  const insert = async (table: string, values: Readonly<Record<string, unknown>>): Promise<number> => {
    const names = Object.keys(values);
    const { rows } = await server.testDatabase.superuserPool.query<{ id?: string }>(
      `insert into ${table} (${names.join(", ")}) values (${names.map((_, at) => `$${String(at + 1)}`).join(", ")}) returning *`,
      Object.values(values),
    );
    return Number(rows[0]?.id);
  };

  async function storePapers(
    papers: Lead["estimates"][number]["papers"],
    of: { company_id: CompanyId; lead_id: number; estimate_id: number },
  ): Promise<void> {
    for (const { type, created, total, signed, isReplaced, copies } of papers) {
      const [time, model] = [created, total === null ? "not JSON" : `{"total":${String(total / 100)}}`];
      const id = await insert("document", {
        ...of,
        type,
        name: "Paper",
        workflows: copies,
        created_time: time,
        received_time: time,
        modified_time: time,
        pdf_status: 5,
        data: JSON.stringify({ model }),
      });
      for (const [at, signedTime] of signed.entries())
        await insert("document_signature", {
          company_id: of.company_id,
          document_id: id,
          key: String(at),
          picture: "",
          signed_time: signedTime,
        });
      if (isReplaced)
        await server.testDatabase.superuserPool.query("update document set superseded_by_id = id where id = $1", [id]);
    }
  }

  async function store(leads: readonly Lead[], { company, ids }: { company: CompanyId; ids: readonly number[] }) {
    for (const { person, status, created, estimates } of leads) {
      const leadId = await insert("lead", {
        company_id: company,
        last_name: "Reed",
        user_id: person === null ? null : ids[person],
        lead_status: status,
        created_time: created,
      });
      for (const { created: time, copies, papers } of estimates) {
        const own = { company_id: company, lead_id: leadId };
        const id = await insert("estimate", {
          ...own,
          name: "Roof",
          term: "{}",
          price_book_version: 1,
          created_time: time,
        });
        for (const [at, { price, cost, fee, lenderFee }] of copies.entries())
          await insert("estimate_summary", {
            company_id: company,
            estimate_id: id,
            workflow_id: at === 0 ? 1 : 4,
            workflow_estimate_id: at === 2 ? 2 : 1,
            total_with_margin: price / 100,
            total_cost: cost / 100,
            fee: fee / 100,
            lender_fee: lenderFee / 100,
          });
        await storePapers(papers, { ...own, estimate_id: id });
      }
    }
  }

  test("[USAGE-09][SALES-06] give the figures of a calculation record by record, for any leads, papers and days", async () => {
    const day = moment.map((time) => DAY.format(new Date(time)));
    await fc.assert(
      fc.asyncProperty(fc.array(lead, { maxLength: 5 }), day, day, async (leads, one, other) => {
        const company = await server.createCompany();
        const ids: number[] = [];
        for (let count = 0; count < 3; count += 1) ids.push((await server.createUser({ companyId: company })).id);
        await store(leads, { company, ids });
        const [startDate = one, endDate = other] = [one, other].sort();
        const period = { startDate, endDate, timeZone: TIME_ZONE };
        const { usage, sales } = await server.database.inCompany({ companyId: company }, async (scope) => ({
          usage: await readUsage(scope, period),
          sales: await readSalesReport(scope, { ...period, now: new Date("2027-01-01T00:00:00Z") }),
        }));
        const isWithin = (time: string | undefined): boolean => {
          const on = time === undefined ? "" : DAY.format(new Date(time));
          return on >= startDate && on <= endDate;
        };
        expect(read(usage, sales, ids)).toEqual(sumSlowly(leads, isWithin));
        expect(sales.open).toHaveLength(OPEN_AGES.length);
      }),
      { numRuns: 25 },
    );
  });
});
