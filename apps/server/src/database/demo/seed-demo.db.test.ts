import {
  DOCUMENT_TYPES,
  LEAD_FIELDS,
  leadForm,
  leadName,
  settingsFields,
  type UserId,
  type CompanyId,
  type LeadId,
  type StoredEstimateItem,
} from "@ridgebook/contract";
import { checkPaper, readBasis, readChoices, readModel } from "@ridgebook/documents";
import { indexPriceBook, priceFile, workflowNames } from "@ridgebook/estimating";
import { starterPriceBook } from "@ridgebook/estimating/starter-price-book";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#database/testing/test-database.ts";
import { createEstimate } from "#features/estimates/estimate-answers.ts";
import { isWholeImage } from "#features/files/is-whole-image.ts";
import { createKeepFile } from "#features/files/keep-file.ts";
import { createIndexedPriceBooks } from "#features/price-book/indexed-price-books.ts";
import { createCheckPdf } from "#jobs/pdf/check-pdf.ts";
import { print } from "#jobs/pdf/print-document.ts";
import { pricesOfDocuments, workOfDocuments } from "#parts-of-documents.ts";
import { readPdf } from "#testing/read-pdf.ts";
import { addDemoLeads } from "./add-demo-leads.ts";
import { DEMO_COMPANIES, DEMO_INFO } from "./demo-accounts.ts";
import { writeDemoEstimates } from "./demo-estimates.ts";
import { WHITFIELD_ROOF } from "./demo-houses.ts";
import { generateDemoLeads } from "./demo-leads.ts";
import { ALL_TOWNS, MICHIGAN } from "./demo-places.ts";
import { addSignedPaper } from "./demo-papers.ts";
import { seedDemo } from "./seed-demo.ts";

/** A Thursday morning in Michigan. */
const now = new Date("2026-05-14T13:00:00Z");

