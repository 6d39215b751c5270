import { DOCUMENT_PDF_FIELD, formToDocument } from "@ridgebook/contract";
import { beforeEach, describe, expect, test } from "vitest";
import { ITEM_IDS } from "#local-data/database/specified-database.ts";
import type { ServerCall } from "#local-data/device/server-calls.ts";
import { draftKey } from "#local-data/estimates/document-draft-ids.ts";
import type { EstimateEdit } from "#local-data/estimates/estimate-store.ts";
import type { LocalData } from "#local-data/local-data.ts";
import { roofingPart } from "#local-data/testing/build-estimate.ts";
import { ANN, leadFields, settled, TestDevice } from "#local-data/testing/test-device.ts";
import { hashBytes } from "./document-files.ts";
import type { NewDocument } from "./document-store.ts";

let device: TestDevice;
let tab: LocalData;

beforeEach(async () => {
  device = new TestDevice();
  tab = await device.openAnnsTab();
  return () => {
    tab.stop();
    expect(device.defects).toEqual([]);
  };
});

const PDF = new TextEncoder().encode("%PDF-1.7 signed");
const SIGNED = "2026-05-14T14:24:08.000Z";
const SIGNATURE = { data: "data:image/png;base64,AAAA", timestamp: SIGNED };

const contract = (values: Partial<NewDocument> = {}): NewDocument => ({
  estimateId: 9,
  leadId: 7,
  name: "Contract",
  type: 1,
  workflows: ["1"],
  createdTime: SIGNED,
  showAdditionalCost: false,
  additionalCost: 0,
  additionalWorkTotalBroughtFromAddendum: 0,
  data: { typeVersion: "1", number: "2026-0514-K7QD", model: "{}" },
  signatures: { customer: SIGNATURE },
  pdf: PDF,
  ...values,
});

/** Lead 7 with estimate 9, on the server and here. */
async function receiveEstimate(): Promise<void> {
  device.server.put({ id: 7 });
  device.server.putEstimate({ id: 9, leadId: 7, name: "Roof", workflowIds: [1] });
  await tab.sync.run();
  device.server.calls.length = 0;
  device.server.log.length = 0;
}

async function saveEstimate(edit: EstimateEdit): Promise<void> {
  const from = await tab.estimates.find(9);
  if (!from) throw new Error("The estimate is not here.");
  await tab.estimates.save(9, edit, { from });
}

const sentForms = (): ServerCall[] => device.server.calls.filter(({ form }) => form !== undefined);
const changes = () => tab.databases.specified["local-changes"].toArray();

describe("a signed document that the server refused", () => {
  test("[SIGN-58] stays, says why, and keeps its PDF; it is in the rescue file", async () => {
    await receiveEstimate();
    device.goOffline();
    await tab.documents.create(contract({ name: "REFUSED" }));
    device.goOnline();
    await settled();
    const [here] = await tab.documents.listOfEstimate(9);
    expect(here).toMatchObject({ id: -2, sync: "failed", name: "REFUSED" });
    expect(here?.problem?.errors).toEqual({ email: ["E-mail is not valid."] });
    expect(await tab.documents.keptPdf({ data: here?.data ?? {} })).toEqual(PDF);

    // Sixty others, whose files are kept only up to a number, do not push its PDF out.
    for (let index = 0; index < 60; index += 1) {
      const pdf = new TextEncoder().encode(`%PDF-1.7 ${String(index)}`);
      await tab.documents.create(contract({ data: { typeVersion: "1", number: String(index), model: "{}" }, pdf }));
    }
    expect(await tab.documents.keptPdf({ data: here?.data ?? {} })).toEqual(PDF);

    const { file } = await tab.rescue.save("four ridges above Portage");
    const other = new TestDevice(device.server);
    const otherTab = await other.openAnnsTab();
    await otherTab.rescue.open(file, "four ridges above Portage");
    const found = (await otherTab.documents.listOfEstimate(9)).find(({ name }) => name === "REFUSED");
    expect(await otherTab.documents.keptPdf({ data: found?.data ?? {} })).toEqual(PDF);
    otherTab.stop();
  });
});

