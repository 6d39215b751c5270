import { PERIODIC_SYNC_MIN_INTERVAL_MS } from "@ridgebook/contract";
import type { AppStateStore } from "#app/app-state.ts";
import { answerWorker } from "#app/service-worker/answer-worker.ts";
import { SYNC_DOWNLOAD, TIDY_FILES } from "#app/service-worker/messages.ts";
import { watchOutbox, type OneOffSync } from "#app/service-worker/watch-outbox.ts";
import type { AppUpdates } from "#app/shell/app-updates.ts";

/** The built file; at the root, so that it serves every page (1.§9). */
const WORKER_FILE = "/service-worker.js";

/** How often an app that stays open for days checks for a new version. */
const LOOK_FOR_UPDATE_MS = 3_600_000;

/** Periodic background sync is not a standard yet: only some browsers have it, and ask the user first. */
interface PeriodicSync {
  register(tag: string, options: { minInterval: number }): Promise<void>;
}

const oneOffSyncOf = (registration: ServiceWorkerRegistration): OneOffSync | undefined =>
  "sync" in registration ? (registration.sync as OneOffSync) : undefined;

const periodicSyncOf = (registration: ServiceWorkerRegistration): PeriodicSync | undefined =>
  "periodicSync" in registration ? (registration.periodicSync as PeriodicSync) : undefined;

/**
 * Installs the service worker and watches for new versions. Does nothing in a browser without service workers, or on a page that is not served securely:
 * the app then needs the network to start.
 */
export async function registerServiceWorker({
  updates,
  state,
  download,
}: {
  updates: Pick<AppUpdates, "offerUpdate" | "handleNewWorker" | "handleFailedUpdate" | "lookWith">;
  state: AppStateStore;
  /** Syncs the device on the worker's request in the background. Resolves to whether unsent changes are left. */
  download: () => Promise<boolean>;
}): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const container = navigator.serviceWorker;
  let hadWorker = container.controller !== null;
  container.addEventListener("controllerchange", () => {
    // The first worker takes over a page of the same version.
    if (hadWorker) updates.handleNewWorker();
    hadWorker = true;
  });
  container.addEventListener("message", ({ data, ports }: MessageEvent<unknown>) => {
    if (data !== SYNC_DOWNLOAD) return;
    answerWorker(ports[0], download).catch(reportError);
  });

  const registration = await container.register(WORKER_FILE);
  const offerUpdate = (worker: ServiceWorker): void => {
    // A page that was loaded without its worker has no controller; a later worker is still an update for it.
    hadWorker = true;
    updates.offerUpdate(worker);
  };
  const watched = new WeakSet<ServiceWorker>();
  const watchInstalling = (): void => {
    const worker = registration.installing;
    if (!worker || watched.has(worker)) return;
    watched.add(worker);
    // Decided now: WebKit still reports the first worker as waiting when it is active and controls the page.
    const isFirst = registration.active === null;
    let isInUse = false;
    worker.addEventListener("statechange", () => {
      isInUse ||= worker.state === "activating";
      if (worker.state === "installed" && !isFirst) offerUpdate(worker);
      // A worker that was in use becomes redundant when the next version takes over.
      if (worker.state === "redundant" && !isInUse) updates.handleFailedUpdate();
    });
  };
  const { active, waiting } = registration;
  if (active !== null && waiting?.state === "installed") offerUpdate(waiting);
  // An earlier page may have started this installation: then `updatefound` does not fire here.
  watchInstalling();
  registration.addEventListener("updatefound", watchInstalling);
  const lookForUpdate = async (): Promise<boolean> => {
    await registration.update();
    return (registration.installing ?? registration.waiting) !== null;
  };
  updates.lookWith(lookForUpdate);
  // Offline, no new version can be found.
  setInterval(() => void lookForUpdate().catch(() => undefined), LOOK_FOR_UPDATE_MS);
  registration.active?.postMessage(TIDY_FILES);
  watchOutbox({ state, sync: oneOffSyncOf(registration), page: document });
  await registerPeriodicSync(periodicSyncOf(registration));
}

/** Registers `sync-download` at most once an hour, if the browser has it and the user allows it. */
export async function registerPeriodicSync(periodicSync: PeriodicSync | undefined): Promise<void> {
  try {
    await periodicSync?.register(SYNC_DOWNLOAD, { minInterval: PERIODIC_SYNC_MIN_INTERVAL_MS });
  } catch {
    // Not allowed, or the app is not installed: the open app refreshes itself anyway.
  }
}
