import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { AppStateStore, INITIAL_STATE } from "#app/app-state.ts";
import { AppUpdates } from "#app/shell/app-updates.ts";
import { createKeptTexts } from "#ui/kept-texts.ts";

/** Site data is blocked. */
const blocked = (): never => {
  throw new DOMException("The operation is insecure.", "SecurityError");
};

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

function buildUpdates({ workerState = "installed" }: { workerState?: ServiceWorkerState } = {}) {
  const state = new AppStateStore(INITIAL_STATE);
  const reloadPage = vi.fn();
  const updates = new AppUpdates({ state, texts: createKeptTexts(blocked), reloadPage });
  const worker = { postMessage: vi.fn(), state: workerState };
  return { state, reloadPage, updates, worker };
}

test("[PWA-06] the page that pressed Update reloads when the new version has taken over", async () => {
  const { state, reloadPage, updates, worker } = buildUpdates();
  updates.offerUpdate(worker);
  expect(state.getSnapshot().isUpdateReady).toBe(true);
  await updates.update();
  expect(worker.postMessage).toHaveBeenCalledWith("skip-waiting");
  expect(reloadPage).not.toHaveBeenCalled();
  updates.handleNewWorker();
  expect(reloadPage).toHaveBeenCalledTimes(1);
  // A user with unsaved input may have stayed: the button is still offered.
  expect(state.getSnapshot()).toMatchObject({ isUpdateReady: false, isReloadOffered: true });
});

test("[PWA-06] Update says what to do when the new version cannot take over, and can be pressed again", async () => {
  const { state, reloadPage, updates, worker } = buildUpdates();
  updates.offerUpdate(worker);
  await updates.update();
  expect(state.getSnapshot().updateSearch).toBe("takingOver");
  vi.runAllTimers();
  expect(state.getSnapshot().updateSearch).toBe("notTakenOver");
  await updates.update();
  updates.handleNewWorker();
  vi.runAllTimers();
  expect(reloadPage).toHaveBeenCalledTimes(1);
  expect(state.getSnapshot().updateSearch).toBe("none");
});

test.each(["activating", "activated"] as const)(
  "[PWA-06] Update reloads at once when the new version is %s already",
  async (workerState) => {
    const { reloadPage, updates, worker } = buildUpdates({ workerState });
    updates.offerUpdate(worker);
    await updates.update();
    expect(reloadPage).toHaveBeenCalledTimes(1);
  },
);

test("[PWA-06] Update looks for the next version when the browser discarded the one that was offered", async () => {
  const { state, updates, worker } = buildUpdates({ workerState: "redundant" });
  updates.lookWith(() => Promise.resolve(false));
  updates.offerUpdate(worker);
  await updates.update();
  expect(state.getSnapshot().updateSearch).toBe("nothingFound");
});

test("[SYNC-30] Update ends with a message when the browser never answers whether there is a new version", async () => {
  const { state, updates } = buildUpdates();
  updates.lookWith(() => new Promise(() => undefined));
  void updates.update();
  vi.runAllTimers();
  expect(state.getSnapshot().updateSearch).toBe("nothingFound");
});

test("[PWA-06] every other page is left alone", () => {
  const { state, reloadPage, updates, worker } = buildUpdates();
  updates.offerUpdate(worker);
  updates.handleNewWorker();
  expect(reloadPage).not.toHaveBeenCalled();
  expect(state.getSnapshot()).toMatchObject({ isUpdateReady: false, isReloadOffered: true });
});

test("[SYNC-30] a newer server makes the app look for its new version at once, and once", () => {
  const { state, updates } = buildUpdates();
  const look = vi.fn(() => Promise.resolve(true));
  updates.lookWith(look);
  updates.noteServerAge("same");
  expect(look).not.toHaveBeenCalled();
  updates.noteServerAge("tooNew");
  updates.noteServerAge("tooNew");
  expect(look).toHaveBeenCalledTimes(1);
  expect(state.getSnapshot().serverAge).toBe("tooNew");
});

test("[SYNC-30] Update before the new version is there fetches it, and continues when it is", async () => {
  const { state, updates, worker } = buildUpdates();
  updates.lookWith(() => Promise.resolve(true));
  await updates.update();
  expect(state.getSnapshot().updateSearch).toBe("looking");
  updates.offerUpdate(worker);
  expect(worker.postMessage).toHaveBeenCalledWith("skip-waiting");
  expect(state.getSnapshot().updateSearch).toBe("takingOver");
});

test.each([
  ["there is none", () => Promise.resolve(false)],
  ["there is no network", () => Promise.reject(new TypeError("Failed to fetch"))],
])("[SYNC-30] Update says so when %s, and leaves the page alone", async (_, look) => {
  const { state, reloadPage, updates } = buildUpdates();
  updates.lookWith(look);
  await updates.update();
  expect(state.getSnapshot().updateSearch).toBe("nothingFound");
  expect(reloadPage).not.toHaveBeenCalled();
});

test("[SYNC-30] a new version that did not arrive whole can be tried again", async () => {
  const { state, updates } = buildUpdates();
  updates.lookWith(() => Promise.resolve(true));
  await updates.update();
  updates.handleFailedUpdate();
  expect(state.getSnapshot().updateSearch).toBe("nothingFound");
});

test("[PWA-04] a refused installation is not offered again on this page where site data is blocked", () => {
  const { state, updates } = buildUpdates();
  expect(state.getSnapshot().saidNoToInstall).toBe(false);
  updates.refuseInstall();
  expect(state.getSnapshot().saidNoToInstall).toBe(true);
});
