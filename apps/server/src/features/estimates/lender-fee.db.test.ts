import {
  CONTRACT_VERSION_HEADER,
  companyPlans,
  NO_TERM,
  type CompanyId,
  type Estimate,
  type EstimateTerm,
  type Settings,
} from "@ridgebook/contract";
import { priceFile, indexPriceBook, findField, type EstimateItem } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { startTestApplication, type SignedIn, type TestApplication } from "#testing/test-application.ts";

/*
 * The Cape's gutters (houses/gutters-cape.json) on a plan of 12 months with a dealer fee of 4 %: items of 6,638.75, 5 % off 6,538.75 is
 * 326.9375, so that the total is 6,311.81, and the fee 252.4724.
 */
const TOTAL = 6_311.81;
const LENDER_FEE = 252.47;
const GUTTERS = 4;

const house = new URL("../../../../../packages/estimating/houses/gutters-cape.json", import.meta.url);
const gutters = priceFile(
  JSON.parse(readFileSync(house, "utf8")) as Record<string, unknown>,
  indexPriceBook(starterPriceBook),
).priced?.workflows[0];
const topFieldId = ({ fieldId }: EstimateItem): string => findField(fieldId)?.ancestors[0] ?? fieldId;
const work = {
  workflowIds: [GUTTERS],
  workflowId: GUTTERS,
  items: gutters?.items,
  fieldIds: [...new Set(gutters?.items.map(topFieldId))],
  discountPercent: 0.05,
};

/** The body of clients of the specification, and of releases before the member. */
const OLD_TERM = { months: 12, ratePercent: 0, feePercent: 0, offerId: "12" };
const OLD_APP = { headers: { [CONTRACT_VERSION_HEADER]: "1" } };

let server: TestApplication;
let companyId: CompanyId;
let admin: SignedIn;
let leadId: number;

beforeAll(async () => {
  server = await startTestApplication(inject("postgresUrl"));
});
afterAll(() => server.close());
beforeEach(async () => {
  companyId = await server.createCompany();
  admin = await server.signInNew({ companyId, role: "Admin" });
  leadId = (await admin.call("createLead", { body: { lastName: "Whitfield" } })).body.id;
  await offer({ feePercent: 4, feeBorneBy: "company" });
});

async function offer(plan: { feePercent: number; feeBorneBy?: string }): Promise<Settings> {
  const value = { "12": { months: 12, label: "12 equal payments", ...plan } };
  return (await admin.call("updateSettings", { body: [{ op: "replace", path: "/zeroInterest", value }] })).body;
}

async function create(term: Partial<EstimateTerm>, options: object = {}): Promise<Estimate> {
  const body = { leadId, name: "House", paymentOption: 3, ...work, term };
  const reply = await admin.callRaw("createEstimate", { body, ...options });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body as Estimate;
}
const update = (estimate: Estimate, body: object, options: object = {}) =>
  admin.callRaw("updateEstimate", {
    params: { id: estimate.id },
    body: { revision: estimate.revision, ...body },
    ...options,
  });
const read = async ({ id }: Estimate): Promise<Estimate> =>
  (await admin.call("getEstimate", { params: { id: String(id) } })).body;
const kept = ({ term, workflowSummaries }: Estimate) => ({
  percent: term.lenderFeePercent,
  fee: workflowSummaries["4"]?.fee,
  lenderFee: workflowSummaries["4"]?.lenderFee,
  total: workflowSummaries["4"]?.totalWithMargin,
});

