import {
  addMember,
  createShapes,
  LEAD_FIELDS,
  leadPhoto,
  RELEASES,
  renameMember,
  retireMember,
  SHAPES,
  syncedStores,
  CONTRACT_VERSION,
  type Shapes,
} from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import type { LocalChange } from "#local-data/database/change-record.ts";
import { slicesOf, type Entity } from "#local-data/database/entity.ts";
import type { FieldValues, QueuedStoreName, StoredRecord } from "#local-data/database/stored-record.ts";
import type { ServerCall } from "#local-data/device/server-calls.ts";
import { ENTITIES } from "#local-data/entities.ts";
import type { LocalDataOptions } from "#local-data/local-data.ts";
import {
  leaveDevice,
  readPastDevices,
  readStores,
  type PastDevice,
  type Row,
} from "#local-data/testing/past-devices.ts";
import { ANN, BOB, settled, TestDevice, type TestTab } from "#local-data/testing/test-device.ts";

/* Today's app opens the device of every release on record and loses nothing (docs/recipes/record-a-release.md). */

const devices = readPastDevices();

/** A release to come, which changes records, lines of estimates and the forms of their copies. */
const NEXT: Shapes = createShapes([
  ...RELEASES,
  {
    number: CONTRACT_VERSION + 1,
    changes: {
      leads: [
        addMember("referralSource", ""),
        renameMember("description", "notes"),
        retireMember("customerNumber", ""),
      ],
      "estimate-fields": [addMember("isRetired", false)],
      "estimate-drafts": [renameMember("lines", "rows")],
    },
  },
]);
const nextFields = [
  ...LEAD_FIELDS.filter((field) => field !== "description" && field !== "customerNumber"),
  "notes",
  "referralSource",
];
const APPS: readonly { app: string; shapes: Shapes; options: Partial<LocalDataOptions> }[] = [
  { app: "today's app", shapes: SHAPES, options: {} },
  {
    app: "an app of the next release",
    shapes: NEXT,
    options: { shapes: NEXT, entities: { ...ENTITIES, leads: { ...(ENTITIES.leads as Entity), fields: nextFields } } },
  },
];

const rowsOf = ({ stores }: PastDevice, store: string): readonly Row[] => stores.get(store) ?? [];
const changesOf = (past: PastDevice): LocalChange[] =>
  rowsOf(past, "ridgebook local-changes") as unknown as LocalChange[];
const keyOf = ({ storeName, id }: { storeName: string; id: number }): string => `${storeName} ${String(id)}`;

/** A row without its stamp, which says what release its shape is of. */
const withoutStamp = <Stored extends object>(row: Stored): Stored => {
  const { release: _stamp, ...values } = row as Stored & { release?: unknown };
  return values as Stored;
};

/** The rows of the stores that hold records, photos too. */
function recordsOf(past: PastDevice): { storeName: string; record: StoredRecord }[] {
  const photos = rowsOf(past, "ridgebook info").filter(({ key }) => String(key).startsWith("lead-photos"));
  return [
    ...Object.keys(syncedStores).flatMap((storeName) =>
      rowsOf(past, `ridgebook ${storeName}`).map((record) => ({
        storeName,
        record: withoutStamp(record as StoredRecord),
      })),
    ),
    ...photos.map(({ value }) => ({ storeName: "lead-photos", record: withoutStamp(value as StoredRecord) })),
  ];
}

/** The server has each record as the device last saw it. */
function fillServer({ server }: TestDevice, past: PastDevice): void {
  const bases = new Map(
    changesOf(past).map(({ storeName, id, data: { base } }) => [
      keyOf({ storeName, id }),
      base && slicesOf(ENTITIES[storeName]).join(base),
    ]),
  );
  for (const { storeName, record } of recordsOf(past)) {
    const base = bases.get(keyOf({ storeName, id: record.id }));
    if (record.id > 0) server.hold(storeName, base ?? record);
    bases.delete(keyOf({ storeName, id: record.id }));
  }
  // What was deleted here has no row any more.
  for (const [key, base] of bases) if (base && base.id > 0) server.hold(key.split(" ")[0] ?? "", base);
}

async function openOn(
  past: PastDevice,
  { options = {}, isOnline = false }: { options?: Partial<LocalDataOptions>; isOnline?: boolean } = {},
): Promise<{ device: TestDevice; tab: TestTab }> {
  const device = new TestDevice();
  fillServer(device, past);
  await leaveDevice(device, past);
  if (!isOnline) device.goOffline();
  const random = { fraction: () => 0.5, key: () => crypto.randomUUID() };
  const tab = await device.openAnnsTab({ rescueIterations: 10, random, ...options });
  return { device, tab };
}

