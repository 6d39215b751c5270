import { Dexie } from "dexie";
import { DEVICE_DATABASE_NAME } from "#local-data/database/device-database.ts";
import type { Storage } from "#local-data/database/specified-database.ts";

/** One version of `ridgebook-device` as it was released: what it added, and rows as apps of its time wrote them. */
interface DeviceVersion {
  readonly stores: Readonly<Record<string, string>>;
  /** By table; a released version is never changed. */
  readonly rows: Readonly<Record<string, readonly object[]>>;
}

const OWNER = { accountId: 1, companyId: 10 };
const TIME = Date.UTC(2026, 4, 14, 12);
const JOB = {
  id: "2954302",
  name: "1847 Maple Ridge Dr",
  address: "1847 Maple Ridge Dr, Portage, MI 49002",
  state: "completed",
  models: [{ id: "3141592", name: "House", state: "completed", hasMeasurements: true }],
  updatedTime: "2026-05-12T15:00:00.000Z",
};
const LEAD = { firstName: "Karen", lastName: "Whitfield", city: "Portage", projectTypes: ["Roofing"] };

/** Versions 1, 2, …, in their order; a new one is added at the end, with rows in every table that it brings. */
export const DEVICE_VERSIONS: readonly DeviceVersion[] = [
  {
    stores: {
      drafts: "[accountId+companyId+storeName+id], [accountId+companyId]",
      heldWork: "[accountId+companyId]",
      leases: "name",
    },
    rows: {
      drafts: [
        { ...OWNER, storeName: "leads", id: 0, values: { lastName: "Typed" }, savedTime: TIME },
        { accountId: 2, companyId: 10, storeName: "leads", id: 7, values: { city: "Galesburg" }, savedTime: TIME },
      ],
      heldWork: [
        {
          ...OWNER,
          transferId: "00000000000000aa",
          heldTime: TIME,
          changes: [
            {
              storeName: "leads",
              id: -2,
              state: 4,
              error: null,
              data: {
                revision: 0,
                former: {},
                base: null,
                changedTime: TIME,
                retry: { count: 0, notBefore: 0 },
              },
            },
          ],
          records: [{ storeName: "leads", record: { id: -2, ...LEAD } }],
          counters: [{ storeName: "leads", lastId: -2 }],
          idMap: [],
        },
      ],
      leases: [{ name: "ridgebook-sync", holder: "00000000000000bb", until: TIME }],
    },
  },
  {
    stores: { priceBooks: "[companyId+version], companyId" },
    rows: { priceBooks: [{ companyId: 10, version: 3, entries: [{ id: "1.58", version: 3 }] }] },
  },
  {
    stores: {
      estimateDrafts: "[accountId+companyId+estimateId+copyKey], [accountId+companyId]",
      counters: "name",
    },
    rows: {
      estimateDrafts: [{ ...OWNER, estimateId: 9, copyKey: "1", values: { eaveLength: 40 }, savedTime: TIME }],
      counters: [{ name: "estimate-items", lastId: -12 }],
    },
  },
  {
    stores: { documentFiles: "[accountId+companyId+hash], [accountId+companyId]" },
    rows: {
      documentFiles: [{ ...OWNER, hash: "ab".repeat(32), bytes: new Uint8Array([37, 80, 68, 70]), savedTime: TIME }],
    },
  },
  {
    stores: {
      pinnedLeads: "[accountId+companyId+leadId], [accountId+companyId]",
      openedLeads: "[accountId+companyId+leadId], [accountId+companyId]",
    },
    rows: {
      pinnedLeads: [{ ...OWNER, leadId: 7, pinnedTime: TIME }],
      openedLeads: [{ ...OWNER, leadId: 8, openedTime: TIME }],
    },
  },
  {
    stores: { leadImportDrafts: "[accountId+companyId+part], [accountId+companyId]" },
    rows: {
      leadImportDrafts: [
        { ...OWNER, part: "file", file: { name: "leads.csv", bytes: new Uint8Array([78, 97, 109, 101]) } },
        { ...OWNER, part: "values", values: { skippedRows: [4] } },
      ],
    },
  },
  {
    stores: { measurements: "[accountId+companyId+jobId], [accountId+companyId], [accountId+companyId+savedTime]" },
    rows: {
      measurements: [
        {
          ...OWNER,
          jobId: JOB.id,
          job: JOB,
          savedTime: TIME,
          models: [
            {
              jobId: JOB.id,
              modelId: "3141592",
              modelName: "House",
              measuredTime: JOB.updatedTime,
              fetchedTime: "2026-05-14T12:00:00.000Z",
              document: { summary: { address: JOB.address } },
            },
          ],
        },
      ],
    },
  },
];

/** The database as an app of a version opens it. */
export function openDeviceVersion(storage: Storage, version: number): Dexie {
  const database = new Dexie(DEVICE_DATABASE_NAME, { ...storage });
  for (const [index, { stores }] of DEVICE_VERSIONS.slice(0, version).entries())
    database.version(index + 1).stores(stores);
  return database;
}

/** All rows that a device of a version has, by table. */
export const rowsOfVersion = (version: number): Record<string, readonly object[]> =>
  Object.assign({}, ...DEVICE_VERSIONS.slice(0, version).map(({ rows }) => rows)) as Record<string, readonly object[]>;

/** Leaves a device as an app of a version left it. */
export async function leaveDeviceVersion(storage: Storage, version: number): Promise<void> {
  const database = openDeviceVersion(storage, version);
  for (const [name, rows] of Object.entries(rowsOfVersion(version))) await database.table(name).bulkPut([...rows]);
  database.close();
}