describe("[SUM-13] [FIN-10] the server decides the company's share of a dealer fee", () => {
  test.each([
    { given: "a client that does not know it", term: OLD_TERM },
    { given: "a device that says it right", term: { ...OLD_TERM, lenderFeePercent: 4 } },
    { given: "a device that says less", term: { ...OLD_TERM, lenderFeePercent: 0.5 } },
  ])("$given: it is the plan's, and no part of the price", async ({ term }) => {
    const created = await create(term);
    expect(kept(created)).toEqual({ percent: 4, fee: 0, lenderFee: LENDER_FEE, total: TOTAL });
    expect(kept(await read(created))).toEqual(kept(created));
  });

  test("a fee that the homeowner bears is in the price, and the company bears none", async () => {
    const settings = await offer({ feePercent: 4, feeBorneBy: "homeowner" });
    const [plan] = companyPlans(settings);
    // 6,311.81 + 252.47
    const inPrice = { percent: 0, fee: LENDER_FEE, lenderFee: 0, total: 6_564.28 };
    expect(kept(await create({ ...plan?.term, lenderFeePercent: 9 }))).toEqual(inPrice);
  });

  test("it stays as of the choice of the way to pay; another way to pay has its own", async () => {
    const created = await create(OLD_TERM);
    await offer({ feePercent: 6, feeBorneBy: "company" });
    const renamed = (await update(created, { name: "Cape", former: { name: "House" } })).body as Estimate;
    expect(kept(renamed).percent).toBe(4);
    const former = { paymentOption: 3, term: renamed.term };
    const undecided = await update(renamed, { paymentOption: 0, term: { ...NO_TERM, lenderFeePercent: 4 }, former });
    expect(kept(undecided.body as Estimate)).toEqual({ percent: 0, fee: 0, lenderFee: 0, total: TOTAL });
    const again = await update(undecided.body as Estimate, {
      paymentOption: 3,
      term: OLD_TERM,
      former: { paymentOption: 0, term: NO_TERM },
    });
    // 6,311.81 x 6 % = 378.7086
    expect(kept(again.body as Estimate)).toMatchObject({ percent: 6, lenderFee: 378.71 });
  });
});

describe("[SYNC-38] an app of the release before, which does not know what the company bears", () => {
  test("reads estimates without it, and changes them without taking it away or being refused", async () => {
    const created = await create(OLD_TERM, OLD_APP);
    expect(created.term).toEqual(OLD_TERM);
    expect(created.workflowSummaries["4"]).not.toHaveProperty("lenderFee");
    const renamed = await update(created, { name: "Cape", former: { name: "House" } }, OLD_APP);
    expect(renamed.status).toBe(200);
    expect(kept(await read(created))).toMatchObject({ percent: 4, lenderFee: LENDER_FEE });
    // The same way to pay again is no change; another one is no conflict.
    const seen = renamed.body as Estimate;
    const same = await update(seen, { term: OLD_TERM, former: { term: OLD_TERM } }, OLD_APP);
    expect(same.body).toMatchObject({ revision: 2 });
    const { months: _months, ...rest } = OLD_TERM;
    const none = { ...rest, months: 0, offerId: "" };
    const left = { paymentOption: 0, term: none, former: { paymentOption: 3, term: OLD_TERM } };
    expect((await update(seen, left, OLD_APP)).body).toMatchObject({ revision: 3, term: none });
    expect(kept(await read(created))).toMatchObject({ percent: 0, lenderFee: 0 });
  });

  test("a former value that is not a term is a conflict, like any other stale value", async () => {
    const created = await create(OLD_TERM);
    const wanted = { paymentOption: 0, term: { ...OLD_TERM, months: 0, offerId: "" } };
    const refused = await update(created, { ...wanted, former: { paymentOption: 3, term: "none" } }, OLD_APP);
    expect(refused.status).toBe(409);
  });

  test("what it stored is read with nothing, and filled in by the next save of anything", async () => {
    const created = await create(OLD_TERM);
    const { superuserPool } = server.testDatabase;
    await superuserPool.query("update estimate set term = term - 'lenderFeePercent' where id = $1", [created.id]);
    await superuserPool.query("update estimate_summary set lender_fee = 0 where estimate_id = $1", [created.id]);
    expect(kept(await read(created))).toEqual({ percent: 0, fee: 0, lenderFee: 0, total: TOTAL });
    const saved = await update(created, { name: "Cape", former: { name: "House" } });
    expect(kept(saved.body as Estimate)).toEqual({ percent: 4, fee: 0, lenderFee: LENDER_FEE, total: TOTAL });
  });
});
