import { Problem, type AccountId, type CompanyId, type SessionUser, type User } from "@ridgebook/contract";
import { describe, expect, test } from "vitest";
import { AppStateStore, INITIAL_STATE } from "#app/app-state.ts";
import { KeptCompany } from "#app/session/kept-company.ts";
import { NOT_EMPTIED_MESSAGE } from "#app/session/logout-warning.ts";
import type { SessionMessage } from "#app/session/session-channel.ts";
import { AppSession } from "#app/session/session.ts";
import { StorageProblem } from "#local-data/device/storage-problem.ts";
import type { LocalData } from "#local-data/local-data.ts";
import { AccessToken } from "#server-client/access-token.ts";
import type { ServerClient } from "#server-client/server-client.ts";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2026-05-14T12:00:00Z");

const buildUser = (given: Partial<SessionUser> = {}): SessionUser => ({
  id: 7 as AccountId,
  companyId: 3 as CompanyId,
  active: true,
  role: "User",
  isSuperAdmin: false,
  isMasterAdmin: false,
  ...given,
});

const buildPerson = (user: SessionUser): User => ({
  ...user,
  externalId: null,
  folderId: null,
  email: "ann@demo.test",
  phoneNumber: "",
  emailConfirmed: true,
  firstName: "Ann",
  lastName: "Lee",
});

/** The part of `localStorage` in use. */
function buildStorage(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
    key: () => null,
    length: 0,
  };
}

/** One tab, its server and its device, as a log of what happened. */
function buildTab({
  user = buildUser(),
  isOnline = true,
  refuse,
  lastKnown,
  unsyncedCount = 0,
  deviceCount = unsyncedCount,
  failOnDevice,
  isConfirmed = true,
  storage = buildStorage(),
}: {
  user?: SessionUser;
  isOnline?: boolean;
  /** The failure of a call, by the call's name. */
  refuse?: (name: string) => Problem | undefined;
  lastKnown?: { user: SessionUser; confirmedTime: number };
  /** What the status says is unsent. */
  unsyncedCount?: number;
  /** What the database holds that is unsent; null when it cannot be read. */
  deviceCount?: number | null;
  /** What the device cannot do, by its name in the log. */
  failOnDevice?: Record<string, Error>;
  isConfirmed?: boolean;
  storage?: Storage;
} = {}) {
  const log: string[] = [];
  const state = new AppStateStore({ ...INITIAL_STATE, isOnline });
  const token = new AccessToken();
  let hear: (message: SessionMessage) => void = () => undefined;
  const answer = (name: string): void => {
    log.push(name);
    const problem = refuse?.(name);
    if (problem) throw problem;
  };
  const replies: Record<string, unknown> = {
    login: { token: "t", user },
    getSelf: buildPerson(user),
    getCompany: { id: 3, name: "North Gable", active: true },
  };
  const client = {
    call: async (name: string) => {
      await Promise.resolve();
      answer(name);
      return replies[name];
    },
    refresh: async () => {
      await Promise.resolve();
      answer("refresh");
      token.keep({ token: "t", accountId: user.id });
      return { token: "t", user };
    },
  } as unknown as ServerClient;

  const status = { unsyncedCount };
  let known = lastKnown;
  const note = (entry: string) => async (): Promise<void> => {
    await Promise.resolve();
    const failure = failOnDevice?.[entry];
    if (failure) throw failure;
    log.push(entry);
  };
  const localData = {
    status: { subscribe: () => () => undefined, getSnapshot: () => status },
    subscribe: () => () => undefined,
    start: () => undefined,
    settings: { read: () => Promise.resolve(undefined) },
    users: { find: () => Promise.resolve(buildPerson(user)) },
    sync: { run: note("run"), refreshIfStale: note("refreshIfStale") },
    session: {
      open: async ({ accountId, companyId }: { accountId: number; companyId: number }) => {
        await Promise.resolve();
        log.push(`open ${String(companyId)}`);
        if (known?.user.id !== accountId) known = undefined;
      },
      wipe: note("wipe"),
      leave: ({ discardUnsent }: { discardUnsent: boolean }) => note(discardUnsent ? "leave, discarding" : "leave")(),
      countUnsent: (accountId: number) =>
        deviceCount === null
          ? Promise.reject(new StorageProblem("The disk is broken.", { isFull: false }))
          : Promise.resolve(accountId === state.getSnapshot().user?.id ? deviceCount : 0),
      lastKnown: () =>
        Promise.resolve(known && { accountId: known.user.id, companyId: known.user.companyId ?? 0, ...known }),
    },
  } as unknown as LocalData;

  const session = new AppSession({
    client,
    token,
    state,
    keptCompany: new KeptCompany(storage),
    channel: {
      post: (message) => void log.push(`tell tabs ${message}`),
      listen: (listener) => {
        hear = listener;
        return () => undefined;
      },
    },
    loadLocalData: () => Promise.resolve(localData),
    forgetPictures: note("forget pictures"),
    preloadPages: () => undefined,
    confirm: async ({ message, confirmText }) => {
      await Promise.resolve();
      log.push(`confirm ${String(confirmText)}: ${String(message)}`);
      return isConfirmed;
    },
    showNotice: ({ message }) => void log.push(`notice ${message}`),
    navigate: (path) => void log.push(`go ${path}`),
    reportDefect: (error) => {
      throw error;
    },
    now: () => NOW,
  });
  return {
    session,
    state,
    log,
    token,
    storage,
    tell: (message: SessionMessage) => hear(message),
    /** Another tab makes the device somebody's. */
    takeDevice: (owner: SessionUser) => void (known = { user: owner, confirmedTime: NOW }),
    deviceOwner: () => known?.user,
  };
}

