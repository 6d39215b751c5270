import { randomUUID } from "node:crypto";
import {
  EMPTY_LEAD,
  type ChangesReply,
  type CompanyId,
  type Estimate,
  type Lead,
  type ProblemReply,
  type StoredDocument,
} from "@ridgebook/contract";
import { basisOf, canonicalJson, type DeviceClock } from "@ridgebook/documents";
import { SOON } from "@ridgebook/testing/patience";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from "vitest";
import {
  buildDocument,
  buildModel,
  buildPdf,
  documentForm,
  drawSignature,
  type NewDocument,
} from "#testing/build-document.ts";
import { startTestApplication, type SignedIn, type TestApplication, type TestUser } from "#testing/test-application.ts";

/* Signed papers that were on their way while other users signed, deleted, or set a clock. */

let server: TestApplication;
let companyId: CompanyId;
let ann: SignedIn & TestUser;
let office: SignedIn & TestUser;
let leadId: number;
let estimateId: number;

beforeAll(async () => {
  // The contents of papers are tested in check-signed.db.test.ts.
  server = await startTestApplication(inject("postgresUrl"), { checkSigned: () => Promise.resolve([]) });
});
afterAll(() => server.close());
beforeEach(async () => {
  companyId = await server.createCompany();
  ann = await server.signInNew({ companyId, firstName: "Ann", lastName: "Lee" });
  office = await server.signInNew({ companyId, role: "Admin", firstName: "Olga", lastName: "Office" });
  leadId = (await ann.call("createLead", { body: { lastName: "Whitfield", city: "Portage" } })).body.id;
  estimateId = await createEstimate();
});

const createEstimate = async (): Promise<number> =>
  (
    await ann
      .callRaw("createEstimate", { body: { leadId, name: "House", workflowIds: [1, 4] } })
      .then(({ body }) => body as { id: number })
  ).id;

interface Sent {
  readonly status: number;
  readonly body: StoredDocument;
  readonly problem: ProblemReply;
}

async function send(
  input: Parameters<typeof documentForm>[0],
  { by = ann, headers = {} }: { by?: SignedIn; headers?: Record<string, string> } = {},
): Promise<Sent> {
  const form = await documentForm(input, {
    pdf: new File([Uint8Array.from(buildPdf(randomUUID()))], "paper.pdf", { type: "application/pdf" }),
  });
  const reply = await server.app.inject({
    method: "POST",
    url: "/api/documents/",
    payload: form.payload,
    headers: { ...form.headers, ...by.headers, ...headers },
  });
  const body: unknown = reply.json();
  return { status: reply.statusCode, body: body as StoredDocument, problem: body as ProblemReply };
}

type Given = Partial<NewDocument> & { number?: string; total?: number; clock?: DeviceClock; signedAt?: string };

/** A signed contract of roofing and gutters that names no papers before it. */
async function paper({ number = randomUUID().slice(0, 8), total = 500, clock, signedAt, ...given }: Given = {}) {
  return buildDocument({
    estimateId,
    kind: "contract",
    workflows: ["1", "4"],
    signatures: { customer: await drawSignature(signedAt) },
    ...given,
    model: { number, total, ...given.model },
    data: { buildsOn: "[]", ...(clock && { clock: canonicalJson(clock) }), ...given.data },
  });
}
const sign = async (given: Given = {}): Promise<StoredDocument> => {
  const reply = await send(await paper(given));
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body;
};
const changeOrder = (contract: StoredDocument, given: Given = {}): Promise<StoredDocument> =>
  sign({
    ...given,
    kind: "changeOrder",
    data: {
      basedOnId: String(contract.id),
      buildsOn: JSON.stringify([contract.data["fingerprint"]]),
      ...given.data,
    },
  });
const read = async (id: number): Promise<StoredDocument> =>
  (await office.call("getDocument", { params: { id: String(id) } })).body;
const kindsOf = ({ findings }: StoredDocument): string[] => findings.map(({ kind }) => kind);
const textOf = ({ findings }: StoredDocument, wanted: string): string =>
  findings.find(({ kind }) => kind === wanted)?.text ?? "";
