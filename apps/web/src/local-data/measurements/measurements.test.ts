import { DEFAULT_SETTINGS, Problem, type HoverJob } from "@ridgebook/contract";
import { beforeEach, describe, expect, test } from "vitest";
import { ANN, BOB, leadFields, settled, TestDevice, type TestTab } from "#local-data/testing/test-device.ts";
import { MAX_KEPT_MEASUREMENTS, REFRESH_AFTER_MS } from "./measurements.ts";
import { readMeasurementsOfLead } from "./read-measurements-of-lead.ts";

const job = (values: Partial<HoverJob> = {}): HoverJob => ({
  id: "2954302",
  name: "Maple Ridge",
  address: "1847 Maple Ridge Dr, Portage, MI 49002",
  state: "completed",
  models: [{ id: "31", name: "House", state: "completed", hasMeasurements: true }],
  updatedTime: "2026-05-12T15:00:00.000Z",
  ...values,
});
const DOCUMENT = { version: "1", roof: { ridges: 120 } };

let device: TestDevice;
let tab: TestTab;

const askedPaths = (): string[] => device.server.log.filter((call) => call.includes("hoverintegration"));
const JOB = "POST /api/hoverintegration/job-details";
const MEASUREMENTS = "POST /api/hoverintegration/job-measurements";

/** A device with lead 7, and Hover with the job that the lead may have. */
async function open({ hoverJobId = null, isHoverOn = true }: { hoverJobId?: string | null; isHoverOn?: boolean }) {
  device = new TestDevice();
  device.server.put({ id: 7, ...leadFields(), hoverJobId });
  const { smtpPassword: _secret, ...settings } = DEFAULT_SETTINGS;
  device.server.hold("settings", { ...settings, smtpPasswordIsSet: false, hoverIntegrationEnabled: isHoverOn, id: 1 });
  device.server.hoverJobs.set("2954302", { job: job(), document: DOCUMENT });
  tab = await device.openAnnsTab();
  await tab.sync.run();
}

describe("[HVR-01] the job of a lead", () => {
  beforeEach(() => open({}));

  test("[LEAD-20] is kept with the lead when it is chosen, and is there without a signal", async () => {
    await tab.measurements.setJobOfLead(7, job());
    expect(device.server.lead(7)).toMatchObject({ hoverJobId: "2954302" });
    device.goOffline();
    expect(await tab.leads.find(7)).toMatchObject({ hoverJobId: "2954302" });
    expect(await tab.measurements.readOfLead(7)).toMatchObject({ job: { name: "Maple Ridge" } });
  });

  test("[API-47] is taken away with null", async () => {
    await tab.measurements.setJobOfLead(7, job());
    await tab.measurements.setJobOfLead(7, null);
    expect(device.server.lead(7)).toMatchObject({ hoverJobId: null });
    expect(await tab.leads.find(7)).toMatchObject({ hoverJobId: null });
    expect(await tab.measurements.readOfLead(7)).toBeUndefined();
  });

  test("does not change the lead's unsent changes", async () => {
    device.server.isDown = true;
    await tab.leads.update(7, { city: "Portage" });
    device.server.isDown = false;
    await tab.measurements.setJobOfLead(7, job());
    expect(await tab.leads.find(7)).toMatchObject({ hoverJobId: "2954302", city: "Portage" });
  });

  test("cannot be kept with a lead that the server does not have yet", async () => {
    device.goOffline();
    const { id } = await tab.leads.create(leadFields());
    await expect(tab.measurements.setJobOfLead(id, job())).rejects.toMatchObject({ code: "notFound" });
  });
});