const RUNNING_PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(app.alert\\(1\\))>>>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj
trailer<</Root 1 0 R>>`;

describe("the demo company", () => {
  let seeded: TestDatabase;
  const kept = new Map<string, Uint8Array>();
  const priceBooks = createIndexedPriceBooks({ now: () => now });
  const seed = (others: Partial<Parameters<typeof seedDemo>[0]> = {}): Promise<void> =>
    seedDemo({
      database: seeded.database,
      now: () => now,
      hashPassword: (password) => Promise.resolve(`#${password}`),
      addEstimate: (scope, estimate, time) => createEstimate(scope, estimate, { now: () => time, priceBooks }),
      addSignedPaper: (scope, paper) =>
        addSignedPaper(scope, paper, { prices: pricesOfDocuments(priceBooks), work: workOfDocuments }),
      drawPaper: (model, files) =>
        print({ kind: "document", input: { model, files, signatures: [], fingerprint: null } }),
      keepFile: createKeepFile({
        store: { write: async ({ id }, bytes) => void kept.set(id, bytes) },
        checkPdf: createCheckPdf({ print, close: () => Promise.resolve() }),
        now: () => now,
      }),
      ...others,
    });
  const rows = async <Row extends object>(statement: string): Promise<Row[]> =>
    (await seeded.superuserPool.query<Row>(statement)).rows;

  beforeAll(async () => {
    seeded = await createTestDatabase(inject("postgresUrl"));
  });
  afterAll(() => seeded.close());

  const leadsOfEach = () =>
    rows(`select c.name, count(l.*)::int as leads, k.lead_count::int as counted from company c
      join lead l on l.company_id = c.id join change_counter k on k.company_id = c.id
      group by c.id, c.name, k.lead_count order by c.id`);
  const leadsOfDemo = DEMO_COMPANIES.map(({ name, leadCount }) => ({ name, leads: leadCount, counted: leadCount }));

  test("is filled by the next start where the first one was broken off", async () => {
    const failing = seed({ keepFile: () => Promise.reject(new Error("The disk is full.")) });
    await expect(failing).rejects.toThrow("The disk is full.");
    expect(await leadsOfEach()).toEqual([]);
    // Nothing that an upload may not hold.
    const running = seed({ drawPaper: () => Promise.resolve(Buffer.from(RUNNING_PDF)) });
    await expect(running).rejects.toMatchObject({
      details: { errors: { formFile: [expect.stringContaining("JavaScript")] } },
    });
    expect(await leadsOfEach()).toEqual([]);
    await seed();
    expect(await leadsOfEach()).toEqual(leadsOfDemo);
  });

  test("is made once, also when two servers start at the same time", async () => {
    const other = await createTestDatabase(inject("postgresUrl"));
    try {
      await Promise.all([seed({ database: other.database }), seed({ database: other.database })]);
      const { rows: counted } = await other.superuserPool.query("select count(*)::int as leads from lead");
      expect(counted).toEqual([{ leads: leadsOfDemo.reduce((sum, { leads }) => sum + leads, 0) }]);
    } finally {
      await other.close();
    }
    await seed();
    expect(await leadsOfEach()).toEqual(leadsOfDemo);
  });

  test("has the accounts that the login page names, all marked as demo accounts", async () => {
    const accounts = await rows<{ email: string; is_demo: boolean; email_confirmed: boolean }>(
      "select email, is_demo, email_confirmed from account",
    );
    expect(accounts.map(({ email }) => email)).toEqual(
      expect.arrayContaining(DEMO_INFO.logins.map(({ email }) => email)),
    );
    expect(accounts.every((account) => account.is_demo && account.email_confirmed)).toBe(true);
    expect(
      await rows(`select a.first_name || ' ' || a.last_name as name, m.role from account a
        left join membership m on m.account_id = a.id
        where a.email in ('sales@demo.test', 'admin@demo.test', 'super@demo.test', 'master@demo.test') order by a.email`),
    ).toEqual([
      { name: "Grace Holloway", role: "Admin" },
      { name: "Morgan Wells", role: null },
      { name: "Dana Mercer", role: "User" },
      { name: "Robin Sato", role: null },
    ]);
  });

  test("has leads without meeting, with external id, and today's appointments", async () => {
    const [counts] = await rows<{ undated: number; external: number; meetings: number }>(
      `select count(*) filter (where meeting_date is null)::int as undated,
        count(*) filter (where external_id is not null)::int as external,
        count(*) filter (where meeting_date > '2026-05-14')::int as meetings from lead where company_id =
        (select id from company where name = 'North Gable Exteriors')`,
    );
    expect(counts?.undated).toBeGreaterThan(20);
    expect(counts?.external).toBeGreaterThan(30);
    expect(counts?.meetings).toBeGreaterThan(50);
    // 9:00 AM in Michigan in May is 13:00 UTC.
    expect(
      await rows("select meeting_date, street from lead where last_name = 'Whitfield' and first_name = 'Karen & Tom'"),
    ).toEqual([{ meeting_date: new Date("2026-05-14T13:00:00Z"), street: "1847 Maple Ridge Dr" }]);
  });

  test("the first appointment has estimates that the server took as a salesperson's, with real totals", async () => {
    const estimates = await rows<{
      id: string;
      name: string;
      lead: string;
      made_by: string;
      total: string;
      lines: number;
    }>(
      `select e.id, e.name, l.last_name as lead, a.email as made_by, e.principal + e.downpayment as total,
        e.line_count as lines from estimate e join lead l on l.id = e.lead_id join membership m on m.id = e.modified_by join account a on a.id = m.account_id
        where l.last_name = 'Whitfield' order by e.id`,
    );
    expect(estimates.map(({ name }) => name)).toEqual([
      "Gutters only",
      "Windows and patio door",
      "Roof, windows and gutters",
    ]);
    for (const { lead, made_by: madeBy, total, lines } of estimates) {
      expect(lead).toBe("Whitfield");
      expect(madeBy).toBe("sales@demo.test");
      expect(Number(total)).toBeGreaterThan(4_000);
      expect(lines).toBeGreaterThan(10);
    }
    expect(
      await rows("select workflow_id, count(*)::int as packages from estimate_comparison group by workflow_id"),
    ).toEqual([{ workflow_id: 1, packages: 3 }]);
    expect(await rows("select distinct monthly_payment > 0 as loan from estimate order by 1")).toEqual([
      { loan: false },
      { loan: true },
    ]);
  });

  test("[SIGN-01] a sold house has a signed contract for its roof, and a change order that adds the gutters", async () => {
    const papers = await rows<{ name: string; type: number; data: Record<string, string>; lead: string; age: number }>(
      `select d.name, d.type, d.data, l.last_name || ', ' || l.lead_status as lead,
         extract(day from '2026-05-14T13:00:00Z' - d.created_time)::int as age
       from document d join lead l on l.id = d.lead_id where d.is_signed order by d.id`,
    );
    expect(papers.map(({ name, type, lead, age }) => [name, type, lead, age])).toEqual([
      ["Contract, Roofing", DOCUMENT_TYPES.contract, "Hartwell, Sold", 9],
      ["Change order, Gutters", DOCUMENT_TYPES.changeOrder, "Hartwell, Sold", 3],
    ]);
    const [contract, order] = papers.map(({ data }) => ({
      data,
      model: readModel(data),
      choices: readChoices(data),
      basis: readBasis(data),
    }));
    if (!contract || !order) throw new Error("A paper is missing.");
    expect(contract.choices.copies.map(({ workflowId }) => workflowId)).toEqual([1]);
    const { "1": roof, "4": gutters } = order.basis.workflowSummaries;
    expect(contract.model.total).toBeCloseTo(roof?.totalWithMargin ?? 0, 2);
    expect(order.model.total).toBeCloseTo(gutters?.totalWithMargin ?? 0, 2);
    expect(JSON.parse(order.data["buildsOn"] ?? "")).toEqual([contract.data["fingerprint"]]);
    for (const paper of [contract, order]) expect(checkPaper(paper)).toEqual([]);
  });

  test("comparing the roof's packages leaves the chosen one as the house has it", () => {
    const whole = writeDemoEstimates(1 as LeadId).at(-1);
    const roof = whole?.parts?.find(({ workflowId }) => workflowId === 1);
    const { priced } = priceFile(WHITFIELD_ROOF, indexPriceBook(starterPriceBook));
    const ownItems = (priced?.workflows[0]?.items ?? []) as StoredEstimateItem[];
    const content = (items: readonly StoredEstimateItem[] = []) =>
      items.map(({ fieldId, value, quantity, materialPrice, laborPrice }) =>
        JSON.stringify([fieldId, value, quantity, materialPrice, laborPrice]),
      );
    expect(content(roof?.items).sort()).toEqual(content(ownItems).sort());
    expect(new Set(roof?.comparisons?.map(({ items }) => JSON.stringify(content(items)))).size).toBe(3);
  });

  const demoSettings = async (): Promise<Record<string, unknown>> => {
    const stored = await rows<{ values: Record<string, unknown> }>("select values from company_settings order by 1");
    return stored.map(({ values }) => values).find((values) => values["companyName"] === "North Gable Exteriors") ?? {};
  };
  const filesOfType = (contentType: string) =>
    rows<{ id: string; name: string; size: number }>(
      `select id, name, size from file where content_type = '${contentType}' order by id`,
    );

  test("[SET-09] its papers carry its logo, for light and dark grounds", async () => {
    const { logoImage, logoDarkImage, contractLogos } = await demoSettings();
    expect(contractLogos).toEqual([logoImage]);
    const files = await filesOfType("image/png");
    expect(new Set(files.map(({ id }) => id))).toEqual(new Set([logoImage, logoDarkImage]));
    for (const { id, size } of files) {
      const bytes = kept.get(id) ?? new Uint8Array();
      expect(bytes.length).toBe(size);
      expect(await isWholeImage(Buffer.from(bytes))).toBe(true);
    }
  });

  test("[PAPER-38] a brochure of one page, which took the checks of an upload, follows its contracts and no change order", async () => {
    const [brochure, ...others] = await filesOfType("application/pdf");
    expect(others).toEqual([]);
    expect((await demoSettings())["contractAttachments"]).toEqual([brochure?.id]);
    expect(brochure?.name).toBe("Before, during and after the work.pdf");
    const bytes = kept.get(brochure?.id ?? "") ?? new Uint8Array();
    expect(bytes.length).toBe(brochure?.size);
    // A contract with it goes by mail and over a phone's network.
    expect(bytes.length).toBeLessThan(60_000);
    const pages = await readPdf(bytes);
    expect(pages).toHaveLength(1);
    expect(pages[0]).toMatch(/nothing here changes it.*North Gable Exteriors/s);
    const papers = await rows<{ type: number; data: Record<string, string> }>(
      "select type, data from document where is_signed order by id",
    );
    expect(papers.map(({ data }) => readModel(data).attachmentFileIds)).toEqual([[brochure?.id], []]);
  });

  test("its settings are valid settings", () => {
    for (const { settings } of DEMO_COMPANIES) expect(settingsFields.parse(settings)).toMatchObject(settings);
  });
});

