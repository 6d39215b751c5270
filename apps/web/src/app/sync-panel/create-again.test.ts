import { Problem } from "@ridgebook/contract";
import { expect, test, vi } from "vitest";
import { canCreateAgain, createAgain } from "#app/sync-panel/create-again.ts";
import type { EstimateStore } from "#local-data/estimates/estimate-store.ts";
import type { LeadStore } from "#local-data/leads/leads.ts";
import type { PendingChange } from "#local-data/outbox/pending-changes.ts";

const IN_PLACE_OF = { id: 7, changedTime: 1_000 };
const stores = () => ({
  leads: { create: vi.fn<LeadStore["create"]>(() => Promise.resolve({ outcome: "synced", id: 9 })) },
  estimates: {
    copy: vi.fn<EstimateStore["copy"]>(() => Promise.resolve({ outcome: "synced", id: 9, adjustments: [] })),
  },
});
const changeOf = (storeName: PendingChange["storeName"], record: object) =>
  ({ storeName, ...IN_PLACE_OF, record: { id: 7, ...record } }) as Pick<
    PendingChange,
    "storeName" | "id" | "record" | "changedTime"
  >;

test("[SYNC-82] a deleted lead is created again from the fields of its form, without what the server added", async () => {
  const { leads, estimates } = stores();
  await createAgain({ leads, estimates }, changeOf("leads", { lastName: "Whitfield", externalId: "Z1", revision: 4 }));
  expect(leads.create).toHaveBeenCalledOnce();
  const [fields, options] = leads.create.mock.calls[0] ?? [];
  expect(fields).toMatchObject({ lastName: "Whitfield" });
  expect(fields).not.toHaveProperty("externalId");
  expect(options).toEqual({ inPlaceOf: IN_PLACE_OF });
});

test("[SYNC-82] an estimate of which no copy could be made says why", async () => {
  const { leads, estimates } = stores();
  const problem = new Problem("unavailable");
  estimates.copy.mockResolvedValue({ outcome: "refused", id: 7, problem, adjustments: [] });
  await expect(createAgain({ leads, estimates }, changeOf("estimates", { name: "House" }))).rejects.toBe(problem);
});

test("[SYNC-82] an estimate is created again under its name; a photo is not", async () => {
  const { leads, estimates } = stores();
  await createAgain({ leads, estimates }, changeOf("estimates", { name: "House" }));
  expect(estimates.copy).toHaveBeenCalledWith(7, { name: "House", inPlaceOf: IN_PLACE_OF });
  expect(canCreateAgain(changeOf("lead-photos", {}))).toBe(false);
});
