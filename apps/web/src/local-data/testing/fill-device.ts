import { DEFAULT_SETTINGS } from "@ridgebook/contract";
import { emptyEntry } from "@ridgebook/estimating";
import { buildSavedLead, buildUser } from "@ridgebook/testing";
import { leaseLocks } from "#local-data/database/exclusive-locks.ts";
import type { NewDocument } from "#local-data/documents/document-store.ts";
import { draftKey } from "#local-data/estimates/document-draft-ids.ts";
import { buildItem, EAVE_LENGTH, roofingPart } from "./build-estimate.ts";
import { parseRecord, readStores, toRecord, type PastDevice } from "./past-devices.ts";
import { ANN, BOB, leadFields, settled, TestDevice, type TestTab } from "./test-device.ts";

export const PASSPHRASE = "four ridges above Portage";
const TIME = "2026-05-14T14:24:08.000Z";
const PDF = new TextEncoder().encode("%PDF-1.7 signed");
const PHOTO = { contentType: "image/jpeg", takenAt: TIME } as const;
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const paper = (values: Partial<NewDocument>): NewDocument => ({
  estimateId: 21,
  leadId: 11,
  name: "Contract",
  type: 1,
  workflows: ["1"],
  createdTime: TIME,
  showAdditionalCost: false,
  additionalCost: 0,
  additionalWorkTotalBroughtFromAddendum: 0,
  data: { typeVersion: "1", number: "2026-0514-K7QD", model: "{}" },
  signatures: { customer: { data: "data:image/png;base64,AAAA", timestamp: TIME } },
  pdf: PDF,
  ...values,
});

const leadDraft = (city: string) => {
  const opened = leadFields();
  const { projectTypes, meetingDate: _meeting, userId: _user, additionalSalesmanId: _other, ...texts } = opened;
  const values = {
    ...texts,
    projectTypes,
    country: "USA",
    meetingDate: "",
    userId: "",
    additionalSalesmanId: "",
  };
  return { values: { ...values, city }, opened };
};

const USER = { ...buildUser({ id: 1, email: "ann@release.test", lastName: "Ostrander" }), companyId: 10 };
const SESSION_USER = {
  id: 1,
  companyId: 10,
  active: true,
  role: "User",
  isSuperAdmin: false,
  isMasterAdmin: false,
} as never;

const entry = (id: "4.13" | "4.14", version: number, materialPrice: number) => ({
  ...emptyEntry(id),
  materialPrice,
  version,
});

const HOVER_JOB = {
  id: "2954302",
  name: "1847 Maple Ridge Dr",
  address: "1847 Maple Ridge Dr, Portage, MI 49002",
  state: "completed",
  models: [{ id: "3141592", name: "House", state: "completed", hasMeasurements: true }],
  updatedTime: TIME,
};

