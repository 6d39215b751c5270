import { expect, test, vi } from "vitest";
import { canCreateAgain, createAgain } from "#app/sync-panel/create-again.ts";
import type { PendingChange } from "#local-data/outbox/pending-changes.ts";

const stores = () => ({
  leads: { create: vi.fn(() => Promise.resolve({ outcome: "synced" as const, id: 9 })) },
  estimates: { copy: vi.fn(() => Promise.resolve({ outcome: "synced" as const, id: 9, adjustments: [] })) },
});
const changeOf = (storeName: PendingChange["storeName"], record: object) =>
  ({ storeName, id: 7, record: { id: 7, ...record } }) as Pick<PendingChange, "storeName" | "id" | "record">;

test("[SYNC-82] a lead that somebody deleted is made again with what its form holds, and nothing of the server's", async () => {
  const { leads, estimates } = stores();
  await createAgain({ leads, estimates }, changeOf("leads", { lastName: "Whitfield", externalId: "Z1", revision: 4 }));
  expect(leads.create).toHaveBeenCalledWith(expect.objectContaining({ lastName: "Whitfield" }));
  expect(leads.create).not.toHaveBeenCalledWith(expect.objectContaining({ externalId: "Z1" }));
});

test("[SYNC-82] an estimate is made again under its name; a photo is not", async () => {
  const { leads, estimates } = stores();
  await createAgain({ leads, estimates }, changeOf("estimates", { name: "House" }));
  expect(estimates.copy).toHaveBeenCalledWith(7, { name: "House" });
  expect(canCreateAgain(changeOf("lead-photos", {}))).toBe(false);
});