const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
const expired = () => new Problem("sessionExpired");
const offline = () => new Problem("unavailable");

describe("start-up", () => {
  test("[SHELL-21] finds out who is signed in; the refresh after mounting brings the data", async () => {
    const { session, state, log } = buildTab();
    await session.start();
    expect(state.getSnapshot().user).toEqual(buildUser());
    expect(log).toEqual(["refresh", "getSelf", "open 3"]);
    log.length = 0;
    await session.refresh();
    expect(log).toEqual(["getCompany", "run"]);
    expect(state.getSnapshot().companyName).toBe("North Gable");
  });

  test("without a session nobody is signed in, and the device stays shut", async () => {
    const { session, state, log } = buildTab({ refuse: expired });
    await session.start();
    await session.refresh();
    expect(state.getSnapshot().user).toBeUndefined();
    expect(log).toEqual(["refresh"]);
  });

  test.each([
    [30, true],
    [31, false],
  ])("[PWA-02] offline, a person confirmed %d days ago may start: %s", async (days, mayStart) => {
    const user = buildUser();
    const lastKnown = { user, confirmedTime: NOW - days * DAY_MS };
    const { session, state, log } = buildTab({ isOnline: false, lastKnown });
    await session.start();
    expect(state.getSnapshot().user).toEqual(mayStart ? user : undefined);
    expect(log).toEqual(mayStart ? ["open 3"] : []);
  });

  test("a server that cannot be reached is the same as no network", async () => {
    const user = buildUser();
    const { session, state } = buildTab({ refuse: offline, lastKnown: { user, confirmedTime: NOW } });
    await session.start();
    expect(state.getSnapshot()).toMatchObject({ user, person: { firstName: "Ann" } });
  });

  test("a kept company that may not be entered any more is dropped", async () => {
    const storage = buildStorage();
    new KeptCompany(storage).keep({ id: 9 as CompanyId, name: "Gone" });
    let refreshes = 0;
    const isFirstRefresh = (name: string): boolean => name === "refresh" && ++refreshes === 1;
    const { session, state } = buildTab({
      storage,
      refuse: (name) => (isFirstRefresh(name) ? new Problem("accessDenied") : undefined),
    });
    await session.start();
    expect(state.getSnapshot()).toMatchObject({ user: buildUser(), companyId: 3 });
  });
});

describe("login", () => {
  test("[AUTH-15] wipes the device, opens it for the person, and tells the other tabs", async () => {
    const { session, log } = buildTab();
    await session.logIn({ email: "ann@demo.test", password: "x" });
    expect(log.slice(0, 5)).toEqual(["login", "wipe", "getSelf", "open 3", "tell tabs changed"]);
    await settle();
    expect(log).toContain("run");
  });

  test.each([
    ["is not theirs", new Problem("accessDenied")],
    ["has deactivated them", expired()],
  ])("[AUTH-07] [AUTH-08] goes on without the kept company where that %s", async (_, refusal) => {
    const storage = buildStorage();
    new KeptCompany(storage).keep({ id: 9 as CompanyId, name: "Gone" });
    const user = buildUser({ companyId: null, role: null });
    let refreshes = 0;
    const { session, state } = buildTab({
      storage,
      user,
      refuse: (name) => (name === "refresh" && ++refreshes === 1 ? refusal : undefined),
    });
    state.change({ companyId: 9 as CompanyId });
    await session.logIn({ email: "ann@demo.test", password: "x" });
    expect(state.getSnapshot()).toMatchObject({ user, companyId: null });
    expect(new KeptCompany(storage).readId()).toBeNull();
  });

  test("that is refused changes nothing on the device", async () => {
    const { session, state, log } = buildTab({ refuse: () => new Problem("wrongCredentials") });
    await expect(session.logIn({ email: "ann@demo.test", password: "x" })).rejects.toMatchObject({
      code: "wrongCredentials",
    });
    expect(state.getSnapshot().user).toBeUndefined();
    expect(log).toEqual(["login"]);
  });
});