const changes = async (cursor?: string): Promise<ChangesReply> =>
  (
    await ann.call("getChanges", {
      query: { stores: "estimates,estimate-documents", ...(cursor !== undefined && { cursor }) },
    })
  ).body;
const readEstimate = async (): Promise<Estimate> =>
  (await ann.call("getEstimate", { params: { id: String(estimateId) } })).body;
const deleteEstimate = async () =>
  expect((await office.call("deleteEstimate", { params: { id: String(estimateId) } })).status).toBe(204);
const deleteLead = async () =>
  expect((await office.call("deleteLead", { params: { id: String(leadId) } })).status).toBe(204);

describe("a signed paper whose estimate was deleted while it waited", () => {
  /** The device's estimate, with a line that it has sent and one that it has not. */
  const basisWithLines = async (): Promise<{ basis: string; lineId: number }> => {
    const { rows } = await server.testDatabase.superuserPool.query<{ id: string }>(
      "select nextval('estimate_item_id') as id",
    );
    const line = {
      id: Number(rows[0]?.id),
      parentItemId: null,
      fieldId: "1.58",
      fieldOptionId: null,
      value: "",
      materialCost: 1,
      laborCost: 1,
      materialPrice: 2,
      laborPrice: 2,
      quantity: 150,
      workflowEstimateId: 1,
    };
    const items = [line, { ...line, id: -7, parentItemId: line.id }];
    return { basis: canonicalJson({ ...basisOf(await readEstimate()), items }), lineId: line.id };
  };
  const basis = async (): Promise<string> => (await basisWithLines()).basis;

  test("[SIGN-20] brings it back under its id and name, with its lines, and says who deleted it", async () => {
    const { lineId, ...data } = await basisWithLines();
    await deleteEstimate();
    const document = await sign({ data });
    expect(document).toMatchObject({ estimateId, leadId });
    expect(kindsOf(document)).toEqual(["broughtBack"]);
    expect(textOf(document, "broughtBack")).toMatch(
      /^The estimate was deleted by Olga Office on \w+ \d+, \d{4} at .+, before this paper arrived, and came back with it\.$/,
    );
    const back = await readEstimate();
    expect(back).toMatchObject({ name: "House", leadId, workflowIds: [1, 4] });
    expect(
      back.items.map(({ id, parentItemId, quantity }) => ({ isNew: id > lineId, parentItemId, quantity })),
    ).toEqual([
      { isNew: false, parentItemId: null, quantity: 150 },
      { isNew: true, parentItemId: lineId, quantity: 150 },
    ]);
    expect(back.documents.map(({ id }) => id)).toEqual([document.id]);
  });

  test("[SIGN-20] it and its lead are newer than what any device holds of them", async () => {
    const data = { basis: await basis() };
    const params = { id: String(estimateId) };
    const former = { name: (await readEstimate()).name };
    const renamed = await ann.call("updateEstimate", {
      params,
      body: { name: "Barn", revision: (await readEstimate()).revision, former },
    });
    const lead = async (): Promise<Lead> => (await ann.call("getLead", { params: { id: String(leadId) } })).body;
    const { lastName, revision } = await lead();
    const body = { lastName: "Field", revision, former: { lastName } };
    const moved = await ann.call("updateLead", { params: { id: String(leadId) }, body });
    expect([renamed.status, moved.status]).toEqual([200, 200]);
    const held = { estimate: (await readEstimate()).revision, lead: (await lead()).revision };
    await deleteEstimate();
    await deleteLead();
    await sign({ data });
    expect((await readEstimate()).revision).toBeGreaterThan(held.estimate);
    expect((await lead()).revision).toBeGreaterThan(held.lead);
  });

  test("[SIGN-20] it reaches devices that had received the deletion, and new devices never see it as deleted", async () => {
    const data = { basis: await basis() };
    await deleteEstimate();
    const { cursor } = await changes();
    await sign({ data });
    const news = await changes(cursor);
    expect(news.changed.estimates?.map(({ id }) => id)).toEqual([estimateId]);
    expect(news.deleted.estimates ?? []).toEqual([]);
    expect((await changes()).changed.estimates?.map(({ id }) => id)).toEqual([estimateId]);
  });

  test("[SIGN-20] brings back its lead as well, under its id, as the paper holds it", async () => {
    const lead = { ...EMPTY_LEAD, lastName: "Whitfield", city: "Portage", userId: 999_999, state: "not a state" };
    const data = { basis: await basis(), lead: canonicalJson(lead) };
    await deleteEstimate();
    await deleteLead();
    const document = await sign({ data });
    expect(document.leadId).toBe(leadId);
    expect(textOf(document, "broughtBack")).toMatch(/So did its lead, deleted by Olga Office on /);
    const { body } = await ann.call("getLead", { params: { id: String(leadId) } });
    expect(body).toMatchObject({
      lastName: "Whitfield",
      city: "Portage",
      userId: null,
      state: "",
    } satisfies Partial<Lead>);
  });

  test("[SIGN-20] a lead of which the paper holds nothing comes back with the owner's name", async () => {
    await deleteEstimate();
    await deleteLead();
    expect((await sign()).leadId).toBe(leadId);
    const { body } = await ann.call("getLead", { params: { id: String(leadId) } });
    expect(body.lastName).toBe("Ann Whitfield");
  });

  test("[SIGN-20] one that holds nothing readable of its estimate is taken all the same, with an empty estimate", async () => {
    for (const written of ["no JSON", "{}"]) {
      estimateId = await createEstimate();
      await deleteEstimate();
      const document = await sign({ data: { basis: written } });
      expect(textOf(document, "broughtBack")).toContain("What the paper was made from could not be read");
      expect(await readEstimate()).toMatchObject({ name: "House", items: [], workflowIds: [1, 4] });
    }
  });

  test("[SIGN-20] says that the lead came back too before it says that the estimate is empty", async () => {
    await deleteEstimate();
    await deleteLead();
    const document = await sign({ data: { basis: "no JSON" } });
    expect(textOf(document, "broughtBack")).toMatch(
      /and came back with it\. So did its lead, deleted by Olga Office on .+\. What the paper was made from could not be read: the estimate is empty\.$/,
    );
  });

  test("[SIGN-20] says that a new lead was made if the former one is not known", async () => {
    await deleteEstimate();
    await server.testDatabase.superuserPool.query("update tombstone set former = null where company_id = $1", [
      companyId,
    ]);
    const document = await sign();
    expect(document.leadId).not.toBe(leadId);
    expect(textOf(document, "broughtBack")).toMatch(
      / and came back with it\. Which lead it belonged to .+, so a new lead was made from this paper\.$/,
    );
  });

  test("[SIGN-20] two papers of one estimate that arrive at once are both taken, and it comes back once", async () => {
    const data = { basis: await basis() };
    await deleteEstimate();
    const documents = await Promise.all([sign({ data }), sign({ data, kind: "changeOrder" })]);
    expect((await readEstimate()).documents.map(({ id }) => id).sort()).toEqual(documents.map(({ id }) => id).sort());
  });

  test("[SIGN-20] a paper that found no estimate is taken when another one has brought it back meanwhile", async () => {
    const data = { basis: await basis() };
    await deleteEstimate();
    const number = "2026-1127-LATE00";
    const { superuserPool } = server.testDatabase;
    const holder = await superuserPool.connect();
    try {
      // The paper looks for its estimate, then waits for its number.
      await holder.query("begin");
      const name = `document number ${String(companyId)} ${number}`;
      await holder.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [name]);
      const late = sign({ data, number, kind: "changeOrder" });
      const waiting = "select 1 from pg_locks where locktype = 'advisory' and not granted";
      await vi.waitFor(async () => expect((await superuserPool.query(waiting)).rowCount).toBe(1), SOON);
      const first = await sign({ data });
      await holder.query("commit");
      const ids = [first.id, (await late).id];
      expect((await readEstimate()).documents.map(({ id }) => id).sort()).toEqual(ids.sort());
    } finally {
      holder.release();
    }
  });

  test("[SIGN-20] it is brought back however long ago it was deleted", async () => {
    await deleteEstimate();
    await server.testDatabase.superuserPool.query("update tombstone set deleted_time = now() - interval '3 years'");
    await server.tasks.housekeeping({});
    expect(kindsOf(await sign())).toEqual(["broughtBack"]);
  });

  test("[SIGN-20] names a price book version that does not exist: the estimate comes back with today's", async () => {
    const data = { basis: canonicalJson({ ...basisOf(await readEstimate()), priceBookVersion: 4_000 }) };
    const { priceBookVersion } = await readEstimate();
    await deleteEstimate();
    await sign({ data });
    expect((await readEstimate()).priceBookVersion).toBe(priceBookVersion);
  });

  test("[SIGN-20] an estimate that the company never had is refused, and another company's does not come back", async () => {
    const other = await server.signInNew({ companyId: await server.createCompany(), role: "Admin" });
    await deleteEstimate();
    const foreign = await send(await paper(), { by: other });
    expect(foreign.status).toBe(400);
    expect(foreign.problem.errors?.["estimateId"]).toHaveLength(1);
    const madeUp = await send(await paper({ estimateId: 999_999_999 }));
    expect(madeUp.problem.errors?.["estimateId"]).toHaveLength(1);
  });

  test("[SIGN-20] an unsigned one is refused as before", async () => {
    await deleteEstimate();
    const reply = await send(await buildDocument({ estimateId, kind: "contract" }));
    expect(reply.problem.errors?.["estimateId"]).toEqual(["The estimate must be one of the company's estimates."]);
  });

  test("[SIGN-20] an estimate whose signed paper has arrived cannot be deleted", async () => {
    await sign();
    const { problem } = await office.call("deleteEstimate", { params: { id: String(estimateId) } });
    expect(problem.code).toBe("inUse");
  });
});