/** The server's records before any user works. */
function fillServer({ server }: TestDevice): void {
  for (let id = 11; id <= 19; id++)
    server.put(buildSavedLead({ id, lastName: `Lead ${String(id)}`, city: "Portage", description: "Dog" }));
  server.put({ id: 18, hoverJobId: HOVER_JOB.id });
  server.hoverJobs.set(HOVER_JOB.id, { job: HOVER_JOB, document: { summary: { address: HOVER_JOB.address } } });
  server.users.push(USER);
  const { smtpPassword: _secret, ...settings } = DEFAULT_SETTINGS;
  server.hold("settings", { ...settings, smtpPasswordIsSet: false, id: 1, modifiedTime: null });
  const section = { id: 200, workflowId: 2, order: 3, enabled: true, optional: true, name: "", component: "" };
  server.publish("estimate-sections", [{ ...section, description: "Lighting", sectionId: -1 }]);
  server.publish("estimate-workflows", [{ id: 5, enabled: true, alias: "Eaves" }]);
  const line = { id: 1, parentItemId: null, fieldId: EAVE_LENGTH, fieldOptionId: null, value: "", quantity: 12 };
  server.publish("estimate-templates", [
    {
      id: 3,
      name: "Front roof",
      isCompanyWide: true,
      madeBy: "Ann Ostrander",
      createdTime: TIME,
      workflowIds: [1],
      duplicateWorkflows: [],
      holdsQuantities: true,
      optionalSections: [],
      lines: [{ ...line, workflowEstimateId: 1 }],
    },
  ]);
  const first = [entry("4.13", 1, 7), entry("4.14", 1, 5)];
  server.publish("estimate-fields", first);
  server.priceBooks.set(1, first);
  const option = { fieldOptionId: "4.1.1", items: [buildItem({ id: 503, fieldId: EAVE_LENGTH, quantity: 12 })] };
  const part = {
    workflowId: 1,
    workflowEstimateId: 1,
    fieldIds: [EAVE_LENGTH],
    comparisons: [option],
    discountPercent: 0.1,
    marginPercent: 0.2,
    lastCompleteSectionId: 101,
    optionalSectionIds: [102],
    items: [buildItem({ id: 501, fieldId: EAVE_LENGTH, quantity: 40 })],
    measurements: [
      {
        fieldId: EAVE_LENGTH,
        of: "",
        quantity: 40,
        source: "Hover",
        takenTime: "2026-11-24T09:20:00.000Z",
        givens: [{ name: "eaves", value: 39.67, path: "roof.measurements.gutters_eaves" }],
      },
    ],
    unpricedItems: [{ id: 505, parentItemId: null, fieldId: EAVE_LENGTH, fieldOptionId: null, value: "", quantity: 7 }],
  };
  const copies = [{ workflowId: 1, workflowEstimateId: 2, name: "Garage" }];
  for (const id of [21, 22, 23])
    server.putEstimate({
      id,
      leadId: id - 10,
      name: "Front roof",
      workflowIds: [1],
      duplicateWorkflows: copies,
      priceBookVersion: 1,
      parts: [part],
    });
}

async function saveEave(tab: TestTab, id: number, quantity: number): Promise<void> {
  const from = await tab.estimates.find(id);
  if (!from) throw new Error(`Estimate ${String(id)} is not here.`);
  const nextId = await tab.estimates.reserveItemIds();
  await tab.estimates.save(id, { parts: [roofingPart({ id: nextId(), quantity })] }, { from });
}

/** Another person's held work. */
async function workAsBob(device: TestDevice, tab: TestTab): Promise<void> {
  await tab.session.open(BOB);
  await tab.sync.run();
  device.goOffline();
  await tab.leads.create(leadFields({ firstName: "Bob's", description: "Cat" }));
  await tab.leads.update(11, { description: "Bob was here" });
  await saveEave(tab, 21, 60);
  await tab.drafts.save({ storeName: "leads", id: 12, values: leadDraft("Bob's town") });
}

/** What the server answers in every way there is: sent, refused, in conflict, and lost on the way back. */
async function workOnline({ server }: TestDevice, tab: TestTab): Promise<void> {
  const { id: leadId } = await tab.leads.create(leadFields({ firstName: "Sent" }));
  const { id: estimateId } = await tab.estimates.create({ leadId, name: "Sent", workflowIds: [1] });
  await saveEave(tab, estimateId, 10);
  await tab.documents.create(paper({ estimateId, leadId }));
  await tab.photos.add({ ...PHOTO, leadId: 11, bytes: bytesOf("sent"), caption: "Front" });
  await settled();
  server.put({ ...buildSavedLead({ id: leadId }), ...server.lead(leadId), id: leadId });
  server.remove(19);
  const second = [entry("4.13", 2, 8)];
  server.publish("estimate-fields", second);
  await tab.sync.run();
  server.put({ id: 12, city: "Their city" });
  await tab.leads.update(12, { city: "My city" });
  await tab.leads.update(13, { email: "REFUSED@home.test" });
  await tab.leads.create(leadFields({ firstName: "Refused", email: "REFUSED@home.test" }));
  server.faults.push("lostAnswer");
  await tab.leads.update(14, { description: "Two dogs", customerNumber: "C-9" });
}

