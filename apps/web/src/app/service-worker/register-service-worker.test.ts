import { afterEach, expect, test, vi } from "vitest";
import { AppStateStore, INITIAL_STATE } from "#app/app-state.ts";
import { registerPeriodicSync, registerServiceWorker } from "#app/service-worker/register-service-worker.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

class StandInWorker extends EventTarget {
  readonly postMessage = vi.fn();
  state: ServiceWorkerState = "installing";
  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }
}

class StandInRegistration extends EventTarget {
  installing: StandInWorker | null = null;
  waiting: StandInWorker | null = null;
  active: StandInWorker | null = null;
  readonly update = vi.fn();
}

class StandInContainer extends EventTarget {
  controller: StandInWorker | null = null;
  readonly registration = new StandInRegistration();
  readonly register = () => Promise.resolve(this.registration);
}

/** A page that registers its worker; `prepare` sets the browser's state before that. */
async function register(prepare: (container: StandInContainer) => void = () => undefined) {
  vi.useFakeTimers();
  const container = new StandInContainer();
  prepare(container);
  vi.stubGlobal("navigator", { serviceWorker: container });
  vi.stubGlobal("document", new EventTarget());
  const updates = { offerUpdate: vi.fn(), handleNewWorker: vi.fn(), handleFailedUpdate: vi.fn(), lookWith: vi.fn() };
  await registerServiceWorker({
    updates,
    state: new AppStateStore(INITIAL_STATE),
    download: () => Promise.resolve(false),
  });
  const { registration } = container;
  const install = (worker: StandInWorker): void => {
    registration.installing = worker;
    registration.dispatchEvent(new Event("updatefound"));
  };
  const wait = (worker: StandInWorker): void => {
    registration.installing = null;
    registration.waiting = worker;
    worker.become("installed");
  };
  return { container, registration, updates, install, wait };
}

const inUse = (container: StandInContainer): void => {
  const active = new StandInWorker();
  active.state = "activated";
  container.registration.active = active;
  container.controller = active;
};

test("[PWA-06] the first worker is no update, also in WebKit, which still names it as waiting when it is active", async () => {
  const { container, registration, updates, install, wait } = await register();
  const first = new StandInWorker();
  install(first);
  wait(first);
  registration.active = first;
  container.controller = first;
  container.dispatchEvent(new Event("controllerchange"));
  first.become("activating");
  first.become("activated");
  registration.waiting = null;
  expect(updates.offerUpdate).not.toHaveBeenCalled();
  expect(updates.handleNewWorker).not.toHaveBeenCalled();
  expect(updates.handleFailedUpdate).not.toHaveBeenCalled();

  const next = new StandInWorker();
  install(next);
  wait(next);
  expect(updates.offerUpdate).toHaveBeenCalledWith(next);
});

test("[PWA-06] a worker that is active before registration resolves is no update while it is named as waiting", async () => {
  const { updates } = await register((container) => {
    inUse(container);
    container.registration.waiting = container.registration.active;
  });
  expect(updates.offerUpdate).not.toHaveBeenCalled();
});

test("[PWA-06] an update that an earlier page fetched is offered", async () => {
  const waiting = new StandInWorker();
  waiting.state = "installed";
  const { updates } = await register((container) => {
    inUse(container);
    container.registration.waiting = waiting;
  });
  expect(updates.offerUpdate).toHaveBeenCalledWith(waiting);
});

test("[PWA-06] an update that an earlier page began to fetch is offered once", async () => {
  const next = new StandInWorker();
  const { updates, install, wait } = await register((container) => {
    inUse(container);
    container.registration.installing = next;
  });
  install(next);
  wait(next);
  expect(updates.offerUpdate).toHaveBeenCalledTimes(1);
});

test("[PWA-06] a page that was loaded past its worker reloads after the update that it was offered", async () => {
  const { container, updates, install, wait } = await register((past) => {
    inUse(past);
    past.controller = null;
  });
  const next = new StandInWorker();
  install(next);
  wait(next);
  container.dispatchEvent(new Event("controllerchange"));
  expect(updates.handleNewWorker).toHaveBeenCalledTimes(1);
});

test("[SYNC-30] an update that did not arrive whole is reported, one that was replaced is not", async () => {
  const { updates, install } = await register(inUse);
  const broken = new StandInWorker();
  install(broken);
  broken.become("redundant");
  expect(updates.handleFailedUpdate).toHaveBeenCalledTimes(1);
  const replaced = new StandInWorker();
  install(replaced);
  replaced.become("activating");
  replaced.become("redundant");
  expect(updates.handleFailedUpdate).toHaveBeenCalledTimes(1);
});

test("[PWA-07] periodic sync is registered with an hour between", async () => {
  const register = vi.fn(() => Promise.resolve());
  await registerPeriodicSync({ register });
  expect(register).toHaveBeenCalledWith("sync-download", { minInterval: 3_600_000 });
});

test("[PWA-07] a browser without it, or a person who refuses, is no error", async () => {
  await expect(registerPeriodicSync(undefined)).resolves.toBeUndefined();
  const register = vi.fn(() => Promise.reject(new DOMException("no", "NotAllowedError")));
  await expect(registerPeriodicSync({ register })).resolves.toBeUndefined();
});