describe("[HVR-02] the measurements of a lead's job", () => {
  test("come when the lead is opened, and are there without a signal", async () => {
    await open({ hoverJobId: "2954302" });
    await tab.leads.fetch(7);
    await settled();
    expect(askedPaths()).toEqual([JOB, MEASUREMENTS]);
    device.goOffline();
    const { kept, newer } = await readMeasurementsOfLead(tab, 7);
    expect(kept?.models).toMatchObject([{ modelId: "31", document: DOCUMENT }]);
    expect(await newer).toEqual({ state: "notAsked" });
  });

  test("come when an estimate of the lead is opened", async () => {
    await open({ hoverJobId: "2954302" });
    device.server.putEstimate({ id: 9, leadId: 7, name: "Roof" });
    await tab.estimates.fetch(9);
    await settled();
    expect(await tab.measurements.readOfLead(7)).toMatchObject({ models: [{ document: DOCUMENT }] });
  });

  test("are requested again once a day: stored ones are shown at once, newer ones beside them", async () => {
    await open({ hoverJobId: "2954302" });
    await tab.measurements.fetchOfLead(7);
    device.clock.advance(REFRESH_AFTER_MS);
    expect(await tab.measurements.fetchIfDue(7)).toBeUndefined();
    device.clock.advance(1);
    device.server.hoverJobs.set("2954302", { job: job(), document: { version: "2" } });
    const { kept, newer } = await readMeasurementsOfLead(tab, 7);
    expect(kept?.models[0]?.document).toEqual(DOCUMENT);
    expect(await newer).toMatchObject({ state: "newer", measurements: { models: [{ document: { version: "2" } }] } });
    expect(await tab.measurements.fetchIfDue(7)).toBeUndefined();
  });

  test("are requested at each opening while the lead has none", async () => {
    await open({ hoverJobId: "2954302" });
    device.server.hoverJobs.set("2954302", {
      job: job({ models: [{ id: "31", name: "House", state: "processing", hasMeasurements: false }] }),
    });
    expect(await tab.measurements.fetchIfDue(7)).toMatchObject({ models: [] });
    expect(await tab.measurements.fetchIfDue(7)).toMatchObject({ models: [] });
    expect(askedPaths()).toEqual([JOB, JOB]);
  });

  test("stay when Hover fails, and the failure is shown", async () => {
    await open({ hoverJobId: "2954302" });
    await tab.measurements.fetchOfLead(7);
    device.clock.advance(2 * REFRESH_AFTER_MS);
    device.server.faults.push(new Problem("providerFailed", { errors: { provider: ["timedOut"] } }));
    const { kept, newer } = await readMeasurementsOfLead(tab, 7);
    expect(kept?.models).toHaveLength(1);
    expect(await newer).toMatchObject({ state: "failed", problem: { code: "providerFailed" } });
    expect(tab.status.getSnapshot().online).toBe(true);
  });

  test("that do not come in time do not say that there is no signal", async () => {
    await open({ hoverJobId: "2954302" });
    device.server.faults.push(new Problem("requestTimeout"));
    await expect(tab.measurements.fetchOfLead(7)).rejects.toMatchObject({ code: "requestTimeout" });
    expect(tab.status.getSnapshot().online).toBe(true);
  });

  test.each([
    { situation: "while the company does not use Hover", given: { hoverJobId: "2954302", isHoverOn: false } },
    { situation: "for a lead without a job", given: {} },
  ])("are not asked for $situation", async ({ given }) => {
    await open(given);
    await tab.leads.fetch(7);
    await settled();
    expect(askedPaths()).toEqual([]);
  });

  test("are requested once by a page and its dialogs", async () => {
    await open({ hoverJobId: "2954302" });
    await Promise.all([tab.measurements.fetchIfDue(7), tab.measurements.fetchIfDue(7)]);
    expect(askedPaths()).toEqual([JOB, MEASUREMENTS]);
  });

  test("of another model come after the first", async () => {
    await open({ hoverJobId: "2954302" });
    await tab.measurements.fetchOfLead(7);
    const garage = { id: "32", name: "Garage", state: "completed", hasMeasurements: true };
    device.server.hoverJobs.set("2954302", { job: job({ models: [garage] }), document: { version: "garage" } });
    const { models } = await tab.measurements.fetchOfLead(7, { modelId: "32" });
    expect(models.map(({ modelId }) => modelId)).toEqual(["31", "32"]);
  });

  test("a job that Hover does not have is reported, and the stored measurements stay", async () => {
    await open({ hoverJobId: "2954302" });
    await tab.measurements.fetchOfLead(7);
    device.server.hoverJobs.clear();
    await expect(tab.measurements.fetchOfLead(7)).rejects.toMatchObject({ code: "notFound" });
    expect(await tab.measurements.readOfLead(7)).toMatchObject({ models: [{ document: DOCUMENT }] });
  });

  test.each([{ body: "<html>" }, { body: { id: 5 } }, { body: [] }])(
    "a reply that is not our server's is not stored: $body",
    async ({ body }) => {
      await open({ hoverJobId: "2954302" });
      device.server.hoverJobs.set("2954302", { job: body as never });
      await expect(tab.measurements.fetchOfLead(7)).rejects.toMatchObject({ code: "unavailable" });
      expect(await tab.measurements.readOfLead(7)).toBeUndefined();
    },
  );
});

describe("[HVR-03] a device", () => {
  beforeEach(() => open({ hoverJobId: "2954302" }));

  test("keeps those of the newest jobs, and no more", async () => {
    const { measurements: table } = tab.databases.device;
    const older = Array.from({ length: MAX_KEPT_MEASUREMENTS }, (_, index) => {
      return { ...ANN, jobId: String(index), job: job({ id: String(index) }), models: [], savedTime: index };
    });
    await table.bulkPut([...older, { ...BOB, jobId: "0", job: job(), models: [], savedTime: 0 }]);
    await tab.measurements.fetchOfLead(7);
    const keys = await table.toCollection().primaryKeys();
    expect(keys).toHaveLength(MAX_KEPT_MEASUREMENTS + 1);
    expect(keys).not.toContainEqual([1, 10, "0"]);
    expect(keys).toContainEqual([1, 10, "1"]);
    expect(keys).toContainEqual([1, 10, "2954302"]);
    expect(keys).toContainEqual([2, 10, "0"]);
  });

  test.each([
    { situation: "another person signs in", leave: () => tab.session.open(BOB) },
    { situation: "its person logs out", leave: () => tab.session.leave({ discardUnsent: false }) },
    {
      situation: "its person works in another company",
      leave: () => tab.session.open({ accountId: 1, companyId: 11 }),
    },
  ])("has none any more when $situation", async ({ leave }) => {
    await tab.measurements.fetchOfLead(7);
    await leave();
    expect(await tab.databases.device.measurements.count()).toBe(0);
  });

  test("keeps nothing that arrives after its person has left", async () => {
    device.server.onCall = async ({ path }) => {
      if (path.endsWith("job-measurements")) await tab.session.open(BOB);
    };
    await expect(tab.measurements.fetchOfLead(7)).rejects.toMatchObject({ code: "sessionExpired" });
    expect(await tab.databases.device.measurements.count()).toBe(0);
  });
});