/** Calls as they arrive, out of their batches. */
const callsOf = ({ server }: TestDevice): ServerCall[] =>
  server.calls.flatMap(({ path, body, ...call }) =>
    path === "/api/batch" ? (body as { calls: ServerCall[] }).calls : [{ ...call, path, body }],
  );

test("[SYNC-74] every version of the contract before today's has its device on record", () => {
  const missing = Array.from({ length: CONTRACT_VERSION - 1 }, (_, index) => index + 1).filter(
    (version) => !devices.some(({ release }) => release === version),
  );
  expect(missing, "docs/recipes/record-a-release.md says how to record one.").toEqual([]);
});

describe.each(devices)("the device of release $release", (past) => {
  const { release } = past;

  describe.each(APPS)("under $app", ({ shapes, options }) => {
    const upgrade = (storeName: string, values: FieldValues, isWhole: boolean): FieldValues =>
      shapes.upgrade(storeName as QueuedStoreName, withoutStamp(values), { release, isWhole });

    test("[SYNC-74] has every record, change, held work, draft, mark and price book in its shape", async () => {
      const { device, tab } = await openOn(past, { options });
      const opened = await tab.session.lastKnown();
      expect(opened).toMatchObject(ANN);
      for (const { storeName, record } of recordsOf(past)) {
        const expected = upgrade(storeName, record, true);
        if (storeName === "leads") expect(await tab.leads.find(record.id)).toMatchObject(expected);
        if (storeName === "estimates")
          expect(await tab.estimates.find(record.id)).toMatchObject({ items: record.items });
        if (storeName === "estimate-documents") expect(await tab.documents.find(record.id)).toMatchObject(expected);
        if (storeName === "users") expect(await tab.users.find(record.id)).toEqual(expected);
        if (storeName === "settings") expect(await tab.settings.read()).toEqual(expected);
        if (storeName === "estimate-fields")
          expect((await tab.priceBook.read()).entryById.get(String(record.id))).toEqual(expected);
      }
      const photos = await tab.photos.listOfLead(11);
      expect(photos.map(({ caption }) => caption)).toEqual(["Front"]);
      for (const { version, entries } of rowsOf(past, "ridgebook-device priceBooks")) {
        const book = await tab.priceBook.readVersion(Number(version));
        expect([...book.entries]).toEqual((entries as Row[]).map((each) => upgrade("estimate-fields", each, true)));
      }
      const shown = await tab.changes.list();
      expect(shown.map(keyOf).toSorted()).toEqual(changesOf(past).map(keyOf).toSorted());
      for (const { storeName, id, data, error } of changesOf(past)) {
        const change = shown.find((each) => keyOf(each) === keyOf({ storeName, id }));
        const fields = Object.keys(upgrade(storeName, { ...data.former, ...data.attempt?.former }, false));
        expect(change?.problem?.code).toBe(error?.code);
        expect(change?.beside).toEqual(data.siblings && [data.siblings, ...(data.laterSiblings ?? [])]);
        if (change?.kind === "changed")
          expect(change.fields.map(({ field }) => field).toSorted()).toEqual(fields.toSorted());
        expect(change?.record).toBeDefined();
      }
      for (const { companyId: _company, accountId, storeName, id, values } of rowsOf(past, "ridgebook-device drafts"))
        if (accountId === ANN.accountId)
          expect(await tab.drafts.read({ storeName: storeName as "leads", id: Number(id) })).toMatchObject({ values });
      for (const text of past.texts.values()) {
        const { row } = JSON.parse(text) as { row: { storeName: "leads"; id: number; values: FieldValues } };
        expect(await tab.drafts.read(row)).toMatchObject({ values: row.values });
      }
      for (const { estimateId, copyKey, values } of rowsOf(past, "ridgebook-device estimateDrafts")) {
        const key = { estimateId: Number(estimateId), copyKey: String(copyKey) };
        const expected = upgrade("estimate-drafts", values as FieldValues, true);
        expect(await tab.estimates.drafts.read(key)).toMatchObject({ values: expected });
      }
      const pinnedIds = rowsOf(past, "ridgebook-device pinnedLeads").map(({ leadId }) => leadId);
      expect([...tab.keptLeads.getSnapshot().pinnedIds]).toEqual(pinnedIds);
      for (const { bytes, hash, isPhoto } of rowsOf(past, "ridgebook-device documentFiles"))
        if (!isPhoto) expect(await tab.documents.keptPdf({ data: { pdfHash: String(hash) } })).toEqual(bytes);
      await tab.session.open(BOB);
      for (const { records } of rowsOf(past, "ridgebook-device heldWork"))
        for (const { storeName, record } of records as { storeName: string; record: StoredRecord }[])
          if (storeName === "leads")
            expect(await tab.leads.find(record.id)).toMatchObject(upgrade(storeName, record, true));
      tab.stop();
      expect(device.defects).toEqual([]);
    });

    test("[SYNC-74] sends frozen attempts as they were, and what waits under today's names", async () => {
      const { device, tab } = await openOn(past, { options });
      device.clock.advance(600_000);
      device.goOnline();
      await settled();
      await tab.sync.run();
      const calls = callsOf(device);
      for (const { data } of changesOf(past)) {
        const { attempt } = data;
        if (!attempt || attempt.isKeptOnly) continue;
        const { key, body } = attempt;
        expect(calls.find((call) => call.key === key)).toMatchObject({ body });
      }
      const waiting = changesOf(past).filter(
        ({ storeName, state, error, data }) =>
          storeName === "leads" && state === 3 && !error && !data.attempt && !data.siblings,
      );
      expect(waiting.length).toBeGreaterThan(0);
      for (const { id, data } of waiting) {
        const call = calls.find(({ path, method }) => path === `/api/leads/${String(id)}` && method === "PUT");
        const former = upgrade("leads", data.former, false);
        expect(call?.body).toMatchObject({ former });
        expect(Object.keys(call?.body as FieldValues).toSorted()).toEqual(
          ["former", "revision", ...Object.keys(former)].toSorted(),
        );
      }
      tab.stop();
      expect(device.defects).toEqual([]);
    });

    test("[SYNC-74] left a rescue file that another device imports", async () => {
      const other = new TestDevice();
      other.goOffline();
      const tab = await other.openAnnsTab({ rescueIterations: 10, ...options });
      const opened = await tab.rescue.open(past.rescueFile, past.passphrase);
      expect(opened).toMatchObject({ takenIn: changesOf(past).length, alreadyHere: 0, leftOut: 0, draftsLeftOut: 0 });
      expect(opened?.draftsTakenIn).toBeGreaterThan(0);
      expect(await tab.changes.list()).toHaveLength(changesOf(past).length);
      tab.stop();
      expect(other.defects).toEqual([]);
    });
  });

  test("[SYNC-74] has records that fit today's contract", () => {
    const misfits = recordsOf(past).flatMap(({ storeName, record }) => {
      const schema = storeName === "lead-photos" ? leadPhoto : syncedStores[storeName as keyof typeof syncedStores];
      const values = SHAPES.upgrade(storeName as QueuedStoreName, record, { release, isWhole: true });
      // A record that the server does not have yet lacks what only the server writes.
      const { error } = record.id < 0 ? { error: undefined } : schema.safeParse(values);
      return error ? [`${keyOf({ storeName, id: record.id })}: ${error.message}`] : [];
    });
    expect(misfits).toEqual([]);
  });

  test("[SYNC-74] sends everything, and only what waits for a person is left", async () => {
    const { device, tab } = await openOn(past, { isOnline: true });
    device.clock.advance(600_000);
    for (let pass = 0; pass < 4; pass++) {
      await tab.sync.run();
      await settled();
    }
    const left = await tab.changes.list();
    expect(left.map(({ status }) => status).filter((status) => status !== "failed" && status !== "conflict")).toEqual(
      [],
    );
    expect(left.length).toBeGreaterThan(0);
    tab.stop();
    expect(device.defects).toEqual([]);
  });

  test.each(["leads", "local-changes"] as const)(
    "[SYNC-74] with one row of %s that a newer release wrote says so, and nothing is changed",
    async (store) => {
      const rows = rowsOf(past, `ridgebook ${store}`);
      const newer = rows.map((row) =>
        row.id !== 15
          ? row
          : store === "leads"
            ? { ...row, release: 99 }
            : { ...row, data: { ...(row as unknown as LocalChange).data, release: 99 } },
      );
      let reports = 0;
      const { device, tab } = await openOn(
        { ...past, stores: new Map([...past.stores, [`ridgebook ${store}`, newer]]) },
        { options: { onAppTooOld: () => (reports += 1) } },
      );
      const before = await readStores(tab);
      const tooOld = { code: "appTooOld" };
      await expect(tab.leads.update(15, { city: "Holland" })).rejects.toMatchObject(tooOld);
      await expect(tab.changes.list()).rejects.toMatchObject(tooOld);
      await expect(tab.rescue.save(past.passphrase)).rejects.toMatchObject(tooOld);
      device.goOnline();
      await settled();
      await tab.sync.flush();
      expect(device.server.calls.filter(({ method }) => method !== "GET")).toEqual([]);
      expect(reports).toBeGreaterThan(0);
      const after = await readStores(tab);
      for (const name of ["leads", "local-changes", "estimates"])
        expect(after.get(`ridgebook ${name}`)).toEqual(before.get(`ridgebook ${name}`));
      tab.stop();
      expect(device.defects).toEqual([]);
    },
  );
});