describe("the status of a lead whose contract is signed", () => {
  const statusHere = async (): Promise<string | undefined> => (await tab.leads.find(7))?.leadStatus;
  const signWith = async (leadStatus: string, values: Partial<NewDocument> = {}): Promise<void> => {
    device.server.put({ id: 7, leadStatus });
    device.server.putEstimate({ id: 9, leadId: 7, name: "Roof", workflowIds: [1] });
    await tab.sync.run();
    device.goOffline();
    await tab.documents.create(contract(values));
  };

  test.each(["New", "Appointment set", "Estimate", "Contract sent"])(
    "[SIGN-59] goes from %s to Sold with the contract, without a network, and is sent as any edit of the lead",
    async (leadStatus) => {
      await signWith(leadStatus);
      expect(await statusHere()).toBe("Sold");
      expect((await changes()).map(({ storeName, id }) => `${storeName} ${String(id)}`).toSorted()).toEqual([
        "estimate-documents -2",
        "leads 7",
      ]);
      device.goOnline();
      await settled();
      expect(device.server.lead(7)?.leadStatus).toBe("Sold");
      expect(await changes()).toEqual([]);
    },
  );

  test.each(["Lost", "Waiting for HOA"])("[SIGN-59] stays at %s, which a person chose", async (leadStatus) => {
    await signWith(leadStatus);
    expect(await statusHere()).toBe(leadStatus);
    expect((await changes()).map(({ storeName }) => storeName)).toEqual(["estimate-documents"]);
  });

  test("[SIGN-59] is nothing that a change order or an unsigned paper moves", async () => {
    await signWith("Estimate", { type: 2 });
    await tab.documents.create(contract({ signatures: {}, data: { typeVersion: "1", number: "2", model: "{}" } }));
    expect(await statusHere()).toBe("Estimate");
  });

  test("[SIGN-59] is not changed again by a contract that two tabs finish", async () => {
    await signWith("Estimate");
    await tab.leads.update(7, { leadStatus: "Lost" });
    await tab.documents.create(contract());
    expect(await statusHere()).toBe("Lost");
  });
});