const deleteDocument = async ({ id }: { id: number }) =>
  expect((await office.call("deleteDocument", { params: { id: String(id) } })).status).toBe(204);

describe("a signed paper that the office deletes", () => {
  test("[SIGN-72] a change order on its contract is taken, marked with who deleted it, and not counted", async () => {
    await sign({ number: "2026-0514-GARAGE", total: 300, workflows: ["1"] });
    const contract = await sign({ number: "2026-0514-HOUSEE", total: 500, workflows: ["4"] });
    await deleteDocument(contract);
    const order = await changeOrder(contract, { total: 50, workflows: ["4"] });
    expect(kindsOf(order)).toEqual(["deletedBase"]);
    expect(textOf(order, "deletedBase")).toMatch(
      /^Contract 2026-0514-HOUSEE, which it changes, was deleted by Olga Office on \w+ \d+, \d{4} at .+\. This one is kept and not counted\. Agreed for this estimate now: \$300\.00\.$/,
    );
    expect((await read(order.id)).findings).toEqual(order.findings);
    const { rows } = await server.testDatabase.superuserPool.query<{ findings: unknown }>(
      "select payload -> 'findings' as findings from document_event where document_id = $1",
      [order.id],
    );
    expect(rows[0]?.findings).toEqual(order.findings);
  });

  test("[SIGN-73] without the first of two contracts of one work the second counts, and says so", async () => {
    const first = await sign({ number: "2026-0514-FIRST1", total: 500 });
    const second = await sign({ number: "2026-0514-SECOND", total: 700 });
    const order = await changeOrder(second, { total: 50 });
    await deleteDocument(first);
    for (const { id } of [second, order])
      expect(textOf(await read(id), "supersededBase")).toMatch(
        /not counted\. Agreed for this estimate now: \$500\.00\. Contract 2026-0514-FIRST1 was deleted by Olga Office on .+: this one is counted\. Agreed for this estimate now: \$750\.00\.$/,
      );
  });

  test("[SIGN-73] when an older contract counts again, the newer one of the same work says that it is no longer counted", async () => {
    const both = await sign({ total: 500, workflows: ["1", "4"] });
    const buildsOn = JSON.stringify([both.data["fingerprint"]]);
    const gutters = await sign({
      number: "G",
      total: 300,
      workflows: ["4"],
      data: { sourceId: String(both.id), buildsOn },
    });
    const roof = await sign({ total: 400, workflows: ["1"] });
    expect(roof.findings).toEqual([]);
    await deleteDocument(gutters);
    expect(textOf(await read(roof.id), "supersededBase")).toMatch(
      /^Contract G was deleted by Olga Office on .+: this one is not counted any more\. Agreed for this estimate now: \$500\.00\.$/,
    );
    expect((await read(both.id)).findings).toEqual([]);
  });

  test("[SIGN-73] between one that it replaced and one that replaced it, it leaves the last one standing alone", async () => {
    const first = await sign({ total: 500 });
    const next = async (of: StoredDocument, total: number): Promise<StoredDocument> =>
      sign({ total, data: { sourceId: String(of.id), buildsOn: JSON.stringify([of.data["fingerprint"]]) } });
    const second = await next(first, 600);
    const third = await next(second, 700);
    await deleteDocument(second);
    expect((await read(first.id)).supersededById).toBe(third.id);
    // A contract that knows none of them tells what is agreed without it.
    const beside = await sign({ total: 900 });
    expect(textOf(beside, "supersededBase")).toContain("Agreed for this estimate now: $700.00.");
    await deleteDocument(third);
    expect((await read(first.id)).supersededById).toBeNull();
  });
});