/** Work that waits because there is no network. */
async function workOffline(tab: TestTab): Promise<{ leadId: number; estimateId: number }> {
  await tab.leads.update(14, { street: "Behind the lost answer" });
  await tab.leads.create(leadFields({ firstName: "In the first file" }));
  await tab.rescue.save(PASSPHRASE);
  const draftKey = tab.drafts.newKey();
  const newLead = leadFields({ firstName: "New", description: "New roof" });
  const { id: leadId } = await tab.leads.create(newLead, { draftKey });
  const { id: estimateId } = await tab.estimates.create({ leadId, name: "New", workflowIds: [1] });
  await saveEave(tab, estimateId, 33);
  await tab.documents.create(paper({ estimateId, leadId, data: { typeVersion: "1", number: "2", model: "{}" } }));
  await tab.documents.create({ ...paper({ name: "Work order", type: 3, signatures: {} }), pdf: undefined });
  await tab.photos.add({ ...PHOTO, leadId, bytes: bytesOf("new"), caption: "Back" });
  const { photo } = await tab.photos.add({ ...PHOTO, leadId: 11, bytes: bytesOf("withdrawn") });
  await tab.photos.remove(photo.id);
  await tab.leads.update(15, { description: "Waits", customerNumber: "C-1" });
  await saveEave(tab, 22, 77);
  await tab.leads.remove(16);
  for (const city of ["One", "Two", "Three"]) await tab.leads.update(17, { city }, { from: { city: "Portage" } });
  return { leadId, estimateId };
}

async function typeDrafts(tab: TestTab, { leadId, estimateId }: { leadId: number; estimateId: number }): Promise<void> {
  await tab.drafts.save({ storeName: "leads", id: 0, values: leadDraft("New lead's town"), key: tab.drafts.newKey() });
  await tab.drafts.save({ storeName: "leads", id: 11, values: leadDraft("Typed") });
  await tab.drafts.save({ storeName: "leads", id: leadId, values: leadDraft("Unsent lead's") });
  await tab.drafts.save({ storeName: "settings", id: 1, values: { companyName: "Typed name" } });
  await tab.importDraft.saveFile({ name: "leads.csv", bytes: new Uint8Array([78, 97, 109, 101]) });
  await tab.importDraft.saveValues({ skippedRows: [4] });
  const lines = { "1.58": [{ id: -90, quantity: "41" }] };
  await tab.estimates.drafts.save({ estimateId: 21, copyKey: "1" }, { lines });
  await tab.estimates.drafts.save({ estimateId, copyKey: "1" }, { lines });
  const terms = {
    terms: { discountPercent: "5", marginPercent: "" },
    from: { discountPercent: 0.1, marginPercent: 0 },
  };
  await tab.estimates.drafts.save({ estimateId: 21, copyKey: "1 discount" }, terms);
  const choices = { contractId: null, signing: null, choices: { title: "Typed" } };
  await tab.estimates.drafts.save({ estimateId: 21, copyKey: draftKey("contract", undefined) }, choices);
}

/** A device with something of everything that devices keep, and a rescue file of it. */
export async function fillDevice(release: number): Promise<PastDevice> {
  const device = new TestDevice();
  fillServer(device);
  const tab = device.openTab({ rescueIterations: 10 });
  tab.start();
  await workAsBob(device, tab);
  await tab.session.open({ ...ANN, user: SESSION_USER });
  device.goOnline();
  await settled();
  await tab.sync.run();
  await workOnline(device, tab);
  await tab.measurements.fetchOfLead(18);
  device.goOffline();
  const made = await workOffline(tab);
  await typeDrafts(tab, made);
  await tab.keptLeads.pin(11);
  await tab.leads.fetch(12);
  // A page that died in its work leaves its lease, one that was left leaves what was typed last.
  void leaseLocks({ database: tab.databases.device, clock: device.clock, random: device.random }).run(
    "ridgebook-sync",
    () => new Promise(() => undefined),
  );
  const left = await device.openAnnsTab();
  left.leavePage();
  await left.drafts.save({ storeName: "leads", id: 18, values: leadDraft("Typed while leaving") });
  await settled();
  const stores = await readStores(tab);
  const texts = new Map<string, string>();
  for (let index = 0; index < device.texts.length; index++) {
    const name = device.texts.key(index) ?? "";
    texts.set(name, device.texts.getItem(name) ?? "");
  }
  const { file: rescueFile } = await tab.rescue.save(PASSPHRASE);
  const deviceVersion = tab.databases.device.verno;
  tab.stop();
  left.stop();
  if (device.defects.length > 0) throw new AggregateError(device.defects);
  // As it is read from a record, so that both are compared alike.
  return parseRecord(toRecord({ release, deviceVersion, rescueFile, passphrase: PASSPHRASE, texts, stores }));
}