describe("made-up leads", () => {
  const salespeople = [1, 2, 3] as UserId[];
  const wishes = { count: 500, seed: 1, now, timeZone: "America/New_York", salespeople, towns: MICHIGAN };

  test("are the same for the same seed, and others for another", () => {
    expect([...generateDemoLeads(wishes)]).toEqual([...generateDemoLeads(wishes)]);
    expect([...generateDemoLeads({ ...wishes, seed: 2 })]).not.toEqual([...generateDemoLeads(wishes)]);
  });

  test("would pass the form unchanged", () => {
    for (const { externalId: _id, createdTime, modifiedTime, meetingDate, ...fields } of generateDemoLeads(wishes)) {
      const form = { ...fields, meetingDate: meetingDate?.toISOString() ?? null };
      expect(Object.keys(form).sort()).toEqual([...LEAD_FIELDS].sort());
      expect(leadForm.parse(form)).toEqual(form);
      expect(leadName(fields)).not.toBe("");
      expect(createdTime.getTime()).toBeLessThanOrEqual(modifiedTime.getTime());
      expect(modifiedTime.getTime()).toBeLessThanOrEqual(now.getTime());
      expect(fields.phone).toMatch(/^$|^\+1\d{3}55501\d\d$/);
      expect(fields.email).toMatch(/^$|\.test$/);
      expect(workflowNames).toEqual(expect.arrayContaining(fields.projectTypes));
    }
  });

  test.each([
    { timeZone: "America/New_York", date: "2026-05-14T13:00:00Z" },
    { timeZone: "America/Los_Angeles", date: "2026-03-08T04:30:00Z" },
    { timeZone: "America/Phoenix", date: "2026-11-01T23:30:00Z" },
  ])("meet from 8 AM to 6 PM of $timeZone, never on a Sunday", ({ timeZone, date }) => {
    const local = new Intl.DateTimeFormat("en-US", { timeZone, weekday: "short", hour: "2-digit", hourCycle: "h23" });
    for (const { meetingDate } of generateDemoLeads({ ...wishes, timeZone, now: new Date(date) })) {
      if (!meetingDate) continue;
      const parts = Object.fromEntries(local.formatToParts(meetingDate).map(({ type, value }) => [type, value]));
      expect(parts["weekday"]).not.toBe("Sun");
      expect(Number(parts["hour"])).toBeGreaterThanOrEqual(8);
      expect(Number(parts["hour"])).toBeLessThan(18);
    }
  });

  test("every town is complete", () => {
    for (const town of ALL_TOWNS) expect(Object.values(town)).not.toContain("");
  });
});