describe("choosing a company", () => {
  test("[AUTH-08] [SHELL-20] is kept on the device and told to the other tabs", async () => {
    const { session, state, storage, log } = buildTab({ user: buildUser({ companyId: 4 as CompanyId }) });
    await session.chooseCompany(4 as CompanyId);
    expect(state.getSnapshot().companyId).toBe(4);
    expect(new KeptCompany(storage).readId()).toBe(4);
    expect(log.slice(0, 4)).toEqual(["refresh", "getSelf", "open 4", "tell tabs changed"]);
  });

  test("that is refused leaves the former one", async () => {
    const storage = buildStorage();
    const { session, state } = buildTab({ storage });
    await session.start();
    const refused = buildTab({ storage, refuse: (name) => (name === "refresh" ? offline() : undefined) });
    refused.state.change(state.getSnapshot());
    await expect(refused.session.chooseCompany(4 as CompanyId)).rejects.toMatchObject({ status: 503 });
    expect(refused.state.getSnapshot().companyId).toBe(3);
    expect(new KeptCompany(storage).readId()).toBe(3);
  });
});

describe("logout", () => {
  test("[AUTH-17] [AUTH-19] ends the session, empties the device, tells the tabs and goes to the root", async () => {
    const { session, state, log, token, storage } = buildTab();
    await session.start();
    log.length = 0;
    expect(await session.logOut()).toBe(true);
    expect(log).toEqual([
      "logout",
      "leave",
      "forget pictures",
      "tell tabs left",
      "notice You have been logged out.",
      "go /",
    ]);
    expect(state.getSnapshot()).toMatchObject({ user: undefined, companyId: null });
    expect(token.read()).toBeUndefined();
    expect(new KeptCompany(storage).readId()).toBeNull();
  });

  test("[AUTH-16] [MSG-01] asks before unsent changes are lost; cancel stays", async () => {
    const { session, state, log } = buildTab({ unsyncedCount: 2, isConfirmed: false });
    await session.start();
    log.length = 0;
    expect(await session.logOut()).toBe(false);
    expect(log).toEqual([
      "confirm Logout: You have 2 unsynced change(s). Are you sure you want to logout? You will lose any unsynced changes.",
    ]);
    expect(state.getSnapshot().user).toBeDefined();
  });

  test("[AUTH-16] confirmed, it discards them", async () => {
    const { session, log } = buildTab({ unsyncedCount: 2 });
    await session.start();
    await session.logOut();
    expect(log).toContain("leave, discarding");
  });

  test("[AUTH-16] [MSG-01] asks also where the databases were not opened since the start, and discards what was confirmed", async () => {
    const user = buildUser({ companyId: null, role: null, isSuperAdmin: true });
    const { session, log } = buildTab({ user, unsyncedCount: 0, deviceCount: 1 });
    await session.start();
    log.length = 0;
    expect(await session.logOut()).toBe(true);
    expect(log[0]).toMatch(/^confirm Logout: You have 1 unsynced change\(s\)\./);
    expect(log).toContain("leave, discarding");
  });

  test("[AUTH-16] goes by the last count where the device cannot be read", async () => {
    const { session, log } = buildTab({ unsyncedCount: 2, deviceCount: null, isConfirmed: false });
    await session.start();
    expect(await session.logOut()).toBe(false);
    expect(log.at(-1)).toMatch(/^confirm Logout: You have 2 unsynced change\(s\)\./);
  });

  test.each(["leave", "forget pictures"])(
    "[AUTH-17] [AUTH-19] after the server's a device that cannot %s forgets the person all the same, and it is said",
    async (step) => {
      const failure = new StorageProblem("No space left.", { isFull: true });
      const { session, state, log, token } = buildTab({ failOnDevice: { [step]: failure } });
      await session.start();
      log.length = 0;
      expect(await session.logOut()).toBe(true);
      expect(state.getSnapshot()).toMatchObject({ user: undefined, companyId: null });
      expect(token.read()).toBeUndefined();
      expect(log).toContain(step === "leave" ? "forget pictures" : "leave");
      expect(log.slice(-3)).toEqual(["tell tabs left", `notice ${NOT_EMPTIED_MESSAGE}`, "go /"]);
    },
  );

  test("[AUTH-18] that fails is told in the generic words, and nothing is lost", async () => {
    const { session, state, log } = buildTab({
      refuse: (name) => (name === "logout" ? new Problem("unexpected") : undefined),
    });
    await session.start();
    log.length = 0;
    expect(await session.logOut()).toBe(false);
    expect(log).toEqual([
      "logout",
      "notice A problem has occurred. Please refresh the page and try again. If the problem persists, contact support.",
    ]);
    expect(state.getSnapshot().user).toBeDefined();
  });

  test("without a network explains why it has to wait", async () => {
    const { session, log } = buildTab({ refuse: (name) => (name === "logout" ? offline() : undefined) });
    await session.start();
    await session.logOut();
    expect(log.at(-1)).toMatch(/^notice You are still logged in/);
  });
});