describe("a signed document without a network", () => {
  test("[DOC-31][OFF-06] is kept with its PDF, and sent once as a form when the signal returns", async () => {
    await receiveEstimate();
    device.goOffline();
    const made = await tab.documents.create(contract());
    expect(made).toEqual({ outcome: "queued", id: -2 });
    const here = await tab.documents.find(-2);
    expect(here).toMatchObject({ id: -2, estimateId: 9, leadId: 7, sync: "waiting", pdfStatus: 5 });
    expect(await tab.documents.keptPdf({ data: here?.data ?? {} })).toEqual(PDF);

    device.goOnline();
    await settled();
    const forms = sentForms();
    expect(forms).toHaveLength(1);
    expect(forms[0]).toMatchObject({
      method: "POST",
      path: "/api/documents/",
      form: { file: { field: DOCUMENT_PDF_FIELD } },
    });
    expect(forms[0]?.form?.file?.bytes).toEqual(PDF);
    expect(formToDocument(forms[0]?.form?.fields ?? [])).toEqual({
      estimateId: 9,
      name: "Contract",
      type: 1,
      createdTime: SIGNED,
      showAdditionalCost: false,
      additionalCost: 0,
      additionalWorkTotalBroughtFromAddendum: 0,
      workflows: ["1"],
      data: { typeVersion: "1", number: "2026-0514-K7QD", model: "{}", pdfHash: await hashBytes(PDF) },
      signatures: { customer: SIGNATURE },
    });
    const sent = await tab.documents.find(-2);
    expect(sent).toMatchObject({ id: 101, sync: "synced", signatures: { customer: { timestamp: SIGNED } } });
    // The device still has what was signed, under the server's id as well.
    expect(await tab.documents.keptPdf({ data: sent?.data ?? {} })).toEqual(PDF);
    expect(await changes()).toEqual([]);
  });

  test("[OFF-06] the page is notified that it is stored before the server is asked, and drops the draft", async () => {
    await receiveEstimate();
    const heard: unknown[] = [];
    device.server.onCall = ({ method }) => {
      if (method === "POST") heard.push("asked");
      return Promise.resolve();
    };
    await tab.documents.create(contract(), { whenStored: () => heard.push("stored") });
    expect(heard).toEqual(["stored", "asked"]);
  });

  test("[PAPER-20][OFF-06] a signed paper that is finished twice, as in two tabs, is one document", async () => {
    await receiveEstimate();
    device.goOffline();
    const other = await device.openAnnsTab();
    const made = await tab.documents.create(contract());
    const again = await other.documents.create(contract({ pdf: new Uint8Array([4, 5, 6]) }));
    expect(again.id).toBe(made.id);
    const otherPaper = contract({ data: { ...contract().data, number: "2026-0514-AAAA" } });
    expect((await other.documents.create(otherPaper)).id).not.toBe(made.id);
    device.goOnline();
    await settled();
    await tab.sync.flush();
    expect(sentForms()).toHaveLength(2);
    expect(sentForms()[0]?.form?.file?.bytes).toEqual(PDF);
    other.stop();
  });

  test("[OFF-12] a chain of lead, estimate, contract and change order arrives complete, in order, once", async () => {
    device.goOffline();
    const lead = await tab.leads.create(leadFields());
    const estimate = await tab.estimates.create({ leadId: lead.id, name: "Front roof" });
    const first = await tab.documents.create(contract({ leadId: lead.id, estimateId: estimate.id }));
    const second = { name: "Change order", type: 7, basedOnId: first.id } as const;
    await tab.documents.create(contract({ leadId: lead.id, estimateId: estimate.id, ...second }));
    device.goOnline();
    await settled();
    await tab.sync.flush();
    expect(device.server.log.filter((line) => line.startsWith("POST"))).toEqual([
      "POST /api/leads/",
      "POST /api/estimates/",
      "POST /api/documents/",
      "POST /api/documents/",
    ]);
    const [contractId, changeOrder] = device.server.records("estimate-documents");
    expect(contractId).toMatchObject({ id: 103, estimateId: 102, leadId: 101 });
    expect(changeOrder).toMatchObject({ estimateId: 102, data: { basedOnId: "103" } });
    expect(await changes()).toEqual([]);
  });

  test("[PAPER-21] choices about new lines are sent under the server's ids", async () => {
    await receiveEstimate();
    device.goOffline();
    const choices = { kind: "purchaseOrder", leftOutItemIds: [-4, 31], quantities: { "-6": 3, "31": 1 } };
    const data = { typeVersion: "1", number: "PO-1", model: '{"total":1}', choices: JSON.stringify(choices) };
    const order = { type: 2, data, signatures: {}, pdf: undefined } as const;
    await tab.documents.create(contract(order));
    // The state once the estimate with the lines was answered.
    await tab.databases.specified["local-ids-map"].bulkPut([
      { storeName: ITEM_IDS, oldId: -4, newId: 41 },
      { storeName: ITEM_IDS, oldId: -6, newId: 42 },
    ]);
    device.goOnline();
    await settled();
    const [form] = sentForms();
    const sent = formToDocument(form?.form?.fields ?? []) as { data: Record<string, string> };
    expect(JSON.parse(sent.data.choices ?? "")).toEqual({
      kind: "purchaseOrder",
      leftOutItemIds: [41, 31],
      quantities: { "42": 3, "31": 1 },
    });
    // Records that were read stay unchanged.
    expect(sent.data.model).toBe(data.model);
  });

  test.each([
    ["is in the batch before it, which is full", "Roof"],
    ["is refused and put right", "REFUSED"],
  ])("[PAPER-21] an order of new lines waits for them, also where their estimate %s", async (_case, name) => {
    await receiveEstimate();
    tab.stop();
    tab = await device.openAnnsTab({ batchSize: 2 });
    device.goOffline();
    await tab.leads.update(7, { city: "Mattawan" });
    await saveEstimate({ members: { name }, parts: [roofingPart({ id: -2, quantity: 40 })] });
    const choices = JSON.stringify({ kind: "purchaseOrder", leftOutItemIds: [-2], quantities: {} });
    const data = { typeVersion: "1", number: "PO-1", model: "{}", choices };
    await tab.documents.create(contract({ type: 2, data, signatures: {}, pdf: undefined }));
    device.goOnline();
    await tab.sync.run();
    await saveEstimate({ members: { name: "Roof" } });
    await tab.sync.run();
    const [line] = (device.server.estimate(9)?.items ?? []) as { id: number }[];
    const [order] = device.server.records("estimate-documents");
    expect(JSON.parse((order?.data as Record<string, string> | undefined)?.["choices"] ?? "")).toMatchObject({
      leftOutItemIds: [line?.id],
    });
    expect(await changes()).toEqual([]);
  });

  test("[OFF-10] a lost answer repeats exactly the same form, and the server has one document", async () => {
    await receiveEstimate();
    // A change order leaves its lead as it is: the lost answer is the form's.
    device.server.faults.push("lostAnswer");
    expect(await tab.documents.create(contract({ type: 2 }))).toMatchObject({ outcome: "queued" });
    device.clock.advance(60_000);
    await tab.sync.run();
    const [lost, repeated] = sentForms();
    expect(repeated).toMatchObject({ key: lost?.key, form: lost?.form });
    expect(device.server.records("estimate-documents")).toHaveLength(1);
  });
});

