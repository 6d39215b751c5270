import { Problem, type UserId, type CompanyId, type SessionUser, type User } from "@ridgebook/contract";
import { describe, expect, test, vi } from "vitest";
import { AppStateStore, INITIAL_STATE } from "#app/app-state.ts";
import { KeptCompany } from "#app/session/kept-company.ts";
import { NOT_EMPTIED_MESSAGE } from "#app/session/logout-warning.ts";
import type { SessionMessage } from "#app/session/session-channel.ts";
import { AppSession } from "#app/session/session.ts";
import { createKeptTexts } from "#ui/kept-texts.ts";
import { StorageProblem } from "#local-data/device/storage-problem.ts";
import type { LocalData } from "#local-data/local-data.ts";
import type { LastKnownSession, UnsentWork } from "#local-data/session/session-data.ts";
import { AccessToken } from "#server-client/access-token.ts";
import type { ServerClient } from "#server-client/server-client.ts";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2026-05-14T12:00:00Z");

const buildUser = (given: Partial<SessionUser> = {}): SessionUser => ({
  id: 7 as UserId,
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
  invitation: null,
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

const keptIn = (storage: Storage): KeptCompany => new KeptCompany(createKeptTexts(() => storage));

/** One tab, its server and its device, with a log of events. */
function buildTab({
  user: givenUser = buildUser(),
  loginUser = givenUser,
  isOnline = true,
  refuse,
  lastKnown,
  unsyncedCount = 0,
  deviceCount = unsyncedCount,
  failOnDevice,
  isConfirmed = true,
  storage = buildStorage(),
  onDeviceRead = () => Promise.resolve(),
  unsentWork = [],
}: {
  /** The user that the server returns. */
  user?: SessionUser;
  /** The user that a login returns, if a session renewal returns another view of them. */
  loginUser?: SessionUser;
  isOnline?: boolean;
  /** The failure of a call, by the call's name. */
  refuse?: (name: string) => Problem | undefined;
  lastKnown?: { user: SessionUser; confirmedTime: number };
  /** The unsent changes in the status. */
  unsyncedCount?: number;
  /** The unsent changes in the database; null if unreadable. */
  deviceCount?: number | null;
  /** The device's failing operations, by their name in the log. */
  failOnDevice?: Record<string, Error>;
  isConfirmed?: boolean;
  storage?: Storage;
  /** The unsent work on this device, of any user. */
  unsentWork?: readonly UnsentWork[];
  /** Runs before the device reports the owner of its data. */
  onDeviceRead?: () => Promise<void>;
} = {}) {
  const log: string[] = [];
  let user = givenUser;
  /** The server answers nothing before this resolves. */
  let answering = Promise.resolve();
  const state = new AppStateStore({ ...INITIAL_STATE, isOnline });
  const token = new AccessToken();
  let hear: (message: SessionMessage) => void = () => undefined;
  const answer = (name: string): void => {
    log.push(name);
    const problem = refuse?.(name);
    if (problem) throw problem;
  };
  const replies: Record<string, unknown> = {
    login: { token: "t", user: loginUser },
    getSelf: buildPerson(givenUser),
    getCompany: { id: 3, name: "North Gable", active: true },
  };
  const client = {
    call: async (name: string) => {
      await Promise.resolve();
      answer(name);
      return replies[name];
    },
    refresh: async () => {
      await answering;
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
  /** The user whose records this tab can read. */
  let readable: string | undefined;
  const localData = {
    status: { subscribe: () => () => undefined, getSnapshot: () => status },
    subscribe: () => () => undefined,
    start: () => undefined,
    settings: { read: () => Promise.resolve(undefined) },
    users: { find: () => Promise.resolve(buildPerson(user)) },
    rescue: {
      save: (passphrase: string) => {
        log.push(`save for ${readable ?? "nobody"} with ${passphrase}`);
        return failOnDevice?.["save"] ? Promise.reject(failOnDevice["save"]) : Promise.resolve({ changeCount: 2 });
      },
    },
    sync: { run: note("run"), refreshIfStale: note("refreshIfStale") },
    session: {
      open: async ({ accountId, companyId }: { accountId: number; companyId: number }) => {
        await Promise.resolve();
        log.push(`open ${String(companyId)}`);
        if (known?.user.id !== accountId) known = undefined;
        readable = `${String(accountId)} ${String(companyId)}`;
      },
      resume: async (mayOpen: (known: LastKnownSession) => boolean) => {
        await onDeviceRead();
        const owner = known && { accountId: known.user.id, companyId: known.user.companyId ?? 0, ...known };
        if (!owner || !mayOpen(owner)) return undefined;
        log.push(`resume ${String(owner.companyId)}`);
        readable = `${String(owner.accountId)} ${String(owner.companyId)}`;
        return owner;
      },
      close: () => {
        log.push("close");
        readable = undefined;
      },
      wipe: note("wipe"),
      leave: ({ discardUnsent }: { discardUnsent: boolean }) => note(discardUnsent ? "leave, discarding" : "leave")(),
      listUnsent: async (accountIds: readonly number[]) => {
        await note("listUnsent")();
        return unsentWork.filter(({ accountId }) => accountIds.includes(accountId));
      },
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
    keptCompany: keptIn(storage),
    channel: {
      post: (message) => void log.push(`tell tabs ${message === "left" ? message : String(message.companyId)}`),
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
    checkGuards: note("check guards"),
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
    /** Makes the server wait; the returned function lets it answer, as another user if given. */
    holdServer: () => {
      let release = (): void => undefined;
      answering = new Promise((resolve) => {
        release = resolve;
      });
      return (named: SessionUser = user) => {
        user = named;
        release();
      };
    },
    readable: () => readable,
    /** Another tab signs a user in on the device. */
    takeDevice: (owner: SessionUser) => {
      known = { user: owner, confirmedTime: NOW };
    },
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

  test("without a session no user is signed in, and the device stays closed", async () => {
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
    expect(log).toEqual(mayStart ? ["resume 3"] : []);
  });

  test("a server that cannot be reached is the same as no network", async () => {
    const user = buildUser();
    const { session, state } = buildTab({ refuse: offline, lastKnown: { user, confirmedTime: NOW } });
    await session.start();
    expect(state.getSnapshot()).toMatchObject({ user, profile: { firstName: "Ann" } });
  });

  test("a kept company that may not be entered any more is dropped", async () => {
    const storage = buildStorage();
    keptIn(storage).keep({ id: 9 as CompanyId, name: "Gone" });
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

/** A device that Ann worked on, with her login cookie, and a server that has not answered yet. */
function buildKnownTab(given: Parameters<typeof buildTab>[0] = {}) {
  const storage = buildStorage();
  const kept = keptIn(storage);
  kept.keep({ id: 3 as CompanyId, name: "North Gable" });
  kept.keepCookieAccountId(7);
  const tab = buildTab({ storage, lastKnown: { user: buildUser(), confirmedTime: NOW }, ...given });
  return { ...tab, kept, letServerAnswer: tab.holdServer() };
}

describe("a start beside the server", () => {
  const ann = buildUser();
  const ben = buildUser({ id: 8 as UserId });

  test("[SHELL-21] shows the device's owner before the server has answered; the answer changes nothing", async () => {
    const { session, state, log, letServerAnswer, storage } = buildKnownTab();
    await session.start();
    expect(state.getSnapshot()).toMatchObject({ user: ann, profile: { firstName: "Ann" }, companyId: 3 });
    expect(log).toEqual(["resume 3"]);
    const shown = state.getSnapshot().user;
    letServerAnswer();
    await session.refresh();
    expect(state.getSnapshot().user).toBe(shown);
    expect(log).toEqual(["resume 3", "refresh", "getSelf", "open 3", "getCompany", "run"]);
    expect(keptIn(storage).readId()).toBe(3);
  });

  test("[SHELL-21] [OFF-18] sends and receives nothing before the session is confirmed, and no page waits for that", async () => {
    const { session, log, letServerAnswer } = buildKnownTab();
    await session.start();
    const refreshing = session.refresh();
    await session.refreshIfStale();
    await settle();
    expect(log).toEqual(["resume 3"]);
    letServerAnswer();
    await refreshing;
    expect(log).toContain("run");
  });

  test("[GUARD-03] [AUTH-14] that is refused signs out, checks the guards and leaves the device's work alone", async () => {
    const { session, state, log, letServerAnswer } = buildKnownTab({ refuse: expired });
    await session.start();
    letServerAnswer();
    await session.refresh();
    expect(state.getSnapshot()).toMatchObject({ user: undefined, profile: undefined, companyId: 3 });
    expect(log).toEqual(["resume 3", "refresh", "check guards"]);
  });

  test("[AUTH-08] closes the device and the page when the cookie turns out to be another account's, before anything is opened for it", async () => {
    const tab = buildKnownTab();
    await tab.session.start();
    const readableWhileShown: unknown[] = [];
    tab.state.subscribe(() => readableWhileShown.push([tab.state.getSnapshot().user?.id, tab.readable()]));
    tab.letServerAnswer(ben);
    await tab.session.refresh();
    expect(tab.log.slice(0, 6)).toEqual(["resume 3", "refresh", "close", "getSelf", "open 3", "go /"]);
    expect(tab.state.getSnapshot().user).toEqual(ben);
    expect(tab.readable()).toBe("8 3");
    expect(readableWhileShown).not.toContainEqual([8, "7 3"]);
  });

  test("[AUTH-08] leaves the company that the server no longer opens to the person", async () => {
    const { session, state, log, letServerAnswer } = buildKnownTab();
    await session.start();
    letServerAnswer(buildUser({ companyId: null, role: null }));
    await session.refresh();
    expect(state.getSnapshot()).toMatchObject({ user: { id: 7, companyId: null }, companyId: null });
    expect(log).toEqual(["resume 3", "refresh", "close", "getSelf", "go /"]);
  });

  test("[GUARD-09] [ADM-07] checks the guards again when the server names another role, and keeps that role", async () => {
    const admin = buildUser({ role: "Admin" });
    const { session, state, log, letServerAnswer } = buildKnownTab({
      lastKnown: { user: admin, confirmedTime: NOW },
    });
    await session.start();
    expect(state.getSnapshot().user).toEqual(admin);
    letServerAnswer(ann);
    await session.refresh();
    expect(state.getSnapshot().user).toEqual(ann);
    expect(log.slice(0, 5)).toEqual(["resume 3", "refresh", "getSelf", "open 3", "check guards"]);
  });

  test.each([
    ["no login cookie is known", (kept: KeptCompany) => kept.keepCookieAccountId(undefined)],
    ["the login cookie is another account's", (kept: KeptCompany) => kept.keepCookieAccountId(8)],
    ["another company was chosen", (kept: KeptCompany) => kept.keep({ id: 4 as CompanyId, name: undefined })],
  ])("[AUTH-08] waits for the server where %s", async (_, change) => {
    const { session, state, kept, letServerAnswer, log } = buildKnownTab();
    change(kept);
    const starting = session.start();
    await settle();
    expect(state.getSnapshot().user).toBeUndefined();
    letServerAnswer(ben);
    await starting;
    expect(state.getSnapshot().user).toEqual(ben);
    expect(log).toEqual(["refresh", "getSelf", "open 3"]);
  });

  test.each([
    ["a refusal", expired, undefined],
    ["another account", () => undefined, ben],
  ])("[AUTH-08] never shows the owner when %s arrives while the device is read", async (_, refuse, named) => {
    let letDeviceAnswer = (): void => undefined;
    const deviceAnswers = new Promise<void>((resolve) => {
      letDeviceAnswer = resolve;
    });
    const { session, state, letServerAnswer } = buildKnownTab({ refuse, onDeviceRead: () => deviceAnswers });
    const users: unknown[] = [];
    state.subscribe(() => users.push(state.getSnapshot().user));
    const starting = session.start();
    letServerAnswer(named);
    await settle();
    letDeviceAnswer();
    await starting;
    expect(users).not.toContainEqual(ann);
    expect(state.getSnapshot().user).toEqual(named);
  });

  test("[AUTH-19] ignores an answer that was made before another tab's logout", async () => {
    const { session, state, log, tell, letServerAnswer } = buildKnownTab();
    await session.start();
    tell("left");
    letServerAnswer();
    await session.refresh();
    expect(state.getSnapshot().user).toBeUndefined();
    expect(log).toEqual(["resume 3", "go /", "refresh"]);
  });

  test("[PWA-02] continues from the device when the server cannot be reached", async () => {
    const { session, state, log, letServerAnswer } = buildKnownTab({ refuse: offline });
    await session.start();
    letServerAnswer();
    await session.refresh();
    expect(state.getSnapshot().user).toEqual(ann);
    expect(log.some((entry) => entry.startsWith("go "))).toBe(false);
    expect(log).not.toContain("check guards");
  });

  test("waits for the server where the device cannot be read", async () => {
    const failure = new StorageProblem("The disk is broken.", { isFull: false });
    const { session, state, letServerAnswer } = buildKnownTab({ onDeviceRead: () => Promise.reject(failure) });
    const starting = session.start();
    letServerAnswer();
    await starting;
    expect(state.getSnapshot().user).toEqual(ann);
  });
});

describe("login", () => {
  test("[AUTH-15] wipes the device, opens it for the person, and tells the other tabs", async () => {
    const { session, log } = buildTab();
    await session.logIn({ email: "ann@demo.test", password: "x" });
    expect(log.slice(0, 5)).toEqual(["login", "wipe", "getSelf", "open 3", "tell tabs 3"]);
    await settle();
    expect(log).toContain("run");
  });

  test.each([
    ["is not theirs", new Problem("accessDenied")],
    ["has deactivated them", expired()],
  ])("[AUTH-07] [AUTH-08] continues without the kept company if that %s", async (_, refusal) => {
    const storage = buildStorage();
    keptIn(storage).keep({ id: 9 as CompanyId, name: "Gone" });
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
    expect(keptIn(storage).readId()).toBeNull();
  });

  test("[AUTH-33] continues in this device's company when the person has used another one elsewhere since", async () => {
    const storage = buildStorage();
    keptIn(storage).keep({ id: 9 as CompanyId, name: "Gable" });
    const user = buildUser({ companyId: 9 as CompanyId });
    const { session, state, log } = buildTab({ storage, user, loginUser: buildUser({ companyId: 4 as CompanyId }) });
    state.change({ companyId: 9 as CompanyId });
    await session.logIn({ email: "ann@demo.test", password: "x" });
    expect(state.getSnapshot()).toMatchObject({ user, companyId: 9 });
    expect(log.slice(0, 5)).toEqual(["login", "refresh", "wipe", "getSelf", "open 9"]);
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

describe("[SYNC-84] a login of a deactivated user", () => {
  const WORK = { accountId: 7, companyId: 3, changeCount: 2, draftCount: 1 };
  const OTHERS = { accountId: 8, companyId: 3, changeCount: 9, draftCount: 0 };
  const CREDENTIALS = { email: "ann@demo.test", password: "x" };
  const refused = (name: string) =>
    name === "login" ? new Problem("userInactive", { userIds: [7, 21] as UserId[] }) : undefined;

  test("offers their own unsent work, and no other user's", async () => {
    const { session, state, log } = buildTab({ refuse: refused, unsentWork: [WORK, OTHERS] });
    await expect(session.logIn(CREDENTIALS)).rejects.toMatchObject({ code: "userInactive" });
    expect(state.getSnapshot().unsentWork).toEqual([WORK]);
    // Nothing is opened, and no user is signed in.
    expect(log).toEqual(["login", "listUnsent"]);
    expect(state.getSnapshot().user).toBeUndefined();
  });

  test("after a wrong password offers nothing", async () => {
    const { session, state, log } = buildTab({ refuse: () => new Problem("wrongCredentials"), unsentWork: [WORK] });
    await expect(session.logIn(CREDENTIALS)).rejects.toMatchObject({ code: "wrongCredentials" });
    expect(state.getSnapshot().unsentWork).toEqual([]);
    expect(log).toEqual(["login"]);
  });

  test("says why they are refused also where the device cannot be read", async () => {
    const failOnDevice = { listUnsent: new StorageProblem("The disk is broken.", { isFull: false }) };
    const { session, state } = buildTab({ refuse: refused, unsentWork: [WORK], failOnDevice });
    await expect(session.logIn(CREDENTIALS)).rejects.toMatchObject({ code: "userInactive" });
    expect(state.getSnapshot().unsentWork).toEqual([]);
  });

  test("opens the device as theirs for the file only", async () => {
    const { session, log, readable } = buildTab({ refuse: refused, unsentWork: [WORK] });
    expect(await session.saveUnsentWork(WORK, "four ridges")).toEqual({ changeCount: 2 });
    expect(log).toEqual(["open 3", "save for 7 3 with four ridges", "close"]);
    expect(readable()).toBeUndefined();
  });

  test("closes the device also when the file cannot be made", async () => {
    const failOnDevice = { save: new StorageProblem("The disk is broken.", { isFull: false }) };
    const { session, readable } = buildTab({ refuse: refused, unsentWork: [WORK], failOnDevice });
    await expect(session.saveUnsentWork(WORK, "four ridges")).rejects.toThrow("The disk is broken.");
    expect(readable()).toBeUndefined();
  });

  test("offers nothing any more once a user signs in or out in another tab", async () => {
    const { session, state, tell } = buildTab({ refuse: refused, unsentWork: [WORK] });
    await expect(session.logIn(CREDENTIALS)).rejects.toThrow();
    tell("left");
    expect(state.getSnapshot().unsentWork).toEqual([]);
  });

  test("that is dismissed, and the next login, take the offer back", async () => {
    const works = [WORK, { ...WORK, accountId: 21, companyId: 4 }];
    const { session, state } = buildTab({ refuse: refused, unsentWork: works });
    await expect(session.logIn(CREDENTIALS)).rejects.toThrow();
    session.dismissUnsentWork(WORK);
    expect(state.getSnapshot().unsentWork).toEqual(works.slice(1));
    const next = session.logIn(CREDENTIALS);
    expect(state.getSnapshot().unsentWork).toEqual([]);
    await expect(next).rejects.toThrow();
  });
});

describe("choosing a company", () => {
  test("[AUTH-08] [SHELL-20] is kept on the device and sent to the other tabs", async () => {
    const { session, state, storage, log } = buildTab({ user: buildUser({ companyId: 4 as CompanyId }) });
    await session.chooseCompany(4 as CompanyId);
    expect(state.getSnapshot().companyId).toBe(4);
    expect(keptIn(storage).readId()).toBe(4);
    expect(log.slice(0, 4)).toEqual(["refresh", "getSelf", "open 4", "tell tabs 4"]);
  });

  test("[AUTH-08] that is refused leaves the former one, and the page that requested it, unchanged", async () => {
    const storage = buildStorage();
    const { session, state } = buildTab({ storage });
    await session.start();
    const refused = buildTab({ storage, refuse: (name) => (name === "refresh" ? offline() : undefined) });
    refused.state.change(state.getSnapshot());
    const changed = vi.fn<() => void>();
    refused.state.subscribe(changed);
    await expect(refused.session.chooseCompany(4 as CompanyId)).rejects.toMatchObject({ status: 503 });
    expect(changed).not.toHaveBeenCalled();
    expect(refused.state.getSnapshot().companyId).toBe(3);
    expect(keptIn(storage).readId()).toBe(3);
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
    expect(keptIn(storage).readId()).toBeNull();
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
    "[AUTH-17] [AUTH-19] after the server's a device that cannot %s signs the user out all the same, and says so",
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

  test("[AUTH-18] that fails shows the generic message, and nothing is lost", async () => {
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

const nowIn = (companyId: number): SessionMessage => ({ companyId: companyId as CompanyId });

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
    tell(nowIn(4));
    await settle();
    expect(state.getSnapshot().companyId).toBe(4);
    expect(log.at(-1)).toBe("go /");
  });

  test("[SHELL-20] a renewal that was under way for the former company is no answer about the chosen one", async () => {
    let letServerAnswer = (_named?: SessionUser): void => undefined;
    let renewals = 0;
    // The first is of the start, the second answers for the former company.
    const tab = buildTab({
      refuse: (name) => {
        if (name === "refresh" && ++renewals === 3) letServerAnswer(buildUser({ companyId: 4 as CompanyId }));
        return undefined;
      },
    });
    await tab.session.start();
    letServerAnswer = tab.holdServer();
    tab.tell(nowIn(4));
    letServerAnswer();
    await settle();
    expect(tab.state.getSnapshot()).toMatchObject({ user: { companyId: 4 }, companyId: 4 });
    expect(keptIn(tab.storage).readId()).toBe(4);
    expect(tab.log.at(-1)).toBe("go /");
  });

  test("[SHELL-20] two messages about one change lead to the other company all the same", async () => {
    const storage = buildStorage();
    const { session, state, log, tell, holdServer } = buildTab({ storage });
    await session.start();
    keptIn(storage).keep({ id: 4 as CompanyId, name: undefined });
    const letServerAnswer = holdServer();
    tell(nowIn(4));
    tell(nowIn(4));
    letServerAnswer(buildUser({ companyId: 4 as CompanyId }));
    await settle();
    expect(state.getSnapshot()).toMatchObject({ user: { companyId: 4 }, companyId: 4 });
    expect(log.at(-1)).toBe("go /");
  });

  test("[SHELL-20] the answer about a company that was left again meanwhile is not taken", async () => {
    const storage = buildStorage();
    const { session, state, tell, holdServer } = buildTab({ storage });
    await session.start();
    keptIn(storage).keep({ id: 4 as CompanyId, name: undefined });
    const letServerAnswer = holdServer();
    tell(nowIn(4));
    tell("left");
    letServerAnswer(buildUser({ companyId: 4 as CompanyId }));
    await settle();
    expect(state.getSnapshot()).toMatchObject({ user: undefined, companyId: null });
  });
});

describe("while the server does not answer, another tab's login", () => {
  const ben = buildUser({ id: 8 as UserId });

  /** A tab of Ann's whose server does not answer any more. */
  async function buildLonelyTab() {
    let isCutOff = false;
    const tab = buildTab({ refuse: () => (isCutOff ? offline() : undefined) });
    await tab.session.start();
    tab.takeDevice(buildUser());
    isCutOff = true;
    tab.log.length = 0;
    return tab;
  }

  test("[AUTH-08] [AUTH-19] of another user is followed: the device becomes theirs, and the former user is forgotten", async () => {
    const { state, tell, takeDevice, deviceOwner, log } = await buildLonelyTab();
    takeDevice(ben);
    tell(nowIn(3));
    await settle();
    expect(state.getSnapshot().user).toEqual(ben);
    expect(deviceOwner()).toEqual(ben);
    expect(log.at(-1)).toBe("go /");
  });

  test("[AUTH-08] [AUTH-15] of another user never returns the device, not even to a call made before it is known", async () => {
    const { session, tell, takeDevice, deviceOwner, log } = await buildLonelyTab();
    takeDevice(ben);
    tell(nowIn(3));
    await expect(session.openLocalData()).rejects.toMatchObject({ code: "sessionExpired" });
    expect(log).not.toContain("open 3");
    expect(deviceOwner()).toEqual(ben);
  });

  test("[SHELL-20] in another company is followed", async () => {
    const { state, tell, takeDevice, storage } = await buildLonelyTab();
    const elsewhere = buildUser({ companyId: 4 as CompanyId });
    takeDevice(elsewhere);
    keptIn(storage).keep({ id: 4 as CompanyId, name: undefined });
    tell(nowIn(4));
    await settle();
    expect(state.getSnapshot()).toMatchObject({ user: elsewhere, companyId: 4 });
  });

  test("of the same person leaves the page alone", async () => {
    const { state, tell, log } = await buildLonelyTab();
    const users: unknown[] = [];
    state.subscribe(() => users.push(state.getSnapshot().user));
    tell(nowIn(3));
    await settle();
    expect(new Set(users)).toEqual(new Set([buildUser()]));
    expect(log.some((entry) => entry.startsWith("go "))).toBe(false);
  });
});

describe("an expired session", () => {
  test("[ERR-04] found by a user's action says so, signs the user out and goes to the root; their work stays", async () => {
    const { session, state, log, token } = buildTab();
    await session.start();
    log.length = 0;
    await session.reportFailure(expired());
    expect(log).toEqual(["notice Your session has expired, please login again.", "go /"]);
    expect(state.getSnapshot().user).toBeUndefined();
    expect(token.read()).toBeUndefined();
  });

  test("[AUTH-08] another account's cookie, found when the network comes back, closes the device and the page", async () => {
    const ben = buildUser({ id: 8 as UserId });
    const tab = buildTab({ isOnline: false, user: ben, lastKnown: { user: buildUser(), confirmedTime: NOW } });
    await tab.session.start();
    await tab.session.refresh();
    expect(tab.log.slice(0, 5)).toEqual(["resume 3", "refresh", "close", "getSelf", "open 3"]);
    expect(tab.log).toContain("go /");
    expect(tab.state.getSnapshot().user).toEqual(ben);
  });

  test("found in the background leaves the page alone", async () => {
    const user = buildUser();
    const tab = buildTab({ isOnline: false, lastKnown: { user, confirmedTime: NOW }, refuse: expired });
    await tab.session.start();
    await tab.session.refresh();
    expect(tab.state.getSnapshot().user).toEqual(user);
    expect(tab.log.some((entry) => entry.startsWith("go "))).toBe(false);
  });
});