describe("filling a company for load tests", () => {
  let filled: TestDatabase;
  beforeAll(async () => {
    filled = await createTestDatabase(inject("postgresUrl"));
  });
  afterAll(() => filled.close());
  const fill = (leadCount: number, companyId?: number): Promise<string[]> => {
    const heard: string[] = [];
    return addDemoLeads({
      database: filled.database,
      now: () => now,
      leadCount,
      companyId: companyId as CompanyId | undefined,
      report: ({ added, company }) => heard.push(`${company} ${String(added)}`),
    }).then(() => heard);
  };

  test("needs a company", async () => {
    await expect(fill(1)).rejects.toThrow("There is no company to fill.");
    await expect(fill(1, 77)).rejects.toThrow("There is no company 77.");
  });

  test("adds exactly as many, a thousand at a time, findable at once, and others the next time", async () => {
    await filled.superuserPool.query("insert into company (name) values ('Oldest'), ('Named')");
    expect(await fill(2_500)).toEqual(["Oldest 1000", "Oldest 2000", "Oldest 2500"]);
    expect(await fill(10)).toEqual(["Oldest 10"]);
    expect(await fill(3, 2)).toEqual(["Named 3"]);
    const { rows } = await filled.superuserPool.query<{ leads: number; counted: number; searchable: number }>(
      `select count(l.*)::int as leads, count(distinct (l.company_id, l.last_name, l.street, l.created_time))::int as different,
        count(s.*)::int as searchable from lead l left join lead_search s on s.company_id = l.company_id and s.lead_id = l.id`,
    );
    expect(rows).toEqual([{ leads: 2_513, different: 2_513, searchable: 2_513 }]);
  });
});