describe("papers of one work that were signed side by side", () => {
  test("[SIGN-21] a second contract is kept and says which was signed before, and what is agreed", async () => {
    const first = await sign({ number: "2026-0514-AAAAAA", total: 500 });
    const second = await sign({ number: "2026-0514-BBBBBB", total: 700 });
    expect(first.findings).toEqual([]);
    expect(second.findings).toEqual([
      {
        kind: "supersededBase",
        text: "Signed beside another paper of the same work: Contract 2026-0514-AAAAAA of May 14, 2026 at 2:02:15 PM EDT. This one is kept and not counted. Agreed for this estimate now: $500.00.",
      },
    ]);
    expect((await read(second.id)).findings).toEqual(second.findings);
  });

  test("[SIGN-21] two change orders of one contract count both: 500 + 250 + 500", async () => {
    const contract = await sign({ total: 500 });
    const one = await changeOrder(contract, { number: "A", total: 250 });
    const other = await changeOrder(contract, { number: "B", total: 500 });
    expect(one.findings).toEqual([]);
    expect(textOf(other, "supersededBase")).toBe(
      "Signed beside another paper of the same work: Change order A of May 14, 2026 at 2:02:15 PM EDT. Both are counted, as both say what is added. Agreed for this estimate now: $1,250.00.",
    );
  });

  test("[SIGN-21] one that names those before it, or replaces one, has no finding", async () => {
    const contract = await sign({ total: 500 });
    const one = await changeOrder(contract, { total: 250 });
    const buildsOn = JSON.stringify([contract.data["fingerprint"], one.data["fingerprint"]]);
    const other = await changeOrder(contract, { data: { buildsOn } });
    expect(other.findings).toEqual([]);
    const all = JSON.stringify([contract, one, other].map(({ data }) => data["fingerprint"]));
    expect((await sign({ data: { sourceId: String(contract.id), buildsOn: all } })).findings).toEqual([]);
    expect((await sign({ workflows: ["9"].slice(1) })).findings).toEqual([]);
  });

  test("[SIGN-76] a contract that does not know a change order of the one that it replaces says that both count: 600 + 250", async () => {
    const contract = await sign({ total: 500 });
    await changeOrder(contract, { number: "A", total: 250 });
    const buildsOn = JSON.stringify([contract.data["fingerprint"]]);
    const next = await sign({ total: 600, data: { sourceId: String(contract.id), buildsOn } });
    expect(next.findings).toEqual([
      {
        kind: "unknownChange",
        text: "Made without Change order A of May 14, 2026 at 2:02:15 PM EDT, of the contract that it replaces. All are counted. Agreed for this estimate now: $850.00.",
      },
    ]);
    expect((await read(contract.id)).supersededById).toBe(next.id);
  });

  test("[SIGN-21] a change order on a contract that is not counted says so", async () => {
    await sign({ number: "A", total: 500 });
    const beside = await sign({ number: "B", total: 700 });
    const text = textOf(await changeOrder(beside, { total: 50 }), "supersededBase");
    expect(text).toMatch(/^Signed beside another paper of the same work: Contract A of .+; Contract B of /);
    expect(text).toContain("not counted. Agreed for this estimate now: $500.00.");
  });

  test("[SIGN-21] of two contracts that arrive in the same second, one has a finding about the other", async () => {
    const both = await Promise.all([sign({ total: 500 }), sign({ total: 700 })]);
    expect(both.map((each) => kindsOf(each).length).sort()).toEqual([0, 1]);
  });
});

