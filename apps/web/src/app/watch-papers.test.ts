import { SOON } from "@ridgebook/testing/patience";
import { beforeEach, expect, test, vi } from "vitest";
import { watchPapers } from "#app/watch-papers.ts";
import type { NewDocument } from "#local-data/documents/document-store.ts";
import type { LocalData } from "#local-data/local-data.ts";
import { settled, TestDevice } from "#local-data/testing/test-device.ts";
import type { NewNotice } from "#ui/notices/notice-store.ts";

let device: TestDevice;
let tab: LocalData;
let notices: NewNotice[];
/** The number of unsent changes at the last check. */
let seenWaiting: number;

beforeEach(async () => {
  device = new TestDevice();
  tab = await device.openAnnsTab();
  device.server.put({ id: 7 });
  device.server.putEstimate({ id: 9, leadId: 7, name: "Roof", workflowIds: [1] });
  await tab.sync.run();
  notices = [];
  seenWaiting = 0;
  const list = async () => {
    const changes = await tab.changes.list();
    seenWaiting = changes.length;
    return changes;
  };
  const localData = { documents: tab.documents, subscribe: tab.subscribe, changes: { ...tab.changes, list } };
  const stop = watchPapers({ localData, showNotice: (notice) => notices.push(notice), now: () => device.clock.now() });
  return () => {
    stop();
    tab.stop();
    expect(device.defects).toEqual([]);
  };
});

const contract = (name: string): NewDocument => ({
  estimateId: 9,
  leadId: 7,
  name,
  type: 1,
  workflows: ["1"],
  createdTime: "2026-05-14T14:24:08.000Z",
  showAdditionalCost: false,
  additionalCost: 0,
  additionalWorkTotalBroughtFromAddendum: 0,
  data: { typeVersion: "1", number: `2026-0514-${name}`, model: "{}" },
  signatures: { customer: { data: "data:image/png;base64,AAAA", timestamp: "2026-05-14T14:24:08.000Z" } },
});

/** A signed contract waits with its lead, which is sold (SIGN-59). */
const PAPER_AND_LEAD = 2;

/** The findings of the server in every paper that it receives from now on. */
const findInAll = (text: string): void => {
  device.server.findings = [{ kind: "supersededBase", text }];
};

test("[SIGN-57] a paper that was signed without a signal and comes back with findings is announced once", async () => {
  device.goOffline();
  await tab.documents.create(contract("Roof"));
  await vi.waitFor(() => expect(seenWaiting).toBe(PAPER_AND_LEAD), SOON);
  findInAll("Signed beside another paper of the same work.");
  device.goOnline();
  await vi.waitFor(() => expect(notices).toHaveLength(1), SOON);
  expect(notices[0]).toMatchObject({
    type: "warning",
    autoClose: false,
    message: "Roof: Signed beside another paper of the same work.",
  });
  await tab.sync.run();
  await settled();
  expect(notices).toHaveLength(1);
});

test("[SIGN-68] a signed paper that waited for a signal is announced once, as soon as it is sent", async () => {
  device.goOffline();
  await tab.documents.create(contract("Roof"));
  await vi.waitFor(() => expect(seenWaiting).toBe(PAPER_AND_LEAD), SOON);
  device.clock.advance(60_000);
  device.goOnline();
  await vi.waitFor(() => expect(notices).toEqual([{ message: "Roof was signed and is now sent" }]), SOON);
  await tab.sync.run();
  await settled();
  expect(notices).toHaveLength(1);
});

test("[SIGN-57] a paper without findings that is sent at once, and one that another device sent, are nothing to tell", async () => {
  device.goOffline();
  await tab.documents.create(contract("Plain"));
  await vi.waitFor(() => expect(seenWaiting).toBe(PAPER_AND_LEAD), SOON);
  device.goOnline();
  await vi.waitFor(() => expect(seenWaiting).toBe(0), SOON);
  await vi.waitFor(
    async () => expect((await tab.documents.listOfEstimate(9)).map(({ sync }) => sync)).toEqual(["synced"]),
    SOON,
  );
  await settled();
  expect(notices).toEqual([]);
});
