import { expect, test, vi } from "vitest";
import { AppStateStore, INITIAL_STATE } from "#app/app-state.ts";
import { watchOutbox } from "#app/service-worker/watch-outbox.ts";
import { createSyncStatus, type SyncStatus } from "#local-data/device/sync-status.ts";

const statusOf = (values: { online: boolean; unsyncedCount: number; needsYouCount?: number }): SyncStatus => {
  const status = createSyncStatus({ online: values.online, noSignalSince: null });
  status.set(values);
  return status.getSnapshot();
};

function buildPage() {
  const state = new AppStateStore(INITIAL_STATE);
  const register = vi.fn(() => Promise.resolve());
  const page = { visibilityState: "visible" as DocumentVisibilityState, addEventListener: vi.fn() };
  watchOutbox({ state, sync: { register }, page });
  const hide = (): void => {
    page.visibilityState = "hidden";
    const [, listener] = page.addEventListener.mock.calls[0] as [string, () => void];
    listener();
  };
  return { state, register, hide };
}

test("[SYNC-36] a background sync is registered once when a change is unsent and the server is out of reach", () => {
  const { state, register } = buildPage();
  state.change({ sync: statusOf({ online: true, unsyncedCount: 1 }) });
  expect(register).not.toHaveBeenCalled();
  state.change({ sync: statusOf({ online: false, unsyncedCount: 1 }) });
  state.change({ sync: statusOf({ online: false, unsyncedCount: 2 }) });
  expect(register).toHaveBeenCalledTimes(1);
  expect(register).toHaveBeenCalledWith("send-outbox");
  state.change({ sync: statusOf({ online: true, unsyncedCount: 0 }) });
  state.change({ sync: statusOf({ online: false, unsyncedCount: 1 }) });
  expect(register).toHaveBeenCalledTimes(2);
});

test("[SYNC-36] and when the person leaves the page; what waits for a person asks for nothing", () => {
  const { state, register, hide } = buildPage();
  state.change({ sync: statusOf({ online: true, unsyncedCount: 2, needsYouCount: 2 }) });
  hide();
  expect(register).not.toHaveBeenCalled();
  state.change({ sync: statusOf({ online: true, unsyncedCount: 3, needsYouCount: 2 }) });
  hide();
  expect(register).toHaveBeenCalledTimes(1);
});

test("[SYNC-36] a browser without background sync, or a person who forbids it, is no error", () => {
  const state = new AppStateStore(INITIAL_STATE);
  const page = { visibilityState: "visible" as const, addEventListener: vi.fn() };
  watchOutbox({ state, sync: undefined, page });
  watchOutbox({ state, sync: { register: () => Promise.reject(new DOMException("no", "NotAllowedError")) }, page });
  state.change({ sync: statusOf({ online: false, unsyncedCount: 1 }) });
});