describe("a number that two documents have", () => {
  test("[SIGN-22] is marked on both, whatever estimate they are of", async () => {
    const number = "2026-1125-HHHHHH";
    const first = await sign({ number });
    estimateId = await createEstimate();
    const second = await sign({ number, kind: "changeOrder" });
    expect(second.findings).toEqual([
      {
        kind: "sameNumber",
        text: `Number ${number} is also on a contract of May 14, 2026 at 2:02:15 PM EDT. Tell them apart by their fingerprints.`,
      },
    ]);
    expect((await read(first.id)).findings).toEqual([
      { kind: "sameNumber", text: expect.stringContaining(`${number} is also on a change order of`) as string },
    ]);
    const onDevices = (await changes()).changed["estimate-documents"]?.find(({ id }) => id === first.id);
    expect(onDevices?.findings).toHaveLength(1);
  });

  test("[SIGN-22] two that arrive at once, of two estimates, are both marked", async () => {
    const [one, other] = [estimateId, await createEstimate()];
    const sent = await Promise.all([one, other].map((of) => sign({ estimateId: of, number: "SAME" })));
    for (const { id } of sent) expect(kindsOf(await read(id))).toEqual(["sameNumber"]);
  });

  test("[DOC-33] is marked on both documents, also when the second one is unsigned", async () => {
    const number = "2026-1125-HHHHHH";
    const first = await sign({ number });
    const order = await send(await buildDocument({ estimateId, kind: "workOrder", model: { number } }));
    expect(textOf(order.body, "sameNumber")).toMatch(/^Number 2026-1125-HHHHHH is also on a contract of May 14, 2026 /);
    expect(textOf(await read(first.id), "sameNumber")).toContain("is also on a work order of May 14, 2026");
    // The third one names both others.
    const bill = await send(await buildDocument({ estimateId, kind: "laborBill", model: { number } }));
    expect(kindsOf(bill.body)).toEqual(["sameNumber", "sameNumber"]);
  });

  test("[SIGN-22] is no finding in another company, nor of the document that it was made from", async () => {
    const first = await sign({ number: "SAME" });
    const again = await sign({ number: "SAME", data: { sourceId: String(first.id) } });
    expect(again.findings).toEqual([]);
    const foreign = await server.signInNew({ companyId: await server.createCompany(), role: "Admin" });
    const lead = await foreign.call("createLead", { body: { lastName: "Other" } });
    const estimate = await foreign.callRaw("createEstimate", { body: { leadId: lead.body.id, name: "House" } });
    const input = await paper({ estimateId: (estimate.body as { id: number }).id, number: "SAME", workflows: [] });
    expect((await send(input, { by: foreign })).body.findings).toEqual([]);
  });
});