describe("deleting a document", () => {
  test("[SYNC-14] that was never sent lets what was made from it arrive, which names it no more", async () => {
    await receiveEstimate();
    device.goOffline();
    const draft = await tab.documents.create(contract({ signatures: {}, pdf: undefined }));
    await tab.documents.create(contract({ sourceId: draft.id }));
    await tab.documents.remove(draft.id);
    device.goOnline();
    await settled();
    expect(await changes()).toEqual([]);
    const [signed, ...others] = device.server.records("estimate-documents");
    expect(others).toEqual([]);
    expect(Object.keys(signed?.data as object)).not.toContain("sourceId");
  });

  test("[DOC-31] works without a network if it is unsigned", async () => {
    await receiveEstimate();
    const made = await tab.documents.create(contract({ signatures: {}, pdf: undefined, type: 2 }));
    expect(made).toEqual({ outcome: "synced", id: 101 });
    device.goOffline();
    expect(await tab.documents.remove(101)).toEqual({ outcome: "queued", id: 101 });
    expect(await tab.documents.find(101)).toBeUndefined();
    device.goOnline();
    await settled();
    expect(device.server.records("estimate-documents")).toEqual([]);
  });

  test("[DOC-12] a signed one that was not sent yet stays", async () => {
    await receiveEstimate();
    device.goOffline();
    await tab.documents.create(contract());
    expect(await tab.documents.remove(-2)).toMatchObject({ outcome: "refused", problem: { code: "documentSigned" } });
    expect(await tab.documents.find(-2)).toMatchObject({ sync: "waiting" });
  });
});

