import { EMPTY_LEAD } from "@ridgebook/contract";
import { CHANGE_STATES, type Attempt, type LocalChange } from "../apps/web/src/local-data/database/change-record.ts";
import {
  createDeviceDatabase,
  type DeviceDatabase,
  type DocumentFile,
  type Draft,
  type HeldWork,
} from "../apps/web/src/local-data/database/device-database.ts";
import { createSpecifiedDatabase, ITEM_IDS } from "../apps/web/src/local-data/database/specified-database.ts";
import type { FieldValues } from "../apps/web/src/local-data/database/stored-record.ts";
import { DEVICE_VERSIONS, openDeviceVersion } from "../apps/web/src/local-data/testing/device-versions.ts";
import type { Faults } from "./faults.ts";
import type { Journal } from "./journal.ts";
import type { SimulatedDevice } from "./simulated-device.ts";
import { NAME_FIELD, type SimulatedRecord } from "./simulated-record.ts";

/** The previous version of the device database. */
const FORMER_DATABASE_VERSION = DEVICE_VERSIONS.length - 1;
/** A user who never returns to the device. */
const STRANGER = { accountId: 999_999_999, companyId: 999_999_999 };
/** Ids that the previous version assigned to lines: no other line may get one of these. */
const GIVEN_ITEM_IDS = [-2, -4, -6, -8, -10];

/** The data that an app left on a device when it was closed in the middle of its work. */
interface FormerVersion {
  isKept(): Promise<boolean>;
}

/**
 * Prepares a device as the previous version of the app leaves it when it is updated. The device database has the version of that app and holds
 * the work of another user. The specified database holds two attempts that were handed to the network and whose answers were lost: a new lead,
 * and an edit of the lead `lead-old`. An estimate waits for the new lead.
 */
export async function leaveFormerVersion({
  device,
  journal,
  faults,
  leads,
}: {
  device: SimulatedDevice;
  journal: Journal;
  faults: Faults;
  leads: readonly SimulatedRecord[];
}): Promise<FormerVersion> {
  await leaveDeviceDatabase(device);
  for (const id of GIVEN_ITEM_IDS) journal.itemIds.push(`device${device.index} ${id}`);
  const old = leads.find(({ name }) => name === "lead-old");
  if (!old) throw new Error("The company has no lead-old.");
  await leaveWork({ device, journal, oldId: old.id });
  faults.count("app updated with frozen attempts");

  return {
    async isKept() {
      const database = createDeviceDatabase(device.storage.plain);
      try {
        await database.open();
        if (database.verno > FORMER_DATABASE_VERSION) faults.count("database migrated from the version before");
        const held = await database.heldWork.get([STRANGER.accountId, STRANGER.companyId]);
        const drafts = await database.drafts.where({ ...STRANGER }).toArray();
        const files = await database.documentFiles.where({ ...STRANGER }).toArray();
        return JSON.stringify([held, drafts, files]) === JSON.stringify([heldWork(), [draft()], [file()]]);
      } finally {
        database.close();
      }
    },
  };
}

const heldWork = (): HeldWork => ({
  ...STRANGER,
  transferId: "transfer-of-then",
  heldTime: 1,
  changes: [],
  records: [{ storeName: "leads", record: { id: -2, [NAME_FIELD]: "a stranger's lead" } }],
  counters: [{ storeName: "leads", lastId: -2 }],
  idMap: [],
});

const draft = (): Draft => ({
  ...STRANGER,
  storeName: "leads",
  id: 0,
  values: { city: "a stranger's city" },
  savedTime: 1,
});

const file = (): DocumentFile => ({ ...STRANGER, hash: "0".repeat(64), bytes: new Uint8Array([1, 2]), savedTime: 1 });

async function leaveDeviceDatabase({ storage }: SimulatedDevice): Promise<void> {
  const database = openDeviceVersion(storage.plain, FORMER_DATABASE_VERSION) as DeviceDatabase;
  try {
    await database.heldWork.put(heldWork());
    await database.drafts.put(draft());
    await database.documentFiles.put(file());
    await database.counters.put({ name: ITEM_IDS, lastId: Math.min(...GIVEN_ITEM_IDS) });
  } finally {
    database.close();
  }
}

async function leaveWork({
  device,
  journal,
  oldId,
}: {
  device: SimulatedDevice;
  journal: Journal;
  oldId: number;
}): Promise<void> {
  const { person, storage } = device;
  const time = device.clock.now();
  const city = journal.nextValue("city");
  const firstName = journal.nextValue("firstName");
  const lead = journal.nextName("leads");
  const estimate = journal.nextName("estimates");
  const write = { device: device.index, certainty: "certain", isSaidSynced: false, allowedTimes: 1 } as const;
  journal.creations.push({ ...write, name: lead }, { ...write, name: estimate, leadName: lead });
  journal.writes.push(
    { ...write, name: "lead-old", field: "city", value: city.value, saw: new Set([""]) },
    { ...write, name: lead, field: "firstName", value: firstName.value, saw: new Set() },
  );

  const old = { ...EMPTY_LEAD, id: oldId, revision: 1, [NAME_FIELD]: "lead-old" };
  const newLead = { ...EMPTY_LEAD, id: -2, firstName: firstName.typed, [NAME_FIELD]: lead };
  const newEstimate = { id: -2, leadId: -2, name: estimate, workflowIds: [1, 4], items: [], comparisons: [] };
  const change = (of: Pick<LocalChange, "storeName" | "id" | "state">, data: Partial<LocalChange["data"]>) =>
    ({
      ...of,
      error: null,
      data: {
        revision: 0,
        former: {},
        base: null,
        changedTime: time,
        retry: { count: 1, notBefore: time + 1_000 },
        ...data,
      },
    }) satisfies LocalChange;
  /** A version with fewer fields sends fewer. */
  const values: FieldValues = { [NAME_FIELD]: lead, firstName: firstName.typed };
  const creating: Attempt = {
    key: "version-before-key-1",
    kind: "create",
    method: "POST",
    path: "/api/leads/",
    frozenAt: time,
    body: values,
    former: values,
  };
  const updating: Attempt = {
    key: "version-before-key-2",
    kind: "update",
    method: "PUT",
    path: `/api/leads/${oldId}`,
    frozenAt: time,
    body: { city: city.typed, revision: 1, former: { city: "" } },
    former: { city: "" },
  };

  const database = createSpecifiedDatabase(storage.plain);
  await database.open();
  try {
    await database.info.put({
      key: "owner",
      value: { accountId: person.accountId, companyId: person.companyId, user: person.user, confirmedTime: time },
    });
    await database.leads.bulkPut([{ ...old, city: city.typed }, newLead]);
    await database.estimates.put(newEstimate);
    await database["local-changes"].bulkPut([
      change(
        { storeName: "leads", id: oldId, state: CHANGE_STATES.modified },
        { attempt: updating, base: old, revision: 1 },
      ),
      change({ storeName: "leads", id: -2, state: CHANGE_STATES.added }, { attempt: creating }),
      change({ storeName: "estimates", id: -2, state: CHANGE_STATES.added }, { retry: { count: 0, notBefore: 0 } }),
    ]);
    await database["local-ids"].bulkPut([
      { storeName: "leads", lastId: -2 },
      { storeName: "estimates", lastId: -2 },
    ]);
  } finally {
    database.close();
  }
}