describe("the company's activity", () => {
  const marked = async () =>
    (await office.call("listActivity", { query: { search: "paper" } })).body.data.map(
      ({ actorName, kind, member, subject, subjectName, details }) => ({
        actorName,
        kind,
        member,
        subject,
        subjectName,
        details,
      }),
    );

  test("[DOC-34] lists every paper that came in marked, with what was found and who sent it, and no other", async () => {
    const first = await sign({ number: "2026-0514-FIRST1", total: 500 });
    expect(first.findings).toEqual([]);
    expect(await marked()).toEqual([]);
    const second = await sign({ number: "2026-0514-SECOND", total: 700 });
    expect(await marked()).toEqual([
      {
        actorName: "Ann Lee",
        kind: "company",
        member: "paper",
        subject: String(second.id),
        subjectName: "Contract 2026-0514-SECOND",
        details: { found: textOf(second, "supersededBase") },
      },
    ]);
  });
});

describe("a wrong clock", () => {
  const iso = (minutesFromNow: number): string =>
    new Date(server.clock.now().getTime() + minutesFromNow * 60_000).toISOString();

  test("[SIGN-23] in the server's future is found on receipt", async () => {
    const ahead = await sign({ createdTime: iso(121), signedAt: iso(120) });
    expect(kindsOf(ahead)).toEqual(["wrongClock"]);
    expect(textOf(ahead, "wrongClock")).toMatch(
      /^The device's clock was at least 2 hours ahead\. It said .+; the server received the paper on .+\.$/,
    );
    expect((await sign({ createdTime: iso(9), signedAt: iso(9), workflows: [] })).findings).toEqual([]);
  });

  test("[SIGN-23] that the device knew of is reported with the corrected time", async () => {
    const comparedTime = iso(-60);
    const createdTime = "2026-05-14T18:02:15.000Z";
    const ahead = await sign({ createdTime, clock: { aheadSeconds: 86_400, comparedTime } });
    // 18:02:15 UTC is 2:02:15 PM in New York; the device's clock said a day more.
    expect(textOf(ahead, "wrongClock")).toContain(
      "The device's clock was 1 day ahead. It said May 15, 2026 at 2:02:15 PM EDT; by the server's clock that was May 14, 2026 at 2:02:15 PM EDT, and the server received the paper on ",
    );
    const behind = await sign({ workflows: [], clock: { aheadSeconds: -1_200, comparedTime } });
    expect(textOf(behind, "wrongClock")).toContain("The device's clock was 20 minutes behind.");
    const near = await sign({ workflows: [], clock: { aheadSeconds: 600, comparedTime } });
    expect(near.findings).toEqual([]);
  });

  test("[SIGN-23] that jumped while people signed is found", async () => {
    const jumped = await sign({ createdTime: "2026-05-14T18:00:00.000Z", signedAt: "2026-05-14T19:00:00.000Z" });
    expect(textOf(jumped, "wrongClock")).toContain("The device's clock changed by 1 hour while people signed.");
  });
});