describe("the draft of a document that names another one", () => {
  const keyOf = (kind: string, sourceId?: number) => ({ estimateId: 9, copyKey: draftKey(kind, sourceId) });
  const bill = { contractId: null, signing: null, choices: { kind: "laborBill", payee: "Ortiz crew" } };
  const changeOrder = (contractId: number) => ({
    contractId,
    choices: { kind: "changeOrder" },
    signing: { model: '{"basedOnId":-2}', taken: "{}", sourceId: null, basedOnId: contractId },
  });

  const send = async (): Promise<void> => {
    device.goOnline();
    await settled();
  };
  const logOutAndIn = async (): Promise<void> => {
    await tab.session.leave({ discardUnsent: false });
    await tab.session.open(ANN);
    expect(await tab.databases.specified["local-ids-map"].count()).toBe(0);
  };

  beforeEach(async () => {
    await receiveEstimate();
    device.goOffline();
  });

  test("[OFF-12] [OFF-15] is found where it was begun from one that has the server's id by now, the later of two", async () => {
    const { id } = await tab.documents.create(contract());
    expect(id).toBe(-2);
    await tab.estimates.drafts.save(keyOf("laborBill", id), bill);
    await send();
    expect(await tab.estimates.drafts.read(keyOf("laborBill", 101))).toMatchObject({ values: bill });
    const later = { ...bill, choices: { kind: "laborBill", payee: "Baker crew" } };
    device.clock.advance(1_000);
    // The page was opened under the local id and is still there.
    await tab.estimates.drafts.save(keyOf("laborBill", id), later);
    expect(await tab.estimates.drafts.read(keyOf("laborBill", 101))).toMatchObject({ values: later });
    expect(await tab.estimates.drafts.list(9)).toEqual(["document:laborBill:101"]);
    await tab.estimates.drafts.drop(keyOf("laborBill", id));
    expect(await tab.estimates.drafts.list(9)).toEqual([]);
  });

  test("[OFF-12] [PAPER-20] half signed names its contract under the id of now, what was read stays word for word", async () => {
    const { id } = await tab.documents.create(contract());
    await tab.estimates.drafts.save(keyOf("changeOrder"), changeOrder(id));
    await send();
    const kept = await tab.estimates.drafts.read(keyOf("changeOrder"));
    expect(kept?.values).toEqual({
      ...changeOrder(101),
      signing: { ...changeOrder(101).signing, model: '{"basedOnId":-2}' },
    });
  });

  test("[OFF-12] [SYNC-08] keeps them past a login that takes the map of ids away", async () => {
    const { id } = await tab.documents.create(contract());
    await tab.estimates.drafts.save(keyOf("laborBill", id), bill);
    await tab.estimates.drafts.save(keyOf("changeOrder"), changeOrder(id));
    await tab.estimates.drafts.save({ estimateId: 9, copyKey: "1" }, { contractId: id });
    await send();
    await logOutAndIn();
    expect(await tab.estimates.drafts.list(9)).toEqual(["1", "document:changeOrder", "document:laborBill:101"]);
    expect(await tab.estimates.drafts.read(keyOf("laborBill", 101))).toMatchObject({ values: bill });
    expect(await tab.estimates.drafts.read(keyOf("changeOrder"))).toMatchObject({ values: changeOrder(101) });
    // An equally named part of the estimate's form is no document.
    expect(await tab.estimates.drafts.read({ estimateId: 9, copyKey: "1" })).toMatchObject({
      values: { contractId: id },
    });
  });

  test("[OFF-15] [SYNC-08] goes at a logout where that one was taken back: the next document has the same local id", async () => {
    const { id } = await tab.documents.create(contract({ signatures: {}, pdf: undefined }));
    await tab.estimates.drafts.save(keyOf("laborBill", id), bill);
    await tab.estimates.drafts.save(keyOf("changeOrder"), changeOrder(id));
    await tab.documents.remove(id);
    await logOutAndIn();
    expect(await tab.databases.device.estimateDrafts.count()).toBe(0);
  });
});

test("[OFF-17] documents that others made come with the news, newest first", async () => {
  await receiveEstimate();
  const older = { name: "Older", createdTime: "2026-05-13T10:00:00.000Z" };
  await tab.documents.create(contract({ ...older, data: { ...contract().data, number: "2026-0513-A2BC" } }));
  await tab.documents.create(contract({ name: "Newer" }));
  const other = await device.openAnnsTab();
  await other.sync.run();
  expect((await other.documents.listOfLead(7)).map(({ name }) => name)).toEqual(["Newer", "Older"]);
  expect((await other.documents.fetchOfLead(7)).map(({ name }) => name)).toEqual(["Newer", "Older"]);
  other.stop();
});

test.each([
  ["it", (id: number) => tab.documents.fetch(id)],
  ["the documents of its lead", () => tab.documents.fetchOfLead(7)],
])("[OFF-17] news of a document are not undone by an answer about %s that was made before them", async (_, ask) => {
  await receiveEstimate();
  await tab.documents.create(contract());
  await tab.sync.run();
  const [sent] = await tab.documents.listOfLead(7);
  const id = Number(sent?.id);
  const answerAtOnce = device.server.call.bind(device.server);
  device.server.call = async (call) => {
    const answer = await answerAtOnce(call);
    const isAsked = call.method === "GET" && call.path.startsWith("/api/documents");
    if (!isAsked) return answer;
    // While the answer is on its way a change order is signed, and the device receives that first.
    device.server.supersede(id, 900);
    await tab.sync.run();
    return answer;
  };
  await ask(id);
  expect(await tab.documents.find(id)).toMatchObject({ id, supersededById: 900 });
});