describe("other tabs", () => {
  test("[AUTH-19] a logout there leaves here too", async () => {
    const { session, state, log, tell } = buildTab();
    await session.start();
    tell("left");
    await settle();
    expect(state.getSnapshot().user).toBeUndefined();
    expect(log.at(-1)).toBe("go /");
  });

  test("[SHELL-20] another company there is taken over here", async () => {
    const storage = buildStorage();
    const { session, state, log, tell } = buildTab({ storage, user: buildUser({ companyId: 4 as CompanyId }) });
    await session.start();
    state.change({ companyId: 3 as CompanyId });
    tell("changed");
    await settle();
    expect(state.getSnapshot().companyId).toBe(4);
    expect(log.at(-1)).toBe("go /");
  });
});

describe("while the server does not answer, another tab's login", () => {
  const ben = buildUser({ id: 8 as AccountId });

  /** A tab of Ann's that the server does not answer any more. */
  async function buildLonelyTab() {
    let isCutOff = false;
    const tab = buildTab({ refuse: () => (isCutOff ? offline() : undefined) });
    await tab.session.start();
    tab.takeDevice(buildUser());
    isCutOff = true;
    tab.log.length = 0;
    return tab;
  }

  test("[AUTH-08] [AUTH-19] of somebody else is followed: it is their device, and the former person is forgotten", async () => {
    const { state, tell, takeDevice, deviceOwner, log } = await buildLonelyTab();
    takeDevice(ben);
    tell("changed");
    await settle();
    expect(state.getSnapshot().user).toEqual(ben);
    expect(deviceOwner()).toEqual(ben);
    expect(log.at(-1)).toBe("go /");
  });

  test("[AUTH-08] [AUTH-15] of somebody else never gives the device back, whatever asks for it before that is known", async () => {
    const { session, tell, takeDevice, deviceOwner, log } = await buildLonelyTab();
    takeDevice(ben);
    tell("changed");
    await expect(session.openLocalData()).rejects.toMatchObject({ code: "sessionExpired" });
    expect(log).not.toContain("open 3");
    expect(deviceOwner()).toEqual(ben);
  });

  test("[SHELL-20] in another company is followed", async () => {
    const { state, tell, takeDevice, storage } = await buildLonelyTab();
    const elsewhere = buildUser({ companyId: 4 as CompanyId });
    takeDevice(elsewhere);
    new KeptCompany(storage).keep({ id: 4 as CompanyId, name: undefined });
    tell("changed");
    await settle();
    expect(state.getSnapshot()).toMatchObject({ user: elsewhere, companyId: 4 });
  });

  test("of the same person leaves the page alone", async () => {
    const { state, tell, log } = await buildLonelyTab();
    const users: unknown[] = [];
    state.subscribe(() => users.push(state.getSnapshot().user));
    tell("changed");
    await settle();
    expect(new Set(users)).toEqual(new Set([buildUser()]));
    expect(log.some((entry) => entry.startsWith("go "))).toBe(false);
  });
});

describe("an expired session", () => {
  test("[ERR-04] met by somebody's action says so, forgets the person and goes to the root; their work stays", async () => {
    const { session, state, log, token } = buildTab();
    await session.start();
    log.length = 0;
    await session.reportFailure(expired());
    expect(log).toEqual(["notice Your session has expired, please login again.", "go /"]);
    expect(state.getSnapshot().user).toBeUndefined();
    expect(token.read()).toBeUndefined();
  });

  test("met in the background leaves the page alone", async () => {
    const user = buildUser();
    const tab = buildTab({ isOnline: false, lastKnown: { user, confirmedTime: NOW }, refuse: expired });
    await tab.session.start();
    await tab.session.refresh();
    expect(tab.state.getSnapshot().user).toEqual(user);
    expect(tab.log.some((entry) => entry.startsWith("go "))).toBe(false);
  });
});