describe("the receipt", () => {
  test("[SIGN-24] keeps the account and the device that sent a paper, and what was found", async () => {
    const agent =
      "Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1";
    const { body } = await send(
      await paper({ clock: { aheadSeconds: 3_600, comparedTime: "2026-05-14T17:00:00.000Z" } }),
      {
        headers: { "user-agent": agent },
      },
    );
    const { rows } = await server.testDatabase.superuserPool.query<{ payload: unknown }>(
      "select payload from document_event where company_id = $1",
      [companyId],
    );
    expect(rows[0]?.payload).toMatchObject({
      receivedFrom: ann.id,
      account: { name: "Ann Lee", email: ann.email },
      device: { name: "Safari on iPad", userAgent: agent, address: "127.0.0.1" },
      createdTime: "2026-05-14T18:02:15.000Z",
      deviceTime: "2026-05-14T19:02:15.000Z",
      findings: body.findings,
    });
  });
});

test("[SIGN-24] [PBS-06] the evidence names what a paper was made with, and nothing for one that does not say", async () => {
  const madeWith = { settingsTime: "2026-05-13T10:00:00.000Z", priceBookVersion: 3 };
  await sign({ data: { madeWith: canonicalJson(madeWith) } });
  await sign({ data: { madeWith: "yesterday's" } });
  const { rows } = await server.testDatabase.superuserPool.query<{ told: unknown }>(
    "select payload -> 'madeWith' as told from document_event where company_id = $1 order by sequence",
    [companyId],
  );
  expect(rows.map(({ told }) => told)).toEqual([madeWith, null]);
});

describe("bad input", () => {
  test("[SIGN-29] a signature of one dot, a name that is a path, one of 300 letters: taken as they were signed", async () => {
    const names = ["../../x", "N".repeat(300), "🏠"];
    for (const name of names) {
      const { closing } = buildModel({ kind: "contract" });
      const [slot] = closing?.signatures ?? [];
      if (!closing || !slot) throw new Error("A contract has no place for a signature.");
      const document = await sign({
        name: "Contract",
        workflows: [],
        model: { closing: { ...closing, signatures: [{ ...slot, name }] } },
        data: { strokes: '{"customer":[[{"time":3,"x":1,"y":2}]]}' },
      });
      expect(JSON.parse(document.data["model"] ?? "")).toMatchObject({ closing: { signatures: [{ name }] } });
      const certificate = await server.app.inject({
        url: `/api/documents/${String(document.id)}/certificate?companyId=${String(companyId)}`,
        headers: ann.headers,
      });
      expect(certificate.statusCode).toBe(200);
    }
  });
});