describe("a signed document of what the office deleted meanwhile", () => {
  test("[SIGN-26] is sent although the deletion of its estimate, and of its lead, came first", async () => {
    await receiveEstimate();
    device.goOffline();
    await tab.documents.create(contract());
    device.server.removeEstimate(9);
    device.server.remove(7);
    // The news come before it is sent.
    device.server.refuses = "K7QD";
    device.goOnline();
    await tab.sync.run();
    expect(await tab.estimates.find(9)).toBeUndefined();
    device.server.refuses = "REFUSED";
    await tab.changes.retry({ storeName: "estimate-documents", id: -2 });
    await tab.sync.run();
    expect(device.server.records("estimate-documents")).toMatchObject([{ estimateId: 9 }]);
    // The lead's status has nothing to change until it comes back with the paper.
    expect(await changes()).toMatchObject([{ storeName: "leads", error: { code: "notFound" } }]);
    device.server.put({ id: 7 });
    device.server.putEstimate({ id: 9, leadId: 7, name: "Roof", workflowIds: [1] });
    await tab.sync.run();
    await tab.sync.run();
    expect(await changes()).toEqual([]);
    expect(device.server.lead(7)?.leadStatus).toBe("Sold");
    expect(await tab.estimates.find(9)).toMatchObject({ id: 9, name: "Roof" });
    expect(await tab.documents.listOfEstimate(9)).toHaveLength(1);
  });

  test("[SIGN-26] does not wait for edits of the estimate that the server refuses, because it is gone", async () => {
    await receiveEstimate();
    device.goOffline();
    await saveEstimate({ members: { name: "Front roof" }, parts: [roofingPart({ id: -2, quantity: 40 })] });
    await tab.documents.create(contract());
    device.server.removeEstimate(9);
    device.goOnline();
    await settled();
    await tab.sync.run();
    expect(device.server.records("estimate-documents")).toMatchObject([{ estimateId: 9 }]);
    expect(await changes()).toMatchObject([{ storeName: "estimates", error: { code: "notFound" } }]);
    // It comes back with the paper, and the edit has something to change again.
    device.server.putEstimate({ id: 9, leadId: 7, name: "Roof", workflowIds: [1] });
    await tab.sync.run();
    await tab.sync.run();
    expect(device.server.estimate(9)).toMatchObject({ name: "Front roof" });
    expect(await changes()).toEqual([]);
  });

  /** A paper of an estimate that the server never had, of a lead that it has no more. */
  async function signOfUnsentEstimate(data: Record<string, string>, signatures = contract().signatures): Promise<void> {
    await receiveEstimate();
    device.goOffline();
    const estimate = await tab.estimates.create({ leadId: 7, name: "Back roof" });
    const paper = { ...contract().data, ...data };
    await tab.documents.create(contract({ estimateId: estimate.id, data: paper, signatures }));
    device.server.removeEstimate(9);
    device.server.remove(7);
    device.server.refusesUnknownLeads = true;
    device.goOnline();
    await settled();
    await tab.sync.run();
    await tab.sync.run();
  }

  test("[SIGN-26] brings its lead along where that is gone, and its estimate was never sent", async () => {
    await signOfUnsentEstimate({ lead: JSON.stringify({ ...leadFields(), city: "Mattawan" }) });
    const [lead] = device.server.leads;
    expect(device.server.leads).toMatchObject([{ firstName: "Karen", city: "Mattawan", leadStatus: "Sold" }]);
    const [estimate] = device.server.records("estimates");
    expect(estimate).toMatchObject({ name: "Back roof", leadId: lead?.id });
    expect(device.server.records("estimate-documents")).toMatchObject([{ estimateId: estimate?.id, leadId: lead?.id }]);
    expect(await changes()).toEqual([]);
    expect(await tab.documents.listOfLead(lead?.id ?? 0)).toHaveLength(1);
  });

  test("[SIGN-26] of a release that did not keep the lead, brings it along by the owner's name", async () => {
    await signOfUnsentEstimate({ model: JSON.stringify({ parties: [{ strong: ["Karen Miller"] }] }) });
    expect(device.server.leads).toMatchObject([{ lastName: "Karen Miller" }]);
    expect(device.server.records("estimate-documents")).toHaveLength(1);
  });

  test("[SIGN-26] an unsigned one brings nothing back: its user decides", async () => {
    await signOfUnsentEstimate({}, {});
    expect(device.server.leads).toEqual([]);
    expect(device.server.records("estimate-documents")).toEqual([]);
    expect(await changes()).toHaveLength(2);
  });
});
